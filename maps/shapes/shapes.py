"""
Lay all shapes of a map, once.

What comes out knows no colour and no scale: every drawing, on the screen and on paper, is made of it.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from functools import cached_property
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.ownterrain import own_palette
from maps.palette import shipped_palette
from maps.shapes.classes import class_areas
from maps.shapes.field import sampled
from maps.shapes.heights import band_areas, band_floors, contour_lines, contour_step, height_field
from maps.shapes.marks import scattered
from maps.shapes.pieces import Pieces, Window, check_size
from maps.shapes.plane import PER_HEX, net_of, part_of
from maps.shapes.rivers import rivers
from maps.shapes.sketch import sketched
from maps.shapes.taut import place_spots, railways, roads
from maps.shapes.towns import towns
from maps.shapes.woods import clearings, wanted_shares, wood_areas, woods

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.palette import Palette
    from maps.shapes.field import Samples
    from maps.shapes.marks import Scatter
    from maps.shapes.plane import Net
    from maps.shapes.rings import Rings
    from maps.shapes.sketch import Sketch
    from maps.shapes.taut import Network
    from maps.shapes.towns import Town
    from maps.shapes.ways import Ways
    from maps.shapes.woods import Woods

    Floats = NDArray[np.float64]

__all__ = ["VERSION", "WHOLE_UP_TO", "Shapes", "shapes_of"]

_LINES = {
    "rivers": ("hexside",),
    "spots": ("places",),
    "towns": ("places",),
    "roads": ("road", "places"),
    "railways": ("rail", "road", "places"),
}
"""What is laid of the whole map at once, and of what; another map with the same of it, in its grid, has the same."""

VERSION = 2
"""Raised when the same map gives other shapes: what was kept of an earlier version is laid anew."""

WHOLE_UP_TO = 50_000
"""Maps of up to so many hexes are sampled whole, in some 8 kB a hex; larger ones where they are looked at."""


class Shapes:
    """
    The shapes of one map, each laid when it is first asked for.

    Attributes
    ----------
    hexmap
        The ground.
    box
        The grid's box on the plane: least u and v, greatest u and v.
    u, v
        Centres of the hexes (n,).
    """

    def __init__(
        self, hexmap: HexMap, palette: Palette | None = None, per_hex: int = PER_HEX, whole_up_to: int = WHOLE_UP_TO
    ) -> None:
        self.hexmap, self.palette = hexmap, own_palette(palette or shipped_palette(), hexmap.own)
        radius = hexmap.layout.radius_m
        centre = hexmap.layout.centres() / radius
        self.u, self.v = (np.ascontiguousarray(centre[:, k]) for k in (0, 1))
        u0, v0, u1, v1 = (edge / radius for edge in hexmap.layout.extent())
        self.box = (u0, v0, u1, v1)
        self.net: Net = net_of(hexmap.layout, per_hex)
        self.is_large = len(self.u) > whole_up_to
        self._sketches: dict[tuple[int, bool], Sketch] = {}
        self._pieces: dict[int, Pieces] = {}
        self._lock = Lock()
        self._laying = {name: RLock() for name in _LINES}
        self._laid: dict[str, Any] = {}

    def succeed(self, other: Shapes) -> None:
        """Take over what another map has laid that differs in little, as the same map before it was corrected."""
        one, two = self.hexmap, other.hexmap
        if one.layout != two.layout:
            return
        self._sample_as(other)
        if not np.array_equal(one.inside, two.inside):
            return
        for name, columns in _LINES.items():
            if name in other._laid and all(_is_same(getattr(one, key), getattr(two, key)) for key in columns):
                self._laid[name] = other._laid[name]
        with other._lock:
            kept = dict(other._pieces)
        for per_hex, pieces in kept.items():
            self._sampled_in_pieces(per_hex).succeed(pieces)

    def _sample_as(self, other: Shapes) -> None:
        """Take over the samples of a map of the same hexes, and its woods if they shall be as large."""
        known = vars(other)
        if self.is_large or "samples" not in known or self.net.step != other.net.step:
            return
        self.samples = known["samples"]
        same_woods = "grown" in known and np.array_equal(self.wanted, other.wanted)
        if same_woods and clearings(self.hexmap) == clearings(other.hexmap):
            self.grown = known["grown"]

    def lay_lines(self) -> None:
        """Lay all roads, railways and waters, before somebody asks for them."""
        for name in _LINES:
            getattr(self, name)

    def _once(self, name: str, lay: Callable[[], Any]) -> Any:
        """Give what is laid of the whole map, once, however many threads ask for it meanwhile."""
        with self._laying[name]:
            if name not in self._laid:
                self._laid[name] = lay()
            return self._laid[name]

    @cached_property
    def samples(self) -> Samples:
        """
        Sample the whole map.

        Raises
        ------
        ProblemsFound
            If it is so large that this would fill the memory.
        """
        check_size(self.hexmap.name, self.net)
        return sampled(self.net, self.u, self.v)

    @cached_property
    def wanted(self) -> Floats:
        """Say what share of each hex is drawn as woods (n,)."""
        return wanted_shares(self.hexmap, self.palette)

    @cached_property
    def grown(self) -> Woods:
        """Grow the woods of the whole map."""
        return woods(self.net, self.samples, self.wanted, clearings(self.hexmap))

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Name the terrains of the palette in the order that they are painted in."""
        rows = list(self.palette.terrain.items())
        return tuple(name for name, _ in sorted(rows, key=lambda row: row[1].layer))

    @cached_property
    def layer(self) -> NDArray[np.int64]:
        """Give the place of each hex's terrain in ``order`` (n,)."""
        place = np.array([self.order.index(name) for name in self.hexmap.shown_names])
        return np.asarray(place[self.hexmap.terrain])

    def is_own(self, terrain: str) -> bool:
        """Say whether a terrain is one of the map's own."""
        return any(one.key == terrain for one in self.hexmap.own)

    def colour(self, terrain: str, part: str) -> str:
        """
        Name the colour of a part of a terrain, its floor or its marks, as a drawing names colours.

        The colours of a map's own terrain stand in no palette but the map's: they are named by their figures.
        """
        if not self.is_own(terrain):
            return f"terrain.{terrain}.{part}"
        row = self.palette.terrain[terrain]
        return f"own.{getattr(row, part) or row.tint}"

    @cached_property
    def lowest(self) -> str:
        """Name the terrain that all others are painted on."""
        return self.order[int(self.layer.min())]

    def classes(
        self, box: Sequence[float] | None = None, bend: float = 0.012, per_hex: int = PER_HEX
    ) -> tuple[tuple[str, Rings], ...]:
        """
        Outline the classes of the ground, of the whole map or about a box, in the order that they are painted in.

        Parameters
        ----------
        per_hex
            How finely a large map is sampled for it: far off it need not be as fine as the net is.
        """
        seen = self._window(box, per_hex)
        return class_areas(seen.net, seen.warped, self.layer, self.order, bend)

    def woods(self, box: Sequence[float] | None = None, bend: float = 0.012, per_hex: int = PER_HEX) -> Rings:
        """Outline the woods, of the whole map or about a box."""
        seen = self._window(box, per_hex)
        return wood_areas(seen.net, seen.woods, bend)

    @cached_property
    def contour_step_m(self) -> float:
        """Say how far apart the map's contours are; 0: it has none."""
        return contour_step(self.hexmap.elevation_m[self.hexmap.inside])

    @cached_property
    def heights(self) -> NDArray[np.float32]:
        """Lay the heights of the whole map."""
        return height_field(self.samples, self.hexmap.elevation_m)

    def contours(
        self, box: Sequence[float] | None = None, bend: float = 0.03, per_hex: int = PER_HEX
    ) -> list[tuple[float, Floats]]:
        """Draw the contours of the whole map or about a box: the height of each in metres, and its points."""
        if not self.contour_step_m:
            return []
        seen = self._window(box, per_hex)
        return contour_lines(seen.net, seen.heights, self.contour_step_m, bend)

    @cached_property
    def band_floors(self) -> tuple[float, ...]:
        """Say where one band of height ends and the next begins, in metres; none: the map is flat."""
        return self.hexmap.bands_m or band_floors(self.hexmap.elevation_m[self.hexmap.inside])

    def bands(
        self, box: Sequence[float] | None = None, bend: float = 0.03, per_hex: int = PER_HEX
    ) -> tuple[tuple[float, Rings], ...]:
        """Outline what lies above each floor of the bands of height, of the whole map or about a box."""
        seen = self._window(box, per_hex)
        return band_areas(seen.net, seen.heights, self.band_floors, bend)

    def sketch(self, times: int, *, floors: bool) -> Sketch:
        """
        Give the ground and the woods of the whole map in cells of so many samples along a side.

        Parameters
        ----------
        floors
            Whether the ground beneath woods is a class of its own.
        """
        if (times, floors) not in self._sketches:
            wooded = [place for place, name in enumerate(self.order) if self.palette.terrain[name].is_wood]
            bare = np.where(np.isin(self.layer, wooded), self.order.index(self.lowest), self.layer)
            places = (self.layer if floors else bare)[self.samples.warped]
            self._sketches[times, floors] = sketched(self.net, places, self.order, self.grown.field, times)
        return self._sketches[times, floors]

    def marks(self, apart: float, box: Sequence[float] | None = None, per_hex: int = PER_HEX) -> Scatter:
        """Scatter spots for trees and other marks over the map or a box."""
        seen = self._window(box, per_hex) if self.is_large else self._window(None, per_hex)
        # A kernel is compiled anew for arrays that do not lie in one piece.
        woods, warped = np.ascontiguousarray(seen.woods), np.ascontiguousarray(seen.warped)
        return scattered(seen.net, woods, warped, apart, box or self.box)

    @property
    def spots(self) -> dict[int, tuple[float, float]]:
        """Say where the largest place of each hex stands."""
        found: dict[int, tuple[float, float]] = self._once("spots", lambda: dict(place_spots(self.hexmap)))
        return found

    @property
    def roads(self) -> Network:
        """Lay the roads."""
        found: Network = self._once("roads", lambda: roads(self.hexmap, self.spots))
        return found

    @property
    def railways(self) -> Network:
        """Lay the railways; in the largest places they meet the roads."""
        found: Network = self._once("railways", self._railways)
        return found

    def _railways(self) -> Network:
        large = {place.index for place in self.hexmap.places if place.rank <= 2}
        return railways(self.hexmap, {index: spot for index, spot in self.spots.items() if index in large})

    @property
    def rivers(self) -> Ways:
        """Lay the running waters."""
        found: Ways = self._once("rivers", lambda: rivers(self.hexmap, self.net.anchor))
        return found

    @property
    def towns(self) -> tuple[Town, ...]:
        """Build the towns."""
        found: tuple[Town, ...] = self._once("towns", lambda: towns(self.hexmap, self.spots, self.net.anchor))
        return found

    def hexes(self, box: Sequence[float], by: float = 0.0) -> NDArray[np.int64]:
        """List the hexes whose middles lie in a box of the plane that is grown by so much, in their order."""
        grid = self.hexmap.layout.grid
        wide, high = (1.5, math.sqrt(3.0)) if grid.flat_top else (math.sqrt(3.0), 1.5)
        c0, c1 = max(0, math.floor((box[0] - by) / wide) - 1), min(grid.cols, math.ceil((box[2] + by) / wide) + 1)
        r0, r1 = max(0, math.floor((box[1] - by) / high) - 1), min(grid.rows, math.ceil((box[3] + by) / high) + 1)
        near = (np.arange(r0, r1)[:, None] * grid.cols + np.arange(c0, c1)[None]).ravel()
        return near[self.lies_in(near, box, by)]

    def lies_in(self, hexes: NDArray[np.integer[Any]], box: Sequence[float], by: float = 0.0) -> NDArray[np.bool_]:
        """Say which hexes have their middles in a box that is grown by so much; right and lower edges do not count."""
        u, v = self.u[hexes], self.v[hexes]
        across = (u >= box[0] - by) & (u < box[2] + by)
        return np.asarray(across & (v >= box[1] - by) & (v < box[3] + by))

    def corners_of(self, hexes: NDArray[np.int64]) -> Floats:
        """Give the corners of some hexes (k, 6, 2)."""
        return self.hexmap.layout.corners_of(hexes) / self.hexmap.layout.radius_m

    def _window(self, box: Sequence[float] | None, per_hex: int) -> Window:
        """Give what the samples about a box show; a small map is sampled whole, once, and as fine as its net is."""
        if self.is_large:
            pieces = self._sampled_in_pieces(per_hex)
            return pieces.window(part_of(pieces.net, box or self.box))
        part = self.net if box is None else part_of(self.net, box)
        return Window(self.net, self.samples.warped, self.grown.field, self.heights).cut(part)

    def _sampled_in_pieces(self, per_hex: int) -> Pieces:
        with self._lock:
            if per_hex not in self._pieces:
                net = net_of(self.hexmap.layout, per_hex)
                self._pieces[per_hex] = Pieces(self.hexmap, self.palette, net, self.u, self.v)
            return self._pieces[per_hex]


def _is_same(one: Any, two: Any) -> bool:
    return one is two or (np.array_equal(one, two) if isinstance(one, np.ndarray) else bool(one == two))


_KEPT: OrderedDict[str, Shapes] = OrderedDict()
_MOST_KEPT = 4
_LOCK = Lock()


def shapes_of(hexmap: HexMap) -> Shapes:
    """Give the shapes of a map in the shipped palette; those of the last few maps are kept, by the map's key."""
    with _LOCK:
        kept = _KEPT.pop(hexmap.key, None)
        if kept is None:
            kept = Shapes(hexmap)
            alike = (one for one in reversed(_KEPT.values()) if one.hexmap.layout == hexmap.layout)
            if before := next(alike, None):
                kept.succeed(before)
        _KEPT[hexmap.key] = kept
        while len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
        return kept
