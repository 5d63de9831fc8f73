"""Land units from the air (ZN 4.17).

One D6, one more for each of: enemy flak within 2 inches, parachutists in rough
ground, gliders in broken (they never land in rough); two more at night. A high
total disperses strength, which comes back on the next nights, and loses some.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_stand, require_phase
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.land import Land, StandArrived, StandScattered
from campaign.systems.zen.departure import eliminate
from campaign.systems.zen.facts import RETURNING
from campaign.systems.zen.fight.air import flak_near
from campaign.systems.zen.march.room import fits
from campaign.systems.zen.space import dice_ground, strength, zen
from campaign.systems.zen.supply.stores import division_of

RULE = "ZN 4.17"
_PHASES = ("air", "night_move")


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List every landing of a stand: all hexes where it can come down, by parachute and by glider."""
    stand = situation.state.stands[stand_id]
    if situation.state.clock.phase not in _PHASES or stand.gone is not None or _why_not_fly(situation, stand):
        return
    for index in range(len(situation.map)):
        if not _why_not_here(situation, stand, index):
            yield Land(stand_id, index)
            if not _why_no_glider(situation, index):
                yield Land(stand_id, index, glider=True)


def landing_modifiers(situation: Situation, side: str, index: int, *, glider: bool) -> tuple[tuple[str, int], ...]:
    """Give what is added to a landing's roll, with the reasons."""
    table, ground = zen(situation).air, dice_ground(situation, index)
    reasons = (
        (flak_near(situation, index, side) is not None, ("enemy flak near", table.near_flak)),
        (ground == "rough" and not glider, ("parachutists in rough ground", table.paras_in_rough)),
        (ground == "broken" and glider, ("gliders in broken ground", table.gliders_in_broken)),
        (situation.state.clock.night, ("at night", table.night)),
    )
    return tuple(modifier for holds, modifier in reasons if holds)


def _land(order: Land, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by, on_map=False)
    require_phase(ledger.situation, _PHASES, "an air-landing")
    why = _why_not_fly(ledger.situation, stand)
    why = why or _why_not_here(ledger.situation, stand, order.target)
    why = why or (_why_no_glider(ledger.situation, order.target) if order.glider else None)
    if why:
        raise Refusal(*why)
    modifiers = landing_modifiers(ledger.situation, stand.side, order.target, glider=order.glider)
    how = "by glider" if order.glider else "by parachute"
    roll = ledger.roll_total(f"{stand.profile.short} lands {how}", RULE, modifiers, by=stand.id)
    ledger.record(StandArrived(stand=stand.id, hex=order.target, rolls=(roll,), rule=RULE, why=f"landed {how}"))
    _scatter(ledger, stand, roll)


ORDERS = {Land: _land}


def _scatter(ledger: Ledger, stand: Stand, roll: Roll) -> None:
    total = roll.total or 0
    row = next(row for row in zen(ledger.situation).air.landing if total <= row.upto)
    lost = min(row.lost, strength(stand))
    dispersed = min(row.dispersed, strength(stand) - lost)
    if not lost + dispersed:
        return
    clock = ledger.state.clock
    # Recovery comes before movement in a night, so who lands by night waits for the next one.
    first = clock.day + (1 if clock.night else 0)
    back = (*RETURNING(stand), *((first + night, 1) for night in range(dispersed)))
    why = f"total {total}: {dispersed} dispersed, {lost} lost"
    ledger.record(
        StandScattered(stand=stand.id, returning=back, points=lost + dispersed, lost=lost, rule=RULE, why=why)
    )
    if not dispersed and strength(ledger.state.stands[stand.id]) == 0:
        eliminate(ledger, stand.id, rule=RULE, why="lost in landing")


def _why_not_fly(situation: Situation, stand: Stand) -> tuple[str, str] | None:
    clock, table = situation.state.clock, zen(situation)
    if stand.hex is not None:
        return RULE, f"{stand.id} is on the map already"
    if stand.arrives is not None and (clock.day, clock.turn) < stand.arrives[:2]:
        return RULE, f"{stand.id} is ready on day {stand.arrives[0]}, turn {stand.arrives[1]}, and not before"
    if division_of(situation.state.formations, stand.formation).kind != table.reading("air_landing_units"):
        return RULE, f"{stand.id} is of no parachute division and cannot land from the air"
    if situation.state.weather == "overcast" and table.reading("air_landing_weather") == "not_overcast":
        return "ZN 4.15", f"{stand.id} cannot be flown in overcast weather; wait for a better day"
    return None


def _why_no_glider(situation: Situation, index: int) -> tuple[str, str] | None:
    if dice_ground(situation, index) != "rough":
        return None
    number = situation.map.number(index)
    return RULE, f"gliders do not land in rough ground, and {number} is; choose open or broken ground"


def _why_not_here(situation: Situation, stand: Stand, index: int) -> tuple[str, str] | None:
    if not (0 <= index < len(situation.map) and bool(situation.map.inside[index])):
        return RULE, f"hex {index} lies off the map; name a hex of the map"
    if not fits(situation, stand.id, index):
        number = situation.map.number(index)
        return RULE, f"{stand.id} cannot land in {number}: water, the enemy, or no room there; choose another hex"
    return None
