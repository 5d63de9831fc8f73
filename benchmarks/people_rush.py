"""
Time a club's last minute: 24 players and 4 observers have a page open, and all players send their sheets.

``python -m benchmarks.people_rush [SECONDS]`` prints the load table: SQLite with one process and PostgreSQL with two
workers, each once more while 150 requests stand half-sent. It fails if a request did, if a stream heard nothing, or
if a bar is missed. Everything goes over the wire to ``sandtable serve``; who plays and who serves share the processors.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.rush.rushclub import COMMANDS, make_club, read_ground
from benchmarks.rush.rushpages import Faults, OpenPage, Player, ask, close_turn
from benchmarks.rush.slowsenders import SlowSenders
from tests import postgres

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.rush.rushclub import Club
    from campaign.model.verbs.opening import CampaignOpened
    from maps.grid.hexmap import HexMap

SECONDS, HALF_SENT = 60.0, 150
MOST_P95_MS, MOST_HEARD_MS, MOST_MORE = 300.0, 1000.0, 1.2
ROOT = Path(__file__).parents[1]
HEAD = (
    f"{'':42}{'sheet ms':>21}  {'closing':>8}{'heard':>8}{'view of all 28':>16}{'CPU s':>7}{'MB':>7}{'faults':>8}\n"
    f"{'':42}{'p50':>7}{'p95':>7}{'max':>7}  {'ms':>8}{'ms':>8}{'p95 ms':>16}\n"
)


class Row(NamedTuple):
    """What was measured, in milliseconds, seconds of the server's processors, and megabytes."""

    what: str
    sheets: tuple[float, ...]
    closing: float
    heard: float
    views: tuple[float, ...]
    processor: float
    memory: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        """Write a line of the table."""
        half, most = statistics.median(self.sheets), max(self.sheets)
        return (
            f"{self.what:42}{half:7.0f}{p95(self.sheets):7.0f}{most:7.0f}  {self.closing:8.0f}{self.heard:8.0f}"
            f"{p95(self.views):16.0f}{self.processor:7.1f}{self.memory:7}{len(self.faults):8}"
        )

    @property
    def missed(self) -> tuple[str, ...]:
        """Say which bars were missed."""
        slow = p95(self.sheets) > MOST_P95_MS * (MOST_MORE if "half-sent" in self.what else 1)
        return (
            *(["sheets are slow"] if slow else []),
            *(["the closing is heard late"] if self.heard > MOST_HEARD_MS else []),
            *self.faults,
        )


def p95(values: tuple[float, ...]) -> float:
    """Give the value that 19 of 20 do not pass."""
    found = sorted(values)
    return found[min(len(found) - 1, int(0.95 * len(found)))] if found else float("nan")


@contextmanager
def served(place: str, workers: int) -> Iterator[tuple[int, int]]:
    """Run ``sandtable serve``; give its port and process."""
    words = ["serve", "--workers", str(workers), "--port", "0", "--store", place]
    command = [sys.executable, "-c", "from webui.cli import main; main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            assert server.stdout is not None
            said = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
            assert said is not None, server.stderr and server.stderr.read()
            while len(processes(server.pid)) < workers:
                time.sleep(0.1)
            yield int(said[1]), server.pid
        finally:
            server.terminate()
            server.communicate(timeout=30)


def processes(pid: int) -> list[int]:
    """List a server and its other workers."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [pid, *(int(word) for thread in threads for word in (thread / "children").read_text().split())]


def memory(pid: int) -> int:
    """Count the megabytes that a server's processes hold."""
    found = (re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{one}/status").read_text()) for one in processes(pid))
    return sum(int(one[1]) for one in found if one) // 1024


def processor(pid: int) -> float:
    """Count the seconds of the processor that a server's processes have used."""
    found = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in processes(pid)]
    return sum(int(words[11]) + int(words[12]) for words in found) / os.sysconf("SC_CLK_TCK")


def rush(port: int, pid: int, club: Club, what: str, seconds: float) -> Row:
    """Let everybody open his page, all players send in the last minute, and the umpire close the turn."""
    used = processor(pid)
    faults, chance = Faults(), random.Random(what)  # noqa: S311 - it plays nothing
    with ExitStack() as open_pages:
        pages = [open_pages.enter_context(OpenPage(port, one, faults)) for one in club.listening]
        while not all(page.messages for page in pages):
            time.sleep(0.1)
        for page in pages:
            page.messages.clear()
        players = [Player(port, one, club.turn, faults, chance.random()) for one in club.players]
        threads = [threading.Thread(target=one.play, args=(seconds,)) for one in players]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        early = sum(len(page.messages) for page in pages)
        if early:
            faults.add(f"{early} messages reached streams while people wrote")
        begun = time.perf_counter()
        ended = close_turn(port, club, faults)
        heard = [page.heard_after(begun, ended) for page in pages]
        views = tuple(spent for page in pages for spent in page.views_after(begun))
        sheets = tuple(spent for one in players for spent in one.spent)
        used = processor(pid) - used
        return Row(what, sheets, 1e3 * (ended - begun), 1e3 * max(heard), views, used, memory(pid), tuple(faults.all))


def warm(port: int, club: Club, workers: int) -> None:
    """Let each worker open the campaign and make everybody's view once: the day goes on since the morning."""
    for one in club.listening:
        for _ in range(2 * workers):
            ask(port, one, "view.json")


def rows(ground: tuple[HexMap, CampaignOpened], seconds: float) -> Iterator[Row]:
    """Measure one row after another."""
    with postgres.serving() as server:
        kinds = [("SQLite, one process", 1), *([("PostgreSQL, two workers", 2)] if server else [])]
        for kind, workers in kinds:
            for slow in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    os.environ["XDG_DATA_HOME"] = folder
                    place = server.database() if server and workers > 1 else str(Path(folder) / "store")
                    club = make_club(place, ground)
                    with served(place, workers) as (port, pid), SlowSenders(port, HALF_SENT if slow else 0):
                        warm(port, club, workers)
                        name = f"{kind}{f', {HALF_SENT} half-sent' if slow else ''}"
                        yield rush(port, pid, club, name, seconds)
        if server is None:
            sys.stdout.write("PostgreSQL was not found (sh tests/setup_postgres.sh installs it); its rows miss\n")


def main(seconds: float = SECONDS) -> int:
    """Print the table; 1 if a bar was missed."""
    sys.stdout.write(f"{COMMANDS} players send sheets of 8 lines within {seconds:.0f} s; 28 streams are open\n{HEAD}")
    sys.stdout.flush()
    missed = False
    for row in rows(read_ground(), seconds):
        sys.stdout.write(f"{row}\n")
        for fault in row.missed[:10]:
            sys.stdout.write(f"    MISSED: {fault}\n")
        sys.stdout.flush()
        missed = missed or bool(row.missed)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
