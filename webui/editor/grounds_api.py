"""Answer the page of a new ground with data: what is said of it, its files, previews, the saved map."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, request

from maps.making.offered import AREA, KINDS
from maps.problems import Problem, ProblemsFound
from maps.toml_lines import read_text
from webui.desk.faults import BadRequest
from webui.desk.grounds.answers import answered
from webui.desk.grounds.draft import FILES, Draft, from_area, tables_of
from webui.desk.grounds.kinds import BadKind, kinds_put, own_kinds
from webui.desk.grounds.rulings import ruled
from webui.desk.grounds.shelf import AREA as AREA_FILE
from webui.desk.grounds.shelf import BEFORE, MAP, taken_in
from webui.desk.grounds.thresholds import thresholds
from webui.desk.grounds.world import shipped_boxes
from webui.editor.groundsdesk import bench, ground_at, shelf_of
from webui.serving.answers import answer
from webui.serving.mapdesk import read_json, received
from webui.serving.security import page_token, role

if TYPE_CHECKING:
    from webui.desk.grounds.shelf import OwnGround

__all__ = ["ground_api"]

ground_api = Blueprint("ground_api", __name__, url_prefix="/grounds/<own>")

_STARTS_S, _SHOWS_S = 25.0, 1.0
_SAID = ("name", "box", "outline", "width_km", "layout", "rotation_deg", "crs", "date", "countries", "classes",
         "bias_m", "relief_factor", "online", "limits")  # fmt: skip
_Short = Annotated[str, msgspec.Meta(max_length=200)]
_Said = (
    Annotated[str, msgspec.Meta(max_length=4000)] | float | Annotated[list[_Short], msgspec.Meta(max_length=40)] | None
)
_SENT = {AREA_FILE: "application/toml; charset=utf-8", MAP: "application/geopackage+sqlite3",
         BEFORE: "application/geopackage+sqlite3"}  # fmt: skip


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page changes; ``said`` holds fields of the draft."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    version: int
    said: dict[str, Any] = {}
    kinds: Annotated[dict[_Short, _Short], msgspec.Meta(max_length=200)] = {}
    licences: Annotated[dict[_Short, _Short], msgspec.Meta(max_length=200)] = {}
    first: _Short = ""
    """A file that is to be trusted more than it was."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page asks for; ``file`` is taken out, ``widths`` are shown beside the chosen one."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    version: int = 0
    file: _Short = ""
    widths: Annotated[list[Annotated[float, msgspec.Meta(ge=0.1, le=50)]], msgspec.Meta(max_length=4)] = []


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What words of a layer mean, by the heading of their column."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    version: int
    layer: _Short
    shape: _Short
    heading: _Short
    means: Annotated[dict[_Short, _Short], msgspec.Meta(max_length=200)]


class Ruled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is ruled on a feature, for the date of the map; ``verdict`` "": nothing any more."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    version: int
    feature: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    verdict: Literal["keep", "remove", ""]
    why: _Short = ""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain or of hexside as the form has it; ``key`` "": it is taken away."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    version: int
    table: _Short
    was: _Short = ""
    """Its name before; "": it is new."""
    key: _Short = ""
    said: Annotated[dict[_Short, _Said], msgspec.Meta(max_length=30)] = {}


@ground_api.get("/state.json")
@role("host")
def state(own: str) -> Response:
    """Give all that the page shows."""
    return _state(ground_at(own))


@ground_api.get("/token.json")
@role("host")
def token(own: str) -> Response:
    """Give the token that changes are sent with; other sites cannot read it."""
    ground_at(own)
    return answer({"token": page_token()})


@ground_api.get("/job.json")
@role("host")
def job(own: str) -> Response:
    """Say how far the preview or the saving is."""
    return answer(ground_at(own).job)


@ground_api.post("/set")
@role("host")
def change(own: str) -> Response:
    """Take what the map maker says of his ground, of the kinds of his files and of their licences."""
    ground, wanted = ground_at(own), read_json(Change)
    if strange := [name for name in wanted.said if name not in _SAID]:
        raise BadRequest(400, "field", f"a ground has no {strange[0][:40]!r}", "use the page")
    ground.change(wanted.version, lambda draft: _said(draft, wanted))
    for name, kind in wanted.kinds.items():
        _look(ground, name, kind)
    return _state(ground)


@ground_api.post("/answers")
@role("host")
def answers(own: str) -> Response:
    """Take what the words of a file mean that nobody knows."""
    ground, told = ground_at(own), read_json(Answered)
    if not told.means:
        raise BadRequest(400, "answers", "no word has been given a meaning", "choose what at least one of them means")
    answered(ground, told.version, (told.layer, told.shape, told.heading), told.means)
    return _state(ground)


@ground_api.post("/kind")
@role("host")
def kind(own: str) -> Response:
    """Take a kind of one's own; what is wrong with it is told by field, and nothing is changed then."""
    ground, told = ground_at(own), read_json(Kind)
    try:
        kinds_put(ground, told.version, (told.table, told.was), told.key, told.said)
    except BadKind as bad:
        return answer({"faults": bad.faults})
    return _state(ground)


@ground_api.post("/rule")
@role("host")
def rule(own: str) -> Response:
    """Take a ruling on a row of the audit."""
    ground, told = ground_at(own), read_json(Ruled)
    if told.verdict and not told.why.strip():
        raise BadRequest(400, "why", "a ruling has no reason", "write why, and who says so")
    ruled(ground, told.version, told.feature, told.verdict, told.why.strip())
    return _state(ground)


@ground_api.post("/files")
@role("host")
def send(own: str) -> Response:
    """Take a file, and look what it is; an area file says all of the ground at once."""
    ground, limits = ground_at(own), shelf_of().limits
    place = ground.room_for(request.args.get("name", "")[:300], limits)
    with received(limits.file_bytes, "") as path:
        shutil.move(path, place)
    try:
        done = _look(ground, place.name, "")
    except ProblemsFound:
        # What cannot even be looked into is not kept.
        place.unlink(missing_ok=True)
        raise
    if [place.name, AREA] in done.get("found", []):
        text = read_text(place)
        place.unlink()
        held = [one.name for one in ground.held()]
        ground.change(ground.draft.version, lambda draft: from_area(draft, text, held))
    else:
        found = [(name, kind) for name, kind in done.get("found", []) if kind]
        ground.change(ground.draft.version, lambda draft: taken_in(draft, found, done.get("classes", "")))
        _refuse_unknown(ground, place.name)
    return _state(ground)


@ground_api.post("/drop")
@role("host")
def drop(own: str) -> Response:
    """Take a file out."""
    ground, asked = ground_at(own), read_json(Asked)
    ground.drop(asked.version, asked.file)
    return _state(ground)


@ground_api.post("/preview")
@role("host")
def preview(own: str) -> Response:
    """Show the ground at the chosen width and others; what was being made is let go."""
    ground, asked = ground_at(own), read_json(Asked)
    _needs_ground(ground)
    number = bench().ask(ground, shelf_of().limits, "preview", widths=asked.widths)
    return answer(bench().wait(ground, number, _SHOWS_S))


@ground_api.post("/save")
@role("host")
def save(own: str) -> Response:
    """Make the map anew and keep it; the former one is kept beside it, and the two are compared."""
    ground, asked = ground_at(own), read_json(Asked)
    _needs_ground(ground)
    if asked.version != ground.draft.version:
        raise BadRequest(409, "stale", "this ground was changed elsewhere since", "load the page again")
    number = bench().ask(ground, shelf_of().limits, "save")
    return answer(bench().wait(ground, number, _SHOWS_S))


@ground_api.post("/stop")
@role("host")
def stop(own: str) -> Response:
    """Stop what is being made."""
    read_json(Asked)
    return answer(bench().stop(ground_at(own)))


@ground_api.get("/<name>")
@role("host")
def take(own: str, name: str) -> Response:
    """Send the area file, or the map."""
    path = ground_at(own).folder / name
    if name not in _SENT or not path.is_file():
        raise BadRequest(404, "file", "there is no such file yet", "save the ground first")
    sent = Response(path.read_bytes(), content_type=_SENT[name])
    sent.headers["Content-Disposition"] = f'attachment; filename="{own}-{name}"'
    return sent


def _said(draft: Draft, wanted: Change) -> Draft:
    sources = [
        msgspec.structs.replace(
            one, kind=wanted.kinds.get(one.name, one.kind), licence=wanted.licences.get(one.name, one.licence)
        )
        for one in draft.sources
    ]
    if strange := [kind for kind in wanted.kinds.values() if kind not in KINDS]:
        raise BadRequest(400, "kind", f"there is no kind of source {strange[0][:40]!r}", "take one from the list")
    sources.sort(key=lambda one: one.name != wanted.first)
    told = {**msgspec.to_builtins(draft), **wanted.said, "sources": msgspec.to_builtins(sources)}
    try:
        return msgspec.convert(told, Draft, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(400, "field", str(error), "write it as the page shows") from error


def _look(ground: OwnGround, name: str, kind: str) -> dict[str, Any]:
    limits = shelf_of().limits
    number = bench().ask(ground, limits, "look", file=name, kind=kind)
    done = bench().wait(ground, number, limits.seconds + _STARTS_S)
    if done.get("state") != "done":
        lines = done.get("faults") or ["was not looked into to its end; send it again"]
        raise ProblemsFound([Problem(name, line) for line in lines])
    return done


def _refuse_unknown(ground: OwnGround, name: str) -> None:
    """Take out at once what is of no kind that a map is made from."""
    fact = ground.facts.get(name)
    if fact is not None and not fact["kind"]:
        (ground.folder / FILES / name).unlink(missing_ok=True)
        raise BadRequest(400, "file", "; ".join(fact["faults"]) or f"{name} is no source of a map", "send another one")


def _needs_ground(ground: OwnGround) -> None:
    draft = ground.draft
    if not (draft.box or draft.outline or draft.of_kind("outline")):
        raise BadRequest(409, "box", "it is not said yet where the ground lies", "draw a box on the map of the world")
    if not (draft.of_kind("elevation") or draft.of_kind("land_cover") or draft.of_kind("features") or draft.online):
        if not draft.sources:
            raise BadRequest(409, "files", "there is nothing to make it from yet", "drop files on the page")
        what = "the files that are here tell of no ground: a table of places says only where towns lie"
        raise BadRequest(409, "files", what, "add roads and waters, heights or land cover, or ask the online services")


def _state(ground: OwnGround) -> Response:
    draft, facts = ground.draft, ground.facts
    rows = thresholds(ground.own_legend(draft), draft.limits, draft.width_km, tables_of(draft))
    files = [
        {"name": one.name, "kind": one.kind, "licence": one.licence, **facts.get(one.name, {}), "kind_now": one.kind}
        for one in draft.sources
    ]
    return answer(
        {
            "draft": msgspec.to_builtins(draft),
            "files": files,
            "thresholds": [row._asdict() for row in rows],
            "kinds": own_kinds(ground, draft),
            "job": ground.job,
            "saved": ground.is_saved,
            "compares": (ground.folder / BEFORE).is_file(),
            "shipped": shipped_boxes(),
        }
    )
