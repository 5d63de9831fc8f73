// The map of the world under the pointer: boxes, outlines, the map itself.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { begin, drag, map, on, painted, points } from "./toyworld.js";

beforeEach(begin);

test("a box is dragged from any corner to the one across", () => {
  const one = map();
  const want = [0, -50, 50, 0];
  const corners = [
    [200, 100],
    [250, 150],
  ];
  for (const [from, to] of [corners, [...corners].reverse()]) {
    on.told.length = 0;
    drag(from, to);
    assert.deepEqual(on.told, [
      ["captured", 7],
      ["draw", want],
    ]);
    assert.deepEqual(one.box, want);
  }
  drag([200, 150], [250, 100]);
  assert.deepEqual(on.told.at(-1), ["draw", want]);
  assert.ok(painted(one).includes("strokeRect 200 100 50 50"));
});

test("a box over the date line is the one that was dragged, whichever way", () => {
  const one = map();
  one.centre = { lon: 180, lat: 0 };
  const across = [170, -20, -170, 0];
  drag([190, 100], [210, 120]);
  assert.deepEqual(one.box, across);
  drag([210, 120], [190, 100]);
  assert.deepEqual(one.box, across);
  one.centre = { lon: 0, lat: 0 };
  drag([30, 100], [370, 120]);
  assert.deepEqual(one.box, [-170, -20, 170, 0], "and the long way where it was dragged");
});

test("a hand that trembles draws no box, nor one that does not press", () => {
  const one = map();
  points("pointermove", 250, 150);
  points("pointerup", 250, 150);
  assert.equal(one.box, null);
  points("pointerdown", 200, 100);
  points("pointerup", 260, 160);
  assert.deepEqual(on.told, [["captured", 7]], "it was not moved");
  on.told.length = 0;
  drag([200, 100], [250, 103]);
  drag([200, 100], [203, 150]);
  assert.deepEqual(
    on.told.filter(([what]) => what === "draw"),
    [],
  );
  drag([200, 100], [204, 150]);
  assert.equal(on.told.filter(([what]) => what === "draw").length, 1);
  points("pointermove", 300, 199);
  assert.deepEqual(one.box, [0, -50, 4, 0], "it was let go");
  on.lines.length = 0;
  points("pointerdown", 200, 100);
  points("pointermove", 210, 110);
  assert.ok(on.lines.length > 0, "it is seen while it is dragged");
});

test("places off the map are on its edge", () => {
  const one = map();
  one.centre = { lon: 0, lat: 0 };
  drag([200, -50], [250, 250]);
  assert.deepEqual(one.box, [0, -90, 50, 90]);
});

test("the map itself is dragged, no further than to the poles", () => {
  const one = map();
  one.take("move");
  on.told.length = 0;
  one.box = [0, 0, 1, 1];
  points("pointerdown", 200, 100);
  on.lines.length = 0;
  points("pointermove", 210, 120, { movementX: 10, movementY: 20 });
  assert.deepEqual(one.centre, { lon: -10, lat: 20 });
  assert.ok(on.lines.length > 0);
  points("pointermove", 210, 120, { movementX: 0, movementY: 200 });
  assert.equal(one.centre.lat, 85);
  points("pointermove", 210, 120, { movementX: 0, movementY: -400 });
  assert.equal(one.centre.lat, -85);
  points("pointerup", 290, 190);
  assert.deepEqual([on.told, one.box, one.drawn], [[["captured", 7]], [0, 0, 1, 1], []]);
});

test("an outline has three corners or more, and is closed by the first", () => {
  const one = map();
  one.take("outline");
  on.told.length = 0;
  points("pointerdown", 200, 100);
  points("pointerdown", 260, 100);
  points("pointermove", 300, 190);
  points("pointerup", 300, 190);
  assert.equal(one.box, null);
  points("pointerdown", 200, 101);
  assert.equal(one.drawn.length, 3, "two do not enclose anything");
  on.lines.length = 0;
  points("pointerdown", 212, 100);
  assert.equal(one.drawn.length, 4, "twelve pixels away is another corner");
  assert.ok(on.lines.includes("strokeRect 209 97 6 6"));
  points("pointerdown", 200, 111);
  assert.deepEqual(on.told.at(-1), [
    "outline",
    [
      [0, 0],
      [60, 0],
      [0, -1],
      [12, 0],
    ],
  ]);
  assert.deepEqual(one.drawn, []);
});
