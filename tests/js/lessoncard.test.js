// The card of a lesson: which step it shows, what it marks on the map, what its buttons do, and what the browser keeps.

import assert from "node:assert/strict";
import test from "node:test";

import { promised } from "./made.js";
import { buttonOf, click, happens, html, made, page, settled } from "./page.js";

const { LessonCard } = await import("../../webui/static/page/lesson.js");

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
};
const step = (title, more = {}) => ({
  title,
  text: `Do *${title}*.`,
  units: [],
  hexes: [],
  press: "",
  done: false,
  ...more,
});

function lesson(steps, { note = "", before = null } = {}) {
  kept.clear();
  if (before !== null) kept.set("lesson", before);
  const parts = ["lesson-at", "lesson-step", "lesson-acts"].map((name) => made("div", { class: name })),
    box = made("details", {}, ...parts);
  box.open = true;
  const root = page({ lesson: box, next: "button", undo: "button" });
  const done = [],
    say = [],
    answers = [{ steps, note }];
  const card = new LessonCard({
    ...{ box, key: "lesson", guard: (work) => work(), ask: async () => answers.at(-1) },
    mark: (hexes) => done.push(hexes.join()),
    goTo: (one) => done.push(`go to ${one.title}`),
    say: (words) => say.push(words),
  });
  const [at, text, acts] = parts;
  const wanted = () => ["next", "undo"].filter((id) => root.getElementById(id).classList.contains("wanted"));
  return { card, box, root, done, say, answers, at, text, acts, wanted };
}

test("the step that comes next is shown with its number, said, and marked on the map", async () => {
  const { card, at, text, say, done } = lesson([step("one", { done: true }), step("two", { hexes: ["0203", "0204"] })]);
  await card.refresh();
  assert.equal(html(at), "<div.lesson-at><span.soft>Step 2 of 2</span> two</div>");
  assert.equal(html(text), "<div.lesson-step><p>Do <strong>two</strong>.</p></div>");
  assert.deepEqual(say, ["Step 2 of 2: two"]);
  assert.deepEqual(done, ["0203,0204"]);
});

test("a button that a step wants is marked, and no more when the step is done or the card is shut", async () => {
  const { card, box, wanted, done, answers } = lesson([step("one", { press: "undo", hexes: ["0101"] })]);
  await card.refresh();
  assert.deepEqual(wanted(), ["undo"]);
  box.open = false;
  happens(box, "toggle");
  assert.deepEqual([wanted(), done.at(-1)], [[], ""]);
  box.open = true;
  happens(box, "toggle");
  assert.deepEqual([wanted(), done.at(-1)], [["undo"], "0101"]);
  answers.push({ steps: [step("one", { press: "undo", hexes: ["0101"], done: true })], note: "" });
  await card.refresh();
  assert.deepEqual([wanted(), done.at(-1)], [[], ""]);
});

test("before there are any steps a toggle marks nothing", () => {
  const { box, done } = lesson([]);
  happens(box, "toggle");
  assert.deepEqual(done, [""]);
});

const buttons = (acts) =>
  acts.querySelectorAll("button").map((one) => `${one.textContent}${one.disabled ? " off" : ""}`);

test("one may look at other steps; they are not said, and what is done is ticked", async () => {
  const steps = [step("one", { done: true }), step("two", { units: ["a"] }), step("three")];
  const { card, at, acts, say, done } = lesson(steps);
  await card.refresh();
  assert.deepEqual(buttons(acts), ["‹", "Show me", "›"]);
  click(buttonOf(acts, "Show me"));
  assert.equal(done.at(-1), "go to two");
  click(buttonOf(acts, "‹"));
  assert.match(html(at), /Step 1 of 3/);
  assert.deepEqual(buttons(acts), ["‹ off", "›"]);
  assert.match(html(acts), /<span.lesson-done>✓ done<\/span>/);
  click(buttonOf(acts, "‹"));
  assert.match(html(at), /Step 1 of 3/, "there is none before the first");
  click(buttonOf(acts, "›"));
  assert.match(html(at), /Step 2 of 3/);
  assert.deepEqual(say, ["Step 2 of 3: two", "Step 2 of 3: two"], "back at the step that comes next it is said again");
  click(buttonOf(acts, "›"));
  assert.match(html(at), /Step 3 of 3/);
  assert.deepEqual(buttons(acts), ["‹", "› off"]);
  click(buttonOf(acts, "›"));
  assert.match(html(at), /Step 3 of 3/);
});

test("what is looked at stays when the same step comes next still, and gives way when another does", async () => {
  const { card, at, acts, answers } = lesson([step("one"), step("two"), step("three")]);
  await card.refresh();
  click(buttonOf(acts, "›"));
  await card.refresh();
  assert.match(html(at), /Step 2 of 3/);
  click(buttonOf(acts, "›"));
  answers.push({ steps: [step("one", { done: true }), step("two"), step("three")], note: "" });
  await card.refresh();
  assert.match(html(at), /Step 2 of 3/);
});

test("a step that is only read goes on by a button, and is kept; the last one does not", async () => {
  const { card, at, acts } = lesson([step("one", { done: null }), step("two", { done: null })]);
  await card.refresh();
  assert.deepEqual(buttons(acts), ["‹ off", "Go on"]);
  click(buttonOf(acts, "Go on"));
  assert.match(html(at), /Step 2 of 2/);
  assert.equal(kept.get("lesson"), "[0]");
  assert.deepEqual(buttons(acts), ["‹", "› off"]);
  click(buttonOf(acts, "‹"));
  assert.deepEqual(buttons(acts), ["‹ off", "›"], "what was read is not read again");
});

test("what this browser kept is read; what is broken, or no number, is as nothing", async () => {
  for (const [before, step_] of [
    ["[0]", 2],
    ['["0"]', 1],
    ["{", 1],
    ['{"length": 1}', 1],
    [null, 1],
  ]) {
    const { card, at } = lesson([step("one", { done: null }), step("two")], { before });
    await card.refresh();
    assert.match(html(at), new RegExp(`Step ${step_} of 2`), String(before));
  }
});

test("where nothing can be kept the lesson goes on all the same", async () => {
  const { card, at, acts } = lesson([step("one", { done: null }), step("two")]);
  await card.refresh();
  const keep = localStorage.setItem;
  localStorage.setItem = () => {
    throw new Error("no room");
  };
  click(buttonOf(acts, "Go on"));
  localStorage.setItem = keep;
  assert.match(html(at), /Step 2 of 2/);
});

test("a lesson that cannot be followed says why; without a word of it the card is not there", async () => {
  const { card, box, at, text } = lesson([], { note: "The campaign has gone on." });
  await card.refresh();
  assert.deepEqual([box.hidden, html(at)], [false, "<div.lesson-at>Lesson</div>"]);
  assert.equal(html(text), "<div.lesson-step><p>The campaign has gone on.</p></div>");
  const silent = lesson([]);
  await silent.card.refresh();
  assert.equal(silent.box.hidden, true);
});

test("an answer that a newer one has overtaken is not shown", async () => {
  const { card, at } = lesson([]),
    [slow, quick] = [promised(), promised()],
    asked = [slow, quick];
  card.needs.ask = () => asked.shift().promise;
  void card.refresh();
  void card.refresh();
  quick.resolve({ steps: [step("new")], note: "" });
  slow.resolve({ steps: [step("old")], note: "" });
  await settled();
  assert.match(html(at), /new/);
});
