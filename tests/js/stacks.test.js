// Counters in stacks: which lies uppermost, and which comes next.

import assert from "node:assert/strict";
import test from "node:test";

import { Geometry } from "../../webui/static/map/geometry.js";
import { counterAt, nextInStack, Stacks } from "../../webui/static/map/stacks.js";
import { stand } from "./made.js";

const ground = { geometry: new Geometry({ cols: 6, rows: 6, flat_top: true, digits: 2 }) };
const ids = (stands) => stands.map(({ id }) => id);

test("the next of a stack goes from the top down, and round again", () => {
  const stack = [stand("low"), stand("middle"), stand("top")];
  const next = (id) => nextInStack(stack, id).id;
  assert.equal(next(null), "top");
  assert.equal(next("elsewhere"), "top");
  assert.equal(next("top"), "middle");
  assert.equal(next("middle"), "low");
  assert.equal(next("low"), "top");
  assert.equal(nextInStack([], "low"), null);
});

test("every unit of a stack is met before one comes again", () => {
  for (const count of [1, 2, 5]) {
    const stack = Array.from({ length: count }, (_, n) => stand(String(n))),
      met = new Set();
    let at = null;
    for (let n = 0; n < count; n++) met.add((at = nextInStack(stack, at).id));
    assert.equal(met.size, count);
  }
});

test("headquarters lie lowest, and the strongest of a kind uppermost", () => {
  const stacks = new Stacks([
    stand("strong", { strength: 5 }),
    stand("weak", { strength: 1 }),
    stand("hq", { kind: "hq", strength: 9 }),
    stand("gun", { kind: "artillery" }),
    stand("away", { hex: null }),
    stand("there", { hex: 1 }),
  ]);
  assert.deepEqual(ids(stacks.at(0)), ["hq", "gun", "weak", "strong"]);
  assert.deepEqual(ids(stacks.at(1)), ["there"]);
  assert.deepEqual(stacks.at(2), []);
});

test("three of a stack are drawn, the selected one uppermost", () => {
  const four = ["a", "b", "c", "d"].map((id, n) => stand(id, { strength: n }));
  const drawn = (selected) => ids(new Stacks(four).layout(ground, 0, 40, selected).map((one) => one.stand));
  assert.deepEqual(drawn(null), ["b", "c", "d"]);
  assert.deepEqual(drawn("a"), ["c", "d", "a"]);
});

test("far out neighbours of one side are gathered under the strongest, those of the other are not", () => {
  const stacks = new Stacks([
    stand("a", { hex: 0, strength: 2 }),
    stand("b", { hex: 6, strength: 5 }),
    stand("foe", { hex: 1, side: "blue" }),
  ]);
  const found = stacks.gathered(ground, 4, null).map(({ stand: { id }, count }) => [id, count]);
  assert.deepEqual(found.sort(), [
    ["b", 2],
    ["foe", 1],
  ]);
  const chosen = stacks.gathered(ground, 4, "a").map(({ stand: { id } }) => id);
  assert.ok(chosen.includes("a"), "who is selected is shown before all");
});

test("the uppermost counter under a place is the last that was drawn", () => {
  const counters = ["a", "b"].map((id, n) => ({ stand: stand(id), x: 10 * n, y: 0, size: 20 }));
  assert.equal(counterAt(counters, 15, 5).id, "b");
  assert.equal(counterAt(counters, 5, 5).id, "a");
  assert.equal(counterAt(counters, 31, 5), null);
});

test("a fan shows every counter of a stack, beside one another and inside the window", () => {
  const many = Array.from({ length: 7 }, (_, n) => stand(String(n), { strength: n })),
    stacks = new Stacks(many);
  for (const window of [
    [-200, -200, 900, 700],
    [-20, -10, 700, 600],
    [-700, -600, 60, 40],
  ]) {
    const { frame, counters } = stacks.fan(ground, 0, 30, window),
      [x, y, wide, high] = frame;
    assert.deepEqual(ids(counters.map((one) => one.stand)), ["6", "5", "4", "3", "2", "1", "0"]);
    assert.ok(x >= window[0] && y >= window[1] && x + wide <= window[2] && y + high <= window[3], `${frame}`);
    for (const { x: left, y: top, size } of counters)
      assert.ok(left >= x && top >= y && left + size <= x + wide && top + size <= y + high);
    assert.equal(new Set(counters.map((one) => `${one.x} ${one.y}`)).size, 7);
  }
});

test("a fan stands over its stack where there is room, not on it", () => {
  const { frame } = new Stacks([stand("a"), stand("b")]).fan(ground, 0, 30, [-500, -500, 500, 500]);
  assert.ok(frame[1] + frame[3] < -15, "its foot is above the counter's head");
  assert.ok(frame[0] < 0 && frame[0] + frame[2] > 0, "and over the middle of the hex");
});
