// What lies over the map where a scenario is built: arrivals, hexes where no unit may stand, the one that is aimed at.

import assert from "node:assert/strict";
import test from "node:test";

import { CLEAN, hexAt, Scribe } from "./scribe.js";

/** Leaflet as far as the sheets ask for it: a layer that keeps what paints it. */
class Layer {
  constructor(draw, _, { pane } = {}) {
    Object.assign(this, { draw, pane, repainted: 0 });
  }
  addTo(map) {
    this.map = map;
    return this;
  }
  repaint() {
    this.repainted += 1;
  }
}
const kind = { extend: () => Layer, prototype: {} };
globalThis.L = { Renderer: kind, GridLayer: kind, Layer: kind };
const { hexesNear, outlineOf } = await import("../../webui/static/editor/overlay.js");
const { Marks } = await import("../../webui/static/editor/scenario/marks.js");
const { Geometry } = await import("../../webui/static/map/geometry.js");

const geometry = new Geometry({ cols: 3, rows: 1, flat_top: true, digits: 2 });
const BOX = [0, 0, 3, 1];

function marks() {
  const panes = {};
  const map = { createPane: (name) => (panes[name] = { style: {} }) };
  const one = new Marks({ ground: { geometry }, map });
  const painted = (R = 10) => {
    const pen = new Scribe(),
      any = one.sheet.draw(pen, { R, box: BOX });
    assert.equal(pen.left, CLEAN);
    return [any, pen.told];
  };
  return { one, map, panes, painted };
}

test("hexes are outlined one after another, and only those near a box count", () => {
  const view = { ground: { geometry } };
  assert.equal(outlineOf(view, [0, 2], 10).under([1, 0, 0, 1, 0, 0]), `${hexAt(0, 0, 10)} ${hexAt(30, 0, 10)}`);
  const near = (...box) => hexesNear(view, [-1, 0, 1, 2], box);
  assert.deepEqual(near(0, 0, 3, 1), [0, 1, 2]);
  assert.deepEqual(near(1, -1, 1.9, 1), [1], "a hex just a radius away does not touch it: 0 lies at 0, 2 at 3");
  assert.deepEqual(near(-9, 1, 9, 2), [1]);
  assert.deepEqual(near(-9, -2, 9, -1), []);
  assert.deepEqual(near(-9, -9, 0.4, 9), [0]);
  assert.deepEqual(near(0.9, 0, 0.9, 0.9), [0, 1]);
});

test("there is a sheet for them above the map, painted anew when something else is to be shown", () => {
  const { one, map, panes } = marks();
  assert.deepEqual(
    [one.sheet.pane, one.sheet.map === map, panes["map-scenario"].style.zIndex],
    ["map-scenario", true, 460],
  );
  one.show({ aim: 1 });
  assert.deepEqual([one.shown.aim, one.shown.bad, one.sheet.repainted], [1, false, 1]);
});

test("where there is nothing that is said", () => {
  assert.deepEqual(marks().painted(), [false, []]);
});

test("arrivals are signs in the middle of their hex, with how many come", () => {
  const { one, painted } = marks();
  one.show({ coming: [[2, 4]] });
  assert.deepEqual(painted(), [
    true,
    ["fill #fffdf6: O30,0 9", "stroke #1d4f91 2: O30,0 9", "write #1d4f91 “+4” 30,1 center 9px"],
  ]);
  assert.match(painted(100)[1][0], / 42$/);
});

test("the hex that is aimed at has a ring: whole where a unit may go, broken where it may not; the first hex too", () => {
  const { one, painted } = marks();
  one.show({ aim: 0 });
  assert.deepEqual(painted(), [
    true,
    [`stroke #fffdf6 6: ${hexAt(0, 0, 10)}`, `stroke #2c6633 3.4: ${hexAt(0, 0, 10)}`],
  ]);
  one.show({ bad: true });
  assert.equal(painted()[1][1], `stroke #9c1c1c 3.4 [6,4]: ${hexAt(0, 0, 10)}`);
});

test("barred hexes and those that are taken are hatched within their edges, over all of the sheet", () => {
  const { one, painted } = marks();
  one.show({ room: { barred: [0], taken: [] } });
  const [any, told] = painted();
  // From ten pixels before the left edge on a stroke every seven, up to the right edge.
  const strokes = [-10, -3, 4, 11, 18, 25].map((x) => `M${x},10 L${x + 10},0`).join(" ");
  assert.deepEqual(
    [any, told],
    [true, [`clip: ${hexAt(0, 0, 10)}`, "fill #3b352a at 0.12: R0,0 30 10", `stroke #3b352a 1.2 at 0.34: ${strokes}`]],
  );
  one.show({ room: { barred: [], taken: [0] } });
  assert.deepEqual(
    painted()[1]
      .slice(1)
      .map((mark) => mark.split(":")[0]),
    ["fill #9c1c1c at 0.18", "stroke #9c1c1c 1.2 at 0.5"],
  );
  one.show({ room: { barred: [], taken: [] } });
  assert.deepEqual(painted(), [true, []]);
});
