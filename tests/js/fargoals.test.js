// Marches further than a turn by clicks: of a unit, of its formation, of that in one column.

import assert from "node:assert/strict";
import { test } from "node:test";

const { FarGoals, lineOf } = await import("../../webui/static/page/orders/fargoals.js");

const goer = { stand: "1/110", formation: "", column: false, transport: false };

test("a march is written as a line that the reader of orders knows", () => {
  assert.equal(lineOf(goer, [], "0101"), "1/110 to 0101");
  assert.equal(
    lineOf({ ...goer, transport: true }, ["0202", "0203"], "0101"),
    "1/110 to 0101 via 0202 and 0203 in transport",
  );
  assert.equal(lineOf({ ...goer, formation: "us-div" }, [], "0101"), "us-div to 0101");
  assert.equal(
    lineOf({ ...goer, formation: "us-div", column: true }, ["0202"], "0101"),
    "us-div in column to 0101 via 0202",
  );
});

test("a formation's march is proposed by its first unit, with how many go besides, and given as a whole", async () => {
  const sent = [],
    proposed = [];
  const way = (name) => ({ name, state: "now", words: `${name} goes`, path: [1, 2], ends: [2], orders: [] });
  const far = new FarGoals({
    names: { number: (hex) => `no ${hex}` },
    read: async (name, body) => (
      sent.push([name, body]),
      { lines: [{ state: "sound", outcomes: [way("a"), way("b")], why: "" }] }
    ),
    send: async (name, body) => void sent.push([name, body]),
    propose: (proposal) => proposed.push(proposal),
    refuse: assert.fail,
  });
  await far.click(7, { ...goer, formation: "us-div", column: true }, false);
  assert.deepEqual(sent, [["spoken.json", { text: "us-div in column to no 7" }]]);
  assert.equal(proposed[0].words, "a and 1 other: a goes");
  await proposed[0].give();
  assert.deepEqual(sent[1], ["spoken", { text: "us-div in column to no 7", lines: [1], doubted: [] }]);
});

test("a click that cannot be is told by the rules' word, else by the reader's question, else by what the unit does", async () => {
  const told = async (line) => {
    const why = [];
    const far = new FarGoals({
      names: { number: (hex) => `no ${hex}` },
      read: async () => ({ lines: [line] }),
      send: assert.fail,
      propose: assert.fail,
      refuse: (words) => void why.push(words),
    });
    await far.click(7, goer, false);
    return why;
  };
  const outcome = (state, words) => ({ name: "a", state, words, path: [], ends: [], orders: [] });
  assert.deepEqual(await told({ state: "ask", outcomes: [], why: "which of the two?" }), ["which of the two?"]);
  assert.deepEqual(await told({ state: "sound", outcomes: [outcome("stays", "is there already")], why: "" }), [
    "is there already",
  ]);
  assert.deepEqual(await told({ state: "ask", outcomes: [outcome("stays", "stays")], why: "where to?" }), [
    "where to?",
  ]);
  assert.deepEqual(await told({ state: "ask", outcomes: [], why: "" }), ["No march leads there."]);
  assert.deepEqual(await told({ state: "refused", outcomes: [outcome("refused", "water")], why: "x" }), ["water"]);
});

test("a march that was given up is not proposed when its answer comes, and its places on the way are forgotten", async () => {
  const answers = [],
    asked = [];
  const far = new FarGoals({
    names: { number: (hex) => `no ${hex}` },
    read: (_, { text }) => (asked.push(text), new Promise((resolve) => answers.push(resolve))),
    send: assert.fail,
    propose: assert.fail,
    refuse: assert.fail,
  });
  const clicked = far.click(7, goer, true);
  far.forget();
  answers[0]({ lines: [{ state: "refused", outcomes: [], why: "no way" }] });
  await clicked;
  void far.click(8, goer, false);
  assert.deepEqual(asked, ["1/110 to no 7", "1/110 to no 8"]);
});
