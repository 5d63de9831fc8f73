"""Look into files, preview a ground at several widths, save its map: what the process of a ground does."""

from __future__ import annotations

import shutil
import time
from collections import Counter, OrderedDict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from maps.area.area import layout_of
from maps.area.reader import parse_area
from maps.derive.legend import parse_legend
from maps.gpkg import reader, writer
from maps.hand.retune import changes, retune
from maps.making.build import build
from maps.making.kept import Kept
from maps.making.mainthings import main_places, main_things
from maps.making.materials import materials_of
from maps.making.offered import AREA as AN_AREA
from maps.making.offered import kind_of, offered, tiles_of
from maps.making.survey import survey
from maps.problems import ProblemsFound
from maps.sources.readings import Readings
from maps.sources.vector import read_vectors
from maps.whole import write_json
from scenarios.formats.picturing import ground_picture
from webui.desk.grounds.answers import question_data
from webui.desk.grounds.draft import FILES, LEGEND, area_text, tables_of
from webui.desk.grounds.shelf import BEFORE, FACTS, MAP, PICTURES, OwnGround
from webui.desk.mapdata import audit_rows, difference_data

if TYPE_CHECKING:
    from pathlib import Path

    from maps.area.area import Area, Box
    from maps.derive.legend import Legend
    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout
    from maps.making.materials import Files, GetMaterials, Materials, Say
    from maps.making.survey import SourceSurvey
    from webui.desk.grounds.bench import Telling
    from webui.desk.grounds.draft import Draft

    Row = dict[str, Any]

__all__ = ["Workbench"]

_WIDE, _HIGH, _SMALL = 760, 620, 380
"""Of the picture at the chosen width, and of those beside it, in pixels at most."""
_MOST_MAPS, _MOST_READ, _MOST_HEXES_BESIDE, _MOST_PICTURED = 6, 4, 60_000, 250_000
_MOST_ROWS, _MOST_LINES = 300, 100
_KEPT_JOBS, _MOST_KEPT = 3, 4
_WIDER = 2
"""Files are read for hexes so many times as wide too: they reach beyond the map by so many hexes."""
_TODAY, _MAIN = 9, 8
"""The numbers of the pictures that show the ground without its date, and with its main things only."""
_COUNTED = ("roads", "rails", "rivers", "places")
_OWN_WORDS = frozenset({"beside", "", "legend", "kinds", "period", "rulings"})
"""Files that say what the map maker thinks of the others, and need no licence."""


class _FewThings(Exception):  # noqa: N818 - it says what the ground is
    """There is so little on the ground that all of it is laid at once."""


class Workbench:
    """Has the last maps and what was read for them in memory, so that a change costs what it changes."""

    def __init__(self, folder: Path) -> None:
        """Take the ground's folder."""
        self.ground = OwnGround(folder.name, folder)
        self._maps: OrderedDict[tuple[Any, ...], HexMap] = OrderedDict()
        self._readings = Readings()
        self._held: tuple[Any, ...] = ()
        self._kept, self._rules = Kept(_MOST_KEPT), Kept(_MOST_KEPT)
        self._stuff: OrderedDict[tuple[Any, ...], Materials] = OrderedDict()

    def look(self, telling: Telling) -> Row:
        """Look into a file that has come, or has been called another kind; what it is goes to the list of facts."""
        files, name = self.ground.folder / FILES, str(telling.job["file"])
        telling.step(f"looking into {name}")
        tiles = tiles_of(files / name, files) if not telling.job.get("kind") else []
        if tiles:
            (files / name).unlink()
        facts, found = self.ground.facts, []
        for path in tiles or [files / name]:
            told = _fact(path, str(telling.job.get("kind", "")))
            facts[path.name] = told
            found.append((path.name, told))
        write_json(self.ground.folder / FACTS, facts)
        return {"found": [[one, told["kind"]] for one, told in found],
                "classes": next((told["classes"] for _, told in found if told["classes"]), "")}  # fmt: skip

    def preview(self, telling: Telling) -> Row:
        """Make the map at the chosen width, say what the files cover, then make it at the other widths."""
        draft, rows = self.ground.draft, []
        widths = [draft.width_km, *(float(width) for width in telling.job["widths"] if width != draft.width_km)]
        shutil.rmtree(self._pictures(telling), ignore_errors=True)
        self._pictures(telling).mkdir(parents=True, exist_ok=True)
        self._tidy(telling)
        first = self._first(draft, widths[0], telling)
        chosen = self._map(draft, widths[0], telling)
        rows.append(self._shown(chosen, widths[0], 0, telling) | (first and {**first, "whole_s": telling.seconds}))
        telling.say(widths=rows, **_told(chosen))
        telling.step("what the files cover")
        telling.say(cover=_cover(draft, self._area(draft, widths[0])))
        for k, width in enumerate(widths[1:], start=1):
            telling.step(f"hexes of {width:g} km")
            rows.append(self._beside(draft, width, k, telling))
            telling.say(widths=rows)
        if draft.date:
            telling.step("as it is today")
            telling.say(today=self._today(draft, telling))
        return {}

    def _first(self, draft: Draft, width_km: float, telling: Telling) -> Row:
        """Show a full ground without its lesser things while those are laid; say when that was."""
        area, legend = self._area(draft, width_km), self._legend(draft)
        if any(key[:-1] == self._sources(draft, width_km) for key in self._maps):
            return {}  # all of it was laid once, and of that little hangs on what has changed
        left: tuple[str, ...] = ()

        def of_main_things(*asked: Any, **_how: Any) -> Materials:
            nonlocal left
            thinned = main_things(self._materials(draft, *asked))
            if not thinned:
                raise _FewThings
            main, left = thinned
            return main

        try:
            made = self._build(area, legend, telling, of_main_things)
        except _FewThings:
            return {}
        row = self._shown(made, width_km, _MAIN, telling) | {"not_yet": list(left)}
        told = _told(made)
        telling.say(widths=[row], **{name: told[name] for name in _COUNTED})
        return {"first": list(left), "first_s": telling.seconds}

    def _today(self, draft: Draft, telling: Telling) -> Row:
        """Show the chosen width as the files have it, without the date, to be compared."""
        hexmap = self._map(msgspec.structs.replace(draft, date=""), draft.width_km, telling)
        told = _told(hexmap)
        counts = {name: told[name] for name in _COUNTED}
        return self._shown(hexmap, draft.width_km, _TODAY, telling) | counts

    def save(self, telling: Telling) -> Row:
        """Make the map anew from its files, put it in the place of the former one, and compare the two."""
        draft, folder = self.ground.draft, self.ground.folder
        made = build(self._area(draft, draft.width_km), progress=telling.step)
        telling.step("writing")
        new = folder / f".new-{MAP}"
        writer.write(made, new)
        former = None
        if (folder / MAP).is_file():
            former = reader.read(folder / MAP)
            (folder / MAP).replace(folder / BEFORE)
        new.replace(folder / MAP)
        telling.step("comparing")
        return {"saved": {"key": made.key, "hexes": int(made.inside.sum()), "name": made.name},
                "compared": None if former is None else _compared(former, made)}  # fmt: skip

    def _area(self, draft: Draft, width_km: float) -> Area:
        return parse_area(area_text(draft, width_km), name="area file", folder=self.ground.folder)

    def _map(self, draft: Draft, width_km: float, telling: Telling) -> HexMap:
        """Give the map at a width: the last one with other terrain if that is all that changed, else made anew."""
        legend, key = self._legend(draft), self._key(draft, width_km)
        if key in self._maps:
            telling.step("terrain")
            self._maps.move_to_end(key)
            known = self._maps[key]
            return retune(known, legend) if legend and known.legend_text != legend.text else known

        def materials(*asked: Any, **_how: Any) -> Materials:
            return self._materials(draft, *asked)

        made = self._build(self._area(draft, width_km), legend, telling, materials)
        self._maps[key] = made
        while len(self._maps) > _MOST_MAPS:
            self._maps.popitem(last=False)
        return made

    def _build(self, area: Area, legend: Legend | None, telling: Telling, materials: GetMaterials) -> HexMap:
        """Make a map; what was concluded for others of the same files is not concluded again."""
        held = tuple((path.name, path.stat().st_mtime_ns) for path in self.ground.held())
        if held != self._held:
            self._held, self._kept = held, Kept(_MOST_KEPT)
        return build(area, legend=legend, progress=telling.step, materials=materials, kept=self._kept, reasons=False)

    def _key(self, draft: Draft, width_km: float) -> tuple[Any, ...]:
        """Name all that a map hangs on but the rules of terrain themselves."""
        legend = self._legend(draft)
        sizes = (legend.rank_from, legend.river_from_km2) if legend else None
        return (*self._sources(draft, width_km), sizes)

    def _sources(self, draft: Draft, width_km: float) -> tuple[Any, ...]:
        """Name all that the sources' words hang on; whoever changes a file has another time of it."""
        return (area_text(_without_limits(draft), width_km),
                tuple((path.name, path.stat().st_mtime_ns) for path in self.ground.held()))  # fmt: skip

    def _legend(self, draft: Draft) -> Legend | None:
        """Give the rules of terrain; those that were read last are not read again."""
        of = self.ground.own_legend(draft), draft.limits, draft.own
        return self._rules.once(
            "legend", of, lambda: parse_legend(self.ground.rules_text(draft), LEGEND, tables_of(draft))
        )

    def _materials(
        self, draft: Draft, area: Area, layout: Layout, legend: Legend | None, files: Files, say: Say
    ) -> Materials:
        """Give what the sources say, with these rules of terrain: what was read before is not read again."""
        key = (*self._sources(draft, area.width_m / 1000), layout, legend is None)
        if key not in self._stuff:
            around = layout_of(self._area(draft, _WIDER * area.width_m / 1000))
            vectors = partial(read_vectors, read=self._readings.around(around))
            self._stuff[key] = materials_of(area, layout, legend, files, say, vectors, self._kept)
            while len(self._stuff) > _MOST_READ:
                self._stuff.popitem(last=False)
        self._stuff.move_to_end(key)
        stuff = self._stuff[key]
        return stuff if legend is None else replace(stuff, legend=legend)

    def _beside(self, draft: Draft, width_km: float, k: int, telling: Telling) -> Row:
        """Show a width that was not chosen; one that cannot be made says why, and keeps no other."""
        try:
            area = self._area(draft, width_km)
            count = len(layout_of(area).grid)
            if count > _MOST_HEXES_BESIDE:
                return {"width_km": width_km, "hexes": count, "fault": "choose this width to see it"}
            return self._shown(self._map(draft, width_km, telling), width_km, k, telling)
        except ProblemsFound as found:
            return {"width_km": width_km, "hexes": 0, "fault": str(found)}

    def _shown(self, hexmap: HexMap, width_km: float, k: int, telling: Telling) -> Row:
        row: Row = {"width_km": width_km, "hexes": int(hexmap.inside.sum()), "columns": hexmap.layout.grid.cols,
                    "rows": hexmap.layout.grid.rows, "terrain": _terrain(hexmap),
                    "borders": _borders(hexmap)}  # fmt: skip
        if len(hexmap) > _MOST_PICTURED:
            return row | {"fault": "too many hexes for a picture; save it, and look at it as a map"}
        telling.step("drawing")
        drawn = main_places(hexmap)
        if drawn is not hexmap:
            row["shows"] = (
                f"Of {len(hexmap.places):,} places it shows the greatest towns and the greatest villages of each hex; "
                "the map has all."
            )
        began = time.monotonic()
        size = _size(hexmap, (_WIDE, _HIGH) if k in {0, _MAIN, _TODAY} else (_SMALL, _SMALL))
        name = f"{k}.jpg"
        (self._pictures(telling) / name).write_bytes(ground_picture(drawn, size))
        return row | {"picture": f"{telling.job['number']}/{name}", "wide": size[0], "high": size[1],
                      "drawn_s": round(time.monotonic() - began, 2)}  # fmt: skip

    def _pictures(self, telling: Telling) -> Path:
        return self.ground.folder / PICTURES / str(telling.job["number"])

    def _tidy(self, telling: Telling) -> None:
        for old in (self.ground.folder / PICTURES).iterdir():
            if old.name.isdigit() and int(old.name) <= telling.job["number"] - _KEPT_JOBS:
                shutil.rmtree(old, ignore_errors=True)


def _without_limits(draft: Draft) -> Draft:
    lines = {table: rows for table, rows in draft.own.items() if table == "hexside"}
    return msgspec.structs.replace(draft, limits={}, name="", own=lines)


def _fact(path: Path, kind: str) -> Row:
    """Say what a file is, and where it lies; one that cannot be read says why."""
    told: Row = {"kind": kind or _likely(path), "format": "", "boxes": [], "cell_m": None, "notes": [], "classes": "",
                 "places": [], "faults": [], "bytes": path.stat().st_size}  # fmt: skip
    if told["kind"] == AN_AREA:
        return told | {"format": "area file"}
    try:
        found = offered(path, kind)
    except ProblemsFound as faults:
        return told | {"faults": [str(one) for one in faults.problems][:_MOST_LINES]}
    boxes = [_sides(box) for box in found.boxes]
    return told | found._asdict() | {"boxes": boxes, "notes": list(found.notes), "places": list(found.places)}


def _likely(path: Path) -> str:
    try:
        return kind_of(path)
    except ProblemsFound:
        return ""


def _sides(box: Box) -> list[float]:
    return [round(side, 5) for side in (box.west, box.south, box.east, box.north)]


def _size(hexmap: HexMap, most: tuple[int, int]) -> tuple[int, int]:
    u0, v0, u1, v1 = hexmap.layout.extent()
    scale = min(most[0] / (u1 - u0), most[1] / (v1 - v0))
    return max(1, round((u1 - u0) * scale)), max(1, round((v1 - v0) * scale))


def _terrain(hexmap: HexMap) -> list[list[Any]]:
    counts = Counter(np.array(hexmap.shown_names)[hexmap.terrain[hexmap.inside]].tolist())
    return [[name, counts[name]] for name in hexmap.shown_names if counts[name]]


def _borders(hexmap: HexMap) -> list[list[Any]]:
    """Count the hexsides of each kind of the map's own, also those that none came out as."""
    count = np.bincount(hexmap.border.ravel(), minlength=len(hexmap.borders) + 1) // 2
    return [[one.key, int(count[k])] for k, one in enumerate(hexmap.borders, start=1)]


def _told(hexmap: HexMap) -> Row:
    """Say what the map maker should know of a map: what the date did, what is doubtful, what was left out."""
    verdicts = Counter(one.verdict for one in hexmap.audit)
    return {
        "date": hexmap.date, "audit": audit_rows(hexmap)[:_MOST_ROWS], "verdicts": dict(verdicts),
        "doubts": [str(one) for one in hexmap.doubts][:_MOST_LINES], "notes": list(hexmap.notes)[:_MOST_LINES],
        "totals": {"audit": len(hexmap.audit), "doubts": len(hexmap.doubts), "notes": len(hexmap.notes)},
        "roads": int((hexmap.road > 0).sum()) // 2, "rails": int((hexmap.rail > 0).sum()) // 2,
        "rivers": int((hexmap.hexside > 0).sum()) // 2, "places": len(hexmap.places), "crs": hexmap.layout.crs,
    }  # fmt: skip


def _cover(draft: Draft, area: Area) -> Row:
    """Say what each file covers of the ground, how small hexes may be by it, and what is missing."""
    found = survey(area)
    return {
        "sources": [_source(one) for one in found.sources], "missing": list(found.missing),
        "warnings": list(found.warnings)[:_MOST_LINES], "warned": len(found.warnings),
        "online": [{"name": one.name, "gives": one.gives, "cached": one.cached} for one in found.online],
        "unlicensed": [one.name for one in draft.sources if not one.licence and one.kind not in _OWN_WORDS],
    }  # fmt: skip


def _source(one: SourceSurvey) -> Row:
    return {
        "file": one.file, "kind": one.kind, "format": one.format, "crs": one.crs, "covers": one.covers,
        "cell_m": one.cell_m, "cells_per_hex": one.cells_per_hex, "honest_km": dict(one.honest_km),
        "counts": dict(one.counts), "notes": list(one.notes), "faults": list(one.problems),
        "questions": [question_data(each) for each in one.questions],
    }  # fmt: skip


def _compared(before: HexMap, after: HexMap) -> Row:
    """Say which hexes are otherwise than on the former map."""
    found = difference_data(before, after)
    terrain = changes(before, after) if before.layout == after.layout else []
    return {
        "count": found["count"], "hexes": len(found["hexes"]), "sides": len(found["sides"]),
        "same_grid": found["same_grid"], "terrain": terrain[:_MOST_LINES],
        "rows": [row[1:] for row in found["rows"][:_MOST_ROWS]], "total": len(found["rows"]),
    }  # fmt: skip
