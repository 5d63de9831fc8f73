// The form of what is chosen in a scenario: which fields it has, what is written of each, what can be done with it.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { buttonOf, click, happens, page, texts } from "./page.js";

globalThis.HTMLTextAreaElement = class extends globalThis.Element {};
const { Details } = await import("../../webui/static/editor/scenario/details.js");

const field = (key, kind, more = {}) => ({
  key,
  kind,
  words: key,
  help: "",
  known: [],
  empty: false,
  low: 0,
  high: 9,
  ...more,
});
const FIELDS = {
  unit: [
    ...[field("name", "text"), field("strength", "whole"), field("kind", "choice", { known: ["foot_guns", "foot"] })],
    ...[field("at", "text"), field("night", "flag"), field("traits", "words", { known: ["slow", "air_lifted"] })],
    ...[
      field("far", "number"),
      field("notes", "long"),
      field("lon", "number"),
      field("rules", "rules", { empty: true }),
      field("side", "side"),
    ],
  ],
  head: [field("name", "text")],
  mission: [field("plans", "plans"), field("goals", "goals")],
  formation: [],
};
const THINGS = {
  a: {
    what: "unit",
    name: "Alpha",
    strength: 3,
    kind: "foot",
    night: true,
    traits: ["air_lifted"],
    rules: "zen",
    side: "red",
  },
  head: { what: "head", name: "S" },
  div: { what: "formation", name: "Div" },
  red: { what: "side", name: "Red" },
  plan: { what: "plan", name: "Hold" },
  m: { what: "mission", plans: [], goals: [] },
};

function form(key, { hexes = {}, things = THINGS } = {}) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const root = page({ details: "div", other: "input" }),
    box = root.getElementById("details"),
    done = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given.filter((one) => !one?.target)]);
  const model = { things, hexes, of: (what) => Object.entries(things).filter(([, one]) => one.what === what) };
  const doors = {
    more: () => [],
    ...Object.fromEntries(["write", "drop", "put", "off", "goal"].map((name) => [name, log(name)])),
  };
  const one = new Details(
    model,
    {
      fields: FIELDS,
      rules: [
        ["zen", "Zen"],
        ["star", "Star"],
      ],
    },
    doors,
  );
  one.show(key);
  const at = (name) => box.querySelectorAll("*").find(({ id }) => id === `field-${name}`);
  const set = (name, value) => {
    at(name).value = value;
    happens(at(name), "change");
    return done.splice(0);
  };
  return { one, root, box, at, set, take: () => done.splice(0) };
}

test("a form has the fields of its kind of thing, seldom wanted ones folded away, those that are no fields left out", () => {
  const { box } = form("a");
  assert.deepEqual(texts(box, "h2"), ["Unit"]);
  const ids = (within) =>
    within
      .querySelectorAll("*")
      .map(({ id }) => id)
      .filter((id) => id.startsWith("field-"))
      .map((id) => id.slice(6));
  assert.deepEqual(ids(box.querySelector("details")), ["at", "notes"]);
  assert.deepEqual(
    ids(box).filter((id) => !["at", "notes"].includes(id)),
    ["name", "strength", "kind", "night", "far", "rules", "side"],
  );
  const head = form("head");
  assert.deepEqual([texts(head.box, "h2"), head.box.querySelectorAll("details").length], [["The scenario"], 0]);
});

test("what can be done with a thing depends on what it is, and on whether it is on the map", () => {
  const acts = (key, hexes) => texts(form(key, { hexes }).box, ".detail-acts button");
  assert.deepEqual(acts("a", {}), ["Put on the map", "Take away"]);
  assert.deepEqual(acts("a", { a: 0 }), ["Move on the map", "Take off the map", "Take away"]);
  assert.deepEqual(acts("div", { div: 3 }), ["Put on the map", "Take away"]);
  assert.deepEqual([acts("head"), acts("red")], [[], []]);
  assert.deepEqual(acts("m"), ["Take away"]);
  const { box, take } = form("a", { hexes: { a: 0 } });
  for (const text of ["Move on the map", "Take off the map", "Take away"]) click(buttonOf(box, text));
  assert.deepEqual(take(), [
    ["put", "a"],
    ["off", "a"],
    ["drop", "a"],
  ]);
});

test("a field is written as what it is: text, a number or nothing, a tick, a choice", () => {
  const { set, at, take } = form("a");
  assert.deepEqual([at("name").value, at("strength").value, at("far").value], ["Alpha", "3", ""]);
  assert.deepEqual(set("name", "Beta"), [["write", "a", { name: "Beta" }]]);
  assert.deepEqual(set("strength", "4"), [["write", "a", { strength: 4 }]]);
  assert.deepEqual(set("strength", "0"), [["write", "a", { strength: 0 }]]);
  assert.deepEqual(set("far", ""), [["write", "a", { far: null }]]);
  assert.deepEqual(set("far", "1.5"), [["write", "a", { far: 1.5 }]]);
  assert.deepEqual(set("kind", "foot_guns"), [["write", "a", { kind: "foot_guns" }]]);
  assert.equal(at("night").checked, true);
  at("night").checked = false;
  happens(at("night"), "change");
  assert.deepEqual(take(), [["write", "a", { night: false }]]);
  const limits = (name) => ["type", "step", "max", "maxlength"].map((key) => at(name).getAttribute(key));
  assert.deepEqual(limits("strength"), ["number", 1, 9, null]);
  assert.deepEqual(limits("far"), ["number", "any", 9, null]);
  assert.deepEqual(limits("name"), ["text", null, null, 120]);
});

test("a choice has the words of its field, the rules there are, or things of its kind; none only where it may be empty", () => {
  const { at } = form("a");
  const options = (name) => texts(at(name), "option");
  const chosen = (name) =>
    at(name)
      .querySelectorAll("option")
      .filter((one) => one.getAttribute("selected") !== null)
      .map(({ value }) => value);
  assert.deepEqual([options("kind"), chosen("kind")], [["foot guns", "foot"], ["foot"]]);
  assert.deepEqual([options("rules"), chosen("rules")], [["–", "Zen", "Star"], ["zen"]]);
  assert.deepEqual([options("side"), chosen("side")], [["Red"], ["red"]]);
  const bare = form("b", { things: { ...THINGS, b: { what: "unit", name: "B" } } });
  assert.deepEqual(texts(bare.at("side"), "option"), ["–", "Red"], "what is not said yet may stay so");
});

test("words are ticked one by one and written in their order; plans are ticked by their names", () => {
  const { box, take } = form("a");
  const [slow, lifted] = box.querySelectorAll("fieldset input");
  assert.deepEqual(
    [slow, lifted].map(({ checked }) => checked === true),
    [false, true],
  );
  slow.checked = true;
  happens(slow, "change");
  assert.deepEqual(take(), [["write", "a", { traits: ["slow", "air_lifted"] }]]);
  lifted.checked = false;
  happens(lifted, "change");
  assert.deepEqual(take(), [["write", "a", { traits: ["slow"] }]]);
  const mission = form("m");
  assert.deepEqual(texts(mission.box, ".words label"), ["Hold"]);
  assert.equal(mission.box.querySelectorAll(".goals").length, 1);
});

test("a long text is written a moment after the last letter, and at once when it is left, but not twice", () => {
  const { at, take } = form("a");
  const write = (text) => {
    at("notes").value = text;
    happens(at("notes"), "input");
  };
  write("o");
  mock.timers.tick(599);
  write("on");
  mock.timers.tick(599);
  assert.deepEqual(take(), []);
  mock.timers.tick(1);
  const [[name, key, fields, merge]] = take();
  assert.deepEqual([name, key, fields, merge.startsWith("a.notes.")], ["write", "a", { notes: "on" }, true]);
  write("one");
  happens(at("notes"), "change");
  assert.deepEqual(take(), [["write", "a", { notes: "one" }, merge]]);
  mock.timers.tick(1000);
  happens(at("notes"), "change");
  assert.deepEqual(take(), []);
});

test("while somebody writes in the form a change from elsewhere leaves it; a tick or another thing does not keep it", () => {
  const { one, root, at, box } = form("a");
  const first = box.children[0],
    drawn = () => box.children[0] !== first;
  at("name").focus();
  root.activeElement.type = "text";
  one.show("a", { quiet: true });
  assert.equal(drawn(), false);
  at("night").focus();
  one.show("a", { quiet: true });
  assert.equal(drawn(), true);
  assert.equal(root.activeElement, at("night"), "the focus stays on what had it");
  const again = form("a");
  again.at("name").focus();
  again.one.show("head", { quiet: true });
  assert.deepEqual(texts(again.box, "h2"), ["The scenario"]);
  const loud = form("a"),
    before = loud.box.children[0];
  loud.at("name").focus();
  loud.one.show("a");
  assert.notEqual(loud.box.children[0], before);
  assert.notEqual(loud.root.activeElement, loud.at("name"));
  const elsewhere = form("a"),
    old = elsewhere.box.children[0];
  elsewhere.root.getElementById("other").focus();
  elsewhere.one.show("a", { quiet: true });
  assert.notEqual(elsewhere.box.children[0], old);
});

test("to change a name its field is in hand, all of it marked", () => {
  const { one, root, at } = form("a");
  let marked = 0;
  at("name").select = () => (marked += 1);
  one.rename();
  assert.deepEqual([root.activeElement, marked], [at("name"), 1]);
  form("div").one.rename();
});
