"""
Read the dice of a side that plays itself.

The tables are those of Russell Parkin, "Generic Rules", Lone Warrior 120, 1997 (GR 5.11): a
unit moves if a D6 shows no more than its probability of movement; two D6 give a
direction and a route; it fires at point blank and short range always, at
medium on 1 to 5, further on 1 to 3. For the other systems that is a default of ours.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BANDS", "MOVES_ON", "RULE", "STEPS", "Heading", "fires_on", "heading_of", "random_of"]

RULE = "GR 5.11"
MOVES_ON = 4
"""Probability of movement of a stand whose sheet gives none."""

_ROWS = (
    ("Adv Dir", "Adv Dir", "Adv Dir", "Adv Esy", "Adv Esy", "Adv Esy"),
    ("Adv Esy", "Adv Esy", "OfL Dir", "OfL Dir", "OfL Dir", "OfL Esy"),
    ("OfL Esy", "OfL Esy", "OfL Esy", "OfL Esy", "OfR Dir", "OfR Dir"),
    ("OfR Dir", "OfR Esy", "OfR Esy", "OfR Esy", "OfR Esy", "OfR Esy"),
    ("Ret Dir", "Ret Dir", "Ret Dir", "Ret Esy", "Ret Esy", "Ret Esy"),
    ("Ret Esy", "Ret Esy", "Rnd Dir", "Rnd Dir", "Rnd Esy", "Rnd Esy"),
)
_WORDS = {
    "Adv": "advance", "OfL": "outflank left", "OfR": "outflank right", "Ret": "retreat", "Rnd": "at random",
    "Dir": "by the shortest way", "Esy": "by the easiest way",
}  # fmt: skip

STEPS = {
    "NW": (-1, -1), "N": (0, -1), "NE": (1, -1), "W": (-1, 0), "E": (1, 0), "SW": (-1, 1), "S": (0, 1), "SE": (1, 1),
}  # fmt: skip
"""Where a random move goes, as (east, south), by its direction."""

_SCATTER = (("NW", "N", "NE"), ("W", "", "E"), ("SW", "S", "SE"))

BANDS = ("near", "medium", "far")
_FIRES_ON = {"near": 6, "medium": 5, "far": 3}


class Heading(NamedTuple):
    """What the dice say of a move."""

    aim: str
    """Adv, OfL, OfR, Ret or Rnd."""
    easy: bool
    """The easiest way rather than the shortest."""

    def words(self) -> str:
        """Say it in words."""
        return f"{_WORDS[self.aim]} {_WORDS['Esy' if self.easy else 'Dir']}"


def heading_of(first: int, second: int) -> Heading:
    """
    Read direction and route off two dice: the first gives the row, the second the column.

    >>> heading_of(3, 5)
    Heading(aim='OfR', easy=False)
    """
    aim, _, route = _ROWS[first - 1][second - 1].partition(" ")
    return Heading(aim, route == "Esy")


def random_of(first: int, second: int) -> str:
    """
    Read a random direction off two dice: the first gives the column, the second the row; "" if the stand stays.

    >>> random_of(1, 6)
    'SW'
    """
    return _SCATTER[(second - 1) // 2][(first - 1) // 2]


def fires_on(band: str) -> int:
    """Give the highest face that a stand fires on: ``near`` (point blank and short), ``medium`` or ``far``."""
    return _FIRES_ON[band]
