"""Answer for a command's day, where its orders are written and sealed, and for the umpire's closing of the turn."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, redirect, render_template, request

from campaign.model.commands import command_named
from campaign.model.people import PLAYING
from campaign.store.sheets import OtherVersion, Sheet, TooLate
from webui.desk.faults import BadRequest
from webui.desk.sheets.closing import close_turn
from webui.desk.sheets.overseeing import closing_data, next_deadline, set_deadline, set_silence
from webui.desk.sheets.writing import Sent, checked, command_of, day_data, lines_data, sheet_data, sheet_of, write
from webui.door.limits import check_limits
from webui.door.post_page import post_settings
from webui.page.desks import desk_head
from webui.post.codes import code_of
from webui.serving.answers import answer
from webui.serving.forms import read_send_id
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.things import Command
    from webui.desk.looks import Look

__all__ = ["sheets"]

sheets = Blueprint("sheets", __name__, url_prefix="/c/<campaign>")


class _Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page's script sends."""

    do: str
    text: str = ""
    version: int = 0
    send_id: str = ""
    turn: str = ""
    share: str = ""


@sheets.get("/<viewer>/day")
@role("player")
def day(campaign: str, viewer: str) -> str | Response:
    """Show a command's sheet for the turn; a commander of several finds all on one page."""
    setting = desk().store.session(campaign).setting
    if command_named(setting, viewer) is None and any(side.key == viewer for side in setting.sides):
        return redirect(f"/c/{campaign}/day", 303)  # type: ignore[return-value]
    look, command = _asked(campaign, viewer)
    return _day_page(campaign, look, command, sheet_of(look.session, command.id))


@sheets.post("/<viewer>/day")
@role("player")
def send_day(campaign: str, viewer: str) -> str | tuple[str, int] | Response:
    """Check, save, seal or open a sheet by its form."""
    form = request.form
    version = form.get("version", "0")
    wanted = _Wanted(
        form.get("do", ""), form.get("text", ""), int(version) if version.isdecimal() and len(version) < 10 else 0,
        form.get("send_id", ""), form.get("turn", ""), form.get("share", ""),
    )  # fmt: skip
    look, command = _asked(campaign, viewer)
    if wanted.do == "check":
        return _day_page(campaign, look, command, sheet_of(look.session, command.id), text=wanted.text)
    checked(look, command, wanted.text)
    try:
        _written(look, command, wanted)
    except OtherVersion as fault:
        return _day_page(campaign, look, command, fault.kept, text=wanted.text, other=fault.kept), 409
    back = f"day#{quote(viewer)}" if form.get("back") == "all" else f"{viewer}/day"
    return redirect(f"/c/{campaign}/{back}", 303)  # type: ignore[return-value]


@sheets.get("/<viewer>/day.json")
@role("player")
def day_json(campaign: str, viewer: str) -> Response:
    """Give a command's sheet for the turn, with what becomes of each line."""
    look, command = _asked(campaign, viewer)
    told = day_data(look, command, sheet_of(look.session, command.id))
    found = checked(look, command, told["sheet"]["text"])
    return answer({**told, "lines": lines_data(look, found), "count": found.counts})


@sheets.post("/<viewer>/day.json")
@role("player")
def send_day_json(campaign: str, viewer: str) -> Response:
    """Check, save, seal or open a sheet; 409 with both texts if it was written elsewhere."""
    try:
        wanted = msgspec.json.decode(request.get_data(), type=_Wanted, strict=True)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(400, "sheet", f"it cannot be read: {error}", "use the page") from error
    look, command = _asked(campaign, viewer)
    found = checked(look, command, wanted.text)
    told: dict[str, Any] = {"lines": lines_data(look, found), "count": found.counts}
    if wanted.do == "check":
        return answer(told)
    try:
        return answer({**told, "sheet": sheet_data(_written(look, command, wanted))})
    except OtherVersion as fault:
        told["error"] = {"rule": "version", "why": fault.problem.what, "remedy": fault.problem.remedy}
        return answer({**told, "kept": sheet_data(fault.kept), "sent": wanted.text}, 409)


@sheets.get("/umpire/closing")
@role("umpire")
def closing(campaign: str) -> str:
    """Show who has sealed, and close the turn."""
    return _closing_page(campaign)


@sheets.get("/umpire/closing.json")
@role("umpire")
def closing_json(campaign: str) -> Response:
    """Give who has sealed, the deadline, and what the silent do."""
    return answer(closing_data(desk().store.session(campaign)))


@sheets.post("/umpire/closing")
@role("umpire")
def close(campaign: str) -> Response:
    """Close the turn that the page showed; asked twice, it is closed once."""
    session = desk().store.session(campaign)
    close_turn(session, request.form.get("turn", ""))
    next_deadline(session, desk().now())
    desk().streams.bell.ring()
    return redirect(f"/c/{campaign}/umpire/closing", 303)  # type: ignore[return-value]


@sheets.post("/umpire/deadline")
@role("umpire")
def deadline(campaign: str) -> Response:
    """Set the deadline, and what closes the turn."""
    form, session = request.form, desk().store.session(campaign)
    hours = form.get("hours", "") or "0"
    if not hours.isdecimal() or len(hours) > 6:
        raise BadRequest(400, "hours", f"{hours[:20]!r} is no number of hours", "write 24, or 0")
    when = _moment(form.get("closes_at", ""), form.get("zone", ""))
    set_deadline(session, mode=form.get("mode", ""), closes_at=when, hours=int(hours), now=desk().now())
    return redirect(f"/c/{campaign}/umpire/closing", 303)  # type: ignore[return-value]


@sheets.post("/umpire/silence")
@role("umpire")
def silence(campaign: str) -> Response:
    """Set what a command does if it sends no orders."""
    set_silence(desk().store.session(campaign), request.form.get("command", ""), request.form.get("mode", ""))
    return redirect(f"/c/{campaign}/umpire/closing", 303)  # type: ignore[return-value]


def _asked(campaign: str, viewer: str) -> tuple[Look, Command]:
    session = desk().store.session(campaign)
    command = command_of(session.setting, viewer)
    look, _ = desk().look(campaign, viewer)
    return look, command


def _written(look: Look, command: Command, wanted: _Wanted) -> Sheet:
    send_id = read_send_id(wanted.send_id)
    visitor = who()
    seat = visitor.person.id if visitor.person is not None else "umpire"
    check_limits("sheet", f"{look.session.campaign}/{command.id}/{seat}")
    sent = Sent(wanted.do, wanted.text, wanted.version, send_id, wanted.turn, wanted.share)
    try:
        return write(look.session, command.id, sent, seat=seat, now=desk().now())
    except TooLate as fault:
        raise BadRequest(409, "late", fault.problem.what, fault.problem.remedy) from fault


def _day_page(
    campaign: str, look: Look, command: Command, sheet: Sheet, *, text: str | None = None, other: Sheet | None = None
) -> str:
    told = day_data(look, command, sheet)
    shown = told["sheet"]["text"] if text is None else text
    found = checked(look, command, shown)
    return render_template(
        "day.html", head=desk_head(campaign, look), here="day", campaign=campaign, viewer=look.viewer, day=told,
        text=shown, lines=lines_data(look, found), counts=found.counts, other=other, token=page_token(),
        send_id=uuid.uuid4().hex, mail=_by_mail(campaign, command.id, told["turn"]),
    )  # fmt: skip


def _by_mail(campaign: str, command: str, turn: str) -> dict[str, str] | None:
    """Give the code that makes a mail of the visitor this sheet, and where to send it; None if he may not write it."""
    person = who().person
    if person is None or not any(one.key == command and one.role in PLAYING for one in who().holds(campaign)):
        return None
    imap = post_settings().imap
    code = code_of(desk().store.log, campaign, person.id, command, turn)
    return {"code": code, "address": "" if imap is None else imap.address}


def _closing_page(campaign: str) -> str:
    session = desk().store.session(campaign)
    return render_template(
        "closing.html", campaign=campaign, name=session.name, day=closing_data(session), token=page_token()
    )


def _moment(text: str, zone: str) -> dt.datetime | None:
    """Read a time as a browser sends it; ``zone`` is its distance from UTC in minutes."""
    if not text:
        return None
    try:
        found = dt.datetime.fromisoformat(text)
        minutes = int(zone or 0)
    except ValueError as error:
        raise BadRequest(400, "closes_at", f"{text[:30]!r} is no time", "write 2026-03-01T20:00") from error
    if found.tzinfo is None:
        found = found.replace(tzinfo=dt.timezone(dt.timedelta(minutes=max(-900, min(900, minutes)))))
    return found
