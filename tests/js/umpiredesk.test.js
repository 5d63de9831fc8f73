// The umpire's day at work: which matter is in hand, and what each key sends.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Fault } from "../../webui/static/common/faults.js";
import { happens, settled } from "./page.js";
import { THREE, at, data, keys, matter, seated, toast } from "./umpireseat.js";

let it;

beforeEach(async () => {
  it = await seated();
});

const sent = (name) => it.asked.filter((one) => one[0] === name).map(([, body]) => body);

test("it begins with the first matter, the map and what may be chosen from, and says that it is ready", async () => {
  it.answers["oob.json"] = { sides: [], stands: [{ id: "A", name: "Alpha", number: "0101" }] };
  await it.day.load();
  assert.deepEqual(it.asked, ["view.json", "matters.json", "oob.json"]);
  assert.deepEqual(it.gone, [["view", { stands: 1, supply_state: {}, zones: {} }]]);
  assert.deepEqual(it.day.lists.units, [["A", "Alpha, 0101"]]);
  assert.equal(at("page").dataset.ready, "4");
  assert.equal(it.day.key, "a");
});

test("an answer from before what was done here is asked for again, and never shown", async () => {
  const late = [data({ version: 3, matters: [] }), data({ version: 4 })];
  it.day.server.get = async (name) => (name === "matters.json" ? late.shift() : it.answers[name]);
  await it.day.load();
  assert.equal(late.length, 0);
  assert.equal(it.day.data.matters.length, 3);
  it.day.take(data({ version: 3, matters: [] }));
  assert.equal(it.day.data.matters.length, 3);
  it.day.take(data({ matters: [] }));
  assert.deepEqual([it.day.data.matters.length, it.day.key], [0, null]);
});

test("J and K go on and back and stop at the ends; the matter is said, and shown on the map if it has a place", () => {
  const at_ = () => it.day.key;
  keys("j");
  assert.equal(at_(), "b");
  assert.equal(at("say").textContent, "Fights: b attacks. Proposed: it is fought.");
  keys("j", "j");
  assert.equal(at_(), "c");
  assert.deepEqual(it.gone, []);
  keys("k", "k", "k");
  assert.equal(at_(), "a");
  assert.deepEqual(it.gone, ["0101", "0101"]);
  assert.deepEqual(it.asked, [], "nobody else looks");
});

test("what is looked at is told to other umpires, if there are any", async () => {
  it.day.data.umpires = 2;
  it.answers.claim = Promise.reject(new Fault(500));
  it.answers.claim.catch(() => {});
  keys("j");
  await settled();
  assert.deepEqual(sent("claim"), [{ key: "b" }]);
  assert.equal(toast(), "");
});

test("what is searched for is shown alone, and is in hand", () => {
  it.day.data.matters[2].units = ["Zulu"];
  at("search").value = " zulu  FIGHTS";
  happens(at("search"), "input");
  assert.deepEqual([it.day.shown.map(({ key }) => key), it.day.key], [["c"], "c"]);
  at("search").value = "nobody";
  happens(at("search"), "input");
  assert.deepEqual([it.day.shown, it.day.key, it.day.matter], [[], null, undefined]);
  keys("j", "a", "A", "o", "c");
  assert.deepEqual(it.asked, []);
});

test("A accepts the matter in hand, and the next one takes its place", async () => {
  it.answers.matters = data({ version: 5, matters: THREE().slice(1) });
  keys("a");
  await settled();
  assert.deepEqual(sent("matters"), [{ seq: 4, choices: [{ key: "a", choice: "accept", why: "", notation: "" }] }]);
  assert.deepEqual([it.day.key, it.day.data.version, at("page").dataset.ready], ["b", 5, "5"]);
  keys("j");
  it.answers.matters = data({ version: 6, matters: [matter("b", { hex: "0202" })] });
  keys("a");
  await settled();
  assert.deepEqual(
    [sent("matters")[1].seq, it.day.key, it.gone],
    [5, "b", ["0202"]],
    "the last one, where none comes after it",
  );
  it.answers.matters = data({ version: 7, matters: [] });
  keys("a");
  await settled();
  assert.equal(it.day.key, null);
});

test("with Shift all that are shown of its kind are accepted, and no others", async () => {
  it.answers.matters = data({ version: 5, matters: [] });
  keys("A");
  await settled();
  assert.deepEqual(
    sent("matters")[0].choices.map(({ key, choice }) => [key, choice]),
    [
      ["a", "accept"],
      ["c", "accept"],
    ],
  );
});

test("O gives the ruling that is offered; where none is, one is written", async () => {
  it.answers.matters = data({ version: 5 });
  it.day.data.matters[0].instead = "stand=A hex=0102";
  keys("o");
  await settled();
  assert.deepEqual(sent("matters")[0].choices, [{ key: "a", choice: "overrule", why: "", notation: "" }]);
  assert.equal(at("changing").shown, 0);
  it.day.select("b");
  keys("o");
  assert.equal(at("changing").shown, 1);
});

test("C begins a ruling with what is offered, else with the unit, and gives it with its reason", async () => {
  const box = at("changing"),
    [notation, why] = box.querySelectorAll("input");
  const begun = (key) => (it.day.select(key), keys("c"), notation.value);
  assert.deepEqual([begun("a"), begun("b")], ["stand=A ", ""]);
  it.day.data.matters[1].instead = "stand=B losses=1";
  why.value = "old";
  assert.deepEqual([begun("b"), why.value, box.returnValue], ["stand=B losses=1", "", ""]);
  box.onclose();
  await settled();
  assert.deepEqual(it.asked, []);
  Object.assign(box, { returnValue: "rule" });
  why.value = "fog";
  it.answers.matters = data({ version: 5 });
  box.onclose();
  await settled();
  assert.deepEqual(sent("matters")[0].choices, [
    { key: "b", choice: "change", why: "fog", notation: "stand=B losses=1" },
  ]);
});

test("H holds a front where that can be, by so many hexes and turns", async () => {
  it.day.select("b");
  keys("h");
  assert.equal(toast(), "This is at no place that could wait.");
  assert.deepEqual(it.told, []);
  it.day.select("a");
  keys("h");
  assert.deepEqual(
    [it.told, it.asked],
    [[["How many hexes around it, and how many turns, this one counted", "2 2"]], []],
  );
  it.prompts = ["3 1"];
  it.answers.matters = data({ version: 5 });
  keys("h");
  await settled();
  assert.deepEqual(sent("matters")[0].choices, [{ key: "a", choice: "hold", why: "", notation: "3 1" }]);
  assert.equal(toast(), "");
});
