// Where a caret stands in a text of rules, and which card is shown for it; the page's data are made up here.

import assert from "node:assert/strict";
import test from "node:test";

import { cardAt, isVariant, lineOf, placeAt, wordsIn } from "../../webui/static/umpire/ruleplace.js";

const key = (name, more = {}) => ({ name, takes: "", usual: "", must: false, means: "", words: "", ...more });
const card = (path, ...keys) => ({ path, many: true, about: "", page: "", example: "", keys });
const CARDS = [
  card("unit", key("kind", { must: true }), key("steps"), key("traits", { usual: "[]" })),
  card("combat", key("key"), key("shift")),
  card("combat.shift", key("name"), key("when"), key("columns", { usual: "0" })),
  card("move", key("ground"), key("road")),
  card("results", key("")),
];
const TEXT = `# head
[[unit]]
kind = "foot"   # so called
traits = [
  "slow",
  "many",
]

[[combat.shift]]
name = "town"
when = ["not it in town", "it loses or retreats 1"]
[move.ground]
open = { foot = 1 }
[results]
A1 = ["attacker loses 1"]
[[untis]]
x = 1
# --- left out ---
# [move]
# road = {}    # what it takes
`;

/** @param {string} mark */
function at(mark) {
  return cardAt(CARDS, placeAt(TEXT, TEXT.indexOf(mark)));
}

test("a key is found on its line, in a list over several lines, and in a heading within a heading", () => {
  assert.deepEqual([at('"foot"').card?.path, at('"foot"').key?.name], ["unit", "kind"]);
  assert.equal(at('"many"').key?.name, "traits");
  assert.deepEqual([at("in town").card?.path, at("in town").key?.name], ["combat.shift", "when"]);
  assert.equal(at("in town").at, "combat.shift.when");
});

test("a heading is found on its own line and on the empty line below, without a key", () => {
  assert.deepEqual([at("[[combat.shift]]").card?.path, at("[[combat.shift]]").key], ["combat.shift", null]);
  const below = cardAt(CARDS, placeAt(TEXT, TEXT.indexOf("\n\n[[combat") + 1));
  assert.deepEqual([below.card?.path, below.key], ["unit", null]);
});

test("what the author names himself goes with the key that holds it", () => {
  assert.deepEqual([at("foot = 1").card?.path, at("foot = 1").key?.name], ["move", "ground"]);
  assert.deepEqual([at("attacker loses").card?.path, at("attacker loses").key?.name], ["results", ""]);
});

test("before the first heading, and in one that is misnamed, there is no card, and the place is told", () => {
  assert.deepEqual([at("# head").card, at("# head").at], [null, ""]);
  assert.deepEqual([at("x = 1").card, at("x = 1").at], [null, "untis.x"]);
});

test("remarks count only for a caret in remarks", () => {
  assert.deepEqual([at("# what it takes").card?.path, at("# what it takes").key?.name], ["move", "road"]);
});

test("the keys that a heading lacks are offered where it stands, and none where names are the author's", () => {
  assert.deepEqual(
    at('"foot"').free.map((one) => one.name),
    ["steps"],
  );
  assert.deepEqual(
    at("[[combat.shift]]").free.map((one) => one.name),
    ["columns"],
  );
  assert.deepEqual(at("foot = 1").free, []);
  assert.equal(lineOf(key("columns", { usual: "0" })), "columns = 0");
  assert.equal(lineOf(key("kind")), "kind = ");
});

test("a key is written below the whole of what the caret is in", () => {
  const place = placeAt(TEXT, TEXT.indexOf('"slow"'));
  assert.equal(TEXT.slice(0, place.end).split("\n").at(-1), "]");
});

test("of two words that hold each other the longer is meant", () => {
  const words = ["in", "loses", "retreats", "loses or retreats"].map((name) => ({ name, takes: "", means: "" }));
  const { value } = placeAt(TEXT, TEXT.indexOf("in town"));
  assert.deepEqual(
    wordsIn(words, value).map((word) => word.name),
    ["in", "loses or retreats"],
  );
});

test("a house variant is known by what it extends", () => {
  assert.equal(isVariant('[system]\nextends = "small"\n'), true);
  assert.equal(isVariant(TEXT), false);
});
