// Selecting a unit or a hex: what is asked, shown and said of it; how a march is aimed; what is given up.

import assert from "node:assert/strict";
import test from "node:test";

import { offered, promised, stand, view } from "./made.js";
import { made, page, settled } from "./page.js";

globalThis.matchMedia = () => ({ matches: false });
const { Fault } = await import("../../webui/static/common/faults.js");
const { Selecting } = await import("../../webui/static/page/selecting.js");
const states = await import("../../webui/static/page/state.js");

const UNIT = {
  ...stand("a", { hex: 3 }),
  known: true,
  gone: null,
  number: "0401",
  command: { ok: false, name: "Staff", hex: 5, far: "2 hexes" },
};
const REACH = { hex: 3, costs: { 3: 0, 7: 2 }, paths: {}, limit: 9 };

function desk(answers = {}) {
  const tab = (name) =>
    made("div", { id: `${name}-tabs` }, made("button", { role: "tab", id: `tab-${name}`, "aria-controls": name }));
  const root = page({ "unit-tabs": tab("unit"), "hex-tabs": tab("hex"), unit: "div", hex: "div", map: "div" });
  const state = states.fresh("umpire"),
    done = [];
  states.takeView(state, view([stand("a", { hex: 3 }), stand("off", { hex: null })], { clock: { turn_word: "turn" } }));
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const all = {
    "unit.json": UNIT,
    "orders.json": offered(),
    "supply.json": { path: [3, 4] },
    "reach.json": REACH,
    "hex.json": { number: "0401" },
    ...answers,
  };
  const map = { map: { getContainer: () => root.getElementById("map") } };
  for (const name of ["select", "clear", "goTo", "focusHex", "showReach", "showSupply", "showCommand"])
    map[name] = log(name);
  const one = new Selecting({
    ...{ state, map, reader: { get: async (name) => (typeof all[name] === "function" ? all[name]() : all[name]) } },
    frame: { say: log("say"), showPanel: log("panel") },
    ordering: { take: log("take") },
    card: { show: log("card"), clear: log("no card") },
    hexCard: { show: log("hex card") },
    ...{ changed: log("changed"), guard: (work) => work() },
  });
  const take = () => done.splice(0);
  const named = (name) => take().filter(([what]) => what === name);
  const aiming = () => root.getElementById("map").classList.contains("aiming");
  return { one, state, take, named, aiming, all, root };
}

test("a unit that is chosen is shown with its orders, its reach, its lines, and said", async () => {
  const { one, take, root } = desk();
  await one.choose("a");
  const done = take();
  assert.deepEqual(
    done.map(([name]) => name),
    ["clear", "changed", "select", "panel", "card", "take", "showReach", "showSupply", "showCommand", "say"],
  );
  const [supply, command, said] = done.slice(-3);
  assert.deepEqual(supply[1], { path: [3, 4] });
  assert.deepEqual(command[1], { from: 3, to: 5, ok: false, label: "Staff 2 hexes" });
  assert.equal(said[1], "a in full, strength 3 of 4, in 0401");
  assert.equal(root.getElementById("tab-unit").getAttribute("aria-selected"), "true");
});

test("it is brought to the middle where that is asked, if it is on the map", async () => {
  const { one, named } = desk();
  await one.choose("a", { centre: true });
  assert.deepEqual(named("goTo"), [["goTo", 3]]);
  await one.choose("a");
  assert.deepEqual(named("goTo"), []);
  await one.choose("off", { centre: true });
  assert.deepEqual(named("goTo"), []);
});

test("a line of supply of one hex is none, nor is one to the headquarters that stands there too or that there is not", async () => {
  const { one, named, all } = desk();
  all["supply.json"] = { path: [3] };
  await one.choose("a");
  assert.deepEqual(named("showSupply"), [["showSupply", null]]);
  for (const command of [null, { ...UNIT.command, hex: null }, { ...UNIT.command, hex: 3 }]) {
    all["unit.json"] = { ...UNIT, command };
    await one.choose("a");
    assert.deepEqual(named("showCommand"), [["showCommand", null]]);
  }
});

test("what is not known of a unit is not said, and one that may begin somewhere is said to", async () => {
  const { one, named, all } = desk();
  all["unit.json"] = { ...UNIT, strength: null, full: null, number: null };
  await one.choose("a");
  assert.equal(named("say")[0][1], "a in full, strength unknown");
  const verbs = { Place: { kind: "Place", keys: {}, asks: { stand: "stand", hex: "hex" } } };
  const order = { kind: "Place", order: { type: "Place", stand: "a" }, target: 9, words: "begin", notation: "" };
  all["orders.json"] = offered({ orders: [order], verbs });
  await one.choose("a");
  assert.equal(named("say")[0][1], "a in full, strength unknown. Click a marked hex: it begins there");
  all["unit.json"] = { ...UNIT, known: false };
  await one.choose("a");
  assert.deepEqual(named("take"), [["take", null, null]], "of an enemy the card alone is asked for");
});

test("a unit that is gone meanwhile is selected no more; another fault is the page's", async () => {
  const { one, state, take, all } = desk();
  all["unit.json"] = () => Promise.reject(new Fault(404, { why: "gone" }));
  await one.choose("a");
  assert.equal(state.selected, null);
  assert.deepEqual(take().slice(-3), [["take", null, null], ["select", null], ["no card"]]);
  all["unit.json"] = () => Promise.reject(new Fault(500, { why: "broken" }));
  await assert.rejects(one.choose("a"), { status: 500 });
});

test("answers about a unit that was left meanwhile, or that were given up, are not shown", async () => {
  for (const leave of [(one) => one.deselect(), (one) => one.forget()]) {
    const slow = promised(),
      { one, named } = desk({ "unit.json": () => slow.promise });
    const choosing = one.choose("a");
    leave(one);
    slow.resolve(UNIT);
    await choosing;
    assert.deepEqual(named("card"), []);
  }
  const { one, take } = desk();
  await one.show();
  assert.deepEqual(take(), [], "with nothing selected nothing is asked");
});

test("a march is aimed for the selected unit alone, and asked anew where its way of moving changes", async () => {
  const { one, state, aiming, named, take } = desk();
  one.march(true);
  assert.deepEqual([aiming(), state.transport, take()], [false, false, []]);
  await one.choose("a");
  take();
  one.march(false);
  await settled();
  assert.deepEqual([aiming(), state.aiming, named("card")], [true, true, []]);
  one.march(true);
  await settled();
  assert.deepEqual([state.transport, named("card").length], [true, 1]);
  await one.choose("a");
  assert.deepEqual([aiming(), state.aiming], [false, false], "another choice ends the aiming");
});

test("who goes is chosen for the selected unit alone", async () => {
  const { one, state, aiming, named, take } = desk();
  one.take("column");
  assert.deepEqual([aiming(), state.party === "column", take()], [false, false, []]);
  await one.choose("a");
  take();
  one.take("column");
  await settled();
  assert.deepEqual([aiming(), state.party, named("card").length], [true, "column", 1]);
});

test("a hex is shown on its card, brought to the middle where that is asked; a late answer is not", async () => {
  const { one, take, all, root } = desk();
  await one.showHex("0401");
  assert.deepEqual(take(), [
    ["panel", "right", { gently: true }],
    ["hex card", { number: "0401" }],
  ]);
  assert.equal(root.getElementById("tab-hex").getAttribute("aria-selected"), "true");
  await one.showHex("0401", { centre: true });
  assert.deepEqual(take()[1], ["focusHex", "0401", { centre: true }]);
  const slow = promised(),
    answers = [slow.promise, Promise.resolve({ number: "0502" })];
  all["hex.json"] = () => answers.shift();
  const first = one.showHex("0401");
  await one.showHex("0502");
  slow.resolve({ number: "0401" });
  await first;
  assert.deepEqual(
    take().filter(([name]) => name === "hex card"),
    [["hex card", { number: "0502" }]],
  );
});
