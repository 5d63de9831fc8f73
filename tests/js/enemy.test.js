// What is known of the enemy: which of it is listed, in what order, what is marked on the map, and what a click does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { click, page } from "./page.js";

const { marked, asShown, hexInWords, isHatched, plateOf } = await import("../../webui/static/map/contacts.js");
const { EnemyPanel } = await import("../../webui/static/page/knowledge/enemy.js");
const { dots, listed } = await import("../../webui/static/page/knowledge/listing.js");

const contact = (id, more = {}) => ({
  ...{ id, side: "ge", hex: 3, number: "0103", place: null, kind: "armour", size: "battalion", name: "", short: "" },
  ...{ what: "unidentified armour", strength: "?", seen: "day 1, turn 1", age: 0, age_words: "this turn" },
  ...{ stage: "fresh", stage_words: "this turn", source: "seen", source_words: "seen by own units", confidence: 3 },
  ...{ via: [], now: false, radius: 0, others: [], same: [], words: "", ...more },
});
const FRESH = contact("a", { now: true, what: "I/26", via: ["2/110"], number: "0605" });
const LATE = contact("b", { age: 1, stage: "late", age_words: "last turn", confidence: 2, place: "Marnach" });
const GONE = contact("c", { age: 2, stage: "gone", confidence: 1 });
const SURE = contact("d", { age: 3, stage: "old", confidence: 4, kind: "infantry", radius: 6 });
const ALL = [GONE, SURE, LATE, FRESH];
const ids = (found) => found.map(({ id }) => id).join("");
const wanted = (more) => ({ text: "", stage: "", sort: "newest", ...more });

test("the list leaves out what counts no more, unless it is asked for", () => {
  assert.equal(ids(listed(ALL, wanted({}))), "abd");
  assert.equal(ids(listed(ALL, wanted({ stage: "all" }))), "abcd");
  assert.equal(ids(listed(ALL, wanted({ stage: "gone" }))), "c");
});

test("it is sorted by age, by confidence, by hex or by kind", () => {
  assert.equal(ids(listed(ALL, wanted({ sort: "surest" }))), "dab");
  assert.equal(ids(listed(ALL, wanted({ sort: "place" }))), "bda");
  assert.equal(ids(listed(ALL, wanted({ sort: "kind" }))), "abd");
});

test("a search wants each of its words, wherever in the line it is", () => {
  assert.equal(ids(listed(ALL, wanted({ text: "marnach" }))), "b");
  assert.equal(ids(listed(ALL, wanted({ text: "2/110 seen" }))), "a");
  assert.equal(ids(listed(ALL, wanted({ text: "marnach 2/110" }))), "");
});

test("the map marks what is not in sight and may still be there, and whatever was chosen", () => {
  assert.equal(ids(marked(ALL, null)), "db");
  assert.equal(ids(marked(ALL, "c")), "cdb");
  assert.equal(asShown(contact("e", { strength: "4" })).strength, 4);
  assert.equal(asShown(FRESH).strength, null);
});

test("what is old, inferred or a dummy is told by hatching and in words, not by colour", () => {
  const inferred = contact("e", { source: "inferred", confidence: 1 }),
    dummy = contact("dummy-us-1", { source: "dummy" });
  assert.deepEqual([FRESH, LATE, SURE, inferred, dummy].map(isHatched), [false, true, true, true, true]);
  assert.deepEqual([FRESH, LATE, inferred, dummy].map(plateOf), ["", "1 ago · 2/5", "inferred · 1/5", "dummy"]);
});

test("confidence is told by dots", () => assert.equal(dots(2), "●●○○○"));

test("who does not see the map hears what was known in a hex", () => {
  const ground = { geometry: { number: () => "0103" }, placeIn: () => null, terrainOf: () => "woods" },
    state = { contacts: ALL, chosen: null, sides: new Map() };
  const told = hexInWords(3, { ground, stacks: { at: () => [] }, state });
  assert.match(told, /No units\. unidentified armour, this turn, 4 of 5\. unidentified armour, last turn, 2 of 5\.$/);
});

function panel(more = {}) {
  const root = page({
      ...{ "enemy-list": "div", "enemy-find": "input", "enemy-stage": "select", "enemy-sort": "select", ...more },
    }),
    did = [];
  const made = new EnemyPanel({
    picture: () => null,
    goTo: (hex) => did.push(["go", hex]),
    draw: (contacts, chosen) => did.push(["draw", contacts.length, chosen]),
    lookFor: (of) => did.push(["of", of]),
  });
  return { made, did, box: root.getElementById("enemy-list"), root };
}

test("a contact says what, where, when, by whom and how sure; a click marks it and goes there", () => {
  const { made, did, box } = panel();
  made.show({ version: 1, of: "us", commands: [], contacts: ALL });
  assert.match(box.textContent, /3 of 4 contacts/);
  assert.match(box.textContent, /I\/26●●●○○0605 · day 1, turn 1, this turnseen by own units: 2\/110/);
  assert.match(box.textContent, /may be up to 6 hexes away by now/);
  click(box.querySelectorAll("button")[0]);
  assert.deepEqual(did, [
    ["draw", 4, null],
    ["draw", 4, "a"],
    ["go", 3],
  ]);
  assert.equal(box.querySelectorAll("button")[0].getAttribute("aria-pressed"), "true");
});

test("what was chosen stays chosen while it is known of, and no longer", () => {
  const { made, did, box } = panel();
  made.show({ version: 1, of: "us", commands: [], contacts: ALL });
  click(box.querySelectorAll("button")[0]);
  made.show({ version: 2, of: "us", commands: [], contacts: ALL });
  assert.deepEqual(did.at(-1), ["draw", 4, "a"]);
  made.show({ version: 3, of: "us", commands: [], contacts: ALL.filter(({ id }) => id !== "a") });
  assert.deepEqual(did.at(-1), ["draw", 3, null]);
});

test("who knows nothing reads that, and only the umpire that he has not chosen", () => {
  const none = { version: 1, commands: [{ key: "us-1", name: "28th" }], contacts: [] };
  for (const of of ["", "us-1"]) {
    const { made, box } = panel();
    made.show({ ...none, of });
    assert.equal(box.textContent, "Nothing is known of the enemy.");
  }
  const { made, box } = panel({ "enemy-of": "select" });
  made.show({ ...none, of: "us-1" });
  assert.equal(box.textContent, "Nothing is known of the enemy.");
});

test("the umpire chooses whose knowledge he sees, and reads the truth beside it", () => {
  const { made, box } = panel({ "enemy-of": "select" });
  made.show({ version: 1, of: "", commands: [{ key: "us-1", name: "28th" }], contacts: [] });
  assert.match(box.textContent, /Choose above whose knowledge/);
  made.show({ version: 1, of: "us-1", commands: [], contacts: [{ ...LATE, truth: "II/3: 0403" }] });
  assert.match(box.textContent, /In truth: II\/3: 0403/);
});
