"""
A PostgreSQL server of the tests' own: made in a folder that is gone afterwards, reached by a socket in it.

``tests/setup_postgres.sh`` installs the programs on Debian as root. Where they are missing the tests on PostgreSQL are
skipped and say so; with ``CI=true`` they fail instead.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

USER = "postgres"
_NUMBERS = itertools.count(1)
_SETTINGS = {"listen_addresses": "", "fsync": "off", "max_connections": "60", "shared_buffers": "32MB"}


def programs() -> Path | None:
    """Find the folder of initdb, postgres and createdb: the newest that Debian installs, or the one of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).parent if named else None


def _as_user() -> dict[str, str]:
    """PostgreSQL refuses to run as root."""
    return {"user": USER, "group": USER} if os.geteuid() == 0 else {}


class Server:
    """A running server; ``database()`` gives the address of a new empty database on it."""

    def __init__(self, bin_folder: Path, folder: Path) -> None:
        self._bin, self.folder = bin_folder, folder

    def run(self, program: str, *words: str) -> str:
        """Run one of PostgreSQL's programs on it."""
        command = [str(self._bin / program), "-h", str(self.folder), "-U", USER, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=self.folder).stdout

    def database(self) -> str:
        name = f"sandtable_{next(_NUMBERS)}"
        self.run("createdb", name)
        return f"postgresql+psycopg://{USER}@/{name}?host={quote(str(self.folder), safe='')}"


@contextmanager
def serving() -> Iterator[Server | None]:
    """Run a server; None where PostgreSQL is not installed."""
    bin_folder = programs()
    if bin_folder is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER, USER)
    data = folder / "data"
    words = ["-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
    subprocess.run([bin_folder / "initdb", *words], check=True, capture_output=True, cwd=folder, **_as_user())
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = [bin_folder / "postgres", "-D", data, "-k", folder, *settings]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **_as_user())
    try:
        server = Server(bin_folder, folder)
        _await(server, process)
        yield server
    finally:
        process.send_signal(signal.SIGQUIT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _await(server: Server, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            server.run("pg_isready", "-q")
        except subprocess.CalledProcessError:
            assert process.poll() is None, "PostgreSQL ended as soon as it was started"
            time.sleep(0.1)
        else:
            return
    pytest.fail("PostgreSQL did not start in half a minute")


def or_skip(server: Server | None) -> Server:
    """Give the server; skip the test, or fail it in CI, where there is none."""
    if server is None:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL was not found, and with CI=true that is a failure")
        pytest.skip("PostgreSQL was not found; this test tries the store on it (Debian: apt install postgresql)")
    return server
