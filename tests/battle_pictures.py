"""
Take a picture of a battle in each system, and of its end.

``python -m tests.battle_pictures`` writes them to ``docs/battles``; with ``--ends`` only those of the ends.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import threading
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from campaign.engine.legal import has_orders
from campaign.model.seats import seat_of
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import keys
from tests.conftest import CHROME, FLAGS
from tests.webui.fighting import battle_store
from webui import create_app
from webui.desk.solo import play_on, player_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from campaign.solo.choosing import Player
    from campaign.store.session import Session

FOLDER = Path(__file__).parent.parent / "docs" / "battles"
TURNS = 2
MOST_PHASES = 600


def players_of(session: Session) -> list[Player]:
    """Seat the program's commander on every side."""
    seat = seat_of("commander")
    return [player_of(session, side.key, seat) for side in session.setting.sides]


def played(session: Session) -> str:
    """Let both sides play some turns, and go on to where a unit has orders to choose from; name that unit."""
    sides, names = [side.key for side in session.setting.sides], (f"picture-{n}" for n in count())
    players = players_of(session)
    for _ in range(TURNS):
        play_on(session, players, turn=True, names=names)
    while True:
        for stand in session.state.stands.values():
            if stand.on_map and next(session.ruleset.play.orders(session.situation, stand.id), None) is not None:
                return stand.id
        if not any(has_orders(session.ruleset, session.situation, side) for side in sides):
            session.submit(EndPhase())
        else:
            play_on(session, players, turn=False, names=names)


def take(browser: Browser, address: str, session: Session) -> None:
    """Show the battle with its orders and one unit."""
    stand = played(session)
    page = browser.new_page(viewport={"width": 1200, "height": 750})
    page.goto(f"{address}/c/{session.campaign}/umpire/")
    page.wait_for_selector("#page[data-ready]")
    page.fill("#force-filter", stand)
    page.click(f'#unit-list [data-stand="{stand}"]')
    page.wait_for_selector(f'#unit-card[data-stand="{stand}"]')
    page.press(".leaflet-container", "Home")  # the whole board
    page.click("#tab-orders")
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{session.campaign}.png")
    sys.stdout.write(f"docs/battles/{session.campaign}.png\n")
    page.close()


def take_end(browser: Browser, address: str, session: Session) -> None:
    """Play the battle to its end, and show how it ended and the last of the log."""
    sides, names = [side.key for side in session.setting.sides], (f"end-{n}" for n in count())
    for _ in range(MOST_PHASES):
        if session.state.ended:
            break
        play_on(session, players_of(session), turn=True, names=names)
        if not session.state.ended and not any(has_orders(session.ruleset, session.situation, side) for side in sides):
            session.submit(EndPhase())
    page = browser.new_page(viewport={"width": 1280, "height": 750})
    page.goto(f"{address}/c/{session.campaign}/umpire/")
    page.wait_for_selector("#page[data-ready]")
    page.press(".leaflet-container", "Home")
    page.click("#tab-log")
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{session.campaign}-end.png")
    sys.stdout.write(f"docs/battles/{session.campaign}-end.png\n")
    page.close()


def main() -> int:
    """Take all pictures; 1 if there is no browser."""
    if CHROME is None:
        sys.stderr.write("no Chrome or Chromium was found; install one, or name it in SANDTABLE_CHROMIUM\n")
        return 1
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        store = battle_store(Path(folder) / "store", *keys())
        server = make_server("127.0.0.1", 0, create_app(store), threaded=True)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROME, args=FLAGS)
        for key in keys():
            address, session = f"http://127.0.0.1:{server.port}", store.session(key.replace("_", "-"))
            if "--ends" not in sys.argv[1:]:
                take(browser, address, session)
            take_end(browser, address, session)
        browser.close()
        server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
