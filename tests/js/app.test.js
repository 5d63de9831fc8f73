// The page as a whole: what an answer leads to, and who may use which button.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { PAGE, begin, forget, fresh, on, only, said } from "./apppage.js";
import { promised } from "./made.js";
import { settled } from "./page.js";

beforeEach(forget);

test("what is so is shown once the first answer is there", async () => {
  await begin();
  assert.deepEqual(only("ready"), ["map"]);
  const [shown] = only("map.setView");
  assert.deepEqual([shown.supply_state, shown.zones, shown.version], [{ a: "cut" }, {}, 5]);
  assert.deepEqual(only("map.setNetwork"), ["the network"]);
  const [view, at] = only("clock.show");
  assert.deepEqual([view.version, at], [5, null]);
  assert.deepEqual(only("diary.add"), ["the log"]);
  assert.deepEqual(only("forces.show")[1], {
    supply: { a: "cut" },
    seen: [on.answers.view.stands[2]],
    turnWord: "impulse",
  });
  assert.deepEqual(only("enemy.show"), ["the contacts"]);
  assert.deepEqual(only("orderList.show"), [["d"], true]);
  assert.deepEqual(only("spoken.show"), [["red", "blue"], true]);
  assert.deepEqual(only("sides.show"), [on.answers.sides.sides, ["automatic red", "what if impulse"]]);
  for (const name of ["reset", "commander.refresh", "lesson.refresh", "selecting.show", "selecting.forget"]) only(name);
  only("layers.forget");
  assert.deepEqual([on.dataset.ready, said("map.clear").length, on.asked.length], ["5", 0, 0]);
  assert.match(on.root.attributes["aria-label"], /^Map\. Arrow keys/);
  only("banner")[1]();
  await settled();
  assert.equal(on.asked[0].since, 9, "now is looked at, and the log goes on");
  only("diary.reset");
});

test("zones that were asked for are shown, a selected unit that is gone has no reach, and the log goes on", async () => {
  on.answers.zones = { zones: { red: [1] } };
  await begin();
  assert.deepEqual(only("map.setView")[0].zones, { red: [1] });
  on.ground.state.selected = "a";
  fresh();
  await on.acts.lookAt(3);
  assert.equal(said("map.clear").length, 0);
  assert.deepEqual(only("clock.show")[1], 3);
  assert.deepEqual(on.asked, [{ since: 0, zones: false, network: true, of: "" }]);
  on.ground.state.selected = "gone";
  await on.acts.lookAt(null);
  only("map.clear");
  assert.equal(on.asked[1].since, 9);
});

test("of a side's page: no side to speak for, and no judge's tools", async () => {
  on.data = { base: "/c/toy/red/", token: "secret", map: "map", viewer: "red" };
  on.has = false;
  await begin({ ...PAGE, "spoken-here": "div" });
  assert.deepEqual(only("spoken.show"), [[], true]);
  assert.deepEqual(only("sides.show")[1], ["automatic red"]);
  assert.equal(on.root.getElementById("spoken-here"), null);
  assert.ok(on.root.getElementById("spoken"), "its place is taken");
});

test("buttons are there for whom they may be", async () => {
  await begin();
  const [next, done, undo, advise] = ["next", "done", "undo", "advise"].map((id) => on.root.getElementById(id));
  const disabled = () => [next, done, undo, advise].map((one) => !!one.disabled);
  assert.deepEqual(disabled(), [false, false, false, false]);
  assert.deepEqual([done.textContent, only("writing.enable")[0]], ["Done: let the others play", true]);
  Object.assign(on.answers.view, { may_finish: false, deploying: true });
  await on.acts.lookAt(null);
  assert.deepEqual([disabled(), done.textContent], [[false, true, false, true], "Begin"]);
  Object.assign(on.answers.view, { ended: true, may_finish: true });
  await on.acts.lookAt(null);
  assert.deepEqual(disabled(), [true, true, false, true], "the umpire may still take back");
  assert.deepEqual(said("sides.show").at(-1)[1], null, "when it is over nobody plays by itself");
  Object.assign(on.answers.view, { may_order: false, ended: false });
  fresh();
  await on.acts.lookAt(null);
  assert.deepEqual([disabled(), only("writing.enable")[0]], [[true, false, true, false], false]);
});

test("a page without buttons works without them", async () => {
  await begin({ viewer: "select", page: "div" });
  assert.equal(on.dataset.ready, "5");
});

test("a fault of the first answer is told, and the page goes on", async () => {
  const { Fault } = await import("../../webui/static/common/faults.js");
  await begin(PAGE, () => {
    throw new Fault(403, { why: "not yours" });
  });
  assert.deepEqual(only("frame.toast"), [[null, " not yours"]]);
  assert.equal(on.dataset.ready, undefined);
  assert.equal(on.live.length, 4);
});

test("what the server tells of later is fetched, once; what is away is said", async () => {
  await begin();
  const [server, heard, back, away] = on.live;
  assert.equal(server.base, "/c/toy/umpire/");
  heard(5);
  await settled();
  assert.equal(on.asked.length, 0);
  heard(6);
  await settled();
  assert.equal(on.asked.length, 1);
  fresh();
  back();
  assert.deepEqual(only("frame.toast"), [""]);
  away(true);
  assert.equal(only("banner")[0], true);
  away(false);
  assert.equal(said("banner")[1][0], false);
  said("banner")[1][1]();
  await settled();
  assert.equal(on.asked.length, 2);
});

test("an answer that comes after a later question is dropped", async () => {
  const [late, soon] = [promised(), promised()];
  await begin();
  fresh();
  const queue = [late.promise, soon.promise];
  globalThis.standIns.askAll = () => queue.shift();
  const [one, two] = [on.acts.lookAt(1), on.acts.lookAt(2)];
  soon.resolve({ ...on.answers, log: "soon" });
  await settled();
  late.resolve({ ...on.answers, log: "late" });
  await Promise.all([one, two]);
  assert.deepEqual(only("diary.add"), ["soon"]);
  only("selecting.show");
});
