"""
Lay rivers along the hexsides they follow.

Each stem takes the cheapest way over the corners of the hexes, where a hexside costs
the more the further it lies from the river's line. A tributary's way ends where it
first meets the river system that it flows into, so the rivers form a tree: no
gaps, no stubs, no rings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.corners import both_sides, lattice_of, sides_of, to_lattice
from maps.derive.cornerways import DRY, Laid, Reach, way_of_line, work_for
from maps.derive.waters.finelines import fine_lines
from maps.derive.waters.rivers import Stem
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from maps.derive.legend import Legend
    from maps.derive.waters.finelines import FineLine
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Codes = NDArray[np.uint8]

__all__ = ["LeftOut", "Waters", "lay_rivers"]

STREAM, LAKE = HEXSIDES.index("stream"), HEXSIDES.index("lake")
_STEPS_PER_HEX = 8
_RIM_HEXES = 1.2
_SEEN_HEXES = 2.0
"""What is shorter than so many hexes, and finds no room, is not told."""
# A canal beside its river keeps to its own hexsides while there are any; to follow a line costs half as much.
_EARLY = 3.0
_BANDS = (2.5, 8.0)
"""How many hexes from its line a river is laid at most: first near by, then, if others bar it, further off."""


class LeftOut(NamedTuple):
    """A river or canal of the sources that is not on the map: its name, what it is, its length, and why."""

    name: str
    kind: str
    length_m: float
    why: str


@dataclass(frozen=True, slots=True)
class Waters:
    """What flows along hexsides: codes (n, 6); names of rivers, and of features, by (lower index, side)."""

    hexside: Codes
    names: dict[tuple[int, int], str]
    features: dict[tuple[int, int], str] = field(default_factory=dict)
    """The id of the feature that lies there, as far as the source gives one."""
    left_out: tuple[LeftOut, ...] = ()
    """Rivers and canals, or long parts of them, that are not on the map."""


class _Way(NamedTuple):
    """A part of a stem as it was laid: corners, hexsides between them, for each of these the stem's point."""

    stem: int
    corners: Ints
    edges: Ints
    point: NDArray[np.int32]
    drained_km2: Floats
    codes: Codes


def lay_rivers(stems: Sequence[Stem], layout: Layout, inside: NDArray[np.bool_], legend: Legend) -> Waters:
    """
    Put the stems onto hexsides, classed by the area they drain or as they say themselves.

    Parameters
    ----------
    stems
        As ``maps.derive.waters.rivers.stems`` gives them, receivers first.
    """
    laying = _Laying(layout, inside)
    for stem, fine in zip(stems, laying.fine(stems), strict=True):
        laying.lay(stem, fine)
    return laying.waters(legend)


class _Laying:
    """The rivers laid so far; a system is what hangs together inside the map."""

    def __init__(self, layout: Layout, inside: NDArray[np.bool_]) -> None:
        self.layout, self.inside = layout, inside
        self.lattice = lattice_of(layout, inside)
        self.work = work_for(self.lattice)
        self.reach = Reach(*(hexes * layout.width_m for hexes in (_RIM_HEXES, *_BANDS)))
        self.system = np.full(2 * len(self.lattice.inside), DRY, np.int32)
        self.stems: list[Stem] = []
        self.systems_of: list[set[int]] = []
        self.systems = 0
        self.ways: list[_Way] = []
        self.unlaid: list[LeftOut] = []

    def fine(self, stems: Sequence[Stem]) -> Iterator[FineLine]:
        """Lay points along stems."""
        return fine_lines(stems, self.layout, self.inside, _STEPS_PER_HEX)

    def lay(self, stem: Stem, fine: FineLine | None) -> None:
        """Lay each part of a stem that lies inside the map; ``fine`` are its points."""
        through = []
        while stem.into is not None and not self.systems_of[stem.into] and not stem.parts_off:
            through.append(stem.into)
            stem, fine = _onward(stem, self.stems[stem.into]), None
        self.stems.append(stem)
        self.systems_of.append(set())
        if stem.parts_off and (stem.into is None or not self.systems_of[stem.into]):
            self._leave_out(self.layout.to_grid(stem.points), "what it parts from is not on the map")
            return
        if fine is None:
            (fine,) = self.fine([stem])
        for part in fine.parts:
            receivers = self.systems_of[stem.into] if stem.into is not None and part[1] == len(fine.uv) else set()
            self._lay_part(fine, part, receivers)
        for receiver in through:
            self.systems_of[receiver] |= self.systems_of[-1]

    def _lay_part(self, fine: FineLine, part: tuple[int, int], receivers: set[int]) -> None:
        receives = np.zeros(self.systems + 1, np.bool_)
        receives[list(receivers)] = True
        laid = Laid(self.system, receives, 0.0 if self.stems[-1].codes is None else _EARLY / _STEPS_PER_HEX)
        cut, uv = (part[0] > 0, part[1] < len(fine.uv)), fine.uv[slice(*part)]
        line = to_lattice(self.layout, uv)
        fits, corners, edges, nearest = way_of_line(self.lattice, line, cut, not receivers, self.reach, laid, self.work)
        if len(edges):
            self._mark(fine, corners, edges, nearest + part[0])
        elif fits:
            self._leave_out(uv, "other waters bar its way along the hexsides")
        else:
            self._leave_out(uv, "there is no hexside for it beside other waters")

    def _leave_out(self, uv: Floats, why: str) -> None:
        """Note what is not laid, if it would be seen on the map."""
        stem, length = self.stems[-1], float(np.hypot(*np.diff(uv, axis=0).T).sum())
        if length >= _SEEN_HEXES * self.layout.width_m:
            name = max(stem.names, key=lambda name: stem.names.count(name) if name else 0, default="")
            self.unlaid.append(LeftOut(name or next(filter(None, stem.features), ""), "water", length, why))

    def _mark(self, fine: FineLine, corners: Ints, edges: Ints, nearest: Ints) -> None:
        system = int(self.system[corners[-1]])
        if system == DRY:
            system, self.systems = self.systems, self.systems + 1
        self.systems_of[-1].add(system)
        self.system[corners] = system
        point, stem = fine.point[nearest], self.stems[-1]
        codes = np.zeros(len(point), np.uint8) if stem.codes is None else np.maximum.accumulate(stem.codes[point])
        drained = np.maximum.accumulate(fine.drained_km2(stem, nearest))
        self.ways.append(_Way(len(self.stems) - 1, corners, edges, point, drained, codes))

    def waters(self, legend: Legend) -> Waters:
        """Class what was laid, and write it on both sides of each hexside."""
        codes, point, stem_of = self._codes(legend)
        edges = np.flatnonzero(codes)
        edges = edges[np.lexsort(sides_of(self.layout, self.lattice, edges)[::-1])]
        index, side = sides_of(self.layout, self.lattice, edges)
        hexside = both_sides(self.layout, index, side, codes[edges])
        names: dict[tuple[int, int], str] = {}
        features: dict[tuple[int, int], str] = {}
        names_of, ids_of = [stem.names for stem in self.stems], [stem.features for stem in self.stems]
        places = (column.tolist() for column in (index, side, point[edges], stem_of[edges]))
        for here, k, p, stem in zip(*places, strict=True):
            if name := names_of[stem][p]:
                names[here, k] = name
            if ids_of[stem] and (feature := ids_of[stem][p]):
                features[here, k] = feature
        return Waters(hexside, names, features, tuple(self.unlaid))

    def _codes(self, legend: Legend) -> tuple[Codes, NDArray[np.int32], NDArray[np.int32]]:
        """Give each hexside of the lattice its code, and the point and stem that lie there."""
        codes = np.zeros(3 * len(self.lattice.inside), np.uint8)
        point, stem_of = (np.zeros(len(codes), np.int32) for _ in range(2))
        for way in self.ways:
            codes[way.edges] = _classes(way, legend)
            point[way.edges] = way.point
            stem_of[way.edges] = way.stem
        self._never_fall(codes)
        for way in self.ways:
            in_lake = self.stems[way.stem].in_lake
            if in_lake is not None:
                codes[way.edges[in_lake[way.point]]] = LAKE
        return codes, point, stem_of

    def _never_fall(self, codes: Codes) -> None:
        """Raise what lies below a confluence to the class of what flows in."""
        below: dict[int, tuple[int, int]] = {}
        for way in self.ways:
            if not self.stems[way.stem].parts_off:
                steps = zip(way.edges.tolist(), way.corners[1:].tolist(), strict=True)
                below.update(zip(way.corners[:-1].tolist(), steps, strict=True))
        for way in self.ways:
            here, code = int(way.corners[-1]), codes[way.edges[-1]]
            while here in below and not self.stems[way.stem].parts_off:
                edge, here = below[here]
                if codes[edge] >= code:
                    break
                codes[edge] = code


def _onward(stem: Stem, receiver: Stem) -> Stem:
    """Lead a stem on along what it flows into, where that found no room on the map."""
    first = int(np.argmin(np.hypot(*(receiver.points - stem.points[-1]).T)))
    both = (stem, receiver)
    codes = [np.zeros(len(s.points), np.uint8) if s.codes is None else s.codes for s in both]
    lakes = [np.zeros(len(s.points), np.bool_) if s.in_lake is None else s.in_lake for s in both]
    ids = [s.features or ("",) * len(s.points) for s in both]
    return Stem(
        np.concatenate([stem.points, receiver.points[first:]]),
        np.maximum.accumulate(np.concatenate([stem.drained_km2, receiver.drained_km2[first:]])),
        (*stem.names, *receiver.names[first:]),
        receiver.into,
        np.maximum.accumulate(np.concatenate([codes[0], codes[1][first:]])),
        (*ids[0], *ids[1][first:]),
        np.concatenate([lakes[0], lakes[1][first:]]),
    )


def _classes(way: _Way, legend: Legend) -> Codes:
    code = np.searchsorted(np.array(legend.river_from_km2), way.drained_km2, side="right")
    code = np.where(way.drained_km2 > 0, np.maximum(code, STREAM), 0).astype(np.uint8)
    return np.asarray(np.maximum(code, way.codes))
