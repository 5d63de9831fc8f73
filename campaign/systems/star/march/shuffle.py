"""Exchange the places of stands and pass supports on (3S 1.8, 2S 2.5).

An order rearranges two stands or more: each goes to the hex of the next, the last to that of the first. So every
permutation can be ordered, ring by ring, and ground or zones halt nobody who is where he ends. Several exchanges may
also follow one another; marks count the hexes that each stand has gone in them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, permutations

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.kit.ruler import disc
from campaign.kit.walk import NOWHERE, Walk, walk
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Moment, Situation
from campaign.model.things import Stand
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.support import Exchange, PassSupport
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.command.orders import began_in_command, note_command
from campaign.systems.star.fight.results import room_for, shift
from campaign.systems.star.march.steps import Taken, ground_for, normal_way, now_for, take
from campaign.systems.star.turn import STEPS, go_fault, mark, mark_formation
from campaign.systems.star.units import in_command, is_artillery, leaders, pace_of, posture_of, range_of, row

_STILL = frozenset({"hold", "dig_in", "move"})


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the exchanges of a core stand with one and with two others, each once, and where a support may be passed to.

    Rings of more than three are legal and not listed.
    """
    stand = situation.state.stands[stand_id]
    if go_fault(situation, _core_of(situation, stand), "it") is not None:
        return
    members = board(situation).of_formation.get(stand.formation, ())
    if row(situation, stand).role != "core":
        for other in members:
            if pass_fault(situation, stand, other) is None:
                yield PassSupport(stand_id, other.id)
        return
    if _still_fault(situation, stand) is not None:
        return
    later = [other for other in members if other.id > stand_id and _still_fault(situation, other) is None]
    for ring in chain(combinations(later, 1), permutations(later, 2)):
        if exchange_fault(situation, (stand, *ring)) is None:
            ids = [one.id for one in ring]
            yield Exchange(stand_id, ids[0], tuple(ids[1:]))


def exchange_fault(situation: Situation, ring: tuple[Stand, ...]) -> Fault:
    """Say why stands cannot change places, each going where the next is and the last where the first is."""
    rule, first = para(situation, "1.8"), ring[0]
    if len({one.id for one in ring}) < len(ring) or any(one.formation != first.formation for one in ring):
        return rule, f"{first.id} changes places only with other stands of its own regiment"
    for one in ring:
        if one.hex is None or row(situation, one).role != "core":
            return rule, f"{one.id} is no core stand on the map: supports are passed, P"
        fault = go_fault(situation, one, "a change of places") or _still_fault(situation, one)
        if fault is not None:
            return fault
    for one, goal in _goals(ring):
        if one.hex == goal:
            return rule, f"{one.id} stands in {situation.map.number(goal)} already; take one from another hex"
        if _way_to(situation, one, goal) is None:
            who = " and ".join(stand.id for stand in ring)
            return rule, f"{who} cannot reach each other through hexes of their regiment at normal rate"
    return _range_fault(situation, ring)


def _goals(ring: tuple[Stand, ...]) -> Iterator[tuple[Stand, int]]:
    """Pair each stand of a ring with the hex it goes to."""
    for one, after in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield one, after.hex or 0


def pass_fault(situation: Situation, rider: Stand, to: Stand) -> Fault:
    """Say why a support or transport cannot be passed to a core stand."""
    rule = para(situation, "1.8")
    kind = row(situation, rider)
    if kind.role == "core" or rider.hex is None:
        return rule, f"{rider.id} is no support on the map; only those are passed on"
    host = board(situation).core.get(rider.hex)
    if host is None or to.hex is None or row(situation, to).role != "core" or to.id == host.id:
        return rule, f"{rider.id} is passed to another core stand of its regiment"
    fault = go_fault(situation, host, "passing supports")
    if fault is not None:
        return fault
    if host.formation != to.formation or rider.formation != to.formation:
        return rule, f"{rider.id} and {to.id} are not of the same regiment"
    if "attacking" in situation.state.formations[to.formation].marks or "passed" in rider.marks:
        return rule, f"{rider.id} is passed once in a go, and before the attacks"
    out = next((one.id for one in (host, to) if not in_command(situation, one)), "")
    if out:
        return rule, f"{out} is out of command; both stands must be within command range"
    return _room_fault(situation, rider, host, to)


def _room_fault(situation: Situation, rider: Stand, host: Stand, to: Stand) -> Fault:
    kind = row(situation, rider)
    if kind.makes_armoured and not star(situation).flag("armoured_transport_passed"):
        return para(situation, "2.5"), f"{rider.id} belongs to its infantry and is not passed on"
    back = _in_exchange(situation, rider, to)
    if back is None:
        if room_for(situation, rider, to):
            return None
    elif _fits_instead(situation, rider, back, to) and _fits_instead(situation, back, rider, host):
        return None
    return para(situation, "1.3"), f"{to.id} has no room for {rider.id}: one support to a hex"


def _in_exchange(situation: Situation, rider: Stand, to: Stand) -> Stand | None:
    """Name the stand that comes back for the one that is passed: that of the same role."""
    role = row(situation, rider).role
    there = board(situation).riders.get(to.hex or 0, ())
    return next((other for other in there if row(situation, other).role == role), None)


def _fits_instead(situation: Situation, rider: Stand, leaving: Stand, host: Stand) -> bool:
    """Whether a stand fits in once another of its role has left: only armoured transport is in question."""
    kinds = (row(situation, rider), row(situation, leaving))
    if not any(kind.makes_armoured for kind in kinds):
        return True
    others = [s for s in board(situation).riders.get(host.hex or 0, ()) if s.id not in {leaving.id, rider.id}]
    return not others and host.profile.mover == "foot" and row(situation, host).branch == "infantry"


def _core_of(situation: Situation, stand: Stand) -> Stand:
    return board(situation).core.get(stand.hex, stand) if stand.hex is not None else stand


def _still_fault(situation: Situation, stand: Stand) -> Fault:
    rule, formation = para(situation, "1.8"), situation.state.formations[stand.formation]
    if posture_of(situation, stand) not in _STILL:
        return rule, f"{stand.id} is on {posture_of(situation, stand) or 'no order'}; it does not change places"
    if formation.marks & {"passing", "attacking"}:
        return rule, f"{formation.id} has ended its movement"
    if "moved" in stand.marks and not _steps_gone(stand):
        return rule, f"{stand.id} has moved in this round"
    if "halted" in stand.marks:
        return rule, f"{stand.id} was halted where it is, by ground or by a zone of control"
    if is_artillery(situation, stand) and "fired" in stand.marks:
        return para(situation, "S-14"), f"{stand.id} has fired in this round and does not move"
    if not began_in_command(situation, stand):
        return rule, f"{stand.id} is out of command; it must begin and end in command range"
    return None


def _range_fault(situation: Situation, ring: tuple[Stand, ...]) -> Fault:
    """See that all who changed places in this go end in command range, measured from where the HQ ends."""
    places = {one.id: goal for one, goal in _goals(ring)}
    members = board(situation).of_formation[ring[0].formation]
    for one in members:
        if (one.id in places or _steps_gone(one)) and not _ends_in_range(situation, one, places):
            return para(situation, "1.8"), f"{one.id} would end out of command range"
    return None


def _ends_in_range(situation: Situation, stand: Stand, places: Mapping[str, int]) -> bool:
    if is_artillery(situation, stand):
        return True
    here = places.get(stand.id, stand.hex or 0)
    found = (situation.state.stands.get(key) for key in leaders(situation, stand))
    return any(
        distance(situation, here, places.get(hq.id, hq.hex or 0)) <= range_of(situation, stand, hq)
        for hq in found if hq is not None and hq.on_map
    )  # fmt: skip


def _steps_gone(stand: Stand) -> int:
    return next((k for k, name in enumerate(STEPS, start=1) if name in stand.marks), 0)


def _way_to(situation: Situation, stand: Stand, goal: int) -> tuple[tuple[int, ...], Taken] | None:
    """Find a way of a stand to a hex through hexes of its regiment, and what comes of its last step."""
    found = _among_its_own(Moment(situation), stand.id)
    if goal not in found.cost:
        return None
    path = found.path_to(goal)
    return path, take(situation, normal_way(situation, stand), path[-2], path[-1], first=len(path) == 2)


@lru_cache(maxsize=64)
def _among_its_own(moment: Moment, key: str) -> Walk:
    """Find where a stand can get to through hexes of its regiment; kept, as each ring that is tried asks for it."""
    situation, stand = moment.situation, moment.situation.state.stands[key]
    left = pace_of(situation, stand, strategic=False) - _steps_gone(stand)
    if stand.hex is None or left <= 0:
        return NOWHERE
    way, grid = normal_way(situation, stand), situation.map.layout.grid
    own = {s.hex for s in board(situation).of_formation[stand.formation]}
    now = now_for(situation, way)
    among = replace(now, shut=now.shut.union(disc(grid, stand.hex, left)) - own)
    return walk(ground_for(situation, way), stand.hex, left, among)


def _exchange(order: Exchange, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    ring = tuple(own_stand(situation, key, by) for key in (order.stand, order.other, *order.others))
    refuse(exchange_fault(situation, ring))
    ways = [(one, _way_to(situation, one, goal)) for one, goal in _goals(ring)]
    riders = {one.id: board(situation).riders.get(one.hex or 0, ()) for one in ring}
    led_by = {key for one in board(situation).of_formation[ring[0].formation] for key in leaders(situation, one)}
    if any(one.id in led_by for one in ring):
        note_command(ledger, ring)
    for one, found in ways:
        assert found is not None
        _step_over(ledger, one, riders[one.id], found)


def _step_over(ledger: Ledger, one: Stand, riders: tuple[Stand, ...], found: tuple[tuple[int, ...], Taken]) -> None:
    """Move a stand of a ring to its new hex; a gun has moved with that, for the whole round (S-14)."""
    rule, (path, last) = para(ledger.situation, "1.8"), found
    for moved in (one, *riders):
        ledger.record(StandMoved(stand=moved.id, path=path, rule=rule, why="changes places"))
    gone = _steps_gone(one) + len(path) - 1
    told = {"halted": last.halts, "crossing": last.crosses, "moved": is_artillery(ledger.situation, one)}
    on = (STEPS[gone - 1], *(name for name, true in told.items() if true))
    mark(ledger, one.id, on=on, off=tuple(m for m in (*STEPS, "crossing") if m not in on), rule=rule)


def _pass(order: PassSupport, by: str, ledger: Ledger) -> None:
    rider = own_stand(ledger.situation, order.stand, by)
    to = own_stand(ledger.situation, order.to, by)
    refuse(pass_fault(ledger.situation, rider, to))
    rule = para(ledger.situation, "1.8")
    host = board(ledger.situation).core[rider.hex or 0]
    back = _in_exchange(ledger.situation, rider, to)
    shift(ledger, rider, to, rule=rule, why=f"passed on by {host.id}")
    if back is not None:
        shift(ledger, back, host, rule=rule, why=f"passed back by {to.id}")
    mark(ledger, rider.id, on=("passed",), rule=rule)
    mark_formation(ledger, to.formation, on=("passing",), rule=rule)


ORDERS = {Exchange: _exchange, PassSupport: _pass}
