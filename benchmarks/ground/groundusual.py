"""Ask of the ground what ``groundways`` asks, by the tools one would usually take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import geopandas as gpd
import networkx as nx
import numpy as np
import pandas as pd
import shapely
from exactextract import exact_extract

from benchmarks.ground.groundquick import as_pairs
from benchmarks.ground.groundways import ALLOWANCE, CLASSES, CRS
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.ground.groundways import Ground, Layer
    from maps.grid.layout import Layout
    from maps.grid.walk import Walk

    Floats = NDArray[np.float64]


def _framed(layer: Layer) -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame({"kind": layer.kinds}, geometry=layer.shapes, crs=CRS)


def hex_polygons(layout: Layout) -> gpd.GeoDataFrame:
    """Make a polygon for each hex, in a loop."""
    radius, shapes = layout.radius_m, []
    for row in range(layout.grid.rows):
        for col in range(layout.grid.cols):
            x = layout.origin_x_m + layout.width_m * (col + 0.5 * (row % 2))
            y = layout.origin_y_m - 1.5 * radius * row
            turns = [math.radians(60 * k + 30) for k in range(6)]
            shapes.append(shapely.Polygon([(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]))
    return gpd.GeoDataFrame({"hex": range(len(shapes))}, geometry=shapes, crs=CRS)


def hexes_and_pairs(layout: Layout) -> tuple[Floats, NDArray[np.int64]]:
    """Give the centres of all hexes, made in a loop, and who is next to whom, by shapely's tree."""
    middle = hex_polygons(layout).centroid.to_numpy()
    here, there = shapely.STRtree(middle).query(middle, predicate="dwithin", distance=1.1 * layout.width_m)
    pairs = np.stack([here, there], axis=1)[here < there]
    return shapely.get_coordinates(middle), as_pairs(pairs, len(middle))


def cover_overlaid(cover: Layer, hexes: gpd.GeoDataFrame) -> Floats:
    """Overlay land cover and hexes; square metres of each class in each hex."""
    parts = gpd.overlay(hexes, _framed(cover), how="intersection")
    table = np.zeros((len(hexes), CLASSES))
    np.add.at(table, (parts["hex"].to_numpy(), parts["kind"].to_numpy()), parts.area.to_numpy())
    return table


def heights_extracted(path: Path, hexes: gpd.GeoDataFrame) -> Floats:
    """Take the mean of each hex by exactextract, the raster read once, which is its quickest way."""
    found = exact_extract(
        str(path), hexes, ["mean", "min", "max"], strategy="raster-sequential", output="pandas", include_cols=["hex"]
    )
    return found.sort_values("hex")["mean"].to_numpy(np.float64)


def lines_overlaid(lines: Layer, hexes: gpd.GeoDataFrame) -> pd.DataFrame:
    """Overlay lines and hexes; line, kind, hex and metres of each piece."""
    numbered = _framed(lines).assign(line=np.arange(len(lines.kinds)))
    parts = gpd.overlay(numbered, hexes, how="intersection", keep_geom_type=True)
    return pd.DataFrame({name: parts[name] for name in ("line", "kind", "hex")}).assign(metres=parts.length)


def length_error(lines: Layer, walk: Walk, overlaid: pd.DataFrame) -> float:
    """
    Give the greatest difference, metres, of one line's length in one hex.

    A line that runs over itself is left out: overlay counts that stretch once only.
    """
    own, pieces = shapely.length(lines.shapes), overlaid.groupby(["line", "hex"])["metres"].sum()
    whole = np.abs(overlaid.groupby("line")["metres"].sum().reindex(range(len(own)), fill_value=0) - own) < 1e-5
    walked = pd.DataFrame({"line": walk.line, "hex": walk.hex, "metres": walk.length_m})
    differs = walked.groupby(["line", "hex"])["metres"].sum().sub(pieces, fill_value=0.0).abs()
    return float(differs[whole.to_numpy()[differs.index.get_level_values("line").to_numpy()]].max())


def plain_graph(ground: Ground) -> nx.DiGraph:
    """Make a plain graph in the quickest of the ways there are: from a list of edges with weights."""
    here, side = np.nonzero(ground.neighbour != NO_HEX)
    there, cost = ground.neighbour[here, side], ground.cost[here, side]
    plain = nx.DiGraph()
    plain.add_weighted_edges_from(zip(here.tolist(), there.tolist(), cost.tolist(), strict=True))
    return plain


def plain_reach_sums(plain: nx.DiGraph, ground: Ground) -> tuple[int, int]:
    """Search with a cutoff for each unit; hexes reached by all, and the sum of their costs."""
    found = [nx.single_source_dijkstra_path_length(plain, unit, cutoff=ALLOWANCE) for unit in ground.units]
    return sum(map(len, found)), sum(sum(costs.values()) for costs in found)


def plain_supply_sums(plain: nx.DiGraph, ground: Ground) -> tuple[int, int]:
    """Search with a weight function that hides the zones, the quickest way; hexes in supply, and the sum of costs."""
    shut = ground.zone.tolist()
    costs = nx.multi_source_dijkstra_path_length(
        plain, ground.sources, weight=lambda _, there, facts: None if shut[there] else facts["weight"]
    )
    return len(costs), sum(costs.values())


def plain_parts(plain: nx.DiGraph, ground: Ground) -> int:
    """Count the components of a view without the zones."""
    shut = set(np.flatnonzero(ground.zone).tolist())
    return sum(1 for _ in nx.weakly_connected_components(nx.restricted_view(plain, shut, ())))
