"""New ground in a real browser, cut off from the network: unseen files become a saved ground without a shell."""

from __future__ import annotations

import logging
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from tests.webui.groundmaking import Making, heights_file, small_world, strange_roads

if TYPE_CHECKING:
    from tests.conftest import Guarded

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
PLACES = "name,lat,lon,population\nDorf,47.15,9.45,900\nUnterdorf,47.17,9.45,300\n"


@pytest.fixture
def work(tmp_path):
    made = Making(tmp_path / "store")
    made.app.testing = True
    yield made
    made.close()


@pytest.fixture
def live_server(work):
    """The application behind a real port; takes the place of the campaign's server."""
    server = make_server("127.0.0.1", 0, work.app, threaded=True)
    server.daemon_threads = True
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


class Hand:
    """Counts what a person does on the page."""

    def __init__(self, page):
        self.page, self.clicks, self.began = page, 0, time.monotonic()

    def click(self, what):
        self.clicks += 1
        self.page.click(what)

    def write(self, where, text):
        self.clicks += 1
        self.page.fill(where, text)
        self.page.press(where, "Tab")

    def seconds(self):
        return time.monotonic() - self.began


def shown(page, before=""):
    """Wait until a preview or a saving is done that is another than the one before."""
    page.wait_for_selector(f"#ground[data-shown]:not([data-shown='{before}'])", timeout=120_000)
    return page.get_attribute("#ground", "data-shown")


def begun(page, hand, address, files):
    """Begin a ground from the start page, and drop files on it."""
    page.goto(address)
    hand.click("text=New ground")
    hand.write("[name=name]", "The valley, 1944")
    hand.write("[name=key]", "valley")
    hand.click("text=Begin")
    page.wait_for_selector("#ground[data-ready]")
    hand.clicks += 1
    page.set_input_files("#files", files)
    page.wait_for_selector("#file-list > li:nth-child(3)", timeout=120_000)
    assert not page.query_selector_all("#file-list > li.bad")


def placed(page, hand):
    """Say where by a place of a dropped file; give the seconds to the first picture."""
    asked = time.monotonic()
    page.fill("[name=place]", "Unterdorf")
    page.fill("[name=km]", "8")
    hand.click("#round button")
    page.wait_for_selector("#picture img", timeout=120_000)
    first = time.monotonic() - asked
    shown(page)
    assert "8 by 8 km" in page.inner_text("#size")
    return first


def changed(page, hand):
    """Take another width, a date and another figure; give the seconds that width and figure took to show."""
    number, asked = shown(page), time.monotonic()
    hand.write("#width", "0.5")
    page.wait_for_selector("#picture img[alt='Hexes of 0.5 km']", timeout=120_000)
    width = time.monotonic() - asked
    number = shown(page, number)
    hand.write("#date", "1944")
    expect(page.locator("#audit")).to_contain_text("motorway A 13", timeout=120_000)
    number = shown(page, number)
    hand.click("#limits summary:has-text('woods dense')")
    wooded, asked = page.locator(".counts").first.inner_text(), time.monotonic()
    page.locator("details[data-group='woods dense'] [data-key$='share_at_least']").first.fill("1")
    hand.clicks += 1
    expect(page.locator(".counts").first).not_to_have_text(wooded, timeout=120_000, use_inner_text=True)
    slid = time.monotonic() - asked
    shown(page, number)
    return width, slid


def ruled(page, hand):
    """Rule that the motorway was there, see the ground as today, and take the ruling back."""
    number = shown(page)
    row = page.locator("#audit tr:has-text('motorway A 13')")
    expect(row).to_contain_text("taken away")
    row.get_by_text("Keep it").click()
    page.keyboard.type("it was built for the army")
    page.keyboard.press("Enter")
    number = shown(page, number)
    expect(row).to_contain_text("ruled: it was built for the army")
    before = page.get_attribute("#picture img", "src")
    page.click(".then-today button >> nth=1")
    assert page.get_attribute("#picture img", "src") != before
    page.click(".then-today button >> nth=0")
    assert page.get_attribute("#picture img", "src") == before
    row.get_by_text("As the rules say").click()
    shown(page, number)
    expect(row).to_contain_text("taken away")
    hand.clicks += 5


def answered(page, hand, folder):
    """Send roads in words that nobody knows, and say what they mean."""
    number = shown(page)
    (folder / "county.geojson").write_bytes(strange_roads())
    page.set_input_files("#files", folder / "county.geojson")
    page.wait_for_selector(".asks", timeout=120_000)
    number = shown(page, number)
    page.select_option(".asks [data-word=Fernweg]", "main road")
    page.click(".asks button.primary")
    page.wait_for_selector("[data-file='answers.toml']", timeout=120_000)
    shown(page, number)
    assert page.locator(".asks").count() == 0
    hand.clicks += 3


def test_an_unseen_extract_becomes_a_saved_ground_without_a_shell(guarded: Guarded, work, tmp_path, capsys):
    page, hand = guarded.page, Hand(guarded.page)
    (tmp_path / "places.csv").write_text(PLACES, encoding="utf-8")
    sent = [small_world().write_xml(tmp_path / "talks.osm"), heights_file(tmp_path / "heights.tif")]
    begun(page, hand, guarded.address, [*sent, tmp_path / "places.csv"])
    first = placed(page, hand)
    width, slid = changed(page, hand)
    ruled(page, hand)
    answered(page, hand, tmp_path)
    hand.click("#save")
    page.wait_for_selector("#told:not([hidden])", timeout=120_000)
    assert "Saved: The valley, 1944" in page.inner_text("#told")
    work.key = "valley"
    assert (work.folder / "map.gpkg").is_file()
    hand.click("#saved-acts >> text=Begin a scenario on it")
    assert page.input_value("[name=ground]") == "grounds/valley"
    with capsys.disabled():
        told = f"{hand.clicks} clicks and fields, {hand.seconds():.1f} s from the start page to a saved ground"
        sys.stdout.write(f"\n{told}; first picture {first:.1f}, width {width:.1f}, slider {slid:.1f} s\n")


def test_a_box_is_dragged_and_an_outline_clicked_also_on_a_phone(guarded: Guarded, work):
    page = guarded.page
    page.set_viewport_size({"width": 390, "height": 844})
    work.begin(key="drawn")
    page.goto(f"{guarded.address}/grounds/drawn/")
    page.wait_for_selector("#ground[data-ready]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    at = page.locator("#world").bounding_box()
    page.mouse.move(at["x"] + 60, at["y"] + 60)
    page.mouse.down()
    page.mouse.move(at["x"] + 160, at["y"] + 130, steps=4)
    page.mouse.up()
    expect(page.locator("#size")).to_contain_text("hexes")
    west, south, east, north = work.state()["draft"]["box"]
    assert west < east
    assert south < north
    assert float(page.input_value("[name=west]")) == west
    page.click("[data-mode=outline]")
    corners = [(80, 80), (180, 80), (130, 150), (80, 80)]
    for x, y in corners:
        page.mouse.click(at["x"] + x, at["y"] + y)
    page.wait_for_selector("#no-outline:not([hidden])")
    draft = work.state()["draft"]
    assert len(draft["outline"]) == 3
    assert draft["box"][0] == min(lon for lon, _ in draft["outline"])
    page.click("#no-outline")
    page.wait_for_selector("#no-outline", state="hidden")
    assert work.state()["draft"]["outline"] == []
