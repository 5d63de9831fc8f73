"""
Tell open pages that what they show has changed, by Server-Sent Events.

A message says only "view changed, version n"; the page then fetches its own
view. Of these streams there are never more than a cap, so that they cannot
take all threads from the orders; who gets none asks again every few seconds.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from flask import Response

from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Bell", "Streams"]

HEARTBEAT_S = 5.0
POLL_S = 0.5
_RETRY_MS = 3000


class Bell:
    """Wakes the streams when something was written here; what others write they find by looking."""

    def __init__(self) -> None:
        """Hang it up."""
        self._condition = threading.Condition()

    def ring(self) -> None:
        """Wake all who wait."""
        with self._condition:
            self._condition.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait for the bell, but no longer than that."""
        with self._condition:
            self._condition.wait(seconds)


class Streams:
    """The open streams of an application."""

    def __init__(self, most: int) -> None:
        """Allow so many at a time."""
        self.bell = Bell()
        self._free = threading.BoundedSemaphore(most)
        self._closing = threading.Event()

    def close(self) -> None:
        """End all streams."""
        self._closing.set()
        self.bell.ring()

    def stream(self, version: Callable[[], int]) -> Response:
        """
        Answer with a stream of a viewer's versions.

        Raises
        ------
        BadRequest
            Status 503, if there are as many as are allowed.
        """
        if not self._free.acquire(blocking=False):
            raise BadRequest(503, "streams", "too many pages are listening", "this page asks again by itself")
        answer = Response(self._messages(version), mimetype="text/event-stream")
        answer.call_on_close(self._free.release)
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    def _messages(self, version: Callable[[], int]) -> Iterator[str]:
        last, spoken = version(), time.monotonic()
        yield f"retry: {_RETRY_MS}\n\n{_message(last)}"
        while not self._closing.is_set():
            self.bell.wait(POLL_S)
            now = version()
            if now != last:
                last, spoken = now, time.monotonic()
                yield _message(now)
            elif time.monotonic() - spoken > HEARTBEAT_S:
                spoken = time.monotonic()
                yield ": still here\n\n"


def _message(version: int) -> str:
    return f'event: view\ndata: {{"version": {version}}}\n\n'
