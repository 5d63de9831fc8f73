"""Trace lines of supply over the ground that carriers go, and let those suffer who have none."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import SupplyTrace
from campaign.kit.ground import changed_steps, graph_of
from campaign.kit.supply import NO_SOURCE, Line, Lines, trace, traces_from
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.supply import IsolationCounted, StoresChanged
from campaign.systems.own.facts import ISOLATED
from campaign.systems.own.fight.asked import stock
from campaign.systems.own.fight.deeds import alone, do
from campaign.systems.own.march.pricing import over
from campaign.systems.own.march.ways import others_of
from campaign.systems.own.march.zones import bonds, zones_for
from campaign.systems.own.shape.lines import Lack, Store
from campaign.systems.own.stands import foes_of, is_any, mover_of
from campaign.systems.own.tables import own
from campaign.systems.own.words.amounts import POINT
from campaign.systems.own.words.known import OUT_OF_SUPPLY
from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import ROADS
from maps.grid.search import BoolArray

_WHERE = "source of supply"


class _Laid(NamedTuple):
    """A side's lines for one carrier, and the hexes that they begin in."""

    lines: Lines
    sources: tuple[int, ...]


def has_supply(situation: Situation) -> bool:
    """Whether these rules ask for lines of supply."""
    return own(situation).rules.supply.reach > 0


def supply(situation: Situation, stand: str) -> SupplyTrace:
    """Tell a stand's line of supply, or what cuts it."""
    one = situation.state.stands[stand]
    if not has_supply(situation):
        return SupplyTrace(stand, "", () if one.hex is None else (one.hex,), 0.0, why=_none(situation))
    if one.hex is None:
        return SupplyTrace(stand, _WHERE, (), None, why="it is not on the map")
    laid = _laid(Moment(situation), one.side, _carrier(situation, one))
    return _told(situation, one, trace(laid.lines, laid.sources, one.hex))


def supplies(situation: Situation, side: str | None = None) -> dict[str, SupplyTrace]:
    """Tell the lines of all stands on the map, of one side or of all: as ``supply`` does, many at once."""
    stands = [one for one in stands_of(situation, side) if one.hex is not None]
    if not has_supply(situation):
        return {one.id: supply(situation, one.id) for one in stands}
    found: dict[str, SupplyTrace] = {}
    for key in dict.fromkeys((one.side, _carrier(situation, one)) for one in stands):
        group = [one for one in stands if (one.side, _carrier(situation, one)) == key]
        laid = _laid(Moment(situation), *key)
        lines = traces_from(laid.lines, laid.sources, [one.hex or 0 for one in group])
        found |= {one.id: _told(situation, one, lines[one.hex or 0]) for one in group}
    return found


def _none(situation: Situation) -> str:
    return f"{situation.tables.name} has no lines of supply"


def _carrier(situation: Situation, one: Stand) -> str:
    return own(situation).rules.supply.mover or mover_of(own(situation), one)


def _told(situation: Situation, one: Stand, line: Line) -> SupplyTrace:
    rule = own(situation).par(own(situation).rules.supply.rule)
    if line.fault == NO_SOURCE:
        return SupplyTrace(one.id, _WHERE, (), None, why=f"its side has no source of supply ({rule})")
    cut_by = "" if line.cut_at is None else f"the enemy, who holds or threatens {situation.map.number(line.cut_at)}"
    hours = None if line.fault or line.cost is None else line.cost / POINT
    told = f"{line.fault} ({rule})" if line.fault else ""
    return SupplyTrace(one.id, _WHERE, line.path, hours, line.cut_at, cut_by, why=told)


@lru_cache(maxsize=8)
def _laid(moment: Moment, side: str, mover: str) -> _Laid:
    situation, row = moment.situation, own(moment.situation).rules.supply
    ground = over(situation, mover)
    shut = np.zeros(len(situation.map), bool)
    shut[list(_barred(situation, side))] = True
    graph = graph_of(ground, changed_steps(ground, situation))
    if row.then_road:
        graph = _free_on_roads(situation, graph)
    sources = tuple(index for index in _sources(situation, side) if not shut[index])
    return _Laid(Lines(graph, shut, limit=row.reach * POINT), sources)


def _free_on_roads(situation: Situation, graph: HexGraph) -> HexGraph:
    """Make the part of a line that goes along roads count next to nothing."""
    road = (situation.map.road > ROADS.index("track")) & (graph.cost > 0)
    return HexGraph.over(situation.map, np.where(road, 1, graph.cost).astype(np.int32))


def _barred(situation: Situation, side: str) -> set[int]:
    """Give the hexes that no line of a side goes through: enemies, their zones and bonds."""
    found = set(foes_of(situation, side))
    zone = own(situation).rules.zone
    for other in others_of(situation, side) if zone is not None and zone.supply == "barred" else ():
        found |= set(zones_for(situation, other, "supply")) | bonds(situation, other)[0]
    return found


def _sources(situation: Situation, side: str) -> list[int]:
    row = own(situation).rules.supply
    found = [source.hex for source in situation.state.setting.sources if source.side == side]
    by_edge = row.edge and not (row.edge_if_none and found)
    return [*found, *(_edges(situation, side) if by_edge else ())]


def _edges(situation: Situation, side: str) -> list[int]:
    """List the hexes of the map's edge that a side holds."""
    hexmap, control = situation.map, situation.state.control
    rim: BoolArray = (hexmap.neighbour == NO_HEX).any(axis=1) & hexmap.inside
    code = situation.state.side_code(side)
    return [int(index) for index in np.flatnonzero(rim) if control and control[index] == code]


def look(ledger: Ledger, side: str) -> None:
    """Look for the lines of all stands of a side, or of all: mark, count, and let come what befalls those without."""
    if not has_supply(ledger.situation):
        return
    rule = own(ledger.situation).par(own(ledger.situation).rules.supply.rule)
    lines = supplies(ledger.situation, side or None)
    days = {key: 0 if line.hours is not None else _counted(ledger, key) for key, line in lines.items()}
    changed = {key: count for key, count in days.items() if count != ISOLATED(ledger.state.stands[key])}
    if changed:
        ledger.record(IsolationCounted(days=changed, rule=rule))
    for key, count in days.items():
        _mark(ledger, key, count, rule)
    for key, count in days.items():
        _suffer(ledger, key, count)
    _bring_stores(ledger, lines)


def _counted(ledger: Ledger, key: str) -> int:
    return ISOLATED(ledger.state.stands[key]) + 1


def _mark(ledger: Ledger, key: str, count: int, rule: str) -> None:
    marked = OUT_OF_SUPPLY in ledger.state.stands[key].marks
    if bool(count) != marked:
        on, off = ((OUT_OF_SUPPLY,), ()) if count else ((), (OUT_OF_SUPPLY,))
        ledger.record(StandMarked(stand=key, on=on, off=off, rule=rule))


def _suffer(ledger: Ledger, key: str, count: int) -> None:
    row = own(ledger.situation).rules.supply
    for lack in row.without:
        one = ledger.state.stands[key]
        if one.on_map and _comes(lack, count):
            do(ledger, lack.then, alone(one), rule=own(ledger.situation).par(lack.rule, row.rule))


def _comes(lack: Lack, count: int) -> bool:
    return count >= lack.after if lack.every else count == lack.after


def _bring_stores(ledger: Ledger, lines: dict[str, SupplyTrace]) -> None:
    """Bring stores to those who have a line: a formation by its headquarters, or else by any of its stands."""
    supplied = {key for key, line in lines.items() if line.hours is not None}
    for row in own(ledger.situation).rules.store:
        if row.a_turn and row.of == "stand":
            _bring_shots(ledger, row, supplied)
        elif row.a_turn:
            _bring_formations(ledger, row, supplied)


def _bring_shots(ledger: Ledger, row: Store, supplied: Iterable[str]) -> None:
    for key in supplied:
        one = ledger.state.stands[key]
        held = stock(ledger.situation, one, row.key) or 0
        if one.on_map and is_any(own(ledger.situation), one, row.kinds) and held < row.most:
            then = min(row.most, held + row.a_turn)
            ledger.record(StandMarked(stand=key, shots=then, rule=own(ledger.situation).par(row.rule)))


def _bring_formations(ledger: Ledger, row: Store, supplied: set[str]) -> None:
    for key, formation in list(ledger.state.formations.items()):
        members = [one.id for one in ledger.state.stands.values() if one.formation == key and one.on_map]
        asked = [formation.hq] if formation.hq in members else members
        held = formation.stores.get(row.key, 0)
        if supplied.intersection(filter(None, asked)) and held < row.most:
            more = min(row.a_turn, row.most - held)
            rule = own(ledger.situation).par(row.rule)
            ledger.record(StoresChanged(formation=key, changes={row.key: more}, rule=rule))
