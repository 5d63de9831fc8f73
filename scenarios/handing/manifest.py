"""Say what is in a file that hands a scenario on: the giver, the licence, what it needs, each file's hash."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NoReturn, TypeVar

import msgspec

from maps.problems import Problem, ProblemsFound
from scenarios.handing.beside import MAP_FILE, RULES_FILE
from scenarios.teaching.lesson import LESSON_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ENDING",
    "FORMAT",
    "GOOD_KEY",
    "LICENCES",
    "MANIFEST",
    "MEMBERS",
    "PICTURES",
    "VERSION",
    "Ground",
    "Listed",
    "Manifest",
    "Rules",
    "bad_key",
    "listed",
    "manifest_bytes",
    "manifest_of",
]

ENDING = ".sandtable"
GOOD_KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""How a scenario may be called by its short name."""
MANIFEST, LICENCES = "manifest.json", "licences.md"
FORMAT, VERSION = "sandtable-scenario", 1
_MB = 1_000_000
PICTURES = {"picture.png": "image/png", "picture.jpg": "image/jpeg", "picture.webp": "image/webp"}
"""How a picture beside a scenario may be called, with what it is then."""
MEMBERS: Mapping[str, int] = {
    MANIFEST: _MB, "scenario.toml": _MB, "formations.csv": 10 * _MB, "orbat.csv": 20 * _MB, "plans.toml": _MB,
    LESSON_FILE: _MB, "notes.md": _MB, LICENCES: _MB, MAP_FILE: 200 * _MB, RULES_FILE: _MB,
    **dict.fromkeys(PICTURES, 5 * _MB),
}  # fmt: skip
"""What such a file may hold, and how many bytes each; nothing else is ever unpacked."""
Kind = TypeVar("Kind")
_REMEDY = "ask for the file again; it is written by 'sandtable scenario publish'"


class Listed(msgspec.Struct, frozen=True):
    """A file: its bytes, and the SHA-256 of them."""

    bytes: int
    sha256: str


class Ground(msgspec.Struct, frozen=True):
    """The map: its content key, which is the same wherever the same ground is played on."""

    key: str
    name: str
    hexes: int
    sources: tuple[str, ...] = ()


class Rules(msgspec.Struct, frozen=True):
    """The rule system; ``sha256`` of its text if it is a file of a club's own, "" if the program has it."""

    key: str
    name: str
    sha256: str = ""


class Manifest(msgspec.Struct, frozen=True):
    """What the file says of itself."""

    format: str
    version: int
    key: str
    name: str
    by: str
    licence: str
    program: str
    start: str
    days: int
    sides: tuple[str, ...]
    units: int
    ground: Ground
    rules: Rules
    files: dict[str, Listed]


class _Head(msgspec.Struct, frozen=True):
    format: str = ""
    version: int = 0


def listed(body: bytes) -> Listed:
    """
    Count and hash a file.

    >>> listed(b"").sha256[:8]
    'e3b0c442'
    """
    return Listed(len(body), hashlib.sha256(body).hexdigest())


def bad_key(key: str) -> list[Problem]:
    """
    Say why a scenario cannot have this short name.

    >>> bad_key("bulge-club")
    []
    """
    remedy = "take small letters, digits, '-' and '_', at most 40, for example bulge-club"
    return [] if GOOD_KEY.fullmatch(key) else [Problem("short name", f"{key[:50]!r} cannot name a scenario", remedy)]


def manifest_bytes(manifest: Manifest) -> bytes:
    """Write a manifest, for people to read as well."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def manifest_of(body: bytes) -> Manifest:
    """
    Read a manifest that nobody vouches for.

    Raises
    ------
    ProblemsFound
        If it is none, or was written by a newer version than can be read here.
    """
    head = _decoded(body, _Head)
    if head.format != FORMAT:
        _refuse(f"is of the format {head.format[:40]!r}, and none of a scenario", _REMEDY)
    if head.version != VERSION:
        remedy = "use a newer version of Sandtable" if head.version > VERSION else _REMEDY
        _refuse(f"is written in version {head.version}; this program reads version {VERSION}", remedy)
    found = _decoded(body, Manifest)
    if not GOOD_KEY.fullmatch(found.key):
        _refuse(f"names the scenario {found.key[:50]!r}, which cannot be a short name", _REMEDY)
    return found


def _decoded(body: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        _refuse(f"cannot be read ({error})", _REMEDY)


def _refuse(what: str, remedy: str) -> NoReturn:
    raise ProblemsFound([Problem(MANIFEST, what, remedy)])
