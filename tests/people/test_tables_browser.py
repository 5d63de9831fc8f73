"""The loop of a fight in a real browser: contact, pack, battle, result, next turn; clicks and seconds are printed."""

import re
import time

import pytest

from campaign.engine.deploying import is_deploying
from campaign.model.verbs.clock import EndPhase
from tests.people.browsing import DESK, PHONE, TABLET, Opened, chromium, ready, serving
from tests.people.helpers import club_app
from tests.webui.test_day import SPOT

PATIENCE_MS = 240_000
PAGE = "/c/toy/umpire/battles"
TAP_S, MINUTE_S = 0.8, 60
"""How long a finger takes from one tap to the next, and how long a result may take."""
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def umpire(request, tmp_path):
    """Give a function that opens the umpire's browser, wide or narrow."""
    app, browser, held = club_app(tmp_path), chromium(request), []
    with serving(app) as address:

        def opened(size=DESK):
            held.append(Opened(browser, app, address, "umpire", size))
            return held[-1]

        opened.app = app
        yield opened
        for one in held:
            one.close()
            assert not one.faults, one.faults


class Counted:
    """Somebody at a page, whose clicks and choices are counted."""

    def __init__(self, opened, path):
        opened.page.set_default_timeout(PATIENCE_MS)
        self.page, self.clicks, self.began = opened.go(path), 0, time.monotonic()

    def click(self, selector):
        self.page.locator(selector).first.click()
        self.page.wait_for_load_state("load")
        self.clicks += 1

    def choose(self, selector, value):
        self.page.locator(selector).first.select_option(value)
        self.clicks += 2

    def told(self, what):
        seconds = time.monotonic() - self.began
        print(f"{what}: {self.clicks} clicks, {seconds:.1f} s")  # noqa: T201 - it is what is measured


def session(umpire):
    return umpire.app.extensions["sandtable"].store.session("toy")


def fits(page):
    """Whether nothing runs out of a phone's width."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_loop_from_contact_to_pack_and_with_its_result_into_the_next_turn(umpire):
    desk = umpire()
    at = Counted(desk, PAGE)
    at.click("text=Plan this battle")
    assert "attacks from the" in at.page.inner_text("main")
    at.click("text=Open the battle")
    address = at.page.get_attribute("text=Print its pack", "href")
    body = desk.context.request.get(f"{desk.address}{address}", timeout=PATIENCE_MS)
    at.clicks += 1
    assert body.body().startswith(b"%PDF")
    at.told("contact to finished pack")
    assert at.clicks <= 3
    at = Counted(desk, PAGE)
    at.click("text=Let commanders play it out")
    at.page.wait_for_selector("text=The game is over")
    at.click("text=Take the game's result")
    at.click("text=Take the result")
    at.told("played by commanders and taken")
    assert not session(umpire).state.battles
    before = session(umpire).state.clock
    for number in range(60):
        if (session(umpire).state.clock.day, session(umpire).state.clock.turn) != (before.day, before.turn):
            break
        session(umpire).submit(EndPhase(), command_id=f"on-{number:04}")
    after = session(umpire).state
    assert (after.clock.day, after.clock.turn) > (before.day, before.turn)
    assert not after.fronts, "nothing waits any longer"


def deployed(desk, game):
    """Set one unit up by a click on its counter and one on a marked hex, as a mouse or a finger does it."""
    page = desk.page
    ready(page)
    held = {one.hex for one in game.state.stands.values()}
    key = next(key for key, one in game.state.stands.items() if one.hex is not None)
    click(desk, game.state.stands[key].hex)
    page.wait_for_function("() => view.state.reach?.placing")
    marked = page.evaluate("() => Object.keys(view.state.reach.costs).map(Number)")
    zone = set(marked)
    target = next(index for index in marked if index not in held)
    click(desk, target)
    page.locator("#proposal:not([hidden]) button.primary").click()
    page.locator("#proposal").wait_for(state="hidden")
    page.wait_for_selector("#page[data-ready]:not(.busy)")
    assert game.state.stands[key].hex == target
    return zone


def click(desk, index):
    """Click or tap where a hex lies on the screen; the map is moved there first."""
    x, y = desk.page.evaluate(SPOT, index)
    if desk.context.pages[0].evaluate("() => navigator.maxTouchPoints > 0"):
        desk.page.touchscreen.tap(x, y)
    else:
        desk.page.mouse.click(x, y)


def test_sides_are_deployed_by_hand_with_a_mouse_and_a_finger_before_the_first_turn(umpire):
    desk = umpire()
    at = Counted(desk, PAGE)
    at.click("text=Plan this battle")
    at.page.check("[name=deploy]")
    at.click("text=Open the battle")
    address = at.page.get_attribute("text=Open the game", "href")
    game = umpire.app.extensions["sandtable"].store.session(address.split("/")[2])
    for size in (DESK, TABLET, PHONE):
        opened = desk if size == DESK else umpire(size)
        opened.go(f"/c/{game.campaign}/umpire/")
        zone = deployed(opened, game)
        assert 0 < len(zone) < len(game.hexmap)
    seq = game.seq
    with desk.page.expect_response(lambda answer: answer.request.method == "POST"):
        desk.page.click("#next")
    assert game.seq > seq
    assert not is_deploying(game.situation)


def test_a_slip_of_a_phone_is_filled_in_and_undone_as_one(umpire):
    desk, phone = umpire(), umpire(PHONE)
    at = Counted(desk, PAGE)
    at.click("text=Plan this battle")
    at.click("text=Open the battle")
    before = session(umpire)
    seq, stands = before.seq, dict(before.state.stands)
    at = Counted(phone, PAGE)
    assert fits(at.page)
    at.click("text=Fill in a slip")
    assert fits(at.page)
    rows = at.page.locator("fieldset.slip")
    assert {row.input_value() for row in at.page.locator("select[name^='fate:']").all()} != {"gone"}
    filled = min(6, rows.count())
    for k in range(filled):
        unit = rows.nth(k).locator("select").first
        unit.select_option("gone" if k % 3 == 0 else "1" if k % 3 == 1 else "left")
        at.clicks += 2
    tall = at.page.locator("fieldset.slip select").first.bounding_box()["height"]
    assert tall >= 40, "a finger hits it"
    at.click("text=Take the result")
    at.told(f"result of {filled} stands on a phone")
    assert filled == 6
    assert at.clicks * TAP_S < MINUTE_S, "nothing is typed: the taps of a person are his time"
    assert session(umpire).seq == seq + 1
    assert session(umpire).state.stands != stands
    session(umpire).undo(seq, why="misread")
    assert session(umpire).state.stands == stands
    assert len(session(umpire).state.battles) == 1


def test_a_line_on_a_phone_fills_the_slip_in(umpire):
    phone = umpire(PHONE)
    at = Counted(phone, PAGE)
    at.click("text=Plan this battle")
    assert fits(at.page)
    at.click("text=Open the battle")
    at.click("text=Fill in a slip")
    at.click("text=In writing, a line or a file")
    name = at.page.get_attribute("textarea[name=text]", "placeholder")
    unit = re.search(r"turns: 9; (.+?): 2 hits", name)[1]
    at.page.fill("textarea[name=text]", f"turns: 5; {unit}: gone; because: a wet night")
    at.click("text=Fill the slip in with it")
    assert at.page.input_value("[name=played]") == "5"
    assert at.page.input_value("[name=reason]") == "a wet night"
    assert "gone" in {row.input_value() for row in at.page.locator("select[name^='fate:']").all()}
    assert fits(at.page)
    at.click("text=Take the result")
    at.told("result in a line on a phone")
    assert not session(umpire).state.battles


def test_what_is_set_otherwise_is_marked_and_the_board_opens_in_the_editor(umpire):
    desk = umpire()
    at = Counted(desk, PAGE)
    at.click("text=Plan this battle")
    at.page.fill("[name=wide_inches]", "150 cm")
    at.page.fill("[name=weather]", "fog")
    at.page.locator("input[name^='hits:']").first.fill("0")
    at.click("text=Show it so")
    marked = at.page.locator(".flag", has_text="set by you")
    assert marked.count() >= 2
    assert at.page.input_value("[name=wide_inches]") == "59.0551"
    at.click("text=Try it in memory")
    assert re.search(r"Of \d+ plays by commanders", at.page.inner_text("main"))
