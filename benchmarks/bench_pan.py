"""
Time how smoothly the map pans in Chromium, with 4,130 hexes and with 40,000; if asked, with a million.

``python -m benchmarks.bench_pan [--million [FILE]]`` prints a table: the time from frame to frame while the map is
dragged a little in each; ninety-five of a hundred frames come within ``p95``. The large ground is made by arithmetic,
with 600 units on it; the other is the shipped campaign with its page, all its units and its front.
"Again" is over ground that
was seen before. A frame takes 16.7 ms at least.

The million is built by ``sandtable map build`` as in ``bench_build``, which takes its time, and has 20,000 places. What
comes before its rows: how long the page takes to show the whole map, how long each zoom takes until each tile of the
window shows something and until all squares are painted, none of them worked out before, and the greatest memory of
this process, which is the server too. A FILE that was built so before is taken instead.
"""

from __future__ import annotations

import argparse
import base64
import dataclasses
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from playwright.sync_api import sync_playwright

from benchmarks.bench_build import built, run
from benchmarks.bench_page import READY, WINDOW
from maps.gpkg.reader import read
from maps.grid.hexmap import Place
from tests.conftest import CHROME, FLAGS
from tests.screenshots import serving
from tests.webui.bigground import big_ground
from tests.webui.mapserving import Serving, stand, view_of
from tests.webui.test_day import VIEW
from tests.webui.test_map_drawing import READY as MAP_READY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from maps.grid.hexmap import HexMap

SIDE, SMALL, UNITS, STEPS, GOAL_MS = 200, 40, 600, 120, 25
PAINTED = """async () => {
  while (view.groundLayer.isBusy()) await new Promise((next) => setTimeout(next, 20));
  for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
}"""
COARSE = """async (zoom) => {
  const layer = view.groundLayer;
  view.map.setView(view.map.getCenter(), zoom, { animate: false });
  do await new Promise((next) => requestAnimationFrame(next));
  while (layer._waiting.some(({ only, coarse }) => !only && !coarse));
}"""
DRAG = """async ([frames, across, down]) => {
  const { left, top, width, height } = view.map.getContainer().getBoundingClientRect(), found = [];
  const point = (name, clientX, clientY) => new MouseEvent(name, { clientX, clientY, button: 0, bubbles: true });
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  let last = await frame();
  for (const way of [-1, 1]) {
    let x = left + width / 2, y = top + height / 2;
    const under = document.elementFromPoint(x, y);
    under.dispatchEvent(point("mousedown", x, y));
    for (let n = 0; n < frames; n++) {
      document.dispatchEvent(point("mousemove", (x += way * across), (y += way * down)));
      const now = await frame();
      found.push(now - last);
      last = now;
    }
    document.dispatchEvent(point("mouseup", x, y));
    const now = await frame();
    found.push(now - last);
    last = now;
  }
  return found;
}"""
LEVELS = {"far": 6, "middle": 12, "near": 16}
"""Zooms that are panned at, by the level of detail that they show."""

_INPUTS = "import sys, pathlib; from benchmarks.ground.groundinputs import make; make(pathlib.Path(sys.argv[1]))"
MILLION, PLACES, LARGEST = 1_000_000, 20_000, {1: 30, 2: 300, 3: 2500}
"""Hexes of the great map, its places, and how many of them are of a rank or a greater one."""


def dragged(page: Page) -> list[float]:
    """Drag the map there and back, a little each frame, and give the time from frame to frame."""
    found: list[float] = page.evaluate(DRAG, [STEPS, 5, 3])
    return found


def row(name: str, frames: list[float]) -> None:
    """Print a line of the table."""
    half, most, worst = np.percentile(frames, [50, 95, 100])
    sys.stdout.write(f"{name:46} {half:8.1f} {most:8.1f} {worst:8.1f} {len(frames):6}   {GOAL_MS}\n")


def panned(page: Page, name: str, levels: dict[str, int] = LEVELS, *, told: bool = False) -> None:
    """Pan at some zooms, over ground that comes in and over ground that is there; ``told``: say when it is."""
    for level, zoom in levels.items():
        start = time.perf_counter()
        page.evaluate(COARSE, zoom)
        if told:
            took(f"{name}, {level}, coarsely", start)
        page.evaluate(PAINTED)
        if told:
            took(f"{name}, {level}, painted", start)
        for times in ("at first", "again"):
            row(f"{name}, {level}, {times}", dragged(page))
            page.evaluate(PAINTED)


def took(name: str, start: float) -> None:
    """Print how long something took, and the greatest memory until then."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"{name:46} {time.perf_counter() - start:8.1f} s {peak:14.0f} MB\n")
    sys.stdout.flush()


def million(folder: Path, kept: Path | None) -> HexMap:
    """Build the great map, or take the one that was kept, and give it places, many small and few large."""
    if kept is None:
        # A process of its own, whose memory is not the server's.
        run(sys.executable, "-c", _INPUTS, str(folder))
        built(MILLION, folder, folder / "million.gpkg")
    start = time.perf_counter()
    ground = read(kept or folder / "million.gpkg")
    took("a million hexes, read", start)
    lots = np.random.default_rng(3)
    hexes = lots.permutation(len(ground.inside))[:PLACES]
    spots = ground.layout.to_map(ground.layout.centres_of(hexes))
    places = []
    for n, (index, (x, y)) in enumerate(zip(hexes.tolist(), spots.tolist(), strict=True)):
        rank = next((rank for rank, last in LARGEST.items() if n < last), 4)
        places.append(Place(f"Place {n}", index, x, y, (200_000, 20_000, 3000, 400)[rank - 1], rank))
    return dataclasses.replace(ground, places=tuple(places))


def print_million(browser: Browser, kept: Path | None) -> None:
    """Print the rows of the great map."""
    with tempfile.TemporaryDirectory() as made:
        ground = million(Path(made), kept)
    served = Serving(ground, {})
    page = browser.new_page(viewport=WINDOW)
    start = time.perf_counter()
    page.goto(served.address)
    page.evaluate(MAP_READY)
    page.evaluate(PAINTED)
    took("a million hexes, the whole map shown", start)
    panned(page, "a million hexes", {"distant": 2, **LEVELS}, told=True)
    page.close()
    served.server.shutdown()


def large() -> Serving:
    """Serve a map of 40,000 hexes with units along its middle."""
    ground = big_ground(SIDE, SIDE)
    lots = np.random.default_rng(5)
    spots = (SIDE * lots.integers(0, SIDE, UNITS) + np.clip(lots.normal(SIDE / 2, 14, UNITS), 0, SIDE - 1)).astype(int)
    sides = ["west" if spot % SIDE < SIDE / 2 else "east" for spot in spots.tolist()]
    stands = [stand(n, side, spot) for n, (side, spot) in enumerate(zip(sides, spots.tolist(), strict=True))]
    control = base64.b64encode(bytes(index % SIDE >= SIDE / 2 for index in range(len(ground)))).decode()
    small = big_ground(SMALL, SMALL)
    return Serving(ground, view_of(small, stands=stands, control=control, zones={"west": [], "east": []}))


def main() -> int:
    """Print the table; 1 if there is no browser."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told = "a million hexes too, of a file, or built first"
    asked.add_argument("--million", nargs="?", const="", metavar="FILE", help=told)
    options = asked.parse_args()
    if CHROME is None:
        sys.stderr.write("no Chrome or Chromium was found; panning cannot be timed\n")
        return 1
    heads = f"{'median':>8} {'p95':>8} {'worst':>8} {'frames':>6}"
    sys.stdout.write(f"{'from frame to frame':46} {heads}   goal of p95 (ms)\n")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROME, args=FLAGS)
        if options.million is not None:  # before the others, whose maps would count in its memory
            print_million(browser, Path(options.million) if options.million else None)
        served = large()
        page = browser.new_page(viewport=WINDOW)
        page.goto(served.address)
        page.evaluate(MAP_READY)
        page.evaluate("async () => view.setView(await (await fetch('/view.json')).json())")
        panned(page, "40,000 hexes, 600 units")
        for address in serving():
            page = browser.new_page(viewport=WINDOW)
            page.goto(f"{address}/c/ardennes/umpire/")
            page.wait_for_function(READY)
            page.evaluate(VIEW)
            panned(page, "4,130 hexes, the campaign's page")
        served.server.shutdown()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
