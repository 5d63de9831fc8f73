"""Print the ground: map sheets and poster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.printshop.mapsheets import map_pdf
from scenarios.printshop.poster import poster_pdf
from scenarios.printshop.tiling import ROLLS
from webui.desk.prints.printable import ANY_PAPER, Options, Printable

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

__all__ = ["PRINTABLES"]


def _sheets(hexmap: HexMap, options: Options) -> bytes:
    return map_pdf(
        hexmap, mm_per_hex=options.mm_per_hex, paper_name=options.paper, style=options.style, part=options.part,
        goals=options.goals,
    )  # fmt: skip


def _poster(hexmap: HexMap, options: Options) -> bytes:
    return poster_pdf(hexmap, paper_name=options.paper, style=options.style, part=options.part, goals=options.goals)


_LARGE_FIRST = ("A1", *(name for name in ANY_PAPER if name != "A1"))

PRINTABLES = (
    Printable("map", "Map sheets to print, at exact scale", "map", _sheets, "map",
              papers=("A4", *(name for name in (*ANY_PAPER, *ROLLS) if name != "A4")),
              asks=frozenset({"mm", "style", "part"})),
    Printable("poster", "Map as one poster, with legend and scale", "map", _poster, "map", papers=_LARGE_FIRST,
              asks=frozenset({"style", "part"})),
)  # fmt: skip
