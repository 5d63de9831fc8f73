"""The map is painted piece by piece: each is whole in its box, a moving map paints one in a frame, none in vain."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from scenarios.drawing.faces import width_mm
from scenarios.drawing.scene import Area, Lines
from scenarios.reports.arrow import PLAN_ALPHA, PLAN_WIDE, PLAN_WORDS, arrow, through
from tests.conftest import CHROME
from tests.webui.bigground import big_ground
from tests.webui.mapserving import Serving, view_of
from tests.webui.test_map_drawing import READY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from maps.grid.hexmap import HexMap

WITHOUT = CHROME is None and os.environ.get("CI") != "true"
pytestmark = [
    pytest.mark.skipif(WITHOUT, reason="no Chrome or Chromium was found; these tests paint the map in one"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

PIECES = """async ([R, x0, y0, size, how]) => {
  const { painter } = view, at = { R, ratio: 1, x0, y0, size };
  const made = () => Object.assign(document.createElement("canvas"), { width: size, height: size });
  const dots = (canvas) => canvas.getContext("2d").getImageData(0, 0, size, size).data;
  let once = made();
  do {
    once = made();
    painter.paint(once, R, x0, y0, size, 1);
    await new Promise((next) => setTimeout(next, 10));
  } while (painter.waits);
  once = made();
  painter.paint(once, R, x0, y0, size, 1);
  const seen = [x0 / R, y0 / R, (x0 + size) / R, (y0 + size) / R],
    { found } = painter.squares.near(painter.squares.levelAt(R), seen);
  const other = made(), pen = other.getContext("2d");
  pen.fillStyle = "#f00";
  pen.fillRect(0, 0, size, size);
  const box = how === "all" ? null : found[0].box, parts = painter.parts(other, at, box);
  for (const part of parts.reverse()) part();
  const [a, b] = [dots(once), dots(other)], told = { parts: parts.length, squares: found.length, apart: 0, red: 0 };
  for (let n = 0; n < a.length; n += 4) {
    const inside = !box || (x0 + (n / 4 % size) + .5 < box[2] * R && y0 + Math.floor(n / 4 / size) + .5 < box[3] * R);
    if (b[n] === 255 && !b[n + 1] && !b[n + 2]) told.red++;
    else if (!inside || [0, 1, 2, 3].some((k) => a[n + k] !== b[n + k])) told.apart++;
  }
  return told;
}"""

FRAMES = """async (moves) => {
  const { groundLayer: layer, map, painter } = view, { parts } = painter, counts = [];
  let n = 0;
  while (layer.isBusy()) await new Promise((next) => requestAnimationFrame(next));
  painter.parts = function (...given) {
    return parts.apply(this, given).map((part) => () => (n++, part()));
  };
  if (moves) map.fire("movestart");
  layer.repaint();
  while (layer.isBusy()) {
    await new Promise((next) => requestAnimationFrame(next));
    counts.push(n);
    n = 0;
  }
  map.fire("moveend");
  delete painter.parts;
  return { most: Math.max(...counts), all: counts.reduce((sum, one) => sum + one, 0), still: layer._moves };
}"""


@pytest.fixture(scope="module")
def hexmap() -> HexMap:
    return big_ground(60, 50)


@pytest.fixture(scope="module")
def page(browser: Browser, hexmap: HexMap) -> Iterator[Page]:
    serving = Serving(hexmap, view_of(hexmap))
    page = browser.new_page(viewport={"width": 900, "height": 700})
    page.goto(serving.address)
    page.evaluate(READY)
    yield page
    page.close()
    serving.server.shutdown()


@pytest.mark.parametrize("radius_px", [10.0, 16.0, 44.0])
def test_pieces_in_any_order_over_anything_are_the_picture_that_is_painted_at_once(page: Page, radius_px: float):
    told = page.evaluate(PIECES, [radius_px, 20 * radius_px, 18 * radius_px, 384, "all"])
    assert 0 < told["squares"] < told["parts"] <= 18 * told["squares"]
    assert (told["apart"], told["red"]) == (0, 0)


def test_what_came_of_one_square_touches_nothing_beside_it(page: Page):
    told = page.evaluate(PIECES, [16.0, 20 * 16, 18 * 16, 384, "one"])
    assert told["squares"] > 1
    assert 1 <= told["parts"] <= 4
    assert told["apart"] == 0
    assert 0 < told["red"] < 384 * 384


def test_while_the_map_moves_a_frame_paints_one_piece_and_afterwards_some(page: Page):
    moving, resting = page.evaluate(FRAMES, True), page.evaluate(FRAMES, False)
    assert moving["most"] == 1
    assert 1 < resting["most"] <= 8
    assert moving["all"] == resting["all"] > 8
    assert not moving["still"]


SHEETS = """async () => {
  const { over, names, painter } = view, { visibility } = over._container.style, draw = names._draw;
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  let written = 0;
  names._draw = (...given) => (written++, draw(...given));
  painter.onCome(null);
  await frame();
  names._draw = draw;
  view.focusHex(view.ground.geometry.indexOf("1010"));
  await frame();
  const chosen = over._container.style.visibility;
  view.clearCursor();
  await frame();
  const cleared = over._container.style.visibility;
  return { empty: visibility, chosen, cleared, ofWords: written };
}"""


def test_a_sheet_without_marks_is_out_of_sight_and_names_are_written_when_words_come(page: Page):
    told = page.evaluate(SHEETS)
    assert told == {"empty": "hidden", "chosen": "", "cleared": "hidden", "ofWords": 1}


AT_REST = """async ([radius, u, v]) => {
  const paint = async () => {
    while (view.groundLayer.isBusy()) await new Promise((next) => setTimeout(next, 10));
    for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
  };
  view.map.setView([-v, u], 3 * Math.log2(radius), { animate: false });
  await paint();
  window.anew = async () => { view.repaint(); view.groundLayer.repaint(); await paint(); };
}"""


@pytest.mark.parametrize("radius_px", [4.0, 16.0, 40.0])
def test_a_map_at_rest_looks_as_if_it_were_painted_anew(page: Page, radius_px: float):
    """Its sheets lie on whole pixels, wherever the middle of the map is: between two, letters are blurred."""
    page.evaluate(AT_REST, [radius_px, 21.3127, 17.7713])
    before = page.screenshot()
    page.evaluate("anew()")
    assert page.screenshot() == before


def test_the_page_has_no_canvas_of_the_map_that_could_be_painted_on(page: Page):
    """Without a graphics card the browser copies each such canvas in every frame of a pan."""
    told = page.evaluate(
        """() => [...document.querySelectorAll("canvas")].filter((one) => view.map.getPanes().mapPane.contains(one))
          .map((one) => one.getContext("2d") === null)""",
    )
    assert len(told) > 8
    assert all(told)


ARROW = """async ([hexes, R, wide]) => {
  const { arrowAlong, smoothLine } = await import("/static/map/arrows.js");
  const line = smoothLine(view.ground, hexes, R), { arrow } = view.ground.drawing;
  const made = line.length > 1 ? arrowAlong(line, wide, arrow) : null;
  return { line, ...made, wide: arrow.plan_wide, alpha: arrow.plan_alpha };
}"""
_R = 16.0


@pytest.mark.parametrize("way", ["1010 1110 1210 1211", "1010 1011", "0505 0506 0607 0608 0507"])
@pytest.mark.parametrize("wide", [1.0, 4.5, 60.0])
def test_an_arrow_is_the_same_on_the_page_as_on_paper(page: Page, hexmap: HexMap, way: str, wide: float):
    hexes = [hexmap.index_of(number) for number in way.split()]
    places = hexmap.layout.centres()[hexes] / hexmap.layout.radius_m * _R
    shown, printed = page.evaluate(ARROW, [hexes, _R, wide]), arrow(places, "ink.path", wide, layer="plans")
    assert np.abs(np.array(shown["line"]) - through(places)).max() < 1e-3
    head = next(item for item in printed.items if isinstance(item, Area)).points
    shafts = [item.points for item in printed.items if isinstance(item, Lines) and not item.closed]
    assert np.abs(np.array(shown["head"]) - head).max() < 1e-3
    assert len(shafts) == (2 if shown["shaft"] else 0), "a way that is shorter than its head has no shaft"
    for shaft in shafts:
        assert np.abs(np.array(shown["shaft"]) - shaft).max() < 1e-3
    assert (shown["wide"], shown["alpha"]) == ([*PLAN_WIDE], PLAN_ALPHA)


UNDER = """async (hexes) => {
  const { under, over } = view, frame = () => new Promise((next) => requestAnimationFrame(next));
  const marked = () => {
    const { width, height } = under._container, pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.drawImage(under._container, 0, 0);
    return pen.getImageData(0, 0, width, height).data.join();
  };
  const before = marked();
  view.showWays({ side: "west", ways: [hexes] });
  await frame();
  const told = { drawn: marked() !== before, over: over._container.style.visibility };
  view.showWays(null);
  await frame();
  return { ...told, back: marked() === before };
}"""


def test_a_plan_lies_under_the_counters_as_on_paper(page: Page, hexmap: HexMap):
    page.evaluate(AT_REST, [16.0, 21.0, 17.0])
    told = page.evaluate(UNDER, [hexmap.index_of(number) for number in ("1010", "1110", "1211", "1311")])
    assert told == {"drawn": True, "over": "hidden", "back": True}


SAID = """async (hexes) => {
  const { wordsOfWays } = await import("/static/map/drawn/waywords.js"), { painter, radius: R } = view;
  const pen = new OffscreenCanvas(9, 9).getContext("2d");
  const ways = { side: "west", ways: [hexes], words: ["28 Div: attack"] };
  const [name] = wordsOfWays(pen, R, { ...view.state, ways }, painter.lettering);
  return { ...name, size: name.size / view.ground.drawing.per_mm, wide: name.wide / name.size };
}"""


def test_the_words_of_a_plan_are_written_beside_its_arrows_as_on_paper(page: Page, hexmap: HexMap):
    page.evaluate(AT_REST, [16.0, 21.0, 17.0])
    said = page.evaluate(SAID, [hexmap.index_of(number) for number in ("1010", "1110")])
    assert (said["text"], said["face"], said["size"]) == ("28 Div: attack", PLAN_WORDS.face, PLAN_WORDS.mm)
    assert said["wide"] == pytest.approx(width_mm("28 Div: attack", 1.0, PLAN_WORDS.face), abs=0.1)
    assert said["u"] - said["place"][0] <= 1.0, "they begin in the hex or beside it"
