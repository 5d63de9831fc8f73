"""
Give what the page draws a map from: squares of shapes by level, what is written at a zoom, colours by scheme.

The drawing is the one that is printed (``scenarios.drawing``); the page only fills, strokes and writes. What a map
is drawn from is kept by its key, which says all of its ground.
"""

from __future__ import annotations

import base64
import gzip
import re
from collections import OrderedDict
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from maps.ownterrain import own_palette
from maps.palette import shipped_palette
from maps.shapes.shapes import WHOLE_UP_TO, shapes_of
from scenarios.drawing.contours import height_words
from scenarios.drawing.faces import width_mm
from scenarios.drawing.grid import NUMBERS_FROM_MM, numbering
from scenarios.drawing.legend import GROUPS, HIGH_MM, WIDE_MM, legend_keys, swatch
from scenarios.drawing.levels import DISTANT, LEVELS, ON_SCREEN, PX_PER_MM
from scenarios.drawing.names import LEAD, LEAD_AIR_MM, LEAD_HALO_MM, goal_size, name_items
from scenarios.drawing.wire import SQUARES, Square, level_named, mark, pack, packed, square_box, squares_of
from scenarios.reports.arrow import FORM, PLAN_ALPHA, PLAN_WIDE, PLAN_WORDS
from webui.desk.payload import WebFile, etag_of
from webui.desk.payload import packed as packed_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from maps.grid.hexmap import HexMap
    from maps.palette import Palette
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.legend import Key
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Scene, Words

__all__ = ["ZOOMS", "drawing_data", "drawn_file", "mark"]

ZOOMS = range(-9, 22)
"""The page's steps of zoom; three double the map."""

_FACES = {
    "names": ("500", "Alegreya Sans"),
    "names_bold": ("700", "Alegreya Sans"),
    "names_italic": ("italic 500", "Alegreya Sans"),
    "text": ("400", "Barlow Semi Condensed"),
    "text_bold": ("600", "Barlow Semi Condensed"),
    "counter_bold": ("700", "Barlow Condensed"),
}
_TERRAIN_PARTS, _LINE_PARTS = ("floor", "mark"), ("colour", "casing")
SQUARE_NAME = re.compile(r"(?P<level>[a-z]{1,12})/(?:(?P<col>\d{1,4})-(?P<row>\d{1,4})|(?P<window>window))\.bin")
_WRITTEN = re.compile(r"words/(-?\d{1,2})\.json")
_LEGEND = re.compile(r"legend/([a-z]{1,12})\.json")
_SWATCH_FINE = 200.0
_LEAST_PX, _LEAST_PX_LARGE = 3.0, 0.9
"""From how many pixels to a hex radius the page paints squares: of a large map the distant ones first."""
_MOST_KEPT, _LARGEST_WINDOW = 600, 60.0
_KEPT: OrderedDict[tuple[str, str], WebFile] = OrderedDict()
# Shapes are laid when they are first asked for; two threads would both lay them.
_LAYING, _KEEPING = Lock(), Lock()


def drawing_data(hexmap: HexMap, url: str) -> dict[str, Any]:
    """Tell the page where the drawing of a map is to be had, its levels and its colours."""
    u0, v0, u1, v1 = (edge / hexmap.layout.radius_m for edge in hexmap.layout.extent())
    full = shipped_palette()
    colours = _colours(full, hexmap)
    large, schemes = len(hexmap.inside) > WHOLE_UP_TO, {}
    if large:
        # Its roads take seconds, and are wanted when somebody looks nearer.
        Thread(target=lambda: shapes_of(hexmap).lay_lines(), daemon=True, name="lines of a map").start()
    for key, scheme in full.scheme.items():
        others = _colours(full.in_scheme(key), hexmap)
        own = {name: colour for name, colour in others.items() if key == "full" or colour != colours[name]}
        layers = {"without": list(scheme.without), "shows": list(scheme.shows)}
        schemes[key] = {"words": scheme.words, **layers, "colours": own}
    return {
        "url": url,
        "box": [u0, v0, u1, v1],
        "per_mm": PX_PER_MM,
        "least_px": _LEAST_PX_LARGE if large else _LEAST_PX,
        "levels": [
            {"name": level.name, "from_px": least, "side": SQUARES[level.name]} for level, least in _levels(large=large)
        ],
        "faces": _FACES,
        "schemes": schemes,
        "arrow": {
            **FORM._asdict(),
            "plan_wide": list(PLAN_WIDE),
            "plan_alpha": PLAN_ALPHA,
            "words": PLAN_WORDS._asdict(),
        },
    }


def _levels(*, large: bool) -> list[tuple[Level, float]]:
    """List the levels of a map, and from how many pixels to a hex radius each is shown."""
    found = [(level, level.least_mm * PX_PER_MM) for level in LEVELS]
    return [(DISTANT, 0.0), (LEVELS[0], _LEAST_PX), *found[1:]] if large else found


def drawn_file(hexmap: HexMap, name: str, window: Box | None = None) -> WebFile | None:
    """Give a file of a map's drawing by its name below the drawing's address; None if there is no such file."""
    square, written = SQUARE_NAME.fullmatch(name), _WRITTEN.fullmatch(name)
    if square and square["window"]:
        return _window(hexmap, square["level"], window)
    if square:
        level = level_named(square["level"])
        wanted = Square(level, int(square["col"]), int(square["row"])) if level else None
        return _kept(hexmap, name, lambda shapes: _square(shapes, wanted)) if wanted else None
    if written and int(written[1]) in ZOOMS:
        return _kept(hexmap, name, lambda shapes: packed_json(written_data(shapes, int(written[1]))))
    if (legend := _LEGEND.fullmatch(name)) and (shown := level_named(legend[1])):
        return _kept(hexmap, name, lambda shapes: packed_json(legend_data(shapes, shown)))
    return None


def legend_data(shapes: Shapes, level: Level) -> dict[str, Any]:
    """Give the rows of a map's legend at a level of detail, as on paper: words, layer, heading, and what is drawn."""
    palette = shapes.palette
    return {
        "wide": WIDE_MM,
        "high": HIGH_MM,
        "rows": [
            {
                "words": _told(shapes, key),
                "layer": key.layer,
                "group": GROUPS[key.layer],
                "drawn": _swatch(swatch(key, palette)),
            }
            for key in legend_keys(shapes, level, shapes.box)
        ],
    }


def _told(shapes: Shapes, key: Key) -> str:
    """Give the words of a row, and what of it is not on the page."""
    unwritten = key.layer == "contours" and shapes.is_large
    return f"{key.words}; on so large a map their heights are written in prints alone" if unwritten else key.words


def _swatch(scene: Scene) -> str:
    return base64.b64encode(pack(scene, scene.box, _SWATCH_FINE)).decode("ascii")


def written_data(shapes: Shapes, zoom: int) -> dict[str, Any]:
    """Say what is written on a map at a zoom: the names with their places, and which hexes bear numbers, and where."""
    radius_mm = 2 ** (zoom / 3) / PX_PER_MM
    numbers = numbering(shapes.hexmap, radius_mm, ON_SCREEN)
    told = numbers and {
        "every": numbers.every,
        "rise": numbers.rise,
        "size": numbers.size.at(radius_mm) * PX_PER_MM,
        "face": numbers.face,
    }
    names = name_items(shapes, radius_mm, larger=ON_SCREEN)
    heights = height_words(shapes, radius_mm, names, larger=ON_SCREEN) if radius_mm >= NUMBERS_FROM_MM else ()
    written = {"names": names, "heights": heights}
    goal = goal_size(radius_mm, ON_SCREEN)
    line = {"wide": LEAD.at(radius_mm), "halo": LEAD_HALO_MM, "air": LEAD_AIR_MM}
    return {
        "numbers": told,
        "goal": {"size": round(goal[0] * PX_PER_MM, 2), "face": goal[1], "halo": goal[2], "colour": "ink.name"},
        "lead": {key: round(mm * PX_PER_MM, 2) for key, mm in line.items()},
        **{key: [_name(words, radius_mm) for words in row] for key, row in written.items()},
    }


def _name(words: Words, radius_mm: float) -> dict[str, Any]:
    size = words.size.at(radius_mm)
    return {
        "text": words.text,
        "u": round(words.u, 3),
        "v": round(words.v, 3),
        "face": words.face,
        "colour": words.colour,
        "size": round(size * PX_PER_MM, 2),
        "wide": round(width_mm(words.text, size, words.face) * PX_PER_MM, 1),
        "anchor": words.anchor,
        "halo": words.halo,
        "turn": round(words.turn_deg, 1),
        "rank": words.rank,
        **({"place": [round(at, 3) for at in words.place], "led": words.is_led} if words.place else {}),
    }


def _colours(palette: Palette, hexmap: HexMap) -> dict[str, str]:
    """List the colours that a drawing names, those of the map's own terrain and hexsides too."""
    names = ["paper", "halo", "grid", "number", *(f"ink.{key}" for key in palette.ink)]
    names += [f"terrain.{key}.{part}" for key in palette.terrain for part in _TERRAIN_PARTS]
    rows = [own_palette(shipped_palette(), hexmap.own).terrain[one.key] for one in hexmap.own]
    names += [f"own.{one.colour}" for one in hexmap.borders]
    names += [f"own.{getattr(row, part) or row.tint}" for row in rows for part in _TERRAIN_PARTS]
    names += [f"line.{key}.{part}" for key in palette.line for part in _LINE_PARTS]
    return {name: palette.colour(name) for name in names}


def _square(shapes: Shapes, square: Square) -> WebFile | None:
    if square not in squares_of(shapes, square.level):
        return None
    return _binary(packed(shapes, square.level, square_box(shapes, square)))


def _window(hexmap: HexMap, name: str, window: Box | None) -> WebFile | None:
    level = level_named(name)
    if level is None or window is None:
        return None
    with _LAYING:
        shapes = shapes_of(hexmap)
        box = _within(window, shapes.box)
        return _binary(packed(shapes, level, box)) if box else None


def _within(window: Box, whole: Box) -> Box | None:
    """Cut a window to the map, and to a size that is quick; None if nothing is left."""
    u, v = max(window[0], whole[0]), max(window[1], whole[1])
    box = u, v, min(window[2], whole[2], u + _LARGEST_WINDOW), min(window[3], whole[3], v + _LARGEST_WINDOW)
    return box if box[0] < box[2] and box[1] < box[3] else None


def _binary(raw: bytes) -> WebFile:
    return WebFile(gzip.compress(raw, 6, mtime=0), "application/octet-stream", etag_of(raw), "gzip")


def _kept(hexmap: HexMap, name: str, made: Callable[[Shapes], WebFile | None]) -> WebFile | None:
    key = (hexmap.key, name)
    with _KEEPING:
        if key in _KEPT:
            _KEPT.move_to_end(key)
            return _KEPT[key]
    with _LAYING:
        file = made(shapes_of(hexmap))
    if file is not None:
        with _KEEPING:
            _KEPT[key] = file
            while len(_KEPT) > _MOST_KEPT:
                _KEPT.popitem(last=False)
    return file
