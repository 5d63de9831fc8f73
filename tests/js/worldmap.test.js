// The map of the world on which a ground is chosen: what is painted.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { begin, map, on, over, painted, points, watched } from "./toyworld.js";

beforeEach(begin);

test("coasts are put together of arcs, forwards and backwards; steps are undone", () => {
  const { land, borders, lakes, towns } = map({
    unit: 0.5,
    arcs: [
      [0, 0, 20, 0, 0, 20],
      [2, 2, 2, 0],
    ],
    land: [[0], [-1, 1], [9]],
    borders: [1, 9],
    lakes: [[4, 4, 2, 2]],
    towns: [["Sedan", 10, 98, 5]],
  });
  const first = [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    second = [
      [1, 1],
      [2, 1],
    ];
  assert.deepEqual(land, [first, [...[...first].reverse(), ...second], []]);
  assert.deepEqual(borders, [second, []]);
  assert.deepEqual(lakes[0][1], [3, 3]);
  assert.deepEqual(towns, [{ name: "Sedan", lon: 5, lat: 49, people: 5 }]);
});

test("it is painted again when its canvas has another size", () => {
  const one = map();
  on.lines.length = 0;
  const [box, seen] = watched.at(-1);
  assert.equal(box, on.canvas);
  seen();
  assert.ok(on.lines.length > 0);
  on.canvas.getContext = () => null;
  one.paint();
});

test("the sea lies under the land, lakes in it, borders over both: closed and filled, or lines", () => {
  globalThis.devicePixelRatio = 2;
  const one = map({ arcs: [[0, 0, 10, 0, 0, 10]], land: [[0]], borders: [0], lakes: [[-5, 5, 1, 1]] });
  const ring = ["beginPath", "moveTo 200 100", "lineTo 210 100", "lineTo 210 90"],
    coast = ["strokeStyle = #8a9aa0", "lineWidth = 0.7", "stroke"];
  assert.deepEqual(painted(one), [
    ...["setTransform 2 0 0 2 0 0", "fillStyle = #d5e3e8", "fillRect 0 0 400 200"],
    ...[...ring, "closePath", "fillStyle = #f6f0de", "fill evenodd", ...coast],
    ...["beginPath", "moveTo 195 95", "lineTo 196 94", "closePath", "fillStyle = #d5e3e8", "fill evenodd", ...coast],
    ...[...ring, "strokeStyle = #b39f86", "lineWidth = 0.7", "stroke"],
    ...["font = 12px 'Gill Sans', 'Noto Sans', 'DejaVu Sans', sans-serif", "textBaseline = middle"],
  ]);
  assert.deepEqual([on.canvas.width, on.canvas.height], [800, 400]);
  delete globalThis.devicePixelRatio;
  one.centre = { lon: 0, lat: 60 };
  one.scale = 2;
  assert.deepEqual(painted(one).slice(3, 7), ["beginPath", "moveTo 200 220", "lineTo 210 220", "lineTo 210 200"]);
  assert.equal(on.canvas.width, 400);
});

test("a box is gone to: its middle in the middle, and six tenths of the canvas for it", () => {
  const one = map();
  const seen = (box) => {
    on.lines.length = 0;
    one.show(box);
    assert.ok(on.lines.includes("fillRect 0 0 400 200"), "it is painted");
    return [one.centre.lon, one.centre.lat, Number(one.scale.toFixed(3))];
  };
  assert.deepEqual(seen([-20, -5, 20, 5]), [0, 0, 6]);
  assert.deepEqual(seen([-5, -10, 5, 10]), [0, 0, 6]);
  assert.deepEqual(seen([170, -1, -170, 1]), [180, 0, 12], "over the date line");
  assert.deepEqual(seen([5, 0, 5, 10])[2], 12, "a line from south to north");
  assert.deepEqual(seen([5, 5, 5, 5]), [5, 5, 4000], "no nearer than this");
  assert.deepEqual(seen([0, 59, 40, 61]), [20, 60, 12], "degrees are narrow in the north");
  assert.deepEqual(seen([0, 89.9, 40, 90.1])[2], 60, "and not endlessly narrow");
});

test("it is zoomed between its bounds, and about the pointer by the wheel", () => {
  const one = map();
  one.zoom(2);
  assert.equal(one.scale, 2);
  assert.ok(on.lines.length > 0);
  one.zoom(1e6);
  assert.equal(one.scale, 4000);
  one.zoom(1e-9);
  assert.equal(one.scale, 0.8);
  one.scale = 1;
  const turned = points("wheel", 300, 50, { deltaY: -1 });
  assert.equal(turned.stopped, 1);
  assert.deepEqual([one.centre, one.scale], [{ lon: 20, lat: 10 }, 1.25]);
  points("wheel", 200, 100, { deltaY: 0 });
  assert.deepEqual([one.centre, one.scale], [{ lon: 20, lat: 10 }, 1]);
});

test("what the pointer does is said, and what was begun is given up", () => {
  const one = map();
  one.drawn = [[1, 1]];
  on.lines.length = 0;
  one.take("outline");
  assert.deepEqual([one.drawn, on.canvas.style.cursor, on.lines.length > 0], [[], "crosshair", true]);
  one.take("move");
  assert.equal(on.canvas.style.cursor, "grab");
  one.take("box");
  assert.deepEqual(
    on.told.map(([, words]) => words),
    ["Click corner after corner; the first one again closes it.", "Drag the map.", "Drag a box on the map."],
  );
});

test("a chosen ring is closed and filled, one that is drawn is open with its corners", () => {
  const one = map();
  one.ring = [
    [0, 0],
    [200, 0],
    [-200, 0],
    [201, 0],
    [-201, 0],
  ];
  const ring = ["lineTo 200 100", "lineTo 400 100", "lineTo 0 100", "lineTo 41 100", "lineTo 359 100"],
    blue = ["strokeStyle = #1d4f91", "lineWidth = 2", "stroke"];
  assert.deepEqual(over(one), [
    ...["beginPath", ...ring, "closePath", "fillStyle = rgb(29 79 145 / 14%)", "fill", ...blue],
  ]);
  [one.ring, one.drawn] = [[], [[10, 10]]];
  assert.deepEqual(over(one), [
    ...["beginPath", "lineTo 210 90", "fillStyle = rgb(29 79 145 / 14%)", ...blue, "strokeRect 207 87 6 6"],
  ]);
});

test("files and grounds that are there are framed, these with their names where there is room", () => {
  const one = map();
  one.files = [[170, -5, -170, 5]];
  one.shipped = [
    { name: "Sedan, 1870", box: [-30, 0, 30, 10] },
    { name: "Waterloo", box: [-30, 0, 29, 10] },
  ];
  one.centre.lon = 0;
  const got = over(one);
  const frame = (ink, rect) => [
    ...[`strokeStyle = ${ink}`, "lineWidth = 1.2", "setLineDash 4,3", `strokeRect ${rect}`, "setLineDash"],
  ];
  assert.deepEqual(got, [
    ...frame("#8a7a58", "170 90 60 10"),
    ...["fillStyle = #8a7a58", "font = 12px 'Gill Sans', 'Noto Sans', 'DejaVu Sans', sans-serif"],
    "fillText Sedan 174 99 54",
    ...frame("#8a7a58", "170 90 59 10"),
    ...frame("#2c6633", "370 95 20 10"),
  ]);
  one.shipped = [];
  one.files = [[5, 0, 5, 10]];
  assert.ok(painted(one).includes("strokeRect 205 90 0 10"), "a line is no ring round the world");
  one.files = [];
  one.box = [0, 0, 10, 10];
  assert.deepEqual(over(one), [
    ...["fillStyle = rgb(29 79 145 / 14%)", "fillRect 200 90 10 10"],
    ...["strokeStyle = #1d4f91", "lineWidth = 2", "strokeRect 200 90 10 10"],
  ]);
});

const named = (towns, change = {}) => {
  const one = Object.assign(map({ towns }), change);
  return painted(one)
    .filter((line) => line.startsWith("fillText"))
    .map((line) => line.split(" ")[1]);
};

test("towns are named by size, as many as have room", () => {
  const town = (name, x, y, people = 9e5) => [name, x - 200, 100 - y, people];
  assert.deepEqual(named([town("A", 10, 10, 60_000), town("B", 10, 100, 59_999)]), ["A"]);
  assert.deepEqual(named([town("A", 190, 90, 60_000), town("B", 190, 120, 59_999)], { scale: 1.1 }), ["A", "B"]);
  const edge = [town("W", 0, 100), town("E", 400, 100), town("N", 200, 0), town("S", 200, 200)];
  assert.deepEqual(named(edge), ["W", "E", "N", "S"]);
  const off = [town("W", 99.5, 100), town("E", 300.5, 100), town("N", 200, 49.5), town("S", 200, 150.5)];
  assert.deepEqual(named([...off, town("In", 100, 100)], { scale: 2 }), ["In"]);
  assert.deepEqual(named([town("A", 100, 100), town("B", 179, 113), town("C", 180, 100), town("D", 100, 114)]), [
    ...["A", "C", "D"],
  ]);
  const many = Array.from({ length: 30 }, (_, n) => town(`T${n}`, 80 * (n % 5), 20 * Math.floor(n / 5)));
  assert.equal(named(many).length, 26);
  const got = over(map({ towns: [town("A", 10, 20)] }));
  assert.deepEqual(got, [
    ...["fillStyle = #2b241b", "fillRect 8.5 18.5 3 3", "strokeStyle = #f6f0de", "lineWidth = 3"],
    ...["strokeText A 15 20", "fillText A 15 20"],
  ]);
});

test("a canvas without a size is one pixel", () => {
  Object.assign(on.canvas, { clientWidth: 0, clientHeight: 0 });
  assert.equal(painted(map())[2], "fillRect 0 0 1 1");
});
