"""Bring up stores by night (ZN 4.13, 4.14).

A division with a valid land route to a supply source takes its nation's rate of the year, infantry less and in LOG
alone; its commander chooses the mix, up to what it can hold. By air it is half of that, rounded down, and halved again
by flak and by poor weather, each on a D6 of 4 or more.
"""

from collections.abc import Iterator, Mapping

from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import SupplyTrace
from campaign.kit.authority import UMPIRE, own_formation, refuse_if, require_phase, require_umpire
from campaign.model.anyorder import AnyOrder
from campaign.model.calendar import date_of
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Formation
from campaign.model.verbs.marking import FormationMarked
from campaign.model.verbs.supply import Resupply, StoresChanged
from campaign.systems.zen.clock import is_poor, sea_share
from campaign.systems.zen.facts import LIMITS
from campaign.systems.zen.fight.air import flak_near
from campaign.systems.zen.space import zen
from campaign.systems.zen.supply.lines import receiving_stand, route_to_division, routes_to_divisions
from campaign.systems.zen.supply.stores import ABOVE, division_of, holder_of, mark_fuel, room

RULE = "ZN 4.13"
_PHASE = "resupply"
_HALVED_ON = 4


def rate(situation: Situation, formation: Formation) -> int:
    """Give what a formation takes in a night with a valid land route, LOG and POL together (4.13).

    Divisions take the printed rate; brigades and groups of their own a share of it (``brigade_rate``), corps and army
    theirs only where ``corps_rate`` says so.
    """
    state = situation.state
    side = next(side for side in state.setting.sides if side.key == formation.side)
    year = date_of(state.setting.start, state.clock.day).year
    tables = zen(situation)
    row = next((r for r in tables.supply.rate if r.nation == side.supply and r.years[0] <= year <= r.years[1]), None)
    if row is None:
        return 0
    full = row.infantry if _takes_log_only(situation, formation) else row.normal
    if formation.size == "division":
        return full
    return int(full * float(tables.reading("corps_rate" if formation.size in ABOVE else "brigade_rate")))


def default_mix(situation: Situation, formation: Formation, amount: int) -> dict[str, int]:
    """Share out what comes in where no mix was chosen: point by point to the store with more room, LOG first."""
    free, mix = _free(situation, formation), dict[str, int]()
    for _ in range(min(amount, sum(free.values()))):
        store = max(free, key=lambda name: (free[name], name == "LOG"))
        free[store] -= 1
        mix[store] = mix.get(store, 0) + 1
    return mix


def end_resupply(ledger: Ledger) -> None:
    """Bring up stores for all who gave no order, by land; then see who has fuel again."""
    for key, route in routes_to_divisions(ledger.situation).items():
        formation = ledger.state.formations[key]
        if route.hours is not None and "resupplied" not in formation.marks:
            amount = _by_land(ledger.situation, formation, route)
            if mix := default_mix(ledger.situation, formation, amount):
                _deliver(ledger, formation, mix, "by land", ())
    mark_fuel(ledger)


def offers(situation: Situation, stand: str) -> Iterator[AnyOrder]:
    """Offer each mix that a division can take by land tonight, to the stand that receives it.

    A night brings ten points at most, so that there are never more than 66 mixes.
    """
    here = situation.state.stands[stand]
    known = here.formation in situation.state.formations
    if situation.state.clock.phase != _PHASE or not here.on_map or not known:
        return
    formation = holder_of(situation.state.formations, here.formation)
    receiver = receiving_stand(situation, formation)
    if receiver is None or receiver.id != stand or _why_not(formation):
        return
    route = route_to_division(situation, formation.id)
    if route.hours is not None:
        yield from _mixes(situation, formation, _by_land(situation, formation, route))


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """Offer the umpire each mix that he can send by air, for every formation that somebody can take it in for."""
    if side != UMPIRE or situation.state.clock.phase != _PHASE:
        return
    for formation in situation.state.formations.values():
        if not _why_not(formation) and receiving_stand(situation, formation) is not None:
            yield from _mixes(situation, formation, rate(situation, formation) // 2, by_air=True)


def _mixes(situation: Situation, formation: Formation, amount: int, *, by_air: bool = False) -> Iterator[Resupply]:
    free = _free(situation, formation)
    for log in range(min(amount, free.get("LOG", 0)), -1, -1):
        for pol in range(min(amount - log, free.get("POL", 0)), -1, -1):
            yield Resupply(formation.id, {store: n for store, n in (("LOG", log), ("POL", pol)) if n}, by_air=by_air)


def _resupply(order: Resupply, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    require_phase(ledger.situation, [_PHASE], "resupply")
    refuse_if(_why_not(formation), RULE)
    _check_mix(ledger.situation, formation, order.stores)
    if order.by_air:
        require_umpire(by, "send supply by air")
        _by_air(ledger, formation, order.stores)
        return
    route = route_to_division(ledger.situation, formation.id)
    if route.hours is None:
        raise Refusal(RULE, f"{formation.id} gets nothing by land: {route.why}; open the route, or send it by air")
    _check_amount(formation, order.stores, _by_land(ledger.situation, formation, route), "by land")
    _deliver(ledger, formation, order.stores, "by land", ())


def _why_not(formation: Formation) -> str:
    if not LIMITS(formation):
        return f"{formation.id} holds no stores of its own; order it for its division"
    if "resupplied" in formation.marks:
        return f"{formation.id} has been resupplied tonight; the next resupply is tomorrow night"
    return ""


def _check_mix(situation: Situation, formation: Formation, stores: Mapping[str, int]) -> None:
    free = _free(situation, formation)
    for store, amount in stores.items():
        if store not in zen(situation).stores:
            known = ", ".join(zen(situation).stores)
            raise Refusal(RULE, f"there is no store {store!r}; stores are {known}")
        if amount < 0:
            raise Refusal(RULE, f"{formation.id} cannot take {amount} {store}; give 0 or more")
        if amount and _takes_log_only(situation, formation) and store != "LOG":
            raise Refusal(RULE, f"{formation.id} is an infantry division and is resupplied with LOG only")
        if amount > free.get(store, 0):
            held, most = formation.stores.get(store, 0), LIMITS(formation).get(store, 0)
            raise Refusal(RULE, f"{formation.id} has room for {free.get(store, 0)} {store}: it holds {held} of {most}")


def _check_amount(formation: Formation, stores: Mapping[str, int], most: int, how: str) -> None:
    wanted = sum(stores.values())
    if wanted > most:
        raise Refusal(RULE, f"{formation.id} asks for {wanted} and gets {most} a night {how}; ask for less")


def _by_land(situation: Situation, formation: Formation, route: SupplyTrace) -> int:
    by_sea = {source.id for source in situation.state.setting.sources if source.sea}
    return int(rate(situation, formation) * (sea_share(situation) if route.to in by_sea else 1.0))


def _by_air(ledger: Ledger, formation: Formation, wanted: Mapping[str, int]) -> None:
    """4.14: half, rounded down; flak and poor weather halve again; the mix asked for shrinks with it."""
    amount = rate(ledger.situation, formation) // 2
    rolls: list[Roll] = []
    _check_amount(formation, wanted, amount, "by air")
    left = min(amount, sum(wanted.values()))
    for what in _hindrances(ledger.situation, formation):
        if what == "poor weather" and zen(ledger.situation).reading("weather_halves") == "auto":
            left //= 2
            continue
        roll = ledger.roll(f"supply by air, {what}", 1, _HALVED_ON, RULE)
        rolls.append(roll)
        left = left // 2 if roll.hits else left
    _deliver(ledger, formation, _shrunk(wanted, left), "by air", tuple(rolls))


def _hindrances(situation: Situation, formation: Formation) -> Iterator[str]:
    receiver = receiving_stand(situation, formation)
    if receiver is None or receiver.hex is None:
        raise Refusal(RULE, f"{formation.id} has nobody on the map to take supply in")
    near = float(zen(situation).reading("drop_flak_inches"))
    if flak_near(situation, receiver.hex, formation.side, near) is not None:
        yield "flak"
    if is_poor(situation):
        yield "poor weather"


def _shrunk(wanted: Mapping[str, int], left: int) -> dict[str, int]:
    """Cut a mix down to the points that come through, one by one from the larger part, POL first among equals."""
    mix = dict(wanted)
    while sum(mix.values()) > left:
        store = max(mix, key=lambda name: (mix[name], name))
        mix[store] -= 1
    return mix


def _deliver(ledger: Ledger, formation: Formation, mix: Mapping[str, int], how: str, rolls: tuple[Roll, ...]) -> None:
    changes = {store: amount for store, amount in mix.items() if amount}
    if changes or rolls:
        ledger.record(StoresChanged(formation=formation.id, changes=changes, rule=RULE, why=how, rolls=rolls))
    ledger.record(FormationMarked(formation=formation.id, on=("resupplied",), rule=RULE, why=how))


def _takes_log_only(situation: Situation, formation: Formation) -> bool:
    kind = division_of(situation.state.formations, formation.id).kind
    return kind in zen(situation).supply.infantry_kinds


def _free(situation: Situation, formation: Formation) -> dict[str, int]:
    only = {"LOG"} if _takes_log_only(situation, formation) else set(zen(situation).stores)
    return {store: free for store, free in room(formation).items() if store in only}


ORDERS = {Resupply: _resupply}
