// What is known of the enemy, drawn: ghosts with their age, the ring they may be in, noises; and the front between sides.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLUE, CLEAN, ink, RED, Scribe } from "./scribe.js";

const { paintEnemy } = await import("../../webui/static/map/contacts.js");
const { frontOf, paintFront } = await import("../../webui/static/map/front.js");

const ground = { geometry: { u: [1, 5], v: [1, 1] }, palette: { ink, paper: "paper" } };
const sides = new Map([
  ["red", RED],
  ["blue", BLUE],
]);
const SIGHT = [-1000, -1000, 1000, 1000];

function enemy(contacts, { R = 40, chosen = null, sight = SIGHT } = {}) {
  const pen = new Scribe();
  const press = {
    draw: (_, x, y, size, ratio, shown, side, { glow }) =>
      pen.marks.push(
        `counter ${shown.id} ${side.line} ${x},${y} ${size} x${ratio} at ${pen.globalAlpha}${glow ? ` ${glow}` : ""}`,
      ),
  };
  paintEnemy(pen, { R, ratio: 1, sight }, { ground, sides, contacts, chosen }, press);
  assert.equal(pen.left, CLEAN);
  return pen.told;
}
const contact = (id, more = {}) => ({
  ...{
    id,
    side: "red",
    hex: 0,
    stage: "fresh",
    now: false,
    source: "seen",
    radius: 0,
    age: "",
    confidence: 3,
    others: [],
  },
  ...{ kind: "infantry", size: "battalion", name: id, short: id, strength: "2" },
  ...more,
});

test("a ghost is smaller than a counter, in the middle of its hex, the fainter the older; the chosen one glows", () => {
  // At 40 pixels a counter has 44, a ghost 0.86 of it: 38, its left top corner 19 from the hex's middle.
  assert.deepEqual(enemy([contact("a")]), ["counter a red 21,21 38 x1 at 0.85"]);
  assert.equal(enemy([contact("a", { stage: "late" })])[0], "counter a red 21,21 38 x1 at 0.8");
  assert.equal(enemy([contact("a", { stage: "old", side: "blue" })])[0], "counter a blue 21,21 38 x1 at 0.62");
  assert.equal(enemy([contact("a", { stage: "gone" })], { chosen: "a" })[0], "counter a red 21,21 38 x1 at 0.4 glow");
  assert.deepEqual(
    enemy([contact("a", { stage: "gone" }), contact("b", { now: true }), contact("c", { side: "?" })]),
    [],
  );
});

test("those in one hex lie one behind another, and only the first has its ring", () => {
  const told = enemy([contact("a", { radius: 2 }), contact("b", { radius: 3 }), contact("c", { hex: 1, radius: 1 })]);
  assert.deepEqual(told, [
    "fill red at 0.07: O40,40 138.56",
    "stroke red 1.6 [7,6] at 0.7: O40,40 138.56",
    "counter a red 21,21 38 x1 at 0.85",
    "counter b red 33.92,33.92 38 x1 at 0.85",
    "fill red at 0.07: O200,40 69.28",
    "stroke red 1.6 [7,6] at 0.7: O200,40 69.28",
    "counter c red 181,21 38 x1 at 0.85",
  ]);
});

test("what is not of this turn has a hatched edge, and its age and certainty below, where hexes are large enough", () => {
  const old = contact("a", { stage: "late", age: "2 days" });
  const told = enemy([old]);
  assert.deepEqual(told.slice(0, 4), [
    "counter a red 21,21 38 x1 at 0.8",
    "fill platebf evenodd: R21,21 38 38 R25.56,25.56 28.88 28.88",
    "fill up(counter 5 1.3) evenodd: R21,21 38 38 R25.56,25.56 28.88 28.88",
    // Sixteen letters are 80 pixels wide, and eleven more; the plate is 17.8 high about 8 below the ghost.
    "fill plate at 0.95: R-5.5,58.1 91 17.8 r4",
  ]);
  assert.equal(told.at(-1), "write name “2 days ago · 3/5” 40,67.5 center 10px");
  assert.equal(enemy([old], { R: 22 }).length, 6);
  assert.equal(enemy([old], { R: 21.9 }).length, 3, "no plate where hexes are small");
  assert.match(enemy([contact("a", { source: "dummy" })], { R: 10 }).at(-1), /“dummy”/, "a dummy is told at any size");
  assert.equal(enemy([old], { sight: [500, 0, 900, 90] }).length, 3, "no plate where nobody looks");
});

test("a noise is three arcs in every hex where it may be; older ones are fainter", () => {
  const arcs = ["O40,40 7.2 -0.9..0.9", "O40,40 14.4 -0.9..0.9", "O40,40 21.6 -0.9..0.9"];
  const guns = contact("a", { source: "heard" });
  assert.deepEqual(
    enemy([guns]),
    arcs.map((arc) => `stroke red 2 at 0.85: ${arc}`),
  );
  assert.deepEqual(
    enemy([{ ...guns, age: "a day", side: "?" }]),
    arcs.map((arc) => `stroke name 2 at 0.45: ${arc}`),
  );
  const two = enemy([{ ...guns, others: [1] }], { chosen: "a", R: 20 });
  assert.equal(two.length, 6);
  assert.equal(two[3], "stroke objective 1.2 at 0.85: O100,20 3.6 -0.9..0.9");
});

const piece = (points, more = {}) => frontOf({ left: "red", right: "blue", points, ...more });
function front(pieces, { R = 40, box = [-9, -9, 9, 9] } = {}) {
  const pen = new Scribe();
  paintFront(pen, { R, box }, { front: pieces, sides, ground });
  assert.equal(pen.left, CLEAN);
  return pen.told;
}

test("each side has its line and its teeth on its own side of a light band", () => {
  assert.deepEqual(front([piece([0, 0, 1, 0, 2, 0])]), [
    "stroke paper 14.04 at 0.85: M0,0 L40,0 L80,0",
    "stroke red 3.12: M40,-2.7 L40,-10.92 M80,-2.7 L80,-10.92",
    "stroke red 5.2: M0,-2.7 L40,-2.7 L80,-2.7",
    "stroke pink 2.6: M0,-2.7 L40,-2.7 L80,-2.7",
    "stroke blue 3.12: M40,2.7 L40,10.92 M80,2.7 L80,10.92",
    "stroke blue 5.2: M0,2.7 L40,2.7 L80,2.7",
    "stroke sky 2.6: M0,2.7 L40,2.7 L80,2.7",
  ]);
});

test("where it is not seen it is broken and has no teeth, and no more is broken after it", () => {
  const stale = piece([0, 0, 1, 0], { stale: true, left: "nobody" });
  assert.deepEqual(front([stale, piece([0, 2, 1, 2], { right: "nobody" })]).slice(2), [
    "stroke blue 5.2 [13.52,11.44]: M0,2.7 L40,2.7",
    "stroke sky 2.6 [13.52,11.44]: M0,2.7 L40,2.7",
    "stroke red 3.12: M40,77.3 L40,69.08",
    "stroke red 5.2: M0,77.3 L40,77.3",
    "stroke pink 2.6: M0,77.3 L40,77.3",
  ]);
});

test("teeth are 17 pixels apart, the first half as far from the beginning, and none where hexes are tiny", () => {
  const teeth = (points, R) =>
    front([piece(points, { right: "nobody" })], { R }).find((mark) => /stroke red 1.6/.test(mark));
  const steps = Array.from({ length: 8 }, (_, n) => [n / 2, 0]).flat();
  // Every five pixels a point: 8.5 and two steps are over 17, then four more steps.
  assert.equal(teeth(steps, 10), "stroke red 1.6: M10,-1.25 L10,-6.39 M30,-1.25 L30,-6.39");
  assert.match(teeth([0, 0, 1, 0, 2, 0], 17), /M17,\S+ L17,\S+ M34,/, "just 17 are enough");
  assert.match(teeth([0, 0, 2, 0], 7), /M14/);
  assert.equal(teeth([0, 0, 3, 0], 6.9), undefined);
});

test("the line is between 2.4 and 6 pixels wide", () => {
  const band = (R) => front([piece([0, 0, 1, 0])], { R })[0].split(" at")[0];
  assert.deepEqual([10, 100].map(band), ["stroke paper 7.88", "stroke paper 15.8"]);
});

test("what lies off the sheet is not painted", () => {
  const one = piece([0, 0, 2, 1]);
  for (const box of [
    [2, -9, 9, 9],
    [-9, -9, 0, 9],
    [-9, 1, 9, 9],
    [-9, -9, 9, 0],
  ])
    assert.deepEqual(front([one], { box }), []);
  assert.ok(front([one], { box: [1.9, 0.9, 9, 9] }).length > 0);
  assert.ok(front([one], { box: [-9, -9, 0.1, 0.1] }).length > 0);
});

test("the way to the left is worked out between a point's neighbours; points that fall together have none", () => {
  const { leftward, u0, v0, u1, v1, stale } = piece([0, 2, 3, 2, 3, -2]);
  assert.deepEqual(leftward, [
    [0, -1],
    [-0.8, -0.6],
    [-1, 0],
  ]);
  assert.deepEqual([u0, v0, u1, v1, stale], [0, -2, 3, 2, false]);
  assert.deepEqual(piece([1, 1, 1, 1]).leftward, [
    [0, 0],
    [0, 0],
  ]);
});
