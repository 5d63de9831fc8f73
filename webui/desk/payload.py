"""
Pack a map for the browser: columns as base64, names and places as JSON.

The payload holds the ground and nothing that play changes, so it may be kept
for ever under the map's key. Lengths are in hex radii, positions ``[u, v]``
from the centre of the first hex, v downwards, as in ``maps.grid.layout``.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from PIL import Image

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from maps.palette import Palette, shipped_palette
from scenarios.symbols import BOX_HIGH, BOX_WIDE, BY_MOVER, BY_TRAIT, ECHELONS, FACE, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap, Place, Shade

__all__ = [
    "OFF_MAP",
    "UNKNOWN_HEIGHT",
    "WebFile",
    "ground_file",
    "ground_payload",
    "pack_pairs",
    "packed",
    "place_row",
    "shade_file",
]

OFF_MAP = 255
"""Terrain code of a hex that does not belong to the map."""

UNKNOWN_HEIGHT = -32768
# How much of the ground under a cover class is crowns, for the eye alone.
_WOODED = {"forest": 1.0, "woods": 1.0, "open forest": 0.5, "wooded pasture": 0.16, "scrub": 0.2}
_SHADOW, _LIGHT = 0.5, 0.34
_FLAT_LIGHT_SPREAD = 6
_LONGEST_SHADE_SIDE = 2400


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as the server sends it; ``etag`` without quotes."""

    body: bytes
    mimetype: str
    etag: str
    encoding: str | None = None


def ground_file(hexmap: HexMap, *, shade_url: str | None = None, palette: Palette | None = None) -> WebFile:
    """Give the ground payload as compressed JSON, equal bytes for equal maps."""
    return packed(ground_payload(hexmap, shade_url=shade_url, palette=palette))


def packed(value: dict[str, Any]) -> WebFile:
    """Give a value as compressed JSON."""
    raw = msgspec.json.encode(value)
    return WebFile(gzip.compress(raw, 6, mtime=0), "application/json", _etag(raw), "gzip")


def shade_file(hexmap: HexMap, *, palette: Palette | None = None) -> WebFile | None:
    """
    Give the hillshade as a PNG to lay over the tints, or None if the map has none.

    Slopes in shadow are a dark ink, slopes in the light a pale one, flat ground
    is clear: the opacity says how strongly, so that the browser has only to draw it.
    """
    if hexmap.shade is None:
        return None
    body = _shade_png(hexmap.shade, palette or shipped_palette())
    return WebFile(body, "image/png", _etag(body))


def ground_payload(hexmap: HexMap, *, shade_url: str | None = None, palette: Palette | None = None) -> dict[str, Any]:
    """Give the ground as a value for JSON; ``webui/static/map/geometry.js`` and ``ground.js`` read it."""
    layout, grid = hexmap.layout, hexmap.layout.grid
    colours = palette or shipped_palette()
    return {
        "name": hexmap.name,
        "key": hexmap.key,
        "cols": grid.cols,
        "rows": grid.rows,
        "flat_top": grid.flat_top,
        "digits": grid.digits,
        "width_m": layout.width_m,
        "radius_m": layout.radius_m,
        "terrain_names": list(hexmap.terrain_names),
        "terrain": _pack(np.where(hexmap.inside, hexmap.terrain, OFF_MAP).astype(np.uint8)),
        "elevation_m": _pack(_heights(hexmap.elevation_m)),
        "woods": _pack(_woods(hexmap)),
        "hexside_names": list(HEXSIDES),
        "hexsides": pack_pairs(hexmap, hexmap.hexside),
        "slope_names": list(SLOPES),
        "slopes": pack_pairs(hexmap, hexmap.slope),
        "crossing_names": list(CROSSINGS),
        "crossings": pack_pairs(hexmap, hexmap.crossing),
        "road_names": list(ROADS),
        "roads": pack_pairs(hexmap, hexmap.road),
        "rail_names": list(RAILS),
        "rails": pack_pairs(hexmap, hexmap.rail),
        "places": [place_row(hexmap, place) for place in hexmap.places],
        "side_names": [[index, side, name] for (index, side), name in sorted(hexmap.side_names.items())],
        "shade": _shade_frame(hexmap, shade_url),
        "sources": list(hexmap.sources),
        "palette": _palette(colours),
        "symbols": _symbols(),
    }


def _symbols() -> dict[str, Any]:
    return {
        "wide": BOX_WIDE,
        "high": BOX_HIGH,
        "kinds": dict(KINDS),
        "echelons": dict(ECHELONS),
        "face": dict(FACE),
        "by_trait": {" ".join(words): name for words, name in BY_TRAIT.items()},
        "by_mover": {" ".join(words): name for words, name in BY_MOVER.items()},
    }


def _palette(palette: Palette) -> dict[str, Any]:
    return {
        "paper": palette.paper,
        "halo": palette.halo,
        "number": palette.number,
        "grid": palette.grid,
        "grid_share": palette.grid_share,
        **{
            name: {key: asdict(style) for key, style in getattr(palette, name).items()}
            for name in ("terrain", "line", "side")
        },
        "ink": dict(palette.ink),
    }


def place_row(hexmap: HexMap, place: Place) -> list[Any]:
    """Give a place: name, hex, where it lies in hex radii, people, rank."""
    layout = hexmap.layout
    u, v = layout.to_grid([place.x_m, place.y_m]) / layout.radius_m
    if layout.index_at(place.x_m, place.y_m) != place.index:
        # A place that was moved by hand to another hex stands in that hex's middle.
        u, v = layout.centres()[place.index] / layout.radius_m
    return [place.name, place.index, round(float(u), 3), round(float(v), 3), place.population, place.rank]


def pack_pairs(hexmap: HexMap, column: NDArray[np.uint8]) -> dict[str, str]:
    """List what lies between hexes once: ``at`` is index * 6 + side, ``code`` its kind."""
    index, side = np.nonzero(column)
    other = hexmap.neighbour[index, side]
    once = hexmap.inside[index] & ((other == NO_HEX) | (index < other))
    index, side = index[once], side[once]
    return {"at": _pack((index * SIDES + side).astype(np.uint32)), "code": _pack(column[index, side])}


def _woods(hexmap: HexMap) -> NDArray[np.uint8]:
    """Say how much of each hex looks wooded, 0 to 255; empty if no cover is known."""
    weights = np.array([_WOODED.get(name, 0.0) for name in hexmap.cover_names])
    if not weights.any():
        return np.zeros(0, np.uint8)
    share = np.nan_to_num(hexmap.cover) @ weights
    rounded: NDArray[np.uint8] = np.rint(np.clip(share, 0.0, 1.0) * 255).astype(np.uint8)
    return rounded


def _heights(elevation_m: NDArray[np.float32]) -> NDArray[np.int16]:
    heights = np.full(len(elevation_m), UNKNOWN_HEIGHT, "<i2")
    known = np.isfinite(elevation_m)
    heights[known] = np.rint(elevation_m[known])
    return heights


def _pack(column: NDArray[Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(column).tobytes()).decode("ascii")


def _shade_frame(hexmap: HexMap, url: str | None) -> dict[str, Any] | None:
    shade = hexmap.shade
    if shade is None or url is None:
        return None
    radius = hexmap.layout.radius_m
    high, wide = shade.light.shape
    return {
        "url": url,
        "u": shade.u0_m / radius,
        "v": shade.v0_m / radius,
        "wide": wide * shade.cell_m / radius,
        "high": high * shade.cell_m / radius,
    }


def _shade_png(shade: Shade, palette: Palette) -> bytes:
    light = shade.light
    coarser = -(-max(light.shape) // _LONGEST_SHADE_SIDE)
    thinned = np.ascontiguousarray(light[::coarser, ::coarser])
    flat = int(np.median(light))
    indexed = Image.frombytes("P", thinned.shape[::-1], thinned.tobytes())
    dark, pale = (_rgb(palette.ink[name]) for name in ("shadow", "light"))
    indexed.putpalette([part for level in range(256) for part in (dark if level < flat else pale)])
    out = io.BytesIO()
    indexed.save(out, "PNG", transparency=bytes(_opacity(level, flat) for level in range(256)), optimize=False)
    return out.getvalue()


def _opacity(level: int, flat: int) -> int:
    away = abs(level - flat)
    if away <= _FLAT_LIGHT_SPREAD:
        return 0
    reach, most = (flat, _SHADOW) if level < flat else (255 - flat, _LIGHT)
    return round(255 * most * (away - _FLAT_LIGHT_SPREAD) / max(1, reach - _FLAT_LIGHT_SPREAD))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _etag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:24]
