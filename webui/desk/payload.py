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

from maps.ownterrain import own_palette
from maps.palette import Palette, shipped_palette
from scenarios.drawing.ground import shade_levels
from scenarios.symbols import BOX_HIGH, BOX_WIDE, BY_MOVER, BY_TRAIT, ECHELONS, FACE, KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap, Place, Shade

__all__ = [
    "OFF_MAP",
    "UNKNOWN_HEIGHT",
    "WebFile",
    "etag_of",
    "ground_file",
    "ground_payload",
    "packed",
    "place_row",
    "shade_file",
]

OFF_MAP = 255
"""Terrain code of a hex that does not belong to the map."""

UNKNOWN_HEIGHT = -32768
_LONGEST_SHADE_SIDE = 2400


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as the server sends it; ``etag`` without quotes."""

    body: bytes
    mimetype: str
    etag: str
    encoding: str | None = None


def ground_file(hexmap: HexMap, drawing: Mapping[str, Any], *, shade_url: str | None = None) -> WebFile:
    """Give the ground as compressed JSON, equal bytes for equal maps; ``drawing`` says what it is drawn from."""
    return packed({**ground_payload(hexmap, shade_url=shade_url), "drawing": drawing})


def packed(value: dict[str, Any]) -> WebFile:
    """Give a value as compressed JSON."""
    raw = msgspec.json.encode(value)
    return WebFile(gzip.compress(raw, 6, mtime=0), "application/json", etag_of(raw), "gzip")


def shade_file(hexmap: HexMap, *, palette: Palette | None = None) -> WebFile | None:
    """
    Give the hillshade as a PNG to lay over the tints, or None if the map has none.

    Slopes in shadow are a dark ink, slopes in the light a pale one, flat ground
    is clear: the opacity says how strongly, so that the browser has only to draw it.
    """
    if hexmap.shade is None:
        return None
    body = _shade_png(hexmap.shade, palette or shipped_palette())
    return WebFile(body, "image/png", etag_of(body))


def ground_payload(hexmap: HexMap, *, shade_url: str | None = None, palette: Palette | None = None) -> dict[str, Any]:
    """Give the ground as a value for JSON; ``webui/static/map/geometry.js`` and ``ground.js`` read it."""
    layout, grid = hexmap.layout, hexmap.layout.grid
    colours = own_palette(palette or shipped_palette(), hexmap.own)
    return {
        "name": hexmap.name,
        "key": hexmap.key,
        "cols": grid.cols,
        "rows": grid.rows,
        "flat_top": grid.flat_top,
        "digits": grid.digits,
        "width_m": layout.width_m,
        "radius_m": layout.radius_m,
        "terrain_names": list(hexmap.shown_names),
        "terrain": _pack(np.where(hexmap.inside, hexmap.terrain, OFF_MAP).astype(np.uint8)),
        "elevation_m": _pack(_heights(hexmap.elevation_m)),
        "places": [place_row(hexmap, place) for place in hexmap.places],
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
    coarser = -(-max(shade.light.shape) // _LONGEST_SHADE_SIDE)
    thinned = np.ascontiguousarray(shade.light[::coarser, ::coarser])
    ink = shade_levels(shade, palette)
    indexed = Image.frombytes("P", thinned.shape[::-1], thinned.tobytes())
    indexed.putpalette(ink[:, :3].tobytes())
    out = io.BytesIO()
    indexed.save(out, "PNG", transparency=ink[:, 3].tobytes(), optimize=False)
    return out.getvalue()


def etag_of(body: bytes) -> str:
    """Give a mark of a file that is another when the file is."""
    return hashlib.sha256(body).hexdigest()[:24]
