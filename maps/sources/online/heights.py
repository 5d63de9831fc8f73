"""
Choose the AWS Terrain Tiles that a layout needs.

The same heights come in two forms: whole degrees in cells of one arc second (``skadi``, about 8 MB each), and
small pictures of any fineness (``terrarium``). Wide hexes and small maps do with pictures; fine hexes
over much ground come cheaper by whole degrees.
"""

from __future__ import annotations

import gzip
import math
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, UnidentifiedImageError

from maps.sources.online.faults import Refused
from maps.sources.online.lattices import corner_name, degree_tiles, ground_boxes, web_tiles
from maps.sources.online.store import Piece
from maps.sources.raster.mosaic import ENOUGH_CELLS

if TYPE_CHECKING:
    from pathlib import Path

    from maps.grid.layout import Layout
    from maps.sources.online.client import Client
    from maps.sources.online.lattices import Bounds
    from maps.sources.online.services import Services

__all__ = ["terrain_pieces", "zoom_for"]

_ROUND_THE_EARTH_M = 2 * math.pi * 6_378_137.0
_FINEST_ZOOM = 13
_SKADI_FROM_M = 300.0
_DEGREE_BYTES, _MOST_DEGREE_BYTES = 8_000_000, 40_000_000
_PICTURE_BYTES, _MOST_PICTURE_BYTES = 90_000, 2_000_000
_SIDES = (1201, 3601)


def terrain_pieces(layout: Layout, services: Services) -> list[Piece]:
    """Give the tiles that are wanted, in the form that comes cheaper."""
    boxes = ground_boxes(layout)
    zoom = zoom_for(layout, boxes)
    pictures = [_picture(x, y, zoom, services) for x, y in web_tiles(boxes, zoom)]
    if layout.width_m < _SKADI_FROM_M:
        return pictures
    degrees = [_degree(tile, services) for tile in degree_tiles(boxes, 1)]
    cheaper = len(degrees) * _DEGREE_BYTES < len(pictures) * _PICTURE_BYTES
    return degrees if cheaper else pictures


def zoom_for(layout: Layout, boxes: list[Bounds]) -> int:
    """
    Choose the zoom whose cells are just fine enough: some 400 a hex.

    None is finer than 13, 12 m in the middle of Europe: beyond, most of the world is interpolated.
    """
    wanted_m = math.sqrt(layout.hex_area_m2() / ENOUGH_CELLS)
    lat = min((abs(box.south + box.north) / 2 for box in boxes), default=0.0)
    cells = _ROUND_THE_EARTH_M * math.cos(math.radians(min(lat, 85.0))) / wanted_m
    return min(math.ceil(math.log2(cells / 256)), _FINEST_ZOOM)


def _degree(tile: Bounds, services: Services) -> Piece:
    name = corner_name(tile.south, tile.west)
    url = services.skadi.format(band=name[:3], name=name)
    return Piece(f"terrain_tiles/skadi/{name}.hgt.gz", url, _DEGREE_BYTES, (b"\x1f\x8b",), _get_degree)


def _picture(x: int, y: int, zoom: int, services: Services) -> Piece:
    url = services.terrarium.format(z=zoom, x=x, y=y)
    name = f"terrain_tiles/terrarium/{zoom}/{x}/{y}.png"
    return Piece(name, url, _PICTURE_BYTES, (b"\x89PNG\r\n",), _get_picture)


def _get_degree(client: Client, piece: Piece, path: Path) -> None:
    client.download(piece.url, path, _MOST_DEGREE_BYTES)
    if not path.read_bytes().startswith(piece.begins):
        # The store says what has come instead.
        return
    longest = 2 * max(_SIDES) ** 2
    try:
        with gzip.open(path) as packed:
            length = len(packed.read(longest + 1))
    except (OSError, EOFError, zlib.error):
        length = -1
    if length not in [2 * side * side for side in _SIDES]:
        path.unlink()
        msg = f"sent a tile {piece.label} that is damaged"
        raise Refused(msg)


def _get_picture(client: Client, piece: Piece, path: Path) -> None:
    client.download(piece.url, path, _MOST_PICTURE_BYTES)
    content = path.read_bytes()
    if not content.startswith(piece.begins):
        return
    try:
        with Image.open(BytesIO(content), formats=("PNG",)) as picture:
            sound = picture.size in {(256, 256), (512, 512)}
            if sound:
                picture.load()
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, SyntaxError, ValueError):
        sound = False
    if not sound:
        path.unlink()
        msg = f"sent a tile {piece.label} that is damaged"
        raise Refused(msg)
