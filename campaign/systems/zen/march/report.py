"""Record where the marches of a phase have led: stands, marks, control, fuel (ZN 4.6, 4.7, 4.13)."""

from collections.abc import Iterable, Mapping

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.control import take_ground
from campaign.kit.facts import WORK
from campaign.model.situation import stands_of
from campaign.model.things import Stand
from campaign.model.verbs.carry import Debark
from campaign.model.verbs.declaring import OrderRefused, OrderWithdrawn
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.march.columns import Column, Passage
from campaign.systems.zen.march.transport import carrier_of, get_off, is_mounted, rides_own_vehicles, why_no_room_afoot
from campaign.systems.zen.space import zen
from campaign.systems.zen.spotting import sees
from campaign.systems.zen.supply.stores import fuel_moves

RULE = "ZN 4.7"


def report_marches(ledger: Ledger, columns: Mapping[str, Column], passages: Iterable[Passage]) -> None:
    """Record the ends of all marches, and what follows from them."""
    alive = {key: column for key, column in columns.items() if ledger.state.stands[key].on_map}
    for column in alive.values():
        _report(ledger, column)
    _take_control(ledger, passages)
    _get_off_after(ledger, alive)
    _strike_off(ledger)
    moved = {key: column.order.transport for key, column in alive.items() if column.at > 0}
    if moved:
        fuel_moves(ledger, moved)


def _report(ledger: Ledger, column: Column) -> None:
    night = ledger.state.clock.night
    for key in (column.stand, *column.riders):
        leads = key == column.stand
        ledger.record(
            StandMoved(
                stand=key,
                path=column.trail,
                fragments=column.used,
                march=column.march if leads and not night else None,
                transport=column.order.transport,
                rule=RULE,
                why=column.why if leads else f"rides on {column.stand}",
            )
        )
        _mark(ledger, ledger.state.stands[key], column)


def _mark(ledger: Ledger, stand: Stand, column: Column) -> None:
    """Mark a stand that has marched, or tried to."""
    on, off = set[str](), set[str]()
    if column.at:
        on.add("moved_at_night" if ledger.state.clock.night else "moved")
        off.add("emplaced")
    if column.order.transport:
        on |= {"transport", "moved_transport"} if column.at else {"transport"}
    if stand.id == column.stand:
        mounted = is_mounted(ledger.situation, stand)
        if column.order.transport and not mounted and rides_own_vehicles(ledger.situation, stand):
            on.add("embarked")
        elif mounted and not column.order.transport:
            on, off = on | {"disembarked"}, off | {"transport"}
    on, off = on - stand.marks, off & stand.marks
    leaves_work = bool(column.at) and WORK(stand) is not None
    if on or off or leaves_work:
        work = None if leaves_work else msgspec.UNSET
        marks = tuple(sorted(on)), tuple(sorted(off))
        ledger.record(StandMarked(stand=stand.id, on=marks[0], off=marks[1], work=work, rule=RULE, why="marched"))


def _get_off_after(ledger: Ledger, columns: Mapping[str, Column]) -> None:
    """Unload riders that were ordered off, and riders with no order to stay aboard."""
    for order in [order for order in ledger.state.declared if isinstance(order, Debark)]:
        stand = ledger.state.stands[order.stand]
        carrier = carrier_of(ledger.state, stand)
        ride = columns.get(stand.id if carrier is None else carrier.id)
        if not stand.on_map or (carrier is None and not is_mounted(ledger.situation, stand)):
            continue
        if why := _why_still_on(ledger, stand, ride):
            ledger.record(OrderRefused(order=order, rule=RULE, why=why))
        else:
            get_off(ledger, stand, "gets off at the end of the ride")
    for stand in sorted(stands_of(ledger.situation), key=lambda stand: stand.id):
        if is_mounted(ledger.situation, stand) and stand.id not in columns:
            get_off(ledger, stand, "gets off: it has no order to ride on")


def _why_still_on(ledger: Ledger, stand: Stand, ride: Column | None) -> str:
    movement = zen(ledger.situation).movement
    quarter = movement.fragments_per_turn // movement.embark_share
    if ride is not None and (ride.march is not None or ride.clock + quarter > ride.deadline):
        return f"{stand.id} stays on: the turn has no time left for getting off, which takes a quarter of it"
    return why_no_room_afoot(ledger.situation, stand)


def _strike_off(ledger: Ledger) -> None:
    """Strike off the orders that were carried out."""
    done = [order for order in ledger.state.declared if isinstance(order, Move | Debark)]
    if len(done) == len(ledger.state.declared) > 0:
        ledger.record(OrderWithdrawn(why="carried out"))
        return
    for key in sorted({order.stand for order in done}):
        ledger.record(OrderWithdrawn(stand=key, why="carried out"))


def _take_control(ledger: Ledger, passages: Iterable[Passage]) -> None:
    """Put hexes into the hands of those who came through last; an enemy knows it who sees them there now."""
    state, bars = ledger.state, {"hq", *zen(ledger.situation).combat.unprotected}
    last = {p.hex: p for p in sorted(passages, key=_in_time) if state.stands[p.stand].profile.kind not in bars}
    seen = {side.key: sees(ledger.situation, side.key) for side in state.setting.sides} if last else {}
    taken: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for index, passage in sorted(last.items()):
        if state.control[index] != state.side_code(passage.side):
            known = tuple(side for side, stands in seen.items() if passage.stand in stands)
            taken.setdefault((passage.side, known), []).append(index)
    for (side, known), hexes in sorted(taken.items()):
        take_ground(ledger, side, hexes, rule="ZN 4.22", why="marched through", known_to=known)


def _in_time(passage: Passage) -> tuple[int, str]:
    return passage.time, passage.stand
