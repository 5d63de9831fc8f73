"""What the pages of a club ask a server for, over the wire: streams, sheets, views, and the closing of the turn."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode

from benchmarks.rush.rushclub import CAMPAIGN

if TYPE_CHECKING:
    from benchmarks.rush.rushclub import Club, Visitor

__all__ = ["Faults", "OpenPage", "Player", "ask", "close_turn"]

TIMEOUT_S = 30
QUIET_S = 3.0
"""A stream that says nothing for so long after the closing has heard all of it."""


class Faults:
    """What went wrong, from all threads."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.all: list[str] = []

    def add(self, words: str) -> None:
        """Note one."""
        self.all.append(words)


def ask(port: int, who: Visitor, name: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
    """Ask for something of a visitor's viewer, or post data; give status and bytes."""
    headers = {"Cookie": f"sandtable={who.cookie}", "Accept-Encoding": "gzip"}
    if body is not None:
        headers |= {"Content-Type": "application/json", "X-Sandtable-Token": who.token}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    try:
        url = f"/c/{CAMPAIGN}/{who.viewer}/{name}"
        connection.request("POST" if body is not None else "GET", url, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def close_turn(port: int, club: Club, faults: Faults) -> float:
    """Have the umpire close the turn by his form; give when he was answered."""
    who, connection = club.umpire, http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"Cookie": f"sandtable={who.cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    form = urlencode({"turn": club.turn, "token": who.token})
    connection.request("POST", f"/c/{CAMPAIGN}/umpire/closing", form, headers)
    status = connection.getresponse().status
    ended = time.perf_counter()
    connection.close()
    if status != 303:
        faults.add(f"the closing was answered with {status}")
    return ended


class OpenPage:
    """A page with a stream: at each message it fetches its view, as the page does, one at a time."""

    def __init__(self, port: int, who: Visitor, faults: Faults) -> None:
        """Name the visitor."""
        self._port, self._who, self._faults = port, who, faults
        self.messages: list[float] = []
        self.views: list[tuple[float, float]] = []
        self._wanted, self._over = threading.Event(), threading.Event()

    def __enter__(self) -> Self:
        """Open it."""
        self._stream = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_S)
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._listen, self._fetch)]
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self._over.set()
        self._wanted.set()
        with suppress(AttributeError, OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        for one in self._threads:
            one.join(TIMEOUT_S)

    def _listen(self) -> None:
        try:
            headers = {"Cookie": f"sandtable={self._who.cookie}"}
            self._stream.request("GET", f"/c/{CAMPAIGN}/{self._who.viewer}/events", None, headers)
            # The answer ends with its connection, which forgets the socket at once.
            self._socket = self._stream.sock
            answer = self._stream.getresponse()
            if answer.status != 200:
                self._faults.add(f"a stream was answered with {answer.status}: {answer.read(200)!r}")
                self.messages.append(time.perf_counter())
                return
            while line := answer.readline():
                if line.startswith(b"data:"):
                    self.messages.append(time.perf_counter())
                    self._wanted.set()
        except (OSError, http.client.HTTPException) as error:
            if not self._over.is_set():
                self._faults.add(f"a stream broke: {error!r}")

    def _fetch(self) -> None:
        while self._wanted.wait() and not self._over.is_set():
            self._wanted.clear()
            begun = time.perf_counter()
            with suppress(OSError, http.client.HTTPException):
                status, _ = ask(self._port, self._who, "view.json")
                self.views.append((begun, time.perf_counter()))
                if status == 200:
                    continue
            self._faults.add("a view was not served")

    def heard_after(self, begun: float, ended: float) -> float:
        """Give how many seconds after the umpire was answered the last message came."""
        while time.perf_counter() < max([ended, *self.messages]) + QUIET_S:
            time.sleep(0.05)
        if not any(moment > begun for moment in self.messages):
            self._faults.add(f"the stream of {self._who.name} did not hear the closing")
        return max(0.0, *(moment - ended for moment in self.messages)) if self.messages else 0.0

    def views_after(self, begun: float) -> list[float]:
        """List how many milliseconds views took that were asked for after a moment."""
        return [1e3 * (end - start) for start, end in self.views if start > begun]


class Player:
    """A player in the last minute: he saves his sheet as he writes, checks it, and seals it at the end."""

    def __init__(self, port: int, who: Visitor, turn: str, faults: Faults, late: float) -> None:
        """Name him; ``late``: from 0 to 1, how near the end of the minute he seals."""
        self._port, self._who, self._turn, self._faults, self._late = port, who, turn, faults, late
        self.spent: list[float] = []

    def play(self, seconds: float) -> None:
        """Send five sheets, spread over the time; half of the players seal in its last fifth."""
        last = seconds * (0.6 + 0.4 * self._late**0.5)
        start, version = time.perf_counter(), 0
        for number, text in enumerate(self._who.sheets):
            wait = last * (number + 1) / len(self._who.sheets) - (time.perf_counter() - start)
            time.sleep(max(0.0, wait))
            is_last = number == len(self._who.sheets) - 1
            version = self._send("seal" if is_last else ("save", "check")[number % 2], text, version)

    def _send(self, do: str, text: str, version: int) -> int:
        body = {"do": do, "text": text, "version": version, "send_id": uuid.uuid4().hex, "turn": self._turn}
        begun = time.perf_counter()
        try:
            status, data = ask(self._port, self._who, "day.json", body)
        except (OSError, http.client.HTTPException) as error:
            self._faults.add(f"a sheet was not answered: {error!r}")
            return version
        self.spent.append(1e3 * (time.perf_counter() - begun))
        if status != 200:
            self._faults.add(f"a sheet was answered with {status}: {data[:200]!r}")
            return version
        return version if do == "check" else int(json.loads(data)["sheet"]["version"])
