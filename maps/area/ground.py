"""Read which ground an area file means: a box, an outline, a place and what lies around it, or a grid."""

from __future__ import annotations

import difflib
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyproj import Geod

from maps.area.area import Box, wrapped
from maps.area.projection import box_in_degrees, known_crs
from maps.problems import ProblemsFound
from maps.sources.outline import outline_box, read_outline, ring_fault
from maps.sources.places import read_settlements
from maps.toml_lines import is_number, shown

if TYPE_CHECKING:
    from pathlib import Path

    from maps.sources.places import Settlement
    from maps.toml_lines import TomlReader

__all__ = ["Ground", "read_ground"]

WAYS = ("box", "outline", "place")
_SIDES = ("west", "south", "east", "north")
_METRES_FROM = 400.0
_WIDEST = 180.0
_STEP_DEG = 0.01
_MOST_NAMED = 12
_MOST_COMPARED = 5000
_GLOBE = Geod(ellps="WGS84")


@dataclass(frozen=True, slots=True)
class Ground:
    """A piece of the world, and what was read into the file to find it."""

    box: Box
    outline: tuple[tuple[float, float], ...] = ()
    notes: tuple[str, ...] = ()


def read_ground(reader: TomlReader, folder: Path, places: tuple[Path, ...]) -> Ground | None:
    """
    Find the ground that an area file means.

    Faults are noted in the reader; then the answer is None.

    Parameters
    ----------
    folder
        Where the area file lies, and an outline is looked for.
    places
        The files where ``place`` is looked up.
    """
    given = [way for way in WAYS if reader.raw(way) is not None]
    if reader.raw("around") is not None and "place" not in given:
        reader.fault(("around",), "is nothing without a place", 'write place = "..." above the tables')
    if reader.raw("near") is not None and "place" not in given:
        reader.fault(("near",), "is nothing without a place", 'write place = "..." above the tables')
    if len(given) != 1:
        what = "and ".join(f"{way} " for way in given) + "are both given" if given else "is missing"
        reader.fault((given[-1] if given else "box",), what, "give one of [box], outline and place")
        return None
    if given == ["box"]:
        return _box(reader)
    if given == ["outline"]:
        return _outline(reader, folder)
    return _place(reader, places)


def _box(reader: TomlReader) -> Ground | None:
    before = len(reader.problems)
    reader.only("box", known=_SIDES)
    values = {side: reader.raw("box", side) for side in _SIDES}
    if _looks_wrong(reader, values):
        return None
    west, east = (reader.number("box", side, low=-180, high=180) for side in ("west", "east"))
    south, north = (reader.number("box", side, low=-90, high=90) for side in ("south", "north"))
    if len(reader.problems) > before:
        return None
    box = Box(west, south, east, north)
    if not 0 < box.width <= _WIDEST:
        _too_wide(reader, box)
    if north <= south:
        reader.fault(("box", "north"), f"is {north:g}, not north of south = {south:g}", "swap them")
    return Ground(box) if len(reader.problems) == before else None


def _too_wide(reader: TomlReader, box: Box) -> None:
    if box.east <= box.west:
        reader.fault(("box", "east"), f"is {box.east:g}, not east of west = {box.west:g}", "swap them")
    else:
        what = f"is {box.east:g}, which makes the box {box.width:g} degrees wide"
        remedy = "at most 180 can be one map; for a box over the 180th meridian, west is the greater"
        reader.fault(("box", "east"), what, remedy)


def _looks_wrong(reader: TomlReader, values: dict[str, Any]) -> bool:
    # Told as what they are likely to be, not as four numbers out of range.
    if not all(is_number(value) for value in values.values()):
        return False
    west, south, east, north = (float(values[side]) for side in _SIDES)
    numbers = f"west = {west:.10g}, south = {south:.10g}, east = {east:.10g}, north = {north:.10g}"
    if max(map(abs, (west, south, east, north))) > _METRES_FROM:
        reader.fault(("box",), f"looks like metres, not degrees ({numbers})", _in_degrees(reader, values))
        return True
    if 90 < min(abs(south), abs(north)) <= max(abs(south), abs(north)) <= 180 and max(abs(west), abs(east)) <= 90:
        remedy = "west and east are longitudes, south and north latitudes"
        reader.fault(("box",), f"has latitude and longitude swapped, it seems ({numbers})", remedy)
        return True
    if 180 < max(west, east) <= 360 and min(west, east) >= 0:
        remedy = f"longitudes run from -180 to 180: write west = {wrapped(west):g}, east = {wrapped(east):g}"
        reader.fault(("box",), f"counts longitudes from 0 to 360 ({numbers})", remedy)
        return True
    return False


def _in_degrees(reader: TomlReader, values: dict[str, Any]) -> str:
    name = reader.raw("crs")
    if not isinstance(name, str):
        return "give degrees; if these are metres of a projection, name it as crs and its degrees will be told here"
    box = box_in_degrees(name, *(float(values[side]) for side in _SIDES))
    crs = known_crs(name)
    if box is None or crs is None:
        return f"give degrees of longitude and latitude; in {name!r} these numbers lie nowhere"
    sides = ", ".join(f"{side} = {getattr(box, side):g}" for side in _SIDES)
    return f"as metres of {name!r} ({crs.name}) that is {sides}"


def _outline(reader: TomlReader, folder: Path) -> Ground | None:
    ring = _ring(reader, folder)
    if ring is None:
        return None
    what, remedy = ring_fault(ring)
    if what:
        reader.fault(("outline",), what, remedy)
        return None
    return Ground(outline_box(ring), ring)


def _ring(reader: TomlReader, folder: Path) -> tuple[tuple[float, float], ...] | None:
    value = reader.raw("outline")
    if isinstance(value, str):
        if not (folder / value).is_file():
            reader.fault(("outline",), f"is {value!r}, and there is no such file", f"it is looked for in {folder}")
            return None
        try:
            return read_outline(folder / value)
        except ProblemsFound as found:
            reader.problems.extend(found.problems)
            return None
    if isinstance(value, list) and all(_is_point(point) for point in value):
        return tuple((float(lon), float(lat)) for lon, lat in value)
    reader.fault(("outline",), f"is {shown(value)}", 'write [[lon, lat], [lon, lat], ...] or "file.geojson"')
    return None


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(is_number(number) for number in value)


def _place(reader: TomlReader, files: tuple[Path, ...]) -> Ground | None:
    before = len(reader.problems)
    name = reader.text("place")
    reader.only("around", known=("width_km", "height_km"))
    width = reader.number("around", "width_km", low=0.1, high=20_000)
    height = reader.number("around", "height_km", low=0.1, high=20_000, default=width)
    near = None if reader.raw("near") is None else reader.numbers("near", names=("lon", "lat"))
    if not files:
        remedy = "give a file of places under [sources], or a [box] instead"
        reader.fault(("place",), f"is {name!r}, and there is no file to look it up in", remedy)
    if len(reader.problems) > before:
        return None
    found = _looked_up(reader, name, near, files)
    return _around(reader, found, width, height) if found else None


def _looked_up(
    reader: TomlReader, name: str, near: tuple[float, ...] | None, files: tuple[Path, ...]
) -> Settlement | None:
    names: set[str] = set()
    matches: list[Settlement] = []
    for file in files:
        try:
            # In degrees: the map has no projection of its own yet.
            towns = read_settlements(file, "EPSG:4326")
        except ProblemsFound as found:
            reader.problems.extend(found.problems)
            return None
        matches = _named(name, towns)
        if near is not None and matches:
            return min(matches, key=lambda town: _apart_km(town, near))
        if matches:
            # The less trusted files may well hold the same town again.
            break
        names |= {town.name for town in towns}
    if len(matches) == 1:
        return matches[0]
    if matches:
        _ask_which(reader, name, matches)
        return None
    named = ", ".join(file.name for file in files)
    reader.fault(("place",), f"is {name!r}, which is not in {named}", _alike(name, names))
    return None


def _named(name: str, towns: list[Settlement]) -> list[Settlement]:
    """Find the towns of a name; where none has it, those that are also called so."""
    wanted = _plain(name)
    matches = [town for town in towns if _plain(town.name) == wanted]
    return matches or [
        town
        for town in towns
        if any(_plain(also) == wanted for names in town.names.values() for also in names.split(";"))
    ]


def _alike(name: str, names: set[str]) -> str:
    # Comparing with every place of a country would take a minute.
    near = [known for known in names if _plain(known)[:1] == _plain(name)[:1] and abs(len(known) - len(name)) < 3]
    close = difflib.get_close_matches(name, near[:_MOST_COMPARED], n=3)
    instead = "take a larger place near it, or a [box]"
    return f"did you mean {' or '.join(map(repr, close))}?" if close else instead


def _ask_which(reader: TomlReader, name: str, matches: list[Settlement]) -> None:
    matches = sorted(matches, key=lambda town: -town.population)
    listed = ", ".join(
        f"[{town.x_m:.3f}, {town.y_m:.3f}] with {town.population:,} people" for town in matches[:_MOST_NAMED]
    )
    more = f" and {len(matches) - _MOST_NAMED} more" if len(matches) > _MOST_NAMED else ""
    first = matches[0]
    remedy = f"say which, for example near = [{first.x_m:.3f}, {first.y_m:.3f}]"
    reader.fault(("place",), f"is {name!r}, of which there are {len(matches)}: {listed}{more}", remedy)


def _apart_km(town: Settlement, near: tuple[float, ...]) -> float:
    return _km_between(town.x_m, town.y_m, near[0], near[1])


def _plain(name: str) -> str:
    """
    Fold case and accents.

    >>> _plain("Büllingen") == _plain("BULLINGEN")
    True
    """
    letters = unicodedata.normalize("NFKD", name.strip())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def _around(reader: TomlReader, town: Settlement, width_km: float, height_km: float) -> Ground | None:
    lon, lat = town.x_m, town.y_m
    to_east = width_km / 2 / _km_between(lon, lat, lon + _STEP_DEG, lat) * _STEP_DEG
    to_north = height_km / 2 / _km_between(lon, lat - _STEP_DEG / 2, lon, lat + _STEP_DEG / 2) * _STEP_DEG
    if abs(lat) + to_north > 90 or to_east > _WIDEST / 2:
        what = f"is more than a box about {town.name} can hold, {lat:.1f} degrees from the equator"
        reader.fault(("around",), what, "take less")
        return None
    box = Box(wrapped(lon - to_east), lat - to_north, wrapped(lon + to_east), lat + to_north)
    people = f" with {town.population:,} people" if town.population else ""
    note = f"the middle is {town.name}{people} at {lon:.4f} east, {lat:.4f} north"
    return Ground(box, notes=(note,))


def _km_between(lon: float, lat: float, other_lon: float, other_lat: float) -> float:
    return float(_GLOBE.inv(lon, lat, other_lon, other_lat)[2]) / 1000
