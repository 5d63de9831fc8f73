"""Form the columns that march in a turn, and record where their marches have led (ZN 4.6, 4.7, 4.13, 4.22)."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.control import take_ground
from campaign.kit.facts import WORK
from campaign.kit.walk import step_now
from campaign.model.situation import Situation
from campaign.model.things import March, Stand
from campaign.model.verbs.carry import Debark
from campaign.model.verbs.declaring import OrderRefused, OrderWithdrawn
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.departure import carried_by
from campaign.systems.zen.march.pricing import budget, ground_for, now_for, progress_of
from campaign.systems.zen.march.reach import restraint_on
from campaign.systems.zen.march.transport import (
    boarding_fragments,
    carrier_of,
    get_off,
    is_mounted,
    rides_own_vehicles,
    why_no_room_afoot,
)
from campaign.systems.zen.space import in_order, zen
from campaign.systems.zen.spotting import sees
from campaign.systems.zen.supply.stores import fuel_moves


@dataclass
class Column:
    """A stand on the march, with those that it carries.

    ``costs``: fragments of each step of the path; 0 where there is no passage. ``assault``: fragments to come to grips
    with the last hex, for an attack; else 0. ``clock``: fragments of the turn gone when it got to where it is.
    ``deadline``: the fragment that its turn ends at. ``begun``: fragments spent in earlier turns on the first step.
    ``at``: how far along the path it has come.
    """

    stand: str
    side: str
    order: Move
    riders: tuple[str, ...]
    costs: tuple[int, ...]
    assault: int
    clock: int
    deadline: int
    begun: int = 0
    at: int = 0
    following: bool = False
    """Whether it goes on into a hex that it came to assault and found empty."""
    settled: bool = False
    engaged: bool = False
    """Whether it has come into contact on this march."""
    march: March | None = None
    why: str = ""

    @property
    def here(self) -> int:
        """The hex where it is."""
        return self.order.path[self.at]

    @property
    def next(self) -> int:
        """The hex that it is to enter or to assault next."""
        return self.order.path[self.at + 1]

    @property
    def trail(self) -> tuple[int, ...]:
        """The hexes it has come along, the one where it began included."""
        return self.order.path[: self.at + 1]

    @property
    def is_at_end(self) -> bool:
        """Whether it has come to the end of its path."""
        return self.at == len(self.order.path) - 1

    @property
    def assaults_next(self) -> bool:
        """Whether its next step is its assault."""
        return self.order.attack and self.at == len(self.order.path) - 2

    @property
    def next_cost(self) -> int:
        """Fragments until it comes to the next hex, or to grips with it; 0 where there is no passage."""
        if not self.assaults_next:
            return self.costs[self.at]
        return self.costs[self.at] - self.assault if self.following else self.assault

    @property
    def used(self) -> int:
        """Fragments of the turn that it has used: all, where it is still on its way."""
        return self.clock if self.march is None else self.deadline

    def begun_next(self) -> March | None:
        """Say what is left of the path when the turn ends before the next hex is entered."""
        if self.order.attack:
            return None
        spent = self.deadline - self.clock + (self.begun if self.at == 0 else 0)
        return March(self.order.path[self.at + 1 :], spent, self.order.transport)


@dataclass(frozen=True, slots=True)
class Passage:
    """A column's coming into a hex."""

    time: int
    hex: int
    stand: str
    side: str


def form_columns(ledger: Ledger) -> dict[str, Column]:
    """Form a column of every march declared, by stand.

    An order that can no longer be carried out is refused, and stays out of it.
    """
    columns: dict[str, Column] = {}
    for order in ledger.state.declared:
        if isinstance(order, Move):
            if why := _why_not(ledger.situation, order):
                ledger.record(OrderRefused(order=order, rule="ZN 4.7", why=why))
            else:
                columns[order.stand] = _column(ledger.situation, ledger.state.stands[order.stand], order)
    return dict(sorted(columns.items()))


def _why_not(situation: Situation, order: Move) -> str:
    stand = situation.state.stands.get(order.stand)
    if stand is None or not stand.on_map:
        return f"{order.stand} is no longer on the map"
    if stand.hex != order.path[0]:
        return f"{order.stand} is no longer where its march was to begin"
    restraint = restraint_on(situation, stand, order)
    return "" if restraint is None else restraint[1]


def _column(situation: Situation, stand: Stand, order: Move) -> Column:
    over = ground_for(situation, stand, transport=order.transport)
    now = now_for(situation, stand, transport=order.transport)
    pairs = itertools.pairwise(order.path)
    steps = [step_now(over, here, there, now, first=k == 0) for k, (here, there) in enumerate(pairs)]
    start = boarding_fragments(situation, stand, transport=order.transport)
    goal, spent = progress_of(situation, stand, transport=order.transport)
    return Column(
        stand=stand.id,
        side=stand.side,
        order=order,
        riders=tuple(sorted(rider.id for rider in carried_by(situation, stand.id) if rider.hex == stand.hex)),
        costs=tuple(step.cost for step in steps),
        assault=steps[-1].assault if order.attack else 0,
        clock=start,
        deadline=start + budget(situation, stand, transport=order.transport),
        begun=spent if goal == order.path[1] else 0,
    )


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
    for stand in in_order(ledger.situation):
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
    in_time = sorted(passages, key=lambda passage: (passage.time, passage.stand))
    last = {p.hex: p for p in in_time if state.stands[p.stand].profile.kind not in bars}
    seen = {side.key: sees(ledger.situation, side.key) for side in state.setting.sides} if last else {}
    taken: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for index, passage in sorted(last.items()):
        if state.control[index] != state.side_code(passage.side):
            known = tuple(side for side, stands in seen.items() if passage.stand in stands)
            taken.setdefault((passage.side, known), []).append(index)
    for (side, known), hexes in sorted(taken.items()):
        take_ground(ledger, side, hexes, rule="ZN 4.22", why="marched through", known_to=known)
