// What a side meant, what it expected, and what came.

import assert from "node:assert/strict";
import test from "node:test";

import { cameInSum, cameOfOrder, expectedWords, foretoldWords } from "../../webui/static/page/planwords.js";

const EXPECTED = { inflicted: 120, taken: 40, chance: 60, source: "12 plays" };
const NOTHING = { fights: 0, dealt: 0, taken: 0, units: 0, foes: 0, gained: 0, given: 0 };

test("a fight says what it expects before, and what came after it", () => {
  assert.equal(expectedWords(EXPECTED), "expects 1.2 for 0.4, the hex falls in 60 %");
  assert.equal(foretoldWords(EXPECTED), "expected 1.2 for 0.4");
  const order = { expected: EXPECTED, came: { dealt: 2, taken: 1 } };
  assert.equal(cameOfOrder(order, true), "expected 1.2 for 0.4; came 2 hits for 1 lost.");
});

test("an order that led to no fight says so, unless what came is not known", () => {
  const order = { expected: EXPECTED, came: null };
  assert.equal(cameOfOrder(order, true), "expected 1.2 for 0.4; no fight came of it.");
  assert.equal(cameOfOrder(order, false), "expected 1.2 for 0.4.");
  assert.equal(cameOfOrder({ expected: null, came: null }, true), "");
});

test("what came of a phase is summed up in one line, without what there was not", () => {
  assert.equal(cameInSum(NOTHING, "strength point"), "Came: no fight, nothing lost.");
  const came = { fights: 2, dealt: 1, taken: 3, units: 1, foes: 1, gained: 4, given: 1 };
  assert.equal(
    cameInSum(came, "strength point"),
    "Came: 1 hit in 2 fights, 3 strength points lost, 1 unit of its own gone, 1 enemy unit gone, 4 hexes taken, " +
      "1 hex seen to go to others.",
  );
});
