"""Trace supply: a way of hexes free of enemies and their zones to a depot or a friendly edge (3S 1.14)."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from campaign.engine.ruleset import SupplyTrace
from campaign.kit.supply import NO_SOURCE, Line, Lines, served, trace, traces_from
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import NO_SIDE, Stand
from campaign.systems.star.board import board, star
from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX


def is_isolated(situation: Situation, stand: Stand) -> bool:
    """Whether a stand has no way to a depot or a friendly edge."""
    return stand.hex is not None and stand.hex not in supplied_hexes(situation, stand.side)


def supplied_hexes(situation: Situation, side: str) -> frozenset[int]:
    """List all hexes that supply reaches, for many stands at once."""
    if not star(situation).flag("isolation"):
        return frozenset(range(len(situation.map)))
    return _reached(Moment(situation), side)


def supply(situation: Situation, stand: Stand) -> SupplyTrace:
    """Tell a stand's way to supply, or what cuts it."""
    if stand.hex is None:
        return SupplyTrace(stand.id, "depot or edge", (), None, why="it is not on the map")
    laid = _laid(Moment(situation), stand.side)
    return _told(situation, stand, trace(laid.lines, laid.sources, stand.hex))


def supplies(situation: Situation, side: str | None = None) -> dict[str, SupplyTrace]:
    """Tell the ways of all stands on the map, of one side or of all: as ``supply`` does, many at once."""
    found: dict[str, SupplyTrace] = {}
    for known in situation.state.setting.sides:
        if side in {None, known.key}:
            laid, stands = _laid(Moment(situation), known.key), [*stands_of(situation, known.key)]
            lines = traces_from(laid.lines, laid.sources, [stand.hex or 0 for stand in stands])
            found |= {stand.id: _told(situation, stand, lines[stand.hex or 0]) for stand in stands}
    return found


def _told(situation: Situation, stand: Stand, line: Line) -> SupplyTrace:
    if line.fault == NO_SOURCE:
        return SupplyTrace(stand.id, "depot or edge", (), None, why="its side has no depot and no friendly edge")
    cut_by = "" if line.cut_at is None else f"the enemy, who holds or threatens {situation.map.number(line.cut_at)}"
    hours = None if line.fault else 0.0
    return SupplyTrace(stand.id, "depot or edge", line.path, hours, line.cut_at, cut_by, why=line.fault)


class _Laid(NamedTuple):
    """A side's lines of supply as it stands now, and the hexes that they lead to."""

    lines: Lines
    sources: tuple[int, ...]


@lru_cache(maxsize=4)
def _laid(moment: Moment, side: str) -> _Laid:
    return _Laid(_lines(moment.situation, side), tuple(_sources(moment.situation, side)))


@lru_cache(maxsize=4)
def _reached(moment: Moment, side: str) -> frozenset[int]:
    return frozenset(served(*_laid(moment, side)))


def _lines(situation: Situation, side: str) -> Lines:
    hexmap, there = situation.map, board(situation)
    open_ground = np.array([star(situation).ground[star(situation).terrain[name]].enter != "none"
                            for name in hexmap.terrain_names], bool)[hexmap.terrain] & hexmap.inside  # fmt: skip
    across = hexmap.neighbour
    passable = open_ground[:, None] & open_ground[across] & (across != NO_HEX)
    # Friends keep a way open through a zone of control, as everybody's own hex is his.
    barred = there.enemy[side] | (there.zone[side] - there.held[side])
    shut = np.zeros(len(hexmap), bool)
    shut[list(barred)] = True
    return Lines(HexGraph.over(hexmap, passable.astype(np.int64)), shut, limit=len(hexmap))


def _sources(situation: Situation, side: str) -> list[int]:
    state, there = situation.state, board(situation)
    depots = [source.hex for source in state.setting.sources if source.side == side]
    return [index for index in [*depots, *_edges(situation, side)] if index not in there.enemy[side]]


def _edges(situation: Situation, side: str) -> list[int]:
    """List the hexes of the map's edge that are friendly (1.14 ``friendly_edge``)."""
    hexmap, state = situation.map, situation.state
    edge = np.flatnonzero((hexmap.neighbour == NO_HEX).any(axis=1) & hexmap.inside)
    code, own_only = state.side_code(side), star(situation).word("friendly_edge") == "own"
    control = state.control or bytes([NO_SIDE]) * len(hexmap)
    return [int(i) for i in edge if control[i] == code or (control[i] == NO_SIDE and not own_only)]
