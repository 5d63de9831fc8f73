"""List who is still to come, day by day: when, who, his formation, and where onto the map."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.calendar import date_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Arrival", "arriving"]


class Arrival(NamedTuple):
    """Units of a formation that come in the same turn at the same hex."""

    day: int
    turn: int
    date: str
    """As 1944-12-16."""
    hex: int
    side: str
    formation: str
    """What it is called."""
    units: tuple[str, ...]
    """What is written on their counters."""


def arriving(view: Situation, stands: Iterable[Stand]) -> tuple[Arrival, ...]:
    """List those of some stands who are still to come, the first of them first."""
    due: dict[tuple[int, int, int, str, str], list[str]] = defaultdict(list)
    for stand in stands:
        if stand.arrives is not None and stand.gone is None:
            due[(*stand.arrives, stand.side, stand.formation)].append(_name(stand))
    start, formations = view.state.setting.start, view.state.formations
    return tuple(
        Arrival(
            day, turn, date_of(start, day).isoformat(), index, side,
            formations[formation].name if formation in formations else formation, tuple(sorted(units)),
        )
        for (day, turn, index, side, formation), units in sorted(due.items())
    )  # fmt: skip


def _name(stand: Stand) -> str:
    """Name a unit; the counter of a headquarters may bear the number of its formation alone."""
    name = stand.profile.short or stand.profile.name or stand.id
    return f"{name} HQ" if stand.profile.kind == "hq" and name.isdigit() else name
