// Boxes in degrees for new ground: about a place, about files, how large, how many hexes.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boxAbout,
  boxOf,
  boxRound,
  hexesIn,
  roundKm,
  sizeOf,
  unrolled,
} from "../../webui/static/editor/ground/degrees.js";

test("a line is unrolled from its steps", () => {
  assert.deepEqual(unrolled([100, 200, 50, -100], 0.01), [
    [1, 2],
    [1.5, 1],
  ]);
  assert.deepEqual(unrolled([1, 2, 3], 1), [[1, 2]], "half a step is none");
});

test("a box round a place is as many kilometres across", () => {
  const box = boxRound([5.72, 50], 60),
    { wide, high } = sizeOf(box);
  assert.ok(Math.abs(wide - 60) < 0.3);
  assert.ok(Math.abs(high - 60) < 0.01);
  assert.ok(Math.abs(hexesIn(box, 2) - 1039) < 8, "3,600 square kilometres, 3.464 a hex");
});

test("a box over the 180th meridian is no wider than it is", () => {
  assert.ok(Math.abs(sizeOf([177, -1, -179, 1]).wide - 4 * 111.32) < 1);
});

test("the box about files holds all of them, and there may be none", () => {
  assert.deepEqual(
    boxAbout([
      [1, 2, 3, 4],
      [0, 3, 2, 5],
    ]),
    [0, 2, 3, 5],
  );
  assert.equal(boxAbout([]), null);
  assert.deepEqual(
    boxOf([
      [1, 2],
      [3, 0.00004],
      [2, 5],
    ]),
    [1, 0, 3, 5],
  );
});

test("a width has two figures", () => {
  assert.deepEqual([0.755, 12.34, 1].map(roundKm), [0.76, 12, 1]);
});
