"""Keep dice as they fell."""

from __future__ import annotations

import msgspec

__all__ = ["Roll"]


class Roll(msgspec.Struct, frozen=True):
    """
    Dice as they fell, and how they were read.

    ``score`` is the least face that counts (0 where the sum is read);
    ``modifiers`` are pairs (what, how much), already in ``dice`` or ``total``.
    """

    what: str
    dice: tuple[int, ...]
    score: int
    hits: int
    rule: str
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    by: str = ""
    """Id of the stand or side that rolled."""
    number: int = 0
    """Which die of its stream the first of these was, from 1; 0: they are of no stream."""
    called: bool = False
    """Whether they were cast on a real table and called in."""
    double: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET
    """A face whose pairs hit too, and the hits of a pair; unset: no face does."""
    faces: int | msgspec.UnsetType = msgspec.UNSET
    """How many faces each die has; unset: six, as all dice once had."""

    @property
    def sides(self) -> int:
        """Say how many faces each of its dice has."""
        return 6 if self.faces is msgspec.UNSET else self.faces
