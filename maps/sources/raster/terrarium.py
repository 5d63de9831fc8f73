"""
Open elevation tiles in the Terrarium encoding: PNG files of 256 or 512 cells a side.

Height is ``red * 256 + green + blue / 256 - 32768`` metres; tiles are those of web maps, in
Web Mercator, ``{z}/{x}/{y}.png`` (Tilezen, *Terrain Tiles*, formats). Depths of the sea below
500 m are given as 0: no dry land lies as deep.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np
from rasterio.transform import Affine

from maps.sources.raster.sheet import Sheet, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray
    from PIL.Image import Image as Picture

    from maps.sources.raster.sheet import Cut

    Cells = NDArray[np.float32]
    Tiles = Mapping[tuple[int, int], Path]

__all__ = ["tile_address", "tile_sheets", "tiles_in"]

_HALF_WORLD_M = math.pi * 6_378_137.0
_SIDES = (256, 512)
_MOST_ZOOM = 20
_DEEPEST_M, _HIGHEST_M, _DRY_M = -12_000.0, 9_000.0, -500.0
_NAME = re.compile(r"(\d+)_(\d+)_(\d+)$")


def tile_address(path: Path) -> tuple[int, int, int] | None:
    """Read zoom, x and y from a name like ``9_265_175.png`` or a path like ``9/265/175.png``."""
    found = _NAME.search(path.stem)
    parts = found.groups() if found else (path.parent.parent.name, path.parent.name, path.stem)
    if path.suffix.lower() != ".png" or not all(part.isdecimal() for part in parts):
        return None
    z, x, y = (int(part) for part in parts)
    return (z, x, y) if z <= _MOST_ZOOM and max(x, y) < 2**z else None


def tiles_in(folder: Path) -> list[Path]:
    """List the tiles in a folder ``{z}/{x}/{y}.png``, or with names ``z_x_y.png``, in a fixed order."""
    found = (*folder.glob("*/*/*.png"), *folder.glob("*.png"))
    return sorted(path for path in found if tile_address(path) is not None)


def tile_sheets(paths: Iterable[Path]) -> list[Sheet]:
    """
    Join tiles to one sheet for each zoom, the finest first.

    Raises
    ------
    ProblemsFound
        If a file's name says no tile, or a tile is no Terrarium picture.
    """
    by_zoom: dict[int, dict[tuple[int, int], Path]] = {}
    for path in paths:
        address = tile_address(path)
        if address is None:
            what = "does not say by its name which tile it is"
            raise refuse(path.name, what, "name it zoom_x_y.png, or put it in a folder zoom/x")
        by_zoom.setdefault(address[0], {})[address[1:]] = path
    return [_sheet(zoom, tiles) for zoom, tiles in sorted(by_zoom.items(), reverse=True)]


def _sheet(zoom: int, tiles: Tiles) -> Sheet:
    side = _tile_side(next(iter(tiles.values())))
    columns, lines = sorted({x for x, _ in tiles}), sorted({y for _, y in tiles})
    left, top = columns[0], lines[0]
    cell = 2 * _HALF_WORLD_M / (side * 2**zoom)
    transform = Affine(cell, 0.0, left * side * cell - _HALF_WORLD_M, 0.0, -cell, _HALF_WORLD_M - top * side * cell)
    here = {(x - left, y - top): path for (x, y), path in tiles.items()}
    wide, tall = (columns[-1] - left + 1) * side, (lines[-1] - top + 1) * side
    name = f"{len(tiles)} Terrarium tiles of zoom {zoom}"
    return Sheet(name, "EPSG:3857", transform, wide, tall, lambda cut: _read(here, side, cut))


def _tile_side(path: Path) -> int:
    with _picture(path) as picture:
        return int(picture.width)


def _picture(path: Path) -> Picture:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - other kinds of heights are read without it

    remedy = "give 8-bit colour PNG tiles of 256 or 512 cells a side, in the Terrarium encoding"
    try:
        picture = Image.open(path, formats=("PNG",))
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, SyntaxError, ValueError) as error:
        raise refuse(path.name, "is no PNG picture", remedy) from error
    if picture.width not in _SIDES or picture.height != picture.width or picture.mode not in {"RGB", "RGBA"}:
        what = f"is no Terrarium tile ({picture.width} x {picture.height}, {picture.mode})"
        picture.close()
        raise refuse(path.name, what, remedy)
    return picture


def _read(tiles: Tiles, side: int, cut: Cut) -> Cells:
    cells = np.full((cut.lines, cut.columns), np.nan, np.float32)
    line, column = cut.samples()
    for y in np.unique(line // side).tolist():
        for x in np.unique(column // side).tolist():
            if (x, y) in tiles:
                heights = _heights(tiles[x, y], side)
                here = np.flatnonzero(line // side == y), np.flatnonzero(column // side == x)
                cells[np.ix_(*here)] = heights[np.ix_(line[here[0]] % side, column[here[1]] % side)]
    return cells


def _heights(path: Path, side: int) -> Cells:
    with _picture(path) as picture:
        if picture.width != side:
            what = f"is {picture.width} cells wide, others of its zoom {side}"
            raise refuse(path.name, what, "give tiles of one size")
        try:
            bands = np.asarray(picture, np.float32)
        except (OSError, SyntaxError, ValueError) as error:
            raise refuse(path.name, "is cut short or damaged", "fetch it again") from error
    heights = np.asarray(bands[..., 0] * 256 + bands[..., 1] + bands[..., 2] / 256 - 32768, np.float32)
    if bands.shape[2] == 4:
        heights[bands[..., 3] == 0] = np.nan
    absurd = (heights < _DEEPEST_M) | (heights > _HIGHEST_M)
    if absurd.mean() > 0.5:
        what = f"holds no heights in the Terrarium encoding ({absurd.mean():.0%} would be absurd)"
        raise refuse(path.name, what, "give Terrarium tiles, not a picture of the map")
    heights[absurd] = np.nan
    heights[heights < _DRY_M] = 0.0
    return heights
