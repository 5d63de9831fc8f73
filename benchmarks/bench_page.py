"""
Time the page on the shipped campaign: until it is ready, and round trips of orders.

``python -m benchmarks.bench_page`` prints a table. "Ready" is the page's own
word by its own clock, from the moment it was asked for: map, clock, forces, log,
supply lines are all there. The slow line takes 300 ms there and back, and a new
connection as long again (``slowline``). The load of the machine stands in each
row, for what else is at work counts in all of them but the processor time.
"""

from __future__ import annotations

import os
import statistics
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.slowline import slow_line
from tests.conftest import CHROME, FLAGS
from tests.screenshots import CLUB, COMMAND, serving
from tests.webui.test_day import VIEW

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, ViewportSize

TRIES, FEW = 5, 3
SLOW_MS = 300
WINDOW: ViewportSize = {"width": 1280, "height": 800}
THERE = """() => Math.max(...performance.getEntriesByType("resource")
  .filter((one) => one.initiatorType === "link" && !/icon|manifest/.test(one.name)).map((one) => one.responseEnd))"""
"""When the last of what the head of the page names was there, milliseconds, whoever else is at work."""
READY = "() => document.getElementById('page')?.dataset.ready"
HEARD = """new MutationObserver((_, it) => {
  if (!document.getElementById("page")?.dataset.ready) return;
  globalThis.readyAt = performance.now();
  it.disconnect();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] })"""
PAGES = {"umpire": "ardennes/umpire", "side": f"{CLUB}/us", "command": f"{CLUB}/{COMMAND}"}
"""The map pages that are timed: of the umpire, of a side, and of one of two dozen commands a turn on."""
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


def ready_ms(browser: Browser | BrowserContext, address: str, path: str = PAGES["umpire"]) -> float:
    """Open a page, afresh in a browser, with what is kept in a context; give when it said that it is ready."""
    page = browser.new_page() if isinstance(browser, BrowserContext) else browser.new_page(viewport=WINDOW)
    page.add_init_script(HEARD)
    page.goto(f"{address}/c/{path}/", wait_until="commit")
    page.wait_for_function("() => globalThis.readyAt", polling=50)
    spent: float = page.evaluate("readyAt")
    page.close()
    return spent


def there_ms(browser: Browser, address: str) -> tuple[float, float]:
    """Give when all that the page waits for was there, and the processor time of its main thread until it was ready."""
    page = browser.new_page(viewport=WINDOW)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    page.goto(f"{address}/c/ardennes/umpire/", wait_until="commit")
    page.wait_for_function(READY, polling=50)
    told = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    there = page.evaluate(THERE)
    page.close()
    return there, 1000 * told["ThreadTime"]


def over_slow_line(browser: Browser, address: str) -> None:
    """Print how long the page takes over a slow line, at first and again."""
    with slow_line(int(address.rsplit(":", 1)[1]), SLOW_MS) as slow:
        for who, path in PAGES.items():
            row(
                f"{who}'s page over a line of {SLOW_MS} ms", [ready_ms(browser, slow, path) for _ in range(FEW)], "2500"
            )
        there, worked = zip(*(there_ms(browser, slow) for _ in range(TRIES)), strict=True)
        row("all that it waits for is there", list(there), "1500")
        row("processor time of its main thread till ready", list(worked), "")
        context = browser.new_context(viewport=WINDOW)
        ready_ms(context, slow)
        row("and again, with what the browser keeps", [ready_ms(context, slow) for _ in range(FEW)], "2500")
        context.close()


def row(name: str, tries: list[float], goal: str) -> None:
    """Print a line of the table."""
    figures = f"{min(tries):8.1f} {statistics.median(tries):8.1f} {max(tries):8.1f}"
    sys.stdout.write(f"{name:46} {figures} {os.getloadavg()[0]:6.1f}   {goal}\n")


def times(page: Page, address: str, browser: Browser) -> None:
    """Print the table."""
    sys.stdout.write(f"{'':46} {'best':>8} {'median':>8} {'worst':>8} {'load':>6}   goal (ms)\n")
    for who, path in PAGES.items():
        ready_ms(browser, address, path)
        row(f"{who}'s page ready in Chromium", [ready_ms(browser, address, path) for _ in range(TRIES)], "500")
    over_slow_line(browser, address)
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
