"""Show the umpire his people: who holds what, invitations, resets, who did what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request, url_for

from campaign.model.commands import commands_of
from campaign.model.people import DEFAULT_DELAY, ROLES, Appointment
from campaign.model.people.telling import Notice
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.signins import SignIns
from campaign.views import UMPIRE
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest, fault_words
from webui.door import passwords
from webui.door.guard import begin_session
from webui.door.limits import check_limits
from webui.door.links import address_of, check_name, draw_link, may_manage, personal_link
from webui.door.post_page import post_settings
from webui.post.mail import check_address
from webui.post.words import body_of
from webui.serving.security import not_there, page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.people import Invite, Person
    from campaign.model.things import Setting
    from campaign.store.session import Session

__all__ = ["keys_of", "people"]

people = Blueprint("people", __name__)

_HERE = "/c/<campaign>/umpire/people"
_MOST_LINES = 60
_MOST_DELAY = 20
_WORDS = {
    "join": "Send this to whom you invite. It works once, for 14 days.",
    "seat": "Send this to its owner. It is his way in without a password; the one before opens nothing.",
    "reset": "Send this to its owner. It sets a new password, once, within two days; he is signed out everywhere.",
}


@people.get(_HERE)
@role("umpire")
def campaign_people(campaign: str) -> str:
    """List the seats of a campaign by command, the open invitations, and who did what."""
    return _page(campaign)


@people.post(f"{_HERE}/first")
@role("host")
def first(campaign: str) -> Response | tuple[str, int]:
    """Set the umpire's own password, before anybody else can be let in; from then on all must sign in."""
    kept, password = People(desk().store.log), request.form.get("password", "")
    if kept.has_host():
        raise not_there()
    try:
        name = _umpires_name(request.form.get("name", ""))
        passwords.check_new(password, "")
        person = kept.add(name, desk().now(), password=passwords.hashed(password), is_host=True)
    except (BadRequest, StoreFault) as fault:
        return _page(campaign, fault=fault_words(fault)), 409
    begin_session(person.id)
    return _back(campaign)


@people.post(f"{_HERE}/invite")
@role("umpire")
def invite(campaign: str) -> str | tuple[str, int]:
    """Draw an invitation, and show its link once."""
    session, kept = desk().store.session(campaign), People(desk().store.log)
    check_limits("invite", who().name)
    try:
        if not kept.has_host():
            raise BadRequest(409, "umpire", "the umpire has no password yet", "set one first, below")
        asked = _asked(session.setting, campaign)
        mail = _mail_address()
        _, secret = draw_link(
            kept, asked, "join", desk().now(), note=_field("note"),
            also=lambda made, secret: _invitation(session, made, secret, mail),
        )  # fmt: skip
    except (BadRequest, StoreFault) as fault:
        return _page(campaign, fault=fault_words(fault)), 409
    _note("invited", campaign, f"{asked.words} {_field('note')}")
    words = f"It is on its way to {mail}, too. {_WORDS['join']}" if mail else _WORDS["join"]
    return _page(campaign, link=address_of(secret), link_words=words)


def _mail_address() -> str:
    if not _field("mail"):
        return ""
    try:
        return check_address(_field("mail"))
    except ProblemsFound as fault:
        raise BadRequest(400, "mail", fault.problems[0].what, fault.problems[0].remedy) from fault


def _invitation(session: Session, made: Invite, secret: str, mail: str) -> list[Notice]:
    """Give the mail with a link; what it says is forgotten as soon as it is sent."""
    if not mail or post_settings().smtp is None:
        return []
    words = made._replace(key=dict(keys_of(session.setting)).get(made.key, made.key)).words
    text = (
        f"You are invited to {session.name} as {words}. This link opens it once, until {made.expires[:10]}:\n\n"
        f"{address_of(secret)}\n\nIf you know nothing of it, forget this mail."
    )
    heading = f"{session.name}: you are invited"
    return [Notice(made.campaign, "", "", "invitation", about=made.id, address=mail, body=body_of(heading, text))]


@people.post(f"{_HERE}/revoke")
@role("umpire")
def revoke(campaign: str) -> Response:
    """Take an invitation back."""
    if not People(desk().store.log).revoke(_field("id"), campaign):
        raise not_there()
    _note("took an invitation back", campaign)
    return _back(campaign)


@people.post(f"{_HERE}/end")
@role("umpire")
def end(campaign: str) -> Response:
    """Take a seat away."""
    ended = People(desk().store.log).end(_field("id"), campaign, desk().now())
    if ended is None:
        raise not_there()
    _note("took a seat away", campaign, f"{ended.name}, {ended.words}")
    return _back(campaign)


@people.post(f"{_HERE}/delay")
@role("umpire")
def delay(campaign: str) -> Response | tuple[str, int]:
    """Set how many turns late an observer is."""
    try:
        turns = _turns()
    except BadRequest as fault:
        return _page(campaign, fault=fault_words(fault)), 400
    if not People(desk().store.log).set_delay(_field("id"), campaign, turns):
        raise not_there()
    _note("set a delay", campaign, f"{turns} turns")
    return _back(campaign)


@people.post(f"{_HERE}/link")
@role("umpire")
def link(campaign: str) -> str:
    """Draw a person's link: ``kind`` seat, his way in without a password; reset, to a new password."""
    kept, kind = People(desk().store.log), _field("kind")
    person = _managed(kept, campaign, _field("person"))
    if kind == "reset":
        kept.set_password(person.id, "")
        secret = personal_link(kept, person, "reset", desk().now())
    else:
        kind, secret = "seat", personal_link(kept, person, "seat", desk().now())
    _note("drew a new link" if kind == "seat" else "reset a password", campaign, person.name)
    return _page(campaign, link=address_of(secret), link_words=_WORDS[kind])


@people.get("/people")
@role("host")
def everybody() -> str:
    """List everybody who has an account, and who did what in all campaigns."""
    return _everybody()


@people.post("/people/reset")
@role("host")
def reset() -> str:
    """Draw a link to a new password for somebody; the old one fits no longer."""
    kept = People(desk().store.log)
    person = _known(kept, _field("person"))
    if person.is_host:
        raise BadRequest(
            409, "person", f"{person.name} runs this server", "at its command line: sandtable people reset"
        )
    kept.set_password(person.id, "")
    secret = personal_link(kept, person, "reset", desk().now())
    _note("reset a password", "", person.name)
    return _everybody(link=address_of(secret), link_words=_WORDS["reset"])


@people.post("/people/remove")
@role("host")
def remove() -> Response:
    """Take somebody's account away, with all that he holds."""
    kept = People(desk().store.log)
    person = _known(kept, _field("person"))
    if person.is_host:
        raise BadRequest(
            409, "person", f"{person.name} runs this server", "at its command line: sandtable people remove"
        )
    kept.remove(person.id, desk().now())
    _note("removed an account", "", person.name)
    sent: Response = redirect("/people", 303)  # type: ignore[assignment]
    return sent


def keys_of(setting: Setting) -> list[tuple[str, str]]:
    """List the viewers that seats can be given for, with their names: sides, then commands."""
    sides = [(side.key, side.name) for side in setting.sides]
    known = {key for key, _ in sides}
    return sides + [(one.id, one.name) for one in commands_of(setting) if one.id not in known]


def _page(campaign: str, *, fault: str = "", link: str = "", link_words: str = "") -> str:
    session, kept = desk().store.session(campaign), People(desk().store.log)
    held, setting = kept.appointments(campaign=campaign), session.setting
    manage = {one.person: _may(kept, one.person) for one in held}
    return render_template(
        "people.html", campaign=campaign, name=session.name, token=page_token(), visitor=who(), fault=fault, link=link,
        link_words=link_words, groups=_groups(setting, held), manage=manage, roles=ROLES, keys=keys_of(setting),
        invites=[one for one in kept.links(campaign) if one.kind == "join"], default_delay=DEFAULT_DELAY,
        has_host=kept.has_host(), mails=post_settings().smtp is not None,
        least=passwords.LEAST, asked=request.form, now=desk().now().isoformat(),
        lines=SignIns(desk().store.log).audit(campaign=campaign, most=_MOST_LINES, before=_before()),
    )  # fmt: skip


def _everybody(*, link: str = "", link_words: str = "") -> str:
    kept = People(desk().store.log)
    rows = [(person, kept.appointments(person=person.id)) for person in kept.persons()]
    lines = SignIns(desk().store.log).audit(most=_MOST_LINES, before=_before())
    return render_template(
        "everybody.html", rows=rows, lines=lines, token=page_token(), visitor=who(), link=link, link_words=link_words
    )


def _groups(setting: Setting, held: tuple[Appointment, ...]) -> list[dict[str, Any]]:
    """Put the seats of a campaign together: the umpires, then each side and command, whoever holds it or not."""
    watch = [one for one in held if one.role == "observer" and one.key in {UMPIRE, "observer"}]
    rows = [(key, name, [one for one in held if one.key == key]) for key, name in keys_of(setting)]
    umpires = [one for one in held if one.role == UMPIRE]
    rows = [(UMPIRE, "Umpires", umpires), *rows, *([("observer", "Observers", watch)] if watch else [])]
    return [{"key": key, "name": name, "held": found} for key, name, found in rows]


def _asked(setting: Setting, campaign: str) -> Appointment:
    """Read from the form which seat is offered."""
    wanted, key = _field("role"), _field("key")
    found = next((one for one in ROLES if one == wanted), None)
    known = [one for one, _ in keys_of(setting)]
    if found is None:
        raise BadRequest(400, "role", f"there is no role {wanted[:40]!r}", "take one from the list")
    if found == UMPIRE:
        return Appointment("", "", campaign, found, UMPIRE)
    if found == "side":
        known = [side.key for side in setting.sides]
    if key not in (known if found != "observer" else [*known, UMPIRE, "observer"]):
        raise BadRequest(400, "key", f"{key[:40]!r} is nothing that a {found} can hold", "take one from the list")
    return Appointment("", "", campaign, found, key, _turns() if found == "observer" else 0)


def _turns() -> int:
    text = _field("delay") or str(DEFAULT_DELAY)
    if not (text.isascii() and text.isdecimal() and int(text[:4]) <= _MOST_DELAY):
        raise BadRequest(400, "delay", f"{text[:20]!r} is no number from 0 to {_MOST_DELAY}", "write 2")
    return int(text)


def _umpires_name(text: str) -> str:
    """Give the name of whoever runs the server; he alone may be called umpire."""
    return "umpire" if text.casefold().strip() in {"", UMPIRE} else check_name(text)


def _managed(kept: People, campaign: str, key: str) -> Person:
    """Find a person of the campaign whose way in the visitor may reset."""
    person = _known(kept, key)
    if not any(one.person == key for one in kept.appointments(campaign=campaign)) and not who().is_host:
        raise not_there()
    if not may_manage(who(), kept, person) or person.is_host:
        why = f"{person.name} has seats elsewhere, too"
        raise BadRequest(403, "person", why, "ask who runs this server: sandtable people reset")
    return person


def _may(kept: People, key: str) -> bool:
    person = kept.person(key)
    return person is not None and not person.is_host and may_manage(who(), kept, person)


def _known(kept: People, key: str) -> Person:
    person = kept.person(key)
    if person is None:
        raise not_there()
    return person


def _before() -> int:
    text = request.args.get("before", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


def _note(what: str, campaign: str, detail: str = "") -> None:
    SignIns(desk().store.log).note(who(), what, desk().now(), campaign=campaign, detail=detail)


def _field(name: str) -> str:
    return " ".join(request.form.get(name, "")[:200].split())


def _back(campaign: str) -> Response:
    sent: Response = redirect(url_for("people.campaign_people", campaign=campaign), 303)  # type: ignore[assignment]
    return sent
