// Parts of the page where a scenario is built: rows of a spreadsheet, its bar and keys, what the map shows, goals.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, html, made, page, settled, texts } from "./page.js";
import { promised } from "./made.js";

globalThis.HTMLTextAreaElement = globalThis.Element;
const SCENARIO = "../../webui/static/editor/scenario/";
const { setKeys, showTold } = await import(`${SCENARIO}bar.js`);
const { goalsField } = await import(`${SCENARIO}goals.js`);
const { Rows } = await import(`${SCENARIO}rows.js`);
const { viewOf } = await import(`${SCENARIO}view.js`);
const { Fault } = await import("../../webui/static/common/faults.js");

function rows(put) {
  const ids = { "rows-text": "textarea", "rows-told": "div", "rows-under": "b", tree: "div" };
  const root = page({ ...ids, rows: "dialog", "paste-rows": "button", "rows-add": "button", "rows-cancel": "button" });
  const given = [];
  new Rows({ put: (text) => (given.push(text), put?.()), under: () => "Red" });
  const at = (id) => root.getElementById(id);
  const paste = (text) =>
    happens(at("tree"), "paste", text === null ? {} : { clipboardData: { getData: () => text } }).stopped;
  return { at, given, paste };
}

test("the window for rows says what they go under, begins empty, and is shut when they were added", async () => {
  const answer = promised(),
    { at, given } = rows(() => answer.promise);
  at("rows-text").value = "old";
  click(at("paste-rows"));
  assert.deepEqual([at("rows-text").value, at("rows-under").textContent, at("rows").shown], ["", "Red", 1]);
  assert.equal(globalThis.document.activeElement, at("rows-text"));
  at("rows-text").value = "a\tb";
  click(at("rows-add"));
  assert.deepEqual([given, at("rows-add").disabled], [["a\tb"], true]);
  answer.resolve();
  await settled();
  assert.deepEqual([at("rows").open, at("rows-add").disabled], [false, false]);
  click(at("paste-rows"));
  click(at("rows-cancel"));
  assert.equal(at("rows").open, false);
});

test("rows that cannot be added stay, with what is wrong of each", async () => {
  const { at, paste } = rows(() => Promise.reject(new Fault(400, { why: "line 1\nline 2" })));
  assert.equal(paste("x\ty"), 1);
  await settled();
  assert.equal(html(at("rows-told")), "<div><p.fault>line 1</p><p.fault>line 2</p></div>");
  assert.deepEqual([at("rows").open, at("rows-text").value, at("rows-add").disabled], [true, "x\ty", false]);
  click(at("paste-rows"));
  assert.equal(html(at("rows-told")), "<div></div>");
  assert.equal(at("rows").shown, 1, "what is open is not opened again");
});

test("what is pasted into the tree is added at once; nothing, and blanks, are nothing", async () => {
  const { given, paste } = rows();
  assert.deepEqual([paste(" \n"), paste(null), given], [0, 0, []]);
  assert.equal(paste("a"), 1);
  await settled();
  assert.deepEqual(given, ["a"]);
});

function bar() {
  const root = page({ undo: "button", redo: "button", saved: "p", name: "b" });
  return (id) => root.getElementById(id);
}

test("the bar says what can be taken back or done again, and whether it can be played", () => {
  const at = bar();
  showTold({ undo: "a move", redo: "", in_the_way: [] }, "Ford");
  assert.deepEqual([at("undo").disabled, at("undo").title], [false, "Take back: a move (Ctrl+Z)"]);
  assert.deepEqual([at("redo").disabled, at("redo").title], [true, ""]);
  assert.deepEqual([at("saved").textContent, at("name").textContent], ["Kept", "Ford"]);
  showTold({ undo: "", redo: "a drop", in_the_way: ["x"] }, "Ridge");
  assert.deepEqual([at("undo").disabled, at("redo").title], [true, "Do again: a drop (Ctrl+Y)"]);
  assert.equal(at("saved").textContent, "Kept; not yet fit to be played");
});

test("keys undo and redo where nobody writes, and Escape lets go of what is in hand", () => {
  bar();
  const done = [],
    root = globalThis.document;
  let inHand = true;
  setKeys({ act: (name) => done.push(name), letGo: () => (done.push("let go"), inHand) });
  const press = (key, more = {}) => {
    const event = {
      target: root,
      stopped: 0,
      key,
      preventDefault: () => (event.stopped += 1),
      stopPropagation: () => {},
      ...more,
    };
    for (const listener of root.heard.keydown) listener(event);
    return [done.splice(0).join(), event.stopped];
  };
  const ctrlKey = true;
  assert.deepEqual(press("z", { ctrlKey }), ["undo", 1]);
  assert.deepEqual(press("z", { metaKey: true }), ["undo", 1]);
  assert.deepEqual(press("z", { ctrlKey, shiftKey: true }), ["redo", 1]);
  assert.deepEqual(press("Z", { ctrlKey, shiftKey: true }), ["redo", 1]);
  assert.deepEqual(press("y", { ctrlKey }), ["redo", 1]);
  assert.deepEqual(press("x", { ctrlKey }), ["", 0]);
  assert.deepEqual(press("z"), ["", 0]);
  const field = made("input");
  field.closest = () => field;
  assert.deepEqual(press("z", { ctrlKey, target: field }), ["", 0]);
  assert.deepEqual(press("Escape"), ["let go", 1]);
  inHand = false;
  assert.deepEqual(press("Escape"), ["let go", 0]);
});

test("the map shows units where they stand, but not those that arrive later; places as they are", () => {
  const things = {
    a: {
      what: "unit",
      name: "A",
      short: "a",
      kind: "infantry",
      size: "company",
      mover: "foot",
      strength: 3,
      parent: "div",
    },
    b: { what: "unit", name: "B", parent: "div", arrive_day: 2, traits: ["night"] },
    c: { what: "unit", name: "C", parent: "div" },
    goal: { what: "objective", name: "Bridge", side: "red", points: 5 },
    off: { what: "objective", name: "Off the map", side: "red", points: 1, by_day: 2 },
    depot: { what: "source", name: "Depot", side: "blue" },
  };
  const model = {
    things,
    hexes: { a: 0, b: 3, goal: 0, depot: 7 },
    of: (what) => Object.entries(things).filter(([, one]) => one.what === what),
    sideOf: () => "red",
  };
  const { stands, objectives, sources, sides } = viewOf(model, [{ key: "red" }]);
  assert.deepEqual(
    stands.map(({ id, hex, side, strength, full, traits }) => [id, hex, side, strength, full, traits]),
    [
      ["a", 0, "red", 3, 3, []],
      ["b", null, "red", undefined, undefined, ["night"]],
      ["c", null, "red", undefined, undefined, []],
    ],
  );
  assert.deepEqual(objectives, [{ name: "Bridge", side: "red", hex: 0, points: 5, by_day: 0 }]);
  assert.deepEqual(sources, [{ id: "depot", name: "Depot", side: "blue", hex: 7 }]);
  assert.deepEqual([stands[0].masked, sides], [false, [{ key: "red" }]]);
});

function goals(list) {
  const written = [],
    things = { m: { goals: list }, o: { name: "Bridge", lon: 6, lat: 50 } };
  const model = { things, of: () => [["o", things.o]] };
  const field = goalsField("m", model, { write: (...given) => written.push(given), goal: (key) => written.push(key) });
  return { field, written, things };
}
const WAY = [
  { name: "Wiltz", lon: 1, lat: 2 },
  { name: "", lon: 3, lat: 4, by: 2, via: true },
];

test("places of a mission stand in their order, each with its day and whether it is on the way", () => {
  const { field } = goals(WAY);
  assert.deepEqual(texts(field, ".goal b"), ["1. Wiltz", "2. a place"]);
  const inputs = field.querySelectorAll("input");
  assert.deepEqual(
    inputs.map(({ value }) => String(value)),
    ["", "", "2", ""],
  );
  assert.deepEqual(
    inputs.map(({ checked }) => checked === true),
    [false, false, false, true],
  );
  assert.equal(inputs[2].getAttribute("aria-label"), "Day by which a place is to be reached");
  assert.deepEqual(texts(goals(undefined).field, ".goal"), []);
});

test("a change of one place leaves the others, also what was said of them meanwhile", () => {
  const { field, written, things } = goals(WAY);
  const [day, via, , second] = field.querySelectorAll("input");
  day.value = "3";
  happens(day, "change");
  assert.deepEqual(written.pop(), ["m", { goals: [{ ...WAY[0], by: 3 }, WAY[1]] }]);
  day.value = "";
  happens(day, "change");
  assert.deepEqual(written.pop(), ["m", { goals: [{ ...WAY[0], by: null }, WAY[1]] }]);
  things.m = { goals: [{ ...WAY[0], by: 3 }, WAY[1]] };
  via.checked = true;
  happens(via, "change");
  assert.deepEqual(written.pop(), ["m", { goals: [{ ...WAY[0], by: 3, via: true }, WAY[1]] }]);
  second.checked = false;
  happens(second, "change");
  assert.equal(written.pop()[1].goals[1].via, false);
});

test("a place is left out, chosen on the map, or taken from the objectives, which goes to the end", () => {
  const { field, written } = goals(WAY);
  click(field.querySelectorAll(".goal button")[0]);
  assert.deepEqual(written.pop(), ["m", { goals: [WAY[1]] }]);
  click(buttonOf(field, "Choose a place on the map"));
  assert.equal(written.pop(), "m");
  const select = field.querySelector("select");
  select.value = "o";
  happens(select, "change");
  assert.deepEqual(written.pop(), ["m", { goals: [...WAY, { name: "Bridge", lon: 6, lat: 50 }] }]);
  select.value = "";
  happens(select, "change");
  assert.deepEqual(written, []);
});
