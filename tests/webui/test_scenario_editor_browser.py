"""A scenario of thirty units stands from nothing in a real browser, survives a restart, undoes to nothing, is begun."""

from __future__ import annotations

import logging
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from webui import create_app
from webui.desk.library import open_store

if TYPE_CHECKING:
    from tests.conftest import Guarded

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
WAIT_MS = 60_000


class Club:
    """A store behind a real port, which can be stopped and begun again."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.begin()

    def begin(self):
        self.store = open_store(self.folder)
        app = create_app(self.store)
        app.testing = True
        self.server = make_server("127.0.0.1", self.port, app, threaded=True)
        self.server.daemon_threads = True
        self.port = self.server.port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def end(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.store.close()


@pytest.fixture
def club(tmp_path):
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    made = Club(tmp_path / "store")
    yield made
    made.end()


@pytest.fixture
def live_server(club):
    """The application behind a real port; takes the place of the campaign's server."""
    return f"http://127.0.0.1:{club.port}"


class Hand:
    """Counts what a person does on the page."""

    def __init__(self, page):
        self.page, self.clicks, self.began = page, 0, time.monotonic()

    def click(self, what, **how):
        self.clicks += 1
        self.page.click(what, **how)

    def write(self, where, text):
        self.clicks += 1
        self.page.fill(where, str(text))
        self.page.press(where, "Tab")
        self.kept()

    def choose(self, where, value):
        self.clicks += 1
        self.page.select_option(where, value)
        self.kept()

    def kept(self):
        self.page.wait_for_timeout(20)
        saved = self.page.locator("#saved")
        if saved.count():
            expect(saved).not_to_contain_text("Keeping", timeout=WAIT_MS)

    def place_of(self, number):
        return self.page.evaluate(
            """number => { const {view} = window.builder, {geometry} = view.ground, hex = geometry.indexOf(number);
               const at = view.map.latLngToContainerPoint([-geometry.v[hex], geometry.u[hex]]),
                     box = view.map.getContainer().getBoundingClientRect();
               return [box.left + at.x, box.top + at.y]; }""",
            number,
        )

    def drag(self, row, number, steps=6):
        """Drag a row of the tree onto a hex, and look what is said on the way; gives the words."""
        self.clicks += 1
        box = row.bounding_box()
        x, y = self.place_of(number)
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=steps)
        self.page.wait_for_timeout(400)
        told = self.page.inner_text("#hand")
        self.page.mouse.up()
        self.kept()
        return told

    def on_hex(self, number):
        self.clicks += 1
        self.page.mouse.click(*self.place_of(number))
        self.kept()

    def hex_of(self, name):
        """Give the number of the hex where a unit of that name stands."""
        return self.page.evaluate(
            """name => { const {model, view} = window.builder;
               const key = Object.keys(model.things).find((one) => model.things[one].name === name);
               return view.ground.geometry.number(model.hexes[key]); }""",
            name,
        )

    def carry(self, start, end):
        """Drag a counter from hex to hex with the mouse."""
        self.page.mouse.move(*self.place_of(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.place_of(end), steps=5)
        self.page.mouse.up()
        self.kept()

    def finger(self, start, end, rest_ms):
        """Put a finger down, let it rest, move it and lift it."""
        self.page.evaluate(
            """async ([[x, y], [toX, toY], rest]) => {
               const touch = (kind, x, y, where) => where.dispatchEvent(new PointerEvent(kind,
                 {clientX: x, clientY: y, pointerType: "touch", bubbles: true, cancelable: true}));
               touch("pointerdown", x, y, document.elementFromPoint(x, y));
               await new Promise((next) => setTimeout(next, rest));
               for (const part of [0.3, 0.7, 1])
                 touch("pointermove", x + part * (toX - x), y + part * (toY - y), window);
               touch("pointerup", toX, toY, window); }""",
            [self.place_of(start), self.place_of(end), rest_ms],
        )
        self.kept()

    def seconds(self):
        return time.monotonic() - self.began


def ready(page, address):
    page.goto(address)
    page.wait_for_selector("#page[data-ready]", timeout=WAIT_MS)
    return page.evaluate("() => { window.builder.view.showAll(); }")


def begun(hand, address):
    """Begin a blank scenario."""
    page = hand.page
    page.goto(f"{address}/scenarios")
    hand.click("#blank summary")
    said = {"name": "The ford", "key": "ford", "start": "1940-05-13", "days": "1", "red": "Germans", "blue": "French"}
    for name, text in said.items():
        hand.clicks += 1
        page.fill(f"#blank [name={name}]", text)
    hand.clicks += 1
    page.select_option("#blank [name=ground]", "sedan_1940")
    hand.click("text=Begin a blank scenario")
    hand.click("#kept a.button")
    page.wait_for_selector("#page[data-ready]", timeout=WAIT_MS)


def forces(hand):
    """Two divisions of a pattern, one battalion more, one under another formation; each put down by a drag."""
    page = hand.page
    for side, pattern, number in (("Germans", "panzer_1944", "4011"), ("French", "us_infantry_1944", "4020")):
        hand.click(f"#tree .row.side:has-text('{side}')")
        hand.choose("#pattern", pattern)
        row = page.locator(f"#tree .row.side:has-text('{side}') ~ .row.formation").first
        told = hand.drag(row, number)
        assert number in told
    hand.click("#tree .row.side:has-text('French')")
    hand.click("#add-formation")
    hand.kept()
    hand.write("#field-name", "Reserve")
    hand.choose("#field-size", "group")
    hand.click("#add-unit")
    hand.kept()
    hand.write("#field-name", "Light tanks")
    page.wait_for_selector("#tree .row.unit:has-text('Light tanks')")


def carried(hand):
    """A counter goes from hex to hex by the mouse and by a finger that rests first; one that does not rest scrolls."""
    start = hand.hex_of("Light tanks")
    hand.page.evaluate("""([number]) => { const {view} = window.builder;
        view.focusHex(view.ground.geometry.indexOf(number), {centre: true}); }""", [start])  # fmt: skip
    end = "4112"
    hand.carry(start, end)
    expect(hand.page.locator("#saved")).to_have_text("Kept", timeout=WAIT_MS)
    assert hand.hex_of("Light tanks") == end
    hand.finger(end, start, 0)
    assert hand.hex_of("Light tanks") == end
    hand.finger(end, start, 600)
    assert hand.hex_of("Light tanks") == start


def rows_in(hand):
    """Rows of a spreadsheet come in as one change; what is wrong in them is told in the window, and none comes in."""
    page = hand.page
    page.click("#tab-forces")
    page.click("#tree .row.formation:has-text('Reserve')")
    before = page.locator("#tree .row").count()
    page.click("#paste-rows")
    page.fill("#rows-text", "I/1\tinfantry\tbn\t4\nII/1\trubbish\tbn\t4")
    page.click("#rows-add")
    expect(page.locator("#rows-told")).to_contain_text("rubbish", timeout=WAIT_MS)
    page.fill("#rows-text", "I/1\tinfantry\tbn\t4\nII/1\tguns\tbn\t3")
    page.click("#rows-add")
    expect(page.locator("#tree .row")).to_have_count(before + 2, timeout=WAIT_MS)
    page.click("#undo")
    expect(page.locator("#tree .row")).to_have_count(before, timeout=WAIT_MS)


def ground_things(hand):
    """Where supply comes in, and what is fought for."""
    page = hand.page
    hand.click("#tab-places")
    for what, side, number in (
        ("source", 0, "4007"), ("source", 1, "4028"), ("objective", 0, "4016"), ("objective", 1, "4016"),
    ):  # fmt: skip
        hand.click(f"[data-add^='{what}-'] >> nth={side}")
        hand.on_hex(number)
        page.wait_for_selector("#field-name")
    assert "5 points" in page.inner_text("#places-body .tally")


def words_of(hand):
    """What the sides read, the weather, and a plan with a mission."""
    hand.click("#tab-forces")
    hand.click("#show-head")
    hand.choose("#field-weather", "fine")
    for text, side in (("Over the river by noon.", "Germans"), ("Hold the river.", "French")):
        hand.click(f"#tree .row.side:has-text('{side}')")
        hand.write("#field-introduction", text)
    hand.click("#tab-plans")
    hand.click("#add-plan")
    hand.kept()
    hand.click("[data-add^='mission-']")
    hand.kept()
    hand.clicks += 1
    hand.page.select_option("[name=goal-objective]", index=1)
    hand.kept()


def undone(hand):
    page, steps = hand.page, 0
    while page.is_enabled("#undo"):
        before = page.get_attribute("#page", "data-version")
        page.click("#undo")
        page.wait_for_selector(f"#page:not([data-version='{before}'])", timeout=WAIT_MS)
        steps += 1
    return steps


def again(hand):
    page = hand.page
    while page.is_enabled("#redo"):
        before = page.get_attribute("#page", "data-version")
        page.click("#redo")
        page.wait_for_selector(f"#page:not([data-version='{before}'])", timeout=WAIT_MS)


def followed(page):
    """The details are those of the row that the arrow keys come to."""
    page.click("#tab-forces")
    page.locator("#tree .row").nth(3).click()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#details [name=name]")).to_have_value(page.locator("#tree .row .name").nth(2).inner_text())


def begun_anew(page, club):
    """Stop the server and begin it again; what the page asked for while nobody answers would be a fault."""
    where = page.url
    page.goto("about:blank")
    club.end()
    club.begin()
    ready(page, where)


def test_thirty_units_stand_from_nothing_and_are_begun(guarded: Guarded, club, capsys):
    page, hand = guarded.page, Hand(guarded.page)
    page.set_default_timeout(WAIT_MS)
    page.set_viewport_size({"width": 1280, "height": 800})
    begun(hand, guarded.address)
    forces(hand)
    expect(page.locator("#status")).to_have_text("1 of 30 to place", timeout=WAIT_MS)
    hand.click("#status")
    hand.click("#check-body button.link:has-text('Light tanks')")
    hand.on_hex("4110")
    carried(hand)
    rows_in(hand)
    assert len(guarded.faults) == 2, "the rows that were refused, and nothing else"
    guarded.faults.clear()
    ground_things(hand)
    words_of(hand)
    expect(page.locator("#status")).to_have_text("Sound", timeout=WAIT_MS)
    clicks, seconds = hand.clicks, hand.seconds()
    followed(page)
    begun_anew(page, club)
    expect(page.locator("#status")).to_have_text("Sound", timeout=WAIT_MS)
    steps = undone(hand)
    assert page.locator("#tree .row").count() == 2
    expect(page.locator("#status")).to_have_text("No units yet", timeout=WAIT_MS)
    assert page.get_attribute("#begin", "href") is None, "neither a click nor Enter begins what cannot be played"
    again(hand)
    expect(page.locator("#status")).to_have_text("Sound", timeout=WAIT_MS)
    page.click("#test")
    page.fill("#games [name=games]", "1")
    page.click("#try-begin")
    page.wait_for_selector(".tried[data-state=done]", timeout=4 * WAIT_MS)
    assert "1 of 1 game" in page.inner_text(".tried")
    assert page.locator(".tried tbody tr").count() == 3
    page.click("#begin")
    assert page.input_value("select[name=scenario]") == "ford"
    page.fill("#begin [name=campaign]", "ford-1")
    page.click("#begin button.primary")
    page.wait_for_url("**/c/ford-1/umpire/**")
    expect(page.locator("#page")).to_contain_text("Day 1", timeout=WAIT_MS)
    with capsys.disabled():
        told = f"{clicks} clicks and fields, {seconds:.1f} s from nothing to 30 units, sound; {steps} steps undone"
        sys.stdout.write(f"\n{told}\n")
