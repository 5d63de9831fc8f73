// Divisions in place of counters on a map seen from far, and names beside small counters.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clusters } from "../../webui/static/map/divisions.js";
import { layLabels, needsLabels, paintLabels } from "../../webui/static/map/labels.js";
import { recorder } from "./recorder.js";

const ground = /** @type {any} */ ({ geometry: { u: [0, 1, 2, 30, 31, 60], v: [0, 0, 0, 0, 0, 0] } });
const divisions = /** @type {any} */ ({
  28: { name: "28th Infantry Division", short: "28", size: "division", colour: "gold", stripe: "gold", ink: "ink" },
});
const stand = (id, hex, more = {}) => ({
  ...{ id, hex, side: "us", kind: "infantry", short: id, size: "battalion", strength: 3, full: 4, marks: ["moved"] },
  ...{ isolated: 2, division: "28", ...more },
});
const stacked = (...stands) => {
  const byHex = new Map();
  for (const one of stands) byHex.set(one.hex, [...(byHex.get(one.hex) ?? []), one]);
  return byHex;
};
const seen = (byHex, selected = null) =>
  clusters(byHex, ground, { R: 4, size: 22, selected, divisions }).sort((a, b) => a.cx - b.cx);

test("units of a division that stand together are the division, with its strength; who stands far off is himself", () => {
  const found = seen(
    stacked(stand("a", 0), stand("b", 1, { strength: 5, full: 5 }), stand("hq", 2, { kind: "hq" }), stand("far", 5)),
  );
  assert.deepEqual(
    found.map(({ count, shown }) => [count, shown.short, shown.strength, shown.full]),
    [
      [3, "28", 11, 13],
      [1, "far", 3, 4],
    ],
  );
  assert.deepEqual([found[0].stand.id, found[0].shown.size, found[0].shown.marks], ["b", "division", []]);
});

test("the selected unit stands for its division, and units without one stand by hexes", () => {
  assert.equal(seen(stacked(stand("a", 0), stand("b", 1, { strength: 9 })), "a")[0].stand.id, "a");
  const found = seen(
    stacked(stand("x", 3, { division: "" }), stand("y", 4, { division: "" }), stand("z", 4, { division: "" })),
  );
  assert.deepEqual(
    found.map(({ count, shown }) => [count, shown.short]),
    [
      [1, "x"],
      [2, "y"],
    ],
  );
});

test("a strength that is not known is not summed", () => {
  const [one] = seen(stacked(stand("a", 0, { strength: null }), stand("b", 1)));
  assert.equal(one.shown.strength, one.stand.strength);
});

test("names stand below counters, the strongest first, and none over another or over a counter", () => {
  const lines = [];
  const pen = Object.assign(recorder(lines), { measureText: () => ({ width: 30 }) });
  const counter = (id, x, y, strength) => ({ stand: { id, strength }, x, y, size: 20 });
  const drawn = [
    counter("weak", 0, 0, 1),
    counter("strong", 24, 0, 9),
    counter("covered", 100, 0, 2),
    counter("below", 100, 22, 5),
  ];
  const labels = layLabels(/** @type {any} */ (pen), 16, /** @type {any} */ (drawn), ({ stand: { id } }) => id);
  const written = (/** @type {number[]} */ box) => {
    lines.length = 0;
    const stage = /** @type {any} */ ({ R: 16, box });
    paintLabels(/** @type {any} */ (pen), stage, labels, { paper: "paper", ink: { counter: "ink" } });
    return lines.filter((line) => line.startsWith("fillText")).map((line) => line.split(" ")[1]);
  };
  assert.deepEqual(written([0, 0, 99, 99]), ["strong", "below"]);
  assert.deepEqual(written([5, 0, 99, 99]), ["below"], "what is out of sight is not written");
  assert.deepEqual(
    drawn.map(({ named }) => Boolean(named)),
    [false, true, false, true],
  );
});

test("names are written where counters are seen one by one and do not bear them", () => {
  assert.deepEqual([needsLabels(10, 15), needsLabels(16, 20), needsLabels(40, 44)], [false, true, false]);
});
