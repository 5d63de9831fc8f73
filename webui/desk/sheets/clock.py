"""Close turns at their deadlines, in whatever process holds the lease; nothing runs by surprise."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import uuid
from typing import TYPE_CHECKING

from campaign.store.faults import StoreFault
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest
from webui.desk.keeping.removing import remove_old
from webui.desk.sheets.closing import close_turn, go_on_closing
from webui.desk.sheets.overseeing import due, next_deadline

if TYPE_CHECKING:
    from collections.abc import Callable

    from webui.desk.library import CampaignStore

__all__ = ["EVERY_S", "Clockwork", "tick"]

EVERY_S = 5.0
_LEASE = dt.timedelta(seconds=30)
_LOG = logging.getLogger(__name__)


def tick(store: CampaignStore, holder: str, now: dt.datetime) -> list[str]:
    """Close the turns that are due by the clock; name their campaigns. A fault of one campaign keeps no other."""
    kept, closed = Sheets(store.log), list[str]()
    if not any(one.mode != "umpire" for one in kept.deadlines().values()):
        return closed
    if not kept.lease("clock", holder, now, now + _LEASE):
        return closed
    away = store.away.now()
    for campaign, deadline in kept.deadlines().items():
        if campaign in away:
            continue
        try:
            if deadline.mode != "umpire" and _closed(store, campaign, now):
                closed.append(campaign)
        except (StoreFault, BadRequest) as fault:
            _LOG.warning("the turn of %s could not be closed by the clock: %s", campaign, fault)
    return closed


def _closed(store: CampaignStore, campaign: str, now: dt.datetime) -> bool:
    session = store.session(campaign)
    if session.state.closing is not None:
        go_on_closing(session)
    else:
        found = due(session, now)
        if not found.now:
            return False
        close_turn(session, found.turn)
    next_deadline(session, now)
    return True


class Clockwork:
    """Look at the clock every few seconds, in a thread of its own."""

    def __init__(self, store: CampaignStore, now: Callable[[], dt.datetime], ring: Callable[[], None]) -> None:
        """Take the store, the clock on the wall, and what tells open pages to look again."""
        self._store, self._now, self._ring = store, now, ring
        self._holder, self._over = uuid.uuid4().hex, threading.Event()
        self._tidied: dt.date | None = None
        self._thread = threading.Thread(target=self._run, name="clockwork", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and give the lease back."""
        self._over.set()
        self._thread.join(EVERY_S)
        Sheets(self._store.log).release("clock", self._holder)

    def _tidy(self, now: dt.datetime) -> None:
        """Once a day, remove for good the campaigns that were deleted long enough ago."""
        if self._tidied == now.date():
            return
        self._tidied = now.date()
        for campaign in remove_old(self._store, now):
            _LOG.info("campaign %s was deleted thirty days ago, and is removed now", campaign)

    def _run(self) -> None:
        while not self._over.wait(EVERY_S):
            try:
                self._tidy(self._now())
                if tick(self._store, self._holder, self._now()):
                    self._ring()
            except Exception:  # the clock goes on, whatever one look at it met
                _LOG.exception("the clock could not be looked at")
