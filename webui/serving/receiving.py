"""
Take in requests, however slowly they come, without letting one sender keep out the others.

Waitress reads a request whole before it takes a thread for it, so slow senders
cost only connections. What it lacks is done here: a request has so long to
arrive, however it trickles; of one address only so many are half-sent at a
time (the oldest goes first); only pages that take files may be sent large ones.
"""

from __future__ import annotations

import copy
import re
import threading
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import waitress
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from webui.serving.mapdesk import MOST_MAP_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MOST_HALF_SENT", "HalfSent", "receiver"]

MOST_HALF_SENT = 40
"""How many half-sent requests one address may have open."""

ARRIVES_IN_S = 30.0
"""How long a request may take to arrive, from its first byte."""

_UPLOADS = re.compile(r"/m/|/grounds/|/c/[^/]+/umpire/positions$|/scenarios(?:/open)?$|/rules(?:/|$)")
"""Where files are sent: maps, sources of grounds, saves of VASSAL, orders of battle, rules."""
_MOST_BODY = 1 << 20
_SETTINGS = {
    "connection_limit": 1000,
    "channel_timeout": 30,
    "cleanup_interval": 5,
    "max_request_body_size": MOST_MAP_BYTES + _MOST_BODY,
    # select() knows no file number above 1023
    "asyncore_use_poll": True,
    # while a stream is open the server reads on, and so notices at once that its page was closed
    "channel_request_lookahead": 1,
    "ident": "sandtable",
}


class HalfSent:
    """The connections of a server whose request has begun and is not there yet, by address, oldest first."""

    def __init__(self, most: int = MOST_HALF_SENT, seconds: float = ARRIVES_IN_S) -> None:
        """Allow so many of an address, for so long."""
        self.most, self.seconds = most, seconds
        self._open: defaultdict[str, dict[Any, float]] = defaultdict(dict)

    def note(self, channel: Any) -> None:
        """Note that a request of this connection is not there yet; close what is too old or too many."""
        waiting = self._open[_address(channel)]
        begun = waiting.setdefault(channel, time.monotonic())
        if time.monotonic() - begun > self.seconds:
            channel.will_close = True
        while len(waiting) > self.most:
            oldest = next(iter(waiting))
            del waiting[oldest]
            oldest.will_close = True

    def forget(self, channel: Any) -> None:
        """Note that a request arrived, or that its connection was closed."""
        address = _address(channel)
        self._open[address].pop(channel, None)
        if not self._open[address]:
            del self._open[address]


class _Parser(HTTPRequestParser):  # type: ignore[misc] # waitress has no types
    """Reads a request; one that is no upload may be small only."""

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if not _UPLOADS.match(self.path):
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = _MOST_BODY


class _Channel(HTTPChannel):  # type: ignore[misc] # waitress has no types
    """A connection that says when a request of it is half-sent; a new one is, until its first request is there."""

    parser_class = _Parser
    half_sent: HalfSent

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.half_sent.note(self)

    def received(self, data: bytes) -> bool:
        taken = bool(super().received(data))
        if self.request is None:
            self.half_sent.forget(self)
        else:
            self.half_sent.note(self)
        return taken

    def del_channel(self, map: Any = None) -> None:  # noqa: A002 - waitress names it so
        super().del_channel(map)
        self.half_sent.forget(self)


def receiver(
    app: Callable[..., Any], host: str, port: int, threads: int, half_sent: HalfSent | None = None, **more: Any
) -> Any:
    """
    Make a server that listens for an application; ``run()`` serves, ``close()`` ends it.

    It listens at a host and port, or takes ``sockets`` that listen already.

    Raises
    ------
    OSError
        If that port cannot be listened at.
    """
    kind = type("Channel", (_Channel,), {"half_sent": half_sent or HalfSent()})
    sockets: dict[int, Any] = {}
    if "sockets" not in more:
        more |= {"host": host, "port": port}
    server = waitress.create_server(app, map=sockets, threads=threads, **_SETTINGS, **more)
    for one in {server, *sockets.values()}:
        if hasattr(one, "channel_class"):
            one.channel_class = kind
            _silence_when_closed(one.trigger)
    return server


def _silence_when_closed(trigger: Any) -> None:
    """
    Keep a request that ends after its server was closed from waking it.

    Waitress wakes its loop by writing a byte to a pipe, by the number of its file. Once that is closed the number
    may be that of a store, and the byte would be written over the first one of it.
    """
    close, pull, lock, closed = trigger.close, trigger.pull_trigger, threading.RLock(), threading.Event()

    def close_once() -> None:
        with lock:
            closed.set()
            close()

    def pull_while_open(thunk: Callable[[], None] | None = None) -> None:
        with lock:
            if not closed.is_set():
                pull(thunk)

    trigger.close, trigger.pull_trigger = close_once, pull_while_open


def _address(channel: Any) -> str:
    return str(channel.addr[0])
