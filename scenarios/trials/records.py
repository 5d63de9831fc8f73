"""Hold what came of one game that played itself: a line of the file of trials."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads it at run time

import msgspec

__all__ = ["Death", "GameRecord", "TurnRow"]


class TurnRow(msgspec.Struct, frozen=True):
    """How a game stood when a turn began."""

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
    hex: int
    how: str


class GameRecord(msgspec.Struct, frozen=True):
    """What came of a game."""

    seed: str
    seats: Mapping[str, str]
    winner: str
    """The key of a side; "": a draw, or not over."""
    over: bool
    points: Mapping[str, int]
    turns: tuple[TurnRow, ...]
    falls: Mapping[str, int]
    """On which day each objective first changed hands, by name."""
    held: Mapping[str, str]
    """The side that held each objective at the end."""
    orders: Mapping[str, int]
    """Orders given, by side."""
    refused: Mapping[str, int]
    kinds: Mapping[str, Mapping[str, int]]
    """Orders by kind, by side."""
    idle: tuple[str, ...]
    """Stands that never got an order though they were on the map."""
    deaths: tuple[Death, ...]
    seconds: float
    fault: str = ""
    """What went wrong in the program, if anything did; the game is then counted as none."""
    version: str = ""
