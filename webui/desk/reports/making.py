"""Make the reports of a turn as soon as it is closed: in the background, and after a restart what was left."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import uuid
from typing import TYPE_CHECKING

from campaign.model.people import PLAYING
from campaign.store.faults import StoreFault
from campaign.store.history import live_seqs
from campaign.store.kept.reports import Reports
from campaign.store.people import People
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.reports.kept import MIMETYPES, kept_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from campaign.store.kept.reports import Promised
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

__all__ = ["Printer", "make_promised"]

EVERY_S, BETWEEN_S = 1.0, 0.25
_LEASE = dt.timedelta(minutes=2)
_NAME = "reports"
_LOG = logging.getLogger(__name__)


def make_promised(
    store: CampaignStore, looks: Looks, holder: str, now: Callable[[], dt.datetime],
    is_over: Callable[[], bool] = lambda: False,
) -> int:  # fmt: skip
    """
    Make the reports that closings have promised; count them. A fault of one campaign keeps no other.

    Parameters
    ----------
    holder
        Who makes them: while somebody else does, nothing is done.
    is_over
        Asked before each report: True leaves the rest for later.
    """
    kept, leases, count = Reports(store.log), Sheets(store.log), 0
    waiting = kept.promised()
    if not waiting:
        return 0
    away = store.away.now()
    for due in waiting:
        if due.campaign in away:
            continue
        try:
            for make in _reports(store.session(due.campaign), looks, due):
                if is_over() or not leases.lease(_NAME, holder, now(), now() + _LEASE):
                    return count
                make()
                count += 1
        except (StoreFault, BadRequest) as fault:
            # Its pages say what is wrong with that campaign; the report is made when it is asked for.
            _LOG.warning("the reports of turn %s of %s could not be made: %s", due.turn, due.campaign, fault)
        kept.fulfil(due)
    leases.release(_NAME, holder)
    return count


def _reports(session: Session, looks: Looks, due: Promised) -> Iterator[Callable[[], object]]:
    """Give what makes each report of a turn, for all commands and sides that somebody holds; none if it was undone."""
    if due.seq not in live_seqs(session.chronicle):
        return
    day, turn = (int(part) for part in due.turn.split("."))
    held = People(session.log).appointments(campaign=session.campaign)
    for viewer in sorted({one.key for one in held if one.role in PLAYING}):
        look, diary = looks.look(session, viewer), Diary(session, viewer)
        for form in MIMETYPES:
            yield lambda form=form, look=look, diary=diary: kept_turn(look, diary, looks, form, day, turn)  # type: ignore[misc]


class Printer:
    """Look every second for reports that are to be made, in a thread of its own."""

    def __init__(self, store: CampaignStore, now: Callable[[], dt.datetime]) -> None:
        """Take the store and the clock on the wall."""
        self._store, self._now, self._holder = store, now, uuid.uuid4().hex
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reports", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the report that is being made; the rest is made when the program runs again."""
        self._over.set()
        self._thread.join(5 * EVERY_S)

    def _run(self) -> None:
        while not self._over.wait(EVERY_S):
            try:
                # Between two reports whoever waits for a page has his turn.
                make_promised(self._store, Looks(), self._holder, self._now, lambda: self._over.wait(BETWEEN_S))
            except Exception:  # the next look may go better, whatever this one met
                _LOG.exception("reports could not be made")
