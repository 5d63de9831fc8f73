"""Show a person his seats, his account, and what whoever takes a command over has to read first."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Blueprint, Response, redirect, render_template, request

from campaign.model.commands import command_named, stands_held
from campaign.model.notation import format_order
from campaign.model.people import PLAYING
from campaign.model.viewer import viewer_of
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.signins import SignIns
from webui.desk.faults import BadRequest
from webui.desk.knowledge.contacts import contact_line, contacts_data
from webui.desk.moments import words_of
from webui.desk.reports.board import ways_data
from webui.desk.sheets.cards import left_words
from webui.desk.sheets.writing import day_data, sheet_of
from webui.desk.viewdata import clock_data
from webui.door import passwords
from webui.door.guard import begin_session
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.people import Appointment
    from campaign.model.things import Setting
    from webui.desk.looks import Look

__all__ = ["seats", "viewer_words"]

seats = Blueprint("seats", __name__)

DIGEST_DAYS = 3
_MOST_LINES = 40
_MOST_CONTACTS = 15


class SeatRow(NamedTuple):
    """A seat as its holder's start page lists it."""

    held: Appointment
    campaign: str
    words: str
    stands_at: str
    fault: str = ""
    all: bool = False
    """Whether he holds several commands of the campaign, and finds their sheets on one page."""


@seats.get("/seats")
@role("person")
def my_seats() -> str:
    """List the visitor's seats: campaign, role, where it stands."""
    visitor = who()
    several = Counter(held.campaign for held in visitor.appointments if held.role in PLAYING)
    rows = [_row(held)._replace(all=several[held.campaign] > 1) for held in visitor.appointments]
    return render_template("seats.html", rows=rows, visitor=visitor, token=page_token())


@seats.get("/account")
@role("person")
def account() -> str | Response:
    """Offer a new password, and to sign out everywhere."""
    return _account()


@seats.post("/account")
@role("person")
def set_password() -> Response | tuple[str, int]:
    """Set one's own password; who has one gives the old one, too."""
    person = who().person
    if person is None:
        raise BadRequest(409, "account", "there are no accounts here yet", "set one up on a campaign's page of people")
    new, people = request.form.get("new", ""), People(desk().store.log)
    _, kept = people.password_of(person.name)
    if kept and not passwords.matches(request.form.get("old", ""), kept):
        return _account("the old password does not fit"), 403
    try:
        passwords.check_new(new, person.name)
    except BadRequest as fault:
        return _account(f"{fault.why}; {fault.remedy}"), 400
    people.set_password(person.id, passwords.hashed(new))
    SignIns(desk().store.log).note(who(), "set his password", desk().now())
    begin_session(person.id)
    sent: Response = redirect("/seats", 303)  # type: ignore[assignment]
    return sent


def _account(fault: str = "") -> str:
    return render_template("account.html", visitor=who(), token=page_token(), fault=fault, least=passwords.LEAST)


@seats.get("/c/<campaign>/<viewer>/digest")
@role("player")
def digest(campaign: str, viewer: str) -> str:
    """Show on one page what a substitute must know: state, orders and reports of the last days."""
    look, _ = desk().look(campaign, viewer)
    setting = look.state.setting
    days, cut = _days(look, desk().diary(campaign, viewer).reports(look.seq))
    known = [] if look.is_umpire else [contact_line(row) for row in contacts_data(look)["contacts"]]
    return render_template(
        "digest.html", campaign=campaign, viewer=viewer, name=look.session.name, words=viewer_words(setting, viewer),
        clock=clock_data(look), units=_units(look), orders=_orders(look), days=days, cut=cut,
        held=_holders(campaign, viewer), days_told=DIGEST_DAYS, sheet=_sheet(look), ways=ways_data(look),
        contacts=known[:_MOST_CONTACTS], more=len(known[_MOST_CONTACTS:]), is_umpire=look.is_umpire,
    )  # fmt: skip


def _sheet(look: Look) -> dict[str, Any] | None:
    """Give what the command has written for this turn, its orders until further notice, and the deadline."""
    command = command_named(look.state.setting, look.viewer)
    if command is None:
        return None
    day = day_data(look, command, sheet_of(look.session, command.id))
    until, sheet = day["deadline"]["at"], day["sheet"]
    return {
        "state": sheet["state"] if sheet["version"] else "",
        "lines": sheet["text"].splitlines() if sheet["version"] else [],
        "standing": day["standing"].splitlines(), "until": until, "left": left_words(until, desk().now()),
    }  # fmt: skip


def viewer_words(setting: Setting, viewer: str) -> str:
    """Name a viewer in plain words."""
    command = command_named(setting, viewer)
    side = next((side.name for side in setting.sides if side.key == viewer), "")
    return side or (command.name if command is not None else viewer)


def _row(held: Appointment) -> SeatRow:
    try:
        session = desk().store.session(held.campaign)
        viewer_of(session.setting, held.key)
    except (StoreFault, ValueError):
        return SeatRow(held, held.campaign, held.words, "", "this campaign cannot be opened at present; ask its umpire")
    seq = desk().last_seq(session, held.key)
    clock = words_of(session.as_of(seq or session.seq).state.clock, session.ruleset.tables)
    words = held._replace(key=viewer_words(session.setting, held.key)).words if held.key != "umpire" else held.words
    return SeatRow(held, session.name, words, f"day {clock['day']}, {clock['turn']}, {clock['phase']}")


def _units(look: Look) -> list[dict[str, Any]]:
    """List the stands that the viewer commands, as he knows them."""
    state, command = look.state, command_named(look.state.setting, look.viewer)
    held = {key for key, one in state.stands.items() if one.side == look.viewer}
    known = sorted(held if command is None else stands_held(state, command))
    return [
        {
            "id": one.id, "name": one.profile.short or one.profile.name,
            "strength": look.play.strength(look.situation, one.id),
            "place": look.hexmap.number(one.hex) if one.hex is not None else "not on the map",
        }
        for one in map(state.stands.__getitem__, known)
    ]  # fmt: skip


def _orders(look: Look) -> list[str]:
    """List the orders that still wait, as the viewer knows them."""
    return [format_order(order, look.hexmap) for order in look.state.declared]


def _days(look: Look, reports: list[Any]) -> tuple[list[tuple[str, list[str]]], int]:
    """Put the reports of the last days together by day and turn; give how many were left away."""
    first = look.state.clock.day - DIGEST_DAYS + 1
    recent = [one for one in reports if one.clock.day >= first]
    shown = recent[-_MOST_LINES:]
    found = []
    for (day, turn), lines in groupby(shown, key=lambda one: (one.clock.day, words_of(one.clock, look.tables)["turn"])):
        found.append((f"Day {day}, {turn}", [one.text for one in lines]))
    return found, len(recent) - len(shown)


def _holders(campaign: str, viewer: str) -> list[Appointment]:
    """List those who hold or held the seat, the last first."""
    held = People(desk().store.log).appointments(campaign=campaign, ended=True)
    return [one for one in reversed(held) if one.key == viewer and one.role != "observer"]
