import assert from "node:assert/strict";
import { test } from "node:test";

import { Taken, cleared, meets } from "../../webui/static/map/drawn/clearing.js";

const MAP = [0, 0, 400, 400];
const WIDE = 40,
  HIGH = 10;

/** @param {string} text
 * @param {number} rank
 * @param {number} x
 * @param {number} y
 * @returns {any}
 */
function name(text, rank, x, y, turn = 0) {
  return { text, rank, u: x, v: y, turn };
}

/** @param {any} of
 * @returns {[number, number, number, number]}
 */
function roomOf({ u, v }) {
  return [u, v, u + WIDE, v + HIGH];
}

/** @param {any[]} names
 * @param {any[]} counters
 * @param {any[]} marks
 */
function laid(names, counters, marks = []) {
  const { found, lesser, isFree } = cleared(
      names,
      roomOf,
      counters,
      /** @type {any} */ (MAP),
      /** @type {any} */ (marks),
    ),
    placed = found.map(({ name: { text, u, v }, dx, dy }) => ({ text, room: roomOf({ u: u + dx, v: v + dy }) }));
  return [...placed, ...lesser.filter(isFree).map((one) => ({ text: one.text, room: roomOf(one) }))];
}

const counter = { x: 100, y: 100, size: 20 };

/** @param {number[]} a
 * @param {number[]} b
 */
function apart(a, b) {
  return a[2] <= b[0] || a[0] >= b[2] || a[3] <= b[1] || a[1] >= b[3];
}

test("what no counter covers stays where it was placed", () => {
  assert.deepEqual(laid([name("Town", 1, 200, 200), name("Village", 4, 10, 10)], [counter]), [
    { text: "Town", room: [200, 200, 240, 210] },
    { text: "Village", room: [10, 10, 50, 20] },
  ]);
});

/** @param {string} text
 * @param {number} x
 * @param {number} y
 */
function goal(text, x, y, bears = 0) {
  return { ...name(text, 1, x, y), goal: { star: { x, y, size: 4 }, bears } };
}

test("what is fought for is named at the nearest free place, however far the counters reach", () => {
  const crowd = [0, 1, 2, 3, 4].flatMap((i) =>
      [0, 1, 2, 3, 4].map((k) => ({ x: 100 + 20 * i, y: 100 + 20 * k, size: 20 })),
    ),
    [one] = laid([goal("Here", 150, 150)], crowd);
  assert.ok(apart(one.room, [100, 100, 200, 200]), "clear of all counters");
  const [left, top, right, foot] = one.room,
    away = Math.hypot(Math.max(left - 150, 150 - right, 0), Math.max(top - 150, 150 - foot, 0));
  assert.ok(away >= 50 && away <= 53, `${away}: it is 50 to the edge of the crowd`);
});

test("it goes before those that are written where it would stand, and keeps clear of its star and of others'", () => {
  const marks = [[96, 96, 104, 104]],
    names = [goal("Here", 100, 100), name("Town", 1, 104, 98)],
    found = laid(names, [], /** @type {any} */ (marks));
  assert.deepEqual(
    found.map(({ text }) => text),
    ["Here", "Town"],
  );
  for (const { room } of found) assert.ok(apart(room, marks[0]));
  assert.ok(apart(found[0].room, found[1].room));
});

test("the box over a spot is told", () => {
  const taken = new Taken();
  taken.add([10, 10, 30, 30]);
  assert.deepEqual(taken.over(20, 20), [10, 10, 30, 30]);
  assert.equal(taken.over(31, 20), undefined);
  assert.equal(taken.over(200, 20), undefined);
});

test("a village under a counter is left out, a town moves aside by no more than it must", () => {
  const found = laid([name("Town", 2, 90, 105), name("Village", 4, 90, 112)], [counter]);
  assert.deepEqual(
    found.map(({ text }) => text),
    ["Town"],
  );
  assert.ok(apart(found[0].room, [100, 100, 120, 120]));
  assert.ok(Math.abs(found[0].room[1] - 105) <= 2.2 * HIGH);
});

test("a name keeps clear of what is written under a counter", () => {
  const named = { ...counter, named: [95, 121, 125, 131] };
  assert.deepEqual(laid([name("Village", 3, 90, 123)], [named]), []);
  const [town] = laid([name("Town", 1, 90, 123)], [named]);
  assert.ok(apart(town.room, named.named) && apart(town.room, [100, 100, 120, 120]));
});

test("two towns that move do not come to lie on one another, nor on one that stays", () => {
  const rooms = laid(
    [name("Great", 1, 90, 92), name("One", 2, 90, 104), name("Other", 2, 90, 114), name("Village", 3, 90, 80)],
    [counter],
  ).map(({ room }) => room);
  rooms.forEach((room, k) => rooms.slice(k + 1).forEach((other) => assert.ok(apart(room, other))));
});

test("a town moves to no place outside the map, and one that finds none is left out", () => {
  const [edge] = laid([name("Edge", 1, 0, 0)], [{ x: 0, y: 0, size: 8 }]);
  assert.ok(edge.room[0] >= 0 && edge.room[1] >= 0);
  assert.deepEqual(laid([name("Lost", 1, 200, 200)], [{ x: 0, y: 0, size: 400 }]), []);
});

test("where counters leave little room names lie neither over them nor over each other; the least are left out", () => {
  const crowd = [0, 1, 2, 3].map((k) => ({ x: 150 + 25 * k, y: 195, size: 20, count: 3 })),
    many = Array.from({ length: 60 }, (_, k) => name(`Town ${k}`, 1 + (k % 2), 180 + (k % 3), 200 + (k % 5)));
  const rooms = laid(many, crowd).map(({ room }) => room);
  assert.ok(rooms.length > 2 && rooms.length < many.length);
  rooms.forEach((room, k) => rooms.slice(k + 1).forEach((other) => assert.ok(apart(room, other))));
  for (const { x, y, size } of crowd)
    for (const room of rooms) assert.ok(apart(room, [x, y - 5, x + size + 5, y + size]));
});

test("a river's name is never moved", () => {
  assert.deepEqual(laid([name("River", 5, 90, 105, 30)], [counter]), []);
});

test("boxes kept by cells are met as boxes are, wherever they lie", () => {
  let lot = 7;
  const next = (/** @type {number} */ most) => (lot = (lot * 48271) % 2147483647) % most;
  /** @returns {[number, number, number, number]} */
  const box = () => {
    const [x, y] = [next(600) - 200, next(600) - 200];
    return [x, y, x + 1 + next(150), y + 1 + next(40)];
  };
  for (let round = 0; round < 60; round++) {
    const taken = new Taken(),
      boxes = Array.from({ length: 12 }, box),
      asked = box();
    for (const one of boxes) taken.add(one);
    assert.equal(taken.isFree(asked), !boxes.some((one) => meets(asked, one)));
  }
});

test("lesser names are not placed until they are asked for, and take no room of others", () => {
  const asked = [],
    room = (of) => {
      asked.push(of.text);
      return roomOf(of);
    },
    names = [name("Village", 3, 200, 200), name("Town", 1, 200, 200), name("Hamlet", 4, 10, 10)],
    { found, lesser, isFree } = cleared(names, room, [], /** @type {any} */ (MAP));
  assert.deepEqual(asked, ["Town"]);
  assert.deepEqual(found, [{ name: names[1], dx: 0, dy: 0 }]);
  assert.deepEqual(lesser, [names[0], names[2]]);
  assert.deepEqual(lesser.map(isFree), [false, true]);
});
