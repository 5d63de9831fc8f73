"""Answer the map editor with data, and carry out what is drawn in it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from maps.gpkg import reader
from webui.desk.drawn.packets import drawing_data, drawn_file
from webui.desk.faults import BadRequest
from webui.desk.mapdata import audit_rows, changed_data, difference_data, editor_ground, hex_card, state_data
from webui.desk.payload import packed, shade_file
from webui.desk.strokes import Stroke, corrections_of
from webui.editor.underlay import underlay_data
from webui.serving.answers import answer
from webui.serving.forms import read_hex
from webui.serving.mapdesk import MOST_MAP_BYTES, project_at, read_json, received
from webui.serving.security import page_token, role

if TYPE_CHECKING:
    from collections.abc import Callable

    from webui.desk.mapprojects import MapProject

__all__ = ["Step", "editor_api", "stepped"]

editor_api = Blueprint("editor_api", __name__, url_prefix="/m/<project>")

_AGAINST = "against.gpkg"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to undo, redo or take corrections out; ``version`` is that of the map it has seen."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    version: int
    ids: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=5000)] = []


@editor_api.get("/ground.json")
@role("host")
def ground(project: str) -> Response:
    """Send the ground as it is corrected now."""
    work = project_at(project)
    shaded = f"/m/{work.key}/shade.png" if work.base.shade is not None else None
    told = {"version": work.history.version, "drawing": drawing_data(work.hexmap, _drawn_url(work))}
    file = packed(editor_ground(work.hexmap, shade_url=shaded) | told)
    sent = Response(file.body, mimetype=file.mimetype)
    sent.headers["Content-Encoding"] = file.encoding
    return sent


@editor_api.get("/drawn/<int:version>/<path:name>")
@role("host")
def drawn(project: str, version: int, name: str) -> Response:
    """Send a part of what the map as it is now is drawn from; ``box`` is the window of the plane that changed."""
    file = drawn_file(project_at(project).hexmap, name, _window())
    if file is None:
        raise BadRequest(404, "file", f"no map is drawn from such a file (version {version})", "load the page again")
    sent = Response(file.body, mimetype=file.mimetype)
    sent.headers["Content-Encoding"] = file.encoding
    return sent


def _window() -> tuple[float, float, float, float] | None:
    """Read the window that the page asks for: least u and v, greatest u and v; None if it is none."""
    try:
        u0, v0, u1, v1 = (float(edge) for edge in request.args.get("box", "")[:120].split(","))
    except ValueError:
        return None
    return (u0, v0, u1, v1) if all(map(math.isfinite, (u0, v0, u1, v1))) else None


def _drawn_url(work: MapProject) -> str:
    return f"/m/{work.key}/drawn/{work.history.version}/"


@editor_api.get("/shade.png")
@role("host")
def shade(project: str) -> Response:
    """Send the hillshade."""
    file = shade_file(project_at(project).base)
    if file is None:
        raise BadRequest(404, "shade", "this map has no hillshade", "build it with an elevation source")
    return Response(file.body, mimetype=file.mimetype)


@editor_api.get("/token.json")
@role("host")
def token(project: str) -> Response:
    """Give the token that changes are sent with; other sites cannot read it."""
    project_at(project)
    return answer({"token": page_token()})


@editor_api.get("/state.json")
@role("host")
def state(project: str) -> Response:
    """Give corrections, conflicts, what can be undone, and the underlay."""
    work = project_at(project)
    return answer(state_data(work) | {"underlay": underlay_data(work)})


@editor_api.get("/audit.json")
@role("host")
def audit(project: str) -> Response:
    """Give what was removed, put back, kept or is doubtful for the date of the map."""
    base = project_at(project).base
    return answer({"date": base.date, "count": len(base.audit), "rows": audit_rows(base)})


@editor_api.get("/hex.json")
@role("host")
def explained(project: str) -> Response:
    """Explain a hex."""
    hexmap = project_at(project).hexmap
    return answer(hex_card(hexmap, read_hex(hexmap, request.args.get("hex", ""))))


@editor_api.post("/strokes")
@role("host")
def draw(project: str) -> Response:
    """Put in what was drawn."""
    stroke = read_json(Stroke)
    return stepped(project, stroke.version, lambda work: _draw(work, stroke))


def _draw(work: MapProject, stroke: Stroke) -> None:
    work.change(add=work.fresh_ids(corrections_of(work.hexmap, stroke)))


@editor_api.post("/undo")
@role("host")
def undo(project: str) -> Response:
    """Take back the last change."""
    return stepped(project, read_json(Step).version, lambda work: work.undo())


@editor_api.post("/redo")
@role("host")
def redo(project: str) -> Response:
    """Do again what was taken back."""
    return stepped(project, read_json(Step).version, lambda work: work.redo())


@editor_api.post("/drop")
@role("host")
def drop(project: str) -> Response:
    """Take corrections out, whenever they were made."""
    step = read_json(Step)
    return stepped(project, step.version, lambda work: work.change(drop=step.ids))


def stepped(project: str, version: int, step: Callable[[MapProject], None]) -> Response:
    """
    Carry out a change, and give what changed on the map.

    Raises
    ------
    BadRequest
        If the page is behind: the map was changed in another window.
    """
    work = project_at(project)
    with work.alone():
        if version != work.history.version:
            raise BadRequest(409, "stale", "the map was changed elsewhere since this page was loaded", "load it again")
        before = work.hexmap
        step(work)
        changed = changed_data(before, work.hexmap) | {"drawn": _drawn_url(work)}
        told: dict[str, Any] = state_data(work) | {"changed": changed}
    return answer(told)


@editor_api.get("/diff.json")
@role("host")
def differences(project: str) -> Response:
    """Compare the map with the one it began as, or with ``with=other``, the one sent last."""
    work = project_at(project)
    if request.args.get("with", "base") != "other":
        return answer(difference_data(work.base, work.hexmap) | {"other": work.base.name})
    path = work.folder / _AGAINST
    if not path.is_file():
        raise BadRequest(404, "other", "no other map was given to compare with", "choose a GeoPackage first")
    other = reader.read(path)
    return answer(difference_data(other, work.hexmap) | {"other": other.name})


@editor_api.post("/against")
@role("host")
def compare_with(project: str) -> Response:
    """Take another map to compare with."""
    work = project_at(project)
    with received(MOST_MAP_BYTES, ".gpkg") as path:
        other = reader.read(path)
        found = difference_data(other, work.hexmap)
        (work.folder / _AGAINST).write_bytes(path.read_bytes())
    return answer(found | {"other": other.name})
