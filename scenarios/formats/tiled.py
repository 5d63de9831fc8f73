"""Write a map for Tiled: terrain as hexagonal tiles, rivers and ways as lines, units as points, the ground below."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np
from PIL import Image, ImageDraw

from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS
from maps.palette import shipped_palette
from scenarios.formats.packing import packed
from scenarios.formats.pieces import as_png
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from maps.grid.hexmap import HexMap
    from scenarios.formats.shown import Shown

    Row = tuple[str, str, Sequence[Sequence[float]], Mapping[str, object]]

__all__ = ["tiled_zip"]


def tiled_zip(shown: Shown) -> bytes:
    """Write the map, with the units that a viewer sees, as a TMX file with its pictures."""
    board = PixelBoard(shown.hexmap)
    return packed([
        ("map.tmx", _document(shown, board).encode()), ("tiles.png", _tiles(board)), ("ground.jpg", board.ground()),
    ])  # fmt: skip


def _document(shown: Shown, board: PixelBoard) -> str:
    hexmap, grid = shown.hexmap, shown.hexmap.layout.grid
    flat_top = grid.flat_top
    wide, high = (2 * board.radius, board.flat) if flat_top else (board.flat, 2 * board.radius)
    ids = iter(range(1, 10_000_000))
    layers = [*_objects("water", _sides(board), ids), *_objects("ways", _links(board), ids),
              *_objects("units", _units(shown, board), ids)]  # fmt: skip
    props = {**shown.facts, "crs": hexmap.layout.crs, "hex_size_m": hexmap.layout.width_m, "affine": _affine(board)}
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.8" tiledversion="1.8.2" orientation="hexagonal"'
        f' renderorder="right-down" width="{grid.cols}" height="{grid.rows}"'
        f' tilewidth="{wide}" tileheight="{high}" infinite="0" hexsidelength="{board.radius}"'
        f' staggeraxis="{"x" if flat_top else "y"}" staggerindex="odd" nextlayerid="9" nextobjectid="{next(ids)}">\n'
        f"{_properties(props)}{_tileset(board, wide, high)}"
        f'<imagelayer id="1" name="ground"><image source="ground.jpg" width="{board.size[0]}"'
        f' height="{board.size[1]}"/></imagelayer>\n{_terrain(hexmap)}{"".join(layers)}</map>\n'
    )


def _affine(board: PixelBoard) -> str:
    """Give what turns pixels into coordinates of the map: x, y of the corner, then a step across and a step down."""
    layout = board.hexmap.layout
    u0, v0, _, _ = layout.extent()
    across = layout.width_m / board.flat
    along = layout.radius_m / board.radius
    u, v = (along, across) if layout.grid.flat_top else (across, along)
    corner, right, down = layout.to_map([(u0, v0), (u0 + u, v0), (u0, v0 + v)]).tolist()
    steps = [corner[0], corner[1], right[0] - corner[0], right[1] - corner[1], down[0] - corner[0], down[1] - corner[1]]
    return " ".join(f"{value:.6f}" for value in steps)


def _tileset(board: PixelBoard, wide: int, high: int) -> str:
    names = board.hexmap.terrain_names
    tiles = "".join(f'<tile id="{at}">{_properties({"terrain": name})}</tile>' for at, name in enumerate(names))
    return (
        f'<tileset firstgid="1" name="terrain" tilewidth="{wide}" tileheight="{high}" tilecount="{len(names)}"'
        f' columns="{len(names)}"><image source="tiles.png" width="{wide * len(names)}" height="{high}"/>'
        f"{tiles}</tileset>\n"
    )


def _tiles(board: PixelBoard) -> bytes:
    """Paint a hex of each terrain, side by side."""
    flat_top, radius, flat = board.hexmap.layout.grid.flat_top, board.radius, board.flat
    # From the middle to the corners of a hex that lies on a flat side: one axis is exact, the other fills the tile.
    turns = np.radians(60.0 * np.arange(SIDES))
    long, short = radius * np.cos(turns), flat / 2 * np.sin(turns) / math.sin(math.pi / 3)
    wide, high = (2 * radius, flat) if flat_top else (flat, 2 * radius)
    xs, ys = (long, short) if flat_top else (short, long)
    names = board.hexmap.terrain_names
    picture = Image.new("RGBA", (wide * len(names), high), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    for at, name in enumerate(names):
        corners = np.stack([at * wide + wide / 2 + xs, high / 2 + ys], axis=1)
        draw.polygon([tuple(corner) for corner in corners.tolist()], fill=shipped_palette().terrain[name].tint)
    return as_png(picture)


def _terrain(hexmap: HexMap) -> str:
    grid = hexmap.layout.grid
    codes = np.where(hexmap.inside, hexmap.terrain.astype(int) + 1, 0).reshape(grid.rows, grid.cols)
    heights = np.nan_to_num(hexmap.elevation_m).round().astype(int)
    text = ",\n".join(",".join(map(str, row)) for row in codes.tolist())
    told = _properties({"elevation_m": ",".join(map(str, heights.tolist()))})
    return (
        f'<layer id="2" name="terrain" width="{grid.cols}" height="{grid.rows}" opacity="0.35">{told}'
        f'<data encoding="csv">\n{text}\n</data></layer>\n'
    )


def _objects(name: str, rows: Iterator[Row], ids: Iterator[int]) -> Iterator[str]:
    """Write objects as one layer: a point, or a line from its first spot on."""
    number = {"water": 3, "ways": 4, "units": 5}[name]
    yield f'<objectgroup id="{number}" name="{name}">\n'
    for called, kind, points, told in rows:
        (x, y), *_ = points
        shape = "<point/>"
        if len(points) > 1:
            shape = f'<polyline points="{" ".join(f"{u - x:.2f},{v - y:.2f}" for u, v in points)}"/>'
        yield (
            f'<object id="{next(ids)}" name={_quoted(called)} type="{kind}" x="{x:.2f}" y="{y:.2f}">'
            f"{_properties(told)}{shape}</object>\n"
        )
    yield "</objectgroup>\n"


def _once(hexmap: HexMap, wanted: np.ndarray) -> Iterator[tuple[int, int]]:
    upper = hexmap.neighbour > np.arange(len(hexmap))[:, None]
    yield from ((int(index), int(side)) for index, side in np.argwhere(wanted & upper))


def _sides(board: PixelBoard) -> Iterator[Row]:
    hexmap = board.hexmap
    corners = board.at(hexmap.layout.corners()).reshape(-1, SIDES, 2).tolist()
    for index, side in _once(hexmap, (hexmap.hexside > 0) | (hexmap.crossing > 0) | (hexmap.border > 0)):
        kind, crossing = HEXSIDES[int(hexmap.hexside[index, side])], CROSSINGS[int(hexmap.crossing[index, side])]
        line = [corners[index][side], corners[index][(side + 1) % SIDES]]
        own = {"border": hexmap.border_names[int(hexmap.border[index, side])]} if hexmap.borders else {}
        yield hexmap.side_names.get((index, side), ""), kind or "side", line, {"hexes": _pair(hexmap, index, side),
              "kind": kind or "", "crossing": crossing or "", **own}  # fmt: skip


def _links(board: PixelBoard) -> Iterator[Row]:
    hexmap, centres = board.hexmap, board.centres.tolist()
    for index, side in _once(hexmap, (hexmap.road > 0) | (hexmap.rail > 0)):
        line = [centres[index], centres[int(hexmap.neighbour[index, side])]]
        road, rail = ROADS[int(hexmap.road[index, side])], RAILS[int(hexmap.rail[index, side])]
        yield "", "way", line, {"hexes": _pair(hexmap, index, side), "road": road or "", "rail": rail or ""}


def _pair(hexmap: HexMap, index: int, side: int) -> str:
    return f"{hexmap.number(index)}/{hexmap.number(int(hexmap.neighbour[index, side]))}"


def _units(shown: Shown, board: PixelBoard) -> Iterator[Row]:
    here = shown.on_map
    for unit, spot in zip(here, board.stacked([unit.hex for unit in here], board.radius / 12), strict=True):
        told = {"unit": unit.id, "side": unit.side, "hex": shown.hexmap.number(unit.hex or 0), "kind": unit.kind,
                "size": unit.size, "strength": unit.points}  # fmt: skip
        yield unit.label, "unit", [spot or (0.0, 0.0)], told


def _properties(told: Mapping[str, object]) -> str:
    inner = "".join(
        f'<property name={_quoted(key)} value={_quoted(str(value))}/>' if not isinstance(value, float)
        else f'<property name={_quoted(key)} type="float" value="{value:g}"/>'
        for key, value in told.items()
    )  # fmt: skip
    return f"<properties>{inner}</properties>" if inner else ""


def _quoted(text: str) -> str:
    return quoteattr(plain(text).replace("\n", " "))
