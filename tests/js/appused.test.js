// The page as a whole: what a click, a key or a panel leads to.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { PAGE, begin, forget, fresh, on, only, said } from "./apppage.js";
import { click, happens, made, settled } from "./page.js";

beforeEach(forget);

test("buttons send what they say; an order in hand is dropped, but not while another one is on its way", async () => {
  await begin();
  fresh();
  for (const [id, name] of [
    ["next", "advance"],
    ["done", "done"],
    ["undo", "undo"],
  ]) {
    // prettier-ignore
    click(on.root.getElementById(id));
    await settled();
    assert.deepEqual(only("sent"), [name, 5]);
    only("ordering.drop");
    only("ordering.finish");
    assert.deepEqual(only("selecting.aim"), [false]);
    const words = { next: "Next phase", done: "Done", undo: "Taken back" }[id];
    assert.deepEqual(only("frame.say"), [`${words}. Day 1, turn 1, Fire.`]);
    fresh();
  }
  on.ground.state.busy = true;
  click(on.root.getElementById("next"));
  assert.equal(said("ordering.drop").length, 0);
});

test("advice is asked for in the panel of plans", async () => {
  await begin();
  fresh();
  click(on.root.getElementById("advise"));
  assert.deepEqual(on.calls, [
    ["tab", "tab-plan"],
    ["frame.showPanel", "left"],
    ["diary.draw"],
    ["commander.ask", "umpire"],
  ]);
});

test("another viewer has a page of his own; what is exported is what is looked at", async () => {
  const gone = [];
  globalThis.location = { assign: (way) => gone.push(way) };
  const [log, pdf] = ["log.csv", "map.pdf"].map((name) => made("a", { "data-export": name }));
  await begin({ ...PAGE, links: made("p", {}, log, pdf) });
  const viewer = on.root.getElementById("viewer");
  viewer.append(made("option", { value: "red/1" }));
  happens(viewer, "change");
  assert.deepEqual(gone, ["../red%2F1/"]);
  click(log);
  assert.equal(log.href, "export/log.csv");
  on.ground.state.at = 0;
  click(log);
  assert.equal(log.href, "export/log.csv?at=0");
  const [link, how] = only("printing");
  assert.deepEqual([link, how.bounds(), how.server.token], [pdf, "the bounds", "secret"]);
});

test("keys do what the buttons do", async () => {
  await begin();
  fresh();
  assert.equal(on.keys.advance(), true);
  await settled();
  assert.deepEqual(only("sent")[0], "done");
  on.root.getElementById("done").remove();
  fresh();
  on.keys.advance();
  await settled();
  assert.deepEqual(only("sent")[0], "advance");
  fresh();
  assert.equal(on.keys.undo(), true);
  await settled();
  assert.deepEqual(only("sent")[0], "undo");
  fresh();
  on.keys.march(true);
  on.keys.showLeft("tab-log");
  on.keys.toggleLayer("zones");
  on.keys.toggleLayer("network");
  on.keys.toggleLegend();
  assert.deepEqual(on.calls, [
    ["selecting.march", true],
    ["tab", "tab-log"],
    ["frame.showPanel", "left"],
    ["diary.draw"],
    ["layers.toggle", "zones", false],
    ["layers.toggle", "network", true],
    ["layers.toggleLegend"],
  ]);
});

test("keys at the cursor do nothing without one", async () => {
  await begin();
  fresh();
  assert.deepEqual([on.keys.describeHex(), on.keys.nextOfStack()], [false, false]);
  on.map.state.cursor = 0;
  assert.deepEqual([on.keys.describeHex(), on.keys.nextOfStack()], [true, false]);
  assert.deepEqual(on.calls, [["selecting.showHex", "00"]]);
  on.map.state.cursor = 4;
  assert.equal(on.keys.nextOfStack(), true);
  assert.deepEqual(only("selecting.choose"), ["foe"]);
  on.ground.state.selected = "foe";
  on.keys.nextOfStack();
  assert.deepEqual(said("selecting.choose")[1], ["b"]);
  assert.equal(on.keys.confirm(), false);
  assert.equal(said("ordering.confirm").length, 0);
  on.proposal = {};
  assert.equal(on.keys.confirm(), true);
  only("ordering.confirm");
});

test("Escape takes away one thing after the other: a menu, the order in hand, the aim, the selection", async () => {
  await begin();
  fresh();
  assert.equal(on.keys.escape(), false);
  assert.deepEqual(on.calls, []);
  const { state } = on.ground;
  [on.menu, on.proposal, state.aiming, state.selected] = [true, {}, true, "a"];
  assert.equal(on.keys.escape(), true);
  assert.deepEqual(on.calls, []);
  on.menu = false;
  on.keys.escape();
  on.proposal = null;
  on.keys.escape();
  state.aiming = false;
  on.keys.escape();
  state.selected = null;
  assert.equal(on.keys.escape(), false);
  on.offered = {};
  assert.equal(on.keys.escape(), true);
  assert.deepEqual(on.calls, [
    ["ordering.drop"],
    ["selecting.aim", false],
    ["selecting.deselect"],
    ["selecting.deselect"],
  ]);
});

test("those that play by themselves play at a key, for the umpire and while it is played", async () => {
  on.answers.view.seats = { red: "person", blue: "program", staff: "rules" };
  await begin();
  fresh();
  assert.equal(on.keys.silent(), true);
  assert.deepEqual(on.calls, [["play", "phase", ["blue", "staff"]]]);
  on.ground.state.view.seats = { red: "person" };
  fresh();
  assert.equal(on.keys.silent(), true);
  assert.match(only("frame.toast")[0], /^Nobody plays by itself yet/);
  assert.equal(said("play").length, 0);
  fresh();
  on.ground.state.judges = false;
  assert.equal(on.keys.silent(), false);
  Object.assign(on.ground.state, { judges: true, view: null });
  assert.equal(on.keys.silent(), false);
  assert.deepEqual(on.calls, []);
});

test("a counter is chosen, or stands for its hex where an order is aimed at it", async () => {
  await begin();
  fresh();
  on.map.onStandClick("a");
  assert.deepEqual(on.calls.splice(0), [
    ["picked", "03"],
    ["selecting.choose", "a"],
  ]);
  on.map.onStandClick("away");
  assert.deepEqual(on.calls.splice(0), [["selecting.choose", "away"]]);
  on.ground.state.selected = "a";
  on.map.onStandClick("foe");
  assert.deepEqual(on.calls.splice(0), [
    ["picked", "04"],
    ["hexClicked", 4, false],
    ["selecting.choose", "foe"],
  ]);
  on.takes = true;
  happens(on.root, "pointerdown", { shiftKey: true });
  on.map.onStandClick("b");
  assert.deepEqual(on.calls.splice(0), [
    ["picked", "04"],
    ["hexClicked", 4, true],
    ["map.select", "a"],
  ]);
  on.map.onStandClick("a");
  assert.deepEqual(on.calls.splice(0).at(-1), ["selecting.choose", "a"], "it is not aimed at itself");
  on.map.onStandClick("away");
  assert.deepEqual(on.calls.splice(0), [["selecting.choose", "away"]], "it has no hex to aim at");
  on.picks = true;
  on.map.onStandClick("foe");
  assert.deepEqual(on.calls, [["picked", "04"]]);
});

test("a hex is picked, ordered to, or looked at", async () => {
  await begin();
  fresh();
  const clicked = () => {
    on.map.onHexClick(7, "07");
    return on.calls.splice(0);
  };
  const [picked, asks, shows] = [["picked", "07"], ["hexClicked", 7, false], ["selecting.showHex", "07"]]; // prettier-ignore
  assert.deepEqual(clicked(), [picked, asks, ["ordering.take", null, null], shows]);
  on.ground.state.selected = "a";
  assert.deepEqual(clicked(), [picked, asks, ["ordering.drop"], ["ordering.farClicked", 7, false], shows]);
  on.far.push(1);
  assert.deepEqual(clicked(), [picked, asks, ["ordering.farClicked", 7, false], shows]);
  on.far.pop();
  happens(on.root, "pointerdown", { shiftKey: true });
  assert.deepEqual(clicked(), [picked, ["hexClicked", 7, true], ["ordering.farClicked", 7, true], shows]);
  on.takes = true;
  assert.deepEqual(clicked(), [picked, ["hexClicked", 7, true]]);
  on.picks = true;
  assert.deepEqual(clicked(), [picked]);
});

test("orders of a side are aimed on the map", async () => {
  await begin();
  fresh();
  const order = { kind: "Bombard", order: {}, target: 8 };
  on.acts.aim([order]);
  assert.deepEqual(
    on.calls.map(([name]) => name),
    ["selecting.deselect", "ordering.take", "map.showReach", "frame.showPanel", "frame.say"],
  );
  assert.deepEqual(only("ordering.take"), [
    { stand: "", march: {}, transport: {}, attacks: {}, orders: [order], verbs: {} },
    null,
  ]);
  assert.deepEqual(only("map.showReach")[0].costs, {});
  assert.deepEqual(only("frame.showPanel"), ["map"]);
  assert.deepEqual(only("frame.say"), ["Click a marked hex."]);
});

test("panels have orders sent, files read and faults told by the page", async () => {
  await begin();
  fresh();
  await on.acts.send("orders", {});
  await on.acts.sendMany("phase", {});
  assert.deepEqual(said("sent"), [
    ["orders", 5],
    ["phase", 5],
  ]);
  let worked = 0;
  await on.acts.guard(async () => (worked += 1));
  await on.layers.guard(async () => (worked += 1));
  assert.equal(worked, 2);
  fresh();
  on.acts.redrawSides();
  assert.deepEqual(only("sides.show")[0], on.answers.sides.sides);
  const went = [];
  globalThis.fetch = async (url, { method = "GET" } = {}) => {
    went.push(`${method} ${url}`);
    return { ok: true, status: 200, text: async () => "{}" };
  };
  await on.acts.post("read", {});
  await on.acts.sheet(new Blob(["x"]));
  on.ground.state.at = 4;
  await on.ground.reader.get("unit.json", { stand: "a" });
  assert.deepEqual(went, [
    "POST /c/toy/umpire/read",
    "POST /c/toy/umpire/sheet",
    "GET /c/toy/umpire/unit.json?at=4&stand=a",
  ]);
});
