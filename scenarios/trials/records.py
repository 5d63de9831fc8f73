"""Hold what came of one game that played itself: a line of the file of trials."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads it at run time

import msgspec

__all__ = ["Death", "GameRecord", "Taking", "TurnRow"]


class TurnRow(msgspec.Struct, frozen=True):
    """How a game stood when a turn was over."""

    day: int
    turn: int
    points: Mapping[str, int]
    units: Mapping[str, int]
    """Stands on the map, by side."""
    lost: Mapping[str, int]
    """Strength points lost so far, by side."""
    gained_km: Mapping[str, float]
    """How far the fighting stands of a side are from where each began, towards the enemy, on the mean."""
    furthest_km: Mapping[str, float]
    out_of_command: Mapping[str, int]
    cut_off: Mapping[str, int]
    """Stands without a line of communication."""
    attacks: Mapping[str, int]
    """Attacks and shots ordered so far."""


class Death(msgspec.Struct, frozen=True):
    """Where and when a stand was lost."""

    stand: str
    side: str
    kind: str
    day: int
    turn: int
    hex: int
    how: str


class Taking(msgspec.Struct, frozen=True):
    """An objective changed hands."""

    name: str
    day: int
    turn: int
    side: str
    """The side that took it; "": it is nobody's again."""


class GameRecord(msgspec.Struct, frozen=True):
    """What came of a game."""

    seed: str
    setup: str
    """What was played, in words."""
    seats: Mapping[str, str]
    winner: str
    """The key of a side; "": a draw. Of a game that was broken off: who was ahead by points."""
    over: bool
    """Whether the rules ended it."""
    points: Mapping[str, int]
    turns: tuple[TurnRow, ...]
    takings: tuple[Taking, ...]
    held: Mapping[str, str]
    """The side that held each objective at the end."""
    orders: Mapping[str, int]
    """Orders given, by side."""
    refused: Mapping[str, int]
    kinds: Mapping[str, Mapping[str, int]]
    """Orders by kind, by side."""
    stands: Mapping[str, str]
    """The side of each stand that was ever on the map."""
    idle: tuple[str, ...]
    """Stands that never got an order though they were on the map."""
    unfought: tuple[str, ...]
    """Stands that never attacked, were never attacked in a fight and lost nothing."""
    deaths: tuple[Death, ...]
    seconds: float
    fault: str = ""
    """What went wrong in the program, if anything did; the game is then counted as none."""
    version: str = ""
    opening: str = ""
    """What it began from, as a digest: a scenario or board that was changed since begins from something else."""

    @property
    def falls(self) -> dict[str, int]:
        """On which day each objective first was taken by somebody, by name."""
        found: dict[str, int] = {}
        for one in self.takings:
            if one.side:
                found.setdefault(one.name, one.day)
        return found

    @property
    def same(self) -> GameRecord:
        """The record without what differs between two plays of the same game: how long it took."""
        return msgspec.structs.replace(self, seconds=0.0)
