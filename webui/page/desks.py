"""Show a viewer's desk page by page, with no map and no script: the situation, his units, the board in words."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request

from campaign.model.commands import command_named
from campaign.store.sheets import OtherVersion, TooLate
from scenarios.reports.sectorsvg import sector_svg
from scenarios.reports.turnreport import UNLESS, coming
from webui.desk.faults import BadRequest
from webui.desk.letters.box import unread
from webui.desk.moments import words_of
from webui.desk.reports.board import board_data, hex_asked, ways_data
from webui.desk.reports.turn import turn_report
from webui.desk.sheets.cards import DEEDS, Wanted, left_words, unit_cards, write_line
from webui.desk.sheets.writing import checked, command_of, day_data, sheet_of
from webui.desk.viewdata import sees
from webui.door.limits import check_limits
from webui.serving.forms import read_send_id
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from webui.desk.looks import Look

__all__ = ["desk_head", "desks"]

desks = Blueprint("desks", __name__, url_prefix="/c/<campaign>/<viewer>")

_TABS = (("situation", "Situation"), ("day", "Orders"), ("units", "Units"), ("letters", "Messages"))
_FOR_PLAYERS = frozenset({"day", "letters"})
_SEAL = {"sealed": "sealed", "draft": "a draft"}


@desks.get("/situation")
@role("viewer")
def situation(campaign: str, viewer: str) -> str:
    """Show what is to be done, what happened and what comes, with the map of the viewer's sector."""
    look, _ = desk().look(campaign, viewer)
    report = turn_report(look, desk().diary(campaign, viewer), desk().looks)
    return render_template(
        "situation.html", head=desk_head(campaign, look), here="situation", report=report, coming=list(coming(report)),
        unless=UNLESS, picture=sector_svg(report.sector),
    )  # fmt: skip


@desks.get("/board")
@role("viewer")
def board(campaign: str, viewer: str) -> str | tuple[str, int]:
    """Say in tables what the map shows about a hex, and which enemies and marches there are."""
    look, _ = desk().look(campaign, viewer)
    asked = request.args.get("hex", "")[:80]
    try:
        return _board_page(campaign, look, asked, hex_asked(look, asked))
    except BadRequest as fault:
        return _board_page(campaign, look, asked, hex_asked(look, ""), fault=fault), 404


def _board_page(campaign: str, look: Look, asked: str, index: int, *, fault: BadRequest | None = None) -> str:
    report = turn_report(look, desk().diary(campaign, look.viewer), desk().looks)
    return render_template(
        "board.html", head=desk_head(campaign, look), here="board", asked=asked, board=board_data(look, index),
        contacts=report.contacts, ways=ways_data(look), fault=fault,
    )  # fmt: skip


@desks.get("/units")
@role("viewer")
def units(campaign: str, viewer: str) -> str:
    """Show the viewer's units as cards; who writes the sheet writes on it from there."""
    return _units_page(campaign, desk().look(campaign, viewer)[0])


@desks.post("/units")
@role("player")
def order_unit(campaign: str, viewer: str) -> str | tuple[str, int] | Response:
    """Write a card's line on the sheet; what is not understood is told on the card, and nothing is written."""
    look, _ = desk().look(campaign, viewer)
    command, form = command_of(look.session.setting, viewer), request.form
    visitor = who()
    seat = visitor.person.id if visitor.person is not None else "umpire"
    check_limits("sheet", f"{campaign}/{command.id}/{seat}")
    send_id = read_send_id(form.get("send_id", ""))
    stand, deed, goal = (form.get(name, "") for name in ("stand", "deed", "goal"))
    # The same card sent twice counts once; with another goal, from a page that was gone back to, it counts anew.
    once = hashlib.sha256("/".join((send_id, stand, deed, goal)).encode()).hexdigest()[:40]
    wanted = Wanted(stand, deed, goal, once)
    try:
        told = write_line(look, command, wanted, seat=seat, now=desk().now())
    except (OtherVersion, TooLate) as fault:
        raise BadRequest(409, "sheet", fault.problem.what, fault.problem.remedy) from fault
    if told["state"] in {"sound", "doubt"}:
        return redirect(f"/c/{campaign}/{viewer}/units#{wanted.stand}", 303)  # type: ignore[return-value]
    return _units_page(campaign, look, refused={"stand": wanted.stand, **told}), 422


def desk_head(campaign: str, look: Look) -> dict[str, Any]:
    """Give what stands at the head of each page of a desk: who looks, the clock, the deadline, the seal, the pages."""
    setting, viewer = look.state.setting, look.viewer
    command = command_named(setting, viewer)
    plays = command is not None and who().plays(campaign, viewer)
    told: dict[str, Any] = {
        "name": sees(setting, viewer) if command is None else command.name,
        "campaign": look.session.name, "clock": words_of(look.state.clock, look.tables),
        "base": f"/c/{campaign}/{viewer}/", "plays": plays, "until": "", "left": "", "seal": "",
        "tabs": _tabs(look, plays),
    }  # fmt: skip
    if command is not None and plays:
        day = day_data(look, command, sheet_of(look.session, command.id))
        written = day["sheet"]["version"] > 0
        told["until"], told["left"] = day["deadline"]["at"], left_words(day["deadline"]["at"], desk().now())
        told["seal"] = _SEAL[day["sheet"]["state"]] if written else "nothing written"
        told["open"] = day["open"]
    return told


def _tabs(look: Look, plays: bool) -> list[tuple[str, str]]:
    """List the pages of a desk, with how many letters are new."""
    new = unread(look) if plays else 0
    more = {"letters": f" ({new} new)"} if new else {}
    return [(name, words + more.get(name, "")) for name, words in _TABS if plays or name not in _FOR_PLAYERS]


def _units_page(campaign: str, look: Look, *, refused: dict[str, Any] | None = None) -> str:
    head = desk_head(campaign, look)
    found = None
    if head["plays"]:
        command = command_of(look.session.setting, look.viewer)
        found = checked(look, command, day_data(look, command, sheet_of(look.session, command.id))["sheet"]["text"])
    return render_template(
        "units.html", head=head, here="units", groups=unit_cards(look, found), deeds=DEEDS, refused=refused,
        token=page_token() if head["plays"] else "", send_id=uuid.uuid4().hex,
    )  # fmt: skip
