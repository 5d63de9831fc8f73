// The page where a command's orders are written: what is kept on the device, what is sent, and what is said of it.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { day, KEY, sheet, waited } from "./daypage.js";
import { click, happens, html } from "./page.js";

test.beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
test.afterEach(() => mock.timers.reset());
const refusal = (rule, why) => [409, { error: { rule, why, remedy: "" } }];

test("what is written is kept on this device at once, and sent three seconds after the last letter", async () => {
  const { write, sent, said, at } = await day();
  write("a to b");
  assert.equal(said(), "Not sent yet; kept on this device.");
  assert.match(localStorage.getItem(KEY), /a to b/);
  await waited(2999);
  write("a to bc");
  await waited(2999);
  assert.deepEqual(sent, []);
  await waited(1);
  const [{ do: what, text, version, turn, send_id: id, share }] = sent;
  assert.deepEqual([what, text, version, turn, share], ["save", "a to bc", 1, "1.2", undefined]);
  assert.match(id, /^[0-9a-f]{24}$/);
  assert.deepEqual([said(), localStorage.getItem(KEY)], ["Kept.", null]);
  assert.deepEqual([at("seal").textContent, at("seal").className], ["a draft", "seal a-draft"]);
  assert.equal(sent.length, 1);
});

test("what is as the server has it is not sent; the version that it gave goes with what is sent next", async () => {
  const { write, sent, said } = await day({ text: "a", answers: [sheet(5)] });
  write("a");
  await waited(3000);
  assert.deepEqual([sent.length, said()], [0, "Kept."]);
  write("b");
  await waited(3000);
  write("c");
  await waited(3000);
  assert.deepEqual(
    sent.map(({ version }) => version),
    [1, 5],
  );
});

test("what is written while a draft is on its way stays on the device, and is sent after it", async () => {
  const { write, sent, area } = await day();
  write("one");
  mock.timers.tick(3000);
  area.value = "two";
  await waited(0);
  assert.match(localStorage.getItem(KEY), /one/);
  await waited(3000);
  assert.deepEqual(
    sent.map(({ text }) => text),
    ["one", "two"],
  );
});

test("without the server it stays on the device, that is said, and it is tried again", async () => {
  const { write, sent, said, line } = await day({ answers: ["away", "away", "away"] });
  write("a");
  await waited(3000);
  await waited(600);
  await waited(600);
  await waited(600);
  assert.equal(said(), "Not sent yet; kept on this device.");
  assert.equal(line.hidden, false);
  const tries = sent.length;
  await waited(5000);
  assert.equal(sent.length, tries + 1);
  assert.deepEqual([said(), line.hidden], ["Kept.", true]);
});

test("what the server refuses is said, and not tried again by itself", async () => {
  const { write, sent, said, line } = await day({ answers: [refusal("size", "too long")] });
  write("a");
  await waited(3000);
  assert.equal(said(), "Not kept on the server: too long");
  assert.equal(line.hidden, true);
  await waited(20_000);
  assert.equal(sent.length, 1);
});

test("what somebody else wrote meanwhile is shown beside, and what is sent next takes its place", async () => {
  const { write, sent, at, area } = await day({ answers: [refusal("version", "another was kept"), sheet(4)] });
  write("mine");
  await waited(3000);
  assert.equal(sent[1], "/c/one/us/day.json");
  assert.deepEqual([at("other-text").hidden, at("other-kept").textContent], [false, "theirs"]);
  assert.match(at("other-why").textContent, /^Version 4 was written elsewhere/);
  assert.equal(area.value, "mine");
  write("mine still");
  await waited(3000);
  assert.equal(sent[2].version, 4);
  assert.equal(globalThis.location.loaded, 0);
});

test("a sheet that was sealed elsewhere is shown as it is", async () => {
  const { write } = await day({ answers: [refusal("version", "sealed"), sheet(4, { state: "sealed" })] });
  write("mine");
  await waited(3000);
  assert.equal(globalThis.location.loaded, 1);
});

test("the text beside may be taken, which is sent, or let go", async () => {
  const meet = async () => {
    const one = await day({ answers: [refusal("version", "another"), sheet(4)] });
    one.write("mine");
    await waited(3000);
    return one;
  };
  const taken = await meet();
  click(taken.at("take-other"));
  assert.deepEqual([taken.area.value, taken.at("other-text").hidden], ["theirs", true]);
  assert.equal(globalThis.document.activeElement, taken.area);
  assert.equal(taken.said(), "Not sent yet; kept on this device.");
  const let_ = await meet();
  click(let_.at("drop-other"));
  assert.deepEqual([let_.area.value, let_.at("other-text").hidden], ["mine", true]);
  assert.equal(globalThis.document.activeElement, let_.area);
  assert.match(localStorage.getItem(KEY), /mine/, "one's own, which was not sent, is kept");
  let_.area.value = "theirs";
  click(let_.at("drop-other"));
  assert.equal(localStorage.getItem(KEY), null, "what the server has need not be");
});

const draft = (text, version = 1) => ({ [KEY]: JSON.stringify({ text, version }) });

test("what was written without the server comes back when the page is opened, and is sent at once", async () => {
  const { area, said, sent } = await day({ text: "old", kept: draft("newer") });
  assert.deepEqual([area.value, said()], ["newer", "What you wrote here without the server is back."]);
  await waited(0);
  assert.equal(sent[0].text, "newer");
});

test("what the device has is forgotten if the server has the same", async () => {
  const { area, sent } = await day({ text: "same", kept: draft("same") });
  await waited(5000);
  assert.deepEqual([area.value, sent, localStorage.getItem(KEY)], ["same", [], null]);
});

test("what was written on another version, or before it was sealed, is shown beside and not sent", async () => {
  const { area, at, sent } = await day({ text: "sealed", state: "sealed", kept: draft("mine") });
  await waited(5000);
  assert.deepEqual(
    [area.value, at("other-kept").textContent, at("other-text").hidden, sent],
    ["sealed", "mine", false, []],
  );
  assert.equal(at("other-why").textContent, "It was written on this device, and never reached the server.");
});

test("what was written for a turn that was closed is shown with its turn, and is forgotten when it is taken or let go", async () => {
  const old = KEY.replace("1.2", "1.1");
  const open = () => day({ text: "now", kept: { [old]: JSON.stringify({ text: "late", version: 1 }) } });
  const { at } = await open();
  assert.deepEqual([at("other-kept").textContent, at("other-text").hidden], ["late", false]);
  assert.match(
    at("other-why").textContent,
    /for day 1, turn 1, and never reached the server before that turn was closed/,
  );
  click(at("take-other"));
  assert.equal(localStorage.getItem(old), null);
  const again = await open();
  click(again.at("drop-other"));
  assert.equal(localStorage.getItem(old), null);
  const none = await day({ text: "now" });
  assert.equal(none.at("other-text").hidden, true);
});

const LINES = [
  {
    ...{ text: "a to b", state: "sound", mark: "ok", understood: "a marches", words: ["w"], assumed: ["today"] },
    why: "",
    choices: [],
  },
  {
    ...{ text: "x", state: "ask", mark: "?", understood: "", words: [], assumed: [] },
    why: "which?",
    choices: ["X1", "X2"],
  },
];

test("to check shows what becomes of each line, and keeps nothing on the server", async () => {
  const { submit, at, sent, said } = await day({ text: "a to b", answers: [{ ...sheet(), lines: LINES }] });
  await submit("check");
  assert.equal(sent[0].do, "check");
  assert.equal(at("verdict-part").hidden, false);
  assert.equal(
    html(at("verdicts")),
    "<p><ol.verdicts><li.sound><p><b>a to b</b> <span.mark>ok</span></p><p>a marches</p><p.soft>w</p><p.soft>assumed: today</p></li>" +
      "<li.ask><p><b>x</b> <span.mark>?</span></p><p.bad>which?</p><p.soft>Did you mean X1 or X2?</p></li></ol></p>",
  );
  assert.equal(said(), "");
  await submit("check");
  assert.equal(at("verdict-part").hidden, true, "no lines, no verdicts");
});

test("a press on save sends at once, with nothing sent after it", async () => {
  const { submit, area, sent, said, write } = await day();
  write("a");
  await submit("save");
  assert.deepEqual([sent.length, sent[0].do, said()], [1, "save", "Kept."]);
  await waited(5000);
  assert.equal(sent.length, 1);
  assert.equal(area.value, "a");
});

test("to seal sends the share if there is one, and loads the page again; nothing stays on the device", async () => {
  const { submit, sent } = await day({ text: "a", share: "0f" });
  await submit("seal");
  assert.deepEqual(
    [sent[0].do, sent[0].share, globalThis.location.loaded, localStorage.getItem(KEY)],
    ["seal", "0f", 1, null],
  );
  const bare = await day({ text: "a" });
  await bare.submit("seal");
  assert.equal(bare.sent[0].share, "");
});

test("what cannot be sealed says so, and what was written is kept on the device", async () => {
  const { submit, said } = await day({ text: "a", answers: [refusal("ask", "line 1 is not clear")] });
  await submit("seal");
  assert.equal(said(), "Not sealed: line 1 is not clear");
  assert.match(localStorage.getItem(KEY), /"a"/);
  assert.equal(globalThis.location.loaded, 0);
  const save = await day({ text: "a", answers: [refusal("size", "too long")] });
  await save.submit("save");
  assert.equal(save.said(), "Not kept on the server: too long");
});

test("a form that is sent by a key is checked", async () => {
  const { form, sent } = await day({ text: "a" });
  assert.equal(happens(form, "submit", { submitter: null }).stopped, 1);
  await waited(0);
  assert.equal(sent[0].do, "check");
});
