"""Hexsides of a map's own in the map editor, in a real browser: put down along the pointer, told, taken away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.ownhexsides import OwnHexside
from tests.webui.editing import Editing, toy_ground
from tests.webui.test_mapeditor_browser import PAINTED, live_server, page, reasons, spot, version

__all__ = ["live_server", "page"]

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
OWN = (OwnHexside("sunken_road", "stream", "#c01060", 0.2), OwnHexside("hedge", "none", "#2f6b2f", symbol="bushes"))


@pytest.fixture
def work(tmp_path):
    made = Editing(tmp_path / "store", replace(toy_ground(), borders=OWN))
    made.app.testing = True
    yield made
    made.close()


def sides(work, number):
    return {side["neighbour"]: side["border"] for side in work.get(f"hex.json?hex={number}")["sides"]}


def test_a_hexside_of_ones_own_follows_the_pointer_and_is_taken_away(page, work):
    page.keyboard.press("o")
    assert page.get_attribute('.tool[data-tool="border"]', "aria-checked") == "true"
    reasons(page)
    (ax, ay), (bx, by), (cx, cy) = (spot(page, work, number) for number in ("0803", "0804", "0903"))
    page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    version(page, 1)
    assert sides(work, "0803") == {"0804": "sunken_road"}
    # A drag from one hexside to the next is one chain, round the corner between them.
    page.select_option("#tool-options select", "hedge")
    page.mouse.move((ax + cx) / 2, (ay + cy) / 2 - 4)
    page.mouse.down()
    page.mouse.move((bx + cx) / 2, (by + cy) / 2, steps=12)
    page.mouse.up()
    version(page, 2)
    assert "hedge" in {*sides(work, "0903").values(), *sides(work, "0904").values()}
    page.click('.tool[data-tool="inspect"]')
    page.mouse.click(ax, ay)
    page.locator("#hex-card").get_by_text("sunken road (played as stream)").wait_for()
    page.evaluate(PAINTED)
    page.click('.tool[data-tool="border"]')
    page.select_option("#tool-options select", "none")
    page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    version(page, 3)
    assert "sunken_road" not in sides(work, "0803").values()
