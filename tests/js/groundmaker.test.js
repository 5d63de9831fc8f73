// New ground is previewed and saved: what is asked for, what is said meanwhile, and what of late answers.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { promised } from "./made.js";
import { made, page, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { canBeMade, Maker } = await import("../../webui/static/editor/ground/groundmaker.js");

const draft = (more = {}) => ({ box: [5, 49, 6, 50], outline: [], online: [], width_km: 2, version: 3, ...more });
const state = (kinds, more) => ({ draft: draft(more), files: kinds.map((kind_now) => ({ kind_now })) });

test("ground can be made of what says how it lies, within what says where", () => {
  for (const kind of ["elevation", "land_cover", "features"]) assert.equal(canBeMade(state([kind])), true, kind);
  assert.equal(canBeMade(state(["area"])), false);
  assert.equal(canBeMade(state([])), false);
  assert.equal(canBeMade(state([], { online: ["osm"] })), true);
  assert.equal(canBeMade(state(["elevation"], { box: null })), false);
  assert.equal(canBeMade(state(["elevation"], { box: null, outline: [[5, 49]] })), true);
  assert.equal(canBeMade(state(["elevation", "outline"], { box: null })), true);
  assert.equal(canBeMade(state(["outline"], { box: null })), false);
});

function maker(answers = {}, told = state(["elevation"])) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const ids = { progress: "div", step: "b", shown: "div", told: "p", "compared-box": "div", ground: "main" };
  const root = page(ids),
    done = [];
  const next = async (name, body) => {
    done.push(body ? [name, body] : name);
    const answer = answers[name]?.shift() ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const doors = {
    state: () => told,
    fault: (text) => done.push(["fault", text]),
    seen: () => done.push("seen"),
    saved: async () => void done.push("saved"),
  };
  const one = new Maker({ post: next, get: (name) => next(name), base: "/g/" }, doors);
  const at = (id) => root.getElementById(id);
  at("told").hidden = at("progress").hidden = true;
  const busy = () => [at("progress").hidden, at("step").textContent, at("shown").classList.contains("late")];
  const wait = async (ms = 250) => {
    await settled();
    mock.timers.tick(ms);
    await settled();
  };
  return { one, at, busy, wait, done, take: () => done.splice(0) };
}
const running = (step) => ({ state: "running", step, number: 1 });

test("a preview is asked for at half and at twice the width, as far as those are widths", async () => {
  const widths = async (km) => {
    const { one, wait, take } = maker({}, state(["elevation"], { width_km: km }));
    one.preview();
    await wait();
    return take()[0][1].widths;
  };
  assert.deepEqual(await widths(2), [1, 4]);
  assert.deepEqual(await widths(0.2), [0.1, 0.4]);
  assert.deepEqual(await widths(0.19), [0.38]);
  assert.deepEqual(await widths(25), [13, 50]);
  assert.deepEqual(await widths(26), [13]);
  const { one, take } = maker({}, state([]));
  one.preview();
  assert.deepEqual(take(), [], "nothing is asked where nothing can be made");
});

test("while it is made each step is said, asked for every quarter of a second; what was told goes", async () => {
  const { one, at, busy, wait, take } = maker({
    preview: [running("sources")],
    "job.json": [running("drawing"), running("cutting"), { state: "done", number: 7 }],
  });
  at("told").hidden = false;
  one.preview();
  assert.deepEqual([busy(), at("told").hidden], [[false, "the reader starts", true], true]);
  await wait(249);
  assert.equal(busy()[1], "reading the files");
  assert.equal(take().length, 1);
  await wait(1);
  assert.equal(busy()[1], "drawing the map");
  await wait();
  assert.equal(busy()[1], "cutting");
  await wait();
  assert.deepEqual([busy(), at("ground").dataset.shown], [[true, "", false], "7"]);
});

test("a job that fails says all that is wrong; one that was stopped says that nothing is lost", async () => {
  const failed = maker({ preview: [{ state: "failed", faults: ["a", "b"] }] });
  failed.one.preview();
  await failed.wait();
  assert.deepEqual(failed.take().at(-1), ["fault", "a\nb"]);
  const stopped = maker({ preview: [{ state: "stopped" }] });
  stopped.one.preview();
  await stopped.wait();
  assert.deepEqual(
    [stopped.at("told").hidden, stopped.at("told").textContent],
    [false, "Stopped. What was there before is still there."],
  );
  assert.deepEqual(stopped.take().length, 1);
});

test("to save says what was saved, on the version that is shown; a preview saves nothing", async () => {
  const job = { do: "save", state: "done", saved: { name: "Eifel", hexes: 1200 }, compared: null };
  const { one, at, wait, take } = maker({ save: [job], preview: [{ ...job, do: "preview" }] });
  void one.save();
  await wait();
  assert.deepEqual(take(), [["save", { version: 3 }], "saved"]);
  assert.equal(at("told").textContent, "Saved: Eifel, 1,200 hexes. Scenarios can be begun on it.");
  one.preview();
  await wait();
  assert.deepEqual(take().length, 1);
  const failed = maker({ save: [{ ...job, state: "failed", faults: [] }] });
  void failed.one.save();
  await failed.wait();
  assert.ok(!failed.take().includes("saved"));
});

test("what is asked last counts: late answers and late faults of what was asked before are dropped", async () => {
  const [slow, broken] = [promised(), promised()];
  const { one, wait, busy, at, take } = maker();
  const answers = [slow.promise, broken.promise, Promise.resolve({ state: "done", number: 3 })];
  one.server.post = () => answers.shift();
  one.preview();
  one.preview();
  one.preview();
  await wait();
  assert.equal(at("ground").dataset.shown, "3");
  slow.resolve({ state: "failed", faults: ["old"], number: 1 });
  broken.reject(new Fault(409, { why: "old" }));
  await wait();
  assert.deepEqual([take(), at("ground").dataset.shown, busy()[0]], [[], "3", true]);
});

test("a fault of the question is told, and nothing is said to be under way any more; so is one of the stop", async () => {
  const { one, wait, busy, take } = maker({
    preview: [new Fault(409, { why: "too large" })],
    stop: [new Fault(0, { why: "silent" })],
  });
  one.preview();
  await wait();
  assert.deepEqual(
    [take().at(-1), busy()],
    [
      ["fault", "too large"],
      [true, "", false],
    ],
  );
  await one.stop();
  assert.deepEqual(take(), [
    ["stop", {}],
    ["fault", "silent"],
  ]);
  assert.equal(made("p").tag, "p");
});
