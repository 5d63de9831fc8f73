"""
Serve one address by several processes: the first listens, and starts the others on the same socket.

Each reads and writes the one store, which keeps the order of things; whatever one writes the pages of the others hear
within a quarter of a second. A worker that dies is started anew; when the first one ends, all end.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Any

import click

from webui.door.tokens import SHARED_TOKEN

__all__ = ["Workers", "inherited", "is_first", "watch_parent"]

_SOCKET = "SANDTABLE_WORKER_SOCKET"
_AGAIN_S = 1.0


def is_first() -> bool:
    """Whether this process is the one that listens, and starts the others."""
    return _SOCKET not in os.environ


def inherited() -> socket.socket | None:
    """Take the listening socket of the first worker, once; None in the first worker itself."""
    number = os.environ.get(_SOCKET)
    return socket.socket(fileno=int(number)) if number else None


def watch_parent() -> None:
    """End this worker when the first one is gone, however it went: its end of standard input closes."""

    def watch() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class Workers:
    """The other workers of the first one."""

    def __init__(self, count: int) -> None:
        """Draw what all workers' pages share; call it before the application is made."""
        self._count = count
        self._running: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        if count:
            os.environ.setdefault(SHARED_TOKEN, secrets.token_urlsafe(24))

    def start(self, listening: Any) -> None:
        """Start them on the socket of a server that listens."""
        for _ in range(self._count):
            threading.Thread(target=self._keep, args=(listening.socket.fileno(),), daemon=True).start()

    def _keep(self, number: int) -> None:
        while worker := self._begun(number):
            worker.wait()
            if not self._ended.is_set():
                click.echo(f"worker {worker.pid} died (status {worker.returncode}); it is started anew", err=True)
                time.sleep(_AGAIN_S)

    def _begun(self, number: int) -> subprocess.Popen[bytes] | None:
        command = [sys.executable, "-c", "from webui.cli import main; main()", *sys.argv[1:]]
        with self._lock:
            if self._ended.is_set():
                return None
            worker = subprocess.Popen(
                command, pass_fds=[number], stdin=subprocess.PIPE, env={**os.environ, _SOCKET: str(number)}
            )
            self._running = [one for one in self._running if one.poll() is None] + [worker]
            return worker

    def close(self) -> None:
        """End them, and wait until they have ended."""
        self._ended.set()
        with self._lock:
            for worker in self._running:
                worker.terminate()
        for worker in self._running:
            worker.wait()
