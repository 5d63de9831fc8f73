"""
Roll dice as a parameter, never as a habit.

A rule asks the dice it is handed; previews get none. Seeded dice depend on
the campaign's seed and the number of the log entry alone, so a refused order
sent again rolls the same.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

__all__ = ["Dice", "ScriptedDice", "SeededDice"]


class Dice(Protocol):
    """Anything that rolls."""

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll ``count`` dice of ``faces`` faces."""
        ...


class SeededDice:
    """
    Dice drawn from SHA-256 of seed, entry and a counter.

    >>> SeededDice("ardennes", 7).roll(3) == SeededDice("ardennes", 7).roll(3)
    True
    """

    def __init__(self, seed: str, entry: int) -> None:
        """Start the stream of one log entry."""
        self._label = f"{seed}/{entry}".encode()
        self._drawn = 0

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll; each face is equally likely to within 2**-64."""
        return tuple(self._one(faces) for _ in range(count))

    def _one(self, faces: int) -> int:
        self._drawn += 1
        digest = hashlib.sha256(self._label + b"/" + str(self._drawn).encode()).digest()
        return 1 + int.from_bytes(digest[:12], "big") % faces


class ScriptedDice:
    """
    Dice that fall as told: from a real table, or in a test.

    >>> ScriptedDice(6, 1).roll(2)
    (6, 1)
    """

    def __init__(self, *faces: int) -> None:
        """Take the faces in the order they will be asked for."""
        self._left = list(faces)

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """
        Hand out the next faces.

        Raises
        ------
        ValueError
            If the script is too short, or names a face the die has not.
        """
        if len(self._left) < count:
            msg = f"{count} dice wanted and {len(self._left)} called in; call in the rest"
            raise ValueError(msg)
        taken, self._left = tuple(self._left[:count]), self._left[count:]
        if any(not 1 <= face <= faces for face in taken):
            msg = f"a die of {faces} faces cannot show {taken}"
            raise ValueError(msg)
        return taken
