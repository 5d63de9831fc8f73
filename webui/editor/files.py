"""Take corrected maps away from the editor as files, and bring corrections in."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from flask import Blueprint, Response, request

from maps.gpkg import writer
from maps.hand.corrections_file import read_corrections, write_corrections
from maps.hand.edits import corrections_from
from maps.record import Correction
from maps.whole import write_whole
from webui.desk.faults import BadRequest
from webui.desk.mapdata import correction_rows
from webui.editor.api import Step, stepped
from webui.serving.answers import answer
from webui.serving.mapdesk import MOST_MAP_BYTES, project_at, read_json, received
from webui.serving.security import role

if TYPE_CHECKING:
    from webui.desk.mapprojects import MapProject

__all__ = ["EXPORTED", "editor_files"]

editor_files = Blueprint("editor_files", __name__, url_prefix="/m/<project>")

EXPORTED = {
    "map.gpkg": "application/geopackage+sqlite3",
    "corrections.txt": "text/plain; charset=utf-8",
    "corrections.geojson": "application/geo+json",
}
"""Files that may be taken away, and their kinds."""

_PROPOSED = "proposed.json"
_MOST_LIST_BYTES = 20_000_000


@editor_files.get("/export/<name>")
@role("host")
def export_file(project: str, name: str) -> Response:
    """Send the corrected map, or its corrections."""
    work = project_at(project)
    if name not in EXPORTED:
        known = ", ".join(EXPORTED)
        raise BadRequest(404, "export", f"there is no export {name[:40]!r}", f"there are {known}")
    with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
        path = Path(folder) / name
        if name == "map.gpkg":
            writer.write(work.hexmap, path)
        else:
            write_corrections(path, work.hexmap.corrections, terrain=work.hexmap.shown_names)
        body = path.read_bytes()
    sent = Response(body, content_type=EXPORTED[name])
    sent.headers["Content-Disposition"] = f'attachment; filename="{work.key}-{name}"'
    return sent


@editor_files.post("/import/corrections")
@role("host")
def import_corrections(project: str) -> Response:
    """Read a file of corrections, and list them for acceptance."""
    work = project_at(project)
    suffix = ".geojson" if request.args.get("name", "").lower().endswith(("json", "geojson")) else ".txt"
    with received(_MOST_LIST_BYTES, suffix) as path:
        found = read_corrections(path, work.hexmap.layout, terrain=work.hexmap.shown_names)
    return _propose(work, found)


@editor_files.post("/import/edited")
@role("host")
def import_edited(project: str) -> Response:
    """Read a GeoPackage of this map that was edited elsewhere, and list the edits for acceptance."""
    work = project_at(project)
    with received(MOST_MAP_BYTES, ".gpkg") as path:
        found = corrections_from(work.hexmap, path)
    return _propose(work, found)


@editor_files.post("/import/accept")
@role("host")
def accept(project: str) -> Response:
    """Put in those of the listed corrections that the map maker wants."""
    step = read_json(Step)
    return stepped(project, step.version, lambda work: _accept(work, step.ids))


def _propose(work: MapProject, found: list[Correction]) -> Response:
    """Keep what was read; what is on the map already is not asked for again."""
    held = {replace(one, id="") for one in work.hexmap.corrections}
    fresh = work.fresh_ids([one for one in found if replace(one, id="") not in held])
    write_whole(work.folder / _PROPOSED, msgspec.json.encode(fresh))
    return answer({"proposed": correction_rows(work.hexmap, fresh), "known": len(found) - len(fresh)})


def _accept(work: MapProject, ids: list[str]) -> None:
    try:
        listed = msgspec.json.decode((work.folder / _PROPOSED).read_bytes(), type=list[Correction])
    except (OSError, msgspec.MsgspecError) as error:
        raise BadRequest(409, "import", "nothing waits to be accepted", "choose the file again") from error
    wanted = [one for one in listed if one.id in set(ids)]
    if not wanted:
        raise BadRequest(400, "import", "none of the listed corrections was chosen", "tick those that you want")
    work.change(add=work.fresh_ids(wanted))
    (work.folder / _PROPOSED).unlink(missing_ok=True)
