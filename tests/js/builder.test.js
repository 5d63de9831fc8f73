// The page of a scenario that is built: what is sent in turn, what is chosen and shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { begin, TOLD, done, get, on } from "./builderpage.js";
import { promised } from "./made.js";
import { click, settled } from "./page.js";

beforeEach(begin);

test("a scenario that is begun is shown whole, with its head chosen", () => {
  assert.deepEqual(done(), [
    'acts.offer {"fields":{}}',
    'keys [["Z","take back"]]',
    ...["told 3 Toy", "view.setView view of red", "tree.draw", "lists.draw head", 'details.show head {"quiet":true}'],
    ...['marks.show {"coming":[[7,2]]}', "checks.soon 3"],
    ...["details.show head", "lists.draw head", "tab tab-details", "view.select ", "onMap.letGo"].map((one) =>
      one === "view.select " ? "view.select null" : one,
    ),
    'frame.showPanel right {"gently":true}',
  ]);
  assert.deepEqual(
    [on.dataset.ready, on.dataset.version, on.builder.telling.what, on.doors.trying[1]],
    ["yes", "3", "The scenario", "/t/"],
  );
  assert.deepEqual(on.doors.details[1], { fields: {} });
});

test("changes wait for one another, each on the version that the last one left", async () => {
  [on.calls.length, on.sent.length] = [0, 0];
  const first = promised();
  on.answers.step = first.promise;
  const write = on.doors.details[2].write;
  write("u1", { name: "A" });
  write("u1", { name: "B" }, "u1.name");
  await settled();
  assert.equal(get("saved").textContent, "Keeping …");
  assert.equal(on.sent.length, 1);
  first.resolve([200, { ...TOLD, version: 4, changed: {} }]);
  await settled();
  const steps = on.sent.map(([name, { version, step }]) => [name, version, step]);
  assert.deepEqual(steps, [
    ["step", 3, { do: "write", keys: ["u1"], fields: { name: "A" }, merge: "" }],
    ["step", 4, { do: "write", keys: ["u1"], fields: { name: "B" }, merge: "u1.name" }],
  ]);
  assert.equal(on.dataset.version, "4");
  await on.doors.trying[3].before();
});

test("what is refused is told and not kept; what is pasted tells it itself", async () => {
  on.calls.length = 0;
  on.answers.step = [409, { error: { why: "no" } }];
  assert.equal(await on.doors.acts[0].step({ do: "add" }, { hex: "0101" }), null);
  assert.deepEqual([on.sent.at(-1)[1].hex, on.sent.at(-1)[1].step], ["0101", { do: "add" }]);
  assert.deepEqual([get("saved").textContent, on.calls.map(([name]) => name)], ["Not kept", ["telling.refused"]]);
  const told = [];
  await on.doors.acts[0].paste({ do: "paste" }, (error) => told.push(error.message));
  assert.deepEqual([told, on.calls.length], [["no"], 1]);
  on.answers.step = [200, { ...TOLD, version: 9, changed: {} }];
  assert.equal((await on.doors.acts[0].step({})).version, 9);
  on.doors.onMap[0].refused(new Error("x"));
  assert.equal(get("saved").textContent, "Not kept");
});

test("what is chosen and taken away leaves the head chosen", () => {
  on.builder.choose("u2");
  on.calls.length = 0;
  on.builder.take({ ...TOLD, changed: { u2: null } });
  assert.ok(done().includes('details.show head {"quiet":true}'));
});

test("a unit that stands nowhere is taken in hand when it is chosen; others are shown", () => {
  on.calls.length = 0;
  on.doors.tree[1].choose("u2");
  assert.deepEqual(done(), [
    ...["details.show u2", "lists.draw u2", "tab tab-details", "view.select u2", "onMap.letGo"],
    'onMap.take {"kind":"put","key":"u2"} {"gently":true}',
  ]);
  on.doors.lists[1].choose("u1");
  assert.deepEqual(done(), [
    ...["shown in u1", "details.show u1", "lists.draw u1", "tab tab-details", "view.select u1", "onMap.letGo"],
    'frame.showPanel right {"gently":false}',
  ]);
  on.builder.choose("f1");
  assert.ok(done().includes("view.select null"));
  on.builder.choose("gone");
  assert.deepEqual([done(), on.builder.chosen], [[], "f1"]);
  on.doors.checks[2]("u1");
  assert.deepEqual(done()[6], 'view.focusHex 7 {"centre":true}');
  on.doors.checks[2]("s1");
  assert.ok(done().includes('view.focusHex -1 {"centre":true}'));
});

test("what the arrow keys come to is shown, and what came next after something was put down", () => {
  on.calls.length = 0;
  on.doors.tree[1].look("u2");
  const shown = ["details.show u2", "lists.draw u2", "tab tab-details"];
  assert.deepEqual([done(), on.builder.chosen], [[...shown, "view.select u2", "onMap.letGo"], "u2"]);
  on.doors.tree[1].look("f1");
  assert.ok(done().includes("view.select null"));
  for (const next of [on.doors.onMap[0].next, on.doors.acts[0].next]) {
    on.builder.chosen = "";
    next("u2");
    assert.deepEqual([done(), on.builder.chosen], [["shown in u2", ...shown], "u2"]);
  }
});

test("counters and hexes of the map are for what is in hand; with nothing in hand a counter is chosen", () => {
  on.calls.length = 0;
  on.view.onHexClick(4);
  on.view.onStandClick("u1", 7);
  assert.deepEqual([on.calls[0], on.builder.chosen], [["onMap.onHex", 4], "u1"]);
  on.onMap.hand = {};
  on.calls.length = 0;
  on.view.onStandClick("u2", 8);
  assert.deepEqual([done(), on.builder.chosen], [["onMap.onHex 8"], "u1"]);
});

test("buttons and keys do as they say", async () => {
  [on.calls.length, on.sent.length] = [0, 0];
  click(get("undo"));
  click(get("redo"));
  on.keys.act("undo");
  await settled();
  assert.equal(on.sent.map(([name]) => name).join(), "undo,redo,undo");
  on.calls.length = 0;
  click(get("hand-done"));
  click(get("status"));
  click(get("test"));
  click(get("tab-games"));
  const right = "frame.showPanel right";
  assert.deepEqual(done(), [
    "onMap.letGo",
    "tab tab-check",
    right,
    "tab tab-games",
    right,
    "trying.look",
    "trying.look",
  ]);
  on.builder.chosen = "u1";
  click(get("show-head"));
  assert.equal(on.builder.chosen, "head");
  on.calls.length = 0;
  assert.deepEqual([on.keys.letGo(), on.calls], [false, []]);
  on.onMap.hand = {};
  assert.deepEqual([on.keys.letGo(), done()], [true, ["onMap.letGo", "tree.focus"]]);
});
