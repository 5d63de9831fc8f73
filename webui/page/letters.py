"""Answer for the letters of a command, its box, one letter, and writing, and for the umpire's page of all letters."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request

from campaign.engine.ledger import Refusal
from campaign.model.verbs.letter import SendLetter
from campaign.model.verbs.means import SetMeans
from campaign.store.faults import Stale
from campaign.store.letters import LetterBox, LettersMoved
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.letters.box import box_data, came_to, own_keys, write_data
from webui.desk.letters.umpire import Act, act, overview, send_as, send_waiting
from webui.desk.letters.writing import Wanted, take_back, write, writer_of
from webui.door.limits import check_limits
from webui.page.desks import desk_head
from webui.serving.answers import answer
from webui.serving.forms import read_send_id, read_whole
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.letters import Letter
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = ["letters"]

letters = Blueprint("letters", __name__, url_prefix="/c/<campaign>")

_MOST_SENT = 20_000


@letters.get("/umpire/letters")
@role("umpire")
def all_letters(campaign: str) -> str:
    """Show the umpire all letters, what he can do with them, and how they go."""
    return _umpires(campaign)


@letters.post("/umpire/letters")
@role("umpire")
def act_on(campaign: str) -> str | tuple[str, int] | Response:
    """Do what the umpire wants done with letters; on a fault his page comes back with what is wrong."""
    form, session = request.form, desk().store.session(campaign)
    command_id = read_send_id(form.get("send_id", ""))
    try:
        _done(session, form.get("do", "")[:20], command_id)
    except (BadRequest, Refusal, LettersMoved, Stale) as fault:
        return _umpires(campaign, fault=fault_words(fault)), fault_status(fault)
    desk().streams.bell.ring()
    return redirect(f"/c/{campaign}/umpire/letters", 303)  # type: ignore[return-value]


def _done(session: Session, do: str, command_id: str) -> None:
    form = request.form
    reason = form.get("reason", "")[:400]
    if do == "send_waiting":
        send_waiting(session, command_id)
    elif do == "write":
        order = SendLetter(
            form.get("sender", "")[:80], tuple(key[:80] for key in form.getlist("to")), form.get("means", "")[:20],
            form.get("form", "")[:20], form.get("text", "")[:_MOST_SENT], bool(form.get("hidden")), reason,
        )  # fmt: skip
        send_as(session, order, command_id, at_once=bool(form.get("at_once")))
    elif do == "means":
        means, _, what = form.get("figure", "")[:60].partition(" ")
        value = read_whole(form.get("value", ""), "value")
        figure = SetMeans(means, what, value, form.get("whose", "")[:80], reason)
        session.submit(figure, command_id=command_id)
    else:
        text = form.get("text", "")[:_MOST_SENT]
        act(session, Act(do, form.get("letter", "")[:40], reason, command_id, text))


def _umpires(campaign: str, *, fault: str = "") -> str:
    session = desk().store.session(campaign)
    return render_template(
        "umpires_letters.html", campaign=campaign, box=overview(session), token=page_token(), fault=fault,
        send_id=uuid.uuid4().hex, filled=request.form,
    )  # fmt: skip


@letters.get("/<viewer>/letters")
@role("player")
def box(campaign: str, viewer: str) -> str:
    """Show a command's letters; ``letter`` one of them, ``write`` a form for a new one, which may ``answer`` one."""
    look = _look(campaign, viewer)
    asked = request.args
    if asked.get("letter"):
        return _one(campaign, look, asked["letter"][:40])
    if "write" in asked:
        answered = _came(look, asked["answer"][:40]) if asked.get("answer") else None
        to = [answered.sender] if answered is not None else asked.getlist("to")
        return _form(campaign, look, write_data(look, asked["write"], to, answered))
    return render_template(
        "letters.html", head=desk_head(campaign, look), here="letters", campaign=campaign,
        viewer=look.viewer, box=box_data(look), token=page_token(), sent=asked.get("sent", "") == "1",
    )  # fmt: skip


@letters.get("/<viewer>/letters.json")
@role("player")
def box_json(campaign: str, viewer: str) -> Response:
    """Give a command's letters as data."""
    return answer(box_data(_look(campaign, viewer)))


@letters.post("/<viewer>/letters")
@role("player")
def send(campaign: str, viewer: str) -> str | tuple[str, int] | Response:
    """Keep a letter until the turn is closed, or take one back; on a fault the form comes back as it was filled in."""
    look, form = _look(campaign, viewer), request.form
    if form.get("do", "") == "take_back":
        take_back(look, form.get("letter", "")[:40])
        return redirect(f"/c/{campaign}/{viewer}/letters", 303)  # type: ignore[return-value]
    send_id = read_send_id(form.get("send_id", ""))
    wanted = Wanted(
        tuple(key[:80] for key in form.getlist("to")), form.get("means", "")[:20], form.get("form", "")[:20],
        form.get("text", "")[:_MOST_SENT], send_id, form.get("turn", "")[:20],
    )  # fmt: skip
    try:
        check_limits("letter", f"{campaign}/{look.viewer}/{_seat()}")
        write(look, wanted, seat=_seat(), now=desk().now())
    except (BadRequest, LettersMoved) as fault:
        return _again(campaign, look, wanted, fault)
    return redirect(f"/c/{campaign}/{viewer}/letters?sent=1", 303)  # type: ignore[return-value]


def _again(campaign: str, look: Look, wanted: Wanted, fault: BadRequest | LettersMoved) -> tuple[str, int]:
    """Show the form as it was filled in, with what is wrong."""
    told = write_data(look, wanted.form, wanted.to)
    told |= {"text": wanted.text, "means": wanted.means, "send_id": wanted.send_id}
    return _form(campaign, look, told, fault=fault_words(fault)), fault_status(fault)


def _look(campaign: str, viewer: str) -> Look:
    writer_of(desk().store.session(campaign).setting, viewer)
    return desk().look(campaign, viewer)[0]


def _seat() -> str:
    person = who().person
    return person.id if person is not None else "umpire"


def _came(look: Look, key: str) -> Letter:
    letter = look.state.letters.get(key)
    if letter is None or not came_to(letter, own_keys(look)):
        raise BadRequest(404, "letters", "no letter of that number has come", "look at the list of those that have")
    return letter


def _one(campaign: str, look: Look, key: str) -> str:
    """Show one letter; who holds the seat has read it then, and an umpire who looks over his shoulder has not."""
    letter = _came(look, key)
    visitor = who()
    own = visitor.is_local or any(one.key == look.viewer for one in visitor.holds(campaign))
    data = box_data(look)
    if own:
        LetterBox(look.session.log).mark_read(campaign, look.viewer, [letter.id], desk().now())
    (shown,) = [row for row in data["inbox"] if row["id"] == letter.id]
    head = desk_head(campaign, look)
    return render_template(
        "letter.html", head=head, here="letters", campaign=campaign, viewer=look.viewer, box=data, letter=shown
    )


def _form(campaign: str, look: Look, told: dict[str, Any], *, fault: str = "") -> str:
    told = {"send_id": uuid.uuid4().hex} | told
    return render_template(
        "letter_form.html", head=desk_head(campaign, look), here="letters", campaign=campaign, viewer=look.viewer,
        box=box_data(look), new=told, token=page_token(), fault=fault,
    )  # fmt: skip
