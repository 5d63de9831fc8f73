import assert from "node:assert/strict";
import { test } from "node:test";

import { under } from "../../webui/static/map/drawn/clearing.js";
import { besideName, goalsFirst } from "../../webui/static/map/drawn/goals.js";

const R = 10;
const PEN = /** @type {any} */ ({
  font: "",
  measureText: (/** @type {string} */ text) => ({ width: 5 * text.length }),
});

/** A row of hexes, two radii apart. */
const PAINTER = /** @type {any} */ ({
  ground: { geometry: { u: [0, 2, 4, 6, 40], v: [0, 0, 0, 0, 0] } },
  lettering: { font: (/** @type {string} */ face, /** @type {number} */ size) => `${size} ${face}` },
});
const LOOK = { face: "names_bold", size: 10, colour: "ink.name", halo: 0.1 };

/** @param {string} text
 * @param {number} at
 * @param {number} rank
 */
function name(text, at, rank) {
  return { text, rank, u: at + 0.3, v: 0, wide: 30, size: 12, place: [at, 0], anchor: 0, turn: 0 };
}

/** @param {any[]} goals
 * @param {any[]} names
 * @param {any[]} counters
 * @returns {any[]}
 */
function first(goals, names, counters = [], starred = true) {
  const written = /** @type {any} */ ({ names, goal: LOOK });
  return goalsFirst(PEN, R, goals, written, PAINTER, starred ? under(counters) : null);
}

/** @param {string} label
 * @param {number} hex
 * @param {number} points
 */
function goal(label, hex, points) {
  return { label, name: label, hex, points, side: "west", by_day: 1 };
}

test("what brings most to all sides together goes first, before the greatest city", () => {
  const names = [name("City", 6, 1), name("Ford", 2, 4), name("Mill", 4, 4)],
    found = first([goal("Mill", 2, 3), goal("Ford", 1, 2), goal("Ford", 1, 2)], names);
  assert.deepEqual(
    found.map(({ text, rank }) => [text, rank]),
    [
      ["Ford", 1],
      ["Mill", 1],
      ["City", 1],
    ],
  );
  assert.deepEqual([found[0].wide, found[0].size], [30, 12], "written as the ground has it");
});

test("what the ground does not name at this scale is named all the same, once", () => {
  const [made, ...others] = first([goal("Hill 107", 3, 5), goal("Hill 107", 3, 1)], [name("Ford", 2, 4)]);
  assert.deepEqual(
    [made.text, made.place, made.wide, made.size, made.face],
    ["Hill 107", [6, 0], 40, 10, "names_bold"],
  );
  assert.deepEqual([made.u, made.v], [6, 0], "it stands in its hex");
  assert.deepEqual(
    others.map(({ text }) => text),
    ["Ford"],
  );
});

test("a town in the next hex is the one that is meant, one of the same name far off is not", () => {
  assert.equal(first([goal("Ford", 2, 1)], [name("Ford", 2, 2)]).length, 1);
  assert.equal(first([goal("Ford", 4, 1)], [name("Ford", 2, 2)]).length, 2);
  assert.equal(first([goal("Ford", 0, 1)], [name("Ford", 4, 2)]).length, 1, "four radii off it is still meant");
});

test("a name bears a star where a counter hides that of the hex, and where stars are drawn at all", () => {
  const cover = [{ x: 15, y: -15, size: 20 }],
    names = [name("Ford", 2, 4)];
  const [open] = first([goal("Ford", 1, 1)], names),
    [hidden] = first([goal("Ford", 1, 1)], names, cover),
    [none] = first([goal("Ford", 1, 1)], names, cover, false);
  assert.equal(besideName(open, { x: 0, y: 0 }), null);
  assert.equal(besideName(none, { x: 0, y: 0 }), null);
  const star = besideName(hidden, { x: 100, y: 50 });
  assert.ok(star && star.x - star.size >= 130 && star.x + star.size <= 100 + hidden.wide);
});
