// The legend: a row for what is on the map and none for what is not, with swatches painted as the map is.

import assert from "node:assert/strict";
import test from "node:test";

import { BLUE, CLEAN, drawing, ink, RED, Scribe } from "./scribe.js";

const { samplesOf } = await import("../../webui/static/map/legend/samples.js");

const ground = { drawing, palette: { ink, paper: "paper" } };
const sides = new Map([
  ["red", RED],
  ["blue", BLUE],
]);
const EMPTY = {
  ...{
    ground,
    sides,
    shown: {},
    front: [],
    control: null,
    path: null,
    ways: null,
    supply: null,
    network: null,
    command: null,
    reach: null,
  },
  view: { sides: [RED, BLUE], stands: [], fronts: [], declared: [], contacts: [], zones: {} },
};
const rowsWith = (more, view = {}) => samplesOf({ state: { ...EMPTY, ...more, view: { ...EMPTY.view, ...view } } });
const words = (...given) => rowsWith(...given).map((row) => row.words);

/** What paints a row's swatch. */
function painted(text, ...given) {
  const rows = rowsWith(...given).filter((row) => row.words === text);
  assert.equal(rows.length, 1, text);
  const pen = new Scribe();
  rows[0].paint(pen, 1);
  assert.equal(pen.left, CLEAN);
  return pen.told;
}

test("where nothing is there is no row, nor before there is a view", () => {
  assert.deepEqual(words({}), []);
  assert.deepEqual(samplesOf({ state: { ...EMPTY, view: null } }), []);
});

test("who holds the ground is told while it is shown, and its front as far as it is seen", () => {
  const control = { shown: { control: true }, control: [0] };
  const holds = ["Red: ground near the front", "Blue: ground near the front"];
  assert.deepEqual(words(control), holds);
  assert.deepEqual(words({ ...control, shown: {} }), []);
  const piece = (stale) => ({ left: "red", right: "blue", stale });
  const fresh = "front, with teeth on each side's own ground",
    stale = "front as last heard of: nobody of one's own is near";
  assert.deepEqual(words({ ...control, front: [piece(false)] }), [...holds, fresh]);
  assert.deepEqual(words({ ...control, front: [piece(true)] }), [...holds, stale]);
  assert.deepEqual(words({ front: [piece(true), piece(false)] }), []);
  const zones = words({ shown: { zones: true } }, { zones: { red: [1], blue: [] } });
  assert.deepEqual(zones, ["Red: zone of control"]);
  assert.deepEqual(words({}, { zones: { red: [1] } }), []);
  assert.deepEqual(words({}, { fronts: [{}] }), ["all stand still here"]);
  const [row] = rowsWith(control);
  assert.deepEqual([row.group, row.wide, row.high], ["Who holds the ground", 40, 20]);
});

test("a swatch of ground has the side's colour under its pattern, and a rim", () => {
  const control = { shown: { control: true, zones: true }, control: [0] };
  assert.deepEqual(painted("Red: ground near the front", control), [
    "fill pink at 0.35: R0,0 40 20",
    "fill up(red 10 0.9) at 0.8: R0,0 40 20",
    "stroke red 1: R0.5,0.5 39 19",
  ]);
  assert.deepEqual(painted("Red: zone of control", control, { zones: { red: [1] } }).slice(0, 2), [
    "fill transparent at 0.35: R0,0 40 20",
    "fill up(red 6 1) at 0.8: R0,0 40 20",
  ]);
  assert.match(painted("all stand still here", {}, { fronts: [{}] })[1], /^fill down\(still 8 1.2\)/);
});

test("the front's swatch is that of a piece that is so: of its sides, broken where it is not seen", () => {
  const front = [
    { left: "red", right: "red", stale: false },
    { left: "blue", right: "blue", stale: true },
  ];
  const control = { shown: { control: true }, control: [0], front };
  const fresh = painted("front, with teeth on each side's own ground", control),
    stale = painted("front as last heard of: nobody of one's own is near", control);
  assert.match(fresh[0], /^stroke paper 7.88 at 0.85: M-4,10 L10,10 L20,10 L30,10 L44,10$/);
  assert.match(fresh[1], /^stroke red 1.6:/);
  assert.match(stale[1], /^stroke blue 2.4 \[6.24,5.28\]:/);
});

const shaft = (marks) => marks.find((mark, n) => n && mark.startsWith("stroke") && !/Z$/.test(mark));

test("orders are told by what they are: marches and attacks apart, in the colour of the side", () => {
  const shown = { orders: true };
  const march = { path: [1, 2], attack: false },
    attack = { path: [1, 2], attack: true },
    halt = { path: null, attack: false };
  assert.deepEqual(words({ shown }, { declared: [march] }), ["order to march"]);
  assert.deepEqual(words({ shown }, { declared: [halt, attack] }), ["order to attack"]);
  assert.deepEqual(words({ shown }, { declared: [halt] }), []);
  assert.deepEqual(words({}, { declared: [march] }), []);
  assert.equal(shaft(painted("order to march", { shown }, { declared: [march] })), "stroke red 2.6: M3,10 L33.46,10");
  assert.equal(
    shaft(painted("order to attack", { shown }, { declared: [attack] })),
    "stroke attack 2.6: M3,10 L32.22,10",
  );
  assert.equal(
    shaft(painted("order to march", { shown }, { declared: [march], sides: [] })),
    "stroke counter 2.6: M3,10 L33.46,10",
  );
});

test("the order in hand has a casing of its own; what a side means to do is in that side's colour", () => {
  const hand = painted("order in hand", { path: [1] });
  assert.equal(hand[0], "stroke way 5.2: M3,10 L33.46,10");
  assert.equal(shaft(hand), "stroke path 2.6: M3,10 L33.46,10");
  const ways = (side) => shaft(painted("what a side means to do", { ways: { side, ways: [] } }));
  assert.equal(ways("blue"), "stroke blue 2.6: M3,10 L31.8,10");
  assert.equal(ways("?"), "stroke path 2.6: M3,10 L31.8,10");
});

test("lines of supply and command are told while they are shown and there", () => {
  const line = { supply: { path: [1] }, network: { ways: [1], cut: [1] }, command: {} };
  const all = [
    "line of supply of the unit in hand",
    "supply: the broader, the more units; heads point to them",
    "supply cut: dotted, crossed where it is barred",
    "line to the headquarters",
  ];
  const on = { supply: true, network: true, command: true };
  assert.deepEqual(words({ ...line, shown: on }), all);
  assert.deepEqual(words(line), []);
  assert.deepEqual(words({ shown: on, supply: { path: [] }, network: { ways: [], cut: [] } }), []);
  const swatch = (n) => painted(all[n], { ...line, shown: on });
  assert.deepEqual(swatch(0), ["stroke plate 5: M3,10 L37,10", "stroke supply 2.6 [7,5]: M3,10 L37,10"]);
  // Four units at 24 pixels: 0.96 and 1.6 times that.
  assert.equal(swatch(1)[1], "stroke supply 2.5: M3,10 L37,10");
  assert.deepEqual(swatch(2).slice(1, 3), ["stroke cut 2.2 [0.5,5]: M3,10 L37,10", "fill plate: O20,10 6"]);
  assert.equal(swatch(3)[1], "stroke command 2.4 [2,6]: M3,10 L37,10");
});

test("objectives and sources are in the colour of their side, works by their names, each kind once, in order", () => {
  const shown = { objectives: true };
  const view = {
    objectives: [{ side: "blue" }],
    sources: [{ side: "?" }],
    ground: { 1: "fort", 2: "bridge", 3: "fort", 4: "road_block" },
  };
  assert.deepEqual(words({ shown }, view), [
    "objective, with its points",
    "source of supply",
    "bridge built",
    "field works",
    "road block",
  ]);
  assert.deepEqual(words({}, view).slice(0, 1), ["bridge built"]);
  assert.deepEqual(words({ shown }, { objectives: [], sources: [] }), []);
  const star = painted("objective, with its points", { shown }, view);
  assert.match(star[0], /^fill objective: M20,2 /);
  assert.match(star[1], /^stroke blue 1.4:/);
  assert.equal(star[2], "write counter “5” 20,11.63 center 6.48px");
  assert.deepEqual(painted("source of supply", { shown }, view).slice(0, 2), [
    "fill nobody: R9,3.4 22 13.2",
    "stroke counter 1.54: R9,3.4 22 13.2",
  ]);
  assert.match(painted("field works", {}, view)[0], /^stroke bridge 1.6: M28.4,10 /);
  assert.equal(
    painted("bridge built", {}, view)[0],
    "stroke plate 6: M20,4 L20,16",
    "a bridge lies upright, as large as a hex of thirty pixels",
  );
});

test("contacts, what can be attacked and what is within reach are told while they are marked", () => {
  const reach = { contacts: [1], costs: { 3: 1 } },
    shown = { reach: true };
  assert.deepEqual(words({ reach, shown }, { contacts: [[1, 2]] }), [
    "enemies in contact",
    "can be attacked",
    "within reach, with what it costs",
  ]);
  assert.deepEqual(words({ reach }), []);
  assert.deepEqual(words({ shown, reach: { contacts: [], costs: {} } }), []);
  assert.deepEqual(words({ shown, reach: { costs: { 3: 1 } } }), ["within reach, with what it costs"]);
  assert.deepEqual(painted("within reach, with what it costs", { reach, shown }), [
    "stroke plate 5: R4,4 32 12",
    "stroke path 1.8: R4,4 32 12",
  ]);
  assert.match(painted("can be attacked", { reach, shown })[1], /^fill cross\(attack 7 1.1\)/);
  assert.match(painted("enemies in contact", {}, { contacts: [[1, 2]] })[1], /^fill contact: M19.04,10 L12,4 /);
});
