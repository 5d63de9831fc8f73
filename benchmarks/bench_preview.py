"""
Time what a map maker waits for on the page of new ground: from a large file to the first picture, and from a slider.

``python -m benchmarks.bench_preview [--ways 1000000,1800000] [--formats all] [--mb 50] [--over country,region]`` serves
a store, begins a ground with a box of 43 x 56 km at 1 km, and sends a file as the page does: an ``.osm.pbf`` of so many
ways, then each of the other formats, of a country and of a region that is little wider than the map. Told are seconds:
until the file is in and looked into, from then to the first picture at the chosen width and to the picture of
everything, and from a change of a threshold of terrain, of one that makes the map anew, and of the width, to their
first pictures; and what processor time the reader's process took to the picture of everything.
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
from typing import TYPE_CHECKING, Any

from benchmarks.bench_start import sandtable
from benchmarks.ground.countryfiles import FORMATS, REGION, write_ground
from benchmarks.ground.countrypbf import COUNTRY, write_country

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOX, _KEY = (8.0, 49.5, 8.6, 50.0), "bench"
_MOST_FIRST_S, _MOST_LATER_S = 3.0, 1.0
_OF_TERRAIN, _OF_RIVERS = "share_at_least", "rivers.river_from_km2"
"""Thresholds: the one changes the terrain of a map that is there, with the other it is made anew."""
_WAITS_S, _LOOKS_S = 600.0, 0.02
_ROW = "{:>18}{:>6}{:>8}{:>11}{:>9}{:>11}{:>10}{:>9}{:>8}  {}"
_OVERS = {"country": COUNTRY, "region": REGION}
_ANOTHER_KM = 1.2


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

    def pictured_s(self) -> tuple[float, float]:
        """Ask for a preview; say how long it took until its first picture could be had, and one of everything."""
        begin = time.perf_counter()
        job = json.loads(self._had(f"grounds/{_KEY}/preview", json.dumps({"command_id": "bench"}).encode()))
        while not job.get("widths") and job["state"] == "running":
            time.sleep(_LOOKS_S)
            job = self.get("job.json")
        if not job.get("widths") or "picture" not in job["widths"][0]:
            msg = f"no picture came: {job.get('faults') or job.get('widths')}"
            raise RuntimeError(msg)
        self._had(f"grounds/{_KEY}/preview/{job['widths'][0]['picture']}")
        first = time.perf_counter() - begin
        while job["widths"][0].get("not_yet") and job["state"] == "running":
            time.sleep(_LOOKS_S)
            job = self.get("job.json")
        return first, time.perf_counter() - begin

    def rest(self) -> None:
        """Wait until what was asked for is done, as somebody does who looks at the pictures."""
        while self.get("job.json")["state"] == "running":
            time.sleep(_LOOKS_S)


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
            first, whole = page.pictured_s()
            spent = _reader_cpu_s() - spent
            page.rest()
            later = []
            for key in (_OF_TERRAIN, _OF_RIVERS):
                row = next(one for one in page.get("state.json")["thresholds"] if key in one["key"])
                page.say(limits={row["key"]: row["value"] * 0.9})
                later.append(page.pictured_s()[0])
                page.rest()
            page.say(width_km=_ANOTHER_KM)
            return (came, first, whole, *later, page.pictured_s()[0], spent)
        finally:
            server.terminate()


def files_of(options: argparse.Namespace, folder: Path) -> Iterator[tuple[str, Path]]:
    """Make the files that were asked for, one after the other: what each is, and where."""
    for ways in map(int, filter(None, options.ways.split(","))):
        path = folder / "country.osm.pbf"
        write_country(path, ways, _BOX)
        yield f"{ways:,} ways", path
        path.unlink()
    formats = FORMATS if options.formats == "all" else filter(None, options.formats.split(","))
    for kind in formats:
        for over in options.over.split(","):
            path = write_ground(folder, kind, options.mb, _OVERS[over])
            yield f"{kind} {over}", path
            path.unlink()


def main() -> int:
    """Print the table; 1 if a picture does not come."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--ways", default="1000000,1800000", help="how many ways the extracts have")
    asked.add_argument("--formats", default="all", help=f"of {', '.join(FORMATS)}")
    asked.add_argument("--mb", type=int, default=50, help="how large those files are")
    asked.add_argument("--over", default="country,region", help="what those files lie over")
    asked.add_argument("--tries", type=int, default=3, help="the least of so many is told")
    options = asked.parse_args()
    heads = ("file", "MB", "sent s", "picture s", "whole s", "terrain s", "rivers s", "width s", "cpu s")
    sys.stdout.write(_ROW.format(*heads, "met") + "\n")
    with tempfile.TemporaryDirectory() as made:
        for name, path in files_of(options, Path(made)):
            tries = [measured(path, Path(made) / f"{name} {k}") for k in range(options.tries)]
            least = [min(column) for column in zip(*tries, strict=True)]
            met = least[1] <= _MOST_FIRST_S and max(least[3:6]) <= _MOST_LATER_S
            figures = (f"{value:.2f}" for value in least)
            size = f"{path.stat().st_size / 1e6:.0f}"
            sys.stdout.write(_ROW.format(name, size, *figures, "yes" if met else "NO") + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
