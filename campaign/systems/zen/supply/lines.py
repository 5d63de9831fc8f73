"""Trace the lines of communication, and count the days of isolation (ZN 4.13, 4.22 ``trace_hours``).

A line has two legs. The stand must have a reasonable path to its headquarters, or it is isolated; the division's
headquarters must have a valid land route to a supply source, or the division is not resupplied. A reasonable path
enters no hex that the enemy holds, and no hex of his zones of control without a friend in it, and takes a carrier no
more than the hours of ``trace_hours``. To its headquarters men on foot keep a line too, where wheels cannot
(``trace_on_foot``).

Paths are checked every night: the first night found isolated closes day 1. From day 2 on the unit may not attack, from
day 3 its dice are halved, on day 4 it surrenders or disperses. When the path is open again the count is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import SupplyTrace
from campaign.kit.facts import HQ_LOST
from campaign.kit.ground import changed_steps, graph_of
from campaign.kit.supply import CUT, NO_SOURCE, NO_WAY, TOO_FAR, Line, Lines, trace, traces
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import NO_SIDE, Formation, Profile, Stand, SupplySource, chain_of
from campaign.model.verbs.supply import IsolationCounted
from campaign.systems.zen.command.chain import headquarters
from campaign.systems.zen.departure import is_in_contact, leave_play
from campaign.systems.zen.facts import ISOLATED, LIMITS
from campaign.systems.zen.march.pricing import Going, going_of, ground_of
from campaign.systems.zen.march.zones import Exerting, barred_to
from campaign.systems.zen.space import enemies, in_order, zen
from campaign.systems.zen.supply.stores import holder_of
from maps.grid.graph import HexGraph

_LORRY = Stand("", "", Profile("lorries", "lorries", "", "transport", "battalion", 1, "wheeled"))
_PORTERS = Stand("", "", Profile("porters", "porters", "", "infantry", "battalion", 1, "foot"))


def carrier_graph(situation: Situation) -> HexGraph:
    """Give the ground with a lorry's costs in fragments (2400 a turn of 4 hours), bridges as they are now."""
    plain = going_of(situation, _LORRY)
    if not zen(situation).reading("trace_transport"):
        return _graph(situation, plain)
    fast = going_of(situation, _LORRY, transport=True)
    half = tuple((name, quick if quick > 0 else slow)
                 for (name, quick), (_, slow) in zip(fast.half, plain.half, strict=True))  # fmt: skip
    return _graph(situation, replace(plain, half=half, road=fast.road))


def _graph(situation: Situation, going: Going) -> HexGraph:
    over = ground_of(situation, going)
    return graph_of(over, changed_steps(over, situation))


@dataclass
class Communications:
    """One side's lines of communication: the ground, what bars it, and the lines traced so far."""

    situation: Situation
    side: str
    lines: Lines
    per_hour: float
    """Fragments that a carrier has in an hour."""
    on_foot: Lines | None = None
    """The same for men on foot, where they may keep a line (``trace_on_foot``)."""
    known: dict[tuple[tuple[int, ...], int], Line] = field(default_factory=dict)
    walked: dict[tuple[tuple[int, ...], int], Line] = field(default_factory=dict)
    chains: dict[str, tuple[Stand, ...]] = field(default_factory=dict)
    """The HQs on the map by formation, lowest first."""
    first: dict[str, SupplyTrace] = field(default_factory=dict)
    """The traces of first legs, to the HQ, by stand."""
    named: dict[int, str] = field(default_factory=dict)
    """The stand whose zone of control bars each hex."""

    @classmethod
    def of(cls, situation: Situation, side: str) -> Communications:
        """Give the lines of a side as it stands now, with those that were traced already."""
        return _laid(Moment(situation), side)

    @cached_property
    def held_by(self) -> Mapping[int, str]:
        """The enemy stand, of several the first, in each hex that the enemy holds."""
        held_by: dict[int, str] = {}
        for stand in sorted(enemies(self.situation, self.side), key=lambda stand: (-stand.points, stand.id)):
            held_by.setdefault(stand.hex or 0, stand.id)
        return held_by

    @cached_property
    def exerting(self) -> Exerting:
        """The enemies that exert zones of control."""
        return Exerting.against(self.situation, self.side)

    def trace_for(self, stands: Iterable[Stand], *, to_source: bool) -> None:
        """Trace the lines of many stands to their headquarters, and from there to a source, all at once."""
        legs = [self.leg(stand) for stand in stands]
        ends = [(judged if hq is None else hq).hex or 0 for judged, hq in legs if hq is None or to_source]
        commands = [((hq.hex or 0,), judged.hex or 0) for judged, hq in legs if hq is not None]
        wanted = [*commands, *((self.source_hexes, end) for end in ends)]
        self.known |= traces(self.lines, [key for key in wanted if key not in self.known])
        if self.on_foot is not None:
            faulty = [key for key in commands if self.known[key].fault and key not in self.walked]
            self.walked |= traces(self.on_foot, faulty)

    def leg(self, stand: Stand) -> tuple[Stand, Stand | None]:
        """Give the stand that is judged for another, itself or its parent, and the HQ that it must have a path to.

        That is the lowest on its chain; an HQ's own is itself, or the next above it where ``isolated_hq`` says so.
        """
        parent = self.situation.state.stands.get(stand.attached_to or "") if stand.is_detachment else None
        judged = parent if parent is not None and parent.on_map else stand
        if judged.formation not in self.chains:
            self.chains[judged.formation] = tuple(headquarters(self.situation, judged.formation))
        strict = bool(zen(self.situation).reading("isolated_hq"))
        chain = self.chains[judged.formation]
        return judged, next((hq for hq in chain if hq.id != judged.id or not strict), None)

    def line(self, sources: tuple[int, ...], goal: int) -> Line:
        """Trace the line from a hex to the nearest source, once."""
        key = (sources, goal)
        if key not in self.known:
            self.known[key] = trace(self.lines, sources, goal)
        return self.known[key]

    def line_of_command(self, hq: int, goal: int) -> Line:
        """Trace the line from a hex to its HQ: on wheels, or on foot where wheels do not serve.

        Who is merely far, with no enemy on the way, is not isolated (``far_is_isolated``).
        """
        line = self.line((hq,), goal)
        if line.fault and self.on_foot is not None:
            walked = self.walked.get(((hq,), goal)) or trace(self.on_foot, (hq,), goal)
            line = line if walked.fault else walked
        if line.fault == TOO_FAR and not zen(self.situation).reading("far_is_isolated"):
            return replace(line, fault="")
        return line

    def barred_by(self, index: int) -> str:
        """Say who bars a hex."""
        if index in self.held_by:
            return f"held by {self.held_by[index]}"
        if index not in self.named:
            first = self.exerting.first_at(index)
            self.named[index] = f"{first} zone of control" if first else ""
        return self.named[index]

    @cached_property
    def sources(self) -> tuple[SupplySource, ...]:
        """The side's supply sources that the enemy has not taken."""
        state = self.situation.state
        code = state.side_code(self.side)
        return tuple(
            source
            for source in state.setting.sources
            if source.side == self.side and state.control[source.hex] in (code, NO_SIDE)
        )

    @cached_property
    def source_hexes(self) -> tuple[int, ...]:
        """The hexes of those sources, each once."""
        return tuple(sorted({source.hex for source in self.sources}))

    @cached_property
    def source_at(self) -> Mapping[int, str]:
        """The source in each of them."""
        return {source.hex: source.id for source in self.sources}


@lru_cache(maxsize=4)
def _laid(moment: Moment, side: str) -> Communications:
    situation, tables, barred = moment.situation, zen(moment.situation), barred_to(moment.situation, side)
    barred[[stand.hex for stand in enemies(situation, side) if stand.hex is not None]] = True
    per_hour = tables.movement.fragments_per_turn / tables.calendar.turn_hours
    limit = int(float(tables.reading("trace_hours")) * per_hour)
    afoot = _graph(situation, going_of(situation, _PORTERS)) if tables.reading("trace_on_foot") else None
    on_foot = None if afoot is None else Lines(afoot, barred, limit)
    return Communications(situation, side, Lines(carrier_graph(situation), barred, limit), per_hour, on_foot)


def supply(situation: Situation, stand: str) -> SupplyTrace:
    """Trace a stand's line: to its HQ, and from there to a supply source.

    Where a leg is cut, the trace ends with that leg, ``cut_at`` and ``cut_by`` name the place and the enemy. ``hours``
    is the whole way of a carrier; ``None`` where the line does not serve.
    """
    here = situation.state.stands[stand]
    if not here.on_map:
        return SupplyTrace(stand, "", (), None, why="not on the map")
    return _whole_line(Communications.of(situation, here.side), here)


def supply_states(situation: Situation, side: str | None = None) -> dict[str, SupplyTrace]:
    """Trace the lines of all stands on the map, of one side or of all: as ``supply`` gives them, many at once."""
    return _all_lines(situation, _whole_line, side, to_source=True)


def headquarters_line(situation: Situation, stand: str) -> SupplyTrace:
    """Trace the first leg of a stand on the map, to its HQ; without ``hours`` it has none."""
    here = situation.state.stands[stand]
    return _to_headquarters(Communications.of(situation, here.side), here)


def headquarters_lines(situation: Situation) -> dict[str, SupplyTrace]:
    """Trace the first leg, to the HQ, of all stands on the map: who has none is isolated (4.13)."""
    return _all_lines(situation, _to_headquarters, None, to_source=False)


def _all_lines(
    situation: Situation, told: Callable[[Communications, Stand], SupplyTrace], side: str | None, *, to_source: bool
) -> dict[str, SupplyTrace]:
    found: dict[str, SupplyTrace] = {}
    for known in situation.state.setting.sides:
        if side in (None, known.key):
            communications, stands = Communications.of(situation, known.key), [*stands_of(situation, known.key)]
            communications.trace_for(stands, to_source=to_source)
            found |= {stand.id: told(communications, stand) for stand in stands}
    return found


def isolated_stands(situation: Situation) -> frozenset[str]:
    """Name the stands that the enemy keeps from a reasonable path to their HQ (4.13).

    A headquarters stands at its HQ (``isolated_hq``); a detachment is isolated as its parent is (4.20).
    """
    return frozenset(key for key, line in headquarters_lines(situation).items() if is_isolated(situation, line))


def is_isolated(situation: Situation, line: SupplyTrace) -> bool:
    """Whether a line to headquarters that does not serve leaves its stand isolated (4.13).

    It does if the enemy bars it. A way that is merely long, or that the ground bars, isolates by a reading only
    (``far_is_isolated``, ``ground_isolates``).
    """
    if line.hours is not None:
        return False
    reading = "far_is_isolated" if line.path else "ground_isolates"
    return bool(line.cut_by) or bool(zen(situation).reading(reading))


def route_to_division(situation: Situation, formation: str) -> SupplyTrace:
    """Trace a division's land route: from its HQ to a supply source.

    Where its HQ is not on the map, from the strongest of its stands.
    """
    known = situation.state.formations[formation]
    return _route(Communications.of(situation, known.side), known, receiving_stand(situation, known))


def routes_to_divisions(situation: Situation) -> dict[str, SupplyTrace]:
    """Trace the land routes of all formations that can hold stocks."""
    laid = {side.key: Communications.of(situation, side.key) for side in situation.state.setting.sides}
    holding = [known for known in situation.state.formations.values() if LIMITS(known)]
    receivers = {known.id: receiving_stand(situation, known) for known in holding}
    for side, lines in laid.items():
        stands = [receivers[known.id] for known in holding if known.side == side]
        goals = [stand.hex or 0 for stand in stands if stand is not None]
        lines.known |= traces(lines.lines, [(lines.source_hexes, goal) for goal in goals])
    return {known.id: _route(laid[known.side], known, receivers[known.id]) for known in holding}


def _route(communications: Communications, formation: Formation, receiver: Stand | None) -> SupplyTrace:
    if receiver is None:
        return SupplyTrace(formation.id, "", (), None, why="none of it is on the map")
    return _to_source(communications, formation.id, receiver.hex or 0)


def receiving_stand(situation: Situation, formation: Formation) -> Stand | None:
    """Give the stand that receives a formation's supply: its HQ, else the strongest of its stands."""
    hq = situation.state.stands.get(formation.hq or "")
    if hq is not None and hq.on_map:
        return hq
    formations = situation.state.formations
    mine = [
        stand
        for stand in stands_of(situation, formation.side)
        if holder_of(formations, stand.formation).id == formation.id
    ]
    return max(mine, key=lambda stand: (stand.points, stand.id), default=None)


def _whole_line(communications: Communications, stand: Stand) -> SupplyTrace:
    first = _to_headquarters(communications, stand)
    hq = communications.situation.state.stands.get(first.to)
    if first.hours is None or hq is None:
        return first
    second = _to_source(communications, stand.id, hq.hex or 0)
    if second.hours is None:
        return SupplyTrace(stand.id, second.to, second.path, None, second.cut_at, second.cut_by, second.why)
    return SupplyTrace(stand.id, second.to, first.path + second.path[1:], first.hours + second.hours)


def _to_headquarters(communications: Communications, stand: Stand) -> SupplyTrace:
    if stand.id not in communications.first:
        communications.first[stand.id] = _first_leg(communications, stand)
    return communications.first[stand.id]


def _first_leg(communications: Communications, stand: Stand) -> SupplyTrace:
    judged, hq = communications.leg(stand)
    if hq is None and _has_none(communications.situation, judged):
        return SupplyTrace(stand.id, "", (judged.hex or 0,), 0.0)
    if hq is None:
        return _to_source(communications, stand.id, judged.hex or 0)
    line = communications.line_of_command(hq.hex or 0, judged.hex or 0)
    return _told(communications, stand.id, hq.id, line, f"no path to {hq.id}")


def _has_none(situation: Situation, stand: Stand) -> bool:
    # Whose order of battle names neither headquarters nor source cannot lose the path to them.
    chain = chain_of(situation.state.formations, stand.formation)
    led = any(link.hq is not None or HQ_LOST(link) is not None for link in chain)
    return not led and all(source.side != stand.side for source in situation.state.setting.sources)


def _to_source(communications: Communications, who: str, goal: int) -> SupplyTrace:
    line = communications.line(communications.source_hexes, goal)
    to = communications.source_at.get(line.path[-1], "") if line.path else ""
    return _told(communications, who, to, line, "no land route to a supply source")


def _told(communications: Communications, stand: str, to: str, line: Line, what: str) -> SupplyTrace:
    hours = None if line.cost is None else line.cost / communications.per_hour
    if not line.fault:
        return SupplyTrace(stand, to, line.path, hours)
    had = any(source.side == communications.side for source in communications.situation.state.setting.sources)
    cut_by = "the enemy holds every source" if line.fault == NO_SOURCE and had else ""
    cut_by = cut_by if line.cut_at is None else communications.barred_by(line.cut_at)
    why = f"{what}: {_words(communications.situation, line, hours or 0, cut_by)}"
    return SupplyTrace(stand, to, line.path, None, line.cut_at, cut_by, why)


def _words(situation: Situation, line: Line, hours: float, cut_by: str) -> str:
    if line.fault == TOO_FAR:
        return f"{hours:.1f} hours on wheels, {zen(situation).reading('trace_hours')} at most"
    if line.fault == CUT and line.cut_at is not None:
        return f"cut at {situation.map.number(line.cut_at)}, {cut_by}"
    return {NO_WAY: "there is no way for wheels", NO_SOURCE: "the side has no supply source left"}[line.fault]


RULE = "ZN 4.13"


def may_attack(situation: Situation, stand: Stand) -> bool:
    """Whether isolation still lets a stand attack: until the second day (4.13)."""
    return ISOLATED(stand) < zen(situation).isolation.no_attack_day


def dice_left(situation: Situation, stand: Stand, dice: int) -> int:
    """Give what isolation leaves of a stand's dice: from the third day half, rounded down (4.13)."""
    return dice // 2 if ISOLATED(stand) >= zen(situation).isolation.half_dice_day else dice


def begin_recovery(ledger: Ledger) -> None:
    """Check all paths at nightfall: who is found isolated closes his first day, who is not is free again."""
    isolated = isolated_stands(ledger.situation)
    days = {stand.id: max(1, ISOLATED(stand)) if stand.id in isolated else 0 for stand in in_order(ledger.situation)}
    for stand in in_order(ledger.situation):
        if stand.is_detachment and stand.attached_to in days:
            days[stand.id] = days[stand.attached_to]  # 4.20: as its parent
    _count(ledger, days)


def begin_weather(ledger: Ledger) -> None:
    """Begin the next day of isolation in the morning; on the day of surrender (4.13, day 4) stands leave play."""
    isolated = isolated_stands(ledger.situation)
    counted = [stand for stand in in_order(ledger.situation) if ISOLATED(stand)]
    _count(ledger, {stand.id: ISOLATED(stand) + 1 if stand.id in isolated else 0 for stand in counted})
    last = zen(ledger.situation).isolation.surrender_day
    for stand in in_order(ledger.situation):
        if ISOLATED(stand) >= last:
            how = "surrendered" if _enemy_near(ledger.situation, stand) else "dispersed"
            leave_play(ledger, stand.id, how, rule=RULE, why=f"day {ISOLATED(stand)} of isolation")


def _count(ledger: Ledger, days: dict[str, int]) -> None:
    changed = {key: count for key, count in days.items() if ISOLATED(ledger.state.stands[key]) != count}
    if changed:
        ledger.record(IsolationCounted(days=changed, rule=RULE, why=_warning(ledger.situation, changed)))


def _warning(situation: Situation, days: Mapping[str, int]) -> str:
    """Say what has come of isolation, and from the second day on what comes of it next."""
    table = zen(situation).isolation
    last, counts = table.surrender_day, {day for day in days.values() if day >= table.no_attack_day}
    if not counts:
        return "no reasonable path to headquarters" if any(days.values()) else "the path to headquarters is open again"
    effects = f"may not attack from day {table.no_attack_day}, dice halved from day {table.half_dice_day}"
    return f"no reasonable path to headquarters: {effects}; whoever is not freed surrenders or disperses on day {last}"


def _enemy_near(situation: Situation, stand: Stand) -> bool:
    # 4.20: it surrenders to an enemy who is there to take it, in contact or in the next hex; else it disperses.
    around = {int(index) for index in situation.map.neighbour[stand.hex or 0]}
    near = any(other.hex in around for other in enemies(situation, stand.side))
    return near or is_in_contact(situation.state, stand.id)
