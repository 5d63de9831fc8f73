// What lies between the ground and the counters, stroke by stroke: who holds what, zones, reach and its costs, night.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLUE, CLEAN, drawing, hexAt, ink, RED, Scribe, Trace } from "./scribe.js";

const { Geometry } = await import("../../webui/static/map/geometry.js");
const { heldPaths, paintNight, paintStill, paintUnder, traceHex } = await import("../../webui/static/map/overlays.js");

// Three hexes side by side: 0 and 2 lie on one line, 1 half a hex lower between them.
const geometry = new Geometry({ cols: 3, rows: 1, flat_top: true, digits: 2 });
const ground = { geometry, drawing, inside: (hex) => hex !== -1, palette: { ink, paper: "paper" } };
const NOBODY = 255;
const box = [-1, -1, 4, 2];
const view = (more = {}) => ({ sides: [RED, BLUE], fronts: [], ...more });
const line = new Trace();
line.moveTo(0, 0);
line.lineTo(1, 0);
const STATE = {
  ...{ ground, view: view(), shown: {}, reach: null, network: null, ways: null, front: [], control: null },
  ...{ held: [line, line], sides: new Map([["red", RED]]) },
};

function under(more, R = 20, seen = box) {
  const pen = new Scribe();
  paintUnder(pen, { R, ratio: 1, box: seen }, { ...STATE, ...more });
  assert.equal(pen.left, CLEAN);
  return pen.told;
}
const at = (hex, R, share = 1) => hexAt([0, 1.5, 3][hex] * R, (hex === 1 ? 0.8660254 : 0) * R, share * R);

/** Some sides of a hex, as they are lined. */
function sidesAt(hex, R, numbers, share = 1) {
  const corners = at(hex, R, share).match(/-?[\d.]+,-?[\d.]+/g);
  return numbers.map((k) => `M${corners[k]} L${corners[(k + 1) % 6]}`).join(" ");
}

test("a hexagon is traced from its north-western corner, as large as is asked", () => {
  const path = new Trace();
  traceHex(path, ground, 1, 20, 0.5);
  const told = path.under([1, 0, 0, 1, 0, 0]);
  assert.equal(told, at(1, 20, 0.5));
});

test("the ground of a side has a breath of its colour, and its pattern where the other side's is next to it", () => {
  const control = (...of) => under({ shown: { control: true }, control: Uint8Array.from(of) });
  assert.deepEqual(control(0, 1, NOBODY), [
    "fill pink at 0.1: M0,0 L20,0",
    `fill up(red 10 0.9) at 0.3: ${at(0, 20)}`,
    "fill sky at 0.1: M0,0 L20,0",
    `fill down(blue 10 0.9) at 0.3: ${at(1, 20)}`,
  ]);
  const patterns = (...of) =>
    control(...of)
      .filter((mark) => /at 0.3/.test(mark))
      .map((mark) => mark.split(": ")[1]);
  assert.deepEqual(patterns(0, 0, 0), ["", ""], "no pattern within one side's ground");
  assert.deepEqual(patterns(0, NOBODY, 1), ["", ""], "nor beside nobody's");
  assert.deepEqual(patterns(1, 0, 1), [at(1, 20), `${at(0, 20)} ${at(2, 20)}`]);
  assert.deepEqual(
    patterns(0, 7, 0),
    [`${at(0, 20)} ${at(2, 20)}`, ""],
    "ground of a side that is not there is not painted",
  );
  assert.deepEqual(under({ shown: { control: true } }), [], "nothing before it is known who holds what");
});

test("patterns begin at nine pixels, and hexes off the sheet have none", () => {
  const patterns = (R, seen) =>
    under({ shown: { control: true }, control: Uint8Array.from([0, 1, 0]) }, R, seen)
      .filter((mark) => /at 0.3/.test(mark))
      .map((mark) => mark.split(": ")[1]);
  assert.deepEqual(patterns(8.9), ["", ""]);
  assert.deepEqual(patterns(9), [`${at(0, 9)} ${at(2, 9)}`, at(1, 9)]);
  assert.deepEqual(patterns(9, [-90, -90, -80, -80]), ["", ""]);
});

test("the ground that a side holds is traced once round, without what lies off the map", () => {
  const [red, blue] = heldPaths({ ...ground, inside: (hex) => hex !== 2 }, Uint8Array.from([0, 0, 1]), [RED, BLUE]);
  assert.equal(blue.parts.length, 0);
  assert.equal(red.parts.filter(([kind]) => kind === "M").length, 1);
  assert.equal(red.parts.filter(([kind]) => kind !== "Z").length, 10, "ten sides of two hexes that share one");
});

test("a zone is hatched, and lined where it ends, not between its hexes; off the sheet neither", () => {
  const zones = (R, seen) => under({ shown: { zones: true }, view: view({ zones: { red: [0, 1] } }) }, R, seen);
  const lined = `${sidesAt(0, 20, [0, 1, 3, 4, 5], 0.95)} ${sidesAt(1, 20, [0, 1, 2, 3, 4], 0.95)}`;
  assert.deepEqual(zones(20), [
    `fill up(red 7 1) at 0.42: ${at(0, 20, 0.93)} ${at(1, 20, 0.93)}`,
    `stroke red 1.5 at 0.9: ${lined}`,
    "fill down(blue 7 1) at 0.42: ",
    "stroke blue 1.5 at 0.9: ",
  ]);
  assert.match(zones(14)[0], /^fill up\(red 7 1\)/);
  assert.match(zones(13.9)[0], /^fill up\(red 5 1\)/);
  assert.match(zones(100)[1], /^stroke red 5 /);
  // A narrow sheet shows the first hex alone: its side to the other one is within the zone still.
  const narrow = [-4, -1, -2, 2];
  assert.deepEqual(zones(20, narrow).slice(0, 2), [
    `fill up(red 7 1) at 0.42: ${at(0, 20, 0.93)}`,
    `stroke red 1.5 at 0.9: ${sidesAt(0, 20, [0, 1, 3, 4, 5], 0.95)}`,
  ]);
  assert.equal(under({ shown: { zones: true } })[0], "fill up(red 7 1) at 0.42: ", "a view may have none");
});

const reach = (more, R = 20, flat = true) =>
  under(
    { shown: { reach: true }, reach: { costs: { 0: 2.54, 1: 12.4 }, ...more }, ...(flat ? {} : { ground: upright }) },
    R,
  );
const upright = { ...ground, geometry: new Geometry({ cols: 3, rows: 1, flat_top: false, digits: 2 }) };

test("what can be reached is a little lighter, with a line round it in two colours and the costs in its hexes", () => {
  const both = `${at(0, 20)} ${at(1, 20)}`,
    round = `${sidesAt(0, 20, [0, 1, 3, 4, 5])} ${sidesAt(1, 20, [0, 1, 2, 3, 4])}`;
  assert.deepEqual(reach({ unit: "MP" }), [
    `fill plate at 0.12: ${both}`,
    `stroke plate 4: ${round}`,
    `stroke path 1.6: ${round}`,
    "fill cross(attack 7 1.1) at 0.5: ",
    "stroke attack 2: ",
    "rim plate “2.5 MP” 0,16.6 center 9.5px",
    "write cost “2.5 MP” 0,16.6 center 9.5px",
    "rim plate “12 MP” 30,33.92 center 9.5px",
    "write cost “12 MP” 30,33.92 center 9.5px",
  ]);
  assert.equal(
    reach({}, 20, false).at(-1).split("”")[1],
    " 34.64,16 center 9.5px",
    "a little higher where a corner is below",
  );
  assert.deepEqual(
    reach({}, 100)
      .map((mark) => mark.split(/[:“]/)[0])
      .slice(1, 5),
    ["stroke plate 10", "stroke path 3.5", "fill cross(attack 7 1.1) at 0.5", "stroke attack 6"],
  );
  assert.match(reach({}, 100).at(-1), / 17px$/);
});

test("costs are written from 17 pixels on, and not while units are placed", () => {
  const costs = (more, R) => reach(more, R).filter((mark) => mark.startsWith("write")).length;
  assert.deepEqual([costs({}, 16.9), costs({}, 17), costs({ placing: true }, 40)], [0, 2, 0]);
});

test("what can be attacked is hatched, whether or not anything can be reached", () => {
  const hatched = [`fill cross(attack 7 1.1) at 0.5: ${at(2, 20, 0.94)}`, `stroke attack 2: ${at(2, 20, 0.94)}`];
  assert.deepEqual(reach({ contacts: [2] }).slice(3, 5), hatched);
  assert.deepEqual(reach({ costs: {}, contacts: [2] }), hatched);
  assert.deepEqual(reach({ costs: {} }), ["fill cross(attack 7 1.1) at 0.5: ", "stroke attack 2: "]);
});

test("night lies over the hexes of the sheet, a little over their edges, if it is night and shown", () => {
  const night = (night_, shown, more = {}) => {
    const pen = new Scribe();
    paintNight(
      pen,
      { R: 20, box, ...more },
      { ground: { ...ground, inside: (hex) => hex !== 1 }, view: night_, shown },
    );
    return pen.told;
  };
  assert.deepEqual(night({ night: true }, { night: true }), [`fill night: ${at(0, 20, 1.02)} ${at(2, 20, 1.02)}`]);
  for (const [seen, shown] of [
    [{ night: false }, { night: true }],
    [{ night: true }, { night: false }],
    [null, { night: true }],
  ])
    assert.deepEqual(night(seen, shown), []);
});

test("where all stand still the rim runs round the whole, also where a part of it lies off the sheet", () => {
  const pen = new Scribe();
  paintStill(pen, { R: 20, ratio: 1, box: [-4, -1, -2, 2] }, { ground, view: view({ fronts: [{ hexes: [0, 1] }] }) });
  assert.deepEqual(pen.told, [
    `fill down(still 8 1.2) at 0.5: ${at(0, 20)}`,
    `stroke paper 5: ${sidesAt(0, 20, [0, 1, 3, 4, 5])}`,
    `stroke still 2.5: ${sidesAt(0, 20, [0, 1, 3, 4, 5])}`,
  ]);
});

/** A state in which there is something of every part. */
const FULL = {
  ...{ control: Uint8Array.from([0, 1, 1]), reach: { costs: { 0: 1 } }, ways: { side: "red", ways: [[0, 1]] } },
  network: { ways: [], cut: [], ends: [{ hex: 0, to: "R", stands: 1 }] },
  view: view({
    ...{ zones: {}, objectives: [{ hex: 0, side: "red", points: 1 }], sources: [{ hex: 0, side: "red" }] },
    ...{ ground: { 0: "other" }, fronts: [{ hexes: [0] }] },
  }),
  front: [
    {
      left: "red",
      right: "",
      points: [
        [0, 0],
        [1, 0],
      ],
      leftward: [
        [0, -1],
        [0, -1],
      ],
      u0: 0,
      v0: 0,
      u1: 1,
      v1: 0,
    },
  ],
};
/** Of each part the mark that nothing else makes. */
const SIGNS = {
  control: /^fill pink at 0.1/, zones: /at 0.42/, reach: /^fill plate at 0.12/, objectives: /^fill objective/,
  sources: /^stroke red 1.4: R/, works: /^fill bridge/, still: /^stroke still/, front: /^stroke paper .*at 0.85/,
  network: /^fill supply: R/, ways: /at 0.6/,
}; // prettier-ignore
test("each part is painted if it is shown and there, from the ground up", () => {
  const seen = (more) => {
    const told = under({ ...FULL, ...more });
    const places = Object.entries(SIGNS).map(([name, sign]) => [told.findIndex((mark) => sign.test(mark)), name]);
    return places
      .filter(([place]) => place >= 0)
      .sort(([a], [b]) => a - b)
      .map(([, name]) => name);
  };
  const ON = { control: true, zones: true, reach: true, objectives: true, network: true };
  assert.deepEqual(seen({ shown: ON }), Object.keys(SIGNS));
  assert.deepEqual(seen({ shown: {} }), ["works", "still", "ways"]);
  assert.deepEqual(seen({ shown: { control: true } }), ["control", "works", "still", "front", "ways"]);
  assert.deepEqual(seen({ shown: { zones: true }, ways: null }), ["zones", "works", "still"]);
  assert.deepEqual(seen({ shown: { reach: true } }), ["reach", "works", "still", "ways"]);
  assert.deepEqual(seen({ shown: { objectives: true } }), ["objectives", "sources", "works", "still", "ways"]);
  assert.deepEqual(seen({ shown: { network: true } }), ["works", "still", "network", "ways"]);
  assert.deepEqual(seen({ shown: ON, view: null, reach: null, network: null }), ["ways"]);
});
