"""Show a person how he is told, and keep what he says of it: addresses, quiet hours, reminders, feeds, a calendar."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from flask import Blueprint, Response, current_app, redirect, render_template, request

from campaign.model.people.telling import KINDS, MOST_HOURS, UMPIRES, WAYS, Notice, Report, Wishes
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import Feed, WishBook
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest
from webui.door import tokens
from webui.door.limits import check_limits
from webui.door.seats import viewer_words
from webui.post.hooks import check_hook
from webui.post.mail import check_address
from webui.post.settings import read_settings
from webui.post.words import body_of
from webui.serving.security import not_there, page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from campaign.model.people import Appointment, Person
    from campaign.model.people.telling import Way
    from webui.post.settings import PostSettings

__all__ = ["install_post", "post_page", "post_settings"]

post_page = Blueprint("post_page", __name__)

_SETTINGS = "sandtable_post"
_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 8
_CODE_HOLDS = dt.timedelta(days=1)
_MOST_REMINDERS = 4
_MOST_ROWS = 12
_REPORTS: tuple[Report, ...] = ("", "text", "pdf")


def install_post(app: Flask, folder: Path, settings: PostSettings | None = None) -> None:
    """Say how an application reaches people; without ``settings`` as it is set beside the store."""
    app.extensions[_SETTINGS] = settings or read_settings(folder)


def post_settings() -> PostSettings:
    """Give how this server reaches people."""
    found: PostSettings = current_app.extensions[_SETTINGS]
    return found


@post_page.get("/account/post")
@role("person")
def page() -> str:
    """Show how the visitor is told, what was sent to him, and what could not be."""
    return _page()


@post_page.post("/account/post")
@role("person")
def wish() -> str | Response | tuple[str, int]:
    """Keep what the visitor wants to be told, how and when."""
    try:
        wishes = _wishes()
    except BadRequest as fault:
        return _page(fault=f"{fault.why}; {fault.remedy}"), 400
    WishBook(desk().store.log).set_wishes(_person().id, wishes)
    return _back()


@post_page.post("/account/post/way")
@role("person")
def set_way() -> str | Response | tuple[str, int]:
    """Keep an address of the visitor; one of mail counts once he has typed in the code that is sent there."""
    person, way, book = _person(), _way(), WishBook(desk().store.log)
    text = request.form.get("address", "")[:300].strip()
    try:
        if not text:
            book.set_address(person.id, way, "")
        elif way == "mail":
            check_limits("post", person.id)
            _ask_for_code(person, check_address(text))
        else:
            address = check_hook(way, text, post_settings().hooks)
            book.set_address(person.id, way, address, confirmed=desk().now().isoformat())
    except ProblemsFound as fault:
        return _page(fault="; ".join(str(one) for one in fault.problems)), 400
    return _back()


@post_page.post("/account/post/confirm")
@role("person")
def confirm() -> str | Response | tuple[str, int]:
    """Count the visitor's address of mail from now on, if the code is the one that was sent there."""
    person, code = _person(), "".join(request.form.get("code", "")[:40].upper().split()).replace("-", "")
    if not WishBook(desk().store.log).confirm(person.id, "mail", _hashed(person, code), desk().now()):
        fault = "this is not the code, or it was tried too often, or is older than a day; save the address again"
        return _page(fault=fault), 403
    return _back()


@post_page.post("/account/post/test")
@role("person")
def test() -> Response:
    """Send the visitor a word by one of his ways; what becomes of it the page lists."""
    person, way = _person(), _way()
    check_limits("post", person.id)
    reached = WishBook(desk().store.log).reached(person.id).get(way)
    if reached is None or not reached.confirmed:
        raise not_there()
    body = body_of("Sandtable: a test", f"This is how {person.name} is told. Nothing has happened.")
    about = f"{way} {secrets.token_hex(4)}"
    told = Notice("", person.id, "", "test", about=about, address=reached.address, body=body)
    Outbox(desk().store.log).post_now([told], desk().now())
    return _back()


@post_page.post("/account/post/feed")
@role("person")
def draw_feed() -> str:
    """Draw the address of a seat's feed, or of the visitor's calendar, and show it once; the old one ends."""
    person, seat = _person(), _seat(request.form.get("seat", ""))
    secret, now = tokens.fresh(), desk().now().isoformat()
    kind = "calendar" if seat is None else "feed"
    feed = Feed(kind, person.id, "" if seat is None else seat.campaign, "" if seat is None else seat.key, now)
    WishBook(desk().store.log).set_feed(tokens.digest(secret), feed)
    path = f"/calendar/{secret}.ics" if kind == "calendar" else f"/feed/{secret}"
    return _page(drawn=post_settings().link(path))


def _page(*, fault: str = "", drawn: str = "") -> str:
    visitor, kept = who(), desk().store.log
    person = visitor.person
    if person is None:
        return render_template("post.html", visitor=visitor, token=page_token(), fault=fault)
    book, rows = WishBook(kept), Outbox(kept).rows(person=person.id, most=_MOST_ROWS)
    reached = book.reached(person.id)
    return render_template(
        "post.html", visitor=visitor, token=page_token(), fault=fault, drawn=drawn, ways=WAYS, kinds=_kinds(),
        reached=reached, there=[way for way in WAYS if way in reached and reached[way].confirmed],
        wishes=book.wishes(person.id), rows=rows, states=_STATES, settings=post_settings(),
        zones=sorted(available_timezones()), seats=[(one, *_names(one)) for one in visitor.appointments],
        drawn_for={(one.campaign, one.viewer) for one in book.feeds(person.id)}, words=_ROW_WORDS,
    )  # fmt: skip


_STATES = {
    "waiting": "waits", "sent": "sent", "failed": "could not be delivered", "seen": "you had looked already",
    "stale": "was no longer so", "withdrawn": "sent, and taken back later",
}  # fmt: skip
_ROW_WORDS = KINDS | {
    "test": "A test", "confirm": "The code for an address", "receipt": "What became of orders by mail",
    "invitation": "An invitation",
}  # fmt: skip


def _kinds() -> dict[str, str]:
    """List what may be told to the visitor: what needs an umpire only to who is one."""
    rules = who().is_host or any(one.role == "umpire" for one in who().appointments)
    return {kind: words for kind, words in KINDS.items() if rules or kind not in UMPIRES}


def _names(held: Appointment) -> tuple[str, str]:
    """Give the names of campaign and viewer of a seat; its ids if the campaign cannot be opened."""
    try:
        session = desk().store.session(held.campaign)
        setting, name = session.setting, session.name
    except Exception:  # whatever is wrong with one campaign, its own page says
        return held.campaign, held.words
    return name, held._replace(key=viewer_words(setting, held.key)).words if held.role != "umpire" else "umpire"


def _person() -> Person:
    person = who().person
    if person is None:
        raise BadRequest(409, "account", "there are no accounts here yet", "set one up on a campaign's page of people")
    return person


def _way() -> Way:
    found = next((way for way in WAYS if way == request.form.get("way", "")), None)
    if found is None:
        raise BadRequest(400, "way", "there is no such way to be told", f"take {', '.join(WAYS)}")
    return found


def _seat(key: str) -> Appointment | None:
    """Find the visitor's seat of an id; None for "", which is his calendar."""
    if not key:
        return None
    found = next((one for one in who().appointments if one.id == key), None)
    if found is None:
        raise not_there()
    return found


def _ask_for_code(person: Person, address: str) -> None:
    """Send a code to an address of mail, so that nobody has others written to."""
    now = desk().now()
    code = "".join(secrets.choice(_SIGNS) for _ in range(_CODE_LENGTH))
    expires = (now + _CODE_HOLDS).astimezone(dt.UTC).isoformat(timespec="milliseconds")
    book = WishBook(desk().store.log)
    book.set_address(person.id, "mail", address, code_hash=_hashed(person, code), expires=expires)
    text = (
        f"{person.name} wants to be told of his campaigns at this address. The code is {code[:4]}-{code[4:]}; "
        f"type it in at {post_settings().link('/account/post')} within a day.\n\n"
        "If you know nothing of it, forget this mail."
    )
    told = Notice("", person.id, "", "confirm", about=secrets.token_hex(8), address=address,
                  body=body_of("Sandtable: is this your address?", text))  # fmt: skip
    Outbox(desk().store.log).post_now([told], now)


def _hashed(person: Person, code: str) -> str:
    return hashlib.sha256(f"{person.id}/{code}".encode()).hexdigest()


def _wishes() -> Wishes:
    form = request.form
    zone = form.get("zone", "UTC").strip()
    if zone not in available_timezones():
        raise BadRequest(400, "zone", f"there is no time zone {zone[:40]!r}", "take one of the list: Europe/Berlin")
    quiet = _hour(form.get("quiet_from", "0")), _hour(form.get("quiet_to", "0"))
    report: Report = next((one for one in _REPORTS if one == form.get("report", "")), "")
    wanted = set(form.getlist("wanted"))
    offered = [one.partition("/") for one in form.getlist("offered")]
    refused = {
        (kind, way) for kind, _, way in offered if kind in KINDS and way in WAYS and f"{kind}/{way}" not in wanted
    }
    before = WishBook(desk().store.log).wishes(_person().id).refused
    kept = {pair for pair in before if "/".join(pair) not in form.getlist("offered")}
    return Wishes(zone, quiet, _hours(form.get("hours", "")), report, frozenset(refused | kept))


def _hour(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:3]) < 24):
        raise BadRequest(400, "quiet", f"{text[:10]!r} is no full hour of a day", "write 0 to 23")
    return int(text)


def _hours(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if len(words) > _MOST_REMINDERS or not all(
        word.isascii() and word.isdecimal() and 1 <= int(word[:5]) <= MOST_HOURS for word in words
    ):
        why = f"{text[:40]!r} are no hours before a deadline"
        raise BadRequest(400, "hours", why, f"write up to {_MOST_REMINDERS}, each from 1 to {MOST_HOURS}: 24 3")
    return tuple(sorted({int(word) for word in words}, reverse=True))


def _back() -> Response:
    sent: Response = redirect("/account/post", 303)  # type: ignore[assignment]
    return sent
