"""Senders who begin a request and never end it: they hold as many connections open as they are told."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

__all__ = ["SlowSenders"]

HALF = b"POST /c/rush/umpire/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n{"
EACH, AGAIN_S = 38, 0.5
"""Of one address a server lets no more than 40 stand; so they come from several of this machine's own."""


class SlowSenders:
    """So many half-sent requests; one that the server cuts is begun anew."""

    def __init__(self, port: int, count: int) -> None:
        """Name the server."""
        self._port, self._count, self._over = port, count, threading.Event()
        self._open: dict[int, socket.socket] = {}
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        for number in range(self._count):
            self._open[number] = self._begun(number)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Hang up."""
        self._over.set()
        self._thread.join()
        for one in self._open.values():
            one.close()

    def _begun(self, number: int) -> socket.socket:
        source = (f"127.0.0.{2 + number // EACH}", 0)
        opened = socket.create_connection(("127.0.0.1", self._port), timeout=10, source_address=source)
        opened.sendall(HALF)
        opened.setblocking(False)
        return opened

    def _run(self) -> None:
        while not self._over.wait(AGAIN_S):
            for number, one in self._open.items():
                if _is_cut(one):
                    one.close()
                    with suppress(OSError):
                        self._open[number] = self._begun(number)


def _is_cut(opened: socket.socket) -> bool:
    try:
        opened.recv(1000)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True
