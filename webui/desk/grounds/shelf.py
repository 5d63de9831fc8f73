"""
Keep the grounds of a store, one folder each: what the maker said, his files, the last preview, and the map he saved.

``draft.json`` is written whole, to the disk, before a change is acknowledged, and numbered; ``area.toml`` beside it
says the same for the command line. What reads the files is another process (``bench``), which writes ``job.json`` and
pictures here; so any server of the store can say how far it is.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from maps.area.reader import shipped_areas
from maps.gpkg import reader
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import read_text
from maps.whole import write_whole
from webui.desk.faults import BadRequest
from webui.desk.grounds.draft import FILES, LEGEND, OUTLINE, Draft, Source, area_text, legend_of, tables_of
from webui.desk.grounds.limits import GroundLimits, read_limits
from webui.desk.grounds.thresholds import changed_legend
from webui.desk.mapprojects import held_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from maps.grid.hexmap import HexMap

__all__ = ["FOLDER", "OWN", "GroundRow", "GroundShelf", "OwnGround", "good_name", "taken_in"]

FOLDER, OWN = "grounds", "grounds/"
"""Where grounds lie in a store; and how a choice of grounds names one of the store's own."""
DRAFT, FACTS, JOB, STOP = "draft.json", "files.json", "job.json", "stop"
MAP, BEFORE, AREA, PICTURES = "map.gpkg", "before.gpkg", "area.toml", "preview"
_GOOD_KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_BAD_LETTERS = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_LONGEST = 100


class GroundRow(NamedTuple):
    """A ground of the store in a list: its key, its name, how many files it has, and whether a map of it is saved."""

    key: str
    name: str
    files: int
    saved: bool
    fault: str = ""


def good_name(name: str) -> str:
    """
    Give the name that a sent file is kept under: letters, digits, points, dashes, and no folder.

    >>> good_name("../../etc/pass wd.tif"), good_name("Eifel (Süd).osm.pbf"), good_name("..")
    ('pass_wd.tif', 'Eifel_S_d_.osm.pbf', '')
    """
    last = re.split(r"[/\\]", name)[-1]
    plain = _BAD_LETTERS.sub("_", last).lstrip(".")[-_LONGEST:].lstrip(".")
    return f"_{plain}" if _RESERVED.match(plain) else plain


class OwnGround:
    """One ground."""

    def __init__(self, key: str, folder: Path) -> None:
        """Name it and its folder."""
        self.key, self.folder = key, folder

    @property
    def draft(self) -> Draft:
        """What was said of it so far; raises ``ProblemsFound`` if that cannot be read."""
        found: Draft = _decoded(self.folder / DRAFT, Draft)
        return found

    @property
    def facts(self) -> dict[str, dict[str, Any]]:
        """What the files were found to be, by name."""
        return _decoded(self.folder / FACTS, dict[str, dict[str, Any]]) if (self.folder / FACTS).is_file() else {}

    @property
    def job(self) -> dict[str, Any]:
        """How far the last thing is that was asked of the process that reads."""
        return _decoded(self.folder / JOB, dict[str, Any]) if (self.folder / JOB).is_file() else {}

    @property
    def is_saved(self) -> bool:
        """Whether there is a map of it to play on."""
        return (self.folder / MAP).is_file()

    def held(self) -> list[Path]:
        """List its files."""
        return sorted((self.folder / FILES).iterdir()) if (self.folder / FILES).is_dir() else []

    def change(self, version: int, step: Callable[[Draft], Draft]) -> Draft:
        """
        Change what is said of the ground, and write its area file anew.

        Raises
        ------
        BadRequest
            If the page is behind: it was changed in another window.
        ProblemsFound
            If it cannot be written.
        """
        with held_folder(self.folder):
            before = self.draft
            if version != before.version:
                raise BadRequest(409, "stale", "this ground was changed elsewhere since", "load the page again")
            after = msgspec.structs.replace(step(before), version=before.version + 1)
            self.write(after)
        return after

    def write(self, draft: Draft) -> None:
        """Write the draft, and the files for the command line beside it."""
        if draft.outline:
            write_whole(self.folder / OUTLINE, _ring(draft.outline))
        if draft.limits:
            write_whole(self.folder / LEGEND, self.rules_text(draft).encode())
        write_whole(self.folder / AREA, area_text(draft).encode())
        write_whole(self.folder / DRAFT, msgspec.json.encode(draft))

    def own_legend(self, draft: Draft) -> str:
        """Read the rules of terrain that the draft goes by, before its thresholds; "": those of the program."""
        name = legend_of(draft)
        return read_text(self.folder / FILES / name) if name else ""

    def rules_text(self, draft: Draft) -> str:
        """Write the rules of terrain with the draft's thresholds; its kinds of the area file stand beside them."""
        return changed_legend(self.own_legend(draft), draft.limits, tables_of(draft))

    def room_for(self, name: str, limits: GroundLimits) -> Path:
        """
        Name the place for a file that comes.

        Raises
        ------
        BadRequest
            If its name is none, or there are too many files, or too large ones.
        """
        kept, held = good_name(name), self.held()
        if not kept:
            raise BadRequest(400, "file", "the file has no name", "give it one that ends as its kind does")
        if len(held) >= limits.most_files and kept not in {one.name for one in held}:
            raise BadRequest(413, "files", f"there are {len(held)} files already", "take out those that are not used")
        if sum(one.stat().st_size for one in held) > limits.most_folder_mb * 1_000_000:
            remedy = "take out what is not used, or cut the files to the map"
            raise BadRequest(413, "size", f"the files have more than {limits.most_folder_mb:,} MB together", remedy)
        (self.folder / FILES).mkdir(exist_ok=True)
        return self.folder / FILES / kept

    def drop(self, version: int, name: str) -> Draft:
        """Take a file out; raises ``BadRequest`` if there is none of that name."""
        if name not in {one.name for one in self.held()}:
            raise BadRequest(404, "file", f"there is no file {name[:60]!r}", "take one from the list")
        after = self.change(version, lambda draft: without(draft, name))
        (self.folder / FILES / name).unlink(missing_ok=True)
        return after

    def hexmap(self) -> HexMap:
        """Read the map that was saved; raises ``ProblemsFound`` if there is none."""
        if not self.is_saved:
            raise ProblemsFound([Problem(self.key, "no map of this ground is saved yet", "save it on its page")])
        return reader.read(self.folder / MAP)


def without(draft: Draft, name: str) -> Draft:
    """Leave a file out of a draft."""
    return msgspec.structs.replace(draft, sources=tuple(one for one in draft.sources if one.name != name))


class GroundShelf:
    """The grounds of one store."""

    def __init__(self, store_folder: Path) -> None:
        """Name the store's folder; that of the grounds is made when the first one is begun."""
        self.folder, self._store = store_folder / FOLDER, store_folder

    @property
    def limits(self) -> GroundLimits:
        """What makers may send; raises ``ProblemsFound`` if the settings cannot be read."""
        return read_limits(self._store)

    def rows(self) -> list[GroundRow]:
        """List the grounds by key."""
        return [_row(OwnGround(path.parent.name, path.parent)) for path in sorted(self.folder.glob(f"*/{DRAFT}"))]

    def saved(self) -> list[GroundRow]:
        """List those that can be played on."""
        return [row for row in self.rows() if row.saved and not row.fault]

    def holds(self, key: str) -> bool:
        """Say whether there is a ground of that key."""
        return _GOOD_KEY.fullmatch(key) is not None and (self.folder / key / DRAFT).is_file()

    def open(self, key: str) -> OwnGround:
        """
        Give a ground.

        Raises
        ------
        ProblemsFound
            If there is none of that key.
        """
        if not self.holds(key):
            known = [row.key for row in self.rows()]
            raise ProblemsFound([Problem("ground", f"there is no ground {key[:40]!r}", did_you_mean(key, known))])
        return OwnGround(key, self.folder / key)

    def begin(self, key: str, name: str) -> OwnGround:
        """
        Begin a ground.

        Raises
        ------
        ProblemsFound
            If the key cannot be used or is taken, or the folder cannot be written.
        """
        raise_any(list(self._faults(key, name)))
        made = OwnGround(key, self.folder / key)
        try:
            made.folder.mkdir(parents=True, exist_ok=True)
            made.write(Draft(name))
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise ProblemsFound([Problem(str(made.folder), what, "make the store's folder writable")]) from error
        return made

    def remove(self, key: str) -> None:
        """Remove a ground with all its files; campaigns keep their own maps. Raises ``ProblemsFound``."""
        shutil.rmtree(self.open(key).folder)

    def _faults(self, key: str, name: str) -> Iterable[Problem]:
        if not _GOOD_KEY.fullmatch(key):
            remedy = "take small letters, digits, '-' and '_', at most 40, for example eifel-north"
            yield Problem(repr(key[:60]), "cannot name a ground", remedy)
        elif self.holds(key) or key in shipped_areas():
            yield Problem(key, "is the name of another ground", "take another name")
        if not 0 < len(name) <= _LONGEST or not name.isprintable():
            yield Problem("name", f"{name[:50]!r} cannot be a name", f"write 1 to {_LONGEST} letters, on one line")


def _row(ground: OwnGround) -> GroundRow:
    try:
        draft = ground.draft
    except ProblemsFound as fault:
        return GroundRow(ground.key, ground.key, 0, ground.is_saved, str(fault))
    return GroundRow(ground.key, draft.name, len(draft.sources), ground.is_saved)


def _ring(points: Iterable[tuple[float, float]]) -> bytes:
    ring = [list(point) for point in points]
    geometry = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    return msgspec.json.encode({"type": "Feature", "properties": {}, "geometry": geometry})


def _decoded(path: Path, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        problem = Problem(str(path), f"cannot be read ({error})", "put it back from a backup of the store")
        raise ProblemsFound([problem]) from error


def taken_in(draft: Draft, found: Iterable[tuple[str, str]], classes: str) -> Draft:
    """Put files that have come into a draft, each with its kind; one of the same name keeps its place."""
    sources = {one.name: one for one in draft.sources}
    for name, kind in found:
        before = sources.get(name)
        sources[name] = Source(name, kind, before.licence if before else "")
    missing = tuple(name for name in draft.missing if name not in sources)
    return msgspec.structs.replace(
        draft, sources=tuple(sources.values()), missing=missing, classes=classes or draft.classes
    )
