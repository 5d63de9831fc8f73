// Only the last question counts.

import assert from "node:assert/strict";
import test from "node:test";

import { LATE, Latest } from "../../webui/static/common/latest.js";
import { promised } from "./made.js";

test("an answer that comes when a later question was asked is late", async () => {
  const latest = new Latest(),
    [old, recent] = [promised(), promised()];
  const first = latest.ask(() => old.promise),
    second = latest.ask(() => recent.promise);
  recent.resolve("new");
  assert.equal(await second, "new");
  old.resolve("old");
  assert.equal(await first, LATE);
});

test("an answer to the only question is given", async () => {
  assert.equal(await new Latest().ask(async () => 7), 7);
});

test("a question that was given up has no answer", async () => {
  const latest = new Latest(),
    asked = latest.ask(async () => 7);
  latest.forget();
  assert.equal(await asked, LATE);
});

test("a fault is thrown on, but not that of a late answer", async () => {
  const latest = new Latest(),
    old = promised();
  const first = latest.ask(() => old.promise);
  await assert.rejects(
    latest.ask(() => Promise.reject(new Error("no"))),
    /no/,
  );
  old.reject(new Error("late"));
  assert.equal(await first, LATE);
});
