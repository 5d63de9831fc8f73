"""What the map shows on demand, and its legend, in a browser: the network of supply, stale fronts, bands of height."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.legend import legend_keys
from scenarios.drawing.levels import PX_PER_MM, level_at
from tests.webui import test_map_drawing as drawing
from tests.webui.test_map_drawing import at_hex, changed, look, set_view

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.webui.mapserving import Serving

pytestmark = drawing.pytestmark
served, opened, page = drawing.served, drawing.opened, drawing.page


NETWORK = """([open, shut]) => {
  const hexes = (names) => names.map((name) => view.ground.geometry.indexOf(name));
  const [way, cut] = [hexes(open), hexes(shut)];
  view.setNetwork({
    version: 1, served: 3, ways: [{ hexes: way, stands: 3 }],
    ends: [{ hex: way[way.length - 1], to: "Depot", stands: 3 }],
    cut: [{ hex: cut[0], path: cut, cut_at: cut[1], why: "zone of East", stands: ["s1"] }],
  });
  view.toggle("network", true);
}"""


def test_the_network_of_supply_shows_on_demand_open_and_cut_by_pattern_too(page: Page):
    set_view(page)
    x, y = at_hex(page, "2520")
    plain = look(page)
    page.evaluate(NETWORK, [["2320", "2420", "2520", "2620", "2720"], ["2516", "2517", "2518"]])
    drawn = look(page)
    dark_green = (drawn[..., 1] - drawn[..., 0] > 40) & (drawn[..., 1] < 130)
    assert dark_green[y - 40 : y + 40, x - 60 : x + 60].mean() > 0.01
    cut_x, cut_y = at_hex(page, "2517")
    crossed = look(page)
    red = (crossed[..., 0] - crossed[..., 1] > 120)[cut_y - 12 : cut_y + 12, cut_x - 12 : cut_x + 12]
    assert 0.1 < red.mean() < 0.7
    page.evaluate("view.toggle('network', false)")
    at_hex(page, "2520")
    assert changed(plain, look(page)) < 0.0005


def test_a_stale_front_is_broken_and_has_no_teeth(page: Page):
    set_view(page)
    at_hex(page, "2015")
    page.evaluate("view.toggle('counters', false)")
    front = """(stale) => {
      const { u, v } = view.ground.geometry, hexes = ["2013", "2014", "2015", "2016", "2017"];
      const points = hexes.map((name) => view.ground.geometry.indexOf(name)).flatMap((hex) => [u[hex], v[hex]]);
      const piece = { left: "west", right: "east", closed: false, stale, points };
      view.setView({ ...view.state.view, front: stale === null ? [] : [piece] });
    }"""
    lines = [shipped_palette().side_style(colour).line for colour in ("#8f8a4a", "#7d8a7a")]
    inks = np.array([[int(line[k : k + 2], 16) for k in (1, 3, 5)] for line in lines])
    inked = []
    for stale in (None, False, True):
        page.evaluate(front, stale)
        apart = np.abs(look(page)[:, :, None, :] - inks).sum(axis=3).min(axis=2)
        inked.append(int((apart < 40).sum()))
    bare, whole, broken = inked
    assert 40 < broken - bare < 0.85 * (whole - bare)


LEGEND = """async () => {
  const { Legend } = await import("/static/map/legend/legend.js");
  const box = document.createElement("details"), rows = document.createElement("div");
  rows.className = "legend-rows";
  box.append(document.createElement("summary"), rows);
  document.body.append(box);
  box.open = true;
  const legend = new Legend(box, view);
  await legend.refresh();
  const found = [...box.querySelectorAll("li")].map((li) => {
    const canvas = li.querySelector("canvas"), pen = canvas.getContext("2d");
    const middle = [...pen.getImageData(canvas.width / 2, 3, 1, 1).data];
    const painted = pen.getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part);
    return { words: li.textContent, middle, painted, hidden: canvas.getAttribute("aria-hidden") };
  });
  const heads = [...box.querySelectorAll("h3")].map((head) => head.textContent);
  box.remove();
  view.onShown = () => {};
  return { found, heads };
}"""


def test_the_legend_has_the_rows_and_the_paint_of_the_printed_key(page: Page, served: Serving):
    set_view(page)
    at_hex(page, "2010")
    page.evaluate("view.toggle('bands', true)")
    told = page.evaluate(LEGEND)
    page.evaluate("view.toggle('bands', false)")
    shapes = shapes_of(served.ground)
    keys = legend_keys(shapes, level_at(2 ** (15 / 3) / PX_PER_MM), shapes.box)
    words = [row["words"] for row in told["found"]]
    assert {key.words for key in keys} <= set(words)
    assert words[0] == keys[0].words
    assert all(row["painted"] and row["hidden"] == "true" for row in told["found"])
    assert told["heads"][0] == "Ground"
    assert {"Heights", "Water", "Who holds the ground", "Units"} <= set(told["heads"])
    bands = {key.words: key.name for key in keys if key.look == "band"}
    painted = {row["words"]: row["middle"][:3] for row in told["found"] if row["words"] in bands}
    assert len(painted) == len(bands) > 2
    for said, ink in bands.items():
        colour = shipped_palette().colour(ink)
        assert painted[said] == pytest.approx([int(colour[k : k + 2], 16) for k in (1, 3, 5)], abs=3)
    # What is not shown has no row.
    page.evaluate("view.toggle('contours', false)")
    without = {row["words"] for row in page.evaluate(LEGEND)["found"]}
    assert not {key.words for key in keys if key.layer in {"bands", "contours"}} & without


def test_all_tiles_of_a_window_show_something_before_any_is_painted_finely(page: Page):
    told: list[str] = page.evaluate(
        """async () => {
          const told = [], { groundLayer, painter } = view, { paintCoarsely, parts } = painter;
          const tile = ({ x0, y0 }) => `${x0} ${y0}`;
          painter.paintCoarsely = (canvas, at) => {
            told.push(`coarse ${tile(at)}`);
            return paintCoarsely.call(painter, canvas, at);
          };
          painter.parts = (canvas, at, ...more) => {
            told.push(`fine ${tile(at)}`);
            return parts.call(painter, canvas, at, ...more);
          };
          view.map.setView(view.map.getCenter(), 17, { animate: false });
          await painted();
          delete painter.paintCoarsely;
          delete painter.parts;
          return told;
        }"""
    )
    coarse = [at for one in told if (at := one.removeprefix("coarse ")) != one]
    assert len(coarse) == len(set(coarse)) >= 4
    assert all(one.startswith("coarse") for one in told[: len(coarse)])
    assert {f"fine {at}" for at in coarse} == set(told[len(coarse) :])
