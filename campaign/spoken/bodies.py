"""
Read how many brigades, regiments, battalions or companies of a formation are meant: all three brigades of 50 Div.

They are those of the formation that are of this size. If they are not as many as it was said, it is asked: then the
formation, or the number, is not what was meant.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.spoken.fitting import widened
from campaign.spoken.names import Named, Unclear
from campaign.spoken.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from campaign.spoken.fitting import Entry
    from campaign.spoken.names import Names

__all__ = ["Counted", "counted", "pair_called"]

_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "beide": 2, "beiden": 2, "zwei": 2, "drei": 3, "vier": 4} | {
    "2": 2, "3": 3, "4": 4,
}  # fmt: skip
_SIZES = {"brigade": "brigade", "regiment": "regiment", "bde": "brigade", "rgt": "regiment", "regt": "regiment"} | {
    "battalion": "battalion", "bataillon": "battalion", "bn": "battalion", "btl": "battalion", "abteilung": "battalion",
    "compan": "company", "kompanie": "company", "coy": "company", "cos": "company", "kp": "company",
}  # fmt: skip
_ANY = 0
_DEEP = frozenset({"battalion", "company"})
"""Sizes of units that are counted wherever they stand below a formation; larger ones are right below it."""
_BODIES = re.compile(
    r"(?:(?:all|alle)\s+(?:of\s+)?(?:the\s+|its\s+)?|the\s+|die\s+|(?=both\b|beide\b))(?:(?P<count>both|two|three|four|beiden?|zwei|drei"
    r"|vier|[2-4])\s+)?(?:of\s+)?(?:the\s+|its\s+)?"
    r"(?P<kind>(?:[a-z]+[ -]|[a-z]+(?=regiment|brigade|bataillon|abteilung|kompanien))?)"
    r"(?P<size>brigade[ns]|regiments|regimenter|bdes|rgts|regts|battalions|bataillone|abteilungen|bns|companies"
    r"|kompanien|coys|cos|kpn)\b\.?"
)
_SEVERAL = re.compile(r"regimenter|regiments|brigaden|brigades", re.IGNORECASE)
"""In a counter's full name: it is two bodies at once, and nobody can say how many there are."""
_OF = re.compile(r"\s+(?:of|from|in|der|des|von|vom)\s+(?:the\s+|der\s+)?")
_PAIR = re.compile(r"(?:both|beide|die beiden)\s+(?P<name>[a-z]{2,})\b(?!\s+(?:of|from|der|des|von|vom)\b)")


class Counted(NamedTuple):
    """The bodies that are meant, and where in the text they end."""

    named: Named | Unclear
    end: int


def counted(
    text: str, start: int, names: Names, find: Callable[[int], tuple[Named, int] | None], under: str = ""
) -> Counted | None:
    """
    Read bodies that are counted; None if there are none here.

    Parameters
    ----------
    find
        Reads the formation that is named from a place in the text on, and says where it ends.
    under
        The formation that is named above, where none is named here.
    """
    found = _BODIES.match(text, start)
    if found is None or not text[start : found.end()].strip():
        return None
    size = next(size for begins, size in _SIZES.items() if found["size"].startswith(begins))
    # "all battalions" and "both battalions" are words of their own, and read so with what comes behind them.
    if (size == "battalion" and not found["kind"]) or (not found["count"] and size != "company"):
        return None
    kind, named, end = found["kind"], *_whole(text, found, names, find, under)
    if named is None and size in _DEEP:
        kind, named = _called(kind, names)
        end = found.end()
    if named is None or not named.formation:
        return None
    count, told = _COUNTS.get(found["count"] or "", _ANY), text[start:end]
    for one in _kinds(kind, named, names):
        bodies = _bodies(names, named.formation, size, one)
        if bodies and count in {_ANY, len(bodies)}:
            return Counted(_all_of(bodies), end)
    there = _bodies(names, named.formation, size, next(iter(_kinds(kind, named, names))))
    word = {"company": "companies"}.get(size, f"{size}s") if len(there) != 1 else size
    which = f" ({', '.join(one.label for one in there[:5])})" if there else ""
    why = f"{told!r}: {named.label} has {len(there)} such {word} here{which}; name each that is meant"
    return Counted(Unclear(why, told, [one.label for one in there[:5]]), end)


def _whole(
    text: str, found: re.Match[str], names: Names, find: Callable[[int], tuple[Named, int] | None], under: str
) -> tuple[Named | None, int]:
    """Find the formation whose bodies are counted, which is named behind them or above, and where its name ends."""
    of = _OF.match(text, found.end())
    if of is not None:
        return find(of.end()) or (None, 0)
    return (names.whole(under), found.end()) if under else (None, 0)


def _called(kind: str, names: Names) -> tuple[str, Named | None]:
    """Give the formation that bears the word before the size as its name, both Maori companies; or all, of a kind."""
    word = kind.strip(" -")
    if not word:
        return kind, None
    if fold(word) in names.vocabulary.kinds:
        return kind, names.all_of()
    try:
        named = names.find(word)
    except Unclear:
        return kind, None
    return "", named if named is not None and named.formation else None


def _kinds(written: str, whole: Named, names: Names) -> Iterable[str]:
    """Give the kinds that may be meant: the one that is written; else any, or that of the formation itself."""
    word = fold(written.strip(" -"))
    if word:
        return [names.vocabulary.kinds.get(word, word)]
    return ["", names.kind_of(whole.formation)]


def _bodies(names: Names, formation: str, size: str, kind: str) -> list[Named]:
    """List the bodies of a size that belong to a formation, of one kind or of any; none if a counter is several."""
    if size in _DEEP:
        units = [one for one in names.units_of(formation) if one.size == size and not one.is_hq]
        return [names.named(one) for one in units if not kind or names.is_of(one, kind)]
    parts = [one for one in names.parts_of(formation) if not one.is_hq]
    if any(_SEVERAL.search(names.full_name(one)) for one in parts):
        return []
    units = [one for one in parts if one.size == size or _is_called(one, size, names)]
    return [names.named(one) for one in units if not kind or kind in widened(one.own)]


def _is_called(entry: Entry, size: str, names: Names) -> bool:
    """Whether a counter's full name says that it is a body of that size, and not a part of one."""
    said = set(names.cut(names.full_name(entry))[1]) - entry.part.words
    return size in said and not {"battalion", "company"} & said


def _all_of(bodies: list[Named]) -> Named:
    there = tuple(key for one in bodies for key in one.stands)
    away = tuple(key for one in bodies for key in one.away)
    return Named(there, ", ".join(one.label for one in bodies), "", away)


def pair_called(text: str, start: int, names: Names) -> Counted | None:
    """Read two units that one name is on the counters of, and nobody else's: both CLY, of the 3rd and the 4th."""
    found = _PAIR.match(text, start)
    if found is None:
        return None
    _, words, _ = names.cut(found["name"])
    called = [one for one in names.entries if set(words) <= one.own | one.short.words]
    units = [one for one in called if set(words) <= one.marks & one.short.words and not one.is_formation]
    if len(called) != 2 or len(units) != 2 or len({(one.size, *(up.key for up in one.chain[:1])) for one in units}) > 1:
        return None
    return Counted(_all_of([names.named(one) for one in units]), found.end())
