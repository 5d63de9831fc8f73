// Lines that are laid through points.

import assert from "node:assert/strict";
import { test } from "node:test";

import { through } from "../../webui/static/map/chains.js";

const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-5;

test("a smooth line passes all its stops, straight on where they lie in a row", () => {
  const points = through([
    [0, 0],
    [6, 0],
    [12, 0],
  ]);
  assert.equal(points.length, 13);
  points.forEach(([u, v], n) => assert.ok(near([u, v], [n, 0]), `${n}: ${u}, ${v}`));
  const bent = through(
    [
      [0, 0],
      [2, 0],
      [2, 2],
    ],
    2,
  );
  assert.deepEqual(
    [bent[0], bent[2], bent[4]],
    [
      [0, 0],
      [2, 0],
      [2, 2],
    ],
  );
  // Catmull-Rom half way: (-p + 9 q + 9 r - s) / 16 with p = (-2, 0), s = (2, 2), then p = (0, 0), s = (2, 4).
  assert.deepEqual(bent[1], [(2 + 0 + 18 - 2) / 16, (0 + 0 + 0 - 2) / 16]);
  assert.deepEqual(bent[3], [(0 + 18 + 18 - 2) / 16, (0 + 0 + 18 - 4) / 16]);
});
