// What the server packs of a drawing: read as it was written, kept, and drawn anew where the map was changed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { paintItem } from "../../webui/static/map/drawn/brush.js";
import { unpack, wide } from "../../webui/static/map/drawn/packet.js";
import { Squares } from "../../webui/static/map/drawn/squares.js";

globalThis.Path2D = class {
  said = [];
  constructor() {
    for (const name of ["moveTo", "lineTo", "quadraticCurveTo", "closePath"])
      this[name] = (...given) => this.said.push([name, ...given]);
  }
};

/** Pack lines as the server does: steps as zigzag, all across and then all down, low bytes first. */
function packet(items, forms, box = [0, 0, 9, 9]) {
  const lines = forms.flat(),
    steps = lines.flatMap((line) => line.map((p, n) => (n ? [p[0] - line[n - 1][0], p[1] - line[n - 1][1]] : p)));
  const zigzag = [0, 1].flatMap((k) => steps.map((step) => ((step[k] << 1) ^ (step[k] >> 31)) & 0xffff));
  let head = JSON.stringify({ box, middle: [1, 2], fine: 64, forms: forms.map(({ length }) => length), items });
  head += " ".repeat(-head.length & 3);
  const bytes = [...new Uint8Array(new Uint32Array([head.length]).buffer), ...new TextEncoder().encode(head)];
  for (const line of lines) bytes.push(...new Uint8Array(new Uint32Array([line.length]).buffer));
  bytes.push(...zigzag.map((z) => z & 255), ...zigzag.map((z) => z >> 8));
  return new Uint8Array(bytes).buffer;
}

const line = [
  [-300, 4],
  [0, 4],
  [10, 24],
];

test("a packet gives its points, however far the steps, and what lies along the same ones shares a path", () => {
  const row = { kind: "lines", form: 0, curved: false, closed: false, layer: "roads" };
  const { items, fine, middle } = unpack(
    packet([row, { ...row, colour: "other" }, { kind: "spots", form: 1 }, { kind: "relief" }], [[line], [[[5, -7]]]]),
  );
  assert.deepEqual([fine, middle], [64, [1, 2]]);
  assert.deepEqual(items[0].outline.path().said, [
    ["moveTo", -300, 4],
    ["lineTo", 0, 4],
    ["lineTo", 10, 24],
  ]);
  assert.equal(items[0].outline.path(), items[1].outline.path());
  assert.deepEqual([...items[2].at], [5, -7]);
  assert.equal(items[3].kind, "relief");
});

test("lines of control points begin at the first and end at the last; rings run through the middles", () => {
  const open = { kind: "lines", form: 0, curved: true, closed: false };
  const [bent, ring] = unpack(packet([open, { kind: "area", form: 0, curved: true }], [[line]])).items;
  assert.deepEqual(bent.outline.path().said, [
    ["moveTo", -300, 4],
    ["quadraticCurveTo", 0, 4, 10, 24],
  ]);
  assert.deepEqual(ring.outline.path().said, [
    ["moveTo", -145, 14],
    ["quadraticCurveTo", -300, 4, -150, 4],
    ["quadraticCurveTo", 0, 4, 5, 14],
    ["quadraticCurveTo", 10, 24, -145, 14],
    ["closePath"],
  ]);
});

test("a band has the lines that come into it or near it, and the whole has all", () => {
  const row = { kind: "lines", form: 0, curved: false, closed: false };
  const at = (y) => [
    [0, y * 64],
    [9, y * 64],
  ];
  // Sixteen bands of 4 hex radii from 0, the points counted from 2 down: from -2 to 2, from 2 to 6, and 1.5 more about each.
  const made = packet([row], [[at(0), at(7), at(9), at(40)]], [0, 0, 64, 64]),
    { items, bands } = unpack(made),
    heights = (band) =>
      items[0].outline
        .path(band)
        .said.filter(([what]) => what === "moveTo")
        .map(([, , y]) => y / 64);
  assert.equal(bands, 16);
  assert.deepEqual(heights(0), [0]);
  assert.deepEqual(heights(2), [7, 9]);
  assert.deepEqual(heights(10), [40]);
  assert.equal(heights().length, 4);
  assert.equal(unpack(packet([], [], [0, 0, 9, 9])).bands, 4);
});

test("a width goes with the hex between its least and its most, and what is added is added last", () => {
  // Half a radius, at least 1 mm, at most 3 mm, and 2 mm more; 4 pixels to the millimetre.
  assert.deepEqual(
    [4, 16, 400].map((R) => wide([0.5, 1, 3, 2], R, 4)),
    [12, 16, 20],
  );
});

test("dots are moved aside as they say, and those that do not touch the canvas are not painted", () => {
  // 16 pixels a radius of 64 steps: 10 pixels are 40 steps, the dots' radius of 8 pixels is 32.
  const painted = [],
    pen = { beginPath() {}, fill() {}, arc: (...given) => painted.push(given.slice(0, 3)) };
  const at = [0, 0, 40, 88, -64, -16, 41, 0, 0, 89, -65, 0, 0, -17];
  const item = { kind: "spots", colour: "tree", at, width: [0.5, 1, 3, 2], aside: [0.5, -0.25] };
  const spot = { R: 16, ratio: 1, x0: 0, y0: 0, size: 10, perMm: 4 };
  paintItem(pen, { middle: [0, 0], fine: 64 }, item, { tree: "#123" }, spot);
  assert.equal(pen.fillStyle, "#123");
  assert.deepEqual(painted, [
    [32, -16, 32],
    [72, 72, 32],
    [-32, -32, 32],
  ]);
  painted.length = 0;
  paintItem(pen, { middle: [0, 0], fine: 64, box: [0, 1, 9, 2], band: 1 }, item, { tree: "#123" }, spot);
  // From one radius below to two: 64 to 128, with the dot's own 32 and what it is moved up by.
  assert.deepEqual(painted, [
    [72, 72, 32],
    [32, 73, 32],
  ]);
});

const DRAWING = {
  url: "/d/0/",
  box: [0, 0, 40, 20],
  levels: [
    { name: "far", from_px: 0, side: 40 },
    { name: "near", from_px: 10, side: 20 },
  ],
};

/** Answer what is fetched, and note it. */
function fetching() {
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(url);
    const [, col, row] = /(\d+)-(\d+)\.bin/.exec(url) ?? [0, 0, 0],
      box = /near/.test(url) ? [20 * col, 20 * row, 20 * col + 20, 20 * row + 20] : [0, 0, 40, 20];
    return { ok: !/lost/.test(url), arrayBuffer: async () => packet([], [], box) };
  };
  return asked;
}
const passed = () => new Promise((done) => setImmediate(done));

test("the squares that a box touches are fetched once, and kept", async () => {
  const asked = fetching(),
    come = [],
    squares = new Squares(DRAWING, (box) => come.push(box));
  assert.equal(squares.levelAt(3).name, "far");
  const level = squares.levelAt(10);
  assert.equal(level.name, "near");
  assert.deepEqual(squares.near(level, [15, 5, 25, 6], false), { found: [], whole: false });
  assert.deepEqual(asked, []);
  squares.near(level, [15, 5, 25, 60], true);
  squares.near(level, [15, 5, 25, 60], true);
  assert.deepEqual(asked, ["/d/0/near/0-0.bin", "/d/0/near/1-0.bin"]);
  assert.equal(squares.asked, 2);
  await passed();
  assert.deepEqual([squares.asked, come.length], [0, 2]);
  const { found, whole } = squares.near(level, [15, 5, 25, 6], true);
  assert.deepEqual([found.length, whole, asked.length], [2, true, 2]);
});

test("what could not be fetched is asked for again when it is wanted again", async () => {
  const asked = fetching(),
    squares = new Squares({ ...DRAWING, url: "/lost/" }, () => {});
  squares.near(squares.levelAt(10), [1, 1, 2, 2], true);
  await passed();
  assert.deepEqual(squares.near(squares.levelAt(10), [1, 1, 2, 2], true), { found: [], whole: false });
  assert.equal(asked.length, 2);
  await passed();
  clearTimeout(squares.again);
});

test("how drawing goes on is said, and what failed is wanted again after a while", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  fetching();
  const come = [],
    said = [],
    squares = new Squares(
      { ...DRAWING, url: "/lost/" },
      (box) => come.push(box),
      ({ asked, lost }) => said.push([asked, lost]),
    );
  squares.near(squares.levelAt(10), [1, 1, 2, 2], true);
  assert.deepEqual(said, [[1, false]]);
  await passed();
  assert.deepEqual(said.slice(1), [
    [0, false],
    [0, true],
  ]);
  mock.timers.tick(4999);
  assert.deepEqual(come, []);
  mock.timers.tick(1);
  assert.deepEqual([come, said.at(-1)], [[null], [0, false]]);
  mock.timers.reset();
});

test("a change is drawn over the old squares at once, and takes their place when it settles", async () => {
  const asked = fetching(),
    squares = new Squares(DRAWING, () => {}),
    level = squares.levelAt(10);
  squares.near(level, [1, 1, 2, 2], true);
  await passed();
  await squares.renew("/d/1/", [5, 5, 6, 6], 10);
  clearTimeout(squares.settling);
  assert.equal(asked.at(-1), "/d/1/near/window.bin?box=2.00,2.00,9.00,9.00");
  assert.equal(squares.near(level, [1, 1, 2, 2], true).found.length, 2, "the old square and the window over it");
  assert.equal(asked.length, 2, "nothing else is fetched while it is drawn on");
  await squares.settle();
  assert.equal(asked.at(-1), "/d/1/near/0-0.bin");
  assert.equal(squares.near(level, [1, 1, 2, 2], true).found.length, 1);
});
