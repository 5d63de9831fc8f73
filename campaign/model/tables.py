"""
Hold what every ruleset says about itself: phases, marks, stores, interpretations.

What only one system has (its combat dice, its resupply rates) is a typed
table of that ruleset, in ``campaign.systems``; the kit gets the part they
need as an argument.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from maps.problems import Problem, did_you_mean, raise_any

__all__ = [
    "FORM", "Difference", "Frozen", "House", "Interpretation", "LossWords", "PhaseRow", "Tables", "UnmarkRow", "frozen",
    "overridden",
]  # fmt: skip


FORM = 1
"""The form of the words that rule files are written in; a word of it never changes its meaning."""


class Frozen(msgspec.Struct, frozen=True):
    """Rules as they were when a campaign took them up."""

    text: str
    sha256: str
    """The hash of the text, as 64 hexadecimal digits."""
    form: int = FORM
    """Which form of the words the text was read by."""


def frozen(text: str) -> Frozen:
    r"""
    Freeze a text: its lines end alike, and its letters are written one way, on every machine.

    >>> frozen("a\r\nb").sha256 == frozen("a\nb").sha256
    True
    """
    plain = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return Frozen(plain, hashlib.sha256(plain.encode()).hexdigest())


class Difference(msgspec.Struct, frozen=True):
    """A place where a house variant is otherwise than the rules that it extends."""

    place: str
    was: str
    now: str
    rule: str = ""
    reason: str = ""


class House(msgspec.Struct, frozen=True):
    """What makes rules a house variant of others."""

    extends: str
    """The rules that it extends."""
    root: str
    """The first rules of the line, which extend no others."""
    coded: bool
    """Whether those are coded: then all that knows such a system by its key goes by that one."""
    differences: tuple[Difference, ...]
    data: Mapping[str, Any]
    """The figures as they are read, with the changes."""


class PhaseRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of a turn, in order."""

    key: str
    name: str
    night: bool = False
    morning_only: bool = False
    """Only in the first turn of a day."""
    automatic: bool = False
    """Nobody decides anything in it; it passes by itself."""
    repeats: bool = False
    """It comes again and again until all have acted."""
    opening: bool = False
    """Only before the first turn."""
    rule: str = ""


class UnmarkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which marks go at a moment."""

    at: tuple[str, ...]
    """When: "begin_move", "end_move"."""
    rule: str
    why: str = ""
    marks: tuple[str, ...] = ()
    formation_marks: tuple[str, ...] = ()
    of: Literal["all", "own", "others"] = "all"
    """The owners of the stands: everybody, the side whose phase it is, or the others."""
    reading: dict[str, str] = {}
    """Only if these readings are so."""


class Interpretation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    How a silent or unclear place in the text is read.

    ``source`` is "reading" where the text is unclear, "default" where it is
    silent, "house" where the umpire wants it so.
    """

    key: str
    rule: str
    source: str
    value: str | int | float | bool
    reason: str
    alternatives: tuple[str | int | float | bool, ...] = ()
    fixed: bool = False
    """Whether the program plays it so and no other way."""
    positive: bool = False
    """Whether a number cannot be 0."""

    def refuses(self, value: str | float | bool) -> str:
        """
        Say why a value cannot be set, "" if it can.

        A number may be set to any number that is not negative, anything else to one of the alternatives.
        """
        if self.fixed:
            return "is played so and no other way"
        if value in (self.value, *self.alternatives) and isinstance(value, bool) == isinstance(self.value, bool):
            return ""
        if isinstance(self.value, bool | str):
            known = " or ".join(repr(other) for other in (self.value, *self.alternatives))
            return f"cannot be {value!r}; it can be {known}"
        if isinstance(value, bool | str) or value < 0:
            return f"cannot be {value!r}; it can be any number from 0"
        if self.positive and value == 0:
            return "cannot be 0; it can be any number above"
        return ""


def overridden(
    known: tuple[Interpretation, ...], overrides: Mapping[str, str | int | float | bool]
) -> tuple[Interpretation, ...]:
    """
    Give interpretations as the umpire sets them, by key; what he sets is of the house.

    Raises
    ------
    ProblemsFound
        If an override names no interpretation, one that is fixed, or a value that it cannot have.
    """
    by_key = {item.key: item for item in known}
    problems = [
        Problem("overrides", f"no interpretation is called {key!r}", did_you_mean(key, by_key))
        for key in sorted(set(overrides) - set(by_key))
    ]
    for key, value in overrides.items():
        why = by_key[key].refuses(value) if key in by_key else ""
        if why:
            problems.append(Problem("overrides", f"{key} {why}", "see the readings in the manual"))
    raise_any(problems)
    return tuple(
        msgspec.structs.replace(item, value=overrides[item.key], source="house") if item.key in overrides else item
        for item in known
    )


class LossWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rule system's losses are called in a log: "took 2 hits", "lost 1 strength point"."""

    one: str = "strength point"
    took: str = "lost"
    healed: str = "was given back"


_RENAMED = {"phases": "phase", "interpretations": "interpretation"}


class Tables(msgspec.Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True, rename=_RENAMED):
    """What is common to all rule systems."""

    key: str
    name: str
    source: str
    phases: tuple[PhaseRow, ...]
    marks: frozenset[str]
    """Marks of stands and of formations."""
    interpretations: tuple[Interpretation, ...]
    formation_marks: frozenset[str] = frozenset()
    stores: tuple[str, ...] = ()
    each: Literal["together", "side", "dice"] = "together"
    """How the sides share the phases: all at once, each for itself in turn, or by goes that are diced for."""
    unmark: tuple[UnmarkRow, ...] = ()
    open_marks: frozenset[str] = frozenset({"transport"})
    """Marks that can be seen on an enemy from close by."""
    open_attributes: frozenset[str] = frozenset()
    """Attributes that are known of an enemy who is identified."""
    open_postures: bool = False
    """Whether all sides know the orders of formations once they are revealed."""
    identified_mark: str = ""
    """The mark that makes an enemy more than a nameless counter of unknown kind; "" if counters lie open."""
    facing: bool = False
    """Whether stands look over a hexside."""
    turn_word: str = "turn"
    """What the text calls a turn."""
    period: str = ""
    """The wars that they are meant for, as a file of rules names them; "" for the Second World War."""
    losses: LossWords = LossWords()
    """What the text calls losses."""
    matters: Mapping[str, str] = {}
    """The paragraph that decides each kind of an umpire's matter, where the text has one."""
    postures: tuple[str, ...] = ()
    """Orders that a formation can be under."""
    actions: tuple[str, ...] = ()
    """What ``Act`` can name."""
    # Put in by the reader of a system; msgspec knows no type for them.
    facts: tuple[Any, ...] = ()
    """What the system keeps of stands, formations and the state besides their fields."""
    veil: str = ""
    """The secret of a campaign that the ids of masked enemies are made with; put in by the session that holds it."""
    house: Any = None
    """What makes these a house variant, a ``House``; None if they are none. It is put in by what makes them one."""

    @property
    def like(self) -> str:
        """The key that the program knows these rules by: of a variant of a coded system, that of the system."""
        return self.house.root if self.house is not None and self.house.coded else self.key

    def phase(self, key: str) -> PhaseRow:
        """Find a phase by its key."""
        return next(phase for phase in self.phases if phase.key == key)

    def keeps(self, of: type, key: str) -> bool:
        """Whether the system declares a fact of stands, of formations or of the state."""
        return any(fact.of is of and fact.key == key for fact in self.facts)

    def reading(self, key: str) -> str | int | float | bool:
        """Give the value of an interpretation."""
        return self.readings[key]

    def flag(self, key: str) -> bool:
        """Give a reading that is yes or no."""
        return bool(self._typed(key, bool))

    def word(self, key: str) -> str:
        """Give a reading that is a word."""
        return str(self._typed(key, str))

    def whole(self, key: str) -> int:
        """Give a reading that is a whole number."""
        return int(self._typed(key, int))

    def number(self, key: str) -> float:
        """Give a reading that is a number."""
        return float(self._typed(key, int, float))

    def _typed(self, key: str, *kinds: type) -> str | int | float | bool:
        value = self.readings[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            msg = f"the reading {key} is {value!r}, which is no {' or '.join(kind.__name__ for kind in kinds)}"
            raise TypeError(msg)
        return value

    @cached_property
    def readings(self) -> Mapping[str, str | int | float | bool]:
        """The interpretations by key."""
        return {item.key: item.value for item in self.interpretations}
