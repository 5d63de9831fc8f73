// The front as it comes from the server, made ready to be drawn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frontOf } from "../../webui/static/map/front.js";

test("a piece knows its box, and at each point the way to its left", () => {
  const { points, leftward, u0, v0, u1, v1 } = frontOf({
    left: "us",
    right: "german",
    closed: false,
    stale: false,
    points: [3, 9, 3, 5, 3, 1],
  });
  assert.deepEqual(points, [
    [3, 9],
    [3, 5],
    [3, 1],
  ]);
  assert.deepEqual([u0, v0, u1, v1], [3, 1, 3, 9]);
  // Who walks up the map has the west to his left; v runs down.
  for (const [u, v] of leftward) assert.deepEqual([u, v], [-1, 0]);
});
