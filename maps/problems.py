"""
Say what is wrong with a piece of data, where, and what to do about it.

Everything that reads users' files collects problems and raises them together,
so that one look mends them all.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Problem", "ProblemsFound", "did_you_mean", "first_of", "raise_any"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Problem:
    """
    One fault in one place.

    >>> print(Problem("orbat.csv, line 3", "hex '9999' is not on the map", "use 0101 to 5556"))
    orbat.csv, line 3: hex '9999' is not on the map; use 0101 to 5556
    """

    place: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        """Print as one line."""
        return f"{self.place}: {self.what}" + (f"; {self.remedy}" if self.remedy else "")


class ProblemsFound(Exception):  # noqa: N818 - it reads as what happened
    """Data was refused; ``problems`` holds every reason, not just the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Keep the problems; the message lists them a line each."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def raise_any(problems: Sequence[Problem]) -> None:
    """Raise the problems together, if there are any."""
    if problems:
        raise ProblemsFound(problems)


def first_of(found: Iterable[T], place: str, what: str, remedy: str) -> T:
    """
    Take the first that was found; without one say what is wrong, where, and the way out.

    >>> first_of([3, 4], "orbat.csv, line 3", "no number", "write one")
    3
    """
    for one in found:
        return one
    raise ProblemsFound([Problem(place, what, remedy)])


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """
    Suggest the nearest known word, or list them.

    >>> did_you_mean("wods", ["woods", "open"])
    "did you mean 'woods'?"
    """
    choices = sorted(known)
    close = difflib.get_close_matches(word, choices, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return "known are " + ", ".join(choices) if choices else ""
