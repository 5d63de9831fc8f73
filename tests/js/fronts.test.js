// Fronts that stand still, drawn on a pen that writes down every stroke: hatched, with a rim, and with words above.

import assert from "node:assert/strict";
import { test } from "node:test";

const traced = [];
const context = { beginPath() {}, moveTo() {}, lineTo() {}, stroke() {}, arc() {}, fill() {} };
globalThis.document = { createElement: () => ({ getContext: () => context }) };
globalThis.DOMMatrix = class {
  scale() {
    return this;
  }
};
globalThis.Path2D = class {
  moved = [];
  constructor() {
    traced.push(this);
  }
  moveTo(...at) {
    this.moved.push(at);
  }
  lineTo() {}
  closePath() {}
};

const { Geometry } = await import("../../webui/static/map/geometry.js");
const { paintStill, paintStillWords, shortLines } = await import("../../webui/static/map/overlays.js");

const geometry = new Geometry({ cols: 6, rows: 6, flat_top: true, digits: 2 });
const ground = { geometry, inside: () => true, palette: { paper: "paper", ink: { still: "violet" } } };
const WORDS = "a battle is settled here until 2 turns have ended, this one counted: the bridge";

/** Draw fronts and give what was done: fills, strokes with colour and width, and lines written. */
function drawn(fronts, R = 20, box = geometry.box, isFree = () => true) {
  const done = { fills: [], strokes: [], written: [], align: "" };
  const pen = {
    createPattern: () => ({ setTransform() {} }),
    fill: (path) => done.fills.push(path.moved.length),
    stroke: (path) => done.strokes.push([pen.strokeStyle, pen.lineWidth, path.moved.length]),
    strokeText() {},
    measureText: (text) => ({ width: 6 * text.length }),
    fillText: (text, x, y) => done.written.push([text, x, y, pen.fillStyle, pen.textAlign]),
  };
  paintStill(pen, { R, ratio: 1, box }, { ground, view: { fronts } });
  paintStillWords(pen, { R, ratio: 1, box }, { ground, view: { fronts } }, isFree);
  return done;
}
const hexes = (...numbers) => numbers.map((number) => geometry.indexOf(number));

test("each hex is hatched, and only the sides to others have a rim, light below dark", () => {
  const { fills, strokes } = drawn([{ hexes: hexes("0303", "0304"), words: "" }]);
  assert.deepEqual(fills, [2]);
  assert.deepEqual(strokes, [
    ["paper", 5, 10],
    ["violet", 2.5, 10],
  ]);
});

test("a rim is wider where hexes are large", () => {
  const { strokes } = drawn([{ hexes: hexes("0303"), words: "" }], 100);
  assert.deepEqual(
    strokes.map(([, wide]) => Math.round(wide)),
    [13, 7],
  );
});

test("the words stand above the highest hex in short lines, towards the middle of the map", () => {
  const [west, east] = [hexes("0102", "0103"), hexes("0602", "0603")];
  const { written } = drawn([
    { hexes: west, words: WORDS },
    { hexes: east, words: "short" },
  ]);
  const top = Math.min(...west.map((hex) => geometry.v[hex])) * 20;
  assert.ok(written.length === 4 && written.every(([, , y]) => y < top));
  assert.deepEqual(
    written.map(([, , , colour, align]) => [colour, align]),
    [...Array(3).fill(["violet", "left"]), ["violet", "right"]],
  );
  assert.deepEqual(
    written.slice(0, 3).map(([text]) => text),
    shortLines(WORDS, 30, 3),
  );
});

test("where counters lie above and none below, the words stand below; where both are taken, above", () => {
  const west = hexes("0102", "0103"),
    heights = west.map((hex) => geometry.v[hex] * 20),
    top = Math.min(...heights),
    foot = Math.max(...heights);
  const below = drawn([{ hexes: west, words: WORDS }], 20, geometry.box, ([, above]) => above > foot).written;
  assert.ok(below.length === 3 && below.every(([, , y]) => y > foot + 20));
  const crowded = drawn([{ hexes: west, words: WORDS }], 20, geometry.box, () => false).written;
  assert.ok(crowded.every(([, , y]) => y < top));
});

test("no words where hexes are small, and nothing of what lies off the screen", () => {
  assert.deepEqual(drawn([{ hexes: hexes("0303"), words: WORDS }], 8).written, []);
  const { fills, strokes, written } = drawn([{ hexes: hexes("0606"), words: WORDS }], 20, [0, 0, 0.1, 0.1]);
  assert.deepEqual([fills, strokes.map(([, , sides]) => sides), written], [[0], [0, 0], []]);
});

test("words are broken into lines, and what is over is cut with a sign for it", () => {
  assert.deepEqual(shortLines("", 30, 3), []);
  assert.deepEqual(shortLines("one two three", 7, 3), ["one two", "three"]);
  const cut = shortLines("one two three four", 5, 2);
  assert.equal(cut.length, 2);
  assert.ok(cut[1].endsWith("…"), cut[1]);
});

test("the words of a front of one hex run towards the middle of the map as well", () => {
  const { written } = drawn(["0203", "0503"].map((number) => ({ hexes: hexes(number), words: "short" })));
  assert.deepEqual(
    written.map(([, , , , align]) => align),
    ["left", "right"],
  );
});
