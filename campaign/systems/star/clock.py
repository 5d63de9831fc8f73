"""Run the clock: rounds, goes, days and nights (3S 1.4, S-14, S-18, S-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.control import take_ground
from campaign.kit.facts import AIR_DICE, SHOTS
from campaign.model.calendar import Clock
from campaign.model.verbs.air import AirTasked
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, para, row_of, star
from campaign.systems.star.command.orders import reveal
from campaign.systems.star.command.supply import is_isolated
from campaign.systems.star.fight.guns import sides_with_guns
from campaign.systems.star.fight.losses import room_for
from campaign.systems.star.turn import mark, mark_formation, side_keys, stage, waiting, waiting_retreats
from campaign.systems.star.units import is_artillery

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["begin_orders", "end_orders", "next_clock", "next_stage"]

_DAY = ("orders", "retreat", "go", "air", "artillery", "end")
_NIGHT = ("orders", "retreat", "go", "artillery", "recovery")
_ROUND_MARKS = (
    "moved", "step_1", "step_2", "step_3", "halted", "strategic", "attacked", "target", "fired", "revealed", "passed",
    "rested", "extra_attack", "working", "commanded",
)  # fmt: skip
_ROUND_FORMATION_MARKS = ("active", "passing", "attacking", "gone", "retreated")
_REPEATED = frozenset({"retreat", "go", "artillery"})


def next_clock(situation: Situation) -> Clock:
    """
    Give the clock of the phase after the present one.

    Retreats, goes and guns come again and again until all have acted; phases
    in which nobody has anything to do are passed over.
    """
    clock, now = situation.state.clock, stage(situation)
    stages = _NIGHT if clock.night else _DAY
    at = stages.index(now)
    for after in stages[at if now in _REPEATED else at + 1 :]:
        if _wanted(situation, after):
            side = clock.side if after == now else ""
            return Clock(clock.day, clock.turn, _phase(after, night=clock.night), clock.night, side)
    if clock.night:
        return Clock(clock.day + 1, 1, "orders")
    night = clock.turn >= star(situation).rounds
    return Clock(clock.day, clock.turn + 1, _phase("orders", night=night), night)


def next_stage(situation: Situation) -> str:
    """Say in a word what comes next."""
    return situation.tables.phase(next_clock(situation).phase).name


def begin_orders(ledger: Ledger) -> None:
    """Begin a round: last round's marks go, ammunition, aircraft and reinforcements come."""
    rule = para(ledger.situation, "1.4")
    for stand in list(ledger.state.stands.values()):
        mark(ledger, stand.id, off=_ROUND_MARKS, rule=rule, why="a new round")
    for formation in list(ledger.state.formations.values()):
        mark_formation(ledger, formation.id, off=_ROUND_FORMATION_MARKS, rule=rule, why="a new round")
    for stand in list(ledger.state.stands.values()):
        _supply_gun(ledger, stand)
        _arrive(ledger, stand)
    _task_aircraft(ledger)


def end_orders(ledger: Ledger) -> None:
    """Turn all orders face up; aircraft come here too, as a campaign opens in its first order step."""
    _task_aircraft(ledger)
    reveal(ledger)


def _phase(name: str, *, night: bool) -> str:
    return f"night_{name}" if night else name


def _wanted(situation: Situation, after: str) -> bool:
    sides = side_keys(situation)
    if after == "retreat":
        return any(waiting_retreats(situation, side) for side in sides)
    if after == "go":
        return any(waiting(situation, side) for side in sides)
    if after == "air":
        least = star(situation).number("air_dice")
        overcast = situation.state.weather == "overcast" and star(situation).flag("overcast_grounds_air")
        return not overcast and any(dice >= least for dice in AIR_DICE(situation.state).values())
    return after != "artillery" or bool(sides_with_guns(situation))


def _supply_gun(ledger: Ledger, stand: Stand) -> None:
    """Give a gun its ammunition for the round, unless it is isolated (S-14, 1.14)."""
    full = star(ledger.situation).number("art_ammo_per_round")
    if not stand.on_map or SHOTS(stand) in {None, full} or not is_artillery(ledger.situation, stand):
        return
    if not is_isolated(ledger.situation, stand):
        rule = para(ledger.situation, "S-14")
        ledger.record(StandMarked(stand=stand.id, shots=full, rule=rule, why="ammunition for the round"))


def _arrive(ledger: Ledger, stand: Stand) -> None:
    if stand.arrives is None or stand.gone is not None:
        return
    day, turn, index = stand.arrives
    clock, host = ledger.state.clock, ledger.state.stands.get(stand.attached_to or "")
    if host is not None and host.gone is None:
        # What rides with a stand comes with it, wherever that is.
        if host.hex is None:
            return
        index = host.hex
    if (clock.day, clock.turn) < (day, turn) or not _has_room(ledger.situation, stand, index):
        return
    rule = para(ledger.situation, "S-21")
    ledger.record(StandArrived(stand=stand.id, hex=index, rule=rule, why="reinforcement"))
    take_ground(ledger, stand.side, (index,), rule=rule)


def _has_room(situation: Situation, stand: Stand, index: int) -> bool:
    there, row = board(situation), row_of(star(situation), stand)
    if index in there.enemy[stand.side]:
        return False
    if row.role == "core":
        return index not in there.core
    return index in there.core and room_for(situation, stand, there.core[index])


def _task_aircraft(ledger: Ledger) -> None:
    state = ledger.state
    dice = dict.fromkeys(side_keys(ledger.situation), 0)
    for side, day, count in state.setting.air if not state.clock.night else ():
        dice[side] += count if day == state.clock.day else 0
    dice = {side: count for side, count in dice.items() if count}
    if dice != dict(AIR_DICE(state)):
        ledger.record(AirTasked(dice=dice, rule=para(ledger.situation, "S-17")))
