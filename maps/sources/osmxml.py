"""
Walk through an extract of OpenStreetMap as XML, ``.osm``, before anything else reads it.

The walk tells whether the file is whole and what ground it covers. Such a file needs no declarations of its own; one
that has them may be made to grow without end in reading, and is refused at the first of them. What is plain is walked
through by a kernel, all else by expat, which names the faults.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from xml.parsers.expat import ExpatError, ParserCreate

from maps.problems import Problem, ProblemsFound
from maps.sources.extracts.blocks import Unusual
from maps.sources.extracts.xmlblocks import MOST_XML_BYTES, xml_bounds

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["walk_osm_xml"]

Bounds = tuple[float, float, float, float]
_ROOT = "osm"
_THINGS = frozenset({"way", "relation"})
_SIDES = ("minlon", "minlat", "maxlon", "maxlat")


class _Declares(Exception):  # noqa: N818 - it reads as what happened
    """The file has declarations of its own."""


class _Walk:
    """What was met with so far."""

    def __init__(self) -> None:
        self.root = ""
        self.told: Bounds | None = None
        self.is_within = False
        """Whether things with bounds of their own have come."""
        self.west = self.south = float("inf")
        self.east = self.north = float("-inf")

    def begun(self, name: str, given: dict[str, str]) -> None:
        """Take an element that begins."""
        if not self.root:
            self.root = name
        elif name == "node" and "lon" in given and "lat" in given:
            lon, lat = float(given["lon"]), float(given["lat"])
            self.west, self.east = min(self.west, lon), max(self.east, lon)
            self.south, self.north = min(self.south, lat), max(self.north, lat)
        elif name in _THINGS:
            self.is_within = True
        elif name == "bounds" and not self.is_within:
            west, south, east, north = (float(given[side]) for side in _SIDES)
            self.told = (west, south, east, north)

    @property
    def bounds(self) -> Bounds | None:
        """What the file says that it covers, else where its nodes lie; None: there is no node."""
        nodes = (self.west, self.south, self.east, self.north)
        return self.told or (nodes if self.west <= self.east else None)


def walk_osm_xml(path: Path) -> Bounds | None:
    """
    Walk through a file, and say what ground it covers: west, south, east, north in degrees; None: there is no node.

    Raises
    ------
    ProblemsFound
        If it is cut short, damaged, of another kind of XML, or has declarations.
    """
    facts = path.stat()
    return _walked(path, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=8)
def _walked(path: Path, _changed_ns: int, size: int) -> Bounds | None:
    """Walk through a file that was not walked through since it came: who looks into it reads it next."""
    if size <= MOST_XML_BYTES:
        with suppress(Unusual):
            return xml_bounds(path)
    walk, parser = _Walk(), ParserCreate()
    parser.StartElementHandler = walk.begun
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _refuse
    try:
        with path.open("rb") as file:
            parser.ParseFile(file)
    except _Declares:
        what, remedy = "declares a kind of document or words of its own", "fetch the extract again, or convert it"
        raise ProblemsFound([Problem(path.name, what, remedy)]) from None
    except (ExpatError, ValueError, KeyError, OSError) as error:
        raise ProblemsFound([Problem(path.name, f"cannot be read ({error})", "fetch it again")]) from error
    if walk.root != _ROOT:
        what = f"is XML of another kind: it begins with <{walk.root[:40]}>"
        raise ProblemsFound([Problem(path.name, what, "give an extract of OpenStreetMap, or convert it to GeoPackage")])
    return walk.bounds


def _refuse(*_declared: Any) -> None:
    raise _Declares
