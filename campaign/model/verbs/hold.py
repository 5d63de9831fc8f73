"""Hold letters that are on their way, release them, change them: what an umpire does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.roles import Code, Text
from campaign.model.tokens import quoted
from campaign.model.verbs.letter import changed_letter, marked, said
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = [
    "ROWS", "ChangeLetter", "HoldLetter", "LetterChanged", "LetterHeld", "LetterReleased", "ReleaseLetter",
]  # fmt: skip


class HoldLetter(Order, frozen=True):
    """Hold a letter: it is not delivered until it is released."""

    letter: Code
    reason: Text


class ReleaseLetter(Order, frozen=True):
    """Release a letter that was held."""

    letter: Code
    reason: Text


class ChangeLetter(Order, frozen=True):
    """Change what arrives of a letter; its sender is not told."""

    letter: Code
    text: Code
    reason: Text


class LetterHeld(Event, frozen=True, kw_only=True):
    """The umpire holds a letter."""

    letter: Code
    reason: Text


class LetterReleased(Event, frozen=True, kw_only=True):
    """The umpire lets a letter go that he held."""

    letter: Code
    reason: Text


class LetterChanged(Event, frozen=True, kw_only=True):
    """The umpire changed what arrives of a letter."""

    letter: Code
    text: Code
    reason: Text


def _read_reason(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found = {"letter": words.next("the letter's number").text}
    _because(words)
    return {**found, "reason": words.next("the reason, in quotation marks").text}


def _because(words: Words) -> None:
    token = words.next('because "the reason"')
    if token.word != "because":
        raise token.wrong(what='after this comes because "the reason"')


def _write_reason(order: HoldLetter | ReleaseLetter, _: HexMap) -> list[str]:
    return [quoted(order.letter), "because", quoted(order.reason)]


def _read_change(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found = {"letter": words.next("the letter's number").text, "text": words.next("the new text").text}
    _because(words)
    return {**found, "reason": words.next("the reason, in quotation marks").text}


def _write_change(order: ChangeLetter, _: HexMap) -> list[str]:
    return [quoted(order.letter), marked(order.text), "because", quoted(order.reason)]


_REASON: dict[str, Any] = {"read": _read_reason, "write": _write_reason}

ROWS = (
    Verb(HoldLetter, keys={"withhold": Key("hold a letter")}, **_REASON),
    Verb(ReleaseLetter, keys={"release": Key("let a letter go that was held")}, **_REASON),
    Verb(ChangeLetter, keys={"alter": Key("change what arrives of a letter")}, read=_read_change, write=_write_change),
    Tale(
        LetterHeld,
        says=lambda event, _: f"letter {event.letter} is held: {event.reason}",
        apply=lambda event, state: changed_letter(state, event.letter, held=lambda _: event.reason or "held"),
    ),
    Tale(
        LetterReleased,
        says=lambda event, _: f"letter {event.letter} goes on: {event.reason}",
        apply=lambda event, state: changed_letter(state, event.letter, held=lambda _: ""),
    ),
    Tale(
        LetterChanged,
        says=lambda event, _: f"letter {event.letter} was changed: {event.reason}; it says {said(event.text)} now",
        apply=lambda event, state: changed_letter(state, event.letter, changed=lambda _: event.text),
    ),
)
"""The rows of letters that are held."""
