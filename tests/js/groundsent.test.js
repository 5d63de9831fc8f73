// The page where a ground is made: what is sent, in turn, and what a refusal leads to.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { LAST, begin, forget, get, last, on, said, state } from "./groundpage.js";
import { promised } from "./made.js";
import { click, happens, settled } from "./page.js";

beforeEach(forget);

test("a slider is sent once it rests; a figure that is as it comes is not said", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await begin(state({ limits: { hill: 7, town: 3 } }));
  const [, , slide] = on.shownLimits;
  slide("hill", 8);
  t.mock.timers.tick(349);
  slide("hill", 9);
  t.mock.timers.tick(349);
  await settled();
  assert.equal(on.posted.length, 0);
  t.mock.timers.tick(1);
  await settled();
  assert.deepEqual(last(), LAST({ said: { limits: { town: 3, hill: 9 } } }));
  slide("hill", 5);
  t.mock.timers.tick(350);
  await settled();
  assert.deepEqual(last(), LAST({ said: { limits: {} } }), "the last answer has no others");
});

test("changes wait for one another, and each is made on what the last one left", async () => {
  await begin();
  const first = promised();
  on.answers.set = first.promise;
  on.doors.draw([0, 0, 1, 1]);
  on.doors.draw([0, 0, 2, 2]);
  await settled();
  assert.equal(on.posted.length, 1);
  first.resolve([200, state({ version: 4 })]);
  await settled();
  assert.deepEqual([on.posted.length, last()[1].version], [2, 4]);
});

test("a refusal is told; who is behind is shown what is there now, and may go on", async () => {
  await begin();
  on.answers.set = [409, { error: { rule: "ground", why: "too large", remedy: "draw less" } }];
  on.doors.draw([0, 0, 90, 90]);
  await settled();
  assert.deepEqual([get("fault").textContent, get("fault").hidden], ["too large; draw less", false]);
  const before = said("map.paint").length;
  on.answers.set = [409, { error: { rule: "stale", why: "changed elsewhere" } }];
  on.answers["state.json"] = [200, state({ version: 8, date: "1900" })];
  on.doors.draw([0, 0, 1, 1]);
  await settled();
  assert.deepEqual([said("map.paint").length, get("date").value], [before + 1, "1900"]);
  on.answers.set = [200, state()];
  on.doors.draw([0, 0, 1, 1]);
  await settled();
  assert.deepEqual([last()[1].version, get("fault").hidden, get("fault").textContent], [8, true, ""]);
});

test("files of the list are changed, answered for and dropped", async () => {
  await begin();
  const [, , acts] = on.shownFiles;
  const asks = [
    [() => acts.kind("a.tif", "elevation"), { said: {}, kinds: { "a.tif": "elevation" } }],
    [() => acts.licence("a.tif", "mine"), { said: {}, licences: { "a.tif": "mine" } }],
    [() => acts.first("a.tif"), { said: {}, first: "a.tif" }],
    [() => acts.drop("a.tif"), { file: "a.tif" }, "drop"],
    [
      () => acts.answer({ layer: "l", shape: "areas", count: 1 }, "kind", { w: "wood" }),
      { layer: "l", shape: "areas", heading: "kind", means: { w: "wood" } },
      "answers",
    ],
    [() => on.makes.choose(4), { said: { width_km: 4 } }],
    [() => on.makes.rule({ feature: "f" }), { feature: "f" }, "rule"],
  ];
  for (const [act, body, name] of asks) {
    act();
    await settled();
    assert.deepEqual(last(), LAST(body, name));
  }
});

test("files are sent one after the other, and the map goes where they lie if nothing else is said", async () => {
  await begin(state({ box: null }, { files: [] }));
  on.calls.length = 0;
  on.answers.files = [200, state({ box: null })];
  on.files.files = [{ name: "a b.tif" }, { name: "c.tif" }];
  on.files.value = "C:/a b.tif";
  happens(on.files, "change");
  await settled();
  await settled();
  assert.deepEqual(
    on.posted.map(([url, body]) => [url, body.name]),
    [
      ["/grounds/toy/files?name=a+b.tif", "a b.tif"],
      ["/grounds/toy/files?name=c.tif", "c.tif"],
    ],
  );
  assert.equal(on.files.value, "", "the same one may be chosen again");
  assert.deepEqual(said("maker.busy"), [["sending a b.tif"], [""], ["sending c.tif"], [""]]);
  assert.deepEqual([said("map.show"), said("maker.preview").length], [[[[0, 0, 5, 3]], [[0, 0, 5, 3]]], 2]);
  on.answers.files = [400, { error: { why: "unreadable" } }];
  on.calls.length = 0;
  happens(on.files, "change");
  await settled();
  assert.deepEqual([get("fault").textContent, said("maker.busy").at(-1)], ["unreadable", [""]]);
  assert.equal(said("maker.preview").length, 0);
  on.answers.files = [200, state()];
  on.calls.length = 0;
  happens(on.files, "change");
  await settled();
  assert.equal(said("map.show").length, 0, "a box was drawn: the map stays");
});

test("files are dropped anywhere on the page", async () => {
  globalThis.DragEvent = class {};
  await begin();
  const drop = get("drop");
  const over = Object.assign(new globalThis.DragEvent(), { dataTransfer: { files: [{ name: "x.tif" }] } });
  const does = (kind) => {
    let stopped = 0;
    const event = Object.assign(over, { type: kind, preventDefault: () => (stopped += 1) });
    for (const listener of on.root.heard[kind]) listener(event);
    return stopped;
  };
  assert.equal(does("dragover"), 1);
  assert.ok(drop.classList.contains("over"));
  does("dragleave");
  assert.ok(!drop.classList.contains("over"));
  await settled();
  assert.equal(on.posted.length, 0);
  does("dragover");
  assert.equal(does("drop"), 1);
  assert.ok(!drop.classList.contains("over"));
  await settled();
  assert.equal(on.posted[0][0], "/grounds/toy/files?name=x.tif");
});

test("what was previewed is told of the files, but not while somebody chooses among their words", async () => {
  await begin();
  const cover = (files_) => ({ cover: { sources: files_ } });
  on.makes.seen(cover(["one"]));
  assert.deepEqual(on.shownFiles[1].covered, ["one"]);
  on.choosing = true;
  on.makes.seen(cover(["two"]));
  assert.deepEqual(on.shownFiles[1].covered, ["one"]);
  on.choosing = false;
  on.makes.fault("no");
  assert.deepEqual([get("fault").textContent, get("fault").hidden], ["no", false]);
  on.answers["state.json"] = [200, state({ date: "1812" }, { saved: true })];
  await on.makes.saved();
  assert.deepEqual([on.makes.state().draft.date, get("saved-acts").children.length], ["1812", 2]);
  click(get("save"));
  click(get("stop"));
  await settled();
  assert.deepEqual([said("maker.save").length, said("maker.stop").length], [1, 1]);
});
