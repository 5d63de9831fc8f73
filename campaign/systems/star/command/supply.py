"""Trace supply to a depot or a friendly edge (3S 1.14), and recover by it at night (S-19)."""

from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import SupplyTrace
from campaign.kit.ending import side_keys
from campaign.kit.facts import WORK
from campaign.kit.supply import NO_SOURCE, Line, Lines, served, trace, traces_from
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import NO_SIDE, Formation, Stand
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.recover import LossesRecovered
from campaign.systems.star.board import board, para, star
from campaign.systems.star.fight.results import room_for
from campaign.systems.star.turn import regiments
from campaign.systems.star.units import in_command, row
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


def supply(situation: Situation, stand: str) -> SupplyTrace:
    """Tell a stand's way to supply, or what cuts it."""
    here = situation.state.stands[stand]
    if here.hex is None:
        return SupplyTrace(stand, "depot or edge", (), None, why="it is not on the map")
    laid = _laid(Moment(situation), here.side)
    return _told(situation, here, trace(laid.lines, laid.sources, here.hex))


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


_LEAST_COMMANDED = 2


def begin_recovery(ledger: Ledger) -> None:
    """Give points back to core stands in command and out of enemy zones, and a support to each regiment."""
    for side in side_keys(ledger.situation):
        supplied = supplied_hexes(ledger.situation, side)
        for stand in list(stands_of(ledger.situation, side)):
            _recover(ledger, stand, supplied)
        for formation in list(regiments(ledger.situation, side)):
            _bring_support(ledger, formation, supplied)


def _recover(ledger: Ledger, stand: Stand, supplied: frozenset[int]) -> None:
    situation = ledger.situation
    points = min(star(situation).whole("night_recovery"), stand.losses)
    if not points or row(situation, stand).role != "core" or stand.hex not in supplied:
        return
    if stand.hex in board(situation).zone[stand.side] or not in_command(situation, stand):
        return
    ledger.record(LossesRecovered(stand=stand.id, points=points, rule=para(situation, "S-19"), why="a quiet night"))


def _bring_support(ledger: Ledger, formation: Formation, supplied: frozenset[int]) -> None:
    situation = ledger.situation
    if not star(situation).flag("support_returns"):
        return
    commanded = _commanded(situation, formation)
    if len(commanded) < _LEAST_COMMANDED:
        return
    hosts = [stand for stand in commanded if stand.hex in supplied]
    for lost in situation.state.stands.values():
        if lost.formation != formation.id or not lost.gone or row(situation, lost).role != "support":
            continue
        host = next((one for one in hosts if room_for(situation, lost, one)), None)
        if host is not None:
            back = msgspec.structs.replace(
                WORK.put(lost, None), gone=None, hex=host.hex, losses=0, marks=frozenset(), attached_to=host.id
            )
            ledger.record(StandRaised(stand=back, rule=para(situation, "S-19"), why="a lost support comes back"))
            return


def _commanded(situation: Situation, formation: Formation) -> list[Stand]:
    """List the core stands that the regiment's HQ commands, itself not counted."""
    hq = situation.state.stands.get(formation.hq or "")
    if hq is None or not hq.on_map:
        return []
    members = board(situation).of_formation.get(formation.id, ())
    return [stand for stand in members if stand.id != hq.id and in_command(situation, stand)]
