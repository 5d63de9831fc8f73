"""Hold what the requests of one application share: the store, looks, logs and streams."""

from __future__ import annotations

import datetime as dt
import threading
from typing import TYPE_CHECKING, Protocol, TypeVar

from flask import current_app, request

from webui.desk.chairs import holds
from webui.desk.faults import BadRequest
from webui.desk.keeping.reading import Readings
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.moments import late_seq, seq_at
from webui.serving.forms import read_hex, read_number
from webui.serving.live import Streams
from webui.serving.security import lateness

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from campaign.model.things import Stand
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore
    from webui.desk.looks import Look

__all__ = ["Desk", "Shelf", "desk", "kept_under"]

_NAME = "sandtable"
T_co = TypeVar("T_co", covariant=True)


class Shelf(Protocol[T_co]):
    """What holds things of a store under keys."""

    def holds(self, key: str) -> bool:
        """Say whether there is one of that key."""

    def open(self, key: str) -> T_co:
        """Give it."""


def kept_under(shelf: Shelf[T_co], key: str, what: str) -> T_co:
    """
    Give what an address names.

    Raises
    ------
    BadRequest
        If there is none of that key.
    """
    if not shelf.holds(key):
        raise BadRequest(404, what, f"there is no {what} {key[:60]!r} here", f"take one from the list of {what}s")
    return shelf.open(key)


class Desk:
    """The shared things of one application."""

    def __init__(self, store: CampaignStore, most_streams: int) -> None:
        """Set it up for a store."""
        self.store, self.looks, self.readings = store, Looks(), Readings(store)
        self.streams = Streams(most_streams, store.log.last_seq)
        self.now: Callable[[], dt.datetime] = lambda: dt.datetime.now(dt.UTC)
        """What the clock on the wall says; the one place that asks it, so that tests need no clock."""
        self._diaries: dict[tuple[str, str], Diary] = {}
        self._lock = threading.Lock()

    def diary(self, campaign: str, viewer: str) -> Diary:
        """Give the log of a campaign as a viewer reads it."""
        session = self.store.session(campaign)
        with self._lock:
            return self._diaries.setdefault((campaign, viewer), Diary(session, viewer))

    def plays(self, campaign: str, viewer: str) -> bool:
        """Whether a viewer gives orders from his own page: the umpire, or a side that a person was seated at."""
        return holds(self.store.session(campaign), viewer)

    def look(self, campaign: str, viewer: str) -> tuple[Look, bool]:
        """
        Give the look that a request asks for, and whether it is how things stand now.

        The request's ``at`` names a moment; without it, it is now. An observer's now lies some turns back.
        """
        session = self.store.session(campaign)
        last = self.last_seq(session, viewer)
        now = self.looks.look(session, viewer, last)
        at = read_number(request, "at")
        if at is None:
            return now, last is None
        return self.looks.look(session, viewer, seq_at(session, viewer, at, last=last)), False

    def last_seq(self, session: Session, viewer: str) -> int | None:
        """Give the last log entry that the visitor may know of; None: he is not late."""
        late = lateness(session.campaign, viewer)
        return late_seq(session, late) if late else None

    def stand(self, look: Look) -> Stand:
        """Give the stand that a request names, if the viewer sees it."""
        key = request.args.get("stand", "")
        stand = look.state.stands.get(key)
        if stand is None:
            raise BadRequest(404, "unit", f"there is no unit {key[:60]!r} here", "take one from the list of units")
        return stand

    def own_stand(self, look: Look) -> Stand:
        """Give the stand that a request names, if the viewer knows all about it and it is on the map."""
        stand = self.stand(look)
        if not look.knows(stand) or not stand.on_map:
            name = stand.profile.short or "this unit"
            raise BadRequest(409, "unit", f"{name} is not yours or not on the map", "take one that is")
        return stand

    def hex(self, look: Look) -> int:
        """Give the index of the hex that a request names by its printed number."""
        return read_hex(look.hexmap, request.args.get("hex", ""))


def desk() -> Desk:
    """Give the desk of the application that answers."""
    found = current_app.extensions[_NAME]
    assert isinstance(found, Desk)
    return found


def install(app: Flask, made: Desk) -> None:
    """Give an application its desk."""
    app.extensions[_NAME] = made
