"""Act (GR 5.4): one action a turn, which takes half the distance of a unit on the ground.

Fire is the usual one and has its own phase; here are reloading, repair, and getting on carriers and off them
(``carriers``).
"""

from collections.abc import Iterator
from functools import lru_cache

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import refuse
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.act import Act
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.systems.parkin.clock import acting, is_turn_of, why_cannot_act
from campaign.systems.parkin.fight.ammunition import reload, why_no_reload
from campaign.systems.parkin.march.ground import is_passable, neighbours, step
from campaign.systems.parkin.march.moving import why_no_stop
from campaign.systems.parkin.space import counters, is_adjacent, is_dummy, parkin, riders_of, sheet
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.problems import did_you_mean

RULE = "GR 5.4"
PHASE = "move"


def why_no_action(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit has no action left this turn."""
    if why := why_cannot_act(stand):
        return why
    if is_dummy(stand):
        return Refusal("GR 5.10", f"{stand.id} is a dummy and can only move")
    if "acted" in stand.marks:
        return Refusal(RULE, f"{stand.id} has had its action this turn")
    if "moved_far" in stand.marks and not sheet(situation, stand).flies:
        return Refusal(RULE, f"{stand.id} has used more than half its distance; an action takes the other half")
    return None


def _why_no_repair(situation: Situation, stand: Stand) -> Refusal | None:
    rule = "GR 5.12"
    if "repaired" in stand.marks:
        return Refusal(rule, f"{stand.id} has been repaired once; no more can be done for it")
    if not stand.losses:
        return Refusal(rule, f"{stand.id} has taken no damage that could be repaired")
    if not parkin(situation).reading("repair_levels"):
        return Refusal(rule, "nothing is repaired by the reading repair_levels")
    return None


def _repair(ledger: Ledger, stand: Stand) -> None:
    points = min(stand.losses, int(parkin(ledger.situation).number("repair_levels")))
    ledger.record(LossesRecovered(stand=stand.id, points=points, rule="GR 5.12", why="repaired"))
    ledger.record(StandMarked(stand=stand.id, on=("acted", "repaired"), rule="GR 5.12"))


_ACTIONS = {"reload": (why_no_reload, reload), "repair": (_why_no_repair, _repair)}


def why_not_act(situation: Situation, stand: Stand, order: Act) -> Refusal | None:
    """Say why a unit cannot do an action."""
    if order.action not in _ACTIONS:
        return Refusal(RULE, f"there is no action {order.action!r}; {did_you_mean(order.action, _ACTIONS)}")
    if order.target is not None:
        return Refusal(RULE, f"{order.action} is done where the unit is; name no hex")
    return why_no_action(situation, stand) or _ACTIONS[order.action][0](situation, stand)


def why_no_boarding(situation: Situation, stand: Stand, key: str) -> Refusal | None:
    """Say why a unit cannot get on a carrier."""
    if why := why_no_action(situation, stand):
        return why
    tables, carrier = parkin(situation), situation.state.stands.get(key)
    if carrier is None or carrier.side != stand.side or not carrier.on_map or carrier.id == stand.id:
        return Refusal(RULE, f"there is no carrier {key!r} of yours on the map")
    if carrier.profile.kind not in tables.carriers.kinds or is_dummy(carrier):
        return Refusal(RULE, f"{key} carries nobody; carriers are {', '.join(tables.carriers.kinds)}")
    paper = sheet(situation, stand)
    if paper.target not in tables.carriers.riders or not paper.max_speed or stand.profile.kind in tables.carriers.kinds:
        return Refusal(RULE, f"{stand.id} cannot be carried; only units on foot can")
    if len(riders_of(situation, key)) >= tables.number("carriers"):
        return Refusal(RULE, f"{key} is full")
    if not is_adjacent(situation, stand.hex or 0, carrier.hex or 0):
        return Refusal(RULE, f"{stand.id} gets on from the next hex; bring it and {key} together")
    return None


def _exit(situation: Situation, stand: Stand) -> int | None:
    """Find where a unit gets off: the first free hex it can enter, clockwise from where its carrier looks."""
    carrier = situation.state.stands[stand.attached_to or ""]
    start, there = carrier.facing or 0, counters(situation)
    move_type = sheet(situation, stand).move_type
    for side in ((start + turn) % SIDES for turn in range(SIDES)):
        onward = neighbours(situation, carrier.hex or 0)[side]
        if onward == NO_HEX or not is_passable(situation, move_type, onward):
            continue
        taken = step(situation, move_type, carrier.hex or 0, side)
        free = why_no_stop(situation, stand, onward, there) is None and onward not in there
        if free and not taken.why_barred:
            return onward
    return None


def why_no_landing(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit cannot get off its carrier."""
    if "embarked" not in stand.marks or stand.attached_to is None:
        return Refusal(RULE, f"{stand.id} is not aboard anything")
    if "waiting" in stand.marks or "acted" in stand.marks:
        return Refusal(RULE, f"{stand.id} has no action left this turn")
    if _exit(situation, stand) is None:
        return Refusal(RULE, f"{stand.id} finds no free hex beside {stand.attached_to} to get off into")
    return None


def offers(situation: Situation, key: str) -> Iterator[Act | Embark | Debark]:
    """List the actions of a stand, the carriers that it can get on, and whether it can get off."""
    stand = situation.state.stands[key]
    if not is_turn_of(situation, stand, PHASE):
        return
    if why_no_landing(situation, stand) is None:
        yield Debark(key)
    if why_no_action(situation, stand) is None:
        orders = (Act(key, action) for action in _ACTIONS)
        yield from (order for order in orders if why_not_act(situation, stand, order) is None)
        carriers = _carriers(Moment(situation), stand.side)
        yield from (Embark(key, carrier) for carrier in carriers if why_no_boarding(situation, stand, carrier) is None)


# Every stand of a side asks for them.
@lru_cache(maxsize=4)
def _carriers(moment: Moment, side: str) -> tuple[str, ...]:
    kinds = parkin(moment.situation).carriers.kinds
    return tuple(stand.id for stand in stands_of(moment.situation, side) if stand.profile.kind in kinds)


def _act(order: Act, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "an action")
    refuse(why_not_act(ledger.situation, stand, order))
    _ACTIONS[order.action][1](ledger, stand)


def _embark(order: Embark, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "getting on")
    refuse(why_no_boarding(ledger.situation, stand, order.carrier))
    carrier = ledger.state.stands[order.carrier]
    ledger.record(StandMoved(stand=stand.id, path=(stand.hex or 0, carrier.hex or 0), rule=RULE))
    ledger.record(StandMarked(stand=stand.id, on=("acted", "embarked"), attached_to=carrier.id, rule=RULE))


def _debark(order: Debark, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "getting off")
    refuse(why_no_landing(ledger.situation, stand))
    onward = _exit(ledger.situation, stand)
    assert onward is not None
    facing = neighbours(ledger.situation, stand.hex or 0).index(onward)
    ledger.record(StandMoved(stand=stand.id, path=(stand.hex or 0, onward), facing=facing, rule=RULE))
    ledger.record(StandMarked(stand=stand.id, on=("acted",), off=("embarked",), attached_to=None, rule=RULE))


ORDERS = {Act: _act, Embark: _embark, Debark: _debark}
