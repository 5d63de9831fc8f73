"""
Hold a map against its sources, read a second time in another way: GDAL reads, shapely cuts, rasterio counts.

Nothing of ``maps`` reads or measures here but the map that is held up. ``python -m benchmarks.ground.truth FILE.osm.pbf
--box 9.48 47.06 9.63 47.26 --heights N47E009.hgt`` prints a table; files as these are free at download.geofabrik.de.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyogrio
import rasterio
import shapely
import tomli_w
from pyproj import Transformer

from maps.area.reader import read_area
from maps.derive.covers import COVERS
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES, ROADS
from maps.making.build import build

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]
    Shapes = NDArray[np.object_]

__all__ = ["Row", "Told", "cover_row", "date_rows", "height_row", "held", "layer", "main", "river_rows", "road_rows"]

DATES = ("1944-06-06", "1815-06-18")
MAIN = ("motorway", "trunk", "primary", "motorway_link", "trunk_link", "primary_link")
_AREAS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "built-up": (("landuse", ("residential", "commercial", "retail", "civic_admin", "institutional", "education",
                              "religious", "garages", "farmyard")),),
    "industry": (("landuse", ("industrial", "railway", "port", "depot")),),
    "water": (("natural", ("water",)), ("landuse", ("reservoir",))),
    "ice": (("natural", ("glacier",)),),
    "beach": (("natural", ("beach", "shingle", "shoal")),),
    "sand": (("natural", ("sand", "dune")),),
    "wetland": (("natural", ("wetland", "marsh", "mud")),),
    "vineyard": (("landuse", ("vineyard",)),),
    "orchard": (("landuse", ("orchard",)),),
    "bare": (("natural", ("bare_rock", "scree", "rock", "blockfield")),
             ("landuse", ("quarry", "landfill", "brownfield", "construction"))),
    "forest": (("natural", ("wood", "forest")), ("landuse", ("forest", "forestry", "wood"))),
    "heath": (("natural", ("heath", "moor", "fell", "tundra")),),
    "scrub": (("natural", ("scrub", "shrubbery")),),
    "pasture": (("landuse", ("meadow", "pasture")),),
    "grass": (("natural", ("grassland",)), ("landuse", ("grass", "village_green", "recreation_ground", "cemetery",
              "greenfield")), ("leisure", ("park", "pitch", "golf_course", "garden", "common"))),
    "crops": (("landuse", ("farmland", "farm", "allotments", "plant_nursery", "greenhouse_horticulture")),),
}  # fmt: skip
"""What makes each cover, the one first that counts where two overlap: what the manual and ``kinds.toml`` promise."""
_NO_GROUND = frozenset({"wastewater", "pool", "swimming_pool", "fountain", "river", "canal", "stream", "lock"})
"""Waters that are no cover: basins of works, and what runs between banks, which lies on hexsides."""
_NEAR, _BAR, _ON_A_SIDE_M = 0.25, 0.99, 0.1
"""Centres of hexes so near to a river, in widths, are on neither bank; the bar; so near is a cell on a hexside."""
_COUNTED = 30
"""Of so many cells of heights and more a hex is their mean; of fewer they are cut along the hexsides."""


class Row(NamedTuple):
    """One figure: what was asked, of how many things, how it came out, and the bar."""

    what: str
    many: int
    found: str
    bar: str
    holds: bool


class Told(NamedTuple):
    """What a layer of an extract holds: shapes in metres of the map, with their tags."""

    shapes: Shapes
    tags: list[dict[str, str]]

    def of(self, key: str, values: Sequence[str]) -> Shapes:
        """Pick those with one of the values."""
        fits = [tags.get(key) in values and tags.get("water") not in _NO_GROUND for tags in self.tags]
        picked: Shapes = self.shapes[np.array(fits, bool)]
        return picked


def layer(path: Path, name: str, crs: str) -> Told:
    """Read a layer by GDAL."""
    meta, _, wkb, columns = pyogrio.raw.read(path, layer=name)
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    shapes = shapely.transform(shapely.from_wkb(wkb), lambda xy: np.stack(to_map.transform(*xy.T), axis=1))
    rows = zip(*columns, strict=True)
    return Told(shapes, [_tags(dict(zip(meta["fields"], row, strict=True))) for row in rows])


def _tags(row: dict[str, str | None]) -> dict[str, str]:
    found = {key: value for key, value in row.items() if value and key != "other_tags"}
    for pair in (row.get("other_tags") or "")[1:-1].split('","'):
        key, _, value = pair.partition('"=>"')
        found.setdefault(key, value)
    return found


def cover_row(hexmap: HexMap, areas: Told, outlines: Shapes) -> Row:
    """Say by how much the share of a cover is off at worst, over all hexes and covers."""
    taken, worst, where, count = shapely.Polygon(), 0.0, "nowhere", 0
    for cover, tests in _AREAS.items():
        drawn = np.concatenate([areas.of(key, values) for key, values in tests])
        ground = shapely.difference(shapely.union_all(shapely.make_valid(drawn)), taken)
        taken = shapely.union_all([taken, ground])
        share = shapely.area(shapely.intersection(outlines, ground)) / shapely.area(outlines)
        off = np.where(hexmap.inside, np.abs(share - hexmap.cover[:, COVERS.index(cover)]), 0)
        count += int((share > 0).sum())
        if off.max() > worst:
            worst, where = float(off.max()), f"{cover} in {hexmap.number(int(off.argmax()))}"
    return Row("shares of cover", count, f"{100 * worst:.2f} points off at most, {where}", "0.5 points", worst < 0.005)


def road_rows(hexmap: HexMap, lines: Told, outlines: Shapes) -> list[Row]:
    """
    Say on how many hexes that main roads run through they are, and how many that have one they run through.

    Where a river's hexside parts a road from its bank it lies in the hex beyond, on its own: those are counted apart.
    """
    metres = shapely.length(shapely.intersection(outlines, shapely.union_all(lines.of("highway", MAIN))))
    has = (hexmap.road == ROADS.index("main")).any(axis=1) & hexmap.inside
    whole = hexmap.inside & (hexmap.neighbour != NO_HEX).all(axis=1)
    rows = []
    for what, asked, answer in (
        ("hexes with half a width of main road and more", whole & (metres >= hexmap.layout.width_m / 2), has),
        ("hexes with a main road on the map", has, metres > 0),
    ):
        beyond = ~answer & _across_water(hexmap, answer)
        count, kept = int(asked.sum()), int((asked & beyond).sum())
        right = float(answer[asked].mean()) if count else 1.0
        found = f"{right:.1%} right" + (f", {kept} more beyond a river, on the road's bank" if kept else "")
        rows.append(Row(what, count, found, "99 %", right + kept / max(1, count) >= _BAR))
    return rows


def _across_water(hexmap: HexMap, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the hexes that have one of these beyond a hexside with water."""
    near = np.where(hexmap.neighbour == NO_HEX, 0, hexmap.neighbour)
    found: NDArray[np.bool_] = ((hexmap.hexside > 0) & (hexmap.neighbour != NO_HEX) & chosen[near]).any(axis=1)
    return found


def river_rows(hexmap: HexMap, lines: Told) -> list[Row]:
    """Say how many neighbouring hexes are parted that a river runs between, and how near its hexsides lie to it."""
    drawn, centres = shapely.union_all(lines.of("waterway", ("river",))), hexmap.layout.to_map(hexmap.layout.centres())
    one, side = np.nonzero(hexmap.neighbour > np.arange(len(hexmap))[:, None])
    other = hexmap.neighbour[one, side]
    clear = hexmap.inside & (shapely.distance(shapely.points(centres), drawn) > _NEAR * hexmap.layout.width_m)
    ways = shapely.linestrings(np.stack([centres[one], centres[other]], axis=1))
    # Who steps over a line an odd number of times stands on its other bank.
    crossed = shapely.get_num_coordinates(shapely.intersection(ways, drawn)) % 2 == 1
    crossed &= clear[one] & clear[other]
    wet = hexmap.hexside[one, side]
    parted = float((wet[crossed] > 0).mean()) if crossed.any() else 1.0
    laid = np.isin(wet, [HEXSIDES.index(name) for name in ("river", "major_river")])
    middles = shapely.points((centres[one] + centres[other])[laid] / 2)
    near = float((shapely.distance(middles, drawn) <= hexmap.layout.radius_m).mean()) if laid.any() else 1.0
    return [
        Row(
            "pairs of hexes with a river between them",
            int(crossed.sum()),
            f"{parted:.1%} parted",
            "99 %",
            parted >= _BAR,
        ),
        Row("hexsides with a river", int(laid.sum()), f"{near:.1%} within a radius of one", "99 %", near >= _BAR),
    ]


def height_row(hexmap: HexMap, files: Sequence[Path], outlines: Shapes) -> Row:
    """Say by how much the mean height of a hex is off at worst; a cell on a hexside may be of either of its hexes."""
    tree, rims = shapely.STRtree(outlines), shapely.STRtree(shapely.boundary(outlines))
    total, count, either = (np.zeros(len(hexmap)) for _ in range(3))
    for spots, heights in cells_of(files, hexmap.layout.crs):
        point, index = tree.query(spots, predicate="within")
        np.add.at(total, index, heights[point])
        np.add.at(count, index, 1)
        point, index = rims.query(spots, predicate="dwithin", distance=_ON_A_SIDE_M)
        np.add.at(either, index, np.abs(heights[point] - hexmap.elevation_m[index]))
    known = hexmap.inside & (count >= _COUNTED)
    off = np.abs(total[known] / count[known] - hexmap.elevation_m[known]) - either[known] / count[known]
    return Row(
        "mean heights of hexes", int(known.sum()), f"{max(0, off.max()):.2f} m off at most", "1 m", off.max() <= 1
    )


def cells_of(files: Sequence[Path], crs: str) -> Iterator[tuple[Shapes, Floats]]:
    """Give the centres of cells in metres of the map, and their heights; where tiles share cells, the first tells."""
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    seen: list[shapely.Polygon] = []
    for path in files:
        with rasterio.open(path) as file:
            cells, nodata = file.read(1).astype(float), -32768 if file.nodata is None else file.nodata
            rows, columns = np.nonzero(cells != nodata)
            spots = shapely.points(*rasterio.transform.xy(file.transform, rows, columns))
        fresh = ~np.logical_or.reduce([shapely.covers(box, spots) for box in seen] or [np.zeros(len(spots), bool)])
        seen.append(shapely.box(*shapely.total_bounds(spots)))
        moved = to_map.transform(*shapely.get_coordinates(spots[fresh]).T)
        yield shapely.points(*moved), cells[rows, columns][fresh]


def date_rows(then: HexMap, lines: Told, outlines: Shapes) -> list[Row]:
    """Say on how many hexes there is a motorway that the date knows nothing of, and how many have a railway."""
    motorways = shapely.union_all(lines.of("highway", ("motorway", "motorway_link")))
    others = shapely.union_all(lines.of("highway", (*MAIN[1:3], "primary_link", "trunk_link", "secondary", "tertiary")))
    alone = shapely.intersects(outlines, motorways) & ~shapely.intersects(outlines, others) & then.inside
    wrong = int((then.road[alone] == ROADS.index("main")).any(axis=1).sum())
    rails, old = int((then.rail > 0).any(axis=1).sum()), then.date < "1825"
    return [
        Row(f"{then.date}, hexes with a motorway alone", int(alone.sum()), f"{wrong} have it", "none", not wrong),
        Row(f"{then.date}, hexes with a railway", rails, f"{rails}", "none" if old else "any", not (old and rails)),
    ]


def built(
    folder: Path, box: Sequence[float], width_km: float, sources: Mapping[str, Sequence[Path]], date: str
) -> HexMap:
    """Build a map of a box from files, as a user does."""
    told: dict[str, object] = {
        "name": "Held against its sources",
        "box": dict(zip(("west", "south", "east", "north"), box, strict=True)),
        "hexes": {"width_km": width_km},
        "sources": {kind: [str(path.resolve()) for path in paths] for kind, paths in sources.items() if paths},
    }
    (folder / "area.toml").write_text(tomli_w.dumps({"date": date, **told} if date else told), "utf-8")
    return build(read_area(folder / "area.toml"))


def held(extract: Path | None, heights: Sequence[Path], box: Sequence[float], width_km: float) -> list[Row]:
    """Build the map and hold it against its sources, as today and as of two dates."""
    sources = {"features": [extract] if extract else [], "elevation": heights}
    with tempfile.TemporaryDirectory() as place:
        today, *others = (built(Path(place), box, width_km, sources, date) for date in ("", *DATES))
    outlines = shapely.polygons(today.layout.to_map(today.layout.corners()))
    rows = [height_row(today, heights, outlines)] if heights else []
    if extract:
        areas, lines = (layer(extract, name, today.layout.crs) for name in ("multipolygons", "lines"))
        rows += [cover_row(today, areas, outlines), *road_rows(today, lines, outlines), *river_rows(today, lines)]
        rows += [row for then in others for row in date_rows(then, lines, outlines)]
    return rows


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("extract", type=Path, nargs="?")
    asked.add_argument("--box", type=float, nargs=4, required=True, metavar=("WEST", "SOUTH", "EAST", "NORTH"))
    asked.add_argument("--heights", type=Path, nargs="*", default=[])
    asked.add_argument("--width", type=float, default=1.0, help="of a hex, in kilometres")
    given = asked.parse_args()
    for row in held(given.extract, given.heights, given.box, given.width):
        told = f"{'holds' if row.holds else 'FAILS'}  {row.what} ({row.many:,}): {row.found}; bar {row.bar}"
        sys.stdout.write(told + "\n")


if __name__ == "__main__":
    main()
