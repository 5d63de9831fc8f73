"""
Squares of the map with nothing in them, for pages whose ground no test looks at.

The desk has its map painted each time it is opened: a quarter of all that a browser does for it. Within ``undrawn()``
the application answers as ever who may ask for what, and sends squares that hold nothing; the page then paints the
overview, counters and names. What is drawn has tests of its own (``test_map_drawing``, ``test_drawn_alike``,
``test_drawn_pieces``), and ``test_desk_browser`` opens the desk with it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest import mock

from scenarios.drawing.scene import Scene
from scenarios.drawing.wire import Square, level_named, pack, square_box
from webui.desk.drawn import packets
from webui.desk.payload import WebFile, etag_of
from webui.page import ground

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from maps.grid.hexmap import HexMap

DRAWN = ground.drawn_file


def undrawn() -> AbstractContextManager[Any]:
    """Have the desk's pages get empty squares."""
    return mock.patch.object(ground, "drawn_file", _empty)


def _empty(hexmap: HexMap, name: str) -> WebFile | None:
    """Give a square of a map without what is in it; everything else as it is."""
    square = packets.SQUARE_NAME.fullmatch(name)
    level = square and level_named(square["level"])
    if not square or not level or square["window"]:
        return DRAWN(hexmap, name)
    plane: Any = SimpleNamespace(box=tuple(edge / hexmap.layout.radius_m for edge in hexmap.layout.extent()))
    box = square_box(plane, Square(level, int(square["col"]), int(square["row"])))
    raw = pack(Scene(box, ()), box, 1.0)
    return WebFile(raw, "application/octet-stream", etag_of(raw))
