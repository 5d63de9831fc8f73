"""
Tell open pages that what they show has changed, by Server-Sent Events.

A message says only "view changed, version n"; the page then fetches its own
view. Of these streams there are never more than a cap, so that they cannot
take all threads from the orders; who gets none asks again every few seconds.
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

__all__ = ["MOST_OF_ONE", "Bell", "Streams", "Watch"]

HEARTBEAT_S = 5.0
POLL_S = 0.25
MOST_OF_ONE = 4
"""How many streams one person has for one view: two pages, and those that he left within the last second."""

_LOOK_ROUND_S = 1.0
_RETRY_MS = 3000


class Bell:
    """Wakes the streams when something was written."""

    def __init__(self) -> None:
        """Hang it up."""
        self._condition = threading.Condition()
        self.rung = 0

    def ring(self) -> None:
        """Wake all who wait."""
        with self._condition:
            self.rung += 1
            self._condition.notify_all()

    def wait(self, seconds: float, heard: int) -> int:
        """Wait until it has rung more than ``heard`` times, but no longer than that; say how often it has rung."""
        with self._condition:
            self._condition.wait_for(lambda: self.rung != heard, seconds)
            return self.rung


class Watch:
    """Looks whether the logs that pages listen to have grown, and rings; it runs while there is such a page."""

    def __init__(self, bell: Bell, last_seq: Callable[[str], int]) -> None:
        """Set it up for a store's ``last_seq``."""
        self._bell, self._last_seq = bell, last_seq
        self._watched: Counter[str] = Counter()
        self._seen: dict[str, int] = {}
        self._lock = threading.Lock()
        self._runs = False

    def begin(self, campaign: str) -> None:
        """Watch a campaign for one page more."""
        with self._lock:
            self._watched[campaign] += 1
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="watch", daemon=True).start()

    def end(self, campaign: str) -> None:
        """Watch it for one page less."""
        with self._lock:
            self._watched -= Counter([campaign])

    def _run(self) -> None:
        while campaigns := self._asked():
            grown = [self._has_grown(campaign) for campaign in campaigns]
            if any(grown):
                self._bell.ring()
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


class Streams:
    """The open streams of an application."""

    def __init__(self, most: int, last_seq: Callable[[str], int]) -> None:
        """Allow so many at a time, of campaigns whose logs ``last_seq`` asks."""
        self.bell = Bell()
        self._watch = Watch(self.bell, last_seq)
        self._free = threading.BoundedSemaphore(most)
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def close(self) -> None:
        """End all streams."""
        self._closing.set()
        self.bell.ring()

    def stream(self, campaign: str, version: Callable[[], int], holder: str = "") -> Response:
        """
        Answer with a stream of a viewer's versions.

        Parameters
        ----------
        holder
            Who listens to what; of one such name there are at most ``MOST_OF_ONE``. "": nobody signed in.

        Raises
        ------
        BadRequest
            Status 503, if there are as many as are allowed.
        """
        self._take(holder)
        self._watch.begin(campaign)

        def done() -> None:
            self._watch.end(campaign)
            self._give_back(holder)

        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        answer = Response(self._messages(version, gone), mimetype="text/event-stream")
        answer.call_on_close(done)
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    def _take(self, holder: str) -> None:
        with self._lock:
            taken = bool(holder) and self._held[holder] >= MOST_OF_ONE
            if taken or not self._free.acquire(blocking=False):
                why = "you have other pages open that listen" if taken else "too many pages are listening"
                raise BadRequest(503, "streams", why, "this page asks again by itself")
            self._held[holder] += 1

    def _give_back(self, holder: str) -> None:
        with self._lock:
            self._held -= Counter([holder])
            self._free.release()

    def _messages(self, version: Callable[[], int], gone: Callable[[], bool]) -> Iterator[str]:
        heard = self.bell.rung
        last, spoken = version(), time.monotonic()
        yield f"retry: {_RETRY_MS}\n\n{_message(last)}"
        while not self._closing.is_set() and not gone():
            before, heard = heard, self.bell.wait(_LOOK_ROUND_S, heard)
            now = version() if heard != before else last
            if now != last:
                last, spoken = now, time.monotonic()
                yield _message(now)
            elif time.monotonic() - spoken > HEARTBEAT_S:
                spoken = time.monotonic()
                yield ": still here\n\n"


def _message(version: int) -> str:
    return f'event: view\ndata: {{"version": {version}}}\n\n'
