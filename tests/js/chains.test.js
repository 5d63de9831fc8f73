// Links that are joined to lines, lines that are rounded, and the squares they are kept by.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Buckets } from "../../webui/static/map/buckets.js";
import { chainNodes, degrees, joinChains, rounded, through } from "../../webui/static/map/chains.js";

const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-5;
const edge = (a, b, rank = 1) => ({ a, b, rank });
const any = () => 0;

test("links that meet run on as one chain, each with the way it is walked", () => {
  const [one, two, three] = [edge(1, 2), edge(3, 2), edge(3, 4)];
  const chains = joinChains([one, two, three], any);
  assert.deepEqual(chains, [
    [
      { edge: one, back: false },
      { edge: two, back: true },
      { edge: three, back: false },
    ],
  ]);
  assert.deepEqual(chainNodes(chains[0]), [1, 2, 3, 4]);
  assert.deepEqual(chainNodes(joinChains([edge(5, 6)], any)[0]), [5, 6]);
  assert.deepEqual(
    [...degrees([one, two, three])],
    [
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 1],
    ],
  );
});

test("a ring is one chain that ends where it began", () => {
  const chains = joinChains([edge(1, 2), edge(2, 3), edge(3, 1)], any);
  assert.equal(chains.length, 1);
  assert.deepEqual(chainNodes(chains[0]), [1, 2, 3, 1]);
});

test("of three that meet the two that go best together run on, and none where they must not", () => {
  const [main, on, side] = [edge(1, 2, 3), edge(2, 3, 3), edge(2, 4, 1)];
  const best = (_, one, other) => Math.min(one.rank, other.rank);
  const nodes = (edges, score) => joinChains(edges, score).map(chainNodes);
  assert.deepEqual(nodes([side, main, on], best), [
    [2, 4],
    [1, 2, 3],
  ]);
  assert.deepEqual(
    nodes([side, main, on], () => null),
    [
      [2, 4],
      [1, 2],
      [2, 3],
    ],
  );
  const counts = [];
  joinChains([side, main, on], (node, _, __, count) => (counts.push([node, count]), 0));
  assert.deepEqual(counts, [
    [2, 3],
    [2, 3],
    [2, 3],
  ]);
});

test("a rounded line begins and ends where it is told and passes a corner at half of its depth", () => {
  const { points, near: nearest } = rounded([
    [0, 0],
    [2, 0],
    [2, 2],
  ]);
  assert.deepEqual(
    [points[0], points.at(-1)],
    [
      [0, 0],
      [2, 2],
    ],
  );
  // From (1, 0) to (2, 1) with (2, 0) between: half way 1/4, 1/2, 1/4 of the three.
  assert.deepEqual(points[nearest[1]], [1.75, 0.25]);
  assert.deepEqual(points.slice(1, 2), [[1, 0]]);
  assert.deepEqual(points.at(-2), [2, 1]);
  assert.deepEqual(nearest, [0, 3, 6]);
  assert.deepEqual(
    rounded([
      [0, 0],
      [4, 0],
    ]),
    {
      points: [
        [0, 0],
        [4, 0],
      ],
      near: [0, 1],
    },
  );
});

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

test("pieces are kept by squares of the plane, found by a box with its margin, and drawn once", () => {
  const piece = (u, v) => ({
    points: [
      [u - 1, v],
      [u, v],
      [u + 1, v],
    ],
  });
  const [a, b, c] = [piece(5, 5), piece(15, 5), piece(5, 25)];
  const buckets = new Buckets([a, b, c], 10);
  assert.equal(buckets.cells.size, 3);
  assert.deepEqual(buckets.near([4, 4, 6, 6]), [a]);
  assert.deepEqual(buckets.near([4, 4, 9, 6]), [a, b], "the margin reaches into the next square");
  assert.deepEqual(buckets.near([4, 4, 8, 6], 2), [a, b]);
  assert.deepEqual(buckets.near([4, 4, 8, 6], 1), [a]);
  assert.deepEqual(buckets.near([4, 4, 6, 21]), [a, c]);
  assert.deepEqual(buckets.near([11, 4, 12, 6], 1.5), [a, b]);
  assert.deepEqual(buckets.near([-50, -50, -40, -40]), []);
  const [cell] = buckets.cellsNear([4, 4, 6, 6]),
    made = [];
  const build = (pieces) => (made.push(pieces), { path: made.length });
  assert.equal(cell.once("casing", build), cell.once("casing", build));
  assert.deepEqual(made, [[a]]);
  assert.deepEqual(cell.once("fill", build), { path: 2 });
});
