// The clock of the page, and its log.

import assert from "node:assert/strict";
import { test } from "node:test";

import { view } from "./made.js";
import { buttonOf, click, happens, page, texts } from "./page.js";

const { ClockBar } = await import("../../webui/static/page/clockbar.js");
const { Diary } = await import("../../webui/static/page/diary.js");

const sun = { rise: "7:10", set: "16:50", dawn: "6:30", dusk: "17:30", light: "day", moon: "new moon", moon_lit: 0 };
const clock = {
  ...{
    day: 2,
    days: 4,
    turn: "turn 1",
    turn_word: "turn",
    last_turn: null,
    phase: "Night: movement",
    night: false,
    side: "red",
  },
  ...{ date: "17 December 1944", short_date: "17 Dec", rule: "ZN 3", weather: "fog", forecast: "", sun },
};

function clockOf(more = {}, moreClock = {}, at = null) {
  const root = page({ page: "div", clock: "div", past: "select" });
  const moments = [];
  const shown = view([], { clock: { ...clock, ...moreClock }, campaign: { name: "Toy" }, moments, ...more });
  for (const side of shown.sides) Object.assign(side, { fill: "#fff", ink: "#000", line: "#111" });
  new ClockBar(() => {}).show(shown, at);
  return root;
}

test("the clock says the day, the phase and whose it is; of one day alone only the turn; at the end that it is over", () => {
  const day = (more, moreClock) => texts(clockOf(more, moreClock), ".clock-day")[0];
  assert.equal(day(), "Day 2 of 4 17 DecTurn 1MovementRed");
  assert.equal(day({}, { side: "" }), "Day 2 of 4 17 DecTurn 1Movement");
  assert.equal(day({ ended: true }, { day: 5 }), "Day 5 17 DecTurn 1It is over");
  assert.equal(day({}, { day: 4 }), "Day 4 of 4 17 DecTurn 1MovementRed");
  assert.equal(day({}, { day: 1, days: 1 }), "Turn 1 17 DecMovementRed");
  assert.equal(day({}, { day: 1 }), "Day 1 of 4 17 DecTurn 1MovementRed");
  assert.equal(day({}, { day: 1, days: 1, last_turn: 15 }), "Turn 1 of 15 17 DecMovementRed");
  assert.equal(day({}, { last_turn: 4 }), "Day 2 of 4 17 DecTurn 1 of 4MovementRed");
  assert.equal(day({ ended: true }, { last_turn: 4 }), "Day 2 of 4 17 DecTurn 1It is over");
  assert.equal(clockOf().title, "Day 2, turn 1 · Toy");
  assert.equal(clockOf({}, { day: 1, days: 1 }).title, "turn 1 · Toy");
});

test("the clock says light and weather, and what comes tomorrow where it is known", () => {
  const parts = (moreClock) => texts(clockOf({}, moreClock), ".clock-part");
  assert.deepEqual(parts({}), ["Sunrise and sunset: 7:10–16:50new moon", "Weather: Fog"]);
  assert.deepEqual(parts({ weather: "", forecast: "heavy_snow", sun: { ...sun, set: null, light: "polar night" } }), [
    ...["Sunrise and sunset: polar nightnew moon", "Weather: Not knowntomorrow heavy snow"],
  ]);
});

test("moments are listed by day, the last first; an entry that is none of them is put before them", () => {
  const moment = (at, day) => ({ at, day, turn: "turn 1", phase: "Night: movement", night: true });
  const moments = [moment(3, 1), moment(5, 1), moment(9, 2)];
  const past = (at) => clockOf({ moments }, {}, at).getElementById("past");
  assert.deepEqual(
    texts(past(null), "optgroup option"),
    Array(3)
      .fill(0)
      .map((_, n) => `Day ${n ? 1 : 2}, turn 1: Movement`),
  );
  assert.deepEqual(
    past(null)
      .querySelectorAll("option")
      .map(({ value }) => value),
    ["", "9", "5", "3"],
  );
  assert.equal(past(null).value, "");
  assert.equal(past(5).value, "5");
  assert.equal(past(5).querySelectorAll("option").length, 4);
  assert.deepEqual([past(4).value, texts(past(4), "option")[0]], ["4", "after entry 4"]);
});

const then = { day: 1, turn: "turn 1", phase: "Movement" };
const line = (text, more = {}) => ({ text, kind: "Moved", quiet: false, units: [], clock: then, ...more });

function diary(entries, more = {}, part = {}) {
  const root = page({
      log: "div",
      "tab-log": "button",
      "log-day": "select",
      "log-unit": "input",
      "log-all": "input",
      "log-find": "input",
      "log-list": "div",
    }),
    did = [];
  root.getElementById("log-unit").checked = root.getElementById("log-all").checked = false;
  const needs = { selected: () => "a", known: (id) => (id === "a" ? "A" : null), choose: (id) => did.push(id) };
  const log = new Diary({ ...needs, lookAt: (at) => did.push(at), ...more });
  log.add({ last: 9, first: 1, cut: 0, entries, whole: true, ...part });
  return { log, root, did, list: root.getElementById("log-list") };
}

test("the log is shown the last first, under its days; dice, paragraphs and units stand apart", () => {
  const entries = [
    { at: 3, counts: true, clock: then, lines: [line("a marches", { units: ["a"] })] },
    {
      at: 0,
      counts: false,
      clock: { ...then, day: 2 },
      lines: [line("b fires [3 4] hits (ZN 4.1)", { clock: { ...then, day: 2 } })],
    },
  ];
  const { list, did, root, log } = diary(entries);
  assert.deepEqual(texts(list, "h4"), ["Day 2, turn 1 · Movement", "Day 1, turn 1 · Movement"]);
  assert.deepEqual(texts(list, "article"), ["taken backb fires 34 hits ZN 4.1", "#3a marches ◎"]);
  assert.deepEqual([texts(list, ".die"), texts(list, ".rule")], [["3", "4"], ["ZN 4.1"]]);
  assert.deepEqual(
    list.querySelectorAll("article").map(({ className }) => className),
    ["entry undone", "entry"],
  );
  click(buttonOf(list, "#3"));
  click(buttonOf(list, "◎"));
  assert.deepEqual(did, [3, "a"]);
  assert.deepEqual(texts(root, "#log-day option"), ["all days", "day 2", "day 1"]);
  root.getElementById("log-day").value = "1";
  happens(root.getElementById("log-day"), "change");
  assert.deepEqual(texts(list, "article"), ["#3a marches ◎"]);
  log.add({ last: 10, first: 10, cut: 0, entries: [], whole: false });
  assert.equal(root.getElementById("log-day").value, "1", "the chosen day stays chosen");
  log.add({ last: 11, first: 1, cut: 0, entries: [], whole: true });
  assert.equal(list.textContent, "Nothing here.");
});

test("a long log is shown to its beginning: part by part, or whole for who searches it", async () => {
  const parts = {
      5: { last: 9, first: 3, cut: 2, entries: [{ at: 3, counts: true, clock: then, lines: [line("three")] }] },
      3: { last: 9, first: 1, cut: 0, entries: [{ at: 1, counts: true, clock: then, lines: [line("one two")] }] },
    },
    asked = [],
    later = () => new Promise((next) => setTimeout(next, 5));
  const earlier = async (before) => {
    asked.push(before);
    return parts[before];
  };
  const entries = [{ at: 5, counts: true, clock: { ...then, day: 2 }, lines: [line("five")] }];
  const { list, root } = diary(entries, { earlier }, { first: 5, cut: 4 });
  assert.deepEqual(texts(root, "#log-day option"), ["all days", "day 2", "day 1"]);
  click(buttonOf(list, "Show earlier entries (4 more)"));
  await later();
  assert.deepEqual([texts(list, "article"), asked], [["#5five", "#3three"], [5]]);
  root.getElementById("log-find").value = "Two ONE";
  happens(root.getElementById("log-find"), "input");
  await later();
  assert.deepEqual([texts(list, "article"), asked, texts(list, ".earlier")], [["#1one two"], [5, 3], []]);
});

test("a log that is not in sight is not drawn; of entries only who may look at them has the way back", () => {
  const entries = [{ at: 3, counts: true, clock: then, lines: [line("a marches"), line("hush", { quiet: true })] }];
  const { list, root, log } = diary(entries, { lookAt: null });
  assert.deepEqual(texts(list, "article"), ["a marches"]);
  root.getElementById("log-all").checked = true;
  log.draw();
  assert.deepEqual(texts(list, "article"), ["a marcheshush"]);
  root.getElementById("log-unit").checked = true;
  happens(root.getElementById("log-unit"), "change");
  assert.equal(list.textContent, "Nothing here.");
  root.getElementById("log").hidden = true;
  root.getElementById("log-unit").checked = false;
  log.draw();
  assert.equal(list.textContent, "Nothing here.");
  root.getElementById("log").hidden = false;
  click(root.getElementById("tab-log"));
  assert.deepEqual(texts(list, "article"), ["a marcheshush"]);
});
