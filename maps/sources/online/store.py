"""
Keep what was fetched, in a folder of the user's.

``SANDTABLE_CACHE`` names another one. A file is there whole or not at all; that a service has no such
tile is kept too, so that it is asked once. What is not sound any more is fetched again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pooch

from maps.problems import Problem, ProblemsFound
from maps.sources.online.faults import Missing, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maps.sources.online.client import Client

__all__ = ["Piece", "Store", "cache_folder"]

_MISSING, _SPLIT = ".missing", ".split"
_HEAD = 64


@dataclass(frozen=True, slots=True)
class Piece:
    """One file that is wanted: its name below the cache folder, where from, about how many bytes."""

    name: str
    url: str
    guess_bytes: int
    begins: tuple[bytes, ...]
    """With one of these bytes a sound file begins."""
    get: Callable[[Client, Piece, Path], None]
    """Writes it to a path, or raises a ``ServiceFault``."""
    quarters: Callable[[], tuple[Piece, ...]] | None = None
    """Gives smaller pieces that are asked for instead, where it is too much at once."""

    @property
    def label(self) -> str:
        """The last part of the name."""
        return self.name.rpartition("/")[2]


def cache_folder(given: Path | None = None) -> Path:
    """Give the folder of what was fetched: as told, as ``SANDTABLE_CACHE`` says, or the system's own for that."""
    named = os.environ.get("SANDTABLE_CACHE")
    return given or (Path(named) if named else Path(pooch.os_cache("sandtable")))


class Store:
    """The folder of what was fetched."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it is made when the first file comes."""
        self.folder = folder

    def path(self, piece: Piece) -> Path:
        """Say where a piece lies, or would."""
        return self.folder / piece.name

    def holds(self, piece: Piece) -> bool:
        """Say whether a piece is there and begins as it should."""
        return _sound(self.path(piece), piece)

    def lacks(self, piece: Piece) -> bool:
        """Say whether the service is known to have no such piece."""
        return self._marker(piece).exists()

    def leaves(self, pieces: Iterable[Piece]) -> list[Piece]:
        """Give the pieces, in place of those found too large the smaller ones that were asked for instead."""
        found: list[Piece] = []
        for piece in pieces:
            split = piece.quarters is not None and self._marker(piece, _SPLIT).exists()
            found += self.leaves(piece.quarters()) if split and piece.quarters else [piece]
        return found

    def split(self, piece: Piece) -> tuple[Piece, ...]:
        """Remember that a piece is too large at once, and give the smaller ones; none if there are none."""
        quarters = piece.quarters() if piece.quarters else ()
        if quarters:
            self._mark(piece, _SPLIT)
        return quarters

    def fetch(self, piece: Piece, client: Client) -> Path | None:
        """
        Fetch a piece, whole and sound, also where it is there already; None if the service has no such thing.

        Until the new one is there the old one stays.

        Raises
        ------
        ServiceFault
            If it cannot be had.
        ProblemsFound
            If the folder cannot be written to.
        """
        path = self.path(piece)
        old = path.with_name(path.name + ".old")
        pooch.get_logger().setLevel("WARNING")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                path.replace(old)
            pooch.retrieve(piece.url, None, fname=path.name, path=path.parent, downloader=_getter(piece, path, client))
        except Missing:
            self._mark(piece, _MISSING)
            return None
        except OSError as error:
            raise self.unwritable(error) from error
        finally:
            if old.exists():
                old.replace(path) if not path.exists() else old.unlink()
        self._marker(piece).unlink(missing_ok=True)
        return path

    def unwritable(self, error: OSError) -> ProblemsFound:
        """Say that the folder cannot be written to."""
        what = f"cannot be written to ({error.strerror or error})"
        remedy = "make room or mend the rights, or name another folder in SANDTABLE_CACHE"
        return ProblemsFound([Problem(str(self.folder), what, remedy)])

    def _mark(self, piece: Piece, kind: str) -> None:
        self._marker(piece, kind).write_text(piece.url + "\n", encoding="utf-8")

    def _marker(self, piece: Piece, kind: str = _MISSING) -> Path:
        path = self.path(piece)
        return path.with_name(path.name + kind)


def _getter(piece: Piece, path: Path, client: Client) -> Callable[[str, str, object], None]:
    def get(_url: str, output: str, _pooch: object) -> None:
        # Beside the place where it shall lie, not in the temporary file: what was cut off can be gone on with.
        whole = path.with_name(path.name + ".new")
        piece.get(client, piece, whole)
        if not _sound(whole, piece):
            what = _looks_like(whole)
            whole.unlink()
            msg = f"sent {what} instead of {piece.label}"
            raise Refused(msg)
        whole.replace(output)

    return get


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def _sound(path: Path, piece: Piece) -> bool:
    return _head(path).startswith(piece.begins)


def _looks_like(path: Path) -> str:
    head = _head(path).lstrip().lower()
    if not head:
        return "nothing"
    return "a web page or a message" if head.startswith((b"<", b"{")) else "something else"
