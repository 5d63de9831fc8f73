"""
Build a hex map from an area.

The one pipeline: area file, sources, conclusions, ``HexMap``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maps.area import layout_of
from maps.derive.corrections import correct_terrain
from maps.derive.covers import COVERS
from maps.derive.crossings import cross_waters
from maps.derive.ground import cover_shares, heights
from maps.derive.hexsides import Waters, lay_rivers
from maps.derive.links import lay_links
from maps.derive.rivers import name_reaches, stems
from maps.derive.settlements import best_rank_per_hex, people_per_hex, settle
from maps.derive.shading import hillshade
from maps.derive.terrain import IGBP_CLASSES, TERRAIN, Facts, Legend, decide_terrain, gather_cover, shipped_legend
from maps.derive.villages import village_routes
from maps.grid.hexmap import RAILS, ROADS, HexMap
from maps.sources.corrections import read_corrections
from maps.sources.links import read_links
from maps.sources.places import read_road_nodes, read_settlements
from maps.sources.rasters import cells_per_hex, read_raster
from maps.sources.rivers import read_reaches, read_river_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from maps.area import Area
    from maps.derive.ground import Heights
    from maps.grid.hexmap import Place
    from maps.grid.layout import Layout
    from maps.sources.places import RoadNode
    from maps.sources.rasters import Raster

    Floats = NDArray[np.float64]

__all__ = ["build"]

_KNOWN = 0.5


def build(area: Area, *, legend: Legend | None = None, progress: Callable[[str], None] | None = None) -> HexMap:
    """
    Build the map of an area.

    Parameters
    ----------
    legend
        Rules of terrain; those of the package if not given.
    progress
        Called with a few words before each step.

    Raises
    ------
    ProblemsFound
        If a source cannot be read or does not fit.
    """
    say = progress or (lambda _step: None)
    legend = legend or shipped_legend()
    layout = layout_of(area)
    say("heights and relief")
    elevation = read_raster(area.sources["elevation"][0], layout)
    ground = heights(elevation, layout, bias_m=area.elevation_bias_m, relief_factor=area.relief_factor)
    inside = ground.known >= _KNOWN
    say("land cover")
    land_cover = read_raster(area.sources["land_cover"][0], layout, classes=True)
    shares = gather_cover(cover_shares(land_cover, IGBP_CLASSES, layout))
    say("places")
    towns = read_settlements(area.sources["places"][0], area.crs) if "places" in area.sources else []
    nodes = read_road_nodes(area.sources["road_nodes"][0], area.crs) if "road_nodes" in area.sources else []
    places = settle(towns, nodes, layout, legend)
    say("rivers")
    waters = _waters(area, layout, inside, legend)
    say("roads and railways")
    villages = np.array([(town.x_m, town.y_m) for town in towns]).reshape(-1, 2)
    road, rail = (
        lay_links(_lines(area, source, nodes, villages, kinds), layout, inside, waters.hexside)
        for source, kinds in (("road_links", ROADS), ("rail_links", RAILS))
    )
    crossings = cross_waters(waters.hexside, road, rail, layout, places, waters.names)
    say("terrain and light")
    return HexMap(
        name=area.name,
        layout=layout,
        inside=inside,
        terrain_names=TERRAIN,
        cover=shares.astype(np.float32),
        cover_names=COVERS,
        hexside=waters.hexside,
        crossing=crossings.crossing,
        road=road,
        rail=rail,
        places=places,
        side_names=waters.names | crossings.names,
        sources=area.credits,
        notes=_notes(area, layout, elevation),
        shade=hillshade(elevation, layout),
        **_height_columns(ground),
        **_terrain_columns(area, layout, legend, shares, ground, places),
    )


def _height_columns(ground: Heights) -> dict[str, Any]:
    return {
        "elevation_m": ground.mean_m.astype(np.float32),
        "low_m": ground.low_m.astype(np.float32),
        "high_m": ground.high_m.astype(np.float32),
        "relief_m": ground.relief_m.astype(np.float32),
    }


def _terrain_columns(
    area: Area, layout: Layout, legend: Legend, shares: Floats, ground: Heights, places: Sequence[Place]
) -> dict[str, Any]:
    people, rank = people_per_hex(places, layout), best_rank_per_hex(places, layout)
    facts = Facts(shares, layout.width_m / 1000, ground.relief_m, ground.mean_m, people=people, rank=rank)
    decided = decide_terrain(facts, legend)
    marks = read_corrections(area.sources["corrections"][0], area.crs, TERRAIN) if "corrections" in area.sources else []
    terrain, rule, names = correct_terrain(*decided, [rule.name for rule in legend.rules], marks, layout)
    return {"terrain": terrain, "rule": rule, "rule_names": names}


def _waters(area: Area, layout: Layout, inside: NDArray[np.bool_], legend: Legend) -> Waters:
    reaches = read_reaches(area.sources["rivers"][0], area.crs) if "rivers" in area.sources else []
    names = read_river_names(area.sources["river_names"][0], area.crs) if "river_names" in area.sources else []
    return lay_rivers(stems(reaches, name_reaches(reaches, names)), layout, inside, legend)


def _lines(
    area: Area, source: str, nodes: Sequence[RoadNode], villages: Floats, kinds: tuple[str, ...]
) -> list[tuple[Floats, int]]:
    if source not in area.sources:
        return []
    links = read_links(area.sources[source][0], nodes, kinds[1:])
    links.sort(key=lambda link: -kinds.index(link.kind))
    codes = [kinds.index(link.kind) for link in links]
    return list(zip(village_routes(links, villages), codes, strict=True))


def _notes(area: Area, layout: Layout, elevation: Raster) -> tuple[str, ...]:
    cells = cells_per_hex(elevation, layout)
    notes = [
        f"Elevation: {cells:.1f} cells of the source to a hex; heights raised by {area.elevation_bias_m:g} m and "
        f"relief (highest less lowest cell) multiplied by {area.relief_factor:g}, as the area file says.",
        "Terrain is concluded from shares, relief and people by the rules named in each hex.",
        "Land cover and the sizes of places are those of the sources, later than the date of the map.",
    ]
    if cells < 4:
        notes.append("Hexes are finer than the elevation can show; use a finer elevation source or wider hexes.")
    if "rivers" in area.sources:
        notes.append("Rivers follow the hexsides nearest to them; which class they are goes by the area they drain.")
    if "road_links" in area.sources:
        notes.append("Roads are schematic: right about which towns they join and in what class, not about bends.")
    if "rail_links" in area.sources:
        notes.append("Railways are schematic, like the roads.")
    return tuple(notes)
