"""Serve the umpire's page of what was moved in VASSAL: a save is sent, looked at, accepted as one entry, taken back."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request

from campaign.engine.ledger import Refusal
from campaign.store.faults import Stale, StoreFault
from maps.grid.hexgrid import NO_HEX
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.takeaway.homecoming import brought_home, put_right
from webui.desk.takeaway.sent import MOST_SENT_BYTES, Sent, kept_file, sent_file
from webui.serving.forms import read_send_id
from webui.serving.security import page_token, role, takes_file
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.store.session import Session
    from webui.desk.takeaway.homecoming import Homecoming

__all__ = ["homecoming"]

homecoming = Blueprint("homecoming", __name__, url_prefix="/c/<campaign>/umpire")

_FAULTS = (BadRequest, Refusal, Stale, StoreFault, ProblemsFound)
_LONG = 300
_USUAL = "As played in VASSAL."
_MOST_DIGITS = 9


@homecoming.get("/positions")
@role("umpire")
def page(campaign: str) -> str:
    """Ask for a save of VASSAL."""
    return _page(campaign)


@homecoming.post("/positions")
@role("umpire")
@takes_file(MOST_SENT_BYTES, "save the game in VASSAL without its log, and send that")
def act(campaign: str) -> str | tuple[str, int]:
    """Show what was moved in a save, put the units there, or take that back."""
    wanted, session, sent = request.form.get("do", ""), desk().store.session(campaign), None
    try:
        if wanted == "look":
            sent = _sent(campaign)
            return _page(campaign, sent)
        if wanted == "accept":
            sent = kept_file(desk().store.folder, f"c/{campaign}", request.form.get("kept", ""))
            return _accepted(campaign, session, sent)
        if wanted == "undo":
            return _taken_back(campaign, session)
        raise BadRequest(400, "do", f"nothing is done by {wanted[:20]!r}", "use the page")
    except _FAULTS as fault:
        return _again(campaign, sent, fault_words(fault)), fault_status(fault)


def _sent(campaign: str) -> Sent:
    file = request.files.get("file")
    name, body = (file.filename or "", file.stream.read()) if file else ("", b"")
    return sent_file(desk().store.folder, f"c/{campaign}", name, body, desk().now())


def _accepted(campaign: str, session: Session, sent: Sent) -> str:
    home = brought_home(session, sent.body, sent.name)
    why = request.form.get("reason", "").strip()[:_LONG] or _USUAL
    send_id = read_send_id(request.form.get("send_id", ""))
    entry = put_right(session, home, why, after=_seq("after"), command_id=send_id)
    if entry is None:
        raise BadRequest(409, "positions", "all stand where the save has them", "send another save")
    desk().streams.bell.ring()
    return _page(campaign, done=(entry.seq, len(home.moved)))


def _taken_back(campaign: str, session: Session) -> str:
    """Take the entry back, unless anything has been done since."""
    session.undo(why="What came from VASSAL was taken back.", after=_seq("entry"))
    desk().streams.bell.ring()
    return _page(campaign, undone=True)


def _seq(name: str) -> int:
    told = request.form.get(name, "")
    if not (told.isascii() and told.isdecimal() and len(told) <= _MOST_DIGITS):
        raise BadRequest(400, name, f"{told[:20]!r} is no entry", "use the page")
    return int(told)


def _again(campaign: str, sent: Sent | None, fault: str) -> str:
    """Show the page with what is wrong; with what was sent, if that can be read."""
    try:
        return _page(campaign, sent, fault=fault)
    except _FAULTS:
        return _page(campaign, fault=fault)


def _page(campaign: str, sent: Sent | None = None, **more: Any) -> str:
    session = desk().store.session(campaign)
    seq = session.seq
    home = None if sent is None else brought_home(session, sent.body, sent.name)
    return render_template(
        "positions.html", campaign=campaign, name=session.name, token=page_token(), send_id=uuid.uuid4().hex, sent=sent,
        home=home, rows=_rows(session, home) if home else [], seq=seq, usual=_USUAL, most=MOST_SENT_BYTES // 1_000_000,
        **more,
    )  # fmt: skip


def _rows(session: Session, home: Homecoming) -> list[dict[str, str]]:
    """List who was moved, from where, to where, and what is against it: what cannot be done first."""
    number, stands = session.hexmap.number, session.state.stands
    sides = {side.key: side.name for side in session.setting.sides}
    rows = [
        {
            "unit": unit, "name": stands[unit].profile.name, "side": sides.get(stands[unit].side, ""),
            "before": number(before), "now": "off the map" if now == NO_HEX else number(now),
            "fault": f"{fault.what}; {fault.remedy}" if (fault := home.faults.get(unit)) else "",
        }
        for unit, before, now in home.moved
    ]  # fmt: skip
    return sorted(rows, key=lambda row: not row["fault"])
