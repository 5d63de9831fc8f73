"""Do what only the author of a rule file decides: the order of phases, points for anything."""

from collections.abc import Callable, Sequence

from campaign.engine.ledger import Ledger
from campaign.kit.clock import turn_after
from campaign.model.calendar import Clock
from campaign.model.tables import PhaseRow, Tables
from campaign.model.verbs.scoring import PointsScored


def next_among(
    clock: Clock, tables: Tables, slots: Callable[[Clock], Sequence[tuple[str, PhaseRow]]], turns: int, dark: int
) -> Clock:
    """Give the clock after the present one where sides share phases of a turn in an order of their own.

    ``slots``: the phases of a clock's turn, each with the side that has it, "" where all act.
    """
    rows = slots(clock)
    same = (k for k, (side, row) in enumerate(rows) if row.key == clock.phase and side in {"", clock.side})
    for side, row in rows[next(same, -1) + 1 :]:
        return Clock(clock.day, clock.turn, row.key, clock.night, side)
    after = turn_after(tables, clock, turns, dark)
    side, row = slots(after)[0]
    return Clock(after.day, after.turn, row.key, after.night, side)


def award(ledger: Ledger, side: str, what: str, points: int, *, rule: str) -> None:
    """Give a side points for something else than a place."""
    ledger.record(PointsScored(side=side, objective=what, points=points, rule=rule))
