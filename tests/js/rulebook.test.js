// The desk where rules are written: when the text is looked at, what is kept, and what is told of it.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, html, settled, texts } from "./page.js";
import { desk, looked, refusal, row } from "./rulesdesk.js";

test("the text is looked at when the desk opens: its lines are numbered, and its sheet laid out", async () => {
  const { at, sent } = await desk("a\nb");
  assert.deepEqual(
    sent,
    ["/r/cards", ["/r/look", "a\nb"]].sort((a) => (Array.isArray(a) ? 1 : -1)),
  );
  assert.equal(html(at("numbers")), "<div>1\n2\n</div>");
  assert.equal(at("faults-title").textContent, "No faults");
  assert.equal(html(at("faults")), "<div><p.well>Sound: it plays as it stands</p></div>");
  assert.match(html(at("sheet")), /<b>Ours<\/b>/);
  assert.deepEqual([at("sheet-title").textContent, at("sheet").classList.contains("old")], ["Sheet", false]);
  assert.equal(at("book").dataset.looked, "1");
});

test("a text is looked at 0.4 seconds after the last key; an answer of before that key is not shown", async () => {
  let come;
  const slow = looked({ faults: [row(1, "old")], wait: new Promise((done) => (come = done)) });
  const { write, after, sent, at, said } = await desk("a", {
    look: [looked(), slow, looked({ faults: [row(2, "new")] })],
  });
  sent.length = 0;
  write("b");
  assert.equal(said(), "Not kept yet");
  await after(399);
  write("bb");
  await after(399);
  assert.deepEqual(sent, []);
  await after(1);
  write("b\nc");
  await after(400);
  come();
  await settled();
  assert.deepEqual(sent, [
    ["/r/look", "bb"],
    ["/r/look", "b\nc"],
  ]);
  assert.deepEqual(texts(at("faults"), "li"), ["Line 2: new"]);
  assert.equal(html(at("numbers")), "<div>1\n<b>2</b>\n</div>");
  write("a");
  assert.equal(said(), "", "what is as it was kept is said to be nothing");
});

test("faults are counted with those that are not listed; a press on a line goes there; the sheet stays, as it was", async () => {
  const { at, area, write, after } = await desk("a\nb\nc\nd\ne\nf", {
    look: [looked(), looked({ faults: [row(6)], more: 3, sheet: null })],
  });
  write("a\nb\nc\nd\ne\nff");
  await after(400);
  assert.equal(at("faults-title").textContent, "4 faults");
  assert.match(html(at("sheet")), /<b>Ours<\/b>/);
  assert.deepEqual(
    [at("sheet").classList.contains("old"), at("sheet-title").textContent],
    [true, "Sheet, as it was when nothing was wrong"],
  );
  click(buttonOf(at("faults"), "Line 6"));
  assert.deepEqual([area.range, area.scrollTop, globalThis.document.activeElement], [[10, 12], 40, area]);
  const never = await desk("a", { look: [looked({ faults: [row(1)], sheet: null })] });
  assert.equal(html(never.at("sheet")), "<div.old><p.soft>The sheet is laid out once nothing is wrong.</p></div>");
  click(buttonOf(never.at("faults"), "Line 1"));
  assert.equal(never.area.scrollTop, 0);
});

test("what is kept goes with what was seen; whether it can be played is said", async () => {
  const keep = [
    looked({ sha: "s2", draft: true }),
    looked({ sha: "s3" }),
    looked({ listed: false }),
    refusal("changed elsewhere"),
  ];
  const { at, sent, said, write, root, heard } = await desk("a", { keep });
  const leaves = () => heard.beforeunload({ preventDefault: () => (leaves.stopped = true) }) && Boolean(leaves.stopped);
  write("b");
  assert.equal(leaves() !== false, true, "who leaves is asked");
  sent.length = 0;
  click(at("keep"));
  await settled();
  assert.deepEqual(sent, [["/r/keep?seen=s1", "b"]]);
  assert.deepEqual(
    [at("state").textContent, at("state").classList.contains("default"), said()],
    ["draft: not offered for play", true, "Kept as a draft: it has faults"],
  );
  const left = { preventDefault: () => assert.fail("nothing is lost") };
  heard.beforeunload(left);
  const press = (more) => happens(root, "keydown", { key: "s", ...more }).stopped;
  assert.equal(press({}), 0);
  assert.equal(press({ key: "x", ctrlKey: true }), 0);
  assert.equal(press({ ctrlKey: true }), 1);
  await settled();
  assert.deepEqual([sent.at(-1)[0], at("state").textContent, said()], ["/r/keep?seen=s2", "can be played", "Kept"]);
  assert.equal(at("state").classList.contains("default"), false);
  assert.equal(press({ metaKey: true }), 1);
  await settled();
  assert.deepEqual([at("state").textContent, at("state").classList.contains("default")], ["cannot be played", true]);
  click(at("keep"));
  await settled();
  assert.equal(said(), "changed elsewhere");
});

test("cases run as the text stands; while they do the button is dead", async () => {
  const ran = { cases: 2, failures: [], fault: "" };
  const { at, said, sent } = await desk("a", { cases: [ran, refusal("too many")] });
  at("ran").hidden = true;
  click(at("cases"));
  assert.deepEqual([at("cases").disabled, said()], [true, "Its cases run"]);
  await settled();
  assert.deepEqual([at("cases").disabled, said(), at("ran").hidden], [false, "", false]);
  assert.match(html(at("ran")), /2 cases, all hold/);
  assert.deepEqual(sent.at(-1), ["/r/cases", "a"]);
  click(at("cases"));
  await settled();
  assert.deepEqual([at("cases").disabled, said()], [false, "too many"]);
});

test("an earlier text is put in so that it can be taken back, and is not kept by that", async () => {
  const { before, area, said, sent, root } = await desk("new", {
    "before/s0": ["old", "old"].map((text) => [200, text]),
  });
  root.execCommand = (...given) => ((area.typed = given), true);
  assert.equal(click(before).stopped, 1);
  await settled();
  assert.equal(sent.at(-1), "/r/before/s0");
  assert.deepEqual([area.typed, area.value, area.range], [["insertText", false, "old"], "new", [0, 0]]);
  assert.equal(said(), "The text of Monday is put in; Ctrl Z takes it back. Not kept yet");
  root.execCommand = () => false;
  click(before);
  await settled();
  assert.equal(area.value, "old", "where a browser does not type it is set");
});

test("games by the rules are shown and hidden, and asked for of what is kept alone", async () => {
  const { at, write, sent } = await desk("a");
  const [games, trial] = [at("games"), at("trial")];
  click(games);
  await settled();
  assert.deepEqual([trial.hidden, games.getAttribute("aria-expanded")], [false, "true"]);
  assert.ok(sent.some((one) => String(one).startsWith("/trials/one/")));
  write("b");
  click(buttonOf(trial, "Play the games"));
  await settled();
  assert.deepEqual(texts(trial, ".fault"), ["Keep the file first: games go by what is kept"]);
  sent.length = 0;
  click(games);
  await settled();
  assert.deepEqual([trial.hidden, games.getAttribute("aria-expanded"), sent], [true, "false", []]);
});

test("numbers of lines go with the text when it is scrolled", async () => {
  const { area, at } = await desk("a");
  area.scrollTop = 77;
  happens(area, "scroll");
  assert.equal(at("numbers").scrollTop, 77);
});
