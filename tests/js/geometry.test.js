// Hexes on the plane, as the Python side has them: tests/webui/test_scripts.py keeps geometry.json true.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { column, Geometry, lot, NO_HEX, noise } from "../../webui/static/map/geometry.js";

const grids = JSON.parse(readFileSync(new URL("geometry.json", import.meta.url), "utf-8"));

for (const { grid, hexes, distances, spots, box } of grids) {
  const geometry = new Geometry(grid),
    name = `${grid.cols} × ${grid.rows}, ${grid.flat_top ? "flat" : "pointed"} at the top`;

  test(`${name}: numbers, places and neighbours`, () => {
    for (const { index, number, u, v, neighbours } of hexes) {
      assert.equal(geometry.number(index), number);
      assert.equal(geometry.indexOf(number), index);
      close([geometry.u[index], geometry.v[index]], [u, v]);
      assert.deepEqual(
        Array.from({ length: 6 }, (_, k) => geometry.neighbour(index, k)),
        neighbours,
      );
    }
  });

  test(`${name}: corners`, () => {
    for (const { index, corners } of hexes) corners.forEach((corner, k) => close(geometry.corner(index, k), corner));
    close(geometry.box, box);
  });

  test(`${name}: corners have one name from all their hexes, and no two the same`, () => {
    const byKey = new Map();
    for (let hex = 0; hex < geometry.count; hex++) {
      for (let k = 0; k < 6; k++) {
        const key = geometry.cornerKey(hex, k),
          place = geometry.corner(hex, k);
        close(byKey.get(key) ?? place, place);
        byKey.set(key, place);
      }
    }
    const places = new Set([...byKey.values()].map(([u, v]) => `${u.toFixed(3)} ${v.toFixed(3)}`));
    assert.equal(places.size, byKey.size);
  });

  test(`${name}: distances and sides`, () => {
    for (const { from, to, distance, side } of distances) {
      assert.equal(geometry.distance(from, to), distance);
      assert.equal(geometry.sideTowards(from, to), side);
    }
  });

  test(`${name}: the hex under a place`, () => {
    for (const { u, v, hex } of spots) assert.equal(geometry.hexAt(u, v), hex, `at ${u}, ${v}`);
  });

  test(`${name}: the box of some hexes goes round their centres`, () => {
    const some = hexes.slice(2, 7).map(({ index }) => index),
      us = some.map((hex) => geometry.u[hex]),
      vs = some.map((hex) => geometry.v[hex]);
    close(geometry.boxOf(some), [Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs)]);
  });

  test(`${name}: within a box are all hexes that touch it`, () => {
    const found = new Set();
    geometry.within([2, 2, 4, 4], (hex) => found.add(hex));
    for (const { u, v, hex } of spots) if (hex >= 0 && u >= 2 && u <= 4 && v >= 2 && v <= 4) assert.ok(found.has(hex));
    for (const hex of found) assert.ok(hex >= 0 && hex < geometry.count);
  });
}

test("off the grid there is no hex", () => {
  const geometry = new Geometry(grids[0].grid),
    { cols, rows } = geometry;
  for (const number of ["", "0000", "01x1", "010101", "9901"]) assert.equal(geometry.indexOf(number), NO_HEX, number);
  assert.equal(geometry.beside(0, -1, 0), NO_HEX);
  assert.equal(geometry.beside(0, 0, -1), NO_HEX);
  assert.equal(geometry.beside(cols - 1, 1, 0), NO_HEX, "it does not go on in the next row");
  assert.equal(geometry.beside((rows - 1) * cols, 0, 1), NO_HEX);
  assert.equal(geometry.beside(0, 1, 1), cols + 1);
});

test("lots and noise are always the same, within 0 and 1, and spread", () => {
  const lots = Array.from({ length: 400 }, (_, n) => lot(n, 3 * n, 5));
  assert.deepEqual(lots.slice(0, 3), [lot(0, 0, 5), lot(1, 3, 5), lot(2, 6, 5)]);
  assert.ok(lots.every((one) => one >= 0 && one < 1));
  const mean = lots.reduce((sum, one) => sum + one, 0) / lots.length;
  assert.ok(Math.abs(mean - 0.5) < 0.06, `mean ${mean}`);
  assert.notEqual(lot(1, 2), lot(2, 1));
  for (let n = 0; n < 50; n++) assert.ok(noise(n / 7, n / 3, 2) >= 0 && noise(n / 7, n / 3, 2) <= 1);
});

test("columns are read as they were written", () => {
  const bytes = Buffer.from(Int16Array.from([1, -2, -32768]).buffer).toString("base64");
  assert.deepEqual([...column(bytes, Int16Array)], [1, -2, -32768]);
  assert.deepEqual([...column(Buffer.from([0, 255]).toString("base64"))], [0, 255]);
});

function close(found, wanted) {
  assert.equal(found.length, wanted.length);
  found.forEach((value, n) => assert.ok(Math.abs(value - wanted[n]) < 1e-5, `${found} is not ${wanted}`));
}
