// The panels of the page, put together: what one of them does to the others, to the map and to the server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { offer, offered, stand, view } from "./made.js";
import { buttonOf, click, made, page, settled, texts } from "./page.js";

globalThis.matchMedia = () => ({ matches: false });
globalThis.window = {};
const { makePanels } = await import("../../webui/static/page/panels.js");
const states = await import("../../webui/static/page/state.js");

const PAGE = {
  ...{ "enemy-list": "div", "enemy-find": "input", "enemy-stage": "select", "enemy-sort": "select" },
  ...{ "unit-list": "div", "force-filter": "input", "force-state": "select", "unit-card": "div", "hex-card": "div" },
  ...{
    log: "div",
    "tab-log": "button",
    "log-day": "select",
    "log-unit": "input",
    "log-all": "input",
    "log-find": "input",
    "log-list": "div",
  },
  ...{ "order-list": "div", "order-count": "span", past: "select", proposal: "div", say: "p" },
};
const unit = {
  ...stand("a", { hex: 3, size: "battalion", traits: [], mover: "", isolated: 0 }),
  ...{ number: "0401", known: true, chain: [], notices: [], declared: [] },
  ...{ command: { ok: true, hq: "b", name: "Staff", hex: 5, far: "2 hexes" } },
};

const LISTS =
  "sides evidence corrections audit sources notes works objectives supply_sources orders reasons places invented";
const open = {
  ...Object.fromEntries(LISTS.split(" ").map((name) => [name, []])),
  ...{ number: "0401", terrain: "open", rule: "", shares: {}, elevation_m: null, place: "", references: {}, zones: {} },
  ...{ held_by: null, stands: ["a"] },
};

function desk(viewer = "umpire") {
  const tabs = ["unit", "hex"].flatMap((name) => [
    made(
      "div",
      { role: "tablist", id: `${name}-tabs` },
      made("button", { role: "tab", id: `tab-${name}`, "aria-controls": name }),
    ),
    made("div", { id: name }),
  ]);
  const root = page({ ...PAGE, ...Object.fromEntries(tabs.map((one) => [one.id, one])) }),
    state = states.fresh(viewer),
    did = [];
  const note =
    (what) =>
    (...how) =>
      void did.push([what, ...how]);
  states.takeView(state, view([stand("a", { hex: 3 }), stand("b", { hex: 5 })], { clock: { turn_word: "turn" } }));
  const map = {
    ground: { geometry: { flatTop: true, number: (hex) => `no ${hex}`, indexOf: () => 3 } },
    ...{ state: { sides: new Map() }, radius: 40, map: { getContainer: () => root, getZoom: () => 12 } },
    ...{ hexName: (hex) => `hex ${hex}`, clear() {}, showReach() {}, showSupply() {}, showCommand: note("command") },
    ...{ select: note("select"), goTo: note("goTo"), focusHex: note("focus"), showPath: note("path") },
  };
  const answers = {
    "unit.json": unit,
    "orders.json": offered(),
    "hex.json": open,
    "reach.json": { costs: { 4: 1, 5: 2 }, paths: {}, limit: 9 },
    "supply.json": { path: [], hours: 0, to: "", why: "" },
  };
  const reader = { get: async (name, asked) => (did.push([name, asked]), answers[name] ?? {}) };
  const frame = { showPanel() {}, say: note("say"), toast: note("toast"), wait() {} };
  const acts = { lookAt: note("look"), aim: note("aim"), redrawSides: note("redraw"), guard: (work) => work() };
  const nowhere = { lines: [{ state: "refused", outcomes: [], why: "no way leads there" }] };
  const post = async (what, body) => (did.push(["post", what, body]), nowhere);
  const sent = (name) => async (what, body) => void did.push([name, what, body]);
  const panels = makePanels(
    { state, frame, map, reader },
    { ...acts, post, send: sent("send"), sendMany: sent("send many") },
  );
  return { panels, did, state, root, answers };
}

const was = (did, name) => did.filter(([what]) => what === name);

test("who is chosen in a list is selected, brought to the middle, and shown with his line of command", async () => {
  const { panels, did, state, root } = desk();
  panels.forces.choose("a");
  await settled();
  assert.equal(state.selected, "a");
  assert.deepEqual(was(did, "goTo"), [["goTo", 3]]);
  assert.deepEqual(was(did, "select"), [["select", "a"]]);
  assert.deepEqual(was(did, "command"), [["command", { from: 3, to: 5, ok: true, label: "Staff 2 hexes" }]]);
  assert.equal(texts(root, "#unit-card h2")[0], "a in full");
});

test("a unit that is chosen in its hex leaves the map where it is", async () => {
  const { panels, did, root } = desk();
  await panels.selecting.showHex("0401");
  click(root.querySelectorAll("#hex-card button")[0]);
  await settled();
  assert.deepEqual(was(did, "goTo"), []);
  assert.deepEqual(was(did, "select"), [["select", "a"]]);
});

test("from the card its hex is shown in the middle, its headquarters is chosen, and its way of moving is taken", async () => {
  const { panels, did, state, root, answers } = desk();
  answers["orders.json"] = offered({ march: { 4: [3, 4] }, transport: { 5: [3, 4, 5] } });
  panels.forces.choose("a");
  await settled();
  const card = root.getElementById("unit-card");
  click(buttonOf(card, "Transport"));
  await settled();
  assert.deepEqual([state.transport, state.aiming], [true, true]);
  click(buttonOf(card, "0401"));
  assert.deepEqual(was(did, "focus").at(-1), ["focus", "0401", { centre: true }]);
  assert.deepEqual(was(did, "hex.json"), [["hex.json", { hex: "0401" }]]);
  click(buttonOf(card, "Staff 2 hexes"));
  assert.equal(state.selected, "b");
});

test("on the card it is chosen who goes where the map is clicked; another unit goes alone again", async () => {
  const { panels, did, state, root, answers } = desk();
  answers["orders.json"] = offered({ march: { 4: [3, 4] } });
  answers["unit.json"] = { ...unit, chain: [{ id: "us-div", name: "28th Division", stores: {} }] };
  state.oob = { stands: [{ id: "a", formation: "us-div" }] };
  Object.assign(state.view, { may_order: true, ended: null });
  panels.forces.choose("a");
  await settled();
  const card = root.getElementById("unit-card");
  click(buttonOf(card, "Column"));
  await settled();
  assert.deepEqual([state.party, state.aiming], ["column", true]);
  assert.equal(panels.ordering.hexClicked(4), true, "a hex in reach is the goal of all, too");
  await settled();
  assert.deepEqual(was(did, "post").at(-1)?.slice(1), ["spoken.json", { text: "us-div in column to no 4" }]);
  panels.forces.choose("b");
  assert.equal(state.party, "unit");
});

test("an order that waits is named by its unit; a click chooses it", async () => {
  const { panels, state, root } = desk();
  panels.orderList.show([{ stand: "b", notation: "b M 0203", words: "march" }], true);
  click(buttonOf(root.getElementById("order-list"), "b"));
  await settled();
  assert.equal(state.selected, "b");
});

test("the log leads to units that are on the map; to its entries only the umpire", () => {
  const at = { day: 1, turn: "turn 1", phase: "Movement" };
  const line = (units) => ({ text: "fires", kind: "Fired", quiet: false, units, clock: at });
  const log = {
    last: 3,
    whole: false,
    entries: [{ at: 3, counts: true, clock: at, lines: [line(["b"]), line(["gone"])] }],
  };
  const { panels, did, root } = desk();
  panels.diary.add(log);
  const found = root.querySelectorAll("#log-list button.find");
  assert.deepEqual(
    found.map((one) => one.attributes["aria-label"]),
    ["Show b"],
  );
  click(buttonOf(root.getElementById("log-list"), "#3"));
  assert.deepEqual(was(did, "look"), [["look", 3]]);
  const side = desk("red");
  side.panels.diary.add(log);
  assert.deepEqual(texts(side.root, "#log-list button"), ["◎"]);
});

test("a side that decides is asked with what was passed over, a line each; one that plays itself sends many orders", async () => {
  const { panels, did } = desk();
  panels.automatic.passed = ["a M", "b M"];
  await panels.automatic.ask("red");
  panels.automatic.passed = [];
  await panels.automatic.ask("red");
  assert.deepEqual(
    was(did, "solo.json").map(([, asked]) => asked),
    [
      { side: "red", passed: "a M\nb M" },
      { side: "red", passed: null },
    ],
  );
  await panels.automatic.play("turn");
  assert.deepEqual(was(did, "send many"), [["send many", "play", { sides: [], until: "turn" }]]);
});

test("a side's offers are aimed on the map", () => {
  const { panels, did, root } = desk();
  const others = Array.from({ length: 6 }, (_, i) => offer("AirRecon", { i }, { target: 4 }));
  panels.sides.show([{ key: "red", name: "Red", may_act: true, postures: [], goes: [], others, asked: [] }], null);
  click(buttonOf(root.getElementById("side-orders"), "On the map"));
  assert.deepEqual(was(did, "aim"), [["aim", others]]);
});
