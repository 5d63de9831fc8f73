// The order of battle as a tree.

import assert from "node:assert/strict";
import test from "node:test";

import { above, bestOf, branchesOf, sum, wantedUnits, whereIs } from "../../webui/static/page/forcetree.js";
import { stand } from "./made.js";

const unit = (id, formation, more = {}) =>
  stand(id, { formation, isolated: 0, gone: null, arrives: null, place: null, with: null, ...more });
const formation = (id, parent, name = id) => ({
  id,
  parent,
  name,
  short: id,
  stores: {},
  limits: {},
  size: "division",
});

const oob = {
  sides: [
    {
      key: "red",
      formations: [formation("XX", null, "Second Guards"), formation("X", "XX"), formation("empty", "XX")],
    },
    { key: "blue", formations: [formation("B", null)] },
  ],
  stands: [
    unit("one", "X"),
    unit("two", "XX", { marks: ["out_of_command"], strength: 4, ordered: true }),
    unit("lost", "X", { gone: "destroyed", strength: 0 }),
    unit("late", "X", { hex: null, arrives: { day: 2 } }),
    unit("foe", "B", { side: "blue", isolated: 2 }),
  ],
  seen: [],
};
const supply = { one: "cut", two: "ok", foe: "ok" };

test("who is called by his id is meant before whose name it is; who is called nothing so is nobody", () => {
  const named = (id, short, name) => ({ id, short, name });
  const stands = [named("a", "b", "c"), named("b", "x", "y"), named("d", "1/110", "Inf")];
  assert.deepEqual(
    ["B", " 1/110 ", "inf", "zz"].map((text) => bestOf(stands, text)),
    ["b", "d", "d", null],
  );
});
const wanted = (only, text = "") => [...wantedUnits(oob, supply, { only, text })].sort();

test("units are found by their state", () => {
  assert.deepEqual(wanted(""), ["foe", "late", "one", "two"]);
  assert.deepEqual(wanted("gone"), ["lost"]);
  assert.deepEqual(wanted("cut"), ["one"]);
  assert.deepEqual(wanted("command"), ["two"]);
  assert.deepEqual(wanted("isolated"), ["foe"]);
  assert.deepEqual(wanted("idle"), ["foe", "one"], "who is not on the map yet gets no order");
  assert.deepEqual(wanted("arriving"), ["late"]);
  assert.deepEqual(wanted("worn"), ["foe", "one"], "who is not on the map yet has lost nothing");
});

test("units are found by their own text and by their formation's name", () => {
  assert.deepEqual(wanted("", " GUARDS "), ["two"]);
  assert.deepEqual(wanted("", "one in"), ["one"]);
  assert.deepEqual(wanted("cut", "two"), []);
});

test("the tree has what is wanted, with sums, and no empty branch", () => {
  const [top, ...others] = branchesOf(oob, "red", new Set(["one", "two", "foe"]), supply);
  assert.deepEqual(others, []);
  assert.equal(top.formation.id, "XX");
  assert.deepEqual(
    top.below.map(({ formation: { id } }) => id),
    ["X"],
  );
  assert.deepEqual(top.total, { strength: 7, full: 8, cut: 1, command: 1, isolated: 0 });
  assert.deepEqual(top.below[0].total, { strength: 3, full: 4, cut: 1, command: 0, isolated: 0 });
  assert.deepEqual(branchesOf(oob, "red", new Set(), supply), []);
});

test("the formations above a unit are opened, the nearest first", () => {
  assert.deepEqual(above(oob, oob.stands[0]), ["X", "XX"]);
});

test("nothing adds up to nothing", () => {
  assert.deepEqual(sum([]), { strength: 0, full: 0, cut: 0, command: 0, isolated: 0 });
});

test("a unit is where it is; only who rides and stands nowhere himself is carried", () => {
  const rows = [
    [unit("a", "X", { hex: 7, number: "0702" }), "0702"],
    [unit("b", "X", { hex: 7, number: "0702", place: "Vielsalm" }), "Vielsalm"],
    [unit("c", "X", { hex: 7, number: "0702", with: "lorries" }), "0702"],
    [unit("d", "X", { hex: null, number: null, with: "lorries" }), "carried"],
    [unit("e", "X", { hex: null, number: null }), ""],
    [unit("f", "X", { gone: "destroyed", with: "lorries", hex: null }), "destroyed"],
    [unit("g", "X", { hex: null, arrives: { day: 2, turn: 3, number: "0101" } }), "arrives day 2, turn 3, 0101"],
    [
      unit("h", "X", { hex: null, arrives: { day: 2, turn: 3, number: "0101", place: "Trier" } }),
      "arrives day 2, turn 3, Trier",
    ],
  ];
  for (const [one, where] of rows) assert.equal(whereIs(one, "turn"), where, one.id);
});
