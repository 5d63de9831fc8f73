"""
Take pictures of what goes on paper: ``python -m tests.print_pictures [FOLDER]`` writes them to ``./pictures``.

The map on the screen's canvas beside its print at three scales; the first pages of all that a side of the shipped
campaign prints; the quick reference sheets of all systems.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from campaign.systems.catalogue import keys, ruleset
from maps.problems import ProblemsFound
from scenarios.drawing.png import pdf_pages
from scenarios.scenario import shipped_scenario
from tests.conftest import CHROME, FLAGS, SEED
from tests.webui.canvases import READY, on_canvas, on_paper
from tests.webui.mapserving import Serving, view_of
from tests.webui.test_drawn_alike import MAPS, window
from webui.desk.faults import BadRequest
from webui.desk.library import open_store
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.prints.printable import Options, RulesAsPlayed, Source
from webui.desk.prints.registry import ALL, listed, printable, printed, printed_from

VIEWER = "us"
RADII_PX = (8.0, 18.0, 44.0)
DPI, MOST_PAGES = 75, 3
LARGE = {"poster": "A3", "situation": "A3", "chart": "A3"}


def main() -> int:
    """Take all pictures; 1 if there is no browser."""
    folder = Path(next(iter(sys.argv[1:]), "pictures"))
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    folder.mkdir(parents=True, exist_ok=True)
    _sheets_of_rules(folder)
    _of_a_side(folder)
    if CHROME is None:
        sys.stderr.write("no Chrome or Chromium was found; install one, or name it in SANDTABLE_CHROMIUM\n")
        return 1
    _screen_beside_print(folder)
    return 0


def _sheets_of_rules(folder: Path) -> None:
    for key in keys():
        body = printed_from(printable("sheet"), RulesAsPlayed(ruleset(key).tables), Options())
        _keep(folder, f"sheet-{key}", body)


def _of_a_side(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        store, looks = open_store(Path(place)), Looks()
        store.create(shipped_scenario("ardennes_1944"), "ardennes", seed=SEED)
        session = store.session("ardennes")
        source = Source(looks.look(session, VIEWER), Diary(session, VIEWER), looks)
        for one in (one for _, rows in listed(source.look) for one in rows if one is not ALL and one.key != "sheet"):
            small = 18.0 if one.key == "map" else 100.0
            try:
                body = printed(one.key, source, Options(LARGE.get(one.key, ""), small))
            except (ProblemsFound, BadRequest) as error:  # such as the report of a turn that nobody has played
                sys.stdout.write(f"{one.key}: {error}\n")
                continue
            _keep(folder, one.key, body)
        store.close()


def _keep(folder: Path, name: str, body: bytes) -> None:
    pages = pdf_pages(body, DPI)
    for number, page in enumerate(pages[:MOST_PAGES], 1):
        page.convert("RGB").save(folder / f"{name}-{number}.png", optimize=True)
    sys.stdout.write(f"{name}: {len(pages)} pages\n")


def _screen_beside_print(folder: Path) -> None:
    ground = MAPS["ardennes"]()
    serving = Serving(ground, view_of(ground))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROME, args=FLAGS)
        page = browser.new_page(viewport={"width": 500, "height": 400})
        page.goto(serving.address)
        page.evaluate(READY)
        rows = []
        for radius in RADII_PX:
            part = window(ground, radius, "full")
            rows.append(np.concatenate([on_canvas(page, part), on_paper(ground, part)], axis=1))
        browser.close()
    serving.server.shutdown()
    Image.fromarray(np.concatenate(rows).astype(np.uint8)).save(folder / "screen-beside-print.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
