"""
Time what a map maker waits for on the page of new ground: from a large file to the first picture, and from a slider.

``python -m benchmarks.bench_preview [--ways 1000000,1800000]`` serves a store, begins a ground with a box of 43 x 56 km
at 1 km, and sends an ``.osm.pbf`` of so many ways as the page does. Told are seconds: until the file is in and looked
into, from then to the first picture at the chosen width, and from a change of a threshold of terrain, and of one that
makes the map anew, to their pictures; and what processor time the reader's process took in all.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.bench_start import sandtable
from benchmarks.ground.countrypbf import write_country

_BOX, _KEY = (8.0, 49.5, 8.6, 50.0), "bench"
_MOST_FIRST_S, _MOST_LATER_S = 3.0, 1.0
_OF_TERRAIN, _OF_RIVERS = "share_at_least", "rivers.river_from_km2"
"""Thresholds: the one changes the terrain of a map that is there, with the other it is made anew."""
_WAITS_S, _LOOKS_S = 600.0, 0.02
_ROW = "{:>10}{:>8}{:>9}{:>11}{:>11}{:>11}{:>9}  {}"


class Page:
    """One ground's page as its script asks."""

    def __init__(self, address: str) -> None:
        """Begin a ground, and open its page, which starts the process that reads its files."""
        self.address = address
        found = re.search(r'name="token" value="([^"]+)"', self._had("grounds/").decode())
        self.token = found[1] if found else ""
        form = urllib.parse.urlencode({"name": "Bench", "key": _KEY, "token": self.token}).encode()
        self._had("grounds/new", form, "application/x-www-form-urlencoded")

    def _had(self, name: str, body: bytes | None = None, kind: str = "application/json") -> bytes:
        headers = {"X-Sandtable-Token": self.token, "Content-Type": kind} if body is not None else {}
        asked = urllib.request.Request(self.address + name, body, headers)  # noqa: S310 - our own server
        with urllib.request.urlopen(asked, timeout=_WAITS_S) as answer:  # noqa: S310
            found: bytes = answer.read()
        return found

    def get(self, name: str) -> Any:
        """Ask for data."""
        return json.loads(self._had(f"grounds/{_KEY}/{name}"))

    def say(self, **said: Any) -> None:
        """Change what is said of the ground."""
        version = self.get("state.json")["draft"]["version"]
        body = {"command_id": "bench", "version": version, "said": said}
        self._had(f"grounds/{_KEY}/set", json.dumps(body).encode())

    def send(self, path: Path) -> None:
        """Send a file as a drop on the page does."""
        name = urllib.parse.urlencode({"name": path.name})
        self._had(f"grounds/{_KEY}/files?{name}", path.read_bytes(), "application/octet-stream")

    def pictured_s(self) -> float:
        """Ask for a preview, and say how long it took until its first picture could be had."""
        begin = time.perf_counter()
        job = json.loads(self._had(f"grounds/{_KEY}/preview", json.dumps({"command_id": "bench"}).encode()))
        while not job.get("widths") and job["state"] == "running":
            time.sleep(_LOOKS_S)
            job = self.get("job.json")
        if not job.get("widths") or "picture" not in job["widths"][0]:
            msg = f"no picture came: {job.get('faults') or job.get('widths')}"
            raise RuntimeError(msg)
        self._had(f"grounds/{_KEY}/preview/{job['widths'][0]['picture']}")
        return time.perf_counter() - begin


def _reader_cpu_s() -> float:
    """Add up the processor seconds of the processes that read grounds' files."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"webui.desk.grounds.bench" in (folder / "cmdline").read_bytes():
                told = (folder / "stat").read_text().rpartition(")")[2].split()
                ticks += int(told[11]) + int(told[12])
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(path: Path, store: Path) -> tuple[float, ...]:
    """Serve a store and go through the page: seconds of each step, and of the reader's processor to the picture."""
    command = sandtable("serve", "--port", "0", "--store", str(store))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            line = server.stdout.readline() if server.stdout else ""
            page = Page(re.findall(r"http://\S+", line)[0])
            page.say(box=_BOX, width_km=1.0)
            begin = time.perf_counter()
            page.send(path)
            came, spent = time.perf_counter() - begin, _reader_cpu_s()
            first = page.pictured_s()
            spent = _reader_cpu_s() - spent
            later = []
            for key in (_OF_TERRAIN, _OF_RIVERS):
                row = next(one for one in page.get("state.json")["thresholds"] if key in one["key"])
                page.say(limits={row["key"]: row["value"] * 0.9})
                later.append(page.pictured_s())
            return (came, first, *later, spent)
        finally:
            server.terminate()


def main() -> int:
    """Print the table; 1 if a picture does not come."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--ways", default="1000000,1800000", help="how many ways the files have")
    asked.add_argument("--tries", type=int, default=3, help="the least of so many is told")
    options = asked.parse_args()
    heads = ("ways", "MB", "sent s", "picture s", "terrain s", "rivers s", "cpu s")
    sys.stdout.write(_ROW.format(*heads, "met") + "\n")
    for ways in map(int, options.ways.split(",")):
        with tempfile.TemporaryDirectory() as made:
            path = Path(made) / "country.osm.pbf"
            size = write_country(path, ways, _BOX).size
            tries = [measured(path, Path(made) / f"store{k}") for k in range(options.tries)]
        least = [min(column) for column in zip(*tries, strict=True)]
        met = least[1] <= _MOST_FIRST_S and max(least[2:4]) <= _MOST_LATER_S
        figures = (f"{value:.2f}" for value in least)
        sys.stdout.write(_ROW.format(f"{ways:,}", f"{size / 1e6:.0f}", *figures, "yes" if met else "NO") + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
