"""
Lay roads and railways taut through the hexes that their links name.

What is sought is the spot where each link crosses its hexside, within the middle three fifths,
and the spot in each hex where its links meet. They are pulled straight, round after round;
places hold theirs. The line through the spots crosses exactly the hexsides of its links:
where its curve would leave its two hexes, it runs straight.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import RAILS, ROADS
from maps.shapes.links import Edges, at_nodes, parted, partners, runs
from maps.shapes.ways import Crossings, Ways

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.shapes.links import Meeting, Runs

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Spots = Mapping[int, tuple[float, float]]

__all__ = ["Network", "place_spots", "railways", "roads", "through_points"]

_ROUNDS = 60
_PULL = 0.7
_NEAR, _FAR = 0.2, 0.8
"""Between which parts of its length a hexside may be crossed."""
_OFF = 0.62
"""How far from its middle the links of a hex may meet."""
_PLACE_OFF = 0.5
_HOME = 0.08
_SHARP = 0.3
"""Links run on into one another unless they turn back more sharply than this cosine."""
_BETWEEN = 6
_ASIDE = 0.15
_STRAIGHT = 1e-9
_AT_ONCE = 20_000
"""Lines that are made smooth at once: a large map has a hundred thousand."""


class Links(NamedTuple):
    """
    What a network is laid from.

    Attributes
    ----------
    edges
        The links (m,), between hexes.
    meeting
        The hexes that they meet in (k,).
    one, other
        Both ends of the hexside of each (m, 2).
    centre, held, spots
        Of each of these hexes its middle (k, 2), whether a place holds where its links meet, and where that is.
    """

    edges: Edges
    meeting: Meeting
    one: Floats
    other: Floats
    centre: Floats
    held: NDArray[np.bool_]
    spots: Floats


class Network(NamedTuple):
    """The lines of a network of ways, and where each link crosses its hexside."""

    ways: Ways
    crossing: Mapping[int, tuple[float, float]]
    """By hex times 6 plus side, the lower hex only."""


class Laid(NamedTuple):
    """Where each link crosses its hexside (m, 2), and where the links of each hex meet (k, 2)."""

    crossing: Floats
    node: Floats


def place_spots(hexmap: HexMap) -> Spots:
    """Say where the largest place of each hex stands, kept off the hexsides; names of waters are none."""
    layout = hexmap.layout
    ranked = sorted(hexmap.places, key=lambda place: (-place.rank, place.population))
    found = {place.index: place for place in ranked if place.rank < 9}
    centres = layout.centres_of(np.array(list(found), np.int64)) / layout.radius_m
    return {
        index: _held(layout.to_grid((place.x_m, place.y_m)) / layout.radius_m, centre)
        for (index, place), centre in zip(found.items(), centres, strict=True)
    }


def _held(spot: Floats, centre: Floats) -> tuple[float, float]:
    off = spot - centre
    u, v = centre + off * min(1.0, _PLACE_OFF / max(float(np.hypot(*off)), _STRAIGHT))
    return float(u), float(v)


def roads(hexmap: HexMap, held: Spots) -> Network:
    """Lay the roads of a map; places hold the spots where roads meet."""
    return _laid(hexmap, hexmap.road, ROADS, held, aside=False)


def railways(hexmap: HexMap, held: Spots) -> Network:
    """Lay the railways of a map; where one shares a link with a road, it runs beside it."""
    return _laid(hexmap, hexmap.rail, RAILS, held, aside=True)


def _laid(hexmap: HexMap, codes: NDArray[np.uint8], names: Sequence[str], held: Spots, *, aside: bool) -> Network:
    net = _net(hexmap, codes, held)
    place = net.meeting.place
    follow = partners(net.meeting, lambda one, other: _worth(net, place, one, other))
    laid = _relaxed(net, place, follow)
    if aside:
        laid = _set_aside(net, place, laid, hexmap.road)
    lines = parted(runs(follow), net.edges)
    points, starts = _points(net, place, laid, lines)
    kinds = [names[rank] for rank in net.edges.rank[lines.ends[lines.starts[:-1]] // 2].tolist()]
    ways = Ways(kinds, points, starts, net.edges.link[lines.ends // 2], lines.starts, through=True)
    return Network(ways, Crossings(net.edges.link, laid.crossing))


def _net(hexmap: HexMap, codes: NDArray[np.uint8], held: Spots) -> Links:
    layout = hexmap.layout
    here, side = np.nonzero(codes)
    there = hexmap.neighbour[here, side].astype(np.int64)
    once = (there != NO_HEX) & (there > here)
    here, side, there = here[once], side[once], there[once]
    edges = Edges(here, there, codes[here, side].astype(np.int64), here * SIDES + side)
    meeting, corner, nth = at_nodes(edges), layout.corners_of(here) / layout.radius_m, np.arange(len(here))
    centre = layout.centres_of(meeting.nodes) / layout.radius_m
    spots, is_held = centre.copy(), np.isin(meeting.nodes, list(held))
    spots[is_held] = np.array([held[node] for node in meeting.nodes[is_held].tolist()]).reshape(-1, 2)
    return Links(edges, meeting, corner[nth, side], corner[nth, (side + 1) % SIDES], centre, is_held, spots)


def _worth(net: Links, place: Whole, one: Whole, other: Whole) -> Floats:
    """Rate how well two links run on into one another at a hex: straight, and of a high class."""
    a, b = (net.centre[place[end ^ 1]] - net.centre[place[end]] for end in (one, other))
    turn = (a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]) / (np.hypot(*a.T) * np.hypot(*b.T))
    rank = net.edges.rank
    return np.where(turn >= _SHARP, np.nan, 0.35 * (rank[one // 2] + rank[other // 2]) - turn)


def _relaxed(net: Links, place: Whole, follow: Whole) -> Laid:
    """Pull all links straight."""
    crossing, node = (net.one + net.other) / 2, net.spots.copy()
    free = ~net.held & (np.diff(net.meeting.starts) > 1)
    # A node is drawn to the middle of each pair that runs on through it, else to all.
    ends = net.meeting.ends
    paired, at = follow[ends], place[ends]
    through = np.zeros(len(node), bool)
    through[at[paired >= 0]] = True
    pulls = (ends < paired) | ~through[at]
    to = np.where(paired[pulls] >= 0, paired[pulls], ends[pulls])
    rows = np.stack([at[pulls], ends[pulls] // 2, to // 2], axis=1)
    # A map of one link or none would have the kernel translated anew: what is every second of one lies side by side.
    start, stop = np.ascontiguousarray(place[0::2]), np.ascontiguousarray(place[1::2])
    _pull(crossing, node, (start, stop, net.one, net.other), (net.centre, free, rows))
    return Laid(crossing, node)


@njit(cache=True, nogil=True)
def _pull(crossing: Floats, node: Floats, links: tuple[Any, ...], meeting: tuple[Any, ...]) -> None:
    """Pull crossings and nodes straight, round after round, in their places."""
    start, stop, one, other = links
    centre, free, rows = meeting
    mean, count = np.empty_like(node), np.zeros(len(node))
    for row in range(len(rows)):
        count[rows[row, 0]] += 1
    for _ in range(_ROUNDS):
        for k in range(len(crossing)):
            _cross(crossing[k], node[start[k]], node[stop[k]], one[k], other[k])
        mean[:] = 0.0
        for row in range(len(rows)):
            for n in range(2):
                mean[rows[row, 0], n] += (crossing[rows[row, 1], n] + crossing[rows[row, 2], n]) / 2
        for k in range(len(node)):
            if free[k]:
                u = (mean[k, 0] / count[k] - centre[k, 0]) * (1 - _HOME)
                v = (mean[k, 1] / count[k] - centre[k, 1]) * (1 - _HOME)
                share = min(1.0, _OFF / max(np.hypot(u, v), _STRAIGHT))
                node[k, 0], node[k, 1] = centre[k, 0] + u * share, centre[k, 1] + v * share


@njit(cache=True, inline="always")
def _cross(crossing: Floats, start: Floats, stop: Floats, one: Floats, other: Floats) -> None:
    """Draw a crossing to where the line from node to node meets its hexside, held to the hexside's middle part."""
    along_u, along_v, side_u, side_v = stop[0] - start[0], stop[1] - start[1], other[0] - one[0], other[1] - one[1]
    det = along_u * side_v - along_v * side_u
    part = 0.5
    if abs(det) >= _STRAIGHT:
        part = ((one[0] - start[0]) * along_v - (one[1] - start[1]) * along_u) / det
    part = min(max(part, _NEAR), _FAR)
    crossing[0] += _PULL * (one[0] + part * side_u - crossing[0])
    crossing[1] += _PULL * (one[1] + part * side_v - crossing[1])


def _set_aside(net: Links, place: Whole, laid: Laid, road: NDArray[np.uint8]) -> Laid:
    """Move a railway along the hexsides that it shares with a road, towards the side with more room."""
    crossing, node = laid.crossing.copy(), laid.node.copy()
    side = net.other - net.one
    part = np.einsum("ij,ij->i", crossing - net.one, side) / np.einsum("ij,ij->i", side, side)
    shared = road.ravel()[net.edges.link] > 0
    shift = _ASIDE * np.where(part < 0.5, 1.0, -1.0)[shared, None] * side[shared]
    crossing[shared] += shift
    at = place.reshape(-1, 2)[shared].ravel()
    np.add.at(node, at, np.where(net.held[at][:, None], 0.0, 0.5 * np.repeat(shift, 2, axis=0)))
    return Laid(crossing, node)


def _points(net: Links, place: Whole, laid: Laid, lines: Runs) -> tuple[NDArray[np.float32], Whole]:
    """Run through the crossings, and through a node where a place holds it, where links part, and at the ends."""
    after = place[lines.ends ^ 1]
    stopping = net.held[after] | (np.diff(net.meeting.starts)[after] > 2)
    stopping[lines.starts[1:] - 1] = True
    before, line = np.cumsum(stopping) - stopping, np.repeat(np.arange(len(lines.starts) - 1), np.diff(lines.starts))
    at = np.arange(len(after)) + before + line + 1
    starts = np.append(lines.starts[:-1] + before[lines.starts[:-1]], len(after) + stopping.sum())
    starts += np.arange(len(starts))
    stops = np.empty((int(starts[-1]), 2))
    stops[starts[:-1]] = laid.node[place[lines.ends[lines.starts[:-1]]]]
    stops[at] = laid.crossing[lines.ends // 2]
    stops[at[stopping] + 1] = laid.node[after[stopping]]
    return _curves(stops, starts)


def _curves(stops: Floats, starts: Whole) -> tuple[NDArray[np.float32], Whole]:
    """Draw a smooth line through the stops of each line, of three stops at least, some at a time."""
    found, room, many = [np.zeros((0, 2), np.float32)], _BETWEEN * np.diff(starts) - _BETWEEN + 1, len(starts) - 1
    cuts = [*range(0, many, _AT_ONCE), many]
    for first, last in pairwise(cuts):
        own = starts[first : last + 1] - starts[first]
        found.append(through_points(stops[starts[first] : starts[last]], own).astype(np.float32))
    return np.concatenate(found), np.concatenate([[0], np.cumsum(room)]).astype(np.int64)


def through_points(stops: Floats, starts: Whole, between: int = _BETWEEN) -> Floats:
    """
    Draw smooth lines through points (k, 2): Catmull-Rom curves whose tangents go by distance.

    Parameters
    ----------
    starts
        Where the points of each line begin, and the end.
    """
    ahead = np.diff(stops, axis=0)
    far = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), _STRAIGHT)[:, None]
    pace = ahead / far
    tangent = np.empty_like(stops)
    tangent[1:-1] = (pace[:-1] + pace[1:]) / 2
    tangent[starts[:-1]], tangent[starts[1:] - 1] = pace[starts[:-1]], pace[starts[1:] - 2]
    # Between the last point of a line and the first of the next there is nothing.
    inner = np.ones(len(ahead), bool)
    inner[starts[1:-1] - 1] = False
    t = np.linspace(0, 1, between, endpoint=False)[None, :, None]
    start, stop = stops[:-1][inner, None], stops[1:][inner, None]
    lean, end = (tangent[:-1] * far)[inner, None], (tangent[1:] * far)[inner, None]
    curve = (
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * lean
        + (3 * t**2 - 2 * t**3) * stop
        + (t**3 - t**2) * end
    )
    last = starts[1:] - np.arange(1, len(starts))
    return np.insert(curve.reshape(-1, 2), between * last, stops[starts[1:] - 1], axis=0)
