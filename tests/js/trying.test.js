// Games that try a scenario or rules: what is asked for, how far they are, and what came of them.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { buttonOf, click, html, made, page, settled, texts } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Trying } = await import("../../webui/static/common/trying.js");

/** A box for games; `answers` are the server's, by what is asked, one after another. */
function trying(answers = {}, how = {}) {
  const box = made("div");
  page({ box });
  const one = new Trying(box, "/trials/one/", "t", how),
    asked = [];
  const next = async (name, body) => {
    asked.push(body ? [name, body] : name);
    const answer = answers[name]?.shift() ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  Object.assign(one.server, { get: (name) => next(name), post: next });
  return { one, box, asked, told: () => html(one.told) };
}
test.beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
test.afterEach(() => mock.timers.reset());
const wait = async (ms) => {
  await settled();
  mock.timers.tick(ms);
  await settled();
};
const running = (done) => ({ state: "running", done, wanted: 10, seconds: 1.6, step: "" });

test("games are asked for with their number, days and ground, once what must be done before is done", async () => {
  let before = 0;
  const { one, asked } = trying(
    { "grounds.json": [{ grounds: [["a", "Ardennes"]] }] },
    { grounds: true, before: async () => void (before += asked.length) },
  );
  await one.look();
  assert.deepEqual(asked.splice(0), ["grounds.json", "job.json"]);
  assert.deepEqual(texts(one.ground, "option"), ["Ardennes"]);
  one.games.value = "20";
  one.days.value = "3";
  one.ground.value = "a";
  await one.ask();
  assert.deepEqual([asked, before], [[["begin", { games: 20, days: 3, ground: "a" }]], 0]);
  asked.length = 0;
  await one.look();
  assert.deepEqual(asked, ["job.json"], "grounds are fetched once");
  const bare = trying();
  await bare.one.ask();
  assert.deepEqual(bare.asked, [["begin", { games: 10, days: 0, ground: "" }]]);
});

test("while games run that is shown, asked anew, and they can be stopped; the button is dead only while it asks", async () => {
  const answers = {
    begin: [running(0)],
    "job.json": [running(4), { state: "done", done: 10, wanted: 10, seconds: 7 }],
  };
  const { one, told, asked, box } = trying(answers);
  const all = one.ask();
  assert.equal(one.begin.disabled, true);
  await settled();
  assert.equal(told(), "<div.tried><p><progress></progress> 0 of 10 games, playing, 2 s</p></div>");
  assert.deepEqual([one.begin.hidden, one.stop.hidden, one.told.dataset.state], [true, false, "running"]);
  await wait(699);
  assert.equal(asked.length, 1);
  await wait(1);
  assert.match(told(), /4 of 10 games/);
  await wait(700);
  await all;
  assert.equal(told(), "<div.tried><p.soft>Done: 10 of 10 games in 7 s.</p></div>");
  assert.deepEqual([one.begin.hidden, one.stop.hidden, one.begin.disabled], [false, true, false]);
  click(buttonOf(box, "Stop"));
  await settled();
  assert.deepEqual(asked.at(-1), ["stop", {}]);
});

test("who asks again is shown that alone", async () => {
  const answers = {
    begin: [running(0), running(1)],
    "job.json": [running(8), { state: "done", done: 1, wanted: 1, seconds: 1 }],
  };
  const { one, told, asked } = trying(answers);
  const first = one.ask();
  await settled();
  const second = one.ask();
  await settled();
  mock.timers.tick(700);
  await first;
  assert.match(told(), /1 of 10 games|Done: 1 of 1 game/);
  assert.doesNotMatch(told(), /8 of 10/);
  mock.timers.tick(700);
  await settled();
  mock.timers.tick(700);
  await second;
  assert.match(told(), /^<div.tried><p.soft>Done: 1 of 1 game in/);
  assert.ok(asked.length >= 4);
});

test("what goes wrong is told, beginning with a capital letter", async () => {
  const bad = (name) => trying({ [name]: [new Fault(409, { why: "no ground" })] });
  const [look, begin, stop] = ["job.json", "begin", "stop"].map(bad);
  await look.one.look();
  await begin.one.ask();
  click(stop.one.stop);
  await settled();
  for (const { told, one } of [look, begin, stop]) {
    assert.equal(told(), "<div.tried><p.fault>No ground</p></div>");
    assert.notEqual(one.begin.disabled, true);
  }
  const refused = trying({}, { before: async () => Promise.reject(new Error("keep the file first")) });
  await refused.one.ask();
  assert.deepEqual([refused.told(), refused.asked], ["<div.tried><p.fault>Keep the file first</p></div>", []]);
});

const found = (more = {}) => ({
  ...{
    verdict: "even",
    games: 10,
    wins: { red: { value: 0.626 }, "": { value: 0.1 } },
    days: 3,
    seconds: 2,
    lost_in: "points",
  },
  ...{
    sides: [
      { key: "red", name: "Red", points: 5, lost: 1, units_lost: 0 },
      { key: "blue", name: "Blue", points: 2, lost: 3, units_lost: 1 },
    ],
  },
  ...{ faults: {}, places: [], idlers: [] },
  ...more,
});

test("what came is told side by side, with draws; what was never won has a dash", () => {
  const { one, told } = trying();
  one.draw({ found: found() });
  assert.match(told(), /^<div.tried><p.verdict><b>even<\/b><\/p><table.list><thead><tr><th>Side<\/th>/);
  assert.deepEqual(texts(one.told, "tbody tr"), ["Red63 %510", "Blue–231", "Drawn10 %"]);
  assert.match(told(), /<p.soft>Means of a game: 3 days, 2 s. Lost are points.<\/p><\/div>$/);
  one.draw({ found: found({ sides: [] }) });
  assert.deepEqual(texts(one.told, "tbody tr"), []);
});

test("places, units that seldom matter, games that failed and the report are told where there are any", () => {
  const { one } = trying();
  const more = { places: [{ name: "Ford", days: [1, 2] }], idlers: [{ name: "a" }, { name: "b" }], faults: { 3: "x" } };
  one.draw({ found: found(more), report: true });
  assert.deepEqual(texts(one.told, "li"), ["Ford: taken in 2 of 10 games", "a", "b"]);
  assert.deepEqual(texts(one.told, "summary"), ["Units that seldom matter (2)"]);
  assert.deepEqual(texts(one.told, ".fault"), ["The program failed in 1 game; they do not count."]);
  assert.equal(one.told.querySelector("a").getAttribute("href"), "/trials/one/report");
  one.draw({ found: found() });
  assert.equal(
    one.told.querySelectorAll("a").length +
      one.told.querySelectorAll("details").length +
      one.told.querySelectorAll("ul").length,
    0,
  );
});

test("faults of a trial are listed; that another is under way is told, not while one's own runs", () => {
  const { one, told } = trying();
  one.draw({ state: "failed", faults: ["a", "b"], wanted: 1, busy: "Ridge" });
  assert.equal(
    told(),
    "<div.tried><p.soft>Failed: 0 of 1 game in 0 s.</p><p.fault.lines>a</p><p.fault.lines>b</p>" +
      "<p.soft>Games are being played for Ridge: one trial at a time.</p></div>",
  );
  one.draw({ ...running(1), busy: "Ridge" });
  assert.doesNotMatch(told(), /Ridge/);
  one.draw({});
  assert.deepEqual([told(), one.told.dataset.state], ["<div.tried></div>", ""]);
});
