"""Give the map of the world that a box is drawn on: coasts, borders, lakes and towns; and the shipped grounds."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from maps.area.reader import read_area, shipped_area, shipped_areas

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["shipped_boxes", "world_file"]


@cache
def world_file() -> bytes:
    """Give the map of the world as JSON, packed with gzip; ``maps/data/cut_world.py`` says what is in it."""
    return files("maps").joinpath("data", "world.json.gz").read_bytes()


@cache
def shipped_boxes() -> Sequence[dict[str, Any]]:
    """List the grounds that come with the program, each with the box that it covers."""
    areas = [(key, read_area(shipped_area(key))) for key in shipped_areas()]
    return [
        {"key": key, "name": area.name, "box": [area.box.west, area.box.south, area.box.east, area.box.north]}
        for key, area in areas
    ]
