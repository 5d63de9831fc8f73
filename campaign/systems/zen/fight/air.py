"""Strike and look from the air, and land units from it (ZN 4.15, 4.17).

The umpire gives each side its dice; they may be massed as desired. In cloud half of them fly, in overcast none. A 6
hits; flak near the target may halve the dice; saves apply. All is declared in the air phase and carried out at its end.

A landing takes one D6, one more for each of: enemy flak within 2 inches, parachutists in rough ground, gliders in
broken (they never land in rough); two more at night. A high total disperses strength, which comes back on the next
nights, and loses some.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_side, own_stand, refuse, require_phase
from campaign.kit.facts import AIR_DICE
from campaign.kit.pools import Pool, halved
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.air import AirRecon, AirReported, AirStrike, AirTasked
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.land import Land, StandArrived, StandScattered
from campaign.systems.zen.clock import air_share, recon_score
from campaign.systems.zen.departure import eliminate
from campaign.systems.zen.facts import RETURNING
from campaign.systems.zen.fight.firepower import Attack
from campaign.systems.zen.fight.volley import Tally, Volley, fire, settle, stands_under_fire
from campaign.systems.zen.space import dice_ground, enemies, fits, is_on_map, is_within, zen
from campaign.systems.zen.spotting import visible_from
from campaign.systems.zen.supply.stores import division_of

RULE = "ZN 4.17"
WEATHER = "ZN 4.15"
_PHASES = ("air",)


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List every strike and look of a side from the air: any hex of the map, every number of the dice it has free."""
    if situation.state.clock.phase not in _PHASES or side not in {known.key for known in situation.state.setting.sides}:
        return
    hexes: list[int] = situation.map.inside.nonzero()[0].tolist()
    if not _why_no_look(situation, side):
        yield from (AirRecon(side, index) for index in hexes)
    for dice in range(1, dice_free(situation, side) + 1):
        yield from (AirStrike(side, index, dice) for index in hexes)


def begin_air(ledger: Ledger) -> None:
    """Give the sides their dice for the turn, or for the day (``air_dice``), as the weather lets them fly."""
    state = ledger.state
    if not state.setting.air or (zen(ledger.situation).reading("air_dice") == "day" and state.clock.turn > 1):
        return
    share = air_share(ledger.situation)
    given = {side.key: sum(n for key, day, n in state.setting.air if (key, day) == (side.key, state.clock.day))
             for side in state.setting.sides}  # fmt: skip
    dice = {side: int(count * share) for side, count in given.items()}
    ledger.record(AirTasked(dice=dice, rule=RULE, why=f"{state.weather} weather: {share:.0%} of the dice fly"))


def dice_free(situation: Situation, side: str) -> int:
    """Count the dice of air power that a side has left and not yet declared."""
    strikes = (order for order in situation.state.declared if isinstance(order, AirStrike) and order.side == side)
    return AIR_DICE(situation.state).get(side, 0) - sum(order.dice for order in strikes)


def flak_near(situation: Situation, index: int, side: str, reach: float | None = None) -> str | None:
    """Name a flak unit of the enemies of a side within a reach of a hex, 2 inches unless told; or nothing."""
    reach = zen(situation).air.flak_inches if reach is None else reach
    flak = (s for s in enemies(situation, side) if s.profile.kind == "antiaircraft" or "flak" in s.profile.traits)
    return min((s.id for s in flak if is_within(situation, s.hex or 0, index, reach)), default=None)


def end_air(ledger: Ledger) -> None:
    """Carry out what was declared: looks first, then all strikes at once, those of a side on one hex massed."""
    declared = ledger.state.declared
    for order in declared:
        if isinstance(order, AirRecon):
            _look(ledger, order)
    massed: dict[tuple[str, int], int] = {}
    for order in declared:
        if isinstance(order, AirStrike):
            massed[order.side, order.target] = massed.get((order.side, order.target), 0) + order.dice
    if any(isinstance(order, AirRecon | AirStrike) for order in declared):
        ledger.record(OrderWithdrawn(stand=None, rule=RULE, why="all sorties have been flown"))
    if massed:
        _strike_all(ledger, massed)


def _air_strike(order: AirStrike, by: str, ledger: Ledger) -> None:
    side = own_side(ledger.situation, order.side, by)
    require_phase(ledger.situation, _PHASES, "an air strike")
    _require_hex(ledger.situation, order.target)
    free = dice_free(ledger.situation, side)
    if not 1 <= order.dice <= free:
        weather = ledger.state.weather or "unknown"
        raise Refusal(RULE, f"{order.dice} dice are asked for and {free} are free (weather {weather}); ask for fewer")
    ledger.record(OrderDeclared(order=order, by=by, rule=RULE))


def _air_recon(order: AirRecon, by: str, ledger: Ledger) -> None:
    side = own_side(ledger.situation, order.side, by)
    require_phase(ledger.situation, _PHASES, "air reconnaissance")
    _require_hex(ledger.situation, order.target)
    refuse(_why_no_look(ledger.situation, side))
    ledger.record(OrderDeclared(order=order, by=by, rule=RULE))


def _why_no_look(situation: Situation, side: str) -> tuple[str, str] | None:
    if recon_score(situation) is None:
        return WEATHER, f"no aircraft fly in {situation.state.weather} weather; wait for a better day"
    if any(isinstance(other, AirRecon) and other.side == side for other in situation.state.declared):
        return RULE, "one hex a turn is looked at from the air; this turn's is chosen"
    return None


def _require_hex(situation: Situation, index: int) -> None:
    if not is_on_map(situation, index):
        raise Refusal(RULE, f"hex {index} lies off the map; name a hex of the map")


def _look(ledger: Ledger, order: AirRecon) -> None:
    score = recon_score(ledger.situation)
    rolls: tuple[Roll, ...] = ()
    clear = score == 1
    if score is not None and not clear:
        roll = ledger.roll("air reconnaissance finds a gap in the cloud", 1, score, WEATHER, by=order.side)
        rolls, clear = (roll,), roll.hits > 0
    reach = float(zen(ledger.situation).reading("air_recon_inches"))
    seen = visible_from(ledger.situation, order.side, order.target, reach) if clear else ()
    why = f"all within {reach:g} inches that shows" if clear else "cloud hid the ground"
    ledger.record(AirReported(side=order.side, target=order.target, stands=seen, rolls=rolls, rule=RULE, why=why))


def _strike_all(ledger: Ledger, massed: dict[tuple[str, int], int]) -> None:
    tally, hit = Tally(), dict[str, None]()
    for (side, target), dice in massed.items():
        under = stands_under_fire(ledger.situation, target, side)
        rolls, hits = _strike(ledger, tally, side, target, dice, under) if under else ((), 0)
        why = "" if under else "nobody there"
        ledger.record(FireResolved(by=side, kind="air", target=target, hits=hits, rolls=rolls, rule=RULE, why=why))
        hit |= dict.fromkeys(under)
    left = dict(AIR_DICE(ledger.state))
    for (side, _), dice in massed.items():
        left[side] -= dice
    ledger.record(AirTasked(dice=left, rule=RULE, why="dice left after the strikes"))
    settle(ledger, tally, hit, rule=RULE, by="from the air")


def _strike(
    ledger: Ledger, tally: Tally, side: str, target: int, dice: int, under: tuple[str, ...]
) -> tuple[tuple[Roll, ...], int]:
    pool: Pool = (("aircraft", dice),)
    flak = flak_near(ledger.situation, target, side)
    first: tuple[Roll, ...] = ()
    if flak is not None:
        roll = ledger.roll("flak", 1, int(zen(ledger.situation).reading("flak_halves")), RULE, by=flak)
        first = (roll,)
        pool = halved(pool, "flak") if roll.hits else pool
    plain = zen(ledger.situation).reading("air_hits") == "six"
    score = zen(ledger.situation).air.hit if plain else None
    rolls, hits = fire(ledger, tally, Volley(side, "air strike", pool, Attack(target), (under,), RULE, score))
    return (*first, *rolls), hits


_LANDING_PHASES = ("air", "night_move")


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List every landing of a stand: all hexes where it can come down, by parachute and by glider."""
    stand = situation.state.stands[stand_id]
    if situation.state.clock.phase not in _LANDING_PHASES or stand.gone is not None or _why_not_fly(situation, stand):
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
    require_phase(ledger.situation, _LANDING_PHASES, "an air-landing")
    why = _why_not_fly(ledger.situation, stand)
    why = why or _why_not_here(ledger.situation, stand, order.target)
    why = why or (_why_no_glider(ledger.situation, order.target) if order.glider else None)
    refuse(why)
    modifiers = landing_modifiers(ledger.situation, stand.side, order.target, glider=order.glider)
    how = "by glider" if order.glider else "by parachute"
    roll = ledger.roll_total(f"{stand.profile.short} lands {how}", RULE, modifiers, by=stand.id)
    ledger.record(StandArrived(stand=stand.id, hex=order.target, rolls=(roll,), rule=RULE, why=f"landed {how}"))
    _scatter(ledger, stand, roll)


ORDERS = {AirStrike: _air_strike, AirRecon: _air_recon, Land: _land}


def _scatter(ledger: Ledger, stand: Stand, roll: Roll) -> None:
    total = roll.total or 0
    row = next(row for row in zen(ledger.situation).air.landing if total <= row.upto)
    lost = min(row.lost, stand.points)
    dispersed = min(row.dispersed, stand.points - lost)
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
    if not dispersed and ledger.state.stands[stand.id].points == 0:
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
    if not is_on_map(situation, index):
        return RULE, f"hex {index} lies off the map; name a hex of the map"
    if not fits(situation, stand.id, index):
        number = situation.map.number(index)
        return RULE, f"{stand.id} cannot land in {number}: water, the enemy, or no room there; choose another hex"
    return None
