"""
Lay roads and railways taut through the hexes that their links name.

What is sought is the spot where each link crosses its hexside, within the middle three fifths,
and the spot in each hex where its links meet. They are pulled straight, round after round;
places hold theirs. The line through the spots crosses exactly the hexsides of its links:
where its curve would leave its two hexes, it runs straight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import RAILS, ROADS
from maps.shapes.links import Edge, at_nodes, partners, runs
from maps.shapes.rings import Way

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.shapes.links import Run

    Floats = NDArray[np.float64]
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


class Links(NamedTuple):
    """Links with the ends of their hexsides (m, 2), centres of all hexes (n, 2), and nodes that places hold."""

    edges: Sequence[Edge]
    one: Floats
    other: Floats
    centre: Floats
    held: Spots


class Network(NamedTuple):
    """The lines of a network of ways, and where each link crosses its hexside."""

    ways: tuple[Way, ...]
    crossing: Mapping[int, tuple[float, float]]
    """By hex times 6 plus side, the lower hex only."""


class Laid(NamedTuple):
    """Where each link crosses its hexside (m, 2), and where the links of each hex meet."""

    crossing: Floats
    node: dict[int, Floats]


def place_spots(hexmap: HexMap) -> Spots:
    """Say where the largest place of each hex stands, kept off the hexsides; names of waters are none."""
    layout = hexmap.layout
    ranked = sorted(hexmap.places, key=lambda place: (-place.rank, place.population))
    found = {place.index: place for place in ranked if place.rank < 9}
    centres = layout.centres() / layout.radius_m
    return {
        index: _held(layout.to_grid((place.x_m, place.y_m)) / layout.radius_m, centres[index])
        for index, place in found.items()
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
    if not net.edges:
        return Network((), {})
    meeting = at_nodes(net.edges)
    follow = partners(net.edges, meeting, lambda node, a, b: _worth(net.centre, node, a, b))
    laid = _relaxed(net, meeting, follow)
    if aside:
        laid = _set_aside(net, laid, hexmap.road)
    found = []
    for run in runs(net.edges, follow):
        found += _lines(net, laid, run, names, meeting)
    crossing = {edge.link: (float(u), float(v)) for edge, (u, v) in zip(net.edges, laid.crossing, strict=True)}
    return Network(tuple(found), crossing)


def _net(hexmap: HexMap, codes: NDArray[np.uint8], held: Spots) -> Links:
    layout = hexmap.layout
    centre, corner = layout.centres() / layout.radius_m, layout.corners() / layout.radius_m
    here, side = np.nonzero(codes)
    there = hexmap.neighbour[here, side]
    once = (there != NO_HEX) & (there > here)
    here, side, there = here[once], side[once], there[once]
    rank = codes[here, side]
    edges = [Edge(*row) for row in zip(*(c.tolist() for c in (here, there, rank, here * SIDES + side)), strict=True)]
    linked = set(here.tolist()) | set(there.tolist())
    spots = {index: spot for index, spot in held.items() if index in linked}
    return Links(edges, corner[here, side], corner[here, (side + 1) % SIDES], centre, spots)


def _worth(centre: Floats, node: int, one: Edge, other: Edge) -> float | None:
    """Rate how well two links run on into one another at a hex: straight, and of a high class."""
    a, b = centre[one.other(node)] - centre[node], centre[other.other(node)] - centre[node]
    turn = float(a @ b) / float(np.hypot(*a) * np.hypot(*b))
    return None if turn >= _SHARP else 0.35 * (one.rank + other.rank) - turn


def _relaxed(net: Links, meeting: Mapping[int, list[int]], follow: Mapping[tuple[int, int], int]) -> Laid:
    """Pull all links straight."""
    hexes = np.array(sorted(meeting))
    place = {index: k for k, index in enumerate(hexes.tolist())}
    ends = np.array([[place[edge.a], place[edge.b]] for edge in net.edges])
    node = np.array([net.held.get(index, net.centre[index]) for index in hexes.tolist()], float)
    free = np.array([index not in net.held and len(meeting[index]) > 1 for index in hexes.tolist()])
    pulls = _pulls(place, meeting, follow)
    crossing = (net.one + net.other) / 2
    for _ in range(_ROUNDS):
        crossing = crossing + _PULL * (_crossed(net, node[ends[:, 0]], node[ends[:, 1]]) - crossing)
        node = np.where(free[:, None], _drawn(net.centre[hexes], crossing, pulls), node)
    return Laid(crossing, {index: node[k] for index, k in place.items()})


def _pulls(
    place: Mapping[int, int], meeting: Mapping[int, list[int]], follow: Mapping[tuple[int, int], int]
) -> NDArray[np.int64]:
    """List node, link, link (k, 3): a node is drawn to the middle of each pair that runs on through it, else to all."""
    rows = []
    for index, here in meeting.items():
        pairs = [(n, follow[n, index]) for n in here if n < follow.get((n, index), -1)]
        rows += [(place[index], one, other) for one, other in pairs or [(n, n) for n in here]]
    return np.array(rows)


def _crossed(net: Links, start: Floats, stop: Floats) -> Floats:
    """Say where straight lines from node to node cross the hexsides between, held to the hexside's middle part."""
    along, side, off = stop - start, net.other - net.one, net.one - start
    det = along[:, 0] * side[:, 1] - along[:, 1] * side[:, 0]
    flat = np.abs(det) < _STRAIGHT
    part = (off[:, 0] * along[:, 1] - off[:, 1] * along[:, 0]) / np.where(flat, 1.0, det)
    return net.one + np.clip(np.where(flat, 0.5, part), _NEAR, _FAR)[:, None] * side


def _drawn(centre: Floats, crossing: Floats, pulls: NDArray[np.int64]) -> Floats:
    """Draw every node to the middle of what runs through it, but not far from the middle of its hex."""
    middle = (crossing[pulls[:, 1]] + crossing[pulls[:, 2]]) / 2
    count = np.bincount(pulls[:, 0], minlength=len(centre))
    mean = np.stack([np.bincount(pulls[:, 0], middle[:, k], len(centre)) / count for k in (0, 1)], axis=1)
    off = (mean - centre) * (1 - _HOME)
    far = np.hypot(off[:, 0], off[:, 1])
    return centre + off * np.minimum(1.0, _OFF / np.maximum(far, _STRAIGHT))[:, None]


def _set_aside(net: Links, laid: Laid, road: NDArray[np.uint8]) -> Laid:
    """Move a railway along the hexsides that it shares with a road, towards the side with more room."""
    crossing, node = laid.crossing.copy(), dict(laid.node)
    side = net.other - net.one
    part = np.einsum("ij,ij->i", crossing - net.one, side) / np.einsum("ij,ij->i", side, side)
    for n, edge in enumerate(net.edges):
        if road[divmod(edge.link, SIDES)]:
            shift = _ASIDE * np.where(part[n] < 0.5, 1.0, -1.0) * side[n]
            crossing[n] += shift
            for index in (edge.a, edge.b):
                if index not in net.held:
                    node[index] = node[index] + 0.5 * shift
    return Laid(crossing, node)


def _lines(net: Links, laid: Laid, run: Run, names: Sequence[str], meeting: Mapping[int, list[int]]) -> list[Way]:
    """Cut a run where its class changes, and give each piece the points that its line goes through."""
    found, first = [], 0
    for last in range(1, len(run.edges) + 1):
        rank = net.edges[run.edges[first]].rank
        if last == len(run.edges) or net.edges[run.edges[last]].rank != rank:
            points = _points(net, laid, run, first, last, meeting)
            links = np.array([net.edges[n].link for n in run.edges[first:last]])
            found.append(Way(names[rank], points.astype(np.float32), links, through=True))
            first = last
    return found


def _points(net: Links, laid: Laid, run: Run, first: int, last: int, meeting: Mapping[int, list[int]]) -> Floats:
    """Run through the crossings, and through a node where a place holds it, where links part, and at the ends."""
    stops = [laid.node[run.nodes[first]]]
    for k in range(first, last):
        stops.append(laid.crossing[run.edges[k]])
        index = run.nodes[k + 1]
        if k + 1 == last or index in net.held or len(meeting[index]) > 2:
            stops.append(laid.node[index])
    return through_points(np.array(stops))


def through_points(stops: Floats, between: int = _BETWEEN) -> Floats:
    """Draw a smooth line through points (k, 2): a Catmull-Rom curve whose tangents go by distance."""
    if len(stops) < 3:
        return stops
    ahead = np.diff(stops, axis=0)
    far = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), _STRAIGHT)[:, None]
    pace = ahead / far
    tangent = np.concatenate([pace[:1], (pace[:-1] + pace[1:]) / 2, pace[-1:]])
    t = np.linspace(0, 1, between, endpoint=False)[None, :, None]
    start, stop = stops[:-1, None], stops[1:, None]
    lean, end = tangent[:-1, None] * far[:, None], tangent[1:, None] * far[:, None]
    curve = (
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * lean
        + (3 * t**2 - 2 * t**3) * stop
        + (t**3 - t**2) * end
    )
    return np.concatenate([curve.reshape(-1, 2), stops[-1:]])
