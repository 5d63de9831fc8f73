"""Take pictures of the demo: ``python -m tests.screenshots [FOLDER]`` writes them to ``./screenshots``."""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from playwright.sync_api import sync_playwright

from campaign.model.notation import parse_order
from campaign.model.sheets import turn_key
from campaign.store.session import create_campaign
from scenarios.scenario import shipped_scenario
from tests.conftest import CHROME, FLAGS, SEED
from tests.webui.test_day import Umpire
from tests.webui.test_umpires_real_day import commands_of_both
from webui import create_app
from webui.desk.library import open_store
from webui.desk.sheets.closing import close_turn
from webui.serving.receiving import receiver
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from webui.desk.library import CampaignStore

THREADS = 24
DESKS = {"1280": (1280, 800), "1024": (1024, 768), "390": (390, 844)}
CLUB, COMMAND = "club", "us-c6"
"""A campaign of two dozen commands, a turn old, and the command whose desk is shown."""
GIVEN = (
    f'letter us-c5 to {COMMAND} by telephone "Hold the crossroads until noon."',
    f'letter {COMMAND} to umpire by staff "May the engineers use the sawmills?"',
    'freeze 4132 2 3 because "the battle for the crossroads is on the table"',
)
SHEET = "106 Div holds\n28 Div: hold\n103 Engr blow the bridge at Clervaux\nto Bastogne, all of you"
PAGES = {
    "map_umpire": "umpire/", "map_side": "us/", "map_command": f"{COMMAND}/", "day_umpire": "umpire/day",
    "closing": "umpire/closing", "people": "umpire/people", "known": "umpire/knowledge", "post": "umpire/post",
    "letters_umpire": "umpire/letters", "keeping": "umpire/keeping", "print_shop": "umpire/print",
    "situation": f"{COMMAND}/situation", "orders": f"{COMMAND}/day", "units": f"{COMMAND}/units",
    "letters": f"{COMMAND}/letters", "board": f"{COMMAND}/board", "reports": f"{COMMAND}/reports",
    "report": f"{COMMAND}/export/turn.html",
}  # fmt: skip
SETTLES_MS = 900
WIDE, TABLET, PHONE = (1280, 800), (768, 1024), (390, 844)
SPEARHEAD = "2Pz.AA"


class Picture:
    """A page of one width, and where its pictures go."""

    def __init__(self, browser: Browser, address: str, folder: Path, size: tuple[int, int]) -> None:
        wide, high = size
        context = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce")
        self.page, self.address, self.folder = context.new_page(), address, folder

    def take(self, name: str) -> None:
        """Wait until all is drawn, and take the picture."""
        self.page.evaluate(
            """async () => {
              while (view.groundLayer.isBusy()) await new Promise((next) => setTimeout(next, 20));
              for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
            }"""
        )
        self.page.mouse.move(2, 2)
        self.page.screenshot(path=self.folder / f"{name}.png")
        sys.stdout.write(f"{self.folder / name}.png\n")


def take_all(browser: Browser, address: str, folder: Path) -> None:
    """Play a day, and take pictures on the way."""
    wide = Picture(browser, address, folder, WIDE)
    umpire = Umpire(wide)
    wide.take("start")
    umpire.next_phase()
    umpire.select(SPEARHEAD)
    umpire.reach()
    wide.take("reach")
    umpire.page.click("#layers summary")
    umpire.page.check('input[name="zones"]')
    umpire.page.uncheck('input[name="reach"]')
    umpire.page.keyboard.press("Escape")
    wide.take("supply")
    umpire.page.evaluate(
        """() => {
          const { index } = view.ground.places.find(({ name }) => name === "Bastogne");
          view.focusHex(index, { centre: true });
        }"""
    )
    umpire.page.keyboard.press("h")
    umpire.page.wait_for_selector("#hex-card .shares")
    wide.take("hex")
    while not umpire.phase.startswith("Night"):
        umpire.next_phase()
    umpire.page.keyboard.press("l")
    wide.take("night")
    for size, name in ((TABLET, "tablet"), (PHONE, "phone")):
        narrow = Picture(browser, address, folder, size)
        Umpire(narrow)
        narrow.take(name)
    side = Picture(browser, address, folder, WIDE)
    Umpire(side, "us")
    side.take("side")


def take_desks(browser: Browser, address: str, folder: Path) -> None:
    """Take every desk at each width: the map of umpire, side and command, the umpire's day, and a command's pages."""
    for name, (wide, high) in DESKS.items():
        context = browser.new_context(
            viewport={"width": wide, "height": high}, has_touch=name != "1280", is_mobile=name == "390",
            reduced_motion="reduce",
        )  # fmt: skip
        page = context.new_page()
        for what, path in PAGES.items():
            if what == "orders":
                _check_sheet(page, f"{address}/c/{CLUB}/{path}")
                page.screenshot(path=folder / f"sheet_{name}.png", full_page=True)
            page.goto(f"{address}/c/{CLUB}/{path}", wait_until="networkidle" if "situation" in path else "load")
            if path.endswith("/"):
                page.wait_for_function("() => document.getElementById('page').dataset.ready")
            page.wait_for_timeout(SETTLES_MS)
            page.screenshot(path=folder / f"{what}_{name}.png")
            sys.stdout.write(f"{folder / f'{what}_{name}.png'}\n")
        context.close()


def _check_sheet(page: Page, address: str) -> None:
    """Write a sheet and look what becomes of its lines."""
    page.goto(address)
    page.fill("textarea", SHEET)
    page.wait_for_function("() => document.getElementById('kept')?.textContent === 'Kept.'")
    page.wait_for_timeout(SETTLES_MS)


def play_a_turn(store: CampaignStore) -> None:
    """Deal the campaign to two dozen commands, with letters on their way and a front that stands still."""
    opening = store.log.entries("ardennes")[0].events[0]
    dealt = replace(opening, setting=replace(opening.setting, commands=commands_of_both(opening)))
    session = create_campaign(store.log, CLUB, dealt, library=store)
    for text in GIVEN:
        session.submit(parse_order(text, session.hexmap, session.state))
    close_turn(session, turn_key(session.state.clock))


def serving() -> Iterator[str]:
    """Serve a fresh campaign of the demo as users have it served."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        store = open_store(folder)
        store.create(shipped_scenario("ardennes_1944"), "ardennes", seed=SEED)
        play_a_turn(store)
        app = create_app(store)
        server = receiver(app, "127.0.0.1", 0, THREADS)
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{server.effective_port}"
        with app.app_context():
            desk().streams.close()
        server.close()
        store.close()


def main() -> int:
    """Take all pictures; 1 if there is no browser."""
    if CHROME is None:
        sys.stderr.write("no Chrome or Chromium was found; install one, or name it in SANDTABLE_CHROMIUM\n")
        return 1
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROME, args=FLAGS)
        for address in serving():
            take_desks(browser, address, folder)
            take_all(browser, address, folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
