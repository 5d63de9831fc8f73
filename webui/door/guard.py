"""Say who sent a request: by the cookie of his session, or the umpire of this machine where nobody has an account."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Literal

from flask import Flask, Response, current_app, g, request

from campaign.model.people import Visitor
from campaign.model.viewer import UnknownViewer, side_of, viewer_of
from campaign.store.faults import StoreFault
from campaign.store.people import People, people_mark
from campaign.store.post.outbox import Outbox
from campaign.store.signins import SignIns
from webui.desk.faults import BadRequest
from webui.desk.sheets.mine import written_by
from webui.door import tokens
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["Accounts", "Guard", "begin_session", "end_session", "install_guard"]

Accounts = Literal["none", "wanted", "if any"]
"""
none: whoever asks is the umpire, on this machine alone; wanted: nobody comes in without signing in; if any: as wanted
once the umpire has set a password, as none before.
"""

_NAME = "sandtable_guard"
_COOKIE, _SECURE_COOKIE = "sandtable", "__Host-sandtable"
_COOKIE_DAYS = 400
"""The store decides how long a session lasts; the cookie only has to outlive it."""
_NOBODY_HOLDS = 3.0
"""So many seconds it is believed that nobody has an account; see ``Guard.asks``."""
_PATIENCE = 2.0
"""So many seconds a page waits for a long log before it says that it is being read."""
_CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_TELLS_ITSELF = frozenset({"people", "post_page", "post_umpire", "seats"})
"""Rooms that write down better what was done than their addresses say."""
_SHOWS = frozenset({"pages.campaign", "api.view", "sheets.day", "sheets.day_json", "day.day_page"})
"""What shows a viewer what has happened: after it he is not told of that besides."""
_WORDS = {
    "give_order": "gave an order", "advance": "ended the phase", "done": "ended his phase", "undo": "took back",
    "begin": "began a campaign or a map", "play": "let sides play",
}  # fmt: skip


class Guard:
    """The door of one application."""

    def __init__(self, log: EventLog, accounts: Accounts, *, secure: bool = False) -> None:
        """
        Keep the door of a store.

        Parameters
        ----------
        secure
            Whether browsers come by https, so that the cookie is never sent in the open.
        """
        self._log, self._accounts, self.secure = log, accounts, secure
        self._local_token = tokens.local_token()
        self._nobody: tuple[object, float] | None = None

    @property
    def cookie(self) -> str:
        """The name of the cookie."""
        return _SECURE_COOKIE if self.secure else _COOKIE

    @property
    def asks(self) -> bool:
        """
        Whether visitors must sign in.

        Once there are accounts the database is not asked again: the door that is shut stays shut, and whoever removes
        the last account does not open it to all. While there are none, the answer holds for three seconds, as every
        request would else ask for it. That is safe: a password set through this process ends it at once, and one set
        by another program is late by that much on a door that served this machine alone, as it did all along.
        """
        if self._accounts == "if any" and not self._found_nobody():
            self._accounts = "wanted"
        return self._accounts == "wanted"

    def _found_nobody(self) -> bool:
        # Mark and time are taken before the question: what is written meanwhile makes the answer an old one.
        mark, now = people_mark(), monotonic()
        known = self._nobody
        if known is not None and known[0] is mark and now < known[1]:
            return True
        if People(self._log).has_host():
            return False
        self._nobody = (mark, now + _NOBODY_HOLDS)
        return True

    def visitor(self) -> Visitor:
        """Say who sent the request."""
        if not self.asks:
            return Visitor(is_local=True)
        token = request.cookies.get(self.cookie, "")
        return SignIns(self._log).visitor(tokens.digest(token), desk().now()) if token else Visitor()

    def token(self) -> str:
        """Give the token that this visitor's pages send; a stranger gets a cookie to hang it on."""
        if not self.asks:
            return self._local_token
        token = g.get("fresh_cookie") or request.cookies.get(self.cookie, "")
        if not token and request.method not in _CHANGES:
            token = g.fresh_cookie = tokens.fresh()
        return tokens.page_token(token) if token else ""

    def awaited(self, visitor: Visitor, campaign: str) -> None:
        """Tell who has a seat there, if the log of a campaign is still being read, how far that is."""
        if not campaign or not (visitor.is_host or visitor.holds(campaign)):
            return
        still = desk().readings.awaited(campaign, _PATIENCE)
        if still is not None:
            why = f"this campaign is being read: {still.done} of {still.entries} entries"
            remedy = "that is needed once after another version of the program; this page asks again by itself"
            raise BadRequest(503, "reading", why, remedy, wait=2)

    def side_of(self, campaign: str, viewer: str) -> str:
        """Name the side that a viewer of a campaign is of; "" if there is none."""
        try:
            setting = desk().store.session(campaign).setting
            return side_of(setting, viewer_of(setting, viewer))
        except (UnknownViewer, StoreFault):
            return ""

    def plays(self, campaign: str, viewer: str) -> bool:
        """Whether a person was seated at a side in the game itself."""
        return desk().plays(campaign, viewer)

    def has_no_holder(self, visitor: Visitor, campaign: str, viewer: str) -> bool:
        """Whether a viewer is a command that stands under the visitor and that nobody else holds."""
        try:
            setting = desk().store.session(campaign).setting
        except StoreFault:
            return False
        everybody = People(self._log).appointments(campaign=campaign)
        return viewer in {one.id for one in written_by(setting, visitor.holds(campaign), everybody)}

    def opened(self, visitor: Visitor, campaign: str, viewer: str) -> None:
        """Write down who changed what, and whose page an umpire opened, where people are told apart."""
        if visitor.person is None:
            return
        if request.endpoint in _SHOWS and request.method == "GET":
            Outbox(self._log).seen(visitor.person.id, campaign, viewer)
        room, _, name = (request.endpoint or "").partition(".")
        looked_as = request.endpoint == "pages.campaign" and viewer != "umpire" and visitor.is_umpire(campaign)
        if looked_as or (request.method in _CHANGES and room not in _TELLS_ITSELF):
            what = "looked as" if looked_as else _WORDS.get(name, name.replace("_", " "))
            SignIns(self._log).note(visitor, what, desk().now(), campaign=campaign, detail=viewer if campaign else "")


def install_guard(app: Flask, guard: Guard) -> None:
    """Give an application its door, and have cookies set."""
    app.extensions[_NAME] = guard
    app.after_request(_cookies)


def begin_session(person: str, *, by_link: bool = False) -> None:
    """Sign a person in: always with a fresh token, so that nobody can have planted it."""
    guard = _guard()
    old = request.cookies.get(guard.cookie, "")
    kept = SignIns(desk().store.log)
    if old:
        kept.end(tokens.digest(old))
    g.fresh_cookie = tokens.fresh()
    kept.begin(tokens.digest(g.fresh_cookie), person, desk().now(), by_link=by_link)


def end_session() -> None:
    """Sign the visitor out."""
    old = request.cookies.get(_guard().cookie, "")
    if old:
        SignIns(desk().store.log).end(tokens.digest(old))
    g.fresh_cookie = ""


def _guard() -> Guard:
    guard: Guard = current_app.extensions[_NAME]
    return guard


def _cookies(answer: Response) -> Response:
    if "fresh_cookie" not in g:
        return answer
    guard = _guard()
    # Without a token the cookie is deleted: it is over at once.
    lasts = _COOKIE_DAYS * 86400 if g.fresh_cookie else 0
    answer.set_cookie(
        guard.cookie, g.fresh_cookie, max_age=lasts, path="/", httponly=True, samesite="Lax", secure=guard.secure
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
