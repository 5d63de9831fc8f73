"""Come in and go: sign in, take up an invitation, a link or a new password, sign out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request

from campaign.model.people import Visitor
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.signins import SignIns
from webui.desk.faults import BadRequest, fault_words
from webui.door import passwords, tokens
from webui.door.guard import begin_session, end_session
from webui.door.limits import check_limits, forgive, from_where
from webui.door.links import address_of, check_name, personal_link
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.people import Invite

__all__ = ["arrivals", "local_address"]

arrivals = Blueprint("arrivals", __name__)

_LOCAL = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""An address of this server: one slash, and no backslash, space or control character, which browsers read as others."""
_WRONG = "name and password do not fit"


def local_address(wanted: str) -> str:
    """Give an address of this server to go on to; the start page for any other."""
    return wanted if len(wanted) <= 300 and _LOCAL.fullmatch(wanted) else "/"


@arrivals.get("/sign-in")
@role("public")
def sign_in_page() -> str | Response:
    """Ask for name and password."""
    goes_on = local_address(request.args.get("next", "/"))
    if who().is_known:
        return _go(goes_on)
    return render_template("sign_in.html", token=page_token(), name="", next=goes_on, fault="")


@arrivals.post("/sign-in")
@role("public")
def sign_in() -> Response | tuple[str, int]:
    """Sign in; unknown names and wrong passwords are told in the same words, after the same time."""
    name, password = _field("name"), request.form.get("password", "")
    check_limits("sign_in_net", from_where())
    check_limits("sign_in_name", name.casefold())
    check_limits("sign_in", name.casefold(), from_where())
    people, goes_on = People(desk().store.log), local_address(request.form.get("next", "/"))
    person, kept = people.password_of(name)
    if not passwords.matches(password, kept) or person is None:
        _note(Visitor(), "failed to sign in", name)
        page = render_template("sign_in.html", token=page_token(), name=name, next=goes_on, fault=_WRONG)
        return page, 403
    forgive("sign_in", name.casefold(), from_where())
    begin_session(person.id)
    _note(Visitor(person), "signed in", from_where())
    return _go(goes_on)


@arrivals.post("/sign-out")
@role("public")
def sign_out() -> Response:
    """Sign out, here or everywhere."""
    person = who().person
    if person is not None and request.form.get("everywhere"):
        SignIns(desk().store.log).end_all(person.id)
        _note(who(), "signed out everywhere")
    end_session()
    return _go("/sign-in")


@arrivals.get("/join")
@role("public")
def join_page() -> str:
    """Take a link's secret: it stands behind '#', from where a script of the page sends it."""
    return render_template("join.html", token=page_token(), fault="")


@arrivals.post("/join/look")
@role("public")
def look_at_link() -> str | Response | tuple[str, int]:
    """Say what a link opens, and ask for what it needs; a link to one's own seats opens them at once."""
    secret = _field("secret")
    invite = _link_of(secret)
    if isinstance(invite, StoreFault):
        return _gone(invite)
    if invite.kind != "seat":
        return _taking(invite, secret)
    begin_session(invite.person, by_link=True)
    person = People(desk().store.log).person(invite.person)
    _note(Visitor(person), "came in by a link", from_where())
    return _go("/seats")


@arrivals.post("/join")
@role("public")
def join() -> str | Response | tuple[str, int]:
    """Take up an invitation, once: under one's own name if signed in, else under a new one."""
    secret, password = _field("secret"), request.form.get("password", "")
    invite = _link_of(secret)
    if isinstance(invite, StoreFault):
        return _gone(invite)
    try:
        if invite.kind == "reset":
            return _reset(invite, secret, password)
        return _join(invite, secret, password)
    except BadRequest as fault:
        if fault.status >= 429:
            raise
        return _taking(invite, secret, fault_words(fault)), fault.status
    except StoreFault as fault:
        return _taking(invite, secret, fault_words(fault)), 409


def _join(invite: Invite, secret: str, password: str) -> str | Response:
    people, now, visitor = People(desk().store.log), desk().now(), who()
    hashed = tokens.digest(secret)
    if visitor.person is not None and request.form.get("as_me"):
        if invite.role == "umpire" and not visitor.person.has_password:
            raise BadRequest(409, "password", "an umpire needs a password", "set one on your account's page first")
        person = people.join(hashed, now, person=visitor.person.id)
        _note(Visitor(person), "joined", invite.words, invite.campaign)
        return _go("/seats")
    name = check_name(request.form.get("name", ""))
    if password or invite.role == "umpire":
        passwords.check_new(password, name)
    person = people.join(hashed, now, name=name, password=passwords.hashed(password) if password else "")
    _note(Visitor(person), "joined", invite.words, invite.campaign)
    begin_session(person.id, by_link=not password)
    if password:
        return _go("/seats")
    return render_template("link.html", name=person.name, link=address_of(personal_link(people, person, "seat", now)))


def _reset(invite: Invite, secret: str, password: str) -> Response:
    people = People(desk().store.log)
    passwords.check_new(password, invite.note)
    person = people.reset(tokens.digest(secret), desk().now(), passwords.hashed(password))
    begin_session(person.id)
    _note(Visitor(person), "set a new password by a link")
    return _go("/seats")


def _link_of(secret: str) -> Invite | StoreFault:
    """Look at a link; it is counted, so that nobody tries many."""
    check_limits("link", from_where())
    try:
        return People(desk().store.log).link(tokens.digest(secret), desk().now())
    except StoreFault as spent:
        return spent


def _gone(fault: StoreFault) -> tuple[str, int]:
    told = fault_words(fault)
    return render_template("join.html", token=page_token(), fault=told), 404


def _taking(invite: Invite, secret: str, fault: str = "") -> str:
    campaign = next((row.name for row in desk().store.campaigns() if row.id == invite.campaign), "")
    return render_template(
        "taking.html", token=page_token(), invite=invite, campaign=campaign, secret=secret, fault=fault,
        visitor=who(), name=_field("name"), least=passwords.LEAST,
    )  # fmt: skip


def _note(who_did: Visitor, what: str, detail: str = "", campaign: str = "") -> None:
    SignIns(desk().store.log).note(who_did, what, desk().now(), campaign=campaign, detail=detail)


def _field(name: str) -> str:
    return " ".join(request.form.get(name, "")[:200].split())


def _go(address: str) -> Response:
    sent: Response = redirect(address, 303)  # type: ignore[assignment]
    return sent
