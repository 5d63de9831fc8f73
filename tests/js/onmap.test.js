// Things are put on the map of a scenario: what is in hand, where there is room for it, and what comes next.

import assert from "node:assert/strict";
import test from "node:test";

import { promised } from "./made.js";
import { made, page, settled } from "./page.js";

let narrow = false;
globalThis.matchMedia = () => ({ matches: narrow });
const { Fault } = await import("../../webui/static/common/faults.js");
const { OnMap } = await import("../../webui/static/editor/scenario/onmap.js");

const THINGS = {
  a: { what: "unit", name: "Alpha" },
  b: { what: "unit", name: "Beta" },
  div: { what: "formation", name: "Div" },
  m: { what: "mission", name: "Hold" },
};

/** A map of which hex 9 is no part. */
function shownOn(box, heard, at) {
  return {
    map: { on: (kind, act) => (heard[kind] = act), getContainer: () => box },
    ground: {
      geometry: { hexAt: (u) => u, number: (hex) => `no ${hex}` },
      inside: (hex) => hex !== 9,
      terrainOf: () => "wood_dense",
    },
    stacks: { at: () => at },
    hexName: (hex) => `hex ${hex}`,
  };
}

function desk({
  nowhere = ["a", "b"],
  room = { barred: [], taken: [] },
  told = { changed: {} },
  dragged = false,
  at = [],
} = {}) {
  const box = made("div", { id: "map" }),
    heard = {},
    done = [];
  const root = page({ hand: "div", "hand-name": "b", "hand-told": "p", map: box });
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const view = shownOn(box, heard, at);
  const one = new OnMap({
    ...{
      view,
      frame: { showPanel: log("panel") },
      marks: { show: log("marks") },
      add: log("add"),
      choose: log("choose"),
      next: log("next"),
    },
    server: {
      get: (name, query) => (done.push([name, query]), typeof room === "function" ? room() : Promise.resolve(room)),
    },
    model: { things: THINGS, nowhere: () => nowhere, sideOf: () => "red" },
    act: async (name, body) => (done.push([name, body]), told),
    ...{ line: async () => {}, refused: log("refused"), dragged: () => dragged },
  });
  const hand = () => [
    root.getElementById("hand").hidden,
    root.getElementById("hand-name").textContent,
    root.getElementById("hand-told").textContent,
  ];
  const barred = () => root.getElementById("hand").classList.contains("barred");
  const take = async () => {
    await settled();
    return done.splice(0);
  };
  return { one, view, heard, box, hand, barred, take };
}

test("what is taken in hand is named, the map comes to the front, and where it may not stand is shown", async () => {
  const room = { barred: [3], taken: [4] },
    { one, hand, take } = desk({ room });
  one.take({ kind: "put", key: "a" });
  assert.deepEqual(hand(), [false, "Alpha", "choose a hex"]);
  assert.deepEqual(await take(), [
    ["panel", "map", { gently: false }],
    ["room.json", { unit: "a" }],
    ["marks", { room }],
  ]);
  one.letGo();
  assert.equal(hand()[0], true);
  assert.deepEqual(await take(), [["marks", { room: null, aim: -1 }]]);
  one.take({ kind: "put", key: "div" });
  assert.deepEqual((await take())[0], ["marks", { room: null }], "a formation has room anywhere");
});

test("what is added has no room to ask for; it is put in the next hex, with what was said of it", async () => {
  const { one, hand, take } = desk();
  one.take({ kind: "add", key: "objective", fields: { side: "red" } }, { gently: true });
  assert.equal(hand()[1], "A new objective");
  assert.deepEqual(await take(), [["panel", "map", { gently: true }]]);
  one.onHex(5);
  assert.deepEqual(await take(), [
    ["marks", { room: null, aim: -1 }],
    ["add", { do: "add", what: "objective", fields: { side: "red" } }, { hex: "no 5" }],
  ]);
  one.take({ kind: "add", key: "source" });
  one.onHex(6);
  assert.deepEqual((await take()).at(-1)[1].fields, {});
  one.onHex(7);
  assert.deepEqual(await take(), [], "with nothing in hand a hex is for nothing");
});

test("a goal is set in the next hex, and its mission chosen again", async () => {
  const { one, hand, take } = desk();
  one.take({ kind: "goal", key: "m" });
  assert.equal(hand()[1], "Hold");
  await take();
  one.onHex(5);
  assert.deepEqual((await take()).slice(1), [
    ["goal", { key: "m", hex: "no 5" }],
    ["choose", "m"],
  ]);
});

test("on a narrow screen the map always comes to the front; by keys it is in hand", async () => {
  const { one, box, take } = desk();
  narrow = true;
  one.take({ kind: "put", key: "a" }, { gently: true });
  narrow = false;
  assert.deepEqual((await take())[0], ["panel", "map", { gently: false }]);
  one.take({ kind: "put", key: "a" }, { keys: true });
  assert.equal(globalThis.document.activeElement, box);
});

test("what is aimed at is named, and whether there is room, under the pointer or the cursor", async () => {
  const { one, view, heard, hand, barred, take } = desk({ room: { barred: [3], taken: [] } });
  heard.mousemove({ latlng: { lat: 0, lng: 3 } });
  view.onCursor(3);
  assert.deepEqual(await take(), [], "with nothing in hand nothing is aimed");
  one.take({ kind: "put", key: "a" });
  await take();
  heard.mousemove({ latlng: { lat: 0, lng: 5 } });
  assert.deepEqual(
    [hand()[2], barred(), await take()],
    ["hex 5, wood dense", false, [["marks", { aim: 5, bad: false }]]],
  );
  view.onCursor(3);
  assert.equal(barred(), true);
  assert.match(hand()[2], /^hex 3, wood dense: /);
  assert.deepEqual(await take(), [["marks", { aim: 3, bad: true }]]);
  for (const lng of [-1, 9]) heard.mousemove({ latlng: { lat: 0, lng } });
  assert.deepEqual(await take(), []);
  one.aim("a", -1);
  assert.deepEqual(await take(), [["marks", { aim: -1 }]]);
});

test("put down, a unit leaves the hand to the next that stands nowhere; after the last, or a refusal, it is empty", async () => {
  const { one, hand, take } = desk();
  one.take({ kind: "put", key: "a" });
  await take();
  one.onHex(5);
  const done = await take();
  assert.deepEqual(done.slice(0, 3), [
    ["marks", { room: null, aim: -1 }],
    ["place", { keys: ["a"], hex: "no 5" }],
    ["next", "b"],
  ]);
  assert.deepEqual(hand().slice(0, 2), [false, "Beta"]);
  assert.deepEqual(done[3], ["panel", "map", { gently: true }]);
  one.onHex(6);
  await take();
  assert.equal(hand()[0], true);
  for (const more of [{ told: null }, { nowhere: [] }]) {
    const other = desk(more);
    other.one.take({ kind: "put", key: "a" });
    await other.take();
    other.one.onHex(5);
    await other.take();
    assert.equal(other.hand()[0], true);
  }
  const dragged = desk();
  await dragged.one.putDown("a", 5);
  assert.deepEqual(
    (await dragged.take()).map(([name]) => name),
    ["marks", "place"],
    "what was dragged brings nothing else in hand",
  );
});

test("room that is asked for late, or that nobody wants any more, is not shown; a fault of it is told", async () => {
  const [slow, quick] = [promised(), promised()],
    answers = [slow, quick];
  const { one, take } = desk({ room: () => answers.shift().promise });
  one.take({ kind: "put", key: "a" });
  await settled();
  one.take({ kind: "put", key: "b" });
  await settled();
  quick.resolve({ barred: [2], taken: [] });
  await settled();
  slow.resolve({ barred: [1], taken: [] });
  const shown = (await take()).filter(([name]) => name === "marks");
  assert.deepEqual(shown, [["marks", { room: { barred: [2], taken: [] } }]]);
  const gone = desk();
  void gone.one.askRoom("a");
  assert.deepEqual(
    (await gone.take()).map(([name]) => name),
    ["room.json"],
  );
  const drags = desk({ dragged: true });
  void drags.one.askRoom("a");
  assert.equal((await drags.take()).at(-1)[0], "marks");
  const bad = desk({ room: () => Promise.reject(new Fault(409, { why: "no" })) });
  void bad.one.askRoom("a");
  assert.equal((await bad.take()).at(-1)[0], "refused");
});
