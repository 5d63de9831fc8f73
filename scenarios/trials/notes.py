"""Tell many games of one setup in plain text with tables, as they stand in the notes of a scenario."""

from __future__ import annotations

from statistics import median, median_low
from typing import TYPE_CHECKING

from campaign.model.names import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenarios.trials.records import GameRecord
    from scenarios.trials.summary import Balance

__all__ = ["balance_notes"]


def balance_notes(found: Balance, rings: Mapping[str, int], command: str) -> str:
    """
    Write what games came to: who won, points, units lost, and when each place fell.

    Parameters
    ----------
    rings
        On which day places fell in history; those it does not name did not, or nobody says.
    command
        What plays the same games again.
    """
    if not found.counted:
        return f"No game counts: the program failed in each of {count(len(found.records), 'game')}. `{command}`\n"
    return "\n".join([*_head(found, command), *_results(found), *_points(found), *_places(found, rings)]) + "\n"


def _head(found: Balance, command: str) -> Iterator[str]:
    seeds = [record.seed for record in found.counted]
    players = sorted({seat for record in found.counted for seat in record.seats.values()})
    failed = f"; not counted are {count(len(found.faults), 'game')} in which the program failed" if found.faults else ""
    days = max((row.day for record in found.counted for row in record.turns), default=1)
    yield (
        f"{count(len(seeds), 'game')}, seeds {seeds[0]} to {seeds[-1]}, {count(days, 'day')}, "
        f"played by {' and '.join(players)}{failed}: what `{command}` plays."
    )


def _results(found: Balance) -> Iterator[str]:
    yield from ("", "| result | games |", "|---|---|")
    for side in found.start.state.setting.sides:
        yield f"| {side.name} won | {_won(found, side.key)} |"
    yield f"| drawn | {_won(found, '')} |"


def _won(found: Balance, side: str) -> int:
    return sum(record.winner == side for record in found.counted)


def _points(found: Balance) -> Iterator[str]:
    sides = found.start.state.setting.sides
    points = [f"{one.name} {_middle([r.points.get(one.key, 0) for r in found.counted])}" for one in sides]
    lost = [f"{one.name} {_middle([_gone(r, one.key) for r in found.counted])}" for one in sides]
    yield ""
    yield f"Points, as the median of the games: {', '.join(points)}. Stands that were lost whole: {', '.join(lost)}."


def _gone(record: GameRecord, side: str) -> int:
    return sum(one.side == side for one in record.deaths)


def _middle(values: list[int]) -> str:
    """Give the median, and the least and the most where games differ."""
    low, high = min(values), max(values)
    return f"{median(values):g}" + (f" ({low} to {high})" if low < high else "")


def _places(found: Balance, rings: Mapping[str, int]) -> Iterator[str]:
    first = found.start.state.setting.sides[0]
    unit = found.unit
    yield from ("", f"| place | fell in history, {unit} | fell in games | median {unit} |", "|---|---|---|---|")
    for name in dict.fromkeys(spot.name for spot in found.start.state.setting.objectives):
        days = [day for record in found.counted if (day := _fell(found, record, name, first.key)) is not None]
        yield f"| {name} | {rings.get(name, 'not')} | {len(days)} | {median_low(days) if days else '-'} |"
    yield from ("", f"A place counts as fallen when the {first.name} side first has it.")


def _fell(found: Balance, record: GameRecord, name: str, side: str) -> int | None:
    taken = (one for one in record.takings if one.name == name and one.side == side)
    return next(((one.day if found.by_days else one.turn) for one in taken), None)
