// The counters of a view where they stand: which are drawn, with what about them, how many lie there; and their patterns.

import assert from "node:assert/strict";
import test from "node:test";

import { BLUE, CLEAN, ink, RED, Scribe } from "./scribe.js";

const { paintCounters } = await import("../../webui/static/map/countersheet.js");
const { hatching } = await import("../../webui/static/map/terrain/hatching.js");
const { Geometry } = await import("../../webui/static/map/geometry.js");

const geometry = new Geometry({ cols: 3, rows: 1, flat_top: true, digits: 2 });
const ground = { geometry, inside: () => true, palette: { ink, paper: "paper" } };
const stand = (id, hex = 0, more = {}) => ({ id, hex, side: "red", ...more });
const counter = (one, more = {}) => ({ stand: one, x: 10, y: 20, size: 25, ...more });

function drawn(groups, { R = 40, box = [-1, -1, 4, 2], more = {}, view = {}, deep = {}, labels = [] } = {}) {
  const pen = new Scribe();
  const press = {
    draw: (_, x, y, size, ratio, shown, side, { glow, band }) =>
      pen.marks.push(
        `counter ${shown.id} ${side.key} ${x},${y} ${size} x${ratio}${glow ? ` ${glow}` : ""}${band ? ` ${band}` : ""}`,
      ),
  };
  const state = {
    ...{ ground, selected: null, chosen: null, contacts: [], shown: { counters: true, enemy: true } },
    sides: new Map([
      ["red", RED],
      ["blue", BLUE],
    ]),
    view: { fronts: [], divisions: { 28: "keystone" }, ...view },
    ...more,
  };
  const stacks = { at: (hex) => Array(deep[hex] ?? 1) };
  const laid = { at: () => ({ groups, labels }) };
  const given = paintCounters(
    pen,
    { R, ratio: 2, box, sight: [0, 0, 900, 900] },
    { ground, stacks, press, state, laid },
  );
  assert.equal(pen.left, CLEAN);
  return [pen.told, given.map(({ stand: { id } }) => id)];
}

test("counters are drawn lowest first, the selected one glows, and one of a division bears its band", () => {
  const groups = [
    [counter(stand("a")), counter(stand("b", 0, { division: "28" }), { x: 12 })],
    [counter(stand("c", 1, { side: "blue" }))],
  ];
  assert.deepEqual(drawn(groups, { more: { selected: "b" } }), [
    ["counter a red 10,20 25 x2", "counter b red 12,20 25 x2 glow keystone", "counter c blue 10,20 25 x2"],
    ["a", "b", "c"],
  ]);
  const shown = counter(stand("a"), { shown: { id: "division" } });
  assert.deepEqual(drawn([[shown]]), [["counter division red 10,20 25 x2"], ["a"]]);
  assert.deepEqual(drawn([[counter(stand("x", 0, { side: "?" }))]])[0], []);
});

test("where counters are not shown there are none; what was seen before lies under them, if it is shown", () => {
  assert.deepEqual(drawn([[counter(stand("a"))]], { more: { shown: { counters: false } } }), [[], []]);
  const contact = { id: "e", side: "blue", hex: 0, stage: "fresh", now: false, source: "seen", age: "", strength: "2" };
  const all = (shown) =>
    drawn([[counter(stand("a"))]], { more: { contacts: [contact], shown } })[0].map((mark) => mark.split(" ")[1]);
  assert.deepEqual(all({ counters: true, enemy: true }), ["e", "a"]);
  assert.deepEqual(all({ counters: true, enemy: false }), ["a"]);
});

test("only counters of hexes on the sheet are drawn, and two radii round it", () => {
  const near = (...box) => drawn([[counter(stand("a"))]], { box })[1].length;
  assert.equal(near(1.9, -1, 4, 1), 1);
  for (const box of [
    [2, -1, 4, 1],
    [-9, -1, -2, 1],
    [-9, 2, 9, 9],
    [-9, -9, 9, -2],
  ])
    assert.equal(near(...box), 0, `${box}`);
});

const DISC = "fill plate: O34,21 5";

test("a stack that shows fewer than lie there has their number at its corner, where hexes are large enough for one", () => {
  const badge = (R, many = 3) => drawn([[counter(stand("a"))]], { R, deep: { 0: many } })[0].slice(1);
  assert.deepEqual(badge(14.1), [DISC, "stroke counter 0.7: O34,21 5", "write counter “3” 34,21.5 center 7px"]);
  assert.deepEqual(badge(14), []);
  assert.deepEqual(badge(40, 1), []);
  assert.match(badge(14.1, 10)[2], /“10” 34,21.5 center 6px/);
  const large = drawn([[counter(stand("a"), { size: 50 })]], { R: 20, deep: { 0: 9 } })[0];
  assert.deepEqual(large.slice(1), [
    "fill plate: O59,21 8",
    "stroke counter 1.2: O59,21 8",
    "write counter “9” 59,21.5 center 11.2px",
  ]);
});

test("a counter that stands for several says so itself, one for itself does not", () => {
  const told = (count) => drawn([[counter(stand("a"), { count })]])[0].length;
  assert.deepEqual([told(1), told(2), told(undefined)], [1, 4, 1]);
});

test("the words of a front stand above its counters, where there is a view", () => {
  const fronts = [{ hexes: [0], words: "stands still" }];
  const words = (view) => drawn([[counter(stand("a"))]], { view })[0].filter((mark) => mark.startsWith("write")).length;
  assert.deepEqual([words({ fronts }), words({})], [1, 0]);
  assert.deepEqual(drawn([[counter(stand("a"))]], { more: { view: null } })[1], ["a"]);
});

test("patterns tell by their strokes what colours tell: up, down, crossed or dots, as fine as is asked, made once each", () => {
  const pen = new Scribe();
  const made = (kind, ratio = 1, grain) => String(hatching(pen, kind, "red", ratio, grain));
  assert.deepEqual(
    ["bars", "slant", "teeth", "dots"].map((kind) => made(kind)),
    ["up(red 8 1.2)", "down(red 8 1.2)", "cross(red 8 1.2)", "dots(red 8 1.2)"],
  );
  assert.equal(made("bars", 2, { step: 5, weight: 1 }), "up(red 10 2)");
  const tiles = [];
  pen.createPattern = (tile) => (tiles.push(tile), null);
  assert.equal(made("bars"), "red", "where a browser makes no pattern its colour must do");
  made("bars");
  made("bars", 3);
  assert.deepEqual([tiles[0] === tiles[1], tiles[0] === tiles[2]], [true, false]);
});

test("a tile's strokes run on in the next one: each leads a pixel over its edges, one before it and one after it", () => {
  const pen = new Scribe();
  let tile = null;
  pen.createPattern = (one) => ((tile = one), null);
  hatching(pen, "bars", "blue", 1, { step: 6, weight: 1 });
  assert.deepEqual(tile.pen.marks, ["stroke blue 1: M-7,7 L1,-1 M-1,7 L7,-1 M5,7 L13,-1"]);
  hatching(pen, "dots", "blue", 1, { step: 6, weight: 2 });
  assert.deepEqual(tile.pen.marks, ["fill blue: O3,3 2.1"]);
});
