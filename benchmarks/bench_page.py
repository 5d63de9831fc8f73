"""
Time the page on the shipped campaign: until it is ready, and round trips of orders.

``python -m benchmarks.bench_page`` prints a table. "Ready" is the page's own
word: map, clock, forces, log, supply lines are all there.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.conftest import CHROME, FLAGS
from tests.screenshots import serving
from tests.webui.test_day import VIEW

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

TRIES = 5
READY = "() => document.getElementById('page')?.dataset.ready"
ORDER = """async ([stand, companies]) => {
  const base = document.getElementById("page").dataset.base, token = document.getElementById("page").dataset.token;
  const { version } = await (await fetch(base + "version.json")).json();
  const start = performance.now();
  const answer = await fetch(base + "orders", {
    method: "POST", headers: { "Content-Type": "application/json", "X-Sandtable-Token": token },
    body: JSON.stringify({ command_id: crypto.randomUUID(), seq: version, notation: `${stand} D ${companies}` }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await (await fetch(base + "view.json")).json();
  return performance.now() - start;
}"""
FETCH = """async (name) => {
  const start = performance.now();
  await (await fetch(document.getElementById("page").dataset.base + name)).text();
  return performance.now() - start;
}"""
STANDS = ("2Pz.AA", "2Pz.2.I", "2Pz.2.II", "2Pz.304.I", "2Pz.304.II")


def ready_ms(browser: Browser, address: str) -> float:
    """Open the page afresh, and wait until it says that it is ready."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    start = time.perf_counter()
    page.goto(f"{address}/c/ardennes/umpire/")
    page.wait_for_function(READY, polling=5)
    spent = 1000 * (time.perf_counter() - start)
    page.close()
    return spent


def row(name: str, tries: list[float], goal: str) -> None:
    """Print a line of the table."""
    sys.stdout.write(f"{name:46} {statistics.median(tries):8.1f} {max(tries):8.1f}   {goal}\n")


def times(page: Page, address: str, browser: Browser) -> None:
    """Print the table."""
    sys.stdout.write(f"{'':46} {'median':>8} {'worst':>8}   goal (ms)\n")
    row("page ready in Chromium", [ready_ms(browser, address) for _ in range(TRIES)], "1000")
    measure: Callable[[str], list[float]] = lambda name: [page.evaluate(FETCH, name) for _ in range(TRIES)]  # noqa: E731
    row("order, written to disk, and the new view", [page.evaluate(ORDER, [key, 1]) for key in STANDS], "100")
    row("reach of a unit, as the page gets it", measure("reach.json?stand=2Pz.AA"), "")
    row("supply of all units, as the page gets it", measure("supplies.json"), "")
    row("order of battle, as the page gets it", measure("oob.json"), "")


def main() -> int:
    """Serve the demo, look at it, print the table; 1 if there is no browser."""
    if CHROME is None:
        sys.stderr.write("no Chrome or Chromium was found; the page cannot be timed\n")
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROME, args=FLAGS)
        for address in serving():
            ready_ms(browser, address)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{address}/c/ardennes/umpire/")
            page.wait_for_function(READY)
            page.evaluate(VIEW)
            page.keyboard.press("n")
            page.wait_for_function("() => document.querySelector('.phase').textContent.includes('Movement')")
            times(page, address, browser)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
