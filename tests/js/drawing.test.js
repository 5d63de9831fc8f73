// The map editor's strokes, without a pointer; printing; lines of supply.

import assert from "node:assert/strict";
import test from "node:test";

import { around, lineOf, pairOf, sideAt, sideOf } from "../../webui/static/editor/shapes.js";
import * as sketches from "../../webui/static/editor/sketch.js";
import { lacking, settings, strokeOf } from "../../webui/static/editor/toolset.js";
import { Geometry, NO_HEX } from "../../webui/static/map/geometry.js";
import { partedSupply } from "../../webui/static/map/markings.js";
import { hexesInWindow, sheetsFor } from "../../webui/static/page/printing.js";

const geometry = new Geometry({ cols: 8, rows: 8, flat_top: true, digits: 2 });
const hole = geometry.indexOf("0404");
const ground = {
  geometry,
  inside: (hex) => hex !== NO_HEX && hex !== hole,
  sideKey: (hex, k) => Math.min(hex * 6 + k, geometry.neighbour(hex, k) * 6 + ((k + 3) % 6)),
  places: [
    { name: "Near", u: 3, v: 3 },
    { name: "Far", u: 9, v: 9 },
  ],
};
const at = (number) => geometry.indexOf(number);
const spot = (number) => [geometry.u[at(number)], geometry.v[at(number)]];

test("a brush paints what lies round a hex, and nothing off the map", () => {
  assert.deepEqual(around(ground, at("0505"), 0), [at("0505")]);
  assert.equal(around(ground, at("0606"), 1).length, 7);
  assert.equal(around(ground, at("0505"), 2).length, 18, "one of nineteen is a hole");
  assert.equal(around(ground, at("0101"), 1).length, 3);
  const sketch = sketches.fresh();
  sketches.gather(sketch, ground, spot("0404"), 1);
  assert.equal(sketch.hexes.size, 0, "a hole takes no paint");
});

test("a line leads from hex to hex, both ends included", () => {
  const line = lineOf(ground, at("0102"), at("0607"));
  assert.equal(line[0], at("0102"));
  assert.equal(line.at(-1), at("0607"));
  for (let n = 1; n < line.length; n++) assert.equal(geometry.distance(line[n - 1], line[n]), 1);
  assert.deepEqual(lineOf(ground, 3, 3), [3]);
});

test("the hexside under a place has one name from both sides", () => {
  const [u, v] = spot("0606");
  for (let k = 0; k < 6; k++) {
    const [p, q] = [geometry.corner(at("0606"), k), geometry.corner(at("0606"), k + 1)];
    const [mu, mv] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const inner = sideAt(ground, mu + (u - mu) * 0.05, mv + (v - mv) * 0.05),
      outer = sideAt(ground, mu - (u - mu) * 0.05, mv - (v - mv) * 0.05);
    assert.equal(inner, outer);
    assert.deepEqual([Math.floor(inner / 6), inner % 6], pairOf(inner));
  }
  assert.equal(sideAt(ground, u, v, 0.3), null, "the middle of a hex is near no side");
  assert.equal(sideOf(ground, at("0101"), 0), null, "the map ends there");
});

const drag = (...spots) => {
  const sketch = sketches.fresh();
  sketches.follow(sketch, ground, spots[0], null);
  for (let n = 1; n < spots.length; n++)
    for (const step of sketches.stepsOf(spots[n - 1], spots[n])) sketches.follow(sketch, ground, step, spots[0]);
  return [...sketch.sides];
};
const cornersOf = (side) => {
  const [hex, k] = pairOf(side);
  return [geometry.cornerKey(hex, k), geometry.cornerKey(hex, (k + 1) % 6)];
};
const ends = (sides) => {
  const met = new Map();
  for (const corner of sides.flatMap(cornersOf)) met.set(corner, (met.get(corner) ?? 0) + 1);
  assert.ok(Math.max(...met.values()) <= 2, "no corner has three hexsides");
  return [...met.values()].filter((count) => count === 1).length;
};
const middle = (hex, k, inwards = 0.95) => {
  const [p, q] = [geometry.corner(hex, k), geometry.corner(hex, k + 1)];
  const [u, v] = [geometry.u[hex], geometry.v[hex]];
  return [u + ((p[0] + q[0]) / 2 - u) * inwards, v + ((p[1] + q[1]) / 2 - v) * inwards];
};

test("a click takes the nearest hexside, and a hand that trembles no more", () => {
  const hex = at("0606"),
    [u, v] = middle(hex, 0);
  assert.deepEqual(drag([u, v]), [sideOf(ground, hex, 0)]);
  assert.deepEqual(drag([u, v], [u + 0.1, v], [u - 0.1, v]), [sideOf(ground, hex, 0)]);
});

test("a drag along hexsides takes them, the one that was pressed too", () => {
  const hex = at("0606"),
    corners = [1, 2, 3].map((k) => geometry.corner(hex, k));
  assert.deepEqual(drag(middle(hex, 0), ...corners).sort(), [0, 1, 2].map((k) => sideOf(ground, hex, k)).sort());
});

test("a drag across hexes leaves one chain from its beginning to its end, no stray hexsides", () => {
  for (const [from, to] of [
    ["0203", "0608"],
    ["0207", "0703"],
    ["0305", "0705"],
    ["0602", "0607"],
  ]) {
    const sides = drag(spot(from), spot(to));
    assert.equal(ends(sides), 2, `${from} to ${to}`);
    const [hex, k] = pairOf(sides.at(-1)),
      near = Math.min(...[k, k + 1].map((c) => Math.hypot(...geometry.corner(hex, c).map((x, n) => x - spot(to)[n]))));
    assert.ok(near < 1.05, `it goes all the way, ${near}`);
    assert.ok(sides.length <= 3 * geometry.distance(at(from), at(to)) + 2, "and no long way about");
  }
  const across = drag(middle(at("0606"), 0), middle(at("0606"), 3));
  assert.equal(ends(across), 2, "from a hexside to the one opposite");
});

test("a drag back takes away what it led over", () => {
  const [a, b, c] = ["0202", "0205", "0203"].map(spot);
  assert.deepEqual(drag(a, b, c).length < drag(a, b).length, true);
  assert.equal(ends(drag(a, b, c)), 2);
});

test("a drag over the edge of the map stays on its hexsides", () => {
  const [u, v] = spot("0101"),
    sides = drag(spot("0303"), [u - 2, v - 2]);
  assert.equal(ends(sides), 2);
  for (const side of sides) assert.equal(sideOf(ground, ...pairOf(side)), side);
});

test("a way goes on hex by hex, and a drag back shortens it", () => {
  const sketch = sketches.fresh(),
    go = (number, how) => sketches.lengthen(sketch, ground, at(number), how);
  go("0202");
  go("0202");
  go("0205");
  assert.deepEqual(sketch.way, ["0202", "0203", "0204", "0205"].map(at));
  go("0204", { drag: true });
  assert.deepEqual(sketch.way, ["0202", "0203", "0204"].map(at));
  go("0203");
  assert.deepEqual(sketch.way, ["0202", "0203", "0204", "0203"].map(at), "a click back is a way back");
  sketches.lengthen(sketch, ground, NO_HEX);
  sketches.lengthen(sketch, ground, hole);
  assert.equal(sketch.way.length, 4);
});

test("a quick hand skips nothing", () => {
  const steps = sketches.stepsOf([0, 0], [1, 0]);
  assert.ok(steps.length >= 8);
  assert.deepEqual(steps.at(-1), [1, 0]);
  assert.deepEqual(sketches.stepsOf([1, 1], [1, 1]), [[1, 1]]);
});

test("a sketch is sent with its hexes, its sides as pairs, and what is said of a place", () => {
  const sketch = { ...sketches.fresh(), way: [3], spot: [1, 2], more: { name: "X" } };
  sketch.hexes.add(9);
  sketch.sides.add(13);
  assert.deepEqual(sketches.placesOf(sketch), { hexes: [9, 3], sides: [[2, 1]], spot: [1, 2], name: "X" });
});

test("a click means the nearest place, if one is near", () => {
  assert.equal(sketches.nearestPlace(ground, [3.2, 3]).name, "Near");
  assert.equal(sketches.nearestPlace(ground, [6, 6]), null);
});

test("a change says what it changes, and a thing taken away has no name", () => {
  const set = { ...settings(["open", "woods_dense"]), side_name: " Our ", height: " 320 ", link: "rail" };
  assert.deepEqual(strokeOf("terrain", set), { what: "terrain", value: "woods_dense" });
  assert.deepEqual(strokeOf("road", set), { what: "rail", value: "single" });
  assert.deepEqual(strokeOf("height", set), { what: "height", value: "320" });
  assert.deepEqual(strokeOf("hexside", set), { what: "hexside", value: "river", name: "Our" });
  assert.deepEqual(strokeOf("hexside", { ...set, hexside: "none" }), { what: "hexside", value: "none", name: "" });
  assert.equal(settings(["open"]).terrain, "open");
});

test("what a tool still lacks is said", () => {
  const set = settings(["open"]);
  assert.match(lacking("height", set), /height in metres/);
  assert.equal(lacking("height", { ...set, height: "0" }), "");
  assert.match(lacking("place", set), /name of the place/);
  assert.equal(lacking("place", { ...set, act: "remove" }), "");
  assert.equal(lacking("terrain", set), "");
});

test("a line of supply is open to where it is cut; one that fails is shut all along", () => {
  const parts = (supply) => {
    const { open, shut, fails } = partedSupply(supply);
    return [open, shut, fails];
  };
  assert.deepEqual(parts({ path: [1, 2, 3], cut_at: 2, hours: null }), [[1, 2], [2, 3], false]);
  assert.deepEqual(parts({ path: [1, 2, 3], cut_at: null, hours: 4 }), [[1, 2, 3], [], false]);
  assert.deepEqual(parts({ path: [1, 2, 3], cut_at: null, hours: null }), [[], [1, 2, 3], true]);
});

test("what the window shows is printed, or all if it shows no hex", () => {
  const bounds = (w, s, e, n) => ({
    getSouthWest: () => ({ lng: w, lat: s }),
    getNorthEast: () => ({ lng: e, lat: n }),
  });
  const [u, v] = spot("0304");
  assert.deepEqual(hexesInWindow(bounds(u - 0.1, -v - 0.1, u + 0.1, -v + 0.1), geometry), [2, 3, 2, 3]);
  assert.deepEqual(hexesInWindow(bounds(-90, -90, -80, -80), geometry), [0, 0, 7, 7]);
});

test("sheets are laid the way that takes fewer", () => {
  assert.equal(sheetsFor({ flatTop: true }, [0, 0, 0, 0], 100, [297, 210]), 1);
  assert.equal(
    sheetsFor({ flatTop: true }, [0, 0, 4, 0], 100, [297, 210]),
    sheetsFor({ flatTop: false }, [0, 0, 0, 4], 100, [297, 210]),
  );
  assert.ok(
    sheetsFor({ flatTop: true }, [0, 0, 9, 9], 100, [297, 210]) >
      sheetsFor({ flatTop: true }, [0, 0, 9, 9], 100, [420, 297]),
  );
});
