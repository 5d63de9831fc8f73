// The box for orders in one's own words: what is made of each line, what is given, and what stays to be mended.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, html, page, settled, texts } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { SpokenBox } = await import("../../webui/static/page/orders/spokenbox.js");

const SIDES = ["Red", "Blue"].map((name) => ({ key: name.toLowerCase(), name }));
const line = (number, state, more = {}) => ({
  ...{
    number,
    state,
    text: `line ${number}`,
    understood: "",
    why: "",
    asked: "",
    choices: [],
    outcomes: [],
    assumed: [],
  },
  ...more,
});
const counts = (lines) =>
  Object.fromEntries(
    ["sound", "doubt", "refused", "ask", "note"].map((key) => [key, lines.filter(({ state }) => state === key).length]),
  );
const outcome = (more = {}) => ({
  name: "1/110",
  stand: "a",
  state: "now",
  path: [],
  rule: "",
  words: "goes",
  ...more,
});

/** A box on a page; `answers` are what the server makes of what is asked, one after another. */
function box(...answers) {
  page({});
  const done = [];
  const next = async (name, body) => {
    done.push([name, body]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const made = new SpokenBox({
    read: next,
    sheet: (file) => next("sheet", file),
    send: next,
    showPath: (path) => done.push(["path", path]),
    choose: (stand) => done.push(["choose", stand]),
    say: (words) => done.push(["say", words]),
  });
  globalThis.document.body.append(made.box);
  return { made, done, shown: () => html(made.lines), take: () => done.splice(0) };
}

/** A box in which these lines were read. */
async function read(lines, ...answers) {
  const one = box({ lines, count: counts(lines) }, ...answers);
  one.made.text.value = lines.map(({ text }) => text).join("\n");
  click(buttonOf(one.made.box, "Read"));
  await settled();
  return one;
}

test("the box is there for who may order; whose orders they are is asked where there are several sides", () => {
  const { made } = box();
  made.show(SIDES, true);
  assert.deepEqual([made.box.hidden, made.side.hidden], [false, false]);
  assert.deepEqual(texts(made.side, "option"), ["all sides", "Red", "Blue"]);
  made.side.value = "blue";
  made.show(SIDES, true);
  assert.deepEqual(
    made.side.querySelectorAll("option").map((one) => one.getAttribute("selected")),
    [null, null, ""],
    "who was chosen stays chosen",
  );
  made.show(SIDES.slice(0, 1), false);
  assert.deepEqual([made.box.hidden, made.side.hidden], [true, true]);
});

test("nothing is asked of an empty text; what is written is read for the side that is chosen", async () => {
  const { made, take } = box({ lines: [], count: counts([]) });
  made.text.value = " \n ";
  click(buttonOf(made.box, "Read"));
  await settled();
  assert.deepEqual(take(), [["path", null]]);
  made.show(SIDES, true);
  made.side.value = "blue";
  made.text.value = "a to b";
  click(buttonOf(made.box, "Read"));
  await settled();
  assert.deepEqual(take(), [
    ["path", null],
    ["spoken.json", { text: "a to b", side: "blue" }],
    ["say", "0 lines are sound, 0 not."],
  ]);
});

test("each line says how it was understood, and what is wrong with it", async () => {
  const { shown, done } = await read([
    line(1, "sound", { understood: "a marches" }),
    line(2, "refused", { why: "too far" }),
    line(3, "note", { why: "a remark" }),
    line(4, "ask", { why: "which?", assumed: ["today", "on foot"] }),
  ]);
  const [rows, acts] = [/<ul>(.*)<\/ul>/.exec(shown())[1], /<p.spoken-acts>(.*)<\/p>/.exec(shown())[1]];
  assert.equal(
    rows,
    "<li.spoken-line.sound><span.tag.good>ok</span><span.spoken-said>line 1</span><p>a marches</p></li>" +
      "<li.spoken-line.refused><span.tag.bad>no</span><span.spoken-said>line 2</span><p.ask>too far</p></li>" +
      "<li.spoken-line.note><span.tag.soft>note</span><span.spoken-said>line 3</span><p.soft>a remark</p></li>" +
      "<li.spoken-line.ask><span.tag.warn>?</span><span.spoken-said>line 4</span><p.ask>which?</p>" +
      "<p.soft>today</p><p.soft>on foot</p></li>",
  );
  assert.equal(acts, "<button.primary>Give the 1 sound line</button><span.soft>2 lines will not be given.</span>");
  assert.deepEqual(done.at(-1), ["say", "1 line is sound, 2 not."]);
});

test("where all is sound all is given; where nothing is, nothing can be", async () => {
  const sound = await read([line(1, "sound"), line(2, "note")]);
  assert.equal(buttonOf(sound.made.lines, "Give all").disabled, undefined);
  assert.deepEqual(sound.done.at(-1), ["say", "1 line is sound, 0 not."]);
  assert.doesNotMatch(sound.shown(), /will not be given/);
  const bad = await read([line(1, "refused")]);
  assert.equal(buttonOf(bad.made.lines, "Give the 0 sound lines").disabled, true);
});

test("what a unit does shows its way, or the unit where it has none; who is no unit has no button", async () => {
  const outcomes = [
    outcome({ path: [3, 4], rule: "Z 3.1" }),
    outcome({ name: "2/110", stand: "b", path: [3], state: "later", rule: "day" }),
    outcome({ name: "all", stand: "" }),
  ];
  const { shown, made, take } = await read([line(1, "sound", { outcomes })]);
  assert.ok(
    shown().includes(
      "<ul.spoken-units><li.now><button.link>1/110</button>: <span.rule>Z 3.1</span> goes</li>" +
        "<li.later><button.link>2/110</button>:  goes</li><li.now>all:  goes</li></ul>",
    ),
  );
  take();
  const [way, unit] = ["1/110", "2/110"].map((name) => buttonOf(made.lines, name));
  assert.deepEqual([way.title, unit.title], ["Show its way", "Show the unit"]);
  click(way);
  click(unit);
  assert.deepEqual(take(), [
    ["path", [3, 4]],
    ["choose", "b"],
  ]);
});

test("six units are listed, more are folded away", async () => {
  const units = async (many) => {
    const { made } = await read([line(1, "sound", { outcomes: Array(many).fill(outcome()) })]);
    return [made.lines.querySelectorAll("details.spoken-units").length, made.lines.querySelectorAll("li.now").length];
  };
  assert.deepEqual(await units(6), [0, 6]);
  assert.deepEqual(await units(7), [1, 7]);
  const { made } = await read([line(1, "sound", { outcomes: Array(7).fill(outcome()) })]);
  assert.deepEqual(texts(made.lines, "summary"), ["7 units"]);
});

test("what a word may have meant is written in its place by a click, accents or not, and read again", async () => {
  const asked = line(2, "ask", {
    text: "b to Vianden or so",
    asked: "vianden",
    choices: ["Vianden (town)", "Viandén"],
  });
  const { made, take } = await read([line(1, "sound"), { ...asked, text: "b to VIANDEN or so" }], {
    lines: [],
    count: counts([]),
  });
  take();
  click(buttonOf(made.lines, "Vianden (town)"));
  await settled();
  assert.equal(made.text.value, "line 1\nb to Vianden (town) or so");
  assert.deepEqual(take()[1], ["spoken.json", { text: made.text.value, side: "" }]);
  const gone = await read([{ ...asked, number: 1, text: "b elsewhere" }]);
  gone.take();
  click(buttonOf(gone.made.lines, "Viandén"));
  await settled();
  assert.deepEqual(
    [gone.made.text.value, gone.take()],
    ["b elsewhere", []],
    "a word that is not there any more is not replaced",
  );
  const none = await read([line(1, "ask", { asked: "x" }), line(2, "ask", { choices: ["y"] })]);
  assert.equal(none.made.lines.querySelectorAll("p.acts").length, 0);
});

test("at the beginning of a line a word is replaced too, and none of it is lost", async () => {
  const asked = line(1, "ask", { text: "Ost goes", asked: "ost", choices: ["Osten"] });
  const { made } = await read([asked], { lines: [], count: counts([]) });
  click(buttonOf(made.lines, "Osten"));
  await settled();
  assert.equal(made.text.value, "Osten goes");
});

test("a line in doubt is given if it is ticked, and then no more said to be left out", async () => {
  const { made, take, done } = await read([line(1, "sound"), line(2, "doubt"), line(3, "doubt"), line(4, "refused")], {
    ok: 1,
  });
  const tick = (n) => happens(made.lines.querySelectorAll("input")[n], "change");
  const ticked = () => made.lines.querySelectorAll("input").map((one) => one.checked === true);
  assert.deepEqual(ticked(), [false, false]);
  tick(0);
  assert.deepEqual(ticked(), [true, false]);
  assert.deepEqual(done.at(-1), ["say", "1 line is sound, 2 not."]);
  tick(1);
  tick(0);
  assert.deepEqual(ticked(), [false, true]);
  take();
  click(buttonOf(made.lines, "Give the 2 sound lines"));
  await settled();
  const [[name, body]] = take();
  assert.deepEqual([name, body.lines, body.doubted], ["spoken", [1], [3]]);
  assert.equal(made.text.value, "line 2\nline 4", "what was not given stays to be mended");
  assert.equal(html(made.lines), "<div.spoken-lines><p.note.good>2 lines were given.</p></div>");
  assert.deepEqual(done.length, 0);
});

test("what was given goes out of the box with its remarks, and is said", async () => {
  const { made, take } = await read([line(1, "sound"), line(2, "note")], { ok: 1 });
  take();
  click(buttonOf(made.lines, "Give all"));
  await settled();
  assert.deepEqual(take().slice(1), [
    ["path", null],
    ["say", "1 line was given."],
  ]);
  assert.equal(made.text.value, "");
});

test("a refusal of what was given is told, and the text stays; while something else is sent nothing happens", async () => {
  const refused = new Fault(409, { rule: "Z 3", why: "too late" });
  const { made, shown } = await read([line(1, "sound")], null);
  const before = shown();
  click(buttonOf(made.lines, "Give all"));
  await settled();
  assert.equal(shown(), before);
  const late = await read([line(1, "sound")]);
  late.made.send = async () => refused;
  click(buttonOf(late.made.lines, "Give all"));
  await settled();
  assert.equal(late.shown(), "<div.spoken-lines><p.note.bad><span.rule>Z 3</span> too late</p></div>");
  assert.equal(late.made.text.value, "line 1");
});

test("what cannot be read is said, and what was read before is forgotten as soon as the text is another", async () => {
  const refusing = box(new Fault(400, { why: "too long" }));
  refusing.made.text.value = "x";
  click(buttonOf(refusing.made.box, "Read"));
  await settled();
  assert.equal(refusing.shown(), "<div.spoken-lines><p.note.bad> too long</p></div>");
  for (const change of [
    ({ text }) => happens(text, "input"),
    ({ side }) => happens(side, "change"),
    (made) => made.show([], true),
  ]) {
    const { made, shown, take } = await read([line(1, "doubt")]);
    happens(made.lines.querySelector("input"), "change");
    take();
    change(made);
    assert.equal(shown(), "<div.spoken-lines></div>");
    assert.deepEqual(take(), [["path", null]]);
    assert.equal(made.doubted.size, 0);
  }
  const fresh = box();
  fresh.made.show([], true);
  assert.deepEqual(fresh.take(), [], "nothing was read, so nothing is forgotten");
});

test("a filled sheet is read as if it were pasted, and may be chosen again", async () => {
  const { made, take, shown } = box(
    { text: "a to b" },
    { lines: [line(1, "sound")], count: counts([line(1, "sound")]) },
  );
  const choose = async (files) => {
    made.file.files = files;
    made.file.value = "sheet.csv";
    happens(made.file, "change");
    await settled();
  };
  await choose([]);
  assert.deepEqual([take(), made.file.value], [[], "sheet.csv"]);
  await choose(["the file"]);
  assert.deepEqual(take()[0], ["sheet", "the file"]);
  assert.equal(made.text.value, "a to b");
  assert.match(shown(), /line 1/);
  assert.equal(made.file.value, "");
  const bad = box(new Fault(400, { why: "no orders in it" }));
  bad.made.file.files = ["x"];
  happens(bad.made.file, "change");
  await settled();
  assert.equal(bad.shown(), "<div.spoken-lines><p.note.bad> no orders in it</p></div>");
});
