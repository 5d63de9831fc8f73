"""The map in a real browser, cut off from the network: what is drawn, where, and what answers."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.conftest import CHROME
from tests.webui.bigground import big_ground
from tests.webui.canvases import changed, look
from tests.webui.mapserving import Serving, stand, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

WITHOUT = CHROME is None and os.environ.get("CI") != "true"
pytestmark = [
    pytest.mark.xdist_group("map_drawing"),
    pytest.mark.skipif(WITHOUT, reason="no Chrome or Chromium was found; these tests look at the map in one"),
    # The server of the tests and the driver of the browser close their sockets after the loop has gone.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

WINDOW = {"width": 600, "height": 420}
"""Small, for each look paints all of it; the map has forty by thirty hexes, of which it shows some at each distance."""

READY = """async () => {
  const { whenReady } = await import("/static/map/mapview.js");
  window.view = await whenReady("map_map");
  window.painted = async () => {
    while (view.groundLayer.isBusy()) await new Promise((next) => setTimeout(next, 15));
    for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
  };
  await painted();
}"""


def both_ways(test: Callable[..., None]) -> Callable[..., None]:
    """Say that a test is about how hexes lie: it is done on a map whose hexes stand on a corner, too."""
    test.both_ways = True
    return test


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "served" in metafunc.fixturenames:
        ways = ["flat-top", "pointy-top"] if hasattr(metafunc.function, "both_ways") else ["flat-top"]
        metafunc.parametrize("served", ways, indirect=True, scope="module")


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest) -> Iterator[Serving]:
    ground = big_ground(40, 30, flat_top=getattr(request, "param", "flat-top") == "flat-top")
    serving = Serving(ground, view_of(ground))
    yield serving
    serving.server.shutdown()


FRESH = """async () => {
  const none = { sides: [], stands: [], contacts: [], objectives: [], declared: [], fronts: [] };
  view.setView({ ...none, ground: {}, night: false });
  view.clear(), view.clearCursor(), view.select(null);
  view.onStandClick = view.onHexClick = view.onCursor = null;
  const off = ["zones", "bands", "network"];
  for (const layer of [...Object.keys(view.painter.shown), ...Object.keys(view.state.shown)]) {
    if (view.isShown(layer) === off.includes(layer)) view.toggle(layer, !off.includes(layer));
  }
  view.map.invalidateSize({ animate: false });
  await painted();
}"""


@pytest.fixture(scope="module")
def opened(browser: Browser, served: Serving) -> Iterator[tuple[Page, list[str]]]:
    """Open the map, cut off from all but its own server, and note whatever goes wrong."""
    bad: list[str] = []
    opened = browser.new_page(viewport=WINDOW)
    own = (served.address, "data:", "blob:")
    opened.route(
        "**/*",
        lambda route: (
            route.continue_() if route.request.url.startswith(own) else (bad.append(route.request.url), route.abort())
        ),
    )
    opened.on("pageerror", lambda error: bad.append(str(error)))
    opened.on("console", lambda said: bad.append(said.text) if said.type == "error" else None)
    opened.on("requestfailed", lambda request: bad.append(request.url))
    opened.on("response", lambda answer: bad.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    opened.goto(served.address)
    opened.evaluate(READY)
    yield opened, bad
    opened.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """Give the opened map as it was, and fail for any request that leaves, any error, any broken policy."""
    page, bad = opened
    page.set_viewport_size(WINDOW)
    page.mouse.move(2, 2)
    page.evaluate(FRESH)
    yield page
    found, bad[:] = list(bad), []
    assert not found, found


def at_hex(page: Page, number: str, zoom: int = 15) -> tuple[int, int]:
    """Centre the window on a hex and give the pixel of its middle."""
    page.evaluate(
        """async ([number, zoom]) => {
          const hex = view.ground.geometry.indexOf(number);
          view.map.setView(view.placeOf(hex), zoom, { animate: false });
          await painted();
        }""",
        [number, zoom],
    )
    return WINDOW["width"] // 2, WINDOW["height"] // 2


def set_view(page: Page) -> None:
    page.evaluate("async () => { view.setView(await (await fetch('/view.json')).json()); await painted(); }")


@both_ways
def test_arithmetic_in_the_browser_agrees_with_the_grid(page: Page, served: Serving):
    layout, grid = served.ground.layout, served.ground.layout.grid
    lots = np.random.default_rng(5)
    u0, v0, u1, v1 = layout.extent()
    uv = np.stack([lots.uniform(u0 - 3000, u1 + 3000, 400), lots.uniform(v0 - 3000, v1 + 3000, 400)], axis=1)
    expected = layout.indices_at(layout.to_map(uv)).tolist()
    places = (uv / layout.radius_m).tolist()
    found = page.evaluate("(uv) => uv.map(([u, v]) => view.ground.geometry.hexAt(u, v))", places)
    assert found == expected
    hexes = lots.integers(0, len(grid), 60).tolist()
    numbers = page.evaluate("(all) => all.map((i) => view.ground.geometry.number(i))", hexes)
    assert numbers == [grid.number(i) for i in hexes]
    assert page.evaluate(
        "(all) => all.map((i) => [0, 1, 2, 3, 4, 5].map((k) => view.ground.geometry.neighbour(i, k)))", hexes
    ) == [list(grid.neighbours(i)) for i in hexes]
    pairs = [list(pair) for pair in pairwise(hexes)]
    distances = page.evaluate("(all) => all.map(([a, b]) => view.ground.geometry.distance(a, b))", pairs)
    assert distances == [grid.distance(a, b) for a, b in pairs]


@both_ways
def test_corners_have_one_name_from_all_hexes_that_share_them(page: Page):
    shared = page.evaluate("""() => {
      const { geometry } = view.ground, odd = [];
      for (const hex of [205, 246, 610]) for (let k = 0; k < 6; k++) {
        const other = geometry.neighbour(hex, k), back = (k + 3) % 6;
        if (geometry.cornerKey(hex, k) !== geometry.cornerKey(other, back + 1)) odd.push([hex, k]);
        const here = view.ground.sidePoint(hex, k), there = view.ground.sidePoint(other, back);
        if (Math.hypot(here[0] - there[0], here[1] - there[1]) > 1e-5) odd.push([hex, k, "middle"]);
      }
      return odd;
    }""")
    assert shared == []


@both_ways
@pytest.mark.parametrize("zoom", [9, 12, 15, 18, 21])
def test_the_ground_is_painted_at_every_distance(page: Page, zoom: int):
    at_hex(page, "2015", zoom)
    picture = look(page)[120:300, 150:450]
    assert len(np.unique(picture.reshape(-1, 3) // 8, axis=0)) > 60
    background = np.array([0xCF, 0xC8, 0xB7])
    assert (np.abs(picture - background).max(axis=2) < 2).mean() < 0.02


def test_dense_woods_look_darker_than_open_ground(page: Page, served: Serving):
    ground = served.ground
    shades = {}
    page.evaluate("view.toggle('relief', false)")
    for name in ("open", "woods_dense"):
        code = ground.terrain_names.index(name)
        cols = ground.layout.grid.cols
        hexes = [i for i in np.flatnonzero(ground.terrain == code).tolist() if 5 < i % cols < 35 and 5 < i // cols < 25]
        x, y = at_hex(page, ground.number(hexes[len(hexes) // 2]), 18)
        shades[name] = look(page)[y - 20 : y + 20, x - 20 : x + 20].mean()
    assert shades["open"] - shades["woods_dense"] > 20


LAYERS = ("relief", "marks", "waters", "roads", "towns", "grid", "numbers", "names")


def test_each_layer_of_the_ground_can_be_taken_away_and_put_back(page: Page):
    """One after the other, each put back as the next is taken away: what is not put back is missing at the end."""
    at_hex(page, "2015", 14)
    whole = look(page)
    for back, layer in pairwise((None, *LAYERS)):
        page.evaluate("([back, away]) => { back && view.toggle(back, true); view.toggle(away, false); }", [back, layer])
        assert changed(whole, look(page), 6) > 0.001, layer
    page.evaluate("(layer) => view.toggle(layer, true)", LAYERS[-1])
    assert changed(whole, look(page), 6) == 0


def test_an_unknown_layer_is_refused_with_the_known_ones(page: Page):
    said = page.evaluate("() => { try { view.toggle('rivers', true); } catch (fault) { return fault.message; } }")
    assert said.startswith("there is no layer rivers; there are relief, contours, bands, marks")


@both_ways
def test_counters_stand_in_the_middle_of_their_hexes(page: Page):
    x, y = at_hex(page, "2510")
    before = look(page)
    set_view(page)
    page.evaluate("view.toggle('control', false)")
    after = look(page)
    assert changed(before[y - 15 : y + 15, x - 15 : x + 15], after[y - 15 : y + 15, x - 15 : x + 15]) > 0.8
    assert changed(before[y + 60 : y + 90, x - 15 : x + 15], after[y + 60 : y + 90, x - 15 : x + 15]) == 0


@both_ways
def test_a_click_on_a_counter_and_on_bare_ground_say_what_was_hit(page: Page, served: Serving):
    set_view(page)
    page.evaluate(
        "() => { window.heard = []; view.onStandClick = (id, hex) => heard.push(['stand', id, hex]);"
        " view.onHexClick = (hex, number) => heard.push(['hex', hex, number]); }"
    )
    for number in ("2510", "2812"):
        page.mouse.click(*at_hex(page, number))
    index = served.ground.layout.grid.index_of
    assert page.evaluate("heard") == [["stand", "s3", index("2510")], ["hex", index("2812"), "2812"]]
    assert page.evaluate("view.state.selected") == "s3"


@both_ways
def test_a_stack_fans_out_under_the_pointer_and_each_counter_can_be_taken(page: Page):
    set_view(page)
    x, y = at_hex(page, "1010")
    page.mouse.move(x, y)
    page.evaluate("painted()")
    fan = page.evaluate("view.state.fan.counters.map(({ stand, x, y, size }) => ({ id: stand.id, x, y, size }))")
    assert {counter["id"] for counter in fan} == {"s1", "s2"}
    origin = page.evaluate("(() => { const p = view.map.getPixelBounds().min; return [p.x, p.y]; })()")
    for counter in fan:
        page.mouse.move(x, y)
        middle = [counter[k] + counter["size"] / 2 - origin[n] for n, k in enumerate("xy")]
        page.mouse.move(x, (y + middle[1]) / 2)
        page.mouse.click(*middle)
        assert page.evaluate("view.state.selected") == counter["id"]
    page.mouse.move(20, 20)
    assert page.evaluate("view.state.fan") is None


@both_ways
def test_the_keyboard_moves_a_cursor_takes_a_unit_and_speaks(page: Page):
    set_view(page)
    at_hex(page, "1010")
    page.evaluate("() => { window.heard = []; view.onStandClick = (id) => heard.push(id); }")
    page.evaluate("view.map.getContainer().focus()")
    page.evaluate("view.focusHex('0910')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("view.ground.geometry.number(view.state.cursor)") == "1010"
    assert "Hex 1010" in (page.get_by_role("status").text_content() or "")
    assert "Battalion, West" in (page.get_by_role("status").text_content() or "")
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    assert sorted(page.evaluate("heard")) == ["s1", "s2"]
    page.keyboard.press("Escape")
    assert page.evaluate("view.state.cursor") is None


@both_ways
def test_the_cursor_stays_on_the_map(page: Page):
    page.evaluate("view.map.getContainer().focus()")
    page.evaluate("view.focusHex('0101')")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("view.ground.geometry.number(view.state.cursor)") == "0101"
    assert page.evaluate("view.focusHex('9999')") is False


@both_ways
def test_reach_is_a_little_lighter_and_leaves_the_rest_as_it_is(page: Page, served: Serving):
    x, y = at_hex(page, "2015")
    page.evaluate("view.toggle('names', false), view.toggle('numbers', false)")
    before = look(page)
    here = served.ground.layout.grid.index_of("2015")
    near = {str(i): 2.5 for i in served.ground.layout.grid.within(here, 1)}
    page.evaluate("(costs) => view.showReach({ stand: 's1', costs, contacts: [], limit_hours: 4 })", near)
    after = look(page)
    inside = (slice(y - 12, y + 8), slice(x - 12, x + 12))
    assert before[inside].mean() + 4 < after[inside].mean() < before[inside].mean() + 25
    far = (slice(80, 160), slice(80, 160))
    # No veil: the line round what can be reached says most, and the rest is read as before.
    assert changed(before[far], after[far], 0) == 0
    page.evaluate("view.clear()")
    assert changed(before, look(page)) == 0


@pytest.mark.parametrize(
    "call",
    [
        "view.showPath(way)",
        "view.showSupply({ path: way, cut_at: null, hours: 3, to: 'Depot' })",
        "view.showSupply({ path: way, cut_at: way[1], cut_by: 'East', why: 'cut', hours: null, to: 'Depot' })",
        "view.showCommand({ from: way[0], to: way[2], ok: true, label: 'HQ' })",
        "view.focusHex(way[1])",
    ],
)
def test_each_overlay_is_seen_where_it_lies(page: Page, call: str):
    x, y = at_hex(page, "2015")
    before = look(page)
    page.evaluate("window.way = ['1915', '2015', '2115'].map((number) => view.ground.geometry.indexOf(number))")
    page.evaluate(call)
    after = look(page)
    assert changed(before[y - 60 : y + 60, x - 90 : x + 90], after[y - 60 : y + 60, x - 90 : x + 90]) > 0.02
    assert changed(before[:80, :200], after[:80, :200]) == 0


def test_what_cuts_supply_is_red(page: Page):
    x, y = at_hex(page, "2015")
    page.evaluate("""() => {
      const way = ['1915', '2015', '2115'].map((n) => view.ground.geometry.indexOf(n));
      view.showSupply({ path: way, cut_at: way[1], cut_by: 'East', why: 'zone of East', hours: null, to: 'Depot' });
    }""")
    red, green, _ = look(page)[y - 25 : y - 10, x - 12 : x + 12].reshape(-1, 3).mean(axis=0)
    assert red - green > 60


@both_ways
def test_zones_night_and_control_show_and_hide(page: Page):
    set_view(page)
    at_hex(page, "2010")
    plain = look(page)
    page.evaluate("view.toggle('zones', true)")
    assert changed(plain, look(page)) > 0.0008
    page.evaluate("view.toggle('zones', false), view.toggle('control', false)")
    assert changed(plain, look(page), 4) > 0.05
    page.evaluate("async () => view.setView({ ...(await (await fetch('/view.json')).json()), night: true })")
    dark = look(page)
    assert dark.mean() < plain.mean() - 35
    assert page.locator(".map-moon").is_visible()
    page.evaluate("view.toggle('night', false)")
    assert look(page).mean() > dark.mean() + 35


def test_zones_may_come_after_the_view_and_sources_show_as_depots(page: Page, served: Serving):
    set_view(page)
    x, y = at_hex(page, "3015")
    plain = look(page)
    hex_ = served.ground.layout.grid.index_of("3015")
    page.evaluate("view.toggle('zones', true)")
    page.evaluate("(hex) => view.setZones({ east: [hex] })", hex_)
    zoned = look(page)
    assert changed(plain[y - 25 : y + 25, x - 25 : x + 25], zoned[y - 25 : y + 25, x - 25 : x + 25]) > 0.05
    depot = [{"name": "Depot", "side": "east", "hex": hex_}]
    page.evaluate("(sources) => view.setView({ ...view.state.view, sources })", depot)
    with_depot = look(page)
    assert changed(zoned[y - 30 : y + 30, x - 40 : x + 40], with_depot[y - 30 : y + 30, x - 40 : x + 40]) > 0.01


def test_an_unseen_strength_is_not_drawn(page: Page):
    look_of = "(stand) => view.press.lookOf(stand, view.state.sides.get('east'))"
    set_view(page)
    unseen = stand(9, "east", 5, masked=True, strength=None, full=None, short="", name="", kind="")
    masked = page.evaluate(look_of, unseen)
    assert (masked["kind"], masked["strength"], masked["name"]) == ("unknown", None, "")


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_map_fits_phone_tablet_and_desk(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 780})
    page.evaluate("view.map.invalidateSize(), view.showAll()")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    seen = page.evaluate("""() => {
      const [u0, v0, u1, v1] = view.ground.geometry.box;
      return view.map.getBounds().contains([[-v1, u0], [-v0, u1]]);
    }""")
    assert seen


NAMES = """async (zoom) => {
  const { roomOf } = await import("/static/map/drawn/words.js"), R = 2 ** (zoom / 3);
  view.painter.lettering.at(R);
  await painted();
  return view.painter.lettering.at(R).names.map((name) => ({ ...name, room: roomOf(name, R) }));
}"""


@pytest.mark.parametrize("zoom", [9, 12, 15, 18])
def test_names_of_places_never_lie_on_one_another(page: Page, zoom: int):
    b = np.array([name["room"] for name in page.evaluate(NAMES, zoom) if not name["turn"]])
    assert len(b) > 1
    beside = (b[:, None, 2] <= b[None, :, 0]) | (b[:, None, 0] >= b[None, :, 2])
    apart = beside | (b[:, None, 3] <= b[None, :, 1]) | (b[:, None, 1] >= b[None, :, 3])
    assert (apart | np.eye(len(b), dtype=bool)).all()


def test_letters_are_as_wide_in_the_browser_as_the_server_measured_them(page: Page):
    """So the faces are those that are printed, and names keep the room that was found for them."""
    names = page.evaluate(NAMES, 15)
    assert {name["face"] for name in names} >= {"names", "names_bold"}
    widths = page.evaluate(
        """(names) => {
          const pen = document.createElement("canvas").getContext("2d");
          pen.fontKerning = "none";
          return names.map(({ text, face, size }) => {
            pen.font = view.painter.lettering.font(face, size);
            return pen.measureText(text).width;
          });
        }""",
        names,
    )
    assert [name["wide"] for name in names] == pytest.approx(widths, abs=1.0)


def test_the_most_important_place_of_the_map_is_always_named(page: Page, served: Serving):
    greatest = max(served.ground.places, key=lambda place: place.population).name
    for zoom in (9, 12, 15):
        assert greatest in {name["text"] for name in page.evaluate(NAMES, zoom)}


def test_a_counter_hides_the_name_of_a_village_and_never_that_of_a_town(page: Page):
    drawn = """async (rank) => {
      const { paintNames } = await import("/static/map/drawn/words.js"), pen = [];
      const stand_in = new Proxy({}, { get: (_, name) => (...given) => name === "fillText" && pen.push(given[0]) });
      const name = { text: "Here", u: 1, v: 1, face: "names", colour: "ink.name", size: 10, wide: 20, anchor: 0,
                     halo: 0, turn: 0, rank };
      const { colours, lettering } = view.painter;
      const written = { names: [name], lead: {} };
      const painter = { colours, ground: view.ground, shown: { names: true }, drawing: { box: [0, 0, 9, 9] },
                        lettering: { at: () => written, font: () => "" } };
      const stage = { R: 30, box: [0, 0, 9, 9] }, over = (x) => [{ x, y: 20, size: 20 }];
      return [over(30), over(200)].map((counters) => {
        pen.length = 0;
        paintNames(stand_in, stage, painter, counters);
        return pen.length;
      });
    }"""
    assert page.evaluate(drawn, 4) == [0, 1]
    assert page.evaluate(drawn, 2) == [1, 1]


@both_ways
def test_far_out_each_hex_is_a_dot_of_its_colour(page: Page):
    page.evaluate("async () => { view.map.setView(view.map.getCenter(), 3, { animate: false }); await painted(); }")
    picture = look(page)[180:240, 270:330]
    assert len(np.unique(picture.reshape(-1, 3) // 16, axis=0)) > 4

