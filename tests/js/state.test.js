// What is looked at, selected and asked.

import assert from "node:assert/strict";
import test from "node:test";

import * as states from "../../webui/static/page/state.js";
import { stand, view } from "./made.js";

function seen(stands, more = {}) {
  const state = states.fresh("umpire");
  states.takeView(state, view(stands, more));
  return state;
}

test("orders may be given now, by the umpire, until it is over; a ruling after that too", () => {
  const may = (more) => {
    const state = seen([], more);
    return [states.mayOrder(state), states.mayRule(state)];
  };
  assert.deepEqual(may({}), [true, true]);
  assert.deepEqual(may({ ended: true }), [false, true]);
  assert.deepEqual(may({ may_order: false }), [false, false]);
  assert.equal(states.mayOrder(states.fresh("umpire")), false);
});

test("a side orders and takes back until it is over, and never overrules", () => {
  const may = (more) => {
    const state = { ...seen([], more), viewer: "red" };
    return [states.mayAct(state), states.mayRule(state)];
  };
  assert.deepEqual(may({}), [true, false]);
  assert.deepEqual(may({ ended: true }), [false, false]);
  assert.deepEqual(may({ may_order: false }), [false, false]);
  assert.equal(states.mayAct(seen([], { ended: true })), true, "the umpire takes back after the end");
});

test("another version is fetched at once, but not while the past is looked at", () => {
  const state = seen([]);
  assert.equal(states.hear(state, 2), true);
  assert.equal(states.hear(state, 1), false);
  assert.equal(states.hear({ ...state, at: 5 }, 2), false);
  assert.equal(states.hear(states.fresh("umpire"), 2), false);
});

test("a version that is told of while something is sent is fetched after it, if it is not shown by then", () => {
  const state = { ...seen([]), busy: true };
  assert.equal(states.hear(state, 2), false);
  state.busy = false;
  assert.equal(states.heardMeanwhile(state), true);
  assert.equal(states.heardMeanwhile(state), false, "it is asked once");
  state.busy = true;
  states.hear(state, 1);
  state.busy = false;
  assert.equal(states.heardMeanwhile(state), false, "it is shown already");
});

test("the log is asked for since the last entry, and from the beginning by sides and in the past", () => {
  const state = seen([]);
  assert.equal(states.logSince(state, 8), 8);
  assert.equal(states.logSince({ ...state, viewer: "red" }, 8), 0);
  assert.equal(states.logSince({ ...state, at: 3 }, 8), 0);
});

test("another unit marches again; the same one keeps its way of moving", () => {
  const state = seen([stand("a"), stand("b")]);
  states.select(state, "a");
  Object.assign(state, { transport: true, aiming: true });
  states.select(state, "a");
  assert.deepEqual([state.transport, state.aiming], [true, false]);
  states.select(state, "b");
  assert.deepEqual([state.selected, state.transport], ["b", false]);
});

test("an enemy's counter stands for his hex, a friend's for himself unless he is aimed at", () => {
  const state = seen([stand("a"), stand("b"), stand("foe", { side: "blue" })]);
  assert.equal(states.clickMeans(state, "foe", false), "unit", "nobody is selected");
  states.select(state, "a");
  assert.equal(states.clickMeans(state, "foe", false), "hex");
  assert.equal(states.clickMeans(state, "b", false), "unit");
  assert.equal(states.clickMeans(state, "b", true), "hex");
  assert.equal(states.clickMeans(state, "a", true), "unit");
  assert.equal(states.clickMeans({ ...state, aiming: true }, "b", false), "hex");
  assert.equal(states.clickMeans(state, "gone", false), "unit");
});

test("Escape takes away the order in hand, then the aim, then the selection", () => {
  const state = { ...seen([stand("a")]), selected: "a", aiming: true };
  assert.equal(states.escapes(state, { proposed: true, offered: true }), "proposal");
  assert.equal(states.escapes(state, { proposed: false, offered: true }), "aim");
  assert.equal(states.escapes({ ...state, aiming: false }, { proposed: false, offered: false }), "selection");
  const empty = { ...state, aiming: false, selected: null };
  assert.equal(states.escapes(empty, { proposed: false, offered: true }), "selection");
  assert.equal(states.escapes(empty, { proposed: false, offered: false }), null);
});

test("a unit is named shortly, from the order of battle if it is not on the map", () => {
  const state = seen([stand("a"), stand("b", { short: "" })]);
  state.oob = { stands: [stand("c", { short: "C." })] };
  assert.deepEqual(
    ["a", "b", "c", "d"].map((id) => states.unitName(state, id)),
    ["a", "b in full", "C.", "d"],
  );
  assert.deepEqual([states.sideName(state, "red"), states.sideName(state, "green")], ["Red", "green"]);
});
