"""
Roll dice as a parameter, never as a habit.

A rule asks the dice it is handed; previews get none. Seeded dice depend on
the campaign's seed and the number of the log entry alone, so a refused order
sent again rolls the same.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

__all__ = ["CalledDice", "Dice", "DiceShort", "ScriptedDice", "SeededDice", "StrangeFace", "dice_of_choice",
           "face_of"]  # fmt: skip

_DIGEST_BYTES = 12


class Dice(Protocol):
    """
    Anything that rolls.

    Dice that have ``drawn``, a count of those drawn so far, are numbered in
    the log: each can be drawn again and checked.
    """

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll ``count`` dice of ``faces`` faces."""
        ...


def face_of(digest: bytes, faces: int = 6) -> int:
    """
    Turn the first twelve bytes of a hash into a face.

    Each face is equally likely to within ``faces`` in 2**96.

    >>> face_of(bytes(11) + bytes([7]))
    2
    """
    return 1 + int.from_bytes(digest[:_DIGEST_BYTES], "big") % faces


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

    @property
    def drawn(self) -> int:
        """How many were drawn so far."""
        return self._drawn

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll; each face is equally likely to within 2**-64."""
        return tuple(self._one(faces) for _ in range(count))

    def face(self, number: int, faces: int = 6) -> int:
        """Say what the die of this number shows, counted from 1; nothing is drawn."""
        return face_of(hashlib.sha256(self._label + b"/" + str(number).encode()).digest(), faces)

    def _one(self, faces: int) -> int:
        self._drawn += 1
        return self.face(self._drawn, faces)


def dice_of_choice(seed: str, side: str, passed: int, entry: int) -> SeededDice:
    """
    Give the dice that a side which plays itself chooses by.

    Parameters
    ----------
    passed
        How many it was told not to think of: passing a choice over gives other dice.
    entry
        The number of the log entry that the choice goes into.
    """
    return SeededDice(f"{seed}/{side}/{passed}", entry)


class ScriptedDice:
    """
    Dice that fall as told in a test or a case.

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


class StrangeFace(ValueError):  # noqa: N818 - it reads as what happened
    """A die shows what none of its faces shows."""


class DiceShort(Exception):  # noqa: N818 - it reads as what happened
    """More dice are wanted than were called in."""


class CalledDice:
    """
    Dice cast on a real table and called in, in the order that they are asked for.

    >>> CalledDice((6, 1)).roll(1)
    (6,)
    """

    def __init__(self, faces: tuple[int, ...]) -> None:
        """Take the faces."""
        self._faces, self._next = faces, 0

    @property
    def left(self) -> int:
        """How many nobody asked for."""
        return len(self._faces) - self._next

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """
        Hand out the next faces.

        Raises
        ------
        DiceShort
            If too few were called in.
        StrangeFace
            If a face is none that the die has.
        """
        taken = self._faces[self._next : self._next + count]
        if any(not 1 <= face <= faces for face in taken):
            msg = f"a die of {faces} faces cannot show {next(face for face in taken if not 1 <= face <= faces)}"
            raise StrangeFace(msg)
        if len(taken) < count:
            msg = f"{count - len(taken)} dice more are wanted"
            raise DiceShort(msg)
        self._next += count
        return taken
