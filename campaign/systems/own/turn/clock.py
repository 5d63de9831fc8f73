"""Run the clock through the phases in the author's order, whoever has them, by day and by night."""

from collections.abc import Sequence

from campaign.kit.authored import next_among
from campaign.kit.ending import side_keys
from campaign.model.calendar import Clock, date_of
from campaign.model.situation import Situation
from campaign.model.tables import PhaseRow
from campaign.systems.own.facts import GOES
from campaign.systems.own.shape.first import Phase
from campaign.systems.own.tables import own
from campaign.systems.own.turn.activation import goes_on


def turns_of(situation: Situation, day: int) -> int:
    """Count the turns of a day, dark ones included."""
    date = date_of(situation.state.setting.start, day)
    return own(situation).rules.time.turns_a_day[date.month - 1]


def season_of(situation: Situation) -> str:
    """Name the season of the present day."""
    month = date_of(situation.state.setting.start, situation.state.clock.day).month
    return ("winter", "spring", "summer", "autumn")[month % 12 // 3]


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the phase after this one; formations that act one by one have theirs again and again."""
    now = situation.state.clock
    if goes_on(situation):
        return now
    dark = own(situation).rules.time.night_turns
    turns = turns_of(situation, now.day)
    return next_among(now, situation.tables, lambda at: _slots(situation, at), turns, min(dark, turns - 1))


def _slots(situation: Situation, at: Clock) -> Sequence[tuple[str, PhaseRow]]:
    """List the phases of a turn with who has them: those of the sides that follow each other are one block."""
    last = at.turn == turns_of(situation, at.day)
    rows = [row for row in own(situation).rules.phase if _comes(row, at, last=last)]
    rows = rows or list(own(situation).rules.phase[:1])
    sides, found, block = order_of_sides(situation, at), list[tuple[str, PhaseRow]](), list[Phase]()
    for row in (*rows, None):
        if row is not None and row.each != "together":
            block.append(row)
            continue
        found += [(side, situation.tables.phase(one.key)) for side in sides for one in block]
        block = []
        found += [("", situation.tables.phase(row.key))] if row is not None else []
    return found


def _comes(row: Phase, at: Clock, *, last: bool) -> bool:
    return {
        "always": True, "day": not at.night, "night": at.night, "first turn": at.turn == 1, "last turn": last,
    }[row.when]  # fmt: skip


def order_of_sides(situation: Situation, at: Clock) -> list[str]:
    """Name the sides in the order that they act in a turn."""
    sides, how = side_keys(situation), own(situation).rules.time.first
    if how == "by turns":
        begun = (at.day + at.turn) % len(sides)
        return sides[begun:] + sides[:begun]
    goes = GOES(situation.state)
    if how == "dice" and goes and goes[-1] in sides:
        return [goes[-1], *(side for side in sides if side != goes[-1])]
    return sides


def is_last_turn(situation: Situation) -> bool:
    """Whether the present turn is the last of its day."""
    return situation.state.clock.turn >= turns_of(situation, situation.state.clock.day)


def ends_turn(situation: Situation) -> bool:
    """Whether the phase after this one is of another turn."""
    now, then = situation.state.clock, next_clock(situation)
    return (now.day, now.turn) != (then.day, then.turn)
