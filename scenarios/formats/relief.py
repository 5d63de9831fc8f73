"""
Write the ground of a map as a body to print in three dimensions: STL and OBJ, in millimetres, heights upwards.

Heights are those of the hexes, so the ground is made of hexes: smooth, where a corner has the mean of
the hexes about it, or in steps, where each hex is a flat column. A body is closed and has no edge with
other than two faces. What is too large for a printer is cut along hexsides, with play between the parts.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.problems import Problem, ProblemsFound
from scenarios.formats.packing import packed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]

__all__ = ["BED_MM", "RELIEF_MM", "Relief", "relief_obj", "relief_parts", "relief_stl"]

BED_MM = 220.0
"""The bed of a common printer."""

RELIEF_MM = 10.0
"""A hex from flat to flat, unless something else is asked for."""

_BASE_MM, _PLAY_MM = 2.0, 0.2
_LEAST_HEX, _MOST_HEX = 2.0, 200.0
_MOST_STRETCH = 50.0


@dataclass(frozen=True, slots=True)
class Relief:
    """
    How the body is wanted.

    Attributes
    ----------
    mm_per_hex
        A hex from flat to flat.
    stretch
        How many times higher than true.
    step_m
        Height of a step in metres of ground; 0 for a smooth ground.
    bed_mm
        The longest part that a printer takes.
    """

    mm_per_hex: float = RELIEF_MM
    stretch: float = 5.0
    step_m: float = 0.0
    bed_mm: float = BED_MM

    def __post_init__(self) -> None:
        """Refuse what makes no body."""
        found = [
            Problem(name, f"is {value:g}", f"it must be from {least:g} to {most:g}")
            for name, value, least, most in (
                ("mm per hex", self.mm_per_hex, _LEAST_HEX, _MOST_HEX), ("stretch", self.stretch, 0.1, _MOST_STRETCH),
                ("step", self.step_m, 0.0, 2000.0), ("bed", self.bed_mm, 50.0, 3000.0),
            )
            if not least <= value <= most
        ]  # fmt: skip
        if found:
            raise ProblemsFound(found)


@dataclass(frozen=True)
class _Ground:
    """A map in millimetres: middles and corners of hexes, which corner is which, heights above the plate."""

    hexmap: HexMap
    middles: Floats
    spots: Floats
    corner: NDArray[np.int64]
    """The number of each hex's corners (n, 6): hexes that meet in a corner have the same."""
    height: Floats
    corner_height: Floats

    @property
    def inside(self) -> NDArray[np.bool_]:
        """Which hexes there are."""
        return self.hexmap.inside


def relief_stl(hexmap: HexMap, wanted: Relief) -> bytes:
    """Write the whole ground as one binary STL."""
    return _stl(hexmap, _triangles(_ground(hexmap, wanted), hexmap.inside, wanted))


def relief_obj(hexmap: HexMap, wanted: Relief) -> bytes:
    """Write the whole ground as OBJ, with what it was made from as remarks."""
    triangles = _triangles(_ground(hexmap, wanted), hexmap.inside, wanted)
    points, faces = np.unique(np.round(triangles.reshape(-1, 3), 5), axis=0, return_inverse=True)
    told = [f"# {line}" for line in _told(hexmap, wanted)]
    rows = [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in points.tolist()]
    rows += ["f {} {} {}".format(*face) for face in (faces.reshape(-1, 3) + 1).tolist()]
    return ("\n".join([*told, "o relief", *rows]) + "\n").encode()


def relief_parts(hexmap: HexMap, wanted: Relief) -> bytes:
    """
    Write the ground as a zip of STL files that each fit on a printer's bed, and a list that says where each lies.

    Raises
    ------
    ProblemsFound
        If not even some hexes fit on the bed.
    """
    ground = _ground(hexmap, wanted)
    files, told = [], list(_told(hexmap, wanted))
    for name, chosen in _parts(ground, wanted):
        triangles = _played(_triangles(ground, chosen, wanted))
        low, high = triangles.reshape(-1, 3).min(axis=0), triangles.reshape(-1, 3).max(axis=0)
        size = " x ".join(f"{mm:.1f}" for mm in (high - low).tolist())
        numbers = [hexmap.number(index) for index in np.flatnonzero(chosen).tolist()]
        told.append(f"{name}.stl: {size} mm, hexes {numbers[0]} to {numbers[-1]}")
        files.append((f"{name}.stl", _stl(hexmap, triangles - np.array([*low[:2], 0.0]))))
    return packed([("parts.txt", ("\n".join(told) + "\n").encode()), *files])


def _told(hexmap: HexMap, wanted: Relief) -> Iterator[str]:
    yield f"{hexmap.name}, map {hexmap.key}"
    shape = f"steps of {wanted.step_m:g} m" if wanted.step_m else "smooth"
    yield f"{wanted.mm_per_hex:g} mm a hex, heights {wanted.stretch:g} times, {shape}, base {_BASE_MM:g} mm"
    yield from hexmap.sources


def _ground(hexmap: HexMap, wanted: Relief) -> _Ground:
    scale = wanted.mm_per_hex / hexmap.layout.width_m
    metres = hexmap.elevation_m.astype(float)
    known = hexmap.inside & ~np.isnan(metres)
    least = float(metres[known].min()) if known.any() else 0.0
    if wanted.step_m:
        metres = np.floor((metres - least) / wanted.step_m) * wanted.step_m + least
    height = np.where(known, (metres - least) * scale * wanted.stretch, 0.0) + _BASE_MM
    corners = hexmap.layout.corners().reshape(-1, 2)
    # Corners of neighbours differ by rounding alone: a thousandth of a hex tells them apart.
    keys = np.round(corners / hexmap.layout.width_m * 1000).astype(np.int64)
    _, first, number = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    corner = number.reshape(-1, SIDES)
    chosen = np.flatnonzero(hexmap.inside)
    weight = np.bincount(corner[chosen].ravel(), minlength=len(first))
    total = np.bincount(corner[chosen].ravel(), np.repeat(height[chosen], SIDES), minlength=len(first))
    u0, _, _, v1 = hexmap.layout.extent()
    place = np.array([1.0, -1.0]) * scale
    origin = np.array([u0, v1])
    return _Ground(
        hexmap, (hexmap.layout.centres() - origin) * place, (corners[first] - origin) * place, corner,
        height, total / np.maximum(weight, 1),
    )  # fmt: skip


def _triangles(ground: _Ground, chosen: NDArray[np.bool_], wanted: Relief) -> Floats:
    """Give the faces of a body (n, 3, 3), each anticlockwise seen from without."""
    make = _stepped if wanted.step_m else _smooth
    indices = np.flatnonzero(chosen)
    return np.concatenate([*_plates(ground, indices, stepped=bool(wanted.step_m)), *make(ground, chosen)])


def _plates(ground: _Ground, indices: NDArray[np.int64], *, stepped: bool) -> Iterator[Floats]:
    """Give the tops, six faces about the middle of each hex, and the bottoms."""
    spots = ground.spots[ground.corner[indices]]
    middle = np.repeat(ground.middles[indices][:, None], SIDES, axis=1)
    after = np.roll(spots, -1, axis=1)
    own = np.repeat(ground.height[indices][:, None], SIDES, axis=1)
    rim = own if stepped else ground.corner_height[ground.corner[indices]]
    flat = np.zeros_like(own)
    # Corners run clockwise on the map, and here north is up: the top is turned the other way round.
    yield _faces((middle, own), (after, np.roll(rim, -1, axis=1)), (spots, rim))
    yield _faces((middle, flat), (spots, flat), (after, flat))


def _faces(*corners: tuple[Floats, Floats]) -> Floats:
    points = [np.concatenate([xy, z[..., None]], axis=-1).reshape(-1, 3) for xy, z in corners]
    return np.stack(points, axis=1)


def _smooth(ground: _Ground, chosen: NDArray[np.bool_]) -> Iterator[Floats]:
    """Give the walls at the rim of a smooth body."""
    for index, side in _rim(ground, chosen):
        a, b = ground.corner[index, side], ground.corner[index, (side + 1) % SIDES]
        yield _wall(ground, (a, b), [0.0, ground.corner_height[a]], [0.0, ground.corner_height[b]])


def _rim(ground: _Ground, chosen: NDArray[np.bool_]) -> list[tuple[int, int]]:
    beside = ground.hexmap.neighbour
    out = chosen[:, None] & ((beside == NO_HEX) | ~chosen[beside])
    return [(int(index), int(side)) for index, side in np.argwhere(out)]


def _stepped(ground: _Ground, chosen: NDArray[np.bool_]) -> Iterator[Floats]:
    """
    Give the walls between columns of different heights, each split where a third column ends at its edge.

    Without that, a wall would meet two others along half of its edge, and the body would not be closed.
    """
    levels: dict[int, set[float]] = {}
    for index in np.flatnonzero(chosen).tolist():
        for corner in ground.corner[index].tolist():
            levels.setdefault(corner, set()).add(float(ground.height[index]))
    for index in np.flatnonzero(chosen).tolist():
        for side in range(SIDES):
            across = int(ground.hexmap.neighbour[index, side])
            low = float(ground.height[across]) if across != NO_HEX and chosen[across] else 0.0
            high = float(ground.height[index])
            if high > low:
                pair = int(ground.corner[index, side]), int(ground.corner[index, (side + 1) % SIDES])
                rails = [[low, *sorted(z for z in levels[one] if low < z < high), high] for one in pair]
                yield _wall(ground, pair, *rails)


def _wall(ground: _Ground, pair: tuple[int, int], left: list[float], right: list[float]) -> Floats:
    """Fill the wall between two upright edges, each with its heights from below to above."""
    (ax, ay), (bx, by) = ground.spots[list(pair)].tolist()
    faces, i, j = [], 0, 0
    while i + 1 < len(left) or j + 1 < len(right):
        up_left = j + 1 == len(right) or (i + 1 < len(left) and left[i + 1] <= right[j + 1])
        third = (ax, ay, left[i + 1]) if up_left else (bx, by, right[j + 1])
        faces.append([(bx, by, right[j]), (ax, ay, left[i]), third])
        i, j = (i + 1, j) if up_left else (i, j + 1)
    return np.array(faces)


def _parts(ground: _Ground, wanted: Relief) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Share the hexes out to as few parts in a row and in a column as the bed asks for."""
    radius = wanted.mm_per_hex / np.sqrt(3)
    room = wanted.bed_mm - 2 * radius
    if room <= 0:
        what = f"a hex of {wanted.mm_per_hex:g} mm does not fit on a bed of {wanted.bed_mm:g} mm"
        raise ProblemsFound([Problem("bed", what, "take smaller hexes")])
    spots = ground.middles[ground.inside]
    low, span = spots.min(axis=0), np.ptp(spots, axis=0)
    count = np.maximum(1, np.ceil(span / room)).astype(int)
    cell = np.minimum(np.floor((ground.middles - low) / np.maximum(span, 1e-9) * count), count - 1).astype(int)
    for row in range(count[1] - 1, -1, -1):
        for col in range(count[0]):
            chosen = ground.inside & (cell[:, 0] == col) & (cell[:, 1] == row)
            if chosen.any():
                yield f"{_letters(count[1] - 1 - row)}{col + 1}", chosen


def _letters(number: int) -> str:
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(65 + number % 26)


def _played(triangles: Floats) -> Floats:
    """Draw a part in by the play, so that it goes beside its neighbours."""
    points = triangles.reshape(-1, 3)
    low, high = points.min(axis=0), points.max(axis=0)
    size = (high - low)[:2]
    return np.concatenate([
        (triangles[..., :2] - low[:2]) * (1 - _PLAY_MM / size) + low[:2] + _PLAY_MM / 2, triangles[..., 2:]
    ], axis=-1)  # fmt: skip


def _stl(hexmap: HexMap, triangles: Floats) -> bytes:
    """Write faces as binary STL; its head holds 80 letters, and no more is told there."""
    edges = triangles[:, 1:] - triangles[:, :1]
    normal = np.cross(edges[:, 0], edges[:, 1])
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    rows = np.zeros(len(triangles), np.dtype([("numbers", "<f4", (12,)), ("more", "<u2")]))
    rows["numbers"] = np.concatenate([normal / np.maximum(length, 1e-12), triangles.reshape(-1, 9)], axis=1)
    head = f"map {hexmap.key}; {'; '.join(hexmap.sources)}".encode("ascii", "replace")[:80].ljust(80)
    return head + struct.pack("<I", len(triangles)) + rows.tobytes()
