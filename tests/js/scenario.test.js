// A scenario that is built: what hangs under what, where things may be moved, what keeps a unit from a hex.

import assert from "node:assert/strict";
import { test } from "node:test";

import { made, page } from "./page.js";

const { showIn } = await import("../../webui/static/editor/scenario/acts.js");
const { Model, whyNot } = await import("../../webui/static/editor/scenario/model.js");

const THINGS = {
  head: { what: "head", name: "Toy" },
  s1: { what: "side", name: "Red", order: 1 },
  s2: { what: "side", name: "Blue", order: 2 },
  f1: { what: "formation", name: "1st Division", parent: "s1", order: 1 },
  f2: { what: "formation", name: "2nd Division", parent: "s1", order: 2 },
  f3: { what: "formation", name: "Brigade", parent: "f2", order: 1 },
  u1: { what: "unit", name: "Staff", parent: "f1", order: 1, kind: "hq" },
  u2: { what: "unit", name: "Guards", parent: "f1", order: 2, kind: "infantry" },
  u3: { what: "unit", name: "Guns", parent: "f3", order: 1, kind: "artillery", arrive_day: 2 },
  u4: { what: "unit", name: "Tanks", parent: "f3", order: 0.5, kind: "armour", arrive_day: 2 },
};

function toy(hexes = {}) {
  const model = new Model();
  model.take({ changed: structuredClone(THINGS), hexes });
  return model;
}

test("the tree has units before formations, each with what is under it", () => {
  const rows = toy({ u1: 4 }).rows(new Set(["f3"]));
  assert.deepEqual(
    rows.map(({ key, level, open, units, nowhere }) => [key, level, open, units, nowhere]),
    [
      ["s1", 1, true, 4, 3],
      ["f1", 2, true, 2, 1],
      ["u1", 3, null, 1, 0],
      ["u2", 3, null, 1, 1],
      ["f2", 2, true, 2, 2],
      ["f3", 3, false, 2, 2],
      ["s2", 1, true, 0, 0],
    ],
  );
});

test("a search shows what has the words, with what is above it, though it is folded", () => {
  assert.deepEqual(
    toy()
      .rows(new Set(["f2", "f3"]), " GUNS ")
      .map(({ key }) => key),
    ["s1", "f2", "f3", "u3"],
  );
  assert.deepEqual(toy().rows(new Set(), "nobody"), []);
});

test("things move among their own, out, and into the formation before them", () => {
  const model = toy();
  assert.deepEqual(model.moved("u2", "up"), { parent: "f1", before: "u1" });
  assert.equal(model.moved("u1", "up"), null);
  assert.deepEqual(model.moved("u1", "down"), { parent: "f1", before: "" });
  assert.equal(model.moved("f2", "down"), null);
  assert.deepEqual(model.moved("f2", "in"), { parent: "f1", before: "" });
  assert.deepEqual(model.moved("f3", "out"), { parent: "s1", before: "" });
  assert.deepEqual(model.moved("u3", "out"), { parent: "f2", before: "" });
  assert.equal(model.moved("u1", "out"), null, "a unit is always in a formation");
  assert.equal(model.moved("f1", "out"), null);
  assert.equal(model.moved("gone", "up"), null);
});

test("a formation is dropped before another or into it, never into itself", () => {
  const model = toy();
  assert.deepEqual(model.dropped("f1", { key: "f3", upper: false }), { parent: "f3", before: "" });
  assert.deepEqual(model.dropped("f2", { key: "f1", upper: true }), { parent: "s1", before: "f1" });
  assert.equal(model.dropped("f2", { key: "f3", upper: false }), null);
  assert.deepEqual(model.dropped("u1", { key: "u3", upper: false }), { parent: "f3", before: "u3" });
  assert.deepEqual(model.dropped("f3", { key: "s2", upper: false }), { parent: "s2", before: "" });
  assert.equal(model.dropped("u1", { key: "s2", upper: false }), null);
  assert.equal(model.dropped("u1", null), null);
  assert.equal(model.dropped("u1", { key: "u1", upper: true }), null);
});

test("who stands nowhere is known, sides too, and what is taken away is gone", () => {
  const model = toy({ u1: 0, u3: 7 });
  assert.deepEqual(model.nowhere(), ["u2", "u4"]);
  assert.deepEqual(model.units("s1"), ["u1", "u2", "u4", "u3"]);
  assert.equal(model.sideOf("u4"), "s1");
  model.take({ changed: { u2: null, u1: { ...THINGS.u1, parent: "f3" } }, hexes: {} });
  assert.deepEqual(model.nowhere(), ["u4", "u1"], "a unit without a hex of its own is nowhere");
  assert.equal(model.sideOf("u2"), "");
});

test("arrivals are listed by day", () => {
  const model = toy();
  model.take({ changed: { u2: { ...THINGS.u2, arrive_day: 1 } }, hexes: {} });
  assert.deepEqual(model.arrivals(), [
    [1, ["u2"]],
    [2, ["u4", "u3"]],
  ]);
});

test("why a unit may not stand somewhere is said by ground, enemy, or room", () => {
  const room = { barred: [3], taken: [5], fault: "" },
    there = [{ name: "Guards", own: true }];
  assert.equal(whyNot(null, 3, { ground: "sea", there: [] }), "");
  assert.equal(whyNot(room, 4, { ground: "open", there }), "");
  assert.equal(whyNot(room, 3, { ground: "sea", there }), "the ground does not take it (sea)");
  assert.equal(whyNot(room, 5, { ground: "open", there }), "no room beside Guards");
  const enemy = [...there, { name: "Tanks", own: false }];
  assert.equal(whyNot(room, 5, { ground: "open", there: enemy }), "Tanks of the other side stands there");
  assert.equal(whyNot({ ...room, fault: "no line" }, 4, { ground: "open", there }), "no line");
});

test("a thing is shown in the list that it is in; what is said of all of it leaves the lists as they are", () => {
  const names = ["forces", "plans", "places"],
    tabs = names.map((name) => made("button", { id: `tab-${name}`, role: "tab", "aria-controls": `list-${name}` })),
    lists = Object.fromEntries(names.map((name) => [`list-${name}`, "div"]));
  const root = page({ tabs: made("div", { role: "tablist" }, ...tabs), ...lists }),
    model = toy(),
    shown = [];
  Object.assign(model.things, { p1: { what: "plan", name: "West" }, o1: { what: "objective", name: "Auw" } });
  const seen = (key) => {
    showIn(key, model, { show: (one) => shown.push(one) });
    return names.filter((name) => !root.getElementById(`list-${name}`).hidden);
  };
  assert.deepEqual(["p1", "head", "o1", "u1"].map(seen), [["plans"], ["plans"], ["places"], ["forces"]]);
  assert.deepEqual(shown, ["u1"]);
});
