// A player's share in the dice, drawn by lot.

import assert from "node:assert/strict";
import test from "node:test";

import { drawn } from "../../webui/static/sheets/share.js";

test("sixteen bytes are written as thirty-two digits, small ones with a nought before", () => {
  const asked = [];
  const share = drawn((room) => {
    asked.push(room.length);
    return room.fill(10).fill(255, 15);
  });
  assert.deepEqual(asked, [16]);
  assert.equal(share, `${"0a".repeat(15)}ff`);
});
