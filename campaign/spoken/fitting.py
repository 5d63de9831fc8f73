"""Say how well the words of a phrase fit the name of a unit or a formation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from campaign.spoken.tokens import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["ARM", "HIGH", "NO_WORDS", "SIZES", "Asked", "Entry", "Fit", "NameWords", "fit", "is_close", "widened"]

HIGH = frozenset({"corps", "army"})
_OWN_ARM = frozenset({
    "arty", "engr", "pi", "recce", "aufkl", "cav", "td", "pzjg", "aaa", "flak", "tank", "train", "stug",
    "feb", "bruko", "fus",
})  # fmt: skip
"""Arms that name a unit of a formation where it has one of them: "the artillery of 18 VG"."""


@dataclass(frozen=True)
class NameWords:
    """A name cut into numbers, and words in their common spelling."""

    numbers: tuple[int, ...]
    words: frozenset[str]


NO_WORDS = NameWords((), frozenset())


@dataclass
class Entry:
    """A unit or a formation by its name."""

    key: str
    label: str
    is_formation: bool
    size: str
    short: NameWords
    own: frozenset[str]
    """All words that may stand for itself."""
    marks: frozenset[str]
    """Words that by themselves name it: Peiper, Lehr."""
    chain: list[Entry] = field(default_factory=list)
    """The formations above it, nearest first."""
    optional: frozenset[int] = frozenset()
    """Numbers of its full name that its short one leaves out."""
    part: NameWords = NO_WORDS
    """The larger body that its full name says it is of: 22nd Armoured Brigade."""
    below: NameWords = NO_WORDS
    """The same as its counter says it: SR 1, of I/SR 1."""

    @cached_property
    def is_hq(self) -> bool:
        """Whether it is a headquarters, which is named only where it is said."""
        return not self.is_formation and "hq" in self.own


ARM = 3
"""The rank of a unit that is named by its arm: the artillery of a formation."""


class Fit(NamedTuple):
    """How well a name fits: the way it is named, the fewer the better; then what is missing or too much."""

    rank: int
    cost: int
    entry: Entry


class Asked(NamedTuple):
    """A phrase cut into numbers and words."""

    numbers: tuple[int, ...]
    words: tuple[str, ...]
    phrase: str


def fit(asked: Asked, entry: Entry) -> Fit | None:
    """Say how well a phrase fits a name; None if it does not."""
    if ("hq" in asked.words) != entry.is_hq:
        return None
    if entry.is_formation and entry.size in HIGH and not _says_high(asked, entry):
        return None
    if SIZES & entry.part.words & set(asked.words) and not set(entry.part.numbers) <= set(asked.numbers):
        return None  # 2nd Armoured Brigade is no unit of the 22nd, whatever number that unit has itself
    for rank, whole in enumerate((_by_number, _by_name, _by_shorthand, _by_arm)):
        cost = whole(asked, entry)
        if cost is not None:
            return Fit(rank if rank > 1 else 0, cost, entry)
    return None


def is_close(fit: Fit, first: Fit) -> bool:
    """Whether a unit and a formation fit nearly as well: then it must be said which is meant."""
    return (
        fit.rank == first.rank == 0
        and fit.cost <= first.cost + 1
        and fit.entry.is_formation != first.entry.is_formation
    )


def widened(words: frozenset[str] | set[str]) -> frozenset[str]:
    """Add the more common words for what some words mean."""
    return frozenset(words | {wider for word in words for wider in _WIDER.get(word, ())})


_WIDER = {
    "gren": ("inf",), "pgren": ("inf", "gren"), "fus": ("inf",), "vg": ("inf",), "fj": ("inf", "para"),
    "stug": ("tank",), "glider": ("para",), "mech": ("inf",),
}  # fmt: skip


def _says_high(asked: Asked, entry: Entry) -> bool:
    """Whether a corps or an army is meant: its size is said, or its name is written as it is."""
    return entry.size in asked.words or re.sub(r"\W", "", plain(entry.label)) == re.sub(r"\W", "", asked.phrase)


def _by_number(asked: Asked, entry: Entry) -> int | None:
    """Fit by all numbers of the short name."""
    own = entry.short.numbers
    left = _without(asked.numbers, own) if own else None
    if left is None:
        return None
    said = entry.own & set(asked.words) - (frozenset() if entry.is_formation else SIZES)
    if len(own) == 1 and own[0] < 100 and not said:
        return None
    in_order = [number for number in asked.numbers if number in own][: len(own)] == list(own)
    if not in_order and not (len(own) == 2 and own[0] <= 4 < own[1] and asked.words):
        return None
    cost = _rest_fits(asked, entry, left)
    return cost if cost is None or in_order else cost + 1


def _by_name(asked: Asked, entry: Entry) -> int | None:
    """Fit by a word that is its name; numbers of it that are said must be its own."""
    if not entry.marks & set(asked.words):
        return None
    left = [number for number in asked.numbers if number not in entry.short.numbers]
    if entry.short.numbers and not entry.is_formation and len(left) == len(asked.numbers):
        return None
    return _rest_fits(asked, entry, left)


def _by_shorthand(asked: Asked, entry: Entry) -> int | None:
    """Fit a battalion by its own number and a formation above it: II/Hansen."""
    if (
        entry.is_formation
        or len(entry.short.numbers) != 2
        or not asked.numbers
        or asked.numbers[0] != entry.short.numbers[0]
    ):
        return None
    cost = _rest_fits(asked, entry, list(asked.numbers[1:]), named=True)
    return None if cost is None else cost + 2


def _by_arm(asked: Asked, entry: Entry) -> int | None:
    """Fit the artillery, the engineers or so of a formation: "18 VG artillery"."""
    if entry.is_formation or (entry.is_hq and not entry.chain):
        return None
    arms = (_OWN_ARM | {"hq"}) & entry.own & set(asked.words)
    if not arms:
        return None
    left = list(asked.words)
    for arm in arms:
        left.remove(arm)
    for up in entry.chain[:2]:
        rest = _beyond(left, list(asked.numbers), up)
        if rest is not None and not rest[1] and all(word in entry.own for word in rest[0]):
            return 3 + entry.chain.index(up)
    return None


def _rest_fits(asked: Asked, entry: Entry, numbers: list[int], *, named: bool = False) -> int | None:
    """Say how far a phrase is from a name, if what is not its own names formations above it; None if it does not."""
    numbers = [number for number in numbers if number not in entry.optional]
    words = [word for word in asked.words if word not in entry.own]
    own_sizes = SIZES & entry.own
    for up in entry.chain:
        rest = _beyond(words, numbers, up, set(entry.short.numbers[1:]) & set(asked.numbers))
        if rest is not None:
            words, numbers, named = rest[0], rest[1], False
    if words or numbers or named or (set(asked.words) & SIZES and not _sizes_agree(asked, entry, own_sizes)):
        return None
    missing = len([word for word in entry.short.words if word not in asked.words and word not in SIZES])
    extra = len([word for word in asked.words if word not in entry.short.words and word not in SIZES])
    missing += len(_ARMS & entry.short.words - set(asked.words))  # nobody means the guns who does not say so
    missing += len(entry.short.numbers) - len([n for n in entry.short.numbers if n in asked.numbers])
    return 2 * missing + extra


_ARMS = frozenset({"arty", "engr", "pi", "train", "aaa", "flak"})
SIZES = frozenset({"company", "battalion", "regiment", "brigade", "division", "corps", "army", "group"})


def _sizes_agree(asked: Asked, entry: Entry, own: frozenset[str]) -> bool:
    """Whether each size that is said is the unit's own, or that of a formation above that is named too."""
    for size in set(asked.words) & SIZES:
        if size in own:
            continue
        above = [up for up in entry.chain if size in up.own]
        if not any(set(up.short.numbers) <= set(asked.numbers) or up.marks & set(asked.words) for up in above):
            return False
    return True


def _beyond(
    words: list[str], numbers: list[int], up: Entry, all_numbers: Collection[int] = ()
) -> tuple[list[str], list[int]] | None:
    """Take away what names a formation above; None if it is not named by what is there."""
    if not words and not numbers:
        return None
    has_number = bool(up.short.numbers) and set(up.short.numbers) <= {*numbers, *all_numbers}
    taken = [word for word in words if word in up.own]
    fresh = set(up.short.numbers) & set(numbers)
    if up.marks & set(words):
        pass
    elif not has_number or (not taken and (not fresh or min(fresh) < 100)):
        return None
    left = list(numbers)
    for number in up.short.numbers:
        if number in left:
            left.remove(number)
    left = [number for number in left if number not in up.optional or not taken]
    return [word for word in words if word not in up.own], left


def _without(numbers: Sequence[int], own: Sequence[int]) -> list[int] | None:
    """Take each own number away once; None if one is not there."""
    left = list(numbers)
    for number in own:
        if number not in left:
            return None
        left.remove(number)
    return left
