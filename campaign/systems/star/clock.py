"""Run the clock: rounds, goes, days and nights (3S 1.4, S-14, S-18, S-19)."""

from campaign.engine.ledger import Ledger
from campaign.kit import clock
from campaign.kit.control import take_ground
from campaign.kit.ending import side_keys
from campaign.kit.facts import AIR_DICE, SHOTS
from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.air import AirTasked
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import para, star
from campaign.systems.star.command.orders import reveal
from campaign.systems.star.command.supply import is_isolated
from campaign.systems.star.turn import sides_with_guns, waits
from campaign.systems.star.umpire import no_place
from campaign.systems.star.units import is_artillery

_new_round = clock.unmarks("begin_orders")


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the phase after the present one.

    Retreats, goes and guns come again and again until all have acted; phases without anything for anybody to do are
    passed over.
    """

    def wanted(phase: str) -> bool:
        return _wanted(situation, phase.removeprefix("night_"))

    return clock.next_clock(situation, star(situation).rounds, wanted=wanted)


def begin_orders(ledger: Ledger) -> None:
    """Begin a round: last round's marks go, ammunition, aircraft and reinforcements come."""
    _new_round(ledger)
    for stand in list(ledger.state.stands.values()):
        _supply_gun(ledger, stand)
    rule = para(ledger.situation, "S-21")
    for stand, index in clock.arriving(ledger, _room, rule=rule, why="reinforcement", elsewhere="reinforcement"):
        take_ground(ledger, stand.side, (index,), rule=rule)
    _task_aircraft(ledger)


def end_orders(ledger: Ledger) -> None:
    """Turn all orders face up; aircraft come here too, as a campaign opens in its first order step."""
    _task_aircraft(ledger)
    reveal(ledger)


def _wanted(situation: Situation, after: str) -> bool:
    if after in {"retreat", "go"}:
        return any(waits(situation, one, after) for one in situation.state.formations.values())
    if after == "air":
        least = star(situation).whole("air_dice")
        overcast = situation.state.weather == "overcast" and star(situation).flag("overcast_grounds_air")
        return not overcast and any(dice >= least for dice in AIR_DICE(situation.state).values())
    return after != "artillery" or bool(sides_with_guns(situation))


def _supply_gun(ledger: Ledger, stand: Stand) -> None:
    """Give a gun its ammunition for the round, unless it is isolated (S-14, 1.14)."""
    full = star(ledger.situation).whole("art_ammo_per_round")
    if not stand.on_map or SHOTS(stand) in {None, full} or not is_artillery(ledger.situation, stand):
        return
    if not is_isolated(ledger.situation, stand):
        rule = para(ledger.situation, "S-14")
        ledger.record(StandMarked(stand=stand.id, shots=full, rule=rule, why="ammunition for the round"))


def _room(situation: Situation, stand: Stand, index: int) -> int | None:
    host = situation.state.stands.get(stand.attached_to or "")
    if host is not None and host.gone is None:
        # What rides with a stand comes with it, wherever that is.
        if host.hex is None:
            return None
        index = host.hex
    return index if no_place(situation, stand, index) is None else None


def _task_aircraft(ledger: Ledger) -> None:
    state = ledger.state
    dice = dict.fromkeys(side_keys(ledger.situation), 0)
    for side, day, count in state.setting.air if not state.clock.night else ():
        dice[side] += count if day == state.clock.day else 0
    dice = {side: count for side, count in dice.items() if count}
    if dice != dict(AIR_DICE(state)):
        ledger.record(AirTasked(dice=dice, rule=para(ledger.situation, "S-17")))
