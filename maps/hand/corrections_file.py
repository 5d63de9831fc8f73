"""Read and write corrections by hand, as GeoJSON or as lines of text by the file's name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from maps.derive.terrain.terrain import TERRAIN
from maps.hand.corrections_text import read_text, write_text
from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.corrections_check import faults
from maps.sources.corrections_geojson import read_geojson, to_geojson
from maps.whole import in_place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maps.grid.layout import Layout
    from maps.record import Correction

__all__ = ["read_corrections", "write_corrections"]

_GEOJSON = (".geojson", ".json", ".gz")
_MOST_BYTES = 50_000_000


def read_corrections(path: Path, layout: Layout | None = None, *, terrain: Iterable[str] = TERRAIN) -> list[Correction]:
    """
    Read corrections: GeoJSON if the name ends so, else lines of text.

    Parameters
    ----------
    layout
        Of the map whose hex numbers a text uses; without it numbers are a fault.

    Raises
    ------
    ProblemsFound
        With every fault, by line or feature; each correction needs its reason and source.
    """
    path = Path(path)
    if path.suffix.lower() in _GEOJSON:
        return read_geojson(path, terrain)
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ProblemsFound([Problem(path.name, "is no list of corrections: too long", "give another file")])
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        problem = Problem(str(path), f"cannot be opened ({error.strerror})", "check the name and the rights")
        raise ProblemsFound([problem]) from error
    except UnicodeDecodeError as error:
        raise ProblemsFound([Problem(path.name, "is no text in UTF-8", "save it as UTF-8")]) from error
    return read_text(text, path.name, terrain, layout)


def write_corrections(path: Path, corrections: Sequence[Correction], *, terrain: Iterable[str] = TERRAIN) -> None:
    """
    Write corrections, whole or not at all: GeoJSON if the name ends so, else lines of text.

    Raises
    ------
    ProblemsFound
        If one could not be read again, for it lacks its reason, say; or if the file cannot be written.
    """
    path, known = Path(path), tuple(terrain)
    raise_any([Problem(f"correction {one.id}", *fault) for one in corrections for fault in faults(one, known)])
    text = to_geojson(corrections) if path.suffix.lower() in _GEOJSON[:2] else write_text(corrections)
    try:
        with in_place_of(path) as part:
            part.write_bytes(text.encode())
    except OSError as error:
        problem = Problem(str(path), f"cannot be written ({error.strerror})", "choose another folder")
        raise ProblemsFound([problem]) from error
