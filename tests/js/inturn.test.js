// What somebody does goes out one by one, and in his order.

import assert from "node:assert/strict";
import test from "node:test";

import { InTurn } from "../../webui/static/common/inturn.js";
import { promised } from "./made.js";

test("a second thing waits for the first, and is not lost", async () => {
  const done = [],
    first = promised(),
    inTurn = new InTurn(assert.fail);
  inTurn.run(async () => done.push(await first.promise));
  const second = inTurn.run(() => done.push("second"));
  assert.ok(inTurn.busy);
  await Promise.resolve();
  assert.deepEqual(done, []);
  first.resolve("first");
  await second;
  assert.deepEqual(done, ["first", "second"]);
  assert.ok(!inTurn.busy);
});

test("what waits behind a fault is given up, and what comes later is done", async () => {
  const done = [],
    faults = [],
    first = promised(),
    inTurn = new InTurn((error) => faults.push(error.message));
  inTurn.run(() => first.promise);
  const second = inTurn.run(() => done.push("second"));
  first.reject(new Error("no"));
  await second;
  await inTurn.run(() => done.push("third"));
  assert.deepEqual([done, faults], [["third"], ["no"]]);
  assert.ok(!inTurn.busy);
});

test("a fault while a fault is told stops nothing that comes later", async () => {
  const inTurn = new InTurn(() => Promise.reject(new Error("worse")));
  await assert.rejects(
    inTurn.run(() => Promise.reject(new Error("no"))),
    /worse/,
  );
  assert.ok(!inTurn.busy);
  assert.equal(await inTurn.run(() => {}), undefined);
});
