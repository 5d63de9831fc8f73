"""
Hold a hex map as columns.

One row per hex of the grid, in index order; the whole rectangle is always
there, and ``inside`` says which hexes belong to the map. All arrays are made
read-only: the ground never changes during play, what changes on it is state.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.ownhexsides import OwnHexside
    from maps.ownterrain import OwnTerrain
    from maps.record import Audited, Correction, Evidence

__all__ = [
    "CROSSINGS",
    "HEXSIDES",
    "INVENTED",
    "RAILS",
    "ROADS",
    "SLOPES",
    "HexMap",
    "Place",
    "Played",
    "Shade",
    "problems",
]

HEXSIDES = ("none", "stream", "river", "major_river", "lake", "coast")
"""What lies on a hexside; the code in ``hexside`` is the position here."""

SLOPES = ("none", "steep", "cliff")
"""How the ground falls across a hexside; the code in ``slope`` is the position here."""

ROADS = ("none", "track", "secondary", "main")
RAILS = ("none", "single", "double")
CROSSINGS = ("none", "bridge", "ford", "ferry", "tunnel", "dam", "railway_bridge")

INVENTED = ("terrain", "heights", "waters", "ways", "places")
"""What of a hex may be invented, where sources do not reach down to its size; bit k in ``invented`` is the k-th."""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: its spot on the ground, and its hex."""

    name: str
    index: int
    x_m: float
    y_m: float
    population: int
    rank: int
    """1 city, 2 town, 3 large village, 4 village; water names have 9."""

    def __repr__(self) -> str:
        """Write it as a dataclass does, which takes three times as long: keys of maps are made of it."""
        told = f"name={self.name!r}, index={self.index!r}, x_m={self.x_m!r}, y_m={self.y_m!r}"
        return f"Place({told}, population={self.population!r}, rank={self.rank!r})"


@dataclass(frozen=True, slots=True)
class Shade:
    """Hillshade as a picture lying on the grid: 0 dark to 255 light."""

    light: NDArray[np.uint8]
    u0_m: float
    v0_m: float
    cell_m: float


class Played(NamedTuple):
    """What lies on hexsides, and leads over them, to rules of play: codes of the map (n, 6)."""

    hexside: NDArray[np.uint8]
    slope: NDArray[np.uint8]
    crossing: NDArray[np.uint8]


@dataclass(frozen=True)
class HexMap:
    """
    The ground, one row per hex.

    Attributes
    ----------
    terrain
        Code into ``terrain_names`` (n,): what the ground is to rules of play. The last of them may be of the map's
        own, and are called otherwise, ``shown_names``, wherever they are drawn or named.
    elevation_m, low_m, high_m
        Mean, least and greatest height in metres (n,); NaN where unknown.
    relief_m
        Local relief in metres (n,), corrected for coarse sources.
    cover
        Share of each hex under each of ``cover_names`` (n, k), 0 to 1; a row
        sums to at most 1, and to less where the source has holes.
    hexside, crossing
        Codes into ``HEXSIDES`` and ``CROSSINGS`` (n, 6), equal from both sides: what is drawn, and named. Rules of
        play ask ``played``, which knows hexsides of the map's own.
    road, rail
        Codes into ``ROADS`` and ``RAILS`` (n, 6): a link to that neighbour.
    rule
        Which of ``rule_names`` decided the terrain (n,).
    side_names
        Names of rivers and bridges by (index, side), lower index only:
        ``"Our"``, ``"Our, Dasburg bridge"`` or, where the water has no name,
        ``"Dasburg bridge"``; ``river_of`` and ``crossing_of`` part them.
    """

    name: str
    layout: Layout
    inside: NDArray[np.bool_]
    terrain: NDArray[np.uint8]
    terrain_names: tuple[str, ...]
    elevation_m: NDArray[np.float32]
    low_m: NDArray[np.float32]
    high_m: NDArray[np.float32]
    relief_m: NDArray[np.float32]
    cover: NDArray[np.float32]
    cover_names: tuple[str, ...]
    hexside: NDArray[np.uint8]
    crossing: NDArray[np.uint8]
    road: NDArray[np.uint8]
    rail: NDArray[np.uint8]
    rule: NDArray[np.uint8]
    rule_names: tuple[str, ...]
    places: tuple[Place, ...] = ()
    side_names: Mapping[tuple[int, int], str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    """What the map was made from: name, licence, attribution, a line each."""
    notes: tuple[str, ...] = ()
    """What a reader must know: limits, corrections, what is schematic."""
    shade: Shade | None = None
    slope: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, SIDES), np.uint8))
    """Code into ``SLOPES`` (n, 6), equal from both sides; none if not given."""
    slope_deg: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    """Mean slope of the ground in degrees (n,); NaN where unknown, or if not given."""
    invented: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))
    """Bits of ``INVENTED``: what of each hex is no source's but made up (n,); none if not given."""
    date: str = ""
    """ISO date that the map is true to, or empty."""
    corrections: tuple[Correction, ...] = ()
    """What was corrected by hand, in the order that it was applied."""
    audit: tuple[Audited, ...] = ()
    """What was removed or restored for the date."""
    evidence: Evidence | None = None
    """Which features of the sources bear on each hex."""
    area_text: str = ""
    """The area file that the map was made from."""
    legend_text: str = ""
    """The rules of terrain that the map was made by, as TOML; empty if they were not kept."""
    doubts: tuple[Problem, ...] = ()
    """What is probably wrong, for the sources could not tell: whoever made the map should look at each."""
    own: tuple[OwnTerrain, ...] = ()
    """Terrain of the map's own; each is one of the last of ``terrain_names``, by what it resembles."""
    bands_m: tuple[float, ...] = ()
    """Where the map's bands of height part; none: as its contours go."""
    band_names: tuple[str, ...] = ()
    """What the map's bands of height are called, the lowest first; none: they have no names."""
    border: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, SIDES), np.uint8))
    """What of the map's own lies on a hexside, beside water and slope (n, 6): 0 nothing, k the k-th of ``borders``."""
    borders: tuple[OwnHexside, ...] = ()
    """Kinds of hexside of the map's own."""
    neighbour: NDArray[np.int32] = field(init=False, repr=False)
    key: str = field(init=False)
    """Hash of the content: cache key and replay guard."""

    def __post_init__(self) -> None:
        """Lay out the neighbours, fill in what was not given, take the hash and lock the arrays."""
        for name in ("slope", "border"):
            if not len(getattr(self, name)):
                object.__setattr__(self, name, np.zeros((len(self.terrain), SIDES), np.uint8))
        if not len(self.slope_deg):
            object.__setattr__(self, "slope_deg", np.full(len(self.terrain), np.nan, np.float32))
        if not len(self.invented):
            object.__setattr__(self, "invented", np.zeros(len(self.terrain), np.uint8))
        table = self.layout.grid.neighbour_table()
        off = (table == NO_HEX) | ~self.inside[table] | ~self.inside[:, None]
        object.__setattr__(self, "neighbour", np.where(off, np.int32(NO_HEX), table))
        object.__setattr__(self, "side_names", MappingProxyType(dict(self.side_names)))
        object.__setattr__(self, "key", _content_hash(self))
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __len__(self) -> int:
        """Count the hexes of the rectangle, those off the map too."""
        return len(self.terrain)

    def number(self, index: int) -> str:
        """Print a hex."""
        return self.layout.grid.number(index)

    def index_of(self, number: str) -> int:
        """
        Read a printed number.

        Raises
        ------
        ValueError
            If there is no such hex on the map.
        """
        index = self.layout.grid.index_of(number)
        if not self.inside[index]:
            msg = f"hex {number} lies off the edge of the map"
            raise ValueError(msg)
        return index

    def terrain_of(self, index: int) -> str:
        """Name what a hex's terrain is to rules of play."""
        return self.terrain_names[int(self.terrain[index])]

    @property
    def shown_names(self) -> tuple[str, ...]:
        """What each code of terrain is called by the map: its own kinds by their own names."""
        return (*self.terrain_names[: len(self.terrain_names) - len(self.own)], *(one.key for one in self.own))

    @property
    def border_names(self) -> tuple[str, ...]:
        """What each code of ``border`` is called."""
        return ("none", *(one.key for one in self.borders))

    @property
    def played_hexside(self) -> NDArray[np.uint8]:
        """What water lies on each hexside to rules of play: also what a hexside of the map's own resembles (n, 6)."""
        return self._played.hexside

    @property
    def played_crossing(self) -> NDArray[np.uint8]:
        """What leads over each hexside to rules of play: ways go through what only resembles water (n, 6)."""
        return self._played.crossing

    @cached_property
    def _played(self) -> Played:
        return self.played()

    def played(self, known: Collection[str] = ()) -> Played:
        """Say what lies on hexsides to rules of play; ``known``: kinds of the map's own that these rules name."""
        hexside, slope = self._resembled(self.hexside, HEXSIDES, known), self._resembled(self.slope, SLOPES, known)
        made = (self.hexside == 0) & (hexside > 0) & (self.crossing == 0)
        if not made.any():
            return Played(hexside, slope, self.crossing)
        over = np.where(self.road > 0, CROSSINGS.index("bridge"), 0)
        over = np.where((self.road == 0) & (self.rail > 0), CROSSINGS.index("railway_bridge"), over)
        return Played(hexside, slope, np.where(made, over, self.crossing).astype(np.uint8))

    def _resembled(self, codes: NDArray[np.uint8], words: tuple[str, ...], known: Collection[str]) -> NDArray[np.uint8]:
        """Put what hexsides of the map's own resemble among codes, where it is more than lies there."""
        unnamed = [one.resembles if one.key not in known else "none" for one in self.borders]
        resembled = [words.index(word) if word in words else 0 for word in unnamed]
        if not any(resembled):
            return codes
        return np.maximum(codes, np.array([0, *resembled], np.uint8)[self.border])

    def named_of(self, index: int, known: Collection[str]) -> str:
        """Name what a hex's terrain is to rules of play that name some of the map's own kinds."""
        shown = self.shown_of(index)
        return shown if shown in known else self.terrain_of(index)

    def shown_of(self, index: int) -> str:
        """Name a hex's terrain as the map calls it."""
        return self.shown_names[int(self.terrain[index])]

    def invented_of(self, index: int) -> tuple[str, ...]:
        """Name what of a hex is made up, in words of ``INVENTED``."""
        return tuple(name for k, name in enumerate(INVENTED) if self.invented[index] >> k & 1)

    def place_of(self, index: int) -> str | None:
        """Name the largest place in a hex, if there is one."""
        here = [place for place in self.places if place.index == index]
        return max(here, key=lambda place: place.population).name if here else None

    def river_of(self, index: int, side: int) -> str | None:
        """Name the water on a hexside, if it has a name."""
        name = self._side_name(index, side)
        if name is None or not self.crossing[index, side]:
            return name
        return name.rpartition(", ")[0] or None

    def crossing_of(self, index: int, side: int) -> str | None:
        """Name the bridge, ford or ferry on a hexside, if it has a name."""
        name = self._side_name(index, side)
        return name.rpartition(", ")[2] if name and self.crossing[index, side] else None

    def _side_name(self, index: int, side: int) -> str | None:
        across = int(self.neighbour[index, side])
        key = (across, (side + 3) % SIDES) if NO_HEX < across < index else (index, side)
        return self.side_names.get(key)


def problems(hexmap: HexMap) -> list[Problem]:
    """List what cannot be true of a map; a sound one has none."""
    found = [*_one_sided(hexmap), *_bad_codes(hexmap)]
    over = np.flatnonzero(hexmap.cover.sum(axis=1) > 1 + 1e-5)
    found += [
        Problem(f"hex {hexmap.number(i)}", "cover shares add up to more than 1", "rebuild the map")
        for i in over[:10].tolist()
    ]
    return found


def _one_sided(hexmap: HexMap) -> list[Problem]:
    found = []
    for name in ("hexside", "slope", "border", "crossing", "road", "rail"):
        column = getattr(hexmap, name)
        # Who sees three sides of each hex sees every hexside once.
        if not any(_told_apart(hexmap, column, side) for side in range(SIDES // 2)):
            continue
        apart = sorted(pair for side in range(SIDES) for pair in _told_apart(hexmap, column, side))
        for here, there in apart[:5]:
            place = f"hexside {hexmap.number(here)}/{hexmap.number(there)}"
            found.append(Problem(place, f"{name} differs seen from its two sides", "give both sides one value"))
    return found


def _told_apart(hexmap: HexMap, column: NDArray[np.uint8], side: int) -> list[tuple[int, int]]:
    """List hexes and their neighbours over one side who say otherwise of it: of one side, for a map may be large."""
    if not column.any():
        return []
    there = hexmap.neighbour[:, side]
    apart = (there != NO_HEX) & (column[:, side] != column[there, (side + 3) % SIDES])
    return [(index, int(there[index])) for index in np.flatnonzero(apart).tolist()]


def _bad_codes(hexmap: HexMap) -> list[Problem]:
    limits = {
        "terrain": hexmap.terrain_names,
        "rule": hexmap.rule_names,
        "hexside": HEXSIDES,
        "slope": SLOPES,
        "border": hexmap.border_names,
        "crossing": CROSSINGS,
        "road": ROADS,
        "rail": RAILS,
    }
    found = []
    for name, names in limits.items():
        column = getattr(hexmap, name)
        if column.size and int(column.max()) >= len(names):
            found.append(Problem(name, f"code {int(column.max())} has no name", f"codes run to {len(names) - 1}"))
    return found


_FIRST_TERRAIN = frozenset((
    "open", "pasture", "heath", "woods_open", "woods_dense", "rough", "marsh", "bocage", "hills", "mountain", "town",
    "city", "water", "sea", "beach", "sand", "vineyard", "orchard", "village", "ice",
))  # fmt: skip
"""Kinds of terrain that count for the key of a map that lists them, even if no hex is of that kind.

These were there when keys were first written down. Of a kind that comes later only its hexes count: it changes the key
of no map that has none of it.
"""

_NOT_GROUND = (
    "key", "neighbour", "shade", "corrections", "audit", "evidence", "area_text", "legend_text", "date", "invented",
    "doubts", "own", "bands_m", "band_names", "border", "borders",
)  # fmt: skip
"""Fields that play does not see: how the map came about."""


def _terrain_that_counts(hexmap: HexMap) -> dict[str, Any]:
    """Give codes and names of terrain without the kinds that came later and that no hex is of."""
    names, used = hexmap.terrain_names, np.bincount(hexmap.terrain, minlength=len(hexmap.terrain_names))
    kept = [code for code, name in enumerate(names) if name in _FIRST_TERRAIN or used[code]]
    if len(kept) == len(names):
        return {}
    codes = np.zeros(len(names), np.uint8)
    codes[kept] = np.arange(len(kept))
    return {"terrain": codes[hexmap.terrain], "terrain_names": tuple(names[code] for code in kept)}


def _content_hash(hexmap: HexMap) -> str:
    digest, ground = hashlib.sha256(), _terrain_that_counts(hexmap)
    for item in fields(hexmap):
        if item.name in _NOT_GROUND:
            continue
        value = ground.get(item.name, getattr(hexmap, item.name))
        if (item.name == "slope" and not value.any()) or (item.name == "slope_deg" and np.isnan(value).all()):
            continue
        if isinstance(value, np.ndarray):
            digest.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, MappingProxyType):
            digest.update(repr(sorted(value.items())).encode())
        else:
            digest.update(repr(value).encode())
    if hexmap.own:
        digest.update(repr(hexmap.own).encode())
    if hexmap.borders:
        digest.update(repr(hexmap.borders).encode())
        digest.update(np.ascontiguousarray(hexmap.border).tobytes())
    if hexmap.bands_m:
        digest.update(repr(hexmap.bands_m).encode())
    if hexmap.band_names:
        digest.update(repr(hexmap.band_names).encode())
    return digest.hexdigest()[:24]
