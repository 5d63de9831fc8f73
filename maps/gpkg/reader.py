"""
Read maps from GeoPackage files that nobody vouches for.

A file may come from anywhere and may have been edited. It is opened read-only, its
own SQL is not trusted, only known tables are read, and a query that runs too
long is stopped. Every fault is told with table, row and remedy.
"""

from __future__ import annotations

import json
import math
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyproj import CRS
from pyproj.exceptions import CRSError

from maps.area.area import MOST_HEXES
from maps.gpkg.columns import Table
from maps.gpkg.ground import Ground
from maps.gpkg.layout import FORMAT, LAYERS, NOTED_LAYERS, OLD_FORMATS
from maps.gpkg.notes import read_audit, read_corrections, read_evidence, read_shade
from maps.grid.hexgrid import Grid
from maps.grid.hexmap import HexMap, problems
from maps.grid.layout import Layout
from maps.ownhexsides import hexsides_of_rows
from maps.ownterrain import are_band_names, is_bands, own_of_rows
from maps.problems import Problem, ProblemsFound, raise_any

if TYPE_CHECKING:
    from maps.gpkg.columns import Reasons

__all__ = ["read", "read_edited"]

_MAGIC = b"SQLite format 3\x00"
_APPLICATION = 0x47504B47
_MOST_STEPS = 500_000_000
_STEP = 1_000_000
_TEXTS = ("name", "crs")
_NEW_TEXTS = ("date", "area_text", "legend_text")
_NUMBERS = ("cols", "rows", "origin_x_m", "origin_y_m", "width_m", "rotation_deg")
_LISTS = ("terrain_names", "cover_names", "rule_names", "sources", "notes")


def read(path: Path) -> HexMap:
    """
    Read a map that ``maps.gpkg.writer.write`` wrote, perhaps edited since.

    Raises
    ------
    ProblemsFound
        If the file is no GeoPackage, holds no map, was written by another
        version, or holds values that mean nothing; with all such values, up to fifty.
    """
    return read_edited(path)[0]


def read_edited(path: Path) -> tuple[HexMap, Reasons, tuple[int, ...]]:
    """
    Read a map, what whoever edited it wrote down as reasons, and the row number of each place.

    Raises
    ------
    ProblemsFound
        As ``read`` does.
    """
    path = Path(path)
    _check_kind(path)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as file:
            _guard(file)
            reading = _Reading(file, path)
            return reading.hexmap(), reading.reasons, reading.place_rows
    except sqlite3.Error as error:
        problem = Problem(path.name, f"cannot be read ({error})", "the file is damaged; take a fresh copy")
        raise ProblemsFound([problem]) from error


def _check_kind(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError as error:
        problem = Problem(str(path), f"cannot be opened ({error.strerror})", "check the name and the rights")
        raise ProblemsFound([problem]) from error
    if head[:16] != _MAGIC or int.from_bytes(head[68:72], "big") != _APPLICATION:
        raise ProblemsFound([Problem(path.name, "is no GeoPackage", "give a map built by 'sandtable map build'")])


def _guard(file: sqlite3.Connection) -> None:
    file.execute("PRAGMA trusted_schema = OFF")
    file.execute("PRAGMA query_only = ON")
    steps = iter(range(_MOST_STEPS // _STEP))
    file.set_progress_handler(lambda: next(steps, None) is None, _STEP)


class _Reading:
    """One reading of one file, with the problems found so far."""

    def __init__(self, file: sqlite3.Connection, path: Path) -> None:
        self.file, self.path, self.name = file, path, path.name
        self.problems: list[Problem] = []
        self.reasons: Reasons = {}
        self.place_rows: tuple[int, ...] = ()
        self._check_tables((*LAYERS, "meta", "shade"))
        self.meta = self._meta()
        if self.meta["format"] not in OLD_FORMATS:
            self._check_tables((*NOTED_LAYERS, "evidence"))

    def _refuse(self, what: str, remedy: str) -> None:
        raise ProblemsFound([Problem(self.name, what, remedy)])

    def _check_tables(self, wanted: tuple[str, ...]) -> None:
        # A view could run SQL of the file's own; only plain tables will do.
        found = {name for (name,) in self.file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        missing = [name for name in wanted if name not in found]
        if missing:
            self._refuse(f"holds no map: it lacks {', '.join(missing)}", "give a map built by 'sandtable map build'")

    def _meta(self) -> dict[str, Any]:
        try:
            meta = {key: json.loads(value) for key, value in self.file.execute("SELECT key, value FROM meta")}
        except (ValueError, TypeError, RecursionError):
            meta = {}
        version = meta.get("format")
        if type(version) is not int or version not in (FORMAT, *OLD_FORMATS):
            what = f"is a map of format {version!r}, and this program reads formats 1 to {FORMAT}"
            self._refuse(what, "build the map again")
        if version in OLD_FORMATS:
            meta |= dict.fromkeys(_NEW_TEXTS, "")
        # Maps of format 2 were first written without their legend and doubts.
        meta.setdefault("legend_text", "")
        meta.setdefault("doubts", [])
        meta.setdefault("bands_m", [])
        meta.setdefault("band_names", [])
        meta["own"] = own_of_rows(meta.get("own", []))
        meta["borders"] = hexsides_of_rows(meta.get("borders", []))
        if faults := _useless(meta):
            self._refuse(f"table meta has no use for {', '.join(faults)}", "build the map again")
        return meta

    def hexmap(self) -> HexMap:
        """Put the columns together, or raise all problems."""
        meta = self.meta
        layout = Layout(
            Grid(int(meta["cols"]), int(meta["rows"]), bool(meta["flat_top"])),
            meta["crs"],
            *(float(meta[key]) for key in ("origin_x_m", "origin_y_m", "width_m", "rotation_deg")),
        )
        ground = Ground(self._table, layout, meta)
        columns = ground.hexes() | ground.sides() | ground.links()
        columns |= {"places": ground.places(), "side_names": ground.side_names}
        columns["shade"] = read_shade(self.file, self.name, self.problems)
        if not ground.old:
            columns |= self._notes(len(layout.grid))
        self.reasons, self.place_rows = ground.reasons, tuple(ground.place_rows)
        raise_any(self.problems)
        lists: dict[str, Any] = {key: tuple(meta[key]) for key in _LISTS}
        texts = {key: meta[key] for key in ("name", *_NEW_TEXTS)}
        doubts = tuple(Problem(*told) for told in meta["doubts"])
        kinds = {"own": meta["own"], "borders": meta["borders"], "bands_m": tuple(map(float, meta["bands_m"]))}
        kinds |= {"band_names": tuple(meta["band_names"])}
        hexmap = HexMap(layout=layout, **columns, **lists, **texts, doubts=doubts, **kinds)
        raise_any(problems(hexmap))
        return hexmap

    def _table(self, name: str) -> Table:
        return Table(self.file, self.path, name, self.problems)

    def _notes(self, hexes: int) -> dict[str, Any]:
        return {
            "corrections": read_corrections(self._table),
            "audit": read_audit(self._table("audit")),
            "evidence": read_evidence(self.file, self.name, hexes, self.problems),
        }


def _useless(meta: dict[str, Any]) -> list[str]:
    """List the keys of the head that cannot be."""
    faults = [key for key in (*_TEXTS, *_NEW_TEXTS) if not isinstance(meta.get(key), str)]
    faults += [key for key in _NUMBERS if type(meta.get(key)) not in (int, float) or not math.isfinite(meta[key])]
    faults += [key for key in _LISTS if not _is_texts(meta.get(key))]
    faults += [] if isinstance(meta.get("flat_top"), bool) else ["flat_top"]
    faults += [] if faults or _is_own(meta) else ["own"]
    faults += [] if meta["borders"] is not None else ["borders"]
    faults += [] if meta["bands_m"] == [] or is_bands(meta["bands_m"]) else ["bands_m"]
    faults += [] if _is_named(meta) else ["band_names"]
    faults += [] if _is_doubts(meta["doubts"]) else ["doubts"]
    if not faults:
        faults = [] if 0 < meta["cols"] * meta["rows"] <= MOST_HEXES and meta["cols"] > 0 else ["cols", "rows"]
        faults += [] if meta["width_m"] > 0 else ["width_m"]
        faults += [] if _is_projected(meta["crs"]) else ["crs"]
    return faults


def _is_own(meta: dict[str, Any]) -> bool:
    """Say whether the last kinds of terrain are those that the map's own resemble."""
    own, names = meta["own"], meta["terrain_names"]
    return own is not None and [one.resembles for one in own] == (names[-len(own) :] if own else [])


def _is_named(meta: dict[str, Any]) -> bool:
    """Say whether there is a name for each band of height, or none at all."""
    names, bands = meta["band_names"], meta["bands_m"]
    return names == [] or (are_band_names(names) and isinstance(bands, list) and len(names) == len(bands) + 1 > 1)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_doubts(value: object) -> bool:
    return isinstance(value, list) and all(_is_texts(item) and len(item) == 3 for item in value)


def _is_projected(name: str) -> bool:
    try:
        return bool(CRS.from_user_input(name).is_projected)
    except CRSError:
        return False
