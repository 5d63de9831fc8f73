// Hexes on the plane, as the Python side has them: tests/webui/test_scripts.py keeps geometry.json true.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { column, Geometry, NO_HEX } from "../../webui/static/map/geometry.js";
import { inkOf } from "../../webui/static/map/overview.js";

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

  test(`${name}: the outline of a set holds as much ground as its hexes, holes left out`, () => {
    const hole = Math.floor(hexes.length / 2),
      all = Array.from({ length: geometry.u.length }, (_, index) => index),
      hexArea = 1.5 * Math.sqrt(3);
    for (const held of [all, all.filter((index) => index !== all[hole]), all.filter((index) => index % 3 === 0)]) {
      const path = ringsOf(),
        kept = new Set(held);
      geometry.outline(path, (index) => kept.has(index));
      const area = path.rings.reduce((sum, ring) => sum + areaOf(ring), 0);
      assert.ok(Math.abs(Math.abs(area) / hexArea - held.length) < 0.05);
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

test("columns are read as they were written", () => {
  const bytes = Buffer.from(Int16Array.from([1, -2, -32768]).buffer).toString("base64");
  assert.deepEqual([...column(bytes, Int16Array)], [1, -2, -32768]);
  assert.deepEqual([...column(Buffer.from([0, 255]).toString("base64"))], [0, 255]);
});

function close(found, wanted) {
  assert.equal(found.length, wanted.length);
  found.forEach((value, n) => assert.ok(Math.abs(value - wanted[n]) < 1e-5, `${found} is not ${wanted}`));
}

/** A path that keeps its rings. */
function ringsOf() {
  const rings = [];
  return {
    rings,
    moveTo: (x, y) => rings.push([[x, y]]),
    lineTo: (x, y) => rings[rings.length - 1].push([x, y]),
    closePath() {},
  };
}

function areaOf(ring) {
  return ring.reduce((sum, [x, y], n) => {
    const [u, v] = ring[(n + 1) % ring.length];
    return sum + (x * v - u * y) / 2;
  }, 0);
}

test("a colour is put into a picture byte by byte", () => {
  const dots = new Uint32Array([inkOf("#0a8cff")]);
  assert.deepEqual([...new Uint8ClampedArray(dots.buffer)], [10, 140, 255, 255]);
});
