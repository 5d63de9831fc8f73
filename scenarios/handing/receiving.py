"""
Open a file that hands a scenario on, as a letter from a stranger: nothing in it is believed before it is checked.

Only files of a scenario are unpacked, each up to its own size, and each must be what the manifest says of it. Then they
are read as any other scenario is, and the map must be the one that was published: the same content key is the promise
that both clubs play on the same ground.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from maps.gpkg import reader
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.handing.aside import made_aside
from scenarios.handing.beside import MAP_FILE
from scenarios.handing.manifest import MANIFEST, MEMBERS, Manifest, listed, manifest_of
from scenarios.scenario import read_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap
    from scenarios.scenario import Scenario

__all__ = ["MOST_BYTES", "Received", "keep", "looked_into", "received"]

MOST_BYTES = 50_000_000
"""Of a whole file, as it is sent."""
_RATIO, _SMALL = 200, 1_000_000
"""How many times smaller a file of more than so many bytes may be packed: a map is packed four times."""
_ENTRY, _MOST_ENTRIES = b"PK\x01\x02", 1_000
"""What each entry of a zip's list begins with, and how many there may seem to be before the list is read."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ASK = "ask for the file again"
_NEEDED = ("scenario.toml", "formations.csv", "orbat.csv", MAP_FILE)
_PICTURES = {"picture.png": b"\x89PNG\r\n\x1a\n", "picture.jpg": b"\xff\xd8\xff", "picture.webp": b"RIFF"}


class Received(NamedTuple):
    """A file that was opened: what it says of itself, and its files."""

    manifest: Manifest
    files: dict[str, bytes]


def _refuse(place: str, what: str, remedy: str) -> NoReturn:
    raise ProblemsFound([Problem(place, what, remedy)])


def received(body: bytes) -> Received:
    """
    Unpack a file and hold each part of it against what it says of itself.

    Raises
    ------
    ProblemsFound
        With all that is wrong: no zip, too large, names that are none of a scenario's, links, passwords, damage,
        bytes that are not those that were published.
    """
    if len(body) > MOST_BYTES:
        _refuse("the file", f"has {len(body):,} bytes, and at most {MOST_BYTES:,} are opened", _ASK)
    if body.count(_ENTRY) > _MOST_ENTRIES:
        _refuse("the file", f"holds more than {_MOST_ENTRIES:,} files", _ASK)
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            members = packed.infolist()
            raise_any(_member_faults(members))
            files = {member.filename: packed.read(member) for member in members}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        _refuse("the file", f"cannot be unpacked ({error})", f"it is damaged; {_ASK}")
    if MANIFEST not in files:
        _refuse("the file", f"has no {MANIFEST}, so it is no published scenario", _ASK)
    manifest = manifest_of(files.pop(MANIFEST))
    raise_any([*_changed(manifest, files), *_lacking(files), *_no_pictures(files)])
    return Received(manifest, files)


def _member_faults(members: list[zipfile.ZipInfo]) -> list[Problem]:
    """Measure before anything is unpacked; a member that unpacks to more than it declares ends as damaged."""
    faults, seen = [], set[str]()
    for member in members[: 2 * len(MEMBERS)]:
        name = member.filename
        if what := _fault_of(member, seen):
            faults.append(Problem(repr(name[:60]), *what))
        seen.add(name)
    if len(members) > len(MEMBERS):
        many = f"holds {len(members):,} files, and a scenario has {len(MEMBERS)} at most"
        faults.append(Problem("the file", many, _ASK))
    return faults


def _fault_of(member: zipfile.ZipInfo, seen: set[str]) -> tuple[str, str] | None:
    name, most = member.filename, MEMBERS.get(member.filename)
    if most is None:
        return "is no file of a scenario, and is not unpacked", f"it may hold {', '.join(MEMBERS)}"
    if name in seen:
        return "is in it twice", _ASK
    if stat.S_ISLNK(member.external_attr >> 16):
        return "is a link to another file", _ASK
    if member.flag_bits & 1 or member.compress_type not in _PACKED:
        return "is locked, or packed in an unusual way", "ask for it packed as a plain zip without a password"
    if member.file_size > most:
        return f"unpacks to {member.file_size:,} bytes, and at most {most:,} are taken", _ASK
    if member.file_size > max(_SMALL, _RATIO * member.compress_size):
        return f"unpacks to more than {_RATIO} times its size", _ASK
    return None


def _changed(manifest: Manifest, files: dict[str, bytes]) -> list[Problem]:
    names = sorted({*manifest.files, *files})
    remedy = f"it was changed or damaged on the way; {_ASK}"
    return [
        Problem(name[:60], "is not in the file" if name not in files else "is not what was published", remedy)
        for name in names
        if name not in files or manifest.files.get(name) != listed(files[name])
    ]


def _lacking(files: dict[str, bytes]) -> list[Problem]:
    return [Problem(name, "is missing", _ASK) for name in _NEEDED if name not in files]


def _no_pictures(files: dict[str, bytes]) -> list[Problem]:
    return [
        Problem(name, "is no picture, whatever its name says", _ASK)
        for name, head in _PICTURES.items()
        if name in files and not files[name].startswith(head)
    ]


@contextmanager
def looked_into(found: Received) -> Iterator[tuple[Scenario, HexMap]]:
    """
    Read what was received, in a folder that is gone afterwards.

    Raises
    ------
    ProblemsFound
        With every fault of its files, or if its map is another than it says.
    """
    with TemporaryDirectory(prefix="sandtable-") as place:
        yield _read(_written(found, Path(place) / found.manifest.key), found.manifest)


def keep(found: Received, place: Path, key: str) -> Scenario:
    """
    Keep what was received as a scenario's folder ``key`` in ``place``; nothing is there of what cannot be read.

    Raises
    ------
    ProblemsFound
        As ``looked_into``, or if the folder is there already or cannot be written.
    """
    try:
        with made_aside(place / key) as made:
            _read(_written(found, made), found.manifest)
    except OSError as error:
        remedy = "make room there, or take another name"
        _refuse(str(place / key), f"cannot be written ({error.strerror})", remedy)
    return read_scenario(place / key)


def _written(found: Received, folder: Path) -> Path:
    folder.mkdir()
    for name, body in found.files.items():
        (folder / name).write_bytes(body)
    return folder


def _read(folder: Path, manifest: Manifest) -> tuple[Scenario, HexMap]:
    scenario, hexmap = read_scenario(folder), reader.read(folder / MAP_FILE)
    if hexmap.key != manifest.ground.key:
        what = f"is the ground {hexmap.key}, and {manifest.ground.key} was published"
        _refuse(MAP_FILE, what, f"both clubs would not play on the same map; {_ASK}")
    return scenario, hexmap
