// What was written on a sheet and never reached the server: it is kept on the device, and comes back.

import assert from "node:assert/strict";
import test from "node:test";

import { draftKey, drop, keep, kept, leftOver, opened } from "../../webui/static/sheets/draft.js";

function storage() {
  const held = new Map();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, text) => held.set(key, text),
    removeItem: (key) => held.delete(key),
  };
}

const full = {
  getItem() {
    throw new Error("no");
  },
  setItem() {
    throw new Error("full");
  },
  removeItem() {
    throw new Error("no");
  },
};

test("a draft is kept by campaign, command and turn", () => {
  const place = storage(),
    key = draftKey({ campaign: "toy", command: "us-1", turn: "1.2" });
  assert.equal(key, "sandtable/sheet/toy/us-1/1.2");
  assert.equal(keep(place, key, { text: "1/110 stays", version: 3 }), true);
  assert.deepEqual(kept(place, key), { text: "1/110 stays", version: 3 });
  assert.equal(kept(place, draftKey({ campaign: "toy", command: "us-1", turn: "1.3" })), null);
  drop(place, key);
  assert.equal(place.held.size, 0);
});

test("a browser that keeps nothing says so, and breaks nothing", () => {
  assert.equal(keep(full, "key", { text: "a", version: 0 }), false);
  assert.equal(kept(full, "key"), null);
  drop(full, "key");
});

test("what is no draft is none", () => {
  const place = storage();
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    '{"text": 3, "version": 1}',
    '{"text": "a"}',
    '{"text": "a", "version": "1"}',
  ]) {
    place.held.set("key", text);
    assert.equal(kept(place, "key"), null, text);
  }
});

test("it comes back where it was cut off, and stands beside what was written elsewhere", () => {
  const sheet = { text: "1/110 stays", version: 2, sealed: false };
  assert.equal(opened(null, sheet).found, "same");
  assert.equal(opened({ text: "1/110 stays\n", version: 1 }, sheet).found, "same");
  assert.deepEqual(opened({ text: "mine", version: 2 }, sheet), { found: "back", text: "mine" });
  assert.deepEqual(opened({ text: "mine", version: 1 }, sheet), { found: "apart", text: "mine" });
  assert.equal(opened({ text: "mine", version: 2 }, { ...sheet, sealed: true }).found, "apart");
});

test("what was written for a turn that is over is found beside this turn's, and empty ones are let go", () => {
  const place = storage(),
    now = draftKey({ campaign: "toy", command: "us-1", turn: "1.2" }),
    before = draftKey({ campaign: "toy", command: "us-1", turn: "1.1" }),
    others = draftKey({ campaign: "toy", command: "us-10", turn: "1.1" });
  keep(place, now, { text: "1/110 stays", version: 1 });
  keep(place, others, { text: "another's", version: 1 });
  const keys = () => [...place.held.keys()];
  assert.equal(leftOver(place, now, keys()), null);
  keep(place, before, { text: "  ", version: 1 });
  assert.equal(leftOver(place, now, keys()), null);
  assert.ok(!place.held.has(before));
  keep(place, before, { text: "229FA stays", version: 1 });
  assert.deepEqual(leftOver(place, now, keys()), { key: before, turn: "1.1", text: "229FA stays" });
});
