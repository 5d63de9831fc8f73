"""Show the umpire the post of his campaign: who owes orders, what could not be delivered, orders that came by mail."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request

from campaign.model.commands import commands_of
from campaign.model.people import PLAYING
from campaign.model.people.telling import KINDS, WAYS
from campaign.model.sheets import turn_key, turn_words
from campaign.store.people import People
from campaign.store.post.inmail import InMail
from campaign.store.post.outbox import Outbox
from campaign.store.signins import SignIns
from webui.desk.faults import BadRequest
from webui.door.post_page import post_settings
from webui.post.receiving import receive
from webui.post.reminders import nudge, owes
from webui.serving.security import not_there, page_token, role, who
from webui.serving.shared import desk

__all__ = ["post_umpire"]

post_umpire = Blueprint("post_umpire", __name__, url_prefix="/c/<campaign>/umpire")

_SHOWN = ("waiting", "failed")


@post_umpire.get("/post")
@role("umpire")
def page(campaign: str) -> str:
    """Show who owes orders, what waits or failed, and which mails came in."""
    return _page(campaign)


@post_umpire.post("/remind")
@role("umpire")
def remind(campaign: str) -> str | tuple[str, int]:
    """Ask the holders of a command for its orders, or all who have written none: once a turn each."""
    session = desk().store.session(campaign)
    try:
        told, before = nudge(session, request.form.get("command", "")[:80], desk().now())
    except BadRequest as fault:
        return _page(campaign, fault=f"{fault.why}; {fault.remedy}"), 409
    _note("asked for orders", campaign, ", ".join(told))
    parts = [f"asked: {', '.join(told)}"] if told else []
    parts += [f"asked already for this turn: {', '.join(before)}"] if before else []
    words = "; ".join(parts)
    return _page(campaign, done=f"{words[0].upper()}{words[1:]}.")


@post_umpire.post("/post/again")
@role("umpire")
def again(campaign: str) -> Response:
    """Try again what was given up."""
    if not Outbox(desk().store.log).again(request.form.get("id", "")[:40], campaign, desk().now()):
        raise not_there()
    sent: Response = redirect(f"/c/{campaign}/umpire/post", 303)  # type: ignore[assignment]
    return sent


@post_umpire.post("/post/mail")
@role("umpire")
def mail(campaign: str) -> str | tuple[str, int]:
    """Take a mail that the umpire pasted as the orders of the seat whose code it carries."""
    text = request.form.get("mail", "").strip()
    if not text:
        return _page(campaign, fault="there is no mail in the box; paste it whole, with its subject"), 400
    done = receive(desk().store, text.encode(), post_settings(), desk().now(), campaign)
    _note("took orders from a mail", campaign, f"{done.command} {done.state}")
    who_is = f"{done.command}: " if done.command else ""
    if done.state != "taken":
        return _page(campaign, fault=f"{who_is}{done.words}", text=text), 409
    return _page(campaign, done=f"{who_is}{done.words}. {_counted(done.lines)}")


def _counted(lines: tuple[dict[str, Any], ...]) -> str:
    sound = sum(one["state"] in {"sound", "doubt", "note"} for one in lines)
    return f"{sound} of {len(lines)} lines are understood; the answer says which, if the seat has an address."


def _page(campaign: str, *, fault: str = "", done: str = "", text: str = "") -> str:
    session, kept = desk().store.session(campaign), desk().store.log
    people = People(kept)
    held = people.appointments(campaign=campaign)
    owing = [
        (one, sorted(seat.name for seat in held if seat.key == one.id and seat.role in PLAYING))
        for one in commands_of(session.setting) if owes(session, one.id)
    ]  # fmt: skip
    return render_template(
        "umpires_post.html", campaign=campaign, name=session.name, token=page_token(), fault=fault, done=done,
        owing=owing, rows=Outbox(kept).rows(campaign=campaign, states=_SHOWN), ways=WAYS, kinds=KINDS, text=text,
        names={one.id: one.name for one in people.persons()}, mails=InMail(kept).listed(campaign),
        turn=turn_words(turn_key(session.state.clock)), settings=post_settings(), box_fault=InMail(kept).box_fault(),
    )  # fmt: skip


def _note(what: str, campaign: str, detail: str = "") -> None:
    SignIns(desk().store.log).note(who(), what, desk().now(), campaign=campaign, detail=detail)
