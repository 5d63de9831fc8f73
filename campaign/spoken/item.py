"""Hold a piece of a line that is named, and say what a word is that hangs on the pieces before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.spoken.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.spoken.places import Places
    from campaign.spoken.tokens import Token
    from campaign.spoken.vocabulary import Vocabulary

__all__ = ["Item", "is_linked", "shunned_at", "whole_of"]

_LINKED = frozenset({"to", "at", "via", "from"})


class Item(NamedTuple):
    """A piece of a line: what it is, what it says, and how it is written."""

    kind: str
    """unit, unclear, place, water, shunned, verb, link, mode, when, same, all, follow, except, question, unknown ..."""
    value: Any
    text: str
    soft: bool = False
    """Of a link: whether it may be filling too."""


def is_linked(found: Sequence[Item]) -> bool:
    """Whether a place should follow what was read so far."""
    last = next((item for item in reversed(found) if item.kind not in {"filling", "mark"}), None)
    return last is not None and last.kind == "link" and last.value in _LINKED


def shunned_at(token: Token, found: Sequence[Item], places: Places, words: Vocabulary) -> Item | None:
    """Read what is not to be crossed: a river by its name, or just the river; None if that is not said before."""
    last = next((item for item in reversed(found) if item.kind != "filling"), None)
    if last is None or last.kind not in {"shun", "shunned"}:
        return None
    if fold(token.word) in places.waters and token.is_word:
        return Item("shunned", token.word, token.word)
    is_river = any(one.kind == "rivers" for one in words.meanings((token.word,)))
    return Item("shunned", "", token.word) if is_river else None


def whole_of(found: Sequence[Item]) -> str:
    """Give the formation whose parts are left out, where a line is about to say which: all of 9 AD except ..."""
    for n, item in reversed(list(enumerate(found))):
        if item.kind == "except":
            return next((one.value.formation for one in reversed(found[:n]) if one.kind == "unit"), "")
        if item.kind not in {"filling", "link", "unit", "mark"}:
            break
    return ""
