// Arrows, their plates and what is written on them, told line by line by a pen that keeps the state of a canvas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLUE, CLEAN, drawing, ink, Scribe } from "./scribe.js";

const arrows = await import("../../webui/static/map/arrows.js");

const geometry = { u: [0, 4, 4], v: [0, 0, 3] };
const ground = { geometry, drawing, palette: { ink } };

/** What a pen was told, and that it was left as it was. */
function painted(paint) {
  const pen = new Scribe();
  paint(pen);
  assert.equal(pen.left, CLEAN);
  return pen.told;
}

test("hexes lie at their centres; one alone is no line, several are laid through", () => {
  assert.deepEqual(arrows.stopsOf(ground, [1, 2], 10), [
    [40, 0],
    [40, 30],
  ]);
  assert.deepEqual(arrows.smoothLine(ground, [1], 10), [[40, 0]]);
  const two = { ...drawing, arrow: { ...drawing.arrow, pieces: 2 } };
  assert.deepEqual(arrows.smoothLine({ ...ground, drawing: two }, [0, 1], 10), [
    [0, 0],
    [20, 0],
    [40, 0],
  ]);
});

test("a line lies on its casing, which is as dense and never dashed; of one point there is none", () => {
  const look = { colour: "c", casing: "k", dash: [3, 4], alpha: 0.5 };
  const line = [
    [0, 0],
    [40, 0],
  ];
  assert.deepEqual(
    painted((pen) => arrows.strokeLine(pen, line, { ...look, width: 2 })),
    ["stroke k 4.4 at 0.5: M0,0 L40,0", "stroke c 2 [3,4] at 0.5: M0,0 L40,0"],
  );
  // The casing is wider by 2.4 pixels, or by seven tenths of the line.
  assert.deepEqual(
    painted((pen) => arrows.strokeLine(pen, line, { ...look, width: 10 }))[0],
    "stroke k 17 at 0.5: M0,0 L40,0",
  );
  assert.deepEqual(
    painted((pen) => arrows.strokeLine(pen, line, { colour: "c", width: 2 })),
    ["stroke c 2: M0,0 L40,0"],
  );
  assert.deepEqual(
    painted((pen) => arrows.strokeLine(pen, [[0, 0]], { ...look, width: 2 })),
    [],
  );
});

test("an arrow is cased, shaft and head, before it is painted; its head is five widths long", () => {
  const straight = [
      [0, 0],
      [40, 0],
    ],
    head = "M40,0 L32,6 L34,0 L32,-6 Z";
  assert.deepEqual(
    painted((pen) => arrows.strokeArrow(pen, straight, drawing, { colour: "c", casing: "k", width: 2, alpha: 0.5 })),
    [
      "stroke k 4 at 0.5: M0,0 L36,0",
      `stroke k 2 at 0.5: ${head}`,
      "stroke c 2 at 0.5: M0,0 L36,0",
      `fill c at 0.5: ${head}`,
    ],
  );
  // The rim is half a millimetre at least, four pixels to one; a broad arrow has one as wide as it, half of it at the head.
  const broad = { colour: "c", casing: "k", width: 6, head: 2, dash: [1, 2] };
  assert.deepEqual(
    painted((pen) => arrows.strokeArrow(pen, straight, drawing, broad)),
    [
      "stroke k 12: M0,0 L35.2,0",
      "stroke k 3: M40,0 L30.4,7.2 L32.8,0 L30.4,-7.2 Z",
      "stroke c 6 [1,2]: M0,0 L35.2,0",
      "fill c: M40,0 L30.4,7.2 L32.8,0 L30.4,-7.2 Z",
    ],
  );
  assert.deepEqual(
    painted((pen) => arrows.strokeArrow(pen, [[0, 0]], drawing, broad)),
    [],
  );
});

test("a head looks the way of the last two stretches, not of the last alone", () => {
  const { head } = arrows.arrowAlong(
    [
      [9, 9],
      [0, 0],
      [40, 0],
      [40, 30],
    ],
    2,
    drawing.arrow,
  );
  const told = head.map((spot) => spot.map((n) => Math.round(n * 100) / 100));
  assert.deepEqual(told, [
    [40, 30],
    [30, 30],
    [35.2, 26.4],
    [37.2, 20.4],
  ]);
});

test("a shaft ends under its head, be it on an earlier stretch; of a line that is no longer than it nothing is left", () => {
  const shaft = (...points) => arrows.arrowAlong(points, 2, drawing.arrow).shaft;
  assert.deepEqual(shaft([0, 0], [10, 0], [14, 0]), [
    [0, 0],
    [10, 0],
  ]);
  assert.deepEqual(shaft([0, 0], [10, 0], [13, 0]), [
    [0, 0],
    [9, 0],
  ]);
  assert.deepEqual(shaft([0, 0], [0, 4]), []);
  assert.deepEqual(shaft([0, 0], [0, 5]), [
    [0, 0],
    [0, 1],
  ]);
});

test("the ways of a plan are in the line of their side, or in that of a path where it is not known", () => {
  const sides = new Map([["blue", BLUE]]);
  const state = (side) => ({ ground, sides, ways: { side, ways: [[0, 1], [2]] } });
  const shaft = (side, R = 10) => painted((pen) => arrows.paintWays(pen, { R }, state(side)))[2];
  assert.equal(shaft("blue"), "stroke blue 2 at 0.6: M0,0 L36,0");
  assert.equal(shaft("red"), "stroke path 2 at 0.6: M0,0 L36,0");
  assert.equal(painted((pen) => arrows.paintWays(pen, { R: 10 }, state("blue"))).length, 4, "a way of one hex is none");
});

test("two heads look at each other along the line between enemies, on a plate that is larger", () => {
  assert.deepEqual(
    painted((pen) => arrows.smallHeads(pen, 100, 50, 0, 8, ink)),
    [
      "fill plate: M99.04,50 L88.4,41.3 L88.4,58.7 Z M100.96,50 L111.6,41.3 L111.6,58.7 Z",
      "fill contact: M99.04,50 L92,44 L92,56 Z M100.96,50 L108,44 L108,56 Z",
    ],
  );
  const upright = painted((pen) => arrows.smallHeads(pen, 100, 50, Math.PI / 2, 8, ink))[1];
  assert.equal(upright, "fill contact: M100,49.04 L106,42 L94,42 Z M100,50.96 L106,58 L94,58 Z");
});

const LOOK = { ink: "i", paper: "p", edge: "e" };

test("a plate is as wide as its words and half a line higher", () => {
  assert.deepEqual(
    painted((pen) => arrows.plate(pen, "one two", 100, 50, LOOK)),
    [
      "fill p at 0.95: R75.9,39.32 48.2 21.36 r4",
      "stroke e 1.5: R75.9,39.32 48.2 21.36 r4",
      "write i “one two” 100,50.5 center 12px",
    ],
  );
});

test("words break where a line would be wider than is said; a long word is not broken, and has no empty line before it", () => {
  const lines = (text, widest) =>
    painted((pen) => arrows.plate(pen, text, 100, 50, { ...LOOK, size: 10, widest })).slice(2);
  assert.deepEqual(lines("aa bb cc", 25), [
    "write i “aa bb” 100,44.1 center 10px",
    "write i “cc” 100,56.9 center 10px",
  ]);
  assert.deepEqual(lines("aa bb cc", 24).length, 3);
  assert.deepEqual(lines("abcdefgh", 25), ["write i “abcdefgh” 100,50.5 center 10px"]);
  const boxes = painted((pen) => arrows.plate(pen, "aaaa b", 100, 50, { ...LOOK, size: 10, widest: 20 }));
  assert.equal(boxes[0], "fill p at 0.95: R84.5,34.7 31 30.6 r4", "the longest line says how wide");
});

test("what is bold is heavier", () => {
  const fonts = [true, false].map((bold) => {
    const pen = new Scribe();
    let font = "";
    pen.fillText = () => (font = pen.font);
    arrows.plate(pen, "x", 0, 0, { ...LOOK, bold });
    return font.slice(0, 8);
  });
  assert.deepEqual(fonts, ["600 12px", "500 12px"]);
});

test("a plate stays eight pixels within what is seen, and is none where its place is not seen", () => {
  const at = (x, y) =>
    painted((pen) => arrows.plate(pen, "one two", x, y, { ...LOOK, sight: [0, 0, 200, 100] })).at(-1) ?? "none";
  const where = (x, y) => (/” (\S+)/.exec(at(x, y)) ?? ["", "none"])[1];
  assert.equal(where(100, 50), "100,50.5");
  assert.equal(where(1, 50), "32.1,50.5");
  assert.equal(where(199, 50), "167.9,50.5");
  assert.equal(where(100, 1), "100,19.18");
  assert.equal(where(100, 99), "100,81.82");
  // Above and below there are bands for buttons, 46 pixels high: what lies there counts as seen.
  assert.equal(where(100, -45), "100,19.18");
  assert.equal(where(100, 145), "100,81.82");
  for (const [x, y] of [
    [0, 50],
    [200, 50],
    [100, -46],
    [100, 146],
  ])
    assert.equal(where(x, y), "none", `${x},${y}`);
});
