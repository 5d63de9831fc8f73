// Rivers and roads as lines: which way they run, where they join, how wide they are.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Geometry, NO_HEX } from "../../webui/static/map/geometry.js";
import { pulledIn, railPieces, riverPieces, roadNode, roadPieces } from "../../webui/static/map/lines.js";

const geometry = new Geometry({ cols: 8, rows: 8, flat_top: true, digits: 2 });
const at = (number) => geometry.indexOf(number);

/** Make a ground whose lines do not wander: thirds of each hexside, and its middle. */
function ground(more = {}) {
  return {
    geometry,
    ...{ hexsides: [], roads: [], rails: [], places: [], terrain: new Array(64).fill(0), isWater: [false, true] },
    inside: (hex) => hex !== NO_HEX,
    wanderedSide(hex, k) {
      const [p, q] = [geometry.corner(hex, k), geometry.corner(hex, k + 1)];
      return [0, 1, 2, 3].map((n) => [p[0] + ((q[0] - p[0]) * n) / 3, p[1] + ((q[1] - p[1]) * n) / 3]);
    },
    sidePoint(hex, k) {
      const [p, q] = [geometry.corner(hex, k), geometry.corner(hex, k + 1)];
      return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    },
    ...more,
  };
}
const pair = (number, side, kind) => ({ at: at(number) * 6 + side, index: at(number), side, kind });
const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-5;

test("rivers of two hexsides that meet are one chain; only what is water counts", () => {
  const {
    near: pieces,
    far,
    chains,
  } = riverPieces(ground({ hexsides: [pair("0303", 0, "river"), pair("0303", 1, "river"), pair("0606", 0, "wall")] }));
  assert.deepEqual([chains.length, pieces.length, far.length], [1, 2, 2]);
  const [one, two] = pieces;
  assert.deepEqual([one.index, one.kind, one.at], [at("0303"), "river", at("0303") * 6]);
  assert.ok(near(one.points[0], geometry.corner(at("0303"), 0)));
  assert.ok(near(two.points.at(-1), geometry.corner(at("0303"), 2)));
  assert.ok(near(one.points.at(-1), two.points[0]), "they meet");
  assert.deepEqual([far[0].from, far[0].to, far[1].kind], [1, 1, "river"]);
});

test("a hexside that is walked backwards has its line turned, so that nothing jumps", () => {
  // Side 0 of 0303 runs from corner 0 to 1; side 3 of the hex to its north-east leaves from there the other way round.
  const hex = at("0303");
  for (const k of [0, 1, 2, 3, 4, 5]) {
    const other = geometry.neighbour(hex, (k + 1) % 6),
      back = { at: other * 6, index: other, side: (((k + 1) % 6) + 3) % 6, kind: "river" };
    const { near: pieces } = riverPieces(ground({ hexsides: [pair("0303", k, "river"), back] }));
    const points = pieces.flatMap((piece) => piece.points);
    for (let n = 1; n < points.length; n++) {
      assert.ok(Math.hypot(points[n][0] - points[n - 1][0], points[n][1] - points[n - 1][1]) < 0.4, `side ${k}`);
    }
  }
});

test("a river begins thin at its source, and runs full width off the map and into a lake", () => {
  const ends = (more, ...sides) =>
    riverPieces(ground({ hexsides: sides, ...more })).near.map(({ from, to }) => [from, to]);
  assert.deepEqual(ends({}, pair("0404", 0, "river")), [[0.25, 0.25]]);
  assert.deepEqual(ends({}, pair("0404", 0, "river"), pair("0404", 1, "river")), [
    [0.25, 1],
    [1, 0.25],
  ]);
  // Corner 0 of side 0 lies between 0404, its northern and its north-western neighbour; corner 1 beside the north-east.
  const lake = (number) => ({ terrain: Array.from({ length: 64 }, (_, i) => (i === at(number) ? 1 : 0)) });
  const [west, east] = [geometry.neighbour(at("0404"), 5), geometry.neighbour(at("0404"), 1)].map((i) =>
    geometry.number(i),
  );
  assert.deepEqual(ends(lake(west), pair("0404", 0, "river")), [[1, 0.25]]);
  assert.deepEqual(ends(lake(east), pair("0404", 0, "river")), [[0.25, 1]]);
  const cut = { inside: (hex) => hex !== NO_HEX && hex !== at(west) };
  assert.deepEqual(ends(cut, pair("0404", 0, "river")), [[1, 0.25]]);
});

test("where a stream becomes a river the two meet at the middle of their widths", () => {
  const pieces = riverPieces(ground({ hexsides: [pair("0404", 0, "stream"), pair("0404", 1, "river")] })).near;
  const stream = pieces.find(({ kind }) => kind === "stream"),
    river = pieces.find(({ kind }) => kind === "river");
  // Widths 0.055 and 0.105: their middle, 0.08, is 16/11 of the one and 16/21 of the other.
  assert.ok(Math.abs(stream.to - 16 / 11) < 1e-9);
  assert.ok(Math.abs(river.from - 16 / 21) < 1e-9);
});

test("a river that flows into another ends on its line, not on the corner beside it", () => {
  const hex = at("0404"),
    north = geometry.neighbour(hex, 0);
  // Sides 0 and 1 of 0404 meet in corner 1; the side between its neighbours to north and north-east comes down on it.
  const side = geometry.sideTowards(north, geometry.neighbour(hex, 1));
  const brook = { at: north * 6 + side, index: north, side, kind: "stream" };
  const { near: pieces, chains } = riverPieces(
    ground({ hexsides: [pair("0404", 0, "major_river"), pair("0404", 1, "major_river"), brook] }),
  );
  assert.equal(chains.length, 2);
  const [own] = pieces.filter(({ kind }) => kind === "stream"),
    [first] = pieces.filter(({ at: place }) => place === hex * 6);
  const joint = first.points.at(-1);
  assert.ok(near(own.points[0], joint) || near(own.points.at(-1), joint));
  assert.ok(!near(joint, geometry.corner(hex, 1)));
});

test("roads meet in the largest place of a hex, and elsewhere less than a fifth of a radius off its middle", () => {
  const hex = at("0404"),
    place = (name, rank, du) => ({
      name,
      rank,
      index: hex,
      u: geometry.u[hex] + du,
      v: geometry.v[hex],
      population: 0,
    });
  const own = ground({ places: [place("Town", 2, 0.3), place("Mill", 5, -0.4), place("Hill", 9, 0.1)] });
  assert.ok(near(roadNode(own, hex), [geometry.u[hex] + 0.3, geometry.v[hex]]));
  assert.equal(own.roadNodes.size, 1);
  assert.equal(ground({ places: [place("Hill", 9, 0.1)] }).roadNodes, undefined);
  const hill = ground({ places: [place("Hill", 9, 0.4)] });
  assert.ok(!near(roadNode(hill, hex), [geometry.u[hex] + 0.4, geometry.v[hex]]), "a hill is no place to meet in");
  for (let i = 0; i < 64; i++) {
    const [u, v] = roadNode(own, i);
    if (i !== hex) assert.ok(Math.abs(u - geometry.u[i]) <= 0.17 && Math.abs(v - geometry.v[i]) <= 0.17);
  }
  assert.ok(near(pulledIn(own, place("Edge", 2, 0.9)), [geometry.u[hex] + 0.5, geometry.v[hex]]));
  assert.ok(near(pulledIn(own, place("Near", 2, 0.5)), [geometry.u[hex] + 0.5, geometry.v[hex]]));
});

test("a road runs from hex to hex through the middle of the side; one that leads off the map is not drawn", () => {
  const own = ground({ roads: [pair("0404", 3, "main"), pair("0405", 3, "main"), pair("0101", 0, "main")] });
  const pieces = roadPieces(own);
  assert.equal(pieces.length, 2);
  const [one, two] = pieces;
  assert.deepEqual([one.points.length, one.from, one.to, one.kind], [13, 1, 1, "main"]);
  assert.ok(near(one.points[0], roadNode(own, at("0404"))));
  assert.ok(near(one.points[6], own.sidePoint(at("0404"), 3)));
  assert.ok(near(one.points[12], two.points[0]));
  assert.ok(near(two.points[12], roadNode(own, at("0406"))));
});

test("a railway lies beside the road, by half as much on the hexside", () => {
  const own = ground({ rails: [pair("0404", 3, "single")] });
  const [{ points }] = railPieces(own),
    [u, v] = roadNode(own, at("0404")),
    [su, sv] = own.sidePoint(at("0404"), 3);
  assert.ok(near(points[0], [u + 0.17, v + 0.13]));
  assert.ok(near(points[6], [su + 0.085, sv + 0.065]));
});

test("at a junction the road goes straight on, the best class before that, and never turns sharply", () => {
  const chained = (...roads) => {
    const pieces = roadPieces(ground({ roads: roads.map(([side, kind]) => pair("0404", side, kind)) }));
    // Pieces of one chain stand one after the other, the first of two walked towards 0404.
    return pieces.map((piece) => piece.at % 6);
  };
  const joined = (...roads) => {
    const sides = chained(...roads),
      own = ground({ roads: roads.map(([side, kind]) => pair("0404", side, kind)) }),
      middle = roadNode(own, at("0404"));
    const pieces = roadPieces(own);
    return sides
      .filter((_, n) => pieces[n + 1] && near(pieces[n].points[12], middle) && near(pieces[n + 1].points[0], middle))
      .map((side, n) => [side, sides[sides.indexOf(side) + 1], n].slice(0, 2).sort());
  };
  assert.deepEqual(joined([0, "track"], [2, "track"], [3, "track"]), [[0, 3]]);
  assert.deepEqual(joined([0, "main"], [2, "main"], [3, "track"]), [[0, 2]]);
  assert.deepEqual(joined([0, "track"], [1, "track"]), [[0, 1]], "two alone run on however they turn");
  assert.deepEqual(joined([0, "main"], [1, "main"], [5, "main"]), [[1, 5]], "of three none turns by one side");
});
