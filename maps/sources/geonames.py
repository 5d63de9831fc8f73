"""
Read dumps of GeoNames: ``allCountries.txt``, ``BE.txt`` or the zip file of one.

Nineteen columns parted by tabs, without a heading (GeoNames, "readme.txt" of the dump).
"""

from __future__ import annotations

import stat
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["NamedPlace", "is_geonames", "read_geonames"]

_COLUMNS = 19
_LONGEST_LINE = 65_536
_MOST_BYTES = 4_000_000_000
_SECTION = b"PPLX"
"""Feature code of a part of a town: the town itself is listed too."""


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place of a list, in degrees, with its other names."""

    id: str
    name: str
    lon: float
    lat: float
    population: int
    also: str = ""
    """Other names, parted by semicolons."""


def is_geonames(path: Path) -> bool:
    """Say whether a file goes by the name of a dump, and not of a CSV file."""
    return path.suffix.lower() in (".txt", ".zip")


def read_geonames(path: Path, box: tuple[float, float, float, float] | None = None) -> list[NamedPlace]:
    """
    Read the populated places of a dump, feature class P, within a box in degrees.

    Raises
    ------
    ProblemsFound
        If it is no such dump, or a zip file that does not hold one.
    """
    places: list[NamedPlace] = []
    with _opened(path) as file:
        for number, line in enumerate(_lines(file), start=1):
            cells = line.rstrip(b"\r\n").split(b"\t")
            if len(cells) != _COLUMNS:
                what = f"has {len(cells)} columns, a dump of GeoNames has {_COLUMNS}"
                remedy = "give a dump such as BE.txt, or a CSV file with a heading"
                raise ProblemsFound([Problem(f"{path.name}, line {number}", what, remedy)])
            if cells[6] == b"P" and cells[7] != _SECTION:
                place = _place(path, number, cells)
                if box is None or _inside(place, box):
                    places.append(place)
    return places


def _place(path: Path, number: int, cells: list[bytes]) -> NamedPlace:
    try:
        lat, lon, people = float(cells[4]), float(cells[5]), int(cells[14] or 0)
        name, also = cells[1].decode(), cells[3].decode()
    except ValueError as error:
        problem = Problem(f"{path.name}, line {number}", "is no line of GeoNames", "fetch the dump again")
        raise ProblemsFound([problem]) from error
    return NamedPlace(f"geonames:{cells[0].decode()}", name, lon, lat, max(people, 0), also.replace(",", ";"))


def _inside(place: NamedPlace, box: tuple[float, float, float, float]) -> bool:
    west, south, east, north = box
    # Across the 180th meridian west is greater than east.
    across = place.lon >= west or place.lon <= east if west > east else west <= place.lon <= east
    return across and south <= place.lat <= north


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    # A limit, as a file without line ends would else be read into memory whole.
    return iter(lambda: file.readline(_LONGEST_LINE), b"")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        if path.suffix.lower() != ".zip":
            with path.open("rb") as file:
                yield file
            return
        with zipfile.ZipFile(path) as packed, packed.open(_member(path, packed)) as file:
            yield file
    except (OSError, zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProblemsFound([Problem(path.name, f"cannot be read ({why})", "fetch it again")]) from error


def _member(path: Path, packed: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = [member for member in packed.infolist() if member.filename.lower() != "readme.txt"]
    plain = [member for member in members if member.filename.lower().endswith(".txt")]
    if len(members) != 1 or not plain or stat.S_ISLNK(plain[0].external_attr >> 16):
        problem = Problem(path.name, "is no packed dump of GeoNames: it must hold one .txt", "fetch it again")
        raise ProblemsFound([problem])
    if plain[0].file_size > _MOST_BYTES:
        raise ProblemsFound([Problem(path.name, "would unpack to more than 4,000 MB", "take the dump of one country")])
    return plain[0]
