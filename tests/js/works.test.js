// What play has put on the ground, stroke by stroke: objectives, depots, bridges, charges, works, mines.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLUE, CLEAN, ink, RED, Scribe } from "./scribe.js";

const works = await import("../../webui/static/map/works.js");

const geometry = { u: [0, 3], v: [0, 2], neighbour: (hex) => 1 - hex };
const ground = { geometry, palette: { ink }, sidePoint: (hex, side) => [10 * hex + side, 1] };

function painted(paint) {
  const pen = new Scribe();
  paint(pen);
  assert.equal(pen.left, CLEAN);
  return pen.told;
}

test("a star stands at the upper right of its hex, and is never tiny nor far off", () => {
  assert.deepEqual(works.starIn(ground, 1, 40), { x: 140, y: 59, size: 16.8 });
  assert.deepEqual(works.starIn(ground, 0, 10), { x: 5, y: -5.25, size: 7 });
  assert.deepEqual(works.starIn(ground, 0, 100), { x: 40, y: -42, size: 22 });
});

const STAR =
  "M0,-10 L3.06,-4.21 L9.51,-3.09 L4.95,1.61 L5.88,8.09 L0,5.2 L-5.88,8.09 L-4.95,1.61 L-9.51,-3.09 L-3.06,-4.21 Z";

test("a star has five points, its first one upwards, and what is written on it stands a little below its middle", () => {
  assert.deepEqual(
    painted((pen) => works.star(pen, 0, 0, 10, ink, "e", "5")),
    [`fill objective: ${STAR}`, `stroke e 1.4: ${STAR}`, "write counter “5” 0,0.7 center 7.2px"],
  );
  assert.equal(painted((pen) => works.star(pen, 0, 0, 10, ink, "e", "")).length, 2);
  assert.match(painted((pen) => works.star(pen, 0, 0, 20, ink, "e", ""))[1], /^stroke e 2.6:/);
});

test("an objective is edged in the line of who gains by it, and bears its points where there is room for them", () => {
  const view = {
    sides: [BLUE, RED],
    objectives: [
      { hex: 1, side: "red", points: 3 },
      { side: "", points: 0 },
    ],
  };
  const told = (R) => painted((pen) => works.paintObjectives(pen, { R }, { ground, view }));
  const [fill, edge, words, , nobody, none] = told(40);
  assert.match(fill, /^fill objective: M140,42.2 /);
  assert.match(edge, /^stroke red 2.18: M140,42.2 /);
  assert.equal(words, "write counter “3” 140,60.18 center 12.1px");
  assert.match(nobody, /^stroke counter /);
  assert.match(none, /“0” 20,/);
  assert.deepEqual([told(28).length, told(29).length], [4, 6], "from twelve pixels on");
  assert.deepEqual(
    painted((pen) => works.paintObjectives(pen, { R: 40 }, { ground, view: { sides: [] } })),
    [],
  );
});

test("a depot is a box with a line across its foot, at the upper left of its hex, in the colours of its side", () => {
  const view = { sides: [BLUE, RED], sources: [{ hex: 1, side: "red" }, { side: "" }] };
  const told = (R) => painted((pen) => works.paintSources(pen, { R }, { ground, view }));
  // 0.62 of 40 wide, six tenths of that high; 20 to the left and 21 up.
  assert.deepEqual(told(40), [
    "fill pink: R87.6,51.56 24.8 14.88",
    "stroke red 1.74: R87.6,51.56 24.8 14.88",
    "stroke red 1.74: M87.6,61.98 L112.4,61.98",
    "fill nobody: R-32.4,-28.44 24.8 14.88",
    "stroke counter 1.74: R-32.4,-28.44 24.8 14.88",
    "stroke counter 1.74: M-32.4,-18.02 L-7.6,-18.02",
  ]);
  assert.match(told(10)[3], / 12 7.2$/);
  assert.match(told(100)[3], /R-57,-52.2 34 20.4$/);
  assert.match(told(10)[4], /^stroke counter 1.4:/);
  assert.deepEqual(
    painted((pen) => works.paintSources(pen, { R: 40 }, { ground, view: { sides: [] } })),
    [],
  );
});

const work = (what, R = 40, turn = 0) => painted((pen) => works.paintWork(pen, what, 100, 50, R, turn, ground));

test("a bridge is a roadway with two rails and three ties, and lies the way it is turned", () => {
  assert.deepEqual(work("bridge"), [
    "stroke plate 8: M92,50 L108,50",
    "stroke bridge 1.6: M91.2,46 L108.8,46",
    "stroke bridge 1.6: M91.2,54 L108.8,54",
    "stroke bridge 1.6: M95.2,46 L95.2,54",
    "stroke bridge 1.6: M100,46 L100,54",
    "stroke bridge 1.6: M104.8,46 L104.8,54",
  ]);
  assert.equal(work("bridge", 40, Math.PI / 2)[0], "stroke plate 8: M100,42 L100,58");
  assert.match(work("bridge", 10)[1], /^stroke bridge 1.4:/);
});

test("a blown bridge is a cross in two colours, a charge two squares", () => {
  const cross = ["M93.6,43.6 L106.4,56.4", "M93.6,56.4 L106.4,43.6"];
  assert.deepEqual(work("blown"), [
    ...cross.map((way) => `stroke plate 6.4: ${way}`),
    ...cross.map((way) => `stroke cut 3: ${way}`),
  ]);
  assert.match(work("blown", 10)[0], /^stroke plate 2:/);
  assert.deepEqual(work("prepared"), ["fill bridge: R97.6,41.6 4.8 4.8", "fill bridge: R97.6,53.6 4.8 4.8"]);
});

test("field works are a ring with twelve teeth, mines five dots; what else there is, a square", () => {
  const teeth = Array.from({ length: 12 }, (_, n) => {
    const [cos, sin] = [Math.cos((n * Math.PI) / 6), Math.sin((n * Math.PI) / 6)];
    return [28, 30.8].map((r) => [100 + r * cos, 50 + r * sin].map((x) => Math.round(x * 100) / 100).join());
  });
  assert.deepEqual(work("fort"), [
    `stroke bridge 2: ${teeth.map(([a, b]) => `M${a} L${b}`).join(" ")} M128,50 O100,50 28`,
  ]);
  assert.match(work("fort", 10)[0], /^stroke bridge 1.6:/);
  assert.deepEqual(work("mines"), [
    "fill bridge: O78,62 2",
    "fill bridge: O100,74.8 2",
    "fill bridge: O122,62 2",
    "fill bridge: O78,38 2",
    "fill bridge: O122,38 2",
  ]);
  assert.match(work("mines", 10)[0], / 1.5$/);
  assert.deepEqual(work("roadblock"), ["fill bridge: R96.8,46.8 6.4 6.4"]);
});

test("a work of a hex lies in its middle, one of a hexside on that, turned as the way across it; none where hexes are tiny", () => {
  const at = (ground_, R = 10) => painted((pen) => works.paintWorks(pen, { R }, { ground, view: { ground: ground_ } }));
  assert.deepEqual(at({ 1: "other" }), ["fill bridge: R29.2,19.2 1.6 1.6"]);
  // From hex 0 to hex 1 the way leads three to the right and two down: 0.83 and 0.55 of it, two pixels to each end.
  assert.equal(at({ "0/2": "bridge" })[0], "stroke plate 2: M18.34,8.89 L21.66,11.11");
  assert.equal(at({ "0/2": "bridge" }, 8.9).length, 0);
  assert.equal(at({ "0/2": "bridge" }, 9).length, 6);
  assert.deepEqual(at(undefined), []);
});
