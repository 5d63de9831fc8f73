"""Small things of the umpire's desk, in a real browser: keys that choose, cards that can be read."""

from __future__ import annotations

import pytest

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.xdist_group("browser"),
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
