"""A side that is played alone, in a real browser: deployed, advised, ordered, done, to the end."""

from __future__ import annotations

import pytest

from tests.webui.fighting import RED
from tests.webui.test_battle_browser import store  # noqa: F401 - the fixture takes the place of the store with the campaign

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

ADVICE = 8
MOST_PHASES = 120


def begun(guarded, rules, *, deploys=False):
    page = guarded.page
    page.set_default_timeout(15_000)
    page.goto(guarded.address)
    form = page.locator("#new-battle")
    form.locator("[name=rules]").select_option(rules)
    form.locator("[name=board]").select_option("harrow_green")
    form.locator("[name=red]").fill(RED)
    form.locator("[name=battle]").fill("alone")
    form.locator("[name=solo]").select_option("red")
    form.locator("[name=deploy]").set_checked(deploys)
    form.get_by_role("button", name="Begin the battle").click()
    page.wait_for_selector("#page[data-ready]")
    return page


@pytest.mark.parametrize("rules", ["d3_one_hour", "parkin_generic"])
def test_a_battle_is_played_alone_to_its_end_from_the_page_of_a_side(guarded, store, rules):  # noqa: F811
    page = begun(guarded, rules, deploys=True)
    assert page.url.endswith("/c/alone/red/")
    assert page.locator("#done").text_content() == "Begin"
    session = store.session("alone")
    for number in range(MOST_PHASES):
        if session.state.ended:
            break
        if 0 < number <= ADVICE:
            page.click("#advise")
            page.locator(".advice").wait_for()
            if page.locator("[data-take]").count():
                page.locator(".thought summary").first.click()
                page.locator("[data-take]").first.click()
                page.get_by_role("button", name="Confirm").click()
                page.locator("#proposal").wait_for(state="hidden")
        before = session.seq
        if page.locator("#done").is_disabled():
            break
        page.click("#done")
        for _ in range(150):
            if session.seq > before:
                break
            page.wait_for_timeout(100)
        page.wait_for_timeout(400)
    assert session.state.ended
    assert {"red", "blue"} & {entry.actor for entry in session.chronicle.entries}
    page.reload()
    page.wait_for_selector("#page[data-ready]")
    assert page.locator("#done").is_disabled()


def test_a_side_alone_fits_on_a_phone(guarded, store):  # noqa: F811
    page = begun(guarded, "d3_one_hour")
    page.set_viewport_size({"width": 390, "height": 780})
    page.click("#advise")
    page.wait_for_selector(".thought")
    assert page.locator("#done").bounding_box()["height"] < 50
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
