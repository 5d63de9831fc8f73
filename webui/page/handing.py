"""Hand scenarios on to other clubs, and open theirs: the host's alone, since a file holds what each side reads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request

from campaign.store.faults import StoreFault
from maps.problems import ProblemsFound
from scenarios.handing.manifest import ENDING, PICTURES
from scenarios.handing.receiving import MOST_BYTES
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.keeping.handed import hand_on, handed_rows, keep_handed, look_into_handed, picture_of, rules_of
from webui.desk.keeping.ownscenarios import free_key
from webui.desk.takeaway.sent import Sent, kept_file, sent_file
from webui.page.scenarios import scenarios_page
from webui.serving.security import page_token, role, takes_file
from webui.serving.shared import desk

if TYPE_CHECKING:
    from werkzeug.datastructures import FileStorage

__all__ = ["handing"]

handing = Blueprint("handing", __name__, url_prefix="/scenarios")

_FAULTS = (BadRequest, StoreFault, ProblemsFound)
_OWNER = "handed"
_MOST_TEXT = 200


@handing.get("/file")
@role("host")
def hand_scenario_on() -> Response | tuple[str, int]:
    """Send a scenario as one file; without a name and a licence the page says what is missing."""
    fields = ("scenario", "by", "licence", "side")
    name, by, licence, side = (request.args.get(field, "").strip()[:_MOST_TEXT] for field in fields)
    # The page's list says both in one word: a scenario, and for whom.
    name, _, chosen = name.partition(":")
    side = side or chosen
    try:
        body = hand_on(desk().store, name, by, licence, side=side)
    except _FAULTS as fault:
        return scenarios_page(fault=fault_words(fault)), fault_status(fault)
    sent = Response(body, mimetype="application/octet-stream")
    sent.headers.set("Content-Disposition", "attachment", filename=f"{name}{'-' * bool(side)}{side}{ENDING}")
    return sent


@handing.get("/picture")
@role("host")
def picture() -> Response:
    """Send the picture of a scenario."""
    found = picture_of(desk().store, request.args.get("scenario", ""))
    if found is None:
        raise BadRequest(404, "picture", "this scenario has no picture", "put one beside it, as picture.png")
    return Response(found.read_bytes(), mimetype=PICTURES[found.name])


@handing.post("/open")
@role("host")
@takes_file(MOST_BYTES, "ask for a smaller one: a map of fewer hexes")
def open_file() -> Response | str | tuple[str, int]:
    """Show what a file of another club holds, or keep it as a scenario by a short name."""
    wanted, sent = request.form.get("do", ""), None
    try:
        if wanted not in {"look", "keep"}:
            raise BadRequest(400, "do", f"nothing is done by {wanted[:20]!r}", "use the page")
        sent = _sent(request.files.get("file"), request.form.get("kept", ""))
        if wanted == "look":
            return _shown(sent)
        kept = keep_handed(desk().store, sent.body, request.form.get("key", "").strip()[:_MOST_TEXT])
    except _FAULTS as fault:
        return _again(sent, fault_words(fault)), fault_status(fault)
    return redirect(f"/scenarios?kept={kept.folder.name}#kept", 303)  # type: ignore[return-value]


def _sent(file: FileStorage | None, kept: str) -> Sent:
    """Give the file that is sent now, else the one that was looked into before."""
    folder = desk().store.folder
    if kept and not (file and file.filename):
        return kept_file(folder, _OWNER, kept)
    name, body = (file.filename or "", file.stream.read()) if file else ("", b"")
    return sent_file(folder, _OWNER, name, body, desk().now())


def _shown(sent: Sent, fault: str = "") -> str:
    found = look_into_handed(sent.body, partial(rules_of, desk().store))
    key = request.form.get("key", "")[:_MOST_TEXT] or free_key(desk().store, found.manifest.key)
    return render_template(
        "handed.html", token=page_token(), sent=sent, rows=handed_rows(found), findings=found.findings, fault=fault,
        key=key, introduction=found.scenario.introduction,
    )  # fmt: skip


def _again(sent: Sent | None, fault: str) -> str:
    """Show what is wrong: beside what the file holds, if it can be opened at all."""
    try:
        return scenarios_page(fault=fault) if sent is None else _shown(sent, fault)
    except _FAULTS:
        return scenarios_page(fault=fault)
