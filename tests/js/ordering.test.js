// Orders made by clicks: what is in hand, what confirms it, what is said of it, and what stands when it is refused.

import assert from "node:assert/strict";
import test from "node:test";

import { offer, offered, stand, view } from "./made.js";
import { happens, html, page, settled } from "./page.js";

let narrow = false;
globalThis.matchMedia = () => ({ matches: narrow });
const { Fault } = await import("../../webui/static/common/faults.js");
const { Ordering } = await import("../../webui/static/page/orders/ordering.js");
const states = await import("../../webui/static/page/state.js");

const MARCH = offered({ march: { 7: [3, 7], 8: [3, 7, 8] } });
const REACH = { costs: { 7: 2 }, unit: "h" };

function desk({ answer = { notation: "a M" }, lines = null, may = true } = {}) {
  const root = page({ proposal: "div", notation: "input", "notation-form": "form", "notation-note": "p" });
  const state = states.fresh("umpire"),
    done = [];
  states.takeView(state, view([stand("a", { hex: 3 })], { may_order: may }));
  state.oob = { stands: [{ id: "a", formation: "div" }], sides: [] };
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const one = new Ordering({
    ...{ state, showPath: log("path"), preview: async () => ({ path: [], refusal: null, dice: "" }), whatIf: null },
    names: { unit: (id) => `unit ${id}`, hex: (hex) => `hex ${hex}`, number: (hex) => `0${hex}` },
    frame: { say: log("say"), toast: log("toast"), showPanel: log("panel") },
    send: async (name, body) => (done.push([name, body]), answer),
    read: async (name, body) => (
      done.push([name, body]),
      { lines: lines ?? [{ state: "refused", outcomes: [], why: "no way" }] }
    ),
  });
  const at = (id) => root.getElementById(id);
  return {
    one,
    state,
    done,
    at,
    take: () => done.splice(0),
    named: (name) => done.splice(0).filter(([what]) => what === name),
  };
}

test("a click where a unit can go proposes the march, and shows and echoes it; the same hex again gives it", async () => {
  const { one, take, at } = desk();
  one.take(MARCH, REACH);
  take();
  assert.equal(one.hexClicked(7), true);
  const [path, said, ...more] = take();
  assert.deepEqual([path, more], [["path", [3, 7], []], []]);
  assert.equal(said[1], "unit a marches to hex 7 2 h. Enter confirms, Escape drops it.");
  assert.match(at("notation").value, /^a .*07/);
  assert.match(html(at("proposal")), /<b>unit a marches to hex 7<\/b>/);
  assert.equal(one.hexClicked(7), true);
  await settled();
  const [[name, body], given] = take();
  assert.deepEqual([name, body.order.stand], ["orders", "a"]);
  assert.deepEqual(given, ["say", "Given: a M"]);
});

test("a click elsewhere proposes that instead; where nothing can be ordered it is no order", () => {
  const { one, take } = desk();
  one.take(MARCH, REACH);
  one.hexClicked(7);
  take();
  assert.equal(one.hexClicked(8), true);
  assert.deepEqual(take()[0], ["path", [3, 7, 8], []]);
  assert.equal(one.hexClicked(99), false);
  assert.equal(one.proposal.hex, 8, "what is in hand stays");
  assert.deepEqual(take(), []);
});

test("nothing is ordered by clicks while no unit is selected, or who looks may not order", () => {
  const none = desk();
  assert.equal(none.one.hexClicked(7), false);
  none.one.take(null, null);
  assert.equal(none.one.hexClicked(7), false);
  const onlooker = desk({ may: false });
  onlooker.one.take(MARCH, REACH);
  onlooker.take();
  assert.equal(onlooker.one.hexClicked(7), false);
  onlooker.one.farClicked(99, false);
  assert.deepEqual(onlooker.take(), []);
});

test("a far goal is asked for the unit, or for its formation where that is chosen; not for one that cannot march", async () => {
  const asked = async (party, more = MARCH, oob = null) => {
    const { one, state, named } = desk();
    state.party = party;
    if (oob) state.oob = oob;
    one.take(more, REACH);
    named("");
    if (party === "unit") one.farClicked(99, false);
    else one.hexClicked(99);
    await settled();
    return named("spoken.json").map(([, { text }]) => text);
  };
  assert.deepEqual(await asked("unit"), ["a to 099"]);
  assert.deepEqual(await asked("formation"), ["div to 099"]);
  assert.deepEqual(await asked("column"), ["div in column to 099"]);
  assert.deepEqual(await asked("unit", offered()), []);
  assert.deepEqual(await asked("unit", offered({ transport: { 7: [3, 7] } })), ["a to 099"]);
  assert.deepEqual(
    await asked("formation", MARCH, { stands: [{ id: "a", formation: "" }], sides: [] }),
    [],
    "a unit of no formation goes alone",
  );
});

test("what is offered is proposed; taking another unit puts it away", () => {
  const { one, at, take } = desk();
  one.take(MARCH, REACH);
  one.propose(offer("Fire", { stand: "a", target: "x" }));
  assert.match(html(at("proposal")), /Fire it/);
  assert.deepEqual([at("proposal").hidden, at("notation").value], [false, "a Fire"]);
  take();
  one.take(offered({ stand: "b" }), null);
  assert.deepEqual([at("proposal").hidden, one.proposal, at("notation").value], [true, null, ""]);
  assert.deepEqual(take(), [["path", null]]);
});

test("what is dropped goes with its echo; while something is sent what is written stays", () => {
  const { one, state, at } = desk();
  one.take(MARCH, REACH);
  one.hexClicked(7);
  state.busy = true;
  const written = at("notation").value;
  one.drop();
  assert.deepEqual([one.proposal, at("notation").value], [null, written]);
  one.drop();
  state.busy = false;
  one.drop();
  assert.equal(at("notation").value, written, "with nothing in hand what is written is one's own");
  one.hexClicked(7);
  one.drop();
  assert.equal(at("notation").value, "");
});

test("a refusal of the order in hand stands with it; of one that was put away meanwhile it is told in passing", async () => {
  const refused = new Fault(409, { rule: "Z 3", why: "too far" });
  const { one, at, take } = desk({ answer: refused });
  one.take(MARCH, REACH);
  one.hexClicked(7);
  await one.confirm();
  assert.equal(at("proposal").querySelector(".refusal").textContent, "Z 3 too far");
  assert.deepEqual(
    take().filter(([what]) => what === "toast"),
    [],
  );
  const late = one.confirm();
  one.drop();
  await late;
  assert.equal(take().filter(([what]) => what === "toast").length, 1);
});

test("nothing is confirmed without an order in hand, nor while something is sent", async () => {
  const { one, state, named } = desk();
  await one.confirm();
  one.take(MARCH, REACH);
  one.hexClicked(7);
  state.busy = true;
  await one.confirm();
  assert.deepEqual(named("orders"), []);
});

test("an order is given at once, a refusal told; where the last one is under way that is said", async () => {
  const { one, take } = desk();
  await one.giveNow({ type: "Halt" });
  assert.deepEqual(take(), [
    ["orders", { order: { type: "Halt" } }],
    ["say", "Given: a M"],
  ]);
  const busy = desk({ answer: null });
  const fault = await busy.one.give({});
  assert.deepEqual(
    [fault.status, fault.words],
    [409, "the last order is still under way; give this one when it is answered"],
  );
  const refused = desk({ answer: new Fault(409, { why: "no" }) });
  await refused.one.withdraw("a");
  const [sent, told] = refused.take();
  assert.match(JSON.stringify(sent), /"a"/);
  assert.deepEqual(told, ["toast", [null, " no"]]);
});

test("what is written is sent as it is written", async () => {
  const { at, named } = desk();
  at("notation").value = "a M 7";
  happens(at("notation-form"), "submit");
  await settled();
  assert.deepEqual(named("orders"), [["orders", { notation: "a M 7" }]]);
});

test("on a narrow screen the map comes to the front with an order in hand", () => {
  narrow = true;
  const { one, named } = desk();
  one.take(MARCH, REACH);
  one.hexClicked(7);
  narrow = false;
  assert.deepEqual(named("panel"), [["panel", "map"]]);
  one.hexClicked(8);
  assert.deepEqual(named("panel"), []);
});

test("what a side that decides by itself wants is shown with its reason and dice; it is done or passed over in its own way", async () => {
  const { one, at, take } = desk(),
    ways = [];
  const order = { ...offer("Fire", { stand: "a" }), path: [3, 4] };
  const choice = { order, why: "he is near", throws: [{ what: "nerve", dice: [3] }] };
  one.proposeChoice(choice, { give: async () => void ways.push("give"), another: () => ways.push("another") });
  assert.deepEqual(take()[0], ["path", [3, 4], []]);
  assert.match(html(at("proposal")), /he is near · nerve /);
  assert.equal(one.proposal.hex, null);
  await one.confirm();
  assert.deepEqual([ways, take().filter(([name]) => name === "orders")], [["give"], []]);
  one.proposeChoice({ ...choice, order: { ...order, path: [3] } }, { give: async () => {}, another: () => {} });
  assert.deepEqual(take()[0], ["path", null, []]);
});
