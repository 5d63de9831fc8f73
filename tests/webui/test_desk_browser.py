"""Small things of the umpire's desk, in a real browser: keys that choose, cards that can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.webui.viewing import VIEW_OF

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

# The card of hex 5216 says why it is so in words as long as these.
LONG = """async () => {
  const { byId, facts, fill } = await import("/static/common/dom.js");
  const { showTab } = await import("/static/common/tabs.js");
  showTab("tab-hex");
  const why = "The gap is open ground between two woods, as the map sheet of 1943 has it.";
  fill(byId("hex-card"), facts([["place Losheim gap: taken as the name of the whole valley, from sheet 5704", why]]));
  return [...document.querySelectorAll("#hex-card dt, #hex-card dd")].map((one) => one.getBoundingClientRect().width);
}"""

# How many squares hold something to be painted, once none is on its way.
COME = f"""async () => {{ const {{ painter, groundLayer }} = await {VIEW_OF}("map_map");""" + """
  while (groundLayer.isBusy()) await new Promise((next) => setTimeout(next, 20));
  return [...painter.squares.kept.values()].filter((square) => square?.items.length).length;
}"""


def test_f_an_id_and_enter_select_the_unit_and_long_reasons_can_be_read(guarded):
    page = guarded.page
    page.goto(f"{guarded.address}/c/ardennes/umpire/")
    page.wait_for_selector("#page[data-ready]")
    page.keyboard.press("f")
    page.keyboard.type("2Pz.2.II")
    page.keyboard.press("Enter")
    page.wait_for_selector('#unit-card[data-stand="2Pz.2.II"]')
    assert page.locator('#unit-list .chosen[data-stand="2Pz.2.II"]').count() == 1
    term, reason = page.evaluate(LONG)
    assert reason > 0.45 * (term + reason)
    page.click("#tab-log")
    page.fill("#log-find", "no line says this")
    assert page.inner_text("#log-list") == "Nothing here."


@pytest.mark.drawn
def test_a_map_whose_squares_fail_says_so_and_tries_again_by_itself(guarded):
    page, notice = guarded.page, guarded.page.locator(".map-drawing")
    page.route("**/*.bin", lambda route: route.fulfill(status=503))
    page.goto(f"{guarded.address}/c/ardennes/umpire/")
    expect(notice).to_have_text(re.compile(r"could not be drawn .* It is tried again in a few seconds\."))
    page.unroute("**/*.bin")
    expect(notice).to_be_empty()
    assert page.evaluate(COME) > 0
    assert guarded.faults
    assert all("503" in fault for fault in guarded.faults)
    guarded.faults.clear()
