// How the page writes orders.

import assert from "node:assert/strict";
import test from "node:test";

import * as verbs from "../../webui/static/page/orders/verbs.js";
import { names, offered } from "./made.js";

const write = (order) => verbs.marchNotation({ stand: "28.110.1", path: [3, 4, 12], ...order }, names.number);

test("a march is echoed as it is written by hand", () => {
  assert.equal(write({}), "28.110.1 M 0003-0004-0012");
  assert.equal(write({ transport: true }), "28.110.1 T 0003-0004-0012");
  assert.equal(write({ attack: true }), "28.110.1 A 0003-0004x0012");
});

test("a name with blanks or signs of the notation in it is quoted", () => {
  assert.equal(write({ stand: "II 2" }), '"II 2" M 0003-0004-0012');
  assert.equal(write({ stand: "a=b" }), '"a=b" M 0003-0004-0012');
});

test("what an order asks for says whether it is aimed, and whether it is shown as arrows", () => {
  const { Fire, Embark, Face } = offered().verbs;
  assert.deepEqual([Fire, Embark, Face, undefined].map(verbs.isAimed), [true, false, false, false]);
  assert.deepEqual([Fire, Embark, Face, undefined].map(verbs.isFacing), [false, false, true, false]);
});

test("a ruling says only what was written", () => {
  const blank = { why: "dice", losses: "", hex: null, remove: false };
  assert.deepEqual(verbs.ruling("a", blank), { type: "Ruling", why: "dice", stand: "a", remove: false });
  assert.deepEqual(verbs.ruling("a", { ...blank, losses: "0", hex: 0 }), {
    ...{ type: "Ruling", why: "dice", stand: "a", remove: false },
    losses: 0,
    hex: 0,
  });
});
