"""The map editor in a real browser, cut off from the network: every tool, undo, a scan, and phone width."""

from __future__ import annotations

import io
import logging
import threading
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from werkzeug.serving import make_server

from tests.webui.editing import Editing

if TYPE_CHECKING:
    from tests.conftest import Guarded

HEX_AT = """(hex) => {
  const { geometry } = editor.view.ground, { map } = editor.view, box = map.getContainer().getBoundingClientRect();
  const { x, y } = map.latLngToContainerPoint([-geometry.v[hex], geometry.u[hex]]);
  return [box.left + x, box.top + y];
}"""
PAINTED = """async () => {
  while (editor.view.groundLayer.isBusy()) await new Promise((next) => setTimeout(next, 15));
  for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
}"""

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def work(tmp_path):
    made = Editing(tmp_path / "store")
    made.app.testing = True
    yield made
    made.close()


@pytest.fixture
def live_server(work):
    """The editor's application behind a real port; takes the place of the campaign's server."""
    server = make_server("127.0.0.1", 0, work.app, threaded=True)
    server.daemon_threads = True
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(guarded: Guarded):
    opened = guarded.page
    opened.goto(f"{guarded.address}/m/toy/")
    opened.wait_for_selector("#page[data-ready]")
    opened.evaluate(PAINTED)
    return opened


def spot(page, work, number):
    return page.evaluate(HEX_AT, work.at(number))


def reasons(page):
    page.fill("#why", "felled")
    page.fill("#source", "sheet 94")


def stroke(page, work, *numbers):
    page.mouse.move(*spot(page, work, numbers[0]))
    page.mouse.down()
    for number in numbers[1:]:
        page.mouse.move(*spot(page, work, number), steps=8)
    page.mouse.up()


def version(page, wanted):
    page.wait_for_selector(f'#page[data-version="{wanted}"]')
    page.evaluate(PAINTED)


def colour(page, x, y):
    shot = Image.open(io.BytesIO(page.screenshot(clip={"x": x - 3, "y": y - 3, "width": 6, "height": 6})))
    return shot.convert("RGB").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))


def test_a_stroke_paints_the_map_at_once_and_undo_takes_it_back(page, work):
    x, y = spot(page, work, "0804")
    before = colour(page, x, y + 12)
    page.keyboard.press("t")
    stroke(page, work, "0804", "0805")
    assert "Say why" in page.text_content("#toast")
    assert page.evaluate("() => document.activeElement.id") == "why"
    reasons(page)
    page.check('input[name="terrain"][value="water"]')
    stroke(page, work, "0804", "0805")
    version(page, 1)
    assert (work.terrain("0804"), work.terrain("0805"), work.terrain("0704")) == ("water", "water", "open")
    page.mouse.move(5, 5)
    wet = colour(page, x, y + 12)
    assert wet[2] > wet[0] + 15, "water is blue"
    page.keyboard.press("Control+z")
    version(page, 2)
    assert work.terrain("0804") == "open"
    assert all(abs(a - b) < 12 for a, b in zip(colour(page, x, y + 12), before, strict=True))
    page.keyboard.press("Control+z")
    assert page.text_content("#say") == "There is nothing to take back."
    page.keyboard.press("Control+y")
    version(page, 3)
    assert work.terrain("0804") == "water"


def test_the_space_bar_moves_the_map_while_a_tool_is_chosen(page, work):
    page.keyboard.press("t")
    reasons(page)
    page.locator("#map_map").focus()
    before = spot(page, work, "0504")
    page.keyboard.down(" ")
    stroke(page, work, "0504", "0604")
    page.keyboard.up(" ")
    page.wait_for_timeout(100)
    after = spot(page, work, "0504")
    assert after[0] - before[0] > 30
    assert work.version == 0
    stroke(page, work, "0504")
    version(page, 1)


def test_what_does_not_fit_is_told_at_once_ringed_and_listed(page, work):
    page.keyboard.press("t")
    reasons(page)
    page.check('input[name="terrain"][value="rough"]')
    stroke(page, work, "0703", "0704")
    version(page, 1)
    assert "would paint over" in page.text_content("#toast")
    assert page.text_content("#conflict-count") == "1"
    assert page.evaluate("() => editor.marks.shown.conflicts") == [work.at("0703")]
    stroke(page, work, "0704")
    version(page, 2)
    assert page.evaluate("() => editor.marks.shown.conflicts") == [work.at("0703")], "idle ones are not ringed"


def test_a_road_is_drawn_from_hex_to_hex_and_listed_and_taken_out(page, work):
    page.click('.tool[data-tool="road"]')
    reasons(page)
    stroke(page, work, "0402", "0502", "0602")
    version(page, 1)
    for number in ("0407", "0707"):
        page.mouse.click(*spot(page, work, number))
    assert "4 hexes" in page.text_content("#hand")
    page.keyboard.press("Escape")
    assert page.is_hidden("#hand")
    page.mouse.click(*spot(page, work, "0407"))
    page.mouse.click(*spot(page, work, "0607"))
    page.mouse.click(*spot(page, work, "0607"))
    version(page, 2)
    assert work.get("hex.json?hex=0502")["sides"] != []
    page.click("#tab-list")
    assert page.locator("#list-body .row").count() == 2
    page.click("#list-body .row >> nth=1 >> text=Take out")
    version(page, 3)
    assert work.get("hex.json?hex=0502")["sides"] == []


def test_hexsides_are_drawn_by_pointer_and_by_keys(page, work):
    page.click('.tool[data-tool="hexside"]')
    reasons(page)
    (ax, ay), (bx, by) = spot(page, work, "0803"), spot(page, work, "0804")
    page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    version(page, 1)
    (side,) = work.get("hex.json?hex=0803")["sides"]
    assert (side["neighbour"], side["water"]) == ("0804", "river")
    page.locator("#map_map").focus()
    page.evaluate("(hex) => editor.view.focusHex(hex)", work.at("0906"))
    page.keyboard.press("1")
    version(page, 2)
    assert [one["direction"] for one in work.get("hex.json?hex=0906")["sides"]] == ["N"]
    page.click('.tool[data-tool="crossing"]')
    page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    version(page, 3)
    assert work.get("hex.json?hex=0803")["sides"][0]["crossing"] == "bridge"


def test_a_place_is_put_in_and_moved(page, work):
    page.click('.tool[data-tool="place"]')
    reasons(page)
    page.fill("#tool-options input", "Bras")
    page.mouse.click(*spot(page, work, "0906"))
    version(page, 1)
    assert work.get("hex.json?hex=0906")["place"] == "Bras"
    page.select_option("#tool-options select", "move")
    page.mouse.click(*spot(page, work, "0906"))
    assert "Bras" in page.text_content("#hand")
    page.mouse.click(*spot(page, work, "0201"))
    version(page, 2)
    assert work.get("hex.json?hex=0201")["place"] == "Bras"


def test_differences_are_marked_and_lead_to_their_hex(page, work):
    work.paint("marsh", "0304")
    page.reload()
    page.wait_for_selector("#page[data-ready]")
    page.click("#tab-diff")
    page.check("#show-diff")
    page.click("#diff-body button >> nth=0")
    page.wait_for_selector("#hex-card >> text=0304")
    assert page.evaluate("() => editor.marks.shown.differs") == [work.at("0304")]
    assert "felled" in page.text_content("#hex-card")


def test_three_clicks_on_a_scan_and_on_the_map_lay_it_and_it_shows(page, work):
    page.click("#tab-under")
    scan = io.BytesIO()
    Image.new("RGB", (600, 600), "#d02090").save(scan, "PNG")
    page.set_input_files("#scan", {"name": "sheet.png", "mimeType": "image/png", "buffer": scan.getvalue()})
    page.wait_for_selector(".scan-pane:not([hidden])")
    page.wait_for_timeout(200)
    box = page.locator(".scan-sheet img").bounding_box()
    for (left, top), number in zip(((20, 20), (300, 30), (30, 500)), ("0101", "1001", "0108"), strict=True):
        page.mouse.click(box["x"] + left, box["y"] + top)
        page.mouse.click(*spot(page, work, number))
    page.wait_for_selector("text=Laid.")
    assert page.locator(".points li").count() == 3
    page.click(".scan-bar >> text=Done")
    page.fill("#strength", "1")
    page.evaluate(PAINTED)
    x, y = spot(page, work, "0405")
    red, green, blue = colour(page, x, y + 9)
    assert red > green + 80, "the scan lies under the hexes"
    assert blue > green + 40
    page.fill("#strength", "0")
    page.evaluate(PAINTED)
    assert abs(colour(page, x, y + 9)[0] - colour(page, x, y + 9)[1]) < 40
    page.screenshot()


def test_a_phone_reads_hexes_and_the_panels_fit(page, work):
    page.set_viewport_size({"width": 390, "height": 780})
    page.reload()
    page.wait_for_selector("#page[data-ready]")
    page.mouse.click(*spot(page, work, "0302"))
    page.wait_for_selector("#hex-card >> text=woods dense")
    assert page.is_visible("#hex-card")
    page.click('.foot [data-show="left"]')
    assert page.is_visible("#tool-list")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.click('.foot [data-show="map"]')
    assert page.is_hidden("#tool-list")
