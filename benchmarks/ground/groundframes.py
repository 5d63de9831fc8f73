"""
Make a map of hexes from files to a finished GeoPackage, as a user of the usual tools does it well.

``python -m benchmarks.ground.groundframes HEXES FOLDER OUT [HEIGHTS]`` takes the inputs that ``groundinputs`` wrote:
geopandas reads and overlays, shapely's tree finds what crosses which hexside, rasterstats or exactextract takes the
heights from a raster that is read once, pandas sums up, pyogrio writes. The layers are those of ``map build``: hexes
with their shares of cover, heights and terrain; links with the greatest road that crosses each hexside; hexsides with
the rivers that run along. It concludes less: no network of rivers, no bridges, no places, no evidence, no light.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import geopandas as gpd
import numpy as np
import pandas as pd
import rasterio
import shapely
from exactextract import exact_extract
from exactextract.raster import NumPyRasterSource
from rasterstats import zonal_stats

from benchmarks.ground.groundquick import hex_shapes
from benchmarks.ground.groundways import CLASSES, CRS, heights_for, layout_for

if TYPE_CHECKING:
    from maps.grid.layout import Layout

__all__ = ["COVER_COLUMNS", "made"]

COVER_COLUMNS = ("share_pasture", "share_forest", "share_wetland", "share_built_up")
"""The shares by the kinds of the inputs, named as ``map build`` names them."""
_ROADS = np.array(["track", "secondary", "main"], object)
_RIVERS = np.array(["stream", "stream", "river"], object)
_TERRAIN = ("open", "woods_dense", "marsh", "town")
_BESIDE = 0.25
"""How far from a hexside, in hex widths, a river may run and still be its."""


def made(hexes: int, folder: Path, out: Path, way: str = "rasterstats") -> None:
    """Make the map and write it."""
    layout = layout_for(hexes)
    frame = gpd.GeoDataFrame({"hex": np.arange(len(layout.grid))}, geometry=hex_shapes(layout), crs=CRS)
    cover, roads, rivers = (gpd.read_file(folder / f"{name}.fgb") for name in ("cover", "roads", "rivers"))
    _cover(frame, cover)
    _heights(frame, folder / heights_for(hexes), way)
    shares = frame[list(COVER_COLUMNS)].to_numpy()
    frame["terrain"] = np.array(_TERRAIN, object)[shares.argmax(axis=1)]
    sides = _sides(frame, layout)
    frame.to_file(out, layer="hexes", driver="GPKG")
    _crossed(sides, roads).to_file(out, layer="links", driver="GPKG")
    _along(sides, rivers, layout).to_file(out, layer="hexsides", driver="GPKG")


def _cover(frame: gpd.GeoDataFrame, cover: gpd.GeoDataFrame) -> None:
    parts = gpd.overlay(frame[["hex", "geometry"]], cover[["kind", "geometry"]], how="intersection")
    parts["area"] = parts.area
    table = parts.pivot_table(index="hex", columns="kind", values="area", aggfunc="sum", fill_value=0.0)
    table = table.reindex(index=frame["hex"], columns=range(CLASSES), fill_value=0.0).to_numpy()
    for name, column in zip(COVER_COLUMNS, table.T, strict=True):
        frame[name] = column / frame.area.to_numpy()


def _heights(frame: gpd.GeoDataFrame, path: Path, way: str) -> None:
    with rasterio.open(path) as file:
        band, transform, nodata, bounds = file.read(1), file.transform, file.nodata, file.bounds
    down, right = np.gradient(band, transform.a)
    slope = np.degrees(np.arctan(np.hypot(down, right)))

    def asked(values: np.ndarray, names: list[str]) -> pd.DataFrame:
        if way == "rasterstats":
            return pd.DataFrame(zonal_stats(frame, values, affine=transform, nodata=nodata, stats=names))
        source = NumPyRasterSource(values, *bounds, nodata=nodata, srs_wkt=frame.crs.to_wkt())
        return exact_extract(source, frame[["hex", "geometry"]], names, strategy="raster-sequential", output="pandas")

    stats = asked(band, ["mean", "min", "max"])
    for name, column in (("elevation_m", "mean"), ("low_m", "min"), ("high_m", "max")):
        frame[name] = stats[column].to_numpy()
    frame["relief_m"], frame["slope_deg"] = frame["high_m"] - frame["low_m"], asked(slope, ["mean"])["mean"].to_numpy()


def _sides(frame: gpd.GeoDataFrame, layout: Layout) -> gpd.GeoDataFrame:
    """Make a line for each hexside between two hexes, once."""
    neighbour = layout.grid.neighbour_table()
    here, side = np.nonzero(neighbour > np.arange(len(neighbour))[:, None])
    corners = shapely.get_coordinates(frame.geometry.to_numpy()).reshape(len(frame), 7, 2)[here, :6]
    middle = (corners.mean(axis=1) + shapely.get_coordinates(frame.centroid)[neighbour[here, side]]) / 2
    order = np.argsort(((corners - middle[:, None]) ** 2).sum(axis=2), axis=1)[:, :2]
    ends = corners[np.arange(len(here))[:, None], order]
    facts = {"hex": here, "to": neighbour[here, side], "side": side}
    return gpd.GeoDataFrame(facts, geometry=shapely.linestrings(ends), crs=CRS)


def _crossed(sides: gpd.GeoDataFrame, roads: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """Give the hexsides that roads cross, with the greatest road of each."""
    met = gpd.sjoin(sides, roads[["kind", "geometry"]], predicate="intersects")
    best = met.groupby(level=0)["kind"].max()
    found = sides.loc[best.index]
    return found.assign(road=_ROADS[best.to_numpy()])


def _along(sides: gpd.GeoDataFrame, rivers: gpd.GeoDataFrame, layout: Layout) -> gpd.GeoDataFrame:
    """Give the hexsides that a river runs beside for more than half their length."""
    rooms = sides.assign(geometry=sides.buffer(_BESIDE * layout.width_m, cap_style="flat"))
    pairs = gpd.sjoin(rivers[["kind", "geometry"]], rooms[["geometry"]], predicate="intersects")
    lines, where = pairs.geometry.to_numpy(), pairs["index_right"].to_numpy()
    pairs["length"] = shapely.length(shapely.intersection(lines, rooms.geometry.to_numpy()[where]))
    total = pairs.groupby("index_right").agg(length=("length", "sum"), kind=("kind", "max"))
    total = total[total["length"] > 0.5 * layout.radius_m]
    return sides.loc[total.index].assign(kind=_RIVERS[total["kind"].to_numpy()])


if __name__ == "__main__":
    made(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
