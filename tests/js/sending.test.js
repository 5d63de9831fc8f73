// Orders are sent one at a time, and what comes late is not shown.

import assert from "node:assert/strict";
import test from "node:test";

import { Fault } from "../../webui/static/common/faults.js";
import { askAll, askUnit, news } from "../../webui/static/page/asking.js";
import { Commands } from "../../webui/static/page/commands.js";
import { Selecting } from "../../webui/static/page/selecting.js";
import * as states from "../../webui/static/page/state.js";
import { promised, stand, view } from "./made.js";

function desk() {
  const state = states.fresh("umpire"),
    done = [];
  states.takeView(state, view([stand("a"), stand("b")], { clock: { turn_word: "turn" } }));
  const said = [];
  const frame = {
    wait: (on) => done.push(on ? "waits" : "goes on"),
    toast: (content) => said.push(["shown", content]),
    say: (text) => said.push(["said", text]),
  };
  const refresh = async () => void done.push("refreshed"),
    given = () => done.push("given");
  return { state, frame, done, said, commands: new Commands({ state, frame, refresh, given }) };
}

test("an order is sent with the version it was given on, and then all is fetched anew", async () => {
  const { commands, done, state } = desk();
  const sent = [];
  const sender = { post: async (name, body) => (sent.push([name, body]), { notation: "a M" }) };
  assert.deepEqual(await commands.send(sender, "orders", { order: 1 }), { notation: "a M" });
  assert.deepEqual(sent, [["orders", { seq: 1, order: 1 }]]);
  assert.deepEqual(done, ["waits", "given", "refreshed", "goes on"]);
  assert.equal(state.busy, false);
});

test("what the server tells of while an order is on its way is fetched after it", async () => {
  const { commands, done, state } = desk();
  await commands.send({ post: async () => void states.hear(state, 9) }, "orders", {});
  await Promise.resolve();
  assert.deepEqual(done, ["waits", "given", "refreshed", "goes on", "refreshed"]);
});

test("while one thing is sent nothing else is", async () => {
  const { commands } = desk(),
    answer = promised(),
    sent = [];
  const sender = { post: (name) => (sent.push(name), answer.promise) };
  const first = commands.send(sender, "advance", {});
  assert.equal(await commands.send(sender, "advance", {}), null);
  answer.resolve({});
  await first;
  assert.deepEqual(sent, ["advance"]);
});

test("a refusal comes back as it is; only a stale page is fetched anew", async () => {
  const { commands, done, state } = desk();
  const refusing = (rule) => ({ post: () => Promise.reject(new Fault(409, { rule, why: "no" })) });
  const fault = await commands.send(refusing("ZN 4.1"), "orders", {});
  assert.equal(fault.rule, "ZN 4.1");
  assert.deepEqual(done, ["waits", "goes on"]);
  await commands.send(refusing("stale"), "orders", {});
  assert.deepEqual(done.slice(2), ["waits", "refreshed", "goes on"]);
  assert.equal(state.busy, false);
});

test("what is asked for while an order is on its way is done after it, once", async () => {
  const { commands, state } = desk(),
    answer = promised(),
    sent = [];
  const sender = { post: (name) => (sent.push(name), name === "orders" ? answer.promise : Promise.resolve({})) };
  state.view.clock = { day: 1, turn: "turn 1", phase: "Fire" };
  commands.send(sender, "orders", {});
  commands.command(sender, "done", "Done");
  commands.command(sender, "done", "Done");
  assert.deepEqual(sent, ["orders"]);
  answer.resolve({});
  await settled();
  assert.deepEqual(sent, ["orders", "done"]);
});

test("a button pressed twice does its work once, and says so", async () => {
  const { commands, said } = desk(),
    answer = promised(),
    sent = [];
  const sender = { post: (name) => (sent.push(name), answer.promise) };
  commands.command(sender, "done", "Done");
  assert.equal(commands.command(sender, "done", "Done"), true);
  assert.match(said.at(-1)[1], /under way/);
  answer.resolve(null);
  await settled();
  assert.deepEqual(sent, ["done"]);
});

test("what was asked for meanwhile is not done if the order before it is refused", async () => {
  const { commands } = desk(),
    sent = [];
  const sender = { post: (name) => (sent.push(name), Promise.reject(new Fault(409, { rule: "ZN 4.1", why: "no" }))) };
  const first = commands.send(sender, "orders", {});
  commands.command(sender, "done", "Done");
  assert.equal((await first).rule, "ZN 4.1");
  await settled();
  assert.deepEqual(sent, ["orders"]);
});

test("a mistake in the page is not taken for a refusal", async () => {
  const { commands, state } = desk();
  await assert.rejects(commands.send({ post: () => Promise.reject(new TypeError("oops")) }, "orders", {}), /oops/);
  assert.equal(state.busy, false);
});

test("what was done without words is said with what time it is then", async () => {
  const { commands, said, state } = desk();
  state.view.clock = { day: 2, turn: "turn 1", phase: "Movement" };
  assert.equal(commands.command({ post: async () => ({}) }, "advance", "Next phase"), true);
  await settled();
  assert.deepEqual(said.at(-1), ["said", "Next phase. Day 2, turn 1, Movement."]);
});

test("a refusal is shown, by a command and by whatever is guarded; a stale page is fetched anew", async () => {
  const { commands, said, done } = desk();
  const no = (rule) => Promise.reject(new Fault(409, { rule, why: "no", remedy: "wait" }));
  commands.command({ post: () => no("orders") }, "advance", "Next phase");
  await settled();
  assert.deepEqual(said, [["shown", [null, " no; wait"]]]);
  await commands.guard(() => no("orders"));
  assert.equal(said.length, 2);
  assert.ok(!done.includes("refreshed"));
  await commands.guard(() => no("stale"));
  assert.ok(done.includes("refreshed"));
  await assert.rejects(
    commands.guard(() => Promise.reject(new TypeError("oops"))),
    /oops/,
  );
});

test("who may not order sends nothing", () => {
  const { commands, state } = desk();
  state.view.may_order = false;
  assert.equal(commands.command({ post: () => assert.fail("it was sent") }, "advance", "Next phase"), false);
});

function selecting(reader) {
  const { state, frame } = desk(),
    shown = [];
  const map = { showReach() {}, showSupply() {}, showCommand() {} };
  const made = new Selecting({
    ...{ state, reader, map, frame, ordering: { take() {} }, hexCard: {}, changed() {} },
    card: { show: ({ id }) => shown.push(id) },
    guard: (work) => work(),
  });
  return { made, state, shown };
}

test("a unit whose card comes late is not shown over the one that was chosen after it", async () => {
  const answers = { a: promised(), b: promised() };
  const { made, state, shown } = selecting({ get: (_, { stand: id }) => answers[id].promise });
  state.selected = "a";
  const first = made.show();
  state.selected = "b";
  const second = made.show();
  answers.b.resolve({ id: "b", known: false, hex: 1 });
  answers.a.resolve({ id: "a", known: false, hex: 0 });
  await Promise.all([first, second]);
  assert.deepEqual(shown, ["b"]);
});

test("a card that was asked for before all was fetched anew is not shown", async () => {
  const answer = promised(),
    { made, state, shown } = selecting({ get: () => answer.promise });
  state.selected = "a";
  const asked = made.show();
  made.forget();
  answer.resolve({ id: "a", known: false, hex: 0 });
  await asked;
  assert.deepEqual(shown, []);
});

test("of an enemy, and of who is not on the map, no orders are asked for", async () => {
  const asked = [];
  const reader = (unit) => ({ get: async (name) => (asked.push(name), name === "unit.json" ? unit : {}) });
  await askUnit(reader({ known: false, hex: 3 }), "a", false);
  await askUnit(reader({ known: true, hex: null }), "a", false);
  await askUnit(reader({ known: true, hex: 3, gone: "destroyed" }), "a", false);
  assert.deepEqual(asked, ["unit.json", "unit.json", "unit.json"]);
  const found = await askUnit(reader({ known: true, hex: 0, gone: null }), "a", true);
  assert.deepEqual([asked.length, found.orders], [7, {}]);
});

test("after an undo the whole log is fetched, as other entries count now", async () => {
  const logs = { 4: { last: 6, entries: [{ kind: "Rewound" }] }, 0: { last: 6, entries: [{ kind: "Moved" }] } };
  const reader = { get: async (_, { since }) => logs[since] };
  assert.deepEqual(await news(reader, 4), { ...logs[0], whole: true });
  logs[4] = { last: 6, entries: [{ kind: "Moved" }] };
  assert.deepEqual(await news(reader, 4), { ...logs[4], whole: false });
  assert.equal((await news(reader, 0)).whole, true);
});

test("zones and the network of supply are asked for only if they are shown", async () => {
  const asked = [];
  const reader = { get: async (name) => (asked.push(name), { entries: [] }) };
  assert.equal((await askAll(reader, { since: 0, zones: false })).zones, null);
  assert.ok(!asked.includes("zones.json"));
  assert.notEqual((await askAll(reader, { since: 0, zones: true })).zones, null);
  assert.ok(!asked.includes("network.json"));
  assert.notEqual((await askAll(reader, { since: 0, zones: false, network: true })).network, null);
});

async function settled() {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}
