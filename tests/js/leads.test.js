import assert from "node:assert/strict";
import { test } from "node:test";

import { under } from "../../webui/static/map/drawn/clearing.js";
import { leadOf, paintLeads } from "../../webui/static/map/drawn/leads.js";
import { recorder } from "./recorder.js";

const HAIR = { wide: 0.7, halo: 1.1, air: 1 };

/** @param {object} more
 * @returns {any}
 */
const name = (more) => ({ text: "Town", size: 10, place: [2, 3], led: false, ...more });

/** A place at 20, 30: a name beside it, one far off.
 * @type {[number, number, number, number][]}
 */
const [BESIDE, FAR] = [
  [24, 24, 60, 34],
  [24, 60, 60, 70],
];

test("a line leads from a name that was placed far from its place, and from one that a counter pushed away", () => {
  const none = under([]);
  assert.deepEqual(leadOf(name({ led: true }), 10, FAR, FAR, none), { place: [20, 30], room: FAR });
  assert.deepEqual(leadOf(name({}), 10, BESIDE, FAR, none), { place: [20, 30], room: FAR });
  assert.equal(leadOf(name({}), 10, BESIDE, BESIDE, none), null);
  assert.equal(leadOf(name({}), 10, FAR, BESIDE, none), null, "one that came nearer needs none");
  assert.equal(leadOf(name({ place: undefined }), 10, BESIDE, FAR, none), null, "a river's name lies along it");
});

test("no line leads to a place that lies under a counter", () => {
  const hidden = under(/** @type {any} */ ([{ x: 10, y: 20, size: 20 }]));
  assert.equal(leadOf(name({ led: true }), 10, FAR, FAR, hidden), null);
});

test("a line leads to the star of what is fought for, or to the edge of the counter that hides it", () => {
  const goal = { star: { x: 20, y: 30, size: 4 }, bears: 0 },
    hidden = under(/** @type {any} */ ([{ x: 10, y: 20, size: 20 }]));
  assert.deepEqual(leadOf(name({ goal }), 10, FAR, FAR, under([])), { place: [20, 30], room: FAR });
  assert.deepEqual(leadOf(name({ goal }), 10, FAR, FAR, hidden), { place: [30, 40], room: FAR });
  assert.equal(leadOf(name({ goal }), 10, BESIDE, BESIDE, under([])), null);
  assert.equal(leadOf(name({ goal }), 10, BESIDE, [32, 24, 70, 34], hidden), null, "it stands beside that counter");
});

test("lines end beside the letters, pale ones beneath", () => {
  const lines = /** @type {string[]} */ ([]),
    colours = { halo: "white", "ink.name": "black" };
  paintLeads(recorder(lines), [{ lead: { place: [20, 30], room: FAR } }, { lead: null }], HAIR, colours);
  const drawn = lines.filter((line) => /^(moveTo|lineTo|strokeStyle|lineWidth)/.test(line)),
    way = ["moveTo 20 30", "lineTo 23 59"];
  assert.deepEqual(drawn, [
    "strokeStyle = white",
    "lineWidth = 1.8",
    ...way,
    "strokeStyle = black",
    "lineWidth = 0.7",
    ...way,
  ]);
  lines.length = 0;
  paintLeads(recorder(lines), [{ lead: null }], HAIR, colours);
  assert.deepEqual(lines, []);
});
