"""Serve the host's page of scenarios of his own: an order of battle is sent, looked at, mapped, and kept as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request

from campaign.store.faults import StoreFault
from campaign.systems.catalogue import keys
from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.handing.beside import build
from scenarios.handing.manifest import ENDING
from scenarios.handing.receiving import MOST_BYTES
from scenarios.intake.blank import Blank
from scenarios.intake.files import Asked
from scenarios.intake.sheet import FIELDS
from scenarios.scenario import read_sides, shipped_scenarios
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.grounds.shelf import OWN, GroundShelf
from webui.desk.keeping.ownscenarios import (
    NewScenario,
    begin_blank,
    begin_copy,
    begin_scenario,
    checked,
    looked_at,
    own_scenarios,
    scenario_path,
    with_sides,
)
from webui.desk.takeaway.sent import MOST_SENT_BYTES, Sent, kept_file, sent_file
from webui.serving.mapdesk import maps_rows, shelf
from webui.serving.security import page_token, role, takes_file
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maps.grid.hexmap import HexMap
    from scenarios.intake.files import Looked
    from scenarios.scenario import Scenario

__all__ = ["scenarios", "scenarios_page"]

scenarios = Blueprint("scenarios", __name__, url_prefix="/scenarios")

_FAULTS = (BadRequest, StoreFault, ProblemsFound)
_OWNER = "scenarios"
_MOST_TEXT, _MOST_TOLD, _MOST_SIDES = 200, 200, 20
_COLUMN, _SIDE = "column:", "side:"
_MOST_DIGITS = 5
_NONE = "-"
"""That no column is it."""
_WORDS = {
    "id": "id", "parent": "belongs to", "side": "side", "what": "formation or unit", "name": "name",
    "short": "short name", "size": "size", "kind": "kind", "sidc": "symbol code", "strength": "strength",
    "mover": "how it moves", "traits": "abilities", "band": "range band", "lon": "longitude", "lat": "latitude",
    "grid": "map reference", "hex": "hex", "at": "place", "arrive_day": "arrives: day", "arrive_turn": "arrives: turn",
    "arrive_at": "arrives at", "notes": "notes",
}  # fmt: skip


@scenarios.get("")
@role("host")
def page() -> str:
    """Ask for a file, and list the scenarios that are kept."""
    return scenarios_page()


@scenarios.post("")
@role("host")
@takes_file(MOST_SENT_BYTES, "leave out what is no order of battle, or send it in parts")
def act() -> str | tuple[str, int] | Response:
    """Show what is in a file and how it is read, keep it as a scenario, or try one that is kept."""
    wanted, sent = request.form.get("do", ""), None
    try:
        if wanted == "check":
            return scenarios_page(tried=_tried(request.form.get("scenario", "")))
        if wanted == "blank":
            made = begin_blank(desk().store, _blank(), *_ground(_text("ground")))
            return redirect(f"/scenarios?kept={made.folder.name}#kept", 303)  # type: ignore[return-value]
        if wanted == "copy":
            made = begin_copy(desk().store, _new())
            return redirect(f"/scenarios?kept={made.folder.name}#kept", 303)  # type: ignore[return-value]
        if wanted not in {"look", "keep"}:
            raise BadRequest(400, "do", f"nothing is done by {wanted[:20]!r}", "use the page")
        sent = _sent()
        if wanted == "look":
            return scenarios_page(sent)
        made = begin_scenario(desk().store, _new(), _looked(sent))
        return redirect(f"/scenarios?kept={made.folder.name}#kept", 303)  # type: ignore[return-value]
    except _FAULTS as fault:
        return _again(sent, fault), fault_status(fault)


def _sent() -> Sent:
    """Give the file that is sent now, else the one that was sent before."""
    file, kept = request.files.get("file"), request.form.get("kept", "")
    if kept and not (file and file.filename):
        return kept_file(desk().store.folder, _OWNER, kept)
    name, body = (file.filename or "", file.stream.read()) if file else ("", b"")
    return sent_file(desk().store.folder, _OWNER, name, body, desk().now())


def _text(name: str) -> str:
    return request.form.get(name, "").strip()[:_MOST_TEXT]


def _new() -> NewScenario:
    return NewScenario(_text("key"), _text("name"), _text("model"))


def _blank() -> Blank:
    days = _text("days")
    number = int(days) if days.isascii() and days.isdigit() and len(days) < _MOST_DIGITS else 0
    return Blank(_text("key"), _text("name"), _text("rules"), _text("start"), number, (_text("red"), _text("blue")))


def _ground(chosen: str) -> tuple[HexMap, str]:
    """Give the ground of a new scenario: a shipped area, with its name, one of the store's own, or a map in work."""
    if chosen in shipped_areas():
        return build(read_area(shipped_area(chosen))), chosen
    if chosen.startswith(OWN):
        return _grounds().open(chosen.removeprefix(OWN)).hexmap(), ""
    if not shelf().holds(chosen):
        known = (*shipped_areas(), *(row.key for row in _grounds().saved()), *(str(row["id"]) for row in maps_rows()))
        raise ProblemsFound([Problem("ground", f"there is no ground {chosen[:40]!r}", did_you_mean(chosen, known))])
    return shelf().open(chosen).hexmap, ""


def _grounds() -> GroundShelf:
    return GroundShelf(desk().store.folder)


def _told(begin: str) -> dict[str, str]:
    """Give the fields of the form whose names begin so, by what follows; blank ones are as found."""
    return {name.removeprefix(begin): text for name in request.form if name.startswith(begin) and (text := _text(name))}


def _looked(sent: Sent) -> Looked:
    columns = {field: "" if head == _NONE else head for field, head in _told(_COLUMN).items()}
    page = _text("page")
    return looked_at(desk().store, _text("model"), sent.body, sent.name, Asked(columns, page, _told(_SIDE)))


def _tried(name: str) -> dict[str, Any]:
    found = checked(desk().store, name)
    return {"key": name, "problems": _rows(found.problems), "more": max(0, len(found.problems) - _MOST_TOLD),
            "notes": found.notes[:_MOST_TOLD]}  # fmt: skip


def _again(sent: Sent | None, fault: Exception) -> str:
    """Show the page with what is wrong; what is wrong with the file stands with the file, if it can be looked at."""
    try:
        if sent is not None:
            told = _looked(sent).problems
            rest = [one for one in fault.problems if one not in told] if isinstance(fault, ProblemsFound) else None
            return scenarios_page(sent, fault=fault_words(fault) if rest is None else "\n".join(map(str, rest)))
    except _FAULTS:
        pass
    return scenarios_page(fault=fault_words(fault))


def scenarios_page(sent: Sent | None = None, *, fault: str = "", tried: Mapping[str, Any] | None = None) -> str:
    """Show the page: what was sent and how it is read, what is wrong, and the scenarios that are kept."""
    store = desk().store
    (own, broken), known = own_scenarios(store), with_sides(store)
    looked = None if sent is None else _shown(sent, _looked(sent))
    return render_template(
        "scenarios.html", token=page_token(), own=own, broken=_rows(broken), models=[row[:2] for row in known],
        known=known, sent=sent,
        looked=looked, fault=fault, tried=tried, asked=request.form or request.args, most=MOST_SENT_BYTES // 1_000_000,
        kept=request.args.get("kept", "")[:_MOST_TEXT], shipped=shipped_scenarios(), **_offered(own),
    )  # fmt: skip


def _offered(own: Sequence[Scenario]) -> dict[str, Any]:
    """List what a blank scenario may be made of, those that are blank, and what a file of another club may be."""
    return {
        "areas": shipped_areas(), "grounds": _grounds().saved(), "maps": maps_rows(), "ending": ENDING,
        "most_file": MOST_BYTES // 1_000_000,
        "systems": [(key, desk().store.ruleset(key, {}).tables.name) for key in keys()],
        "unfilled": {one.folder.name: one.name for one in own if not one.orbat.stands},
    }  # fmt: skip


def _shown(sent: Sent, looked: Looked) -> dict[str, Any]:
    """Say what is in a file, how it is read, and all that is in the way."""
    sides, _ = read_sides(scenario_path(desk().store, _text("model")))
    mustered, intake = looked.mustered, looked.intake
    counted = (0, 0) if mustered is None else (len(mustered.formations) - 1, len(mustered.stands) - 1)
    return {
        "what": looked.what, "formations": counted[0], "units": counted[1], "pages": intake.pages,
        "page": _text("page"), "heads": intake.heads, "ours": list(sides.items()),
        "fields": [(field, _WORDS.get(field, field), intake.columns.get(field, "")) for field in FIELDS]
        if intake.heads else [],
        "sides": [(told, ours) for told, ours in looked.sides.items()][:_MOST_SIDES],
        "problems": _rows(looked.problems), "more": max(0, len(looked.problems) - _MOST_TOLD),
        "count": len(looked.problems), "notes": () if mustered is None else mustered.notes, "name": sent.name,
    }  # fmt: skip


def _rows(problems: Sequence[Problem]) -> list[Problem]:
    """Give the first of some problems, in their order; the file's own name before each row says nothing."""
    return list(problems[:_MOST_TOLD])
