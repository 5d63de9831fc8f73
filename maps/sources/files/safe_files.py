"""
Say what a file really is before anything else opens it.

Files may come from anybody. Its first bytes decide the kind of a file, not its
name; a name that says otherwise is a fault. Sizes are limited, packed files
are measured before they are unpacked, and only plain files are opened.
"""

from __future__ import annotations

import stat
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

__all__ = ["VECTOR_SUFFIXES", "unpacked", "vector_kind"]

_HEAD = 512
_MOST_UNPACKED = 2_000_000_000
_MOST_MEMBERS = 2_000
_CHUNK = 1 << 20
_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    suffixes: tuple[str, ...]
    most_bytes: int
    fits: Callable[[bytes], bool]


def _is_pbf(head: bytes) -> bool:
    return 0 < int.from_bytes(head[:4], "big") < 65_536 and b"OSMHeader" in head[4:32]


def _is_osm(head: bytes) -> bool:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return text.startswith((b"<?xml", b"<osm")) and b"<html" not in head.lower()


def _is_geopackage(head: bytes) -> bool:
    return head.startswith(b"SQLite format 3\x00") and head[68:72] in (b"GPKG", b"GP10", b"GP11")


def _is_json(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


_GB = 1_000_000_000
_KINDS = {
    "pbf": _Kind("an extract of OpenStreetMap", (".pbf",), 8 * _GB, _is_pbf),
    "osm": _Kind("an extract of OpenStreetMap as XML", (".osm",), 2 * _GB, _is_osm),
    "gpkg": _Kind("a GeoPackage", (".gpkg",), 50 * _GB, _is_geopackage),
    "shp": _Kind("a shapefile", (".shp",), 4 * _GB, lambda head: head.startswith(b"\x00\x00\x27\x0a")),
    "zip": _Kind("a zip file", (".zip",), 2 * _GB, lambda head: head.startswith(b"PK\x03\x04")),
    "fgb": _Kind("a FlatGeobuf", (".fgb",), 8 * _GB, lambda head: head.startswith(b"fgb\x03fgb")),
    "gz": _Kind("a file packed with gzip", (".geojson.gz", ".json.gz"), _GB, lambda head: head.startswith(b"\x1f\x8b")),
    "json": _Kind("GeoJSON", (".geojson", ".json"), 500_000_000, _is_json),
}
VECTOR_SUFFIXES = tuple(suffix for kind in _KINDS.values() for suffix in kind.suffixes)
"""How the names of files end that can be read."""

_STRANGERS = (
    (b"<?xml", "is XML, as .kml, .gml and .vrt files are", "convert it to GeoPackage; extracts end in .osm"),
    (b"<", "is a text in angle brackets, perhaps a web page", "fetch the file again, or convert it to GeoPackage"),
    (b"SQLite format 3", "is a database, but no GeoPackage", "export it as GeoPackage"),
    (b"PAR1", "is Parquet", "convert it to GeoPackage"),
)  # fmt: skip


def vector_kind(path: Path) -> str:
    """
    Say what kind of vector file this is: ``pbf osm gpkg shp zip fgb gz json``.

    Raises
    ------
    ProblemsFound
        If it is no plain file, is empty or too large, is of no kind that can be
        read, or of another kind than its name says.
    """
    head, size = _head(path)
    expected = next((key for key, kind in _KINDS.items() if path.name.lower().endswith(kind.suffixes)), None)
    found = next((key for key, kind in _KINDS.items() if kind.fits(head)), None)
    if expected is None:
        _refuse(path, _stranger(head) or (f"ends in {path.suffix!r}, no kind of vector file known here", _known()))
    kind = _KINDS[str(expected)]
    if found != expected:
        _refuse(path, _other_kind(kind, found, head))
    if size > kind.most_bytes:
        what = f"has {size / 1e6:,.0f} MB, more than the {kind.most_bytes / 1e6:,.0f} that are read of such a file"
        _refuse(path, (what, "cut it to the area first, or convert it to GeoPackage"))
    return str(expected)


def _head(path: Path) -> tuple[bytes, int]:
    try:
        status = path.stat()
        # A pipe or device would block or never end.
        if not stat.S_ISREG(status.st_mode):
            _refuse(path, ("is no plain file", "give a file"))
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        problem = Problem(str(path), f"cannot be opened ({error.strerror})", "check the name and the rights")
        raise ProblemsFound([problem]) from error
    if not head:
        _refuse(path, ("is empty", "fetch or export it again"))
    return head, status.st_size


def _known() -> str:
    return "known are " + ", ".join(VECTOR_SUFFIXES)


def _stranger(head: bytes) -> tuple[str, str] | None:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next(((what, remedy) for start, what, remedy in _STRANGERS if text.startswith(start)), None)


def _other_kind(kind: _Kind, found: str | None, head: bytes) -> tuple[str, str]:
    if found is not None:
        other = _KINDS[found]
        return f"is {other.name}, not {kind.name}", f"let its name end in {other.suffixes[0]}"
    return _stranger(head) or (f"is not {kind.name}, whatever its name says", "fetch or export it again")


def _refuse(path: Path, saying: tuple[str, str]) -> None:
    raise ProblemsFound([Problem(path.name, *saying)])


@contextmanager
def unpacked(
    path: Path, suffixes: tuple[str, ...], passed_over: Callable[[Sequence[str]], Collection[str]] | None = None
) -> Iterator[list[Path]]:
    """
    Unpack the members of a zip file with these suffixes; the folder is gone afterwards.

    Parameters
    ----------
    passed_over
        Picks, of the names of all these members, those that are not unpacked.

    Raises
    ------
    ProblemsFound
        If the file is damaged, locked with a password, holds links or too many
        members, or would unpack to more than 2 GB.
    """
    with TemporaryDirectory(prefix="sandtable-") as folder:
        try:
            with zipfile.ZipFile(path) as packed:
                members = _members(path, packed, suffixes)
                away = passed_over([member.filename for member in members]) if passed_over else ()
                members = [member for member in members if member.filename not in away]
                # Of two that would be one file the last counts, as it would on a disk.
                targets = {Path(folder) / _inside(member): member for member in members}
                with ThreadPoolExecutor(_AT_ONCE) as pool:
                    files = list(pool.map(partial(_unpack, packed), targets.values(), targets))
        except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError) as error:
            problem = Problem(path.name, f"cannot be unpacked ({error})", "it is damaged; fetch or pack it again")
            raise ProblemsFound([problem]) from error
        yield files


def _members(path: Path, packed: zipfile.ZipFile, suffixes: tuple[str, ...]) -> list[zipfile.ZipInfo]:
    members = packed.infolist()
    if len(members) > _MOST_MEMBERS:
        _refuse(path, (f"holds {len(members):,} files", "pack only those that are needed"))
    # The sizes are declared by whoever packed it; unpacking stops where a member outgrows its own.
    if sum(member.file_size for member in members) > _MOST_UNPACKED:
        _refuse(path, ("would unpack to more than 2,000 MB", "cut it to the area first"))
    if any(member.flag_bits & 1 for member in members):
        _refuse(path, ("is locked with a password", "pack it without"))
    if any(stat.S_ISLNK(member.external_attr >> 16) for member in members):
        _refuse(path, ("holds links to other files", "pack the files themselves"))
    return [member for member in members if member.filename.lower().endswith(suffixes)]


def _inside(member: zipfile.ZipInfo) -> str:
    """Make folders within the archive one name, so that nothing is written outside ours."""
    return "_".join(part for part in Path(member.filename.replace("\\", "/")).parts if part not in ("/", "..", "."))


def _unpack(packed: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> Path:
    left = member.file_size
    with packed.open(member) as source, target.open("wb") as file:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                message = f"{target.name} is larger than it says"
                raise zipfile.BadZipFile(message)
            file.write(chunk)
    return target
