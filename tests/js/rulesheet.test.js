// What the desk of rules makes of the server's words: lines, counts, where a line stands.

import assert from "node:assert/strict";
import test from "node:test";

import { counted, faultyLines, spanOf } from "../../webui/static/umpire/rulesheet.js";

test("faults are counted in words", () => {
  assert.equal(counted(0), "No faults");
  assert.equal(counted(1), "1 fault");
  assert.equal(counted(12), "12 faults");
});

test("a line that has two faults is marked once, and a fault without a line marks none", () => {
  const rows = [3, 3, 0, 7].map((line) => ({ line, what: "", remedy: "" }));
  assert.deepEqual([...faultyLines(rows)], [3, 7]);
});

test("a line is found where it stands, the first, the last, and one that there is not", () => {
  const text = "one\ntwo\n\nfour";
  assert.deepEqual(spanOf(text, 1), [0, 3]);
  assert.deepEqual(spanOf(text, 2), [4, 7]);
  assert.deepEqual(spanOf(text, 3), [8, 8]);
  assert.deepEqual(spanOf(text, 4), [9, 13]);
  assert.deepEqual(spanOf(text, 99), [9, 13]);
});
