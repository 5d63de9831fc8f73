"""A player's desk on a phone: by touch and by keyboard, without the server, with nothing too small or too wide."""

import pytest

from campaign.model.notation import parse_order
from tests.people.browsing import DESK, PHONE, TABLET, Opened, chromium, ready, serving
from tests.people.helpers import CAMPAIGN, club_app, send_json, signed_in

HERE = f"/c/{CAMPAIGN}/us-1"
PAGES = ("situation", "day", "units", "board", "letters", "letters?write=free")
KEPT = "() => document.getElementById('kept').textContent"
PRESSED = "button, select, input:not([type=hidden]), textarea, .desk-tabs a, .desk-more a"
SMALL = """(pressed) => [...document.querySelectorAll(pressed)]
  .map((it) => it.type === "checkbox" ? it.closest("label") : it)
  .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 44).map((it) => it.outerHTML)"""


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


@pytest.fixture
def address(app):
    with serving(app) as found:
        yield found


@pytest.fixture
def ann(request, app, address):
    opened = Opened(chromium(request), app, address, "ann", PHONE)
    yield opened
    opened.close()


def sheet(app):
    return signed_in(app, "ann").get(f"{HERE}/day.json").get_json()["sheet"]


def said(page, words):
    page.wait_for_function(f"(words) => ({KEPT})().includes(words)", arg=words)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_phone_and_all_that_is_pressed_is_large_enough(ann, name):
    page = ann.go(f"{HERE}/{name}")
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    assert page.evaluate(SMALL, PRESSED) == []


def test_the_tabs_lead_from_page_to_page_by_touch(ann):
    page = ann.go(f"{HERE}/situation")
    for words, name in (("Orders", "day"), ("Units", "units"), ("Messages", "letters"), ("Situation", "situation")):
        page.tap(f".desk-tabs >> text={words}")
        page.wait_for_url(f"**{HERE}/{name}")


def stack(app):
    """Put two units into one hex, by the umpire's ruling."""
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    ruling = parse_order('rule stand=229FA hex=0303 because "at the table"', session.hexmap, session.state)
    session.submit(ruling, command_id="one-stack", after=session.seq)


PLACE = """() => {
  const hex = view.ground.geometry.indexOf("0303"), spot = view.map.latLngToContainerPoint(view.placeOf(hex));
  const box = view.map.getContainer().getBoundingClientRect();
  return [box.left + spot.x, box.top + spot.y];
}"""
FAN = """() => {
  const { fan } = view.state, box = view.map.getContainer().getBoundingClientRect();
  return fan && fan.counters.map(({ stand, x, y, size }) => {
    const spot = view.map.latLngToContainerPoint([-(y + size / 2) / view.radius, (x + size / 2) / view.radius]);
    return { id: stand.id, size, x: box.left + spot.x, y: box.top + spot.y };
  });
}"""


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_stack_fans_out_at_the_first_touch_and_each_unit_is_taken_by_the_second(request, app, address, size):
    stack(app)
    opened = Opened(chromium(request), app, address, "ann", size)
    page = opened.go(f"{HERE}/")
    ready(page)
    x, y = page.evaluate(PLACE)
    page.touchscreen.tap(x, y)
    page.wait_for_function("() => view.state.fan")
    assert page.evaluate("view.state.selected") is None
    fan = page.evaluate(FAN)
    assert {one["id"] for one in fan} == {"1/110", "229FA"}
    assert all(one["size"] >= 44 for one in fan)
    low = next(one for one in fan if one["id"] == "229FA")
    page.touchscreen.tap(low["x"], low["y"])
    page.wait_for_function("() => view.state.selected === '229FA'")
    opened.close()


def test_orders_drafted_without_the_server_are_kept_and_sent_when_it_is_back(request, app, address):
    opened = Opened(chromium(request), app, address, "ann", PHONE)
    page = opened.go(f"{HERE}/day")
    opened.context.set_offline(True)
    page.fill("textarea", "1/110 to 0302")
    said(page, "kept on this device")
    page.wait_for_selector("#away:visible")
    assert sheet(app)["version"] == 0
    page.tap("button[value=seal]")
    said(page, "Not sealed")
    assert page.input_value("textarea") == "1/110 to 0302"
    opened.context.set_offline(False)
    said(page, "Kept.")
    assert page.is_hidden("#away")
    assert sheet(app)["text"] == "1/110 to 0302"
    opened.close()


def test_a_draft_comes_back_after_the_phone_was_put_away(request, app, address):
    opened = Opened(chromium(request), app, address, "ann", PHONE)
    page = opened.go(f"{HERE}/day")
    opened.context.set_offline(True)
    page.fill("textarea", "229FA stays")
    said(page, "kept on this device")
    opened.context.set_offline(False)
    page = opened.go(f"{HERE}/day")
    assert page.input_value("textarea") == "229FA stays"
    said(page, "Kept.")
    assert sheet(app)["text"] == "229FA stays"
    assert page.evaluate("localStorage.length") == 0
    opened.close()


def test_what_was_written_elsewhere_meanwhile_stands_beside_what_was_left(request, app, address):
    opened = Opened(chromium(request), app, address, "ann", PHONE)
    page = opened.go(f"{HERE}/day")
    opened.context.set_offline(True)
    page.fill("textarea", "229FA stays")
    said(page, "kept on this device")
    body = {"do": "save", "text": "1/110 stays", "version": 0, "send_id": "elsewhere", "turn": "1.1"}
    send_json(signed_in(app, "ann"), f"{HERE}/day.json", **body)
    opened.context.set_offline(False)
    page = opened.go(f"{HERE}/day")
    assert page.input_value("textarea") == "1/110 stays"
    assert page.inner_text("#other-kept") == "229FA stays"
    page.tap("#take-other")
    said(page, "Kept.")
    assert sheet(app)["text"] == "229FA stays"
    opened.close()


def test_a_turn_that_is_closed_meanwhile_is_told_on_the_open_page(ann, app):
    page = ann.go(f"{HERE}/day")
    page.wait_for_timeout(500)
    signed_in(app, "umpire").post(f"/c/{CAMPAIGN}/umpire/closing", data={"turn": "1.1"})
    page.wait_for_selector("#moved:visible")


def test_orders_are_written_checked_and_sealed_by_keys_alone(request, app, address):
    opened = Opened(chromium(request), app, address, "ann", DESK)
    page = opened.go(f"{HERE}/situation")
    focused = "() => document.activeElement.textContent.trim() || document.activeElement.tagName"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Skip to the contents"
    reach(page, "Orders")
    page.keyboard.press("Enter")
    page.wait_for_url("**/day")
    reach(page, "TEXTAREA")
    page.keyboard.type("1/110 to 0302")
    said(page, "Kept.")
    reach(page, "Seal")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=To read out")
    assert sheet(app)["state"] == "sealed"
    opened.close()


def reach(page, words, most=30):
    """Go on by Tab until something has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate("() => [document.activeElement.textContent.trim(), document.activeElement.tagName]")
        if words in found:
            return
    pytest.fail(f"{words} is not reached by Tab")
