"""Get on carriers and off them, as an action (GR 5.4 ``carriers``)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.actions import why_no_action
from campaign.systems.parkin.clock import acting, is_turn_of
from campaign.systems.parkin.march.ground import is_passable, neighbours, step
from campaign.systems.parkin.march.moving import why_no_stop
from campaign.systems.parkin.space import counters, is_adjacent, is_dummy, parkin, sheet
from maps.grid.hexgrid import NO_HEX, SIDES

RULE = "GR 5.4"
PHASE = "move"


def riders_of(situation: Situation, carrier: str) -> list[Stand]:
    """List who is aboard a carrier."""
    return [stand for stand in situation.state.stands.values() if stand.attached_to == carrier and stand.on_map]


def why_no_boarding(situation: Situation, stand: Stand, key: str) -> Refusal | None:
    """Say why a unit cannot get on a carrier."""
    why = why_no_action(situation, stand)
    if why is not None:
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


def offers(situation: Situation, key: str) -> Iterator[Embark | Debark]:
    """List the carriers that a stand can get on, and whether it can get off."""
    stand = situation.state.stands[key]
    if not is_turn_of(situation, stand, PHASE):
        return
    if "embarked" in stand.marks:
        if why_no_landing(situation, stand) is None:
            yield Debark(key)
        return
    kinds, stands = parkin(situation).carriers.kinds, situation.state.stands.values()
    for carrier in (other for other in stands if other.profile.kind in kinds and other.side == stand.side):
        if why_no_boarding(situation, stand, carrier.id) is None:
            yield Embark(key, carrier.id)


def _embark(order: Embark, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "getting on")
    why = why_no_boarding(ledger.situation, stand, order.carrier)
    if why is not None:
        raise why
    carrier = ledger.state.stands[order.carrier]
    ledger.record(StandMoved(stand=stand.id, path=(stand.hex or 0, carrier.hex or 0), rule=RULE))
    ledger.record(StandMarked(stand=stand.id, on=("acted", "embarked"), attached_to=carrier.id, rule=RULE))


def _debark(order: Debark, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "getting off")
    why = why_no_landing(ledger.situation, stand)
    if why is not None:
        raise why
    onward = _exit(ledger.situation, stand)
    assert onward is not None
    facing = neighbours(ledger.situation, stand.hex or 0).index(onward)
    ledger.record(StandMoved(stand=stand.id, path=(stand.hex or 0, onward), facing=facing, rule=RULE))
    ledger.record(StandMarked(stand=stand.id, on=("acted",), off=("embarked",), attached_to=None, rule=RULE))


ORDERS = {Embark: _embark, Debark: _debark}
