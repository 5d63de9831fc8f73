// How far commanders are with a battle shows by itself, until one is over.

import assert from "node:assert/strict";
import test from "node:test";

import { follow, show } from "../../webui/static/umpire/playing.js";

/** @param {string} code */
const row = (code) => /** @type {any} */ ({ dataset: { playing: code }, textContent: "as it was" });

test("what is being played says how far it is", () => {
  const rows = [row("a"), row("b")];
  assert.equal(show(rows, { a: { plays: true, words: "turn 2" }, b: { plays: true, words: "turn 5" } }), true);
  assert.deepEqual(
    rows.map((one) => one.textContent),
    ["turn 2", "turn 5"],
  );
});

test("one that is over, or whose battle was closed, is found", () => {
  assert.equal(show([row("a")], { a: { plays: false, words: "" } }), false);
  assert.equal(show([row("a")], {}), false);
});

test("the page is asked for anew when one is over, and not before; a lost answer is asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [new Error("lost"), { a: { plays: true, words: "turn 2" } }, { a: { plays: false, words: "" } }],
    one = row("a");
  let anew = 0;
  const get = async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const done = follow([one], { get }, () => anew++);
  while (answers.length) {
    assert.equal(anew, 0);
    t.mock.timers.tick(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  assert.equal(one.textContent, "turn 2");
  assert.equal(anew, 1);
});
