"""
Time how long a user waits for a program that has just been started.

``python -m benchmarks.bench_start`` prints a table: the least and the middle
of several tries, each a process of its own, in milliseconds. The kernels'
cache is filled before, as it is after the first day of use.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

TRIES = 5
_KERNEL = """
from maps.loading import uncollected
with uncollected():
    import numpy as np
    from maps.grid.graph import HexGraph, reach
    from maps.grid.hexgrid import Grid
neighbour = Grid(20, 20).neighbour_table()
reach(HexGraph(neighbour, np.where(neighbour < 0, 0, 2)), 0, 9)
"""
_FIRST = ("c/ardennes/umpire/", "c/ardennes/umpire/view.json", "c/ardennes/umpire/supplies.json")


def spent_ms(*command: str) -> float:
    """Run a command to its end."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return 1e3 * (time.perf_counter() - begin)


def sandtable(*words: str) -> tuple[str, ...]:
    """Name the command as a user types it."""
    found = shutil.which("sandtable", path=str(Path(sys.executable).parent))
    return (found or "sandtable", *words)


def served_ms(store: str) -> dict[str, float]:
    """Serve a store; say when the server listened, and when each thing was first had, since the command was given."""
    begin = time.perf_counter()
    found: dict[str, float] = {}
    command = sandtable("serve", "--port", "0", "--store", store)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.findall(r"http://\S+", line)[0]
            found["serve, until it listens"] = 1e3 * (time.perf_counter() - begin)
            for name in _FIRST:
                urllib.request.urlopen(address + name).read()  # noqa: S310 - our own server
                what = name.rsplit("/", 1)[-1] or "the first page"
                found[f"serve, until {what}"] = 1e3 * (time.perf_counter() - begin)
        finally:
            server.terminate()
    return found


def rows(store: str) -> dict[str, list[float]]:
    """Measure, one kind of start after another."""
    found: dict[str, list[float]] = {}
    for _ in range(TRIES):
        found.setdefault("first kernel in a fresh process", []).append(spent_ms(sys.executable, "-c", _KERNEL))
        found.setdefault("sandtable --help", []).append(spent_ms(*sandtable("--help")))
        found.setdefault("sandtable campaign --help", []).append(spent_ms(*sandtable("campaign", "--help")))
        for name, spent in served_ms(store).items():
            found.setdefault(name, []).append(spent)
    return found


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as store:
        subprocess.run(
            sandtable("campaign", "new", "ardennes_1944", "ardennes", "--store", store), check=True, capture_output=True
        )
        sys.stdout.write(f"{'':44s} {'least':>8s} {'middle':>8s} ms\n")
        for what, tries in rows(store).items():
            sys.stdout.write(f"{what:44s} {min(tries):8.0f} {statistics.median(tries):8.0f}\n")


if __name__ == "__main__":
    main()
