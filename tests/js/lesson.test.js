// A lesson: which step comes next, and how its text is split.

import assert from "node:assert/strict";
import test from "node:test";

import { paragraphs, stepAt } from "../../webui/static/page/lesson.js";

const steps = (/** @type {(boolean | null)[]} */ ...done) =>
  done.map((one) => ({ title: "", text: "", units: [], hexes: [], press: "", done: one }));

test("the next step is the first that is neither done nor read", () => {
  assert.equal(stepAt(steps(null, false, false), new Set()), 0);
  assert.equal(stepAt(steps(null, false, false), new Set([0])), 1);
  assert.equal(stepAt(steps(null, true, false), new Set([0])), 2);
  // That it was read does not make up for what is to be done.
  assert.equal(stepAt(steps(null, false), new Set([0, 1])), 1);
  // What was taken back is to be done again, whatever comes after.
  assert.equal(stepAt(steps(null, false, true), new Set([0])), 1);
});

test("after the last step the last is shown", () => {
  assert.equal(stepAt(steps(true, null), new Set([1])), 1);
});

test("a text is split into paragraphs, and what stands between stars is strong", () => {
  assert.deepEqual(paragraphs("Press *Next\nphase*.\n\nThen *go*"), [
    [
      { words: "Press ", strong: false },
      { words: "Next phase", strong: true },
      { words: ".", strong: false },
    ],
    [
      { words: "Then ", strong: false },
      { words: "go", strong: true },
    ],
  ]);
});
