"""
Make the reports of a turn as soon as it is closed: in a process of their own, and after a restart what was left.

Two dozen commands' reports are a minute of work. In the server's own process each step of it would make whoever waits
for a page wait too; the other process steps back for everybody (``NICENESS``), and is gone when all is made.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import subprocess
import sys
import threading
import uuid
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.model.people import PLAYING
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from campaign.store.history import live_seqs
from campaign.store.kept.reports import Reports
from campaign.store.people import People
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest
from webui.desk.library import CampaignStore
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.reports.kept import MIMETYPES, kept_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from campaign.store.kept.reports import Promised
    from campaign.store.session import Session

__all__ = ["Helper", "Printer", "beside", "handed_over", "make_promised"]

EVERY_S, AGAIN_S = 1.0, 15.0
"""Between two looks for what is promised; and after one that came to nothing."""
NICENESS = 15
"""How far the process steps back for others: of 19, where there is such a thing."""
_LEASE = dt.timedelta(minutes=2)
_BEGIN = "import os; getattr(os, 'nice', int)({nice}); from {module} import beside; beside()"
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
    waiting = _waiting(store)
    for due in waiting:
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
    if waiting:
        leases.release(_NAME, holder)
    return count


def _waiting(store: CampaignStore) -> list[Promised]:
    """List the turns whose reports are to be made, of campaigns that are not put away."""
    waiting = Reports(store.log).promised()
    away = store.away.now() if waiting else {}
    return [due for due in waiting if due.campaign not in away]


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


def beside() -> None:
    """Make what is promised in this process, which the server has begun; end when it closes the standard input."""
    store, _, over = handed_over()
    try:
        make_promised(store, Looks(), uuid.uuid4().hex, lambda: dt.datetime.now(dt.UTC), over.is_set)
    finally:
        store.close()


def handed_over() -> tuple[CampaignStore, list[str], threading.Event]:
    """Read, in a process that a server has begun, its store and what else it was told; the event: the server ended."""
    address, folder, *more = json.loads(sys.stdin.readline())
    over = threading.Event()

    def watch() -> None:
        sys.stdin.read()
        over.set()

    threading.Thread(target=watch, name="parent", daemon=True).start()
    return CampaignStore(EventLog(address, create=False), Path(folder)), more, over


class Helper:
    """A process that does long work beside a server, by the function ``beside`` of a module, and ends."""

    def __init__(
        self, store: CampaignStore, module: str = __name__, more: Sequence[str] = (), *, nice: int = NICENESS
    ) -> None:
        """Begin it. Where the store is it reads, for others can see how a process was called, and not what it reads."""
        # In a session of its own a Ctrl+C at the keyboard does not cut it off in the middle of its work.
        begin = _BEGIN.format(nice=nice, module=module)
        self._process = subprocess.Popen(
            [sys.executable, "-c", begin], stdin=subprocess.PIPE, text=True, start_new_session=True
        )
        self._tell(json.dumps([store.log.address, str(store.folder), *more]) + "\n")

    def _tell(self, words: str) -> None:
        # One that has died at once reads nothing; how it ended is told by its exit code.
        with suppress(BrokenPipeError):
            if self._process.stdin is not None:
                self._process.stdin.write(words)
                self._process.stdin.flush()

    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def outcome(self) -> int:
        """Wait until it has ended; give its exit code."""
        code = self._process.wait()
        self.end(0)
        return code

    def end(self, wait_s: float) -> None:
        """End it after the report that it is making; one that takes too long is cut off, and that does no harm."""
        with suppress(BrokenPipeError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Printer:
    """Look every second for reports that are to be made, and begin a process that makes them, one at a time."""

    def __init__(self, store: CampaignStore, helper: Callable[[CampaignStore], Helper] = Helper) -> None:
        """Take the store, and what begins the process."""
        self._store, self._helper = store, helper
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reports", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the report that is being made; the rest is made when the program runs again."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(5 * EVERY_S)

    def _run(self) -> None:
        pause = EVERY_S
        while not self._over.wait(pause):
            try:
                pause = self._look()
            except Exception:  # the next look may go better, whatever this one met
                pause = AGAIN_S
                _LOG.exception("reports could not be made")

    def _look(self) -> float:
        """Have made what is promised; say how long to wait before the next look, in seconds."""
        before = [] if self._store.log.reads_only else _waiting(self._store)
        if not before:
            return EVERY_S
        helper = self._helper(self._store)
        while not (helper.is_done() or self._over.wait(EVERY_S / 4)):
            pass
        helper.end(3 * EVERY_S)
        # Of another server's reports, or of a fault, nothing is gained by asking again at once.
        return AGAIN_S if before[0] in _waiting(self._store) else EVERY_S
