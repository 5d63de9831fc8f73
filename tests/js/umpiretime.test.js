// The umpire's day at work: what is taken back, closed, branched and looked at.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Fault } from "../../webui/static/common/faults.js";
import { happens, made, settled, texts } from "./page.js";
import { THREE, at, data, keys, seated, toast } from "./umpireseat.js";

let it;

beforeEach(async () => {
  it = await seated();
});

const sent = (name) => it.asked.filter((one) => one[0] === name).map(([, body]) => body);

test("Z takes back a choice and comes back to its matter; what is no choice is not taken back", async () => {
  it.answers.matters = data({ version: 5, matters: THREE().slice(1) });
  keys("a");
  await settled();
  it.answers["matters.json"] = data({ version: 6 });
  keys("z");
  await settled();
  assert.deepEqual(sent("undo"), [{ seq: 5, why: "the umpire took his choice back" }]);
  assert.equal(it.day.key, "a");
  it.day.data.may_take_back = false;
  keys("z");
  await settled();
  assert.equal(sent("undo").length, 1);
  assert.match(toast(), /^The last entry of the log is no choice of yours/);
});

test("the turn is closed once it is asked for, and told that it is", async () => {
  keys("x");
  assert.deepEqual([it.told, it.asked], [["Nothing more is taken for this turn; the orders are carried out."], []]);
  it.confirms = [true];
  let during;
  it.answers["go-on"] = () => {
    during = [it.day.closing, at("close-turn").disabled];
    it.day.guard(() => it.asked.push("meanwhile"));
    during.push(toast());
    it.day.close();
    return data({ version: 7, turn: "2.4" });
  };
  it.answers["matters.json"] = data({ version: 7, turn: "2.4" });
  keys("x");
  await settled();
  assert.deepEqual(during, [true, true, "The turn is being closed. Do this once it is."]);
  assert.deepEqual(sent("go-on"), [{ turn: "2.3" }]);
  assert.equal(it.asked.includes("meanwhile"), false);
  assert.deepEqual([it.day.closing, it.day.data.version, at("close-turn").disabled], [false, 7, false]);
});

test("a closing that waited goes on without a question; one that ended, or waits for a matter, does not", async () => {
  for (const more of [{ ended: true }, { waits_for: ["a"] }]) {
    Object.assign(it.day.data, { ended: false, waits_for: [] }, more);
    it.day.close();
  }
  assert.deepEqual([it.told, it.asked], [[], []]);
  Object.assign(it.day.data, { waits_for: [], closing: true });
  it.answers["go-on"] = new Fault(400, { rule: "ZN 4.1", why: "the log is damaged", remedy: "restore it" });
  it.day.close();
  await settled();
  assert.deepEqual([it.told, sent("go-on").length, it.day.closing], [[], 1, false]);
  assert.equal(toast(), "ZN 4.1 the log is damaged; restore it");
});

test("who is behind is told so, and sees how things are", async () => {
  it.answers.matters = new Fault(409, { rule: "stale", why: "somebody was quicker" });
  it.answers["matters.json"] = data({ version: 9 });
  keys("a");
  await settled();
  assert.deepEqual([toast().trim(), it.day.data.version], ["somebody was quicker", 9]);
  it.answers.matters = new Fault(400, { why: "no" });
  it.answers["matters.json"] = data({ version: 10 });
  keys("a");
  await settled();
  assert.deepEqual([toast().trim(), it.day.data.version], ["no", 9]);
});

test("a moment is gone back to if that is meant, and can be taken back", async () => {
  it.day.back(2, 2);
  assert.deepEqual(it.asked, []);
  it.confirms = [true];
  at("when").textContent = "day 1";
  it.answers["matters.json"] = data({ version: 6 });
  it.day.back(2, 2);
  await settled();
  assert.equal(it.told[1], "2 entries are taken back. They stay in the log, and can be brought back.");
  assert.deepEqual(sent("undo")[0], { seq: 4, to: 2, why: "back to an earlier moment" });
  assert.match(toast(), /^It is .* again; 2 entries were taken back\. Bring them back$/);
  it.answers["matters.json"] = data({ version: 7 });
  happens(at("toast").querySelector("button"), "click");
  await settled();
  assert.deepEqual(sent("undo")[1], { seq: 6, to: 4, why: "what was taken back counts again" });
  assert.match(toast(), /again: what was taken back counts again\.$/);
});

test("a branch is begun under the name that is given, and linked", async () => {
  it.day.branch(3);
  assert.deepEqual([it.told, it.asked], [[["Short name for the branch", "b"]], []]);
  it.prompts = ["snow"];
  it.answers.branch = { at: "/c/snow/umpire/day", name: "Snow" };
  it.day.branch(3);
  await settled();
  assert.deepEqual(sent("branch"), [{ id: "snow", at: 3 }]);
  assert.equal(toast(), "Snow goes on from there by itself: open it");
  assert.equal(at("toast").querySelector("a").attributes.href, "/c/snow/umpire/day");
});

test("a ruling that no matter asked for, and what accepts itself, are sent and shown", async () => {
  it.answers["matters.json"] = data({ version: 5 });
  await it.day.rule("stand=A losses=1");
  assert.deepEqual([sent("orders"), it.day.data.version], [[{ seq: 4, notation: "stand=A losses=1" }], 5]);
  it.answers["matters.json"] = data({ version: 6 });
  await it.day.accepting("fight", false, { stops: true });
  assert.deepEqual([sent("accepting"), it.day.data.version], [[{ kind: "fight", on: false, stops: true }], 6]);
});

test("G goes to a hex and says if there is none; F shows all; M the matter; / the search; ? the keys; T the tools", () => {
  it.prompts = ["0303", "9999", ""];
  keys("g");
  assert.equal(toast(), "");
  keys("g");
  assert.equal(toast(), "There is no hex 9999.");
  keys("g", "f", "m");
  assert.deepEqual(it.gone, ["0303", "9999", "all", "0101"]);
  keys("/");
  assert.equal(globalThis.document.activeElement, at("search"));
  keys("?");
  assert.equal(at("keys").shown, 1);
  keys("t");
  assert.equal(at("tools").shown, 1);
  assert.equal(texts(at("keys"), "dt").length, 14);
});

test("who writes, holds Ctrl or answers a dialog gives no orders, and other keys stay the browser's", () => {
  for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { target: made("textarea") }])
    assert.equal(happens(globalThis.document, "keydown", { key: "j", target: null, ...more }).stopped, 0);
  assert.equal(happens(globalThis.document, "keydown", { key: "q", target: null }).stopped, 0);
  at("changing").setAttribute("open", "");
  assert.equal(happens(globalThis.document, "keydown", { key: "j", target: null }).stopped, 0);
  assert.equal(it.day.key, "a");
  at("changing").removeAttribute("open");
  assert.equal(happens(globalThis.document, "keydown", { key: "j", target: null }).stopped, 1);
  assert.equal(it.day.key, "b");
});
