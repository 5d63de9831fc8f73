// Items of the drawing on a canvas, and the map from far away: where each dot, line and area falls.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CLEAN, Scribe, Trace } from "./scribe.js";

const { cutTo, paintItem, placeOn } = await import("../../webui/static/map/drawn/brush.js");
const { inkOf, overviewOf, paintOverview } = await import("../../webui/static/map/overview.js");

const spot = { R: 10, ratio: 2, x0: 5, y0: 0, size: 100, perMm: 4 };
const colours = { woods: "green", road: "brown", spot: "grey", edge: "none" };

/** A square of the drawing whose points are hundredths of a hex radius. */
const packet = (more = {}) => ({ box: [0, 0, 2, 1], middle: [1, 2], fine: 100, items: [], bands: 4, ...more });

function painted(item, more = {}, at = spot) {
  const pen = new Scribe(),
    asked = [],
    path = new Trace();
  path.moveTo(0, 0);
  path.lineTo(100, 0);
  placeOn(pen, packet(more), at);
  const outline = item.outline === null ? null : { path: (band) => (asked.push(band), path) };
  paintItem(pen, packet(more), { alpha: 1, round: false, ...item, outline }, colours, at);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  assert.equal(pen.left, CLEAN);
  return [pen.told, asked];
}

test("a canvas is cut to whole pixels of the square's box", () => {
  const pen = new Scribe();
  pen.scale(3, 3);
  cutTo(pen, packet(), spot);
  assert.deepEqual(pen.told, ["clip: R-10,0 40 20"]);
  cutTo(pen, packet({ box: [0.03, 0.52, 1.97, 0.98] }), { ...spot, ratio: 1 });
  assert.deepEqual(pen.told, ["clip: R-5,5 20 5"]);
  assert.equal(pen.left, CLEAN);
});

test("an area is filled where it lies; the edge of the map takes the paper away, and only it", () => {
  const area = { kind: "area", colour: "woods", layer: "ground" };
  assert.deepEqual(painted(area), [["fill green evenodd: M10,40 L30,40"], [undefined]]);
  assert.deepEqual(painted(area, { band: 2 })[1], [2], "of a band that which lies in it");
  assert.deepEqual(painted({ ...area, layer: "edge", colour: "edge" })[0], [
    "fill none evenodd destination-out: M10,40 L30,40",
  ]);
  assert.deepEqual(painted({ ...area, outline: null })[0], []);
});

test("a line is as wide as it is on paper; one thinner than a pixel is a pixel wide, and fainter by as much", () => {
  const line = { kind: "lines", colour: "road", layer: "roads", alpha: 0.8 };
  // 0.1 of ten pixels is a quarter of a millimetre: four pixels to one, two of the screen to each.
  assert.deepEqual(painted({ ...line, width: [0.1, 0.1, 1, 0] }), [
    ["stroke brown 2 at 0.8: M10,40 L30,40"],
    [undefined],
  ]);
  assert.deepEqual(painted({ ...line, width: [0.025, 0, 1, 0] })[0], ["stroke brown 1.02 at 0.39: M10,40 L30,40"]);
  assert.deepEqual(painted({ ...line, width: [0.1, 0.1, 1, 0], outline: null })[0], []);
  assert.deepEqual(painted({ ...line, width: [0.1, 0.1, 1, 0] }, { band: 1 })[1], [1]);
});

test("dots are painted as far as their discs reach on the canvas, each aside by what it is told", () => {
  const at = { R: 10, ratio: 1, x0: 0, y0: 0, size: 100, perMm: 4 },
    place = { middle: [5, 5], box: [0, 2, 10, 4] };
  const dots = (points, more = {}) => {
    const item = { kind: "spots", colour: "spot", layer: "spots", width: [0.1, 0.1, 1, 0], aside: [0.02, 0.03] };
    return painted({ ...item, at: points, outline: null }, { ...place, ...more }, at)[0];
  };
  // A pixel is ten units: a disc of one pixel has a radius of five units, 0.5 pixels; aside two and three units.
  assert.deepEqual(dots([0, 0, 100, -50]), ["fill grey: O50.2,50.3 0.5", "fill grey: O60.2,45.3 0.5"]);
  // It lies from -500 to 500, less or more by the radius and by what it is aside.
  assert.equal(dots([-507, 0, 503, 0, 0, -508, 0, 502]).length, 4);
  for (const out of [
    [-508, 0],
    [504, 0],
    [0, -509],
    [0, 503],
  ])
    assert.deepEqual(
      dots([...out, 0, 0]),
      ["fill grey: O50.2,50.3 0.5"],
      `${out} is out of sight, what comes after is not`,
    );
  // A band ends where its box does: from -300 to -100.
  assert.equal(dots([0, -308, 0, -98], { band: 0 }).length, 2);
  assert.equal(dots([0, -309, 0, -97], { band: 0 }).length, 0);
  assert.equal(dots([0, -309, 0, -97]).length, 2, "without a band the canvas is the limit");
});

const RED = inkOf("#ff0000"),
  SEA = inkOf("#0102fe");
const ground = (flatTop) => ({
  geometry: { cols: 2, rows: 2, flatTop },
  terrainNames: ["field", "sea"],
  terrain: [0, 1, 1, 0],
  palette: { terrain: { field: { tint: "#ff0000" } }, paper: "#0102fe" },
  inside: (hex) => hex !== 2,
});

test("a colour is kept with the red byte first, and dense", () => {
  assert.deepEqual([RED, SEA], [0xff0000ff, 0xfffe0201]);
  assert.deepEqual([...new Uint8Array(new Uint32Array([inkOf("#0a0b0c")]).buffer)], [10, 11, 12, 255]);
});

test("far away a hex is two dots, staggered as hexes are; off the map nothing, and paper where a ground has no tint", () => {
  const rowsOf = ({ canvas }) => {
    const dots = [...new Uint32Array(canvas.pen.picture.data.buffer)];
    return Array.from({ length: canvas.height }, (_, n) => dots.slice(n * canvas.width, (n + 1) * canvas.width));
  };
  assert.deepEqual(rowsOf(overviewOf(ground(true))), [
    [RED, 0],
    [RED, SEA],
    [0, SEA],
    [0, RED],
    [0, RED],
  ]);
  assert.deepEqual(rowsOf(overviewOf(ground(false))), [
    [RED, RED, SEA, SEA, 0],
    [0, 0, 0, RED, RED],
  ]);
});

test("it is drawn over the hexes that it stands for, made once, and smooth only if it is made smaller", () => {
  const pen = new Scribe(),
    painter = { ground: ground(true), overview: undefined };
  pen.scaleR = 1;
  paintOverview(pen, painter);
  const made = painter.overview;
  assert.equal(pen.imageSmoothingEnabled, false);
  pen.scaleR = 0.9;
  paintOverview(pen, painter);
  assert.equal(pen.imageSmoothingEnabled, true);
  assert.equal(painter.overview, made);
  // Two columns one and a half wide, five half rows of half a root of three.
  assert.deepEqual(pen.told, ["image 2x5: -0.75,-0.87 3 4.33", "image 2x5: -0.75,-0.87 3 4.33"]);
  const pointed = { ground: ground(false) };
  paintOverview(pen, pointed);
  assert.deepEqual(pen.told, ["image 5x2: -0.87,-0.75 4.33 3"]);
});
