// The lines of communication of all units, drawn: the broader the more they serve, cut ones dotted, with words where there is room.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CLEAN, drawing, ink, Scribe } from "./scribe.js";

const { paintCutMark, paintNetwork, paintWay } = await import("../../webui/static/map/network.js");

const geometry = { u: [0, 10, 10], v: [0, 0, 3] };
const two = { ...drawing, arrow: { ...drawing.arrow, pieces: 2 } };
const ground = { geometry, drawing: two, palette: { ink } };
const SIGHT = [-1000, -1000, 1000, 1000];

function painted(paint) {
  const pen = new Scribe();
  paint(pen);
  assert.equal(pen.left, CLEAN);
  return pen.told;
}
const network = (more, R = 40, box = [-1, -1, 11, 11]) => {
  const all = { ways: [], cut: [], ends: [], ...more };
  return painted((pen) => paintNetwork(pen, { R, box, sight: SIGHT }, { ground, network: all }));
};
const cut = (more = {}) => ({ hex: 0, path: [0, 1], cut_at: 1, stands: ["a"], why: "a zone", ...more });

test("an open line has heads that point back to its units, one where 70 pixels are walked", () => {
  // Two units at 40 pixels: 1.6 and four fifths of it are 2.88, the casing is 2.4 wider; a head is 1.3 times that and three.
  assert.deepEqual(network({ ways: [{ hexes: [0, 1], stands: 2 }] }), [
    "stroke plate 5.28: M0,0 L200,0 L400,0",
    "stroke supply 2.88: M0,0 L200,0 L400,0",
    "stroke plate 2.4: M293.26,0 L304.97,-4.56 L304.97,4.56 Z M93.26,0 L104.97,-4.56 L104.97,4.56 Z",
    "fill supply: M293.26,0 L304.97,-4.56 L304.97,4.56 Z M93.26,0 L104.97,-4.56 L104.97,4.56 Z",
  ]);
});

test("heads are counted from 27 pixels on, and begin anew after each", () => {
  const heads = (...xs) => {
    const [, , told] = painted((pen) =>
      paintWay(
        pen,
        xs.map((x) => [x, 0]),
        { stands: 1, R: 40 },
        ink,
      ),
    );
    return (told.match(/M/g) ?? []).length;
  };
  assert.equal(heads(0, 20, 42), 0, "27 and 42 are 69");
  assert.equal(heads(0, 20, 43), 1, "just 70 are enough");
  assert.equal(heads(0, 43, 43), 1, "no head where two points fall together");
  assert.equal(heads(0, 69, 138), 1, "and then 69 more are not");
  assert.equal(heads(0, 70, 140), 2);
});

test("a line of a single stretch has a head in its middle that looks to the right", () => {
  const line = [
    [3, 10],
    [37, 10],
  ];
  const [, width, heads] = painted((pen) => paintWay(pen, line, { stands: 1, R: 10 }, ink));
  assert.equal(width, "stroke supply 1.6: M3,10 L37,10", "1.6 pixels at least");
  // Five pixels and eight hundredths from the middle: the tip to the right, the wings behind it.
  assert.equal(heads, "stroke plate 2.4: M25.08,10 L16.25,13.43 L16.25,6.57 Z");
  assert.equal(
    painted((pen) => paintWay(pen, line, { stands: 1000, R: 100 }, ink))[1],
    "stroke supply 9: M3,10 L37,10",
  );
});

test("narrow lines lie below broad ones, cut ones below all; marks and ends on top", () => {
  const ways = [
    { hexes: [0, 1], stands: 4 },
    { hexes: [1, 2], stands: 1 },
  ];
  const told = network({ ways, cut: [cut()], ends: [{ hex: 2, to: "Railhead", stands: 5 }] });
  const order = told.filter((mark) => /^(stroke (cut|supply)|write)/.test(mark)).map((mark) => mark.split(":")[0]);
  assert.deepEqual(order, [
    "stroke cut 2.8 [0.5,6.4]",
    "stroke supply 1.6",
    "stroke supply 4.16",
    "stroke cut 2.6 [9.36,6.24]",
    "stroke cut 2.88",
    "stroke cut 2.88",
    "stroke cut 1.5",
    "write refused “a zone” 0,43.7 center 12px",
    "stroke supply 1.5",
    "write supply “Railhead · 5” 400,140.5 center 12px",
  ]);
});

test("a cut line is dotted; a ring is round who goes without, a cross in a disc where it is barred", () => {
  const told = network({ cut: [cut({ path: [0, 2], stands: ["a", "b"] })] });
  assert.deepEqual(told.slice(0, 8), [
    "stroke plate 5.2: M0,0 L200,60 L400,120",
    "stroke cut 2.8 [0.5,6.4]: M0,0 L200,60 L400,120",
    "stroke plate 5 [9.36,6.24]: O0,0 31.2",
    "stroke cut 2.6 [9.36,6.24]: O0,0 31.2",
    "fill plate: O400,0 12",
    "stroke cut 2.88: O400,0 12",
    "stroke cut 2.88: M394.6,5.4 L405.4,-5.4 M394.6,-5.4 L405.4,5.4",
    "fill refused_plate at 0.95: R-44.1,32.52 88.2 21.36 r4",
  ]);
  assert.equal(told.at(-1), "write refused “2 units: a zone” 0,43.7 center 12px");
  const nowhere = network({ cut: [cut({ cut_at: null, path: [] })] });
  assert.deepEqual(nowhere.slice(0, 3), [
    "stroke plate 5 [9.36,6.24]: O0,0 31.2",
    "stroke cut 2.6 [9.36,6.24]: O0,0 31.2",
    "fill refused_plate at 0.95: R-21.6,32.52 43.2 21.36 r4",
  ]);
  assert.equal(network({ cut: [cut({ path: [0] })] })[0], nowhere[0], "a path of one hex is no line");
});

test("small hexes bear no words, and nothing is thinner than can be seen", () => {
  const more = { cut: [cut()], ends: [{ hex: 2, to: "Railhead", stands: 5 }] };
  const words = (R) => network(more, R).filter((mark) => mark.startsWith("write")).length;
  assert.deepEqual([words(14.9), words(15)], [0, 2]);
  assert.deepEqual(network(more, 5), [
    "stroke plate 4.2: M0,0 L25,0 L50,0",
    "stroke cut 1.8 [0.5,4]: M0,0 L25,0 L50,0",
    "stroke plate 5 [3,2.4]: O0,0 7",
    "stroke cut 2.6 [3,2.4]: O0,0 7",
    "fill plate: O50,0 5",
    "stroke cut 1.8: O50,0 5",
    "stroke cut 1.8: M47.75,2.25 L52.25,-2.25 M47.75,-2.25 L52.25,2.25",
    "fill supply: R46,12 8 6 r1.2",
    "stroke plate 2: R46,12 8 6 r1.2",
  ]);
  const large = network(more, 100);
  assert.match(large[1], /^stroke cut 4 \[0.5,16\]/);
  assert.match(large[4], / 13$/);
});

test("a cross alone fills its disc to nine tenths", () => {
  assert.deepEqual(painted((pen) => paintCutMark(pen, 0, 0, 20, ink)).slice(1), [
    "stroke cut 4.8: O0,0 20",
    "stroke cut 4.8: M-9,9 L9,-9 M-9,-9 L9,9",
  ]);
});

test("what lies two hex radii off the sheet is left out, lines and marks", () => {
  const more = { ways: [{ hexes: [0], stands: 1 }], cut: [cut({ path: [] })] };
  const shown = (box) => network(more, 40, box).length;
  const all = shown([-1, -1, 1, 1]);
  for (const box of [
    [2, -1, 9, 9],
    [-9, -9, -2, 9],
    [-9, 2, 9, 9],
    [-9, -9, 9, -2],
  ])
    assert.equal(shown(box), 0, `${box}`);
  for (const box of [
    [1.9, -1, 9, 9],
    [-9, -9, -1.9, 9],
    [-9, 1.9, 9, 9],
    [-9, -9, 9, -1.9],
  ])
    assert.equal(shown(box), all, `${box}`);
  assert.ok(network({ cut: [cut({ path: [1, 0] })] }, 40, [9, -1, 11, 1]).length > 0, "one of its hexes is enough");
});
