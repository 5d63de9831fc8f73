"""
Cut windows out of large rasters on a server (Cloud Optimized GeoTIFF), and keep them as small GeoTIFFs.

Copernicus GLO-30 lies in tiles of 1 degree, WorldCover in tiles of 3. Of each tile those half degrees
are fetched that lie under the map, as fine as its hexes need: a coarser copy within the file, where that is enough.
"""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import rasterio
from rasterio.errors import RasterioError
from rasterio.windows import Window

from maps.sources.online.faults import Refused
from maps.sources.online.lattices import Bounds, corner_name, degree_tiles, ground_boxes
from maps.sources.online.remote import RemoteFile
from maps.sources.online.store import Piece
from maps.sources.raster.mosaic import thinning

if TYPE_CHECKING:
    from pathlib import Path

    from maps.grid.layout import Layout
    from maps.sources.online.client import Client
    from maps.sources.online.services import Services

__all__ = ["clear_blocks", "coarseness_for", "window_pieces"]

_TIFF = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_MOST_CELLS, _MOST_BLOCK = 2**26, 2**24
_OFF_DEGREES = 0.01
_MOST_HALVINGS = 6
_BLOCKS = ".blocks"
_ENV = {"GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR", "GTIFF_IGNORE_READ_ERRORS": "NO"}


@dataclass(frozen=True, slots=True)
class _Product:
    degrees: int
    """Length of a tile's side."""
    cell_m: float
    window_bytes: int
    """Of half a degree by half a degree, about."""


_PRODUCTS = {"copernicus_glo30": _Product(1, 30.9, 5_000_000), "worldcover": _Product(3, 9.3, 3_000_000)}


@dataclass(frozen=True, slots=True)
class _Cutting:
    """Which part of a tile, and how coarse: 1, 2, 4 ..."""

    tile: Bounds
    line: int
    column: int
    parts: int
    coarse: int


def coarseness_for(service: str, layout: Layout) -> int:
    """Say how coarse a copy will do: of 1, 2, 4 ... cells one, so that some 400 are left to a hex."""
    step = thinning(_PRODUCTS[service].cell_m, layout)
    return int(2 ** min(int(math.log2(step)), _MOST_HALVINGS))


def window_pieces(service: str, layout: Layout, services: Services) -> list[Piece]:
    """Give the windows that are wanted of a product."""
    product, boxes = _PRODUCTS[service], ground_boxes(layout)
    coarse, parts = coarseness_for(service, layout), 2 * product.degrees
    found = []
    for tile in degree_tiles(boxes, product.degrees):
        for k in range(parts * parts):
            cutting = _Cutting(tile, *divmod(k, parts), parts, coarse)
            if any(_ground(cutting).meets(box) for box in boxes):
                found.append(_piece(service, cutting, services))
    return found


def _ground(cutting: _Cutting) -> Bounds:
    side = (cutting.tile.north - cutting.tile.south) / cutting.parts
    west, north = cutting.tile.west + cutting.column * side, cutting.tile.north - cutting.line * side
    return Bounds(west, north - side, west + side, north)


def _piece(service: str, cutting: _Cutting, services: Services) -> Piece:
    corner = corner_name(cutting.tile.south, cutting.tile.west)
    name = corner
    if service == "copernicus_glo30":
        name = f"Copernicus_DSM_COG_10_{corner[:3]}_00_{corner[3:]}_00_DEM"
    url = getattr(services, service).format(name=name)
    file = f"{service}/{corner}_{cutting.line}_{cutting.column}_of_{cutting.parts}_by_{cutting.coarse}.tif"
    guess = _PRODUCTS[service].window_bytes // cutting.coarse**2
    return Piece(file, url, guess, _TIFF, partial(_cut, cutting=cutting))


def clear_blocks(folder: Path) -> None:
    """Drop the parts of server's files that were kept for going on."""
    for service in _PRODUCTS:
        for blocks in (folder / service).glob(f"*{_BLOCKS}"):
            shutil.rmtree(blocks)


def _cut(client: Client, piece: Piece, path: Path, *, cutting: _Cutting) -> None:
    corner = corner_name(cutting.tile.south, cutting.tile.west)
    remote = RemoteFile(client, piece.url, path.parent / f"{corner}{_BLOCKS}")
    if not remote.begins.startswith(_TIFF):
        msg = f"sent something else instead of a GeoTIFF for {corner}"
        raise Refused(msg)
    try:
        with rasterio.Env(**_ENV):
            _copy(remote, corner, cutting, path)
    except (RasterioError, OSError) as error:
        path.unlink(missing_ok=True)
        if remote.fault is not None:
            raise remote.fault from error
        msg = f"sent a raster for {corner} that cannot be read"
        raise Refused(msg) from error


def _copy(remote: RemoteFile, corner: str, cutting: _Cutting, path: Path) -> None:
    def opened(_path: str, _mode: str = "rb", **_more: object) -> RemoteFile:
        remote.seek(0)
        return remote

    def raster(**how: int) -> Any:
        return rasterio.open(f"{corner}.tif", driver="GTiff", opener=opened, **how)

    with raster() as source:
        _check(source, corner, cutting)
        level = _level(source.overviews(1), cutting.coarse)
        if level is None:
            return _save(source, cutting, path)
    with raster(overview_level=level) as source:
        return _save(source, cutting, path)


def _level(overviews: list[int], coarse: int) -> int | None:
    """Choose among the coarser copies the coarsest that is fine enough; None for the full raster."""
    fit = [k for k, factor in enumerate(overviews) if factor <= coarse]
    return fit[-1] if fit else None


def _check(source: Any, corner: str, cutting: _Cutting) -> None:
    lines, columns = source.block_shapes[0]
    if source.count != 1 or lines * columns > _MOST_BLOCK or source.width * source.height > _MOST_CELLS * 64:
        msg = f"sent a raster for {corner} of another kind than expected"
        raise Refused(msg)
    bounds, tile = source.bounds, cutting.tile
    off = max(abs(a - b) for a, b in zip(bounds, tile, strict=True))
    if source.crs is None or source.crs.to_epsg() != 4326 or off > _OFF_DEGREES:
        msg = f"sent a raster for {corner} that lies elsewhere"
        raise Refused(msg)


def _save(source: Any, cutting: _Cutting, path: Path) -> None:
    def ends(k: int, length: int) -> tuple[int, int]:
        return round(k * length / cutting.parts), round((k + 1) * length / cutting.parts)

    (top, bottom), (left, right) = ends(cutting.line, source.height), ends(cutting.column, source.width)
    window = Window(left, top, right - left, bottom - top)
    if window.width * window.height > _MOST_CELLS:
        msg = f"has {window.width:,} x {window.height:,} cells in half a degree, more than are read"
        raise Refused(msg)
    cells = source.read(1, window=window)
    profile = {
        "driver": "GTiff", "width": window.width, "height": window.height, "count": 1, "dtype": cells.dtype,
        "crs": source.crs, "transform": source.window_transform(window), "nodata": source.nodata,
        "compress": "deflate", "tiled": True, "blockxsize": 512, "blockysize": 512,
    }  # fmt: skip
    with rasterio.open(path, "w", **profile) as target:
        target.write(cells, 1)
