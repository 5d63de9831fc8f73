"""Bridge the gaps of a network of water: through lakes and wide rivers, and where a culvert is missing."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely import STRtree

from maps.derive.nearby import near_spots
from maps.derive.waters.waternet import Net, cut_at
from maps.grid.joining import joined_parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["bridge_gaps", "bridge_to_rivers", "bridge_waters", "reach_through"]


def reach_through(shapes: Shapes, waters: Shapes, tolerance_m: float) -> Shapes:
    """
    Draw lines that end at the bank of a wide river or lake on to the line that runs through it.

    ``waters`` are polygons; the way on must lie in one of them. Gives the lines anew.
    """
    if len(shapes) < 2 or not len(waters):
        return shapes
    found, tree = shapes.copy(), STRtree(shapes)
    mouths = shapely.get_point(shapes, -1)
    for k, water in zip(*STRtree(waters).query(mouths, predicate="dwithin", distance=tolerance_m), strict=True):
        joined = tree.query(mouths[k], predicate="dwithin", distance=tolerance_m)
        if len(joined) > 1:
            continue
        through = [j for j in tree.query(waters[water], predicate="intersects").tolist() if j != k]
        if not through:
            continue
        nearest = min(through, key=lambda j: float(shapely.distance(shapes[j], mouths[k])))
        on = shapely.line_interpolate_point(shapes[nearest], shapely.line_locate_point(shapes[nearest], mouths[k]))
        step = shapely.linestrings([shapely.get_coordinates(mouths[k])[0], shapely.get_coordinates(on)[0]])
        if shapely.covers(shapely.buffer(waters[water], tolerance_m), step) and not on.equals(mouths[nearest]):
            line = np.concatenate([shapely.get_coordinates(shapes[k]), shapely.get_coordinates(on)])
            found[k] = shapely.linestrings(line)
    return found


def bridge_waters(net: Net, waters: Shapes, rank: Floats, tolerance_m: float) -> Net:
    """
    Lead what flows into a lake on to where the lake flows out.

    Parameters
    ----------
    waters
        Polygons of lakes and river banks; those that touch count as one.
    rank
        Of each piece; where several leave a lake, what flows in goes on to the one of highest rank.
    """
    mouths, heads = net.loose_ends()
    if not (len(mouths) and len(heads) and len(waters)):
        return net
    lake = _lakes(waters)
    tree = STRtree(waters)
    in_lake: dict[int, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    for side, nodes in enumerate((mouths, heads)):
        spots = shapely.points(net.nodes[nodes])
        for k, water in zip(*tree.query(spots, predicate="dwithin", distance=tolerance_m), strict=True):
            in_lake[int(lake[water])][side].add(int(nodes[k]))
    best = np.full(len(net.nodes), -np.inf)
    np.maximum.at(best, net.start, rank)
    below = net.below()
    steps = []
    for flows_in, flows_out in in_lake.values():
        if flows_in and flows_out:
            outlet = max(sorted(flows_out), key=lambda node: best[node])
            steps += [(node, outlet) for node in sorted(flows_in) if not _leads(below, outlet, node)]
    return _with_steps(net, steps)


def _lakes(waters: Shapes) -> Ints:
    one, other = STRtree(waters).query(waters, predicate="intersects")
    return joined_parts(one, other, len(waters)).astype(np.int64)


def bridge_gaps(net: Net, names: Sequence[str], gap_m: float) -> Net:
    """
    Join where water ends to where it begins again near by, the nearest first.

    ``names`` are those of the features; two different names are not joined.
    """
    mouths, heads = net.loose_ends()
    if not (len(mouths) and len(heads)) or gap_m <= 0:
        return net
    name_in = {int(node): names[way] for node, way in zip(net.end, net.way, strict=True)}
    name_out = {int(node): names[way] for node, way in zip(net.start, net.way, strict=True)}
    head_near, mouth_near = near_spots(net.nodes[mouths], net.nodes[heads], gap_m)
    pairs = list(zip(mouths[mouth_near].tolist(), heads[head_near].tolist(), strict=True))
    pairs.sort(key=lambda pair: (float(np.hypot(*(net.nodes[pair[0]] - net.nodes[pair[1]]))), pair))
    below = net.below()
    ends: set[int] = set()
    steps: list[tuple[int, int]] = []
    for mouth, head in pairs:
        alike = not name_in[mouth] or not name_out[head] or name_in[mouth] == name_out[head]
        if alike and mouth not in ends and head not in ends and not _leads(below, head, mouth):
            ends |= {mouth, head}
            below[mouth].append(head)
            steps.append((mouth, head))
    return _with_steps(net, steps)


def bridge_to_rivers(net: Net, gap_m: float) -> Net:
    """Lead what ends near other water, as at a culvert, on to the nearest place of it that it does not come from."""
    mouths, _ = net.loose_ends()
    if not len(mouths) or gap_m <= 0:
        return net
    lines = np.array([shapely.linestrings(points) for points in net.points])
    spots = shapely.points(net.nodes[mouths])
    k, piece = STRtree(lines).query(spots, predicate="dwithin", distance=gap_m)
    off = shapely.distance(spots[k], lines[piece])
    below = net.below()
    joined: set[int] = set()
    cuts: list[tuple[int, float, int]] = []
    for row in np.lexsort((piece, off)).tolist():
        mouth, onto = int(mouths[k[row]]), int(piece[row])
        if mouth not in joined and not _leads(below, int(net.end[onto]), mouth):
            joined.add(mouth)
            below[mouth].append(int(net.end[onto]))
            cuts.append((onto, float(shapely.line_locate_point(lines[onto], spots[k[row]])), mouth))
    return _joined_at(net, cuts)


def _joined_at(net: Net, cuts: Sequence[tuple[int, float, int]]) -> Net:
    """Cut pieces at places along them, and lead nodes there."""
    points, start, end = list(net.points), net.start.tolist(), net.end.tolist()
    way, nodes = net.way.tolist(), net.nodes.tolist()
    way_in = _ways_in(net)
    for piece, along, mouth in sorted(cuts, reverse=True):
        line = shapely.linestrings(points[piece])
        if along <= 0 or along >= line.length:
            onto = start[piece] if along <= 0 else end[piece]
        else:
            onto = len(nodes)
            points[piece], lower = cut_at(line, (0.0, along, line.length))
            nodes.append(lower[0].tolist())
            points.append(lower)
            start.append(onto)
            end.append(end[piece])
            way.append(way[piece])
            end[piece] = onto
        points.append(np.array([nodes[mouth], nodes[onto]]))
        start.append(mouth)
        end.append(onto)
        way.append(way_in[mouth])
    return Net(tuple(points), np.array(start), np.array(end), np.array(way, np.int64), np.array(nodes).reshape(-1, 2))


def _leads(below: Mapping[int, Sequence[int]], node: int, to: int) -> bool:
    """Say whether water flows from one node to another."""
    seen, waiting = {node}, [node]
    while waiting:
        here = waiting.pop()
        if here == to:
            return True
        fresh = [there for there in below.get(here, ()) if there not in seen]
        seen.update(fresh)
        waiting += fresh
    return False


def _ways_in(net: Net) -> dict[int, int]:
    """Give the feature that flows into each node; of several that of the longest piece."""
    order = np.argsort(net.lengths(), kind="stable")
    return dict(zip(net.end[order].tolist(), net.way[order].tolist(), strict=True))


def _with_steps(net: Net, steps: Sequence[tuple[int, int]]) -> Net:
    """Add straight pieces; each belongs to the feature that flows into it."""
    if not steps:
        return net
    way_in = _ways_in(net)
    one, other = np.array(steps, np.int64).T
    return Net(
        (*net.points, *(net.nodes[[a, b]] for a, b in steps)),
        np.concatenate([net.start, one]),
        np.concatenate([net.end, other]),
        np.concatenate([net.way, np.array([way_in[a] for a, _ in steps], np.int64)]),
        net.nodes,
    )
