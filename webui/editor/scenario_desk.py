"""Serve the page where a scenario of one's own is built, and answer it with data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from flask import Blueprint, Response, render_template, request

from maps.problems import ProblemsFound
from scenarios.drafting.changing import Add, Step
from scenarios.drafting.draft import Draft
from scenarios.drafting.fields import HEAD
from webui.desk.faults import BadRequest
from webui.desk.workshop.draftdata import (
    added_at,
    aimed,
    changed_data,
    checked_data,
    placed,
    room_data,
    state_data,
    words_data,
)
from webui.desk.workshop.drafts import OwnDraft
from webui.desk.workshop.pictures import MOST_PICTURE_BYTES, keep_picture
from webui.serving.answers import answer
from webui.serving.basemap import script_under
from webui.serving.forms import read_hex
from webui.serving.mapdesk import read_json, received
from webui.serving.security import page_token, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenarios.drafting.draft import Things
    from webui.desk.workshop.drafts import Taken

__all__ = ["scenario_desk"]

scenario_desk = Blueprint("scenario_desk", __name__, url_prefix="/scenarios/<own>/build")

_Short = Annotated[str, msgspec.Meta(max_length=120)]
_MOST = 3000


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change: ``version`` is that of the scenario that the page has seen; ``hex`` is where what is added lies."""

    command_id: _Short
    version: int
    step: Step | None = None
    hex: _Short = ""


class Put(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is put down in a hex; "": taken off the map."""

    command_id: _Short
    version: int
    keys: Annotated[list[_Short], msgspec.Meta(min_length=1, max_length=_MOST)]
    hex: _Short = ""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that a mission is to go to, after those that it has."""

    command_id: _Short
    version: int
    key: _Short
    hex: _Short


@scenario_desk.get("/")
@role("host")
def page(own: str) -> str:
    """Show the page of a scenario."""
    draft = _own(own)
    hexmap = draft.hexmap
    desk().store.keep_map(hexmap)
    head = draft.history().things()[HEAD]
    return render_template(
        "scenarioeditor.html", key=draft.key, name=head["name"], token=page_token(), words=words_data(draft),
        map=script_under(f"/maps/{hexmap.key}", hexmap.shade is not None),
    )  # fmt: skip


@scenario_desk.get("/map.js")
@role("host")
def script(own: str) -> Response:
    """Send the script that makes the map."""
    hexmap = _own(own).hexmap
    return Response(script_under(f"/maps/{hexmap.key}", hexmap.shade is not None).text, mimetype="text/javascript")


@scenario_desk.get("/state.json")
@role("host")
def state(own: str) -> Response:
    """Give all that the scenario holds."""
    return answer(state_data(_own(own)))


@scenario_desk.get("/token.json")
@role("host")
def token(own: str) -> Response:
    """Give the token that changes are sent with; other sites cannot read it."""
    _own(own)
    return answer({"token": page_token()})


@scenario_desk.get("/check.json")
@role("host")
def check(own: str) -> Response:
    """Say all that is wrong with the scenario as it is now."""
    return answer(checked_data(_own(own)))


@scenario_desk.get("/room.json")
@role("host")
def room(own: str) -> Response:
    """Say where a unit may not stand."""
    return answer(room_data(_own(own), request.args.get("unit", "")[:40]))


@scenario_desk.post("/step")
@role("host")
def step(own: str) -> Response:
    """Add, write, move, take away."""
    sent = read_json(Sent)
    if sent.step is None:
        raise BadRequest(400, "step", "nothing is said of what is to be done", "use the page")
    return _changed(own, lambda draft: draft.take(sent.version, _located(draft, sent)))


def _located(draft: OwnDraft, sent: Sent) -> Any:
    if not sent.hex or not isinstance(sent.step, Add):
        return sent.step
    index = read_hex(draft.hexmap, sent.hex)
    fields = added_at(draft, Draft(draft.history().things()), sent.step.what, sent.step.fields, index)
    return msgspec.structs.replace(sent.step, fields=fields)


@scenario_desk.post("/place")
@role("host")
def place(own: str) -> Response:
    """Put units, formations, objectives or sources into a hex, or take them off the map."""
    put = read_json(Put)

    def taken(draft: OwnDraft) -> Taken:
        index = read_hex(draft.hexmap, put.hex) if put.hex else None
        return draft.take(put.version, lambda now: placed(draft, now, put.keys, index))

    return _changed(own, taken)


@scenario_desk.post("/goal")
@role("host")
def goal(own: str) -> Response:
    """Add a place to what a mission goes to."""
    put = read_json(Goal)

    def taken(draft: OwnDraft) -> Taken:
        index = read_hex(draft.hexmap, put.hex)
        return draft.take(put.version, lambda now: aimed(draft, now, put.key, index))

    return _changed(own, taken)


@scenario_desk.post("/undo")
@role("host")
def undo(own: str) -> Response:
    """Take back the last change."""
    version = read_json(Sent).version
    return _changed(own, lambda draft: draft.undo(version))


@scenario_desk.post("/redo")
@role("host")
def redo(own: str) -> Response:
    """Do again what was taken back."""
    version = read_json(Sent).version
    return _changed(own, lambda draft: draft.redo(version))


@scenario_desk.post("/picture")
@role("host")
def picture(own: str) -> Response:
    """Take a picture of the scenario, made as small as pages show it."""
    draft = _own(own)
    with received(MOST_PICTURE_BYTES, "") as path:
        name = keep_picture(draft.folder, path.read_bytes())
    return answer({"picture": name})


@scenario_desk.get("/picture/<name>")
@role("host")
def kept_picture(own: str, name: str) -> Response:
    """Send a picture that was kept."""
    path = _own(own).folder / "pictures" / f"{name}.webp"
    if not name.isalnum() or not path.is_file():
        raise BadRequest(404, "picture", "there is no such picture", "send one")
    return Response(path.read_bytes(), mimetype="image/webp")


def _changed(own: str, change: Callable[[OwnDraft], Taken]) -> Response:
    draft = _own(own)
    before: Things = draft.history().things()
    return answer(changed_data(draft, change(draft), before))


def _own(key: str) -> OwnDraft:
    try:
        return OwnDraft(desk().store, key)
    except ProblemsFound as fault:
        one = fault.problems[0]
        raise BadRequest(404, "scenario", one.what, one.remedy) from fault
