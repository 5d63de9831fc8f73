"""
Tell open pages that what they show has changed, by Server-Sent Events.

A message says only "view changed, version n"; the page then fetches its own
view. The umpire's streams also tell that sheets were sealed or opened, by
an event of its own that no player's stream has: he hears nothing of others,
and does not wake for them. Of these streams there are never more than a cap, so that they cannot
take all threads from the orders; who gets none asks again every few seconds.
A person who has four for one view and opens a fifth page loses the oldest, which is mostly that of a page
he has left; where it still stands open, it is told so and asks from then on.
No stream asks the store while it waits: one watcher for all of a program looks
four times a second whether a log has grown, by whatever program.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

from flask import Response, request

from campaign.store.faults import StoreFault
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Sheets = Callable[[], str]
    """What says how the sheets of a campaign are; it changes when one is sealed or opened."""

__all__ = ["MOST_OF_ONE", "Bell", "Streams", "Watch"]

HEARTBEAT_S = 5.0
POLL_S = 0.25
MOST_OF_ONE = 4
"""How many streams one person has for one view: two pages, and those that he left within the last second."""

_MOST_AND_ENDING = 3 * MOST_OF_ONE
"""How many threads one person's streams take for one view, with those that were told to end and have not yet."""

_LOOK_ROUND_S = 1.0
_RETRY_MS = 3000


class Bell:
    """Wakes the streams when something was written."""

    def __init__(self) -> None:
        """Hang it up."""
        self._condition = threading.Condition()
        self._rung, self._for_umpires = 0, 0

    def ring(self, *, umpires: bool = False) -> None:
        """Wake all who wait; or the umpires alone."""
        with self._condition:
            self._for_umpires += 1
            self._rung += not umpires
            self._condition.notify_all()

    def rung(self, *, umpires: bool = False) -> int:
        """Say how often it has rung for a player, or for umpires."""
        return self._for_umpires if umpires else self._rung

    def call_off(self, ended: threading.Event) -> None:
        """Wake who waits with this event, and nobody else."""
        with self._condition:
            ended.set()
            self._condition.notify_all()

    def wait(self, seconds: float, heard: int, *, umpires: bool = False, ended: threading.Event | None = None) -> int:
        """
        Wait until it has rung more than ``heard`` times or was called off, and no longer than so many seconds.

        Returns
        -------
        int
            How often it has rung.
        """
        with self._condition:
            self._condition.wait_for(
                lambda: self.rung(umpires=umpires) != heard or (ended is not None and ended.is_set()), seconds
            )
            return self.rung(umpires=umpires)


class Watch:
    """Looks whether the logs that pages listen to have grown, and rings; it runs while there is such a page."""

    def __init__(self, bell: Bell, last_seq: Callable[[str], int]) -> None:
        """Set it up for a store's ``last_seq``."""
        self._bell, self._last_seq = bell, last_seq
        self._watched: Counter[str] = Counter()
        self._seen: dict[str, int] = {}
        self._sheets: dict[str, tuple[Sheets, str]] = {}
        """Of the campaigns whose umpire listens: what says how the sheets are, and how they were."""
        self._lock = threading.Lock()
        self._runs = False

    def begin(self, campaign: str, sheets: Sheets | None = None) -> None:
        """Watch a campaign for one page more; an umpire's says what ``sheets`` are like."""
        with self._lock:
            self._watched[campaign] += 1
            if sheets is not None:
                self._sheets.setdefault(campaign, (sheets, ""))
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="watch", daemon=True).start()

    def end(self, campaign: str) -> None:
        """Watch it for one page less."""
        with self._lock:
            self._watched -= Counter([campaign])
            if campaign not in self._watched:
                self._sheets.pop(campaign, None)

    def _run(self) -> None:
        while campaigns := self._asked():
            grown = [self._has_grown(campaign) for campaign in campaigns]
            sealed = [self._were_sealed(campaign) for campaign in campaigns]
            if any(grown):
                self._bell.ring()
            elif any(sealed):
                self._bell.ring(umpires=True)
            time.sleep(POLL_S)

    def _asked(self) -> list[str]:
        """List what is watched; with nothing left the watcher goes home, and the next page calls another."""
        with self._lock:
            self._runs = bool(self._watched)
            return list(self._watched)

    def _has_grown(self, campaign: str) -> bool:
        try:
            now = self._last_seq(campaign)
        except StoreFault:
            # The store may be away for a moment: who reads next is told of it, and this looks again.
            return False
        before = self._seen.get(campaign)
        self._seen[campaign] = now
        return now != before

    def _were_sealed(self, campaign: str) -> bool:
        sheets, before = self._sheets.get(campaign, (None, ""))
        if sheets is None:
            return False
        try:
            now = sheets()
        except StoreFault:
            return False
        with self._lock:
            if campaign in self._sheets:
                self._sheets[campaign] = (sheets, now)
        return now != before


class Streams:
    """The open streams of an application."""

    def __init__(self, most: int, last_seq: Callable[[str], int]) -> None:
        """Allow so many at a time, of campaigns whose logs ``last_seq`` asks."""
        self.bell = Bell()
        self._watch = Watch(self.bell, last_seq)
        self._free = threading.BoundedSemaphore(most)
        self._held: Counter[str] = Counter()
        self._heard_by: dict[str, list[threading.Event]] = {}
        """The streams of each holder that go on, oldest first, by the event that ends them."""
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def close(self) -> None:
        """End all streams."""
        self._closing.set()
        self.bell.ring()

    def stream(
        self, campaign: str, version: Callable[[], int], holder: str = "", sheets: Sheets | None = None
    ) -> Response:
        """
        Answer with a stream of a viewer's versions.

        Parameters
        ----------
        holder
            Who listens to what; of one such name there are at most ``MOST_OF_ONE``: one more ends the oldest,
            with an event "enough" to its page. "": nobody signed in.
        sheets
            What changes when a sheet is sealed or opened; for an umpire's stream alone.

        Raises
        ------
        BadRequest
            Status 503, if there are as many as are allowed.
        """
        ended = self._take(holder)
        self._watch.begin(campaign, sheets)

        def done() -> None:
            self._watch.end(campaign)
            self._give_back(holder, ended)

        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        messages = self._messages(version, gone, ended, sheets)
        answer = Response(messages, mimetype="text/event-stream")
        answer.call_on_close(done)
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    def _take(self, holder: str) -> threading.Event:
        ended = threading.Event()
        with self._lock:
            taken = bool(holder) and self._held[holder] >= _MOST_AND_ENDING
            if taken or not self._free.acquire(blocking=False):
                why = "you have other pages open that listen" if taken else "too many pages are listening"
                raise BadRequest(503, "streams", why, "this page asks again by itself")
            self._held[holder] += 1
            going_on = self._heard_by.setdefault(holder, [])
            going_on.append(ended)
            oldest = going_on.pop(0) if holder and len(going_on) > MOST_OF_ONE else None
        if oldest is not None:
            self.bell.call_off(oldest)
        return ended

    def _give_back(self, holder: str, ended: threading.Event) -> None:
        with self._lock:
            self._held -= Counter([holder])
            self._heard_by[holder] = [one for one in self._heard_by.get(holder, ()) if one is not ended]
            if not self._heard_by[holder]:
                del self._heard_by[holder]
            self._free.release()

    def _messages(
        self, version: Callable[[], int], gone: Callable[[], bool], ended: threading.Event, sheets: Sheets | None
    ) -> Iterator[str]:
        umpires = sheets is not None
        heard = self.bell.rung(umpires=umpires)
        told, spoken = _news(version, sheets), time.monotonic()
        yield f"retry: {_RETRY_MS}\n\n{''.join(told)}"
        while not self._closing.is_set() and not gone():
            before, heard = heard, self.bell.wait(_LOOK_ROUND_S, heard, umpires=umpires, ended=ended)
            if ended.is_set():
                yield "event: enough\ndata: {}\n\n"
                return
            now = _news(version, sheets) if heard != before else told
            if now != told:
                fresh = "".join(new for new, old in zip(now, told, strict=True) if new != old)
                told, spoken = now, time.monotonic()
                yield fresh
            elif time.monotonic() - spoken > HEARTBEAT_S:
                spoken = time.monotonic()
                yield ": still here\n\n"


def _news(version: Callable[[], int], sheets: Sheets | None) -> tuple[str, ...]:
    """Give the messages that say how things are now: of the view, and to an umpire of the sheets."""
    view = f'event: view\ndata: {{"version": {version()}}}\n\n'
    return (view,) if sheets is None else (view, f'event: sheets\ndata: {{"sheets": "{sheets()}"}}\n\n')
