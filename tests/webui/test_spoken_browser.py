"""Orders in a club's own words in a browser: paste, read, mend by a click, give; far goals and places on the way."""

import re

import pytest

from tests.webui.test_day import Umpire

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
BLOCK = "1/110 to Clervaux\n2/110 to Marnach\n630 TD to Lanzerath\n560 VG to Heinerscheid\n3/110 stays\nthanks, Bill"


@pytest.fixture
def umpire(guarded):
    found = Umpire(guarded)
    found.next_phase()
    return found


def paste(umpire, text, side="us"):
    umpire.page.click("#tab-orders")
    if not umpire.page.locator("#spoken").get_attribute("open"):
        umpire.page.evaluate("document.getElementById('spoken').open = true")
    umpire.page.fill("#spoken-text", text)
    umpire.page.select_option("#spoken-side", side)
    umpire.page.get_by_role("button", name="Read", exact=True).click()
    umpire.page.wait_for_selector(".spoken-line")


def test_a_block_is_pasted_read_mended_and_given(umpire):
    page = umpire.page
    paste(umpire, BLOCK)
    states = page.eval_on_selector_all(".spoken-line", "all => all.map((one) => one.classList[1])")
    assert states == ["sound", "sound", "ask", "ask", "sound", "note"]
    assert "there this turn" in page.locator(".spoken-line").first.inner_text()
    umpire.after(page.get_by_role("button", name="Give the 3 sound lines").click)
    page.wait_for_selector(".spoken-lines .note.good")
    assert page.input_value("#spoken-text") == "630 TD to Lanzerath\n560 VG to Heinerscheid"
    assert page.locator("#order-list li").count() == 2


def test_a_choice_is_taken_by_a_click_and_a_doubt_by_a_tick(umpire):
    page = umpire.page
    paste(umpire, "109 to Wiltz")
    page.get_by_role("button", name="109 Inf").click()
    page.wait_for_selector(".spoken-line.sound")
    assert page.input_value("#spoken-text") == "109 Inf to Wiltz"
    paste(umpire, "560 VG to Heinerscheid", "german")
    page.get_by_label("give it all the same").check()
    umpire.after(page.get_by_role("button", name="Give all").click)


def test_a_far_goal_is_clicked_with_a_place_on_the_way(umpire):
    page = umpire.page
    umpire.select("106.HQ")
    umpire.reach()
    umpire.click_hex(page.evaluate("number => view.ground.geometry.indexOf(number)", "3324"))
    page.wait_for_selector("#proposal:not([hidden])")
    assert re.search(r"to 3324, \d+ hexes, \d turns: there day", page.inner_text("#proposal"))
    assert page.evaluate("() => view.state.ends.length") > 1
    umpire.after(page.get_by_role("button", name=re.compile("^Confirm")).click)
    page.keyboard.down("Shift")
    umpire.click_hex(page.evaluate("number => view.ground.geometry.indexOf(number)", "3521"))
    page.keyboard.up("Shift")
    page.wait_for_function("() => document.querySelector('#proposal').textContent.includes('add another place')")
    umpire.click_hex(page.evaluate("number => view.ground.geometry.indexOf(number)", "3324"))
    page.wait_for_function("() => document.querySelector('#proposal').textContent.includes('to 3324')")
    via = page.evaluate("number => view.ground.geometry.indexOf(number)", "3521")
    assert via in page.evaluate("() => view.state.path")


def test_a_click_that_cannot_be_says_why(umpire):
    page = umpire.page
    umpire.select("28.110.2")
    umpire.reach()
    held = page.evaluate("() => view.state.view.stands.find((one) => one.id === '2Pz.AA').hex")
    umpire.page.evaluate("hex => view.onHexClick(hex, view.ground.geometry.number(hex))", held)
    page.wait_for_selector("#toast:not([hidden])")
    assert "held by a known enemy" in page.inner_text("#toast")


def test_units_without_orders_can_be_listed(umpire):
    page = umpire.page
    paste(umpire, "1/110 to Clervaux")
    umpire.after(page.get_by_role("button", name="Give all").click)
    page.click("#tab-forces")
    page.select_option("#force-state", "idle")
    assert page.locator("button.stand[data-stand='28.110.2']").count() == 1
    assert page.locator("button.stand[data-stand='28.110.1']").count() == 0


def test_a_whole_formation_is_sent_in_one_column_by_a_click(umpire):
    page = umpire.page
    umpire.select("28.110.1")
    umpire.reach()
    page.get_by_role("group", name="Who goes").get_by_role("button", name="Column").click()
    page.wait_for_selector("[data-party=column][aria-pressed=true]")
    umpire.click_hex(page.evaluate("number => view.ground.geometry.indexOf(number)", "3324"))
    page.wait_for_function("() => /and \\d+ others/.test(document.querySelector('#proposal').textContent)")
    umpire.after(page.get_by_role("button", name=re.compile("^Confirm")).click)
    page.wait_for_function("() => document.querySelectorAll('#order-list li').length > 2")
