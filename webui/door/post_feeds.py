"""Answer feed readers and calendars, which cannot sign in, by addresses that hold a secret; and a player's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request

from campaign.model.people import PLAYING
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import WishBook
from campaign.views import UMPIRE
from webui.door import tokens
from webui.door.limits import check_limits, from_where
from webui.door.post_page import post_settings
from webui.post.feeds import atom, calendar
from webui.serving.security import not_there, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.store.post.wishes import Feed
    from campaign.store.session import Session

__all__ = ["post_feeds"]

post_feeds = Blueprint("post_feeds", __name__)


@post_feeds.get("/feed/<secret>")
@role("public")
def feed(secret: str) -> Response:
    """Give what a seat was told, to who has the address of its feed."""
    asked = _asked(secret, "feed")
    book, people = WishBook(desk().store.log), People(desk().store.log)
    if not any(one.key == asked.viewer for one in people.appointments(campaign=asked.campaign, person=asked.person)):
        raise not_there()
    rows = Outbox(desk().store.log).fed(asked.person, asked.campaign, asked.viewer)
    session = desk().store.session(asked.campaign)
    name = f"{tokens.digest(secret)[:24]}"
    body = atom(session, rows, book.wishes(asked.person), post_settings(), name=name, since=asked.made)
    return _sent(body, "application/atom+xml")


@post_feeds.get("/calendar/<secret>.ics")
@role("public")
def subscribed(secret: str) -> Response:
    """Give the deadlines of all of a person's seats, to who has the address of his calendar."""
    asked = _asked(secret, "calendar")
    held = People(desk().store.log).appointments(person=asked.person)
    campaigns = sorted({one.campaign for one in held if one.role in PLAYING or one.role == UMPIRE})
    return _calendar([found for found in map(_session, campaigns) if found is not None], asked.person)


@post_feeds.get("/c/<campaign>/<viewer>/deadlines.ics")
@role("player")
def deadlines(campaign: str, viewer: str) -> Response:  # noqa: ARG001 - the guard has looked at it
    """Give the deadline of a campaign's turn, to take into a calendar."""
    person = who().person
    return _calendar([desk().store.session(campaign)], "" if person is None else person.id)


def _asked(secret: str, kind: str) -> Feed:
    """Find what an address with a secret answers; who guesses is counted, and told what is told of nothing."""
    found = WishBook(desk().store.log).feed(tokens.digest(secret)) if len(secret) < 100 else None
    if found is None or found.kind != kind:
        check_limits("feed", from_where())
        raise not_there()
    return found


def _session(campaign: str) -> Session | None:
    try:
        return desk().store.session(campaign)
    except StoreFault:
        # One that cannot be opened takes nothing from the others; its own page says what is wrong.
        return None


def _calendar(sessions: list[Session], person: str) -> Response:
    wishes = WishBook(desk().store.log).wishes(person)
    return _sent(calendar(sessions, wishes, post_settings(), desk().now()), "text/calendar")


def _sent(body: bytes, mimetype: str) -> Response:
    answer = Response(body, mimetype=mimetype)
    # Readers of feeds ask by the mark that they had last; a browser is to keep nothing of a seat.
    answer.headers["Cache-Control"] = "no-store"
    answer.add_etag()
    return answer.make_conditional(request)  # type: ignore[return-value]
