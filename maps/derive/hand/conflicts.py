"""Say where a correction by hand does not fit the map it is put onto."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from maps.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maps.record import Correction

__all__ = ["CONFLICTS", "Conflict", "Done", "Touched"]

Touched = tuple[int | tuple[int, int], ...]

CONFLICTS = {
    "off the map": "it hits nothing on this map",
    "unknown": "it says what this map has no word for; nothing was done",
    "overrules": "it contradicts an earlier correction; the later one holds",
    "idle": "it changes nothing: the map says so already",
    "small": "it is too small for hexes of this size; the one hex or hexside nearest to it was taken",
    "town": "a town or city in its way was left as it is",
    "no water": "there is neither water nor a link to cross",
    "no place": "there is no place of that name near",
}
"""Kinds of conflict, and what each means."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A misfit of a correction; ``problem`` says it in words, with the place."""

    correction: Correction
    kind: str
    """One of ``CONFLICTS``."""
    problem: Problem
    touched: Touched = ()
    """The hexes or hexsides that it is about."""

    def __str__(self) -> str:
        """Print as one line."""
        return str(self.problem)

    @classmethod
    def of(cls, correction: Correction, kind: str, what: str, remedy: str, touched: Touched = ()) -> Conflict:
        """Make a conflict, its place being the correction's name and position."""
        return cls(correction, kind, Problem(_place(correction), what, remedy), touched)

    @classmethod
    def unknown(cls, correction: Correction, key: str, word: str, known: Iterable[str]) -> Conflict:
        """Tell of a word that the map does not have."""
        return cls.of(correction, "unknown", f"{key} is {word!r}", did_you_mean(word, known))


class Done(NamedTuple):
    """What one correction bore on, and what did not fit."""

    touched: Touched = ()
    conflicts: tuple[Conflict, ...] = ()


def _place(correction: Correction) -> str:
    lon, lat = correction.points[0] if correction.points else (float("nan"), float("nan"))
    named = f" {correction.name!r}" if correction.name else ""
    return f"correction {correction.id}{named} at {lon:.5g} {lat:.5g}"
