// Parts of the map editor's page: its keys, what comes from files, what differs, and how it is told.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { promised } from "./made.js";
import { buttonOf, click, happens, html, made, page, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Compare } = await import("../../webui/static/editor/compare.js");
const { Files } = await import("../../webui/static/editor/files.js");
const { notBegun, Telling } = await import("../../webui/static/editor/telling.js");

/** Have the server answer every file with this; gives where it was sent. */
function upload(answer) {
  const sent = [];
  globalThis.fetch = async (address, { body }) => {
    sent.push([address, body.name]);
    const [status, data] = answer instanceof Fault ? [answer.status, { error: { why: answer.why } }] : [200, answer];
    return { ok: status < 400, status, json: async () => data };
  };
  return sent;
}

const proposed = (id, more = {}) => ({ id, words: `do ${id}`, number: "0203", why: "w", source: "s", ...more });
function files(answer, acted = true) {
  const done = [],
    ids = { accept: "dialog", "accept-body": "div", "accept-yes": "button", "accept-no": "button" };
  const inputs = Object.fromEntries(["list", "edited"].map((kind) => [kind, made("input", { id: `file-${kind}` })]));
  const root = page({ ...ids, "import-list": "button", "import-edited": "button", ...inputs });
  inputs.list.click = () => done.push("asks for a list");
  new Files({
    server: { base: "/m/one/", token: "t" },
    act: async (name, body) => (done.push([name, body]), acted),
    toast: (words) => done.push(["toast", words]),
    showList: () => done.push("list"),
  });
  const sent = upload(answer);
  const choose = async (kind, name) => {
    inputs[kind].files = name ? [{ name }] : [];
    inputs[kind].value = "chosen";
    happens(inputs[kind], "change");
    await settled();
  };
  return { root, done, sent, inputs, choose, at: (id) => root.getElementById(id) };
}

test("a file of corrections is sent with its name, an edited map without; what is new is listed, to be ticked off", async () => {
  const { at, choose, sent, inputs } = files({ proposed: [proposed("a"), proposed("b", { number: "" })], known: 2 });
  await choose("list", "");
  assert.deepEqual([sent, inputs.list.value], [[], "chosen"]);
  await choose("list", "my list.toml");
  await choose("edited", "map.gpkg");
  assert.deepEqual(sent, [
    ["/m/one/import/corrections?name=my+list.toml", "my list.toml"],
    ["/m/one/import/edited", "map.gpkg"],
  ]);
  assert.equal(inputs.list.value, "", "the same file can be chosen again");
  assert.deepEqual([at("accept").shown, at("accept-yes").hidden], [2, false]);
  assert.equal(
    html(at("accept-body")),
    "<div><p.soft>2 of them are on the map already.</p><ul.proposed>" +
      "<li><label.check><input></input><span><b>do a</b> in 0203<span.soft> · w · s</span></span></label></li>" +
      "<li><label.check><input></input><span><b>do b</b> (off this map)<span.soft> · w · s</span></span></label></li></ul></div>",
  );
  assert.deepEqual(
    at("accept-body")
      .querySelectorAll("input")
      .map(({ checked }) => checked),
    [true, true],
  );
});

test("a file without anything new says so, and what it has that is known", async () => {
  const { at, choose } = files({ proposed: [], known: 1 });
  await choose("list", "x");
  assert.equal(
    html(at("accept-body")),
    "<div><p.soft>1 of them is on the map already.</p><p>There is nothing new in it.</p></div>",
  );
  assert.equal(at("accept-yes").hidden, true);
  const none = files({ proposed: [], known: 0 });
  await none.choose("list", "x");
  assert.equal(html(none.at("accept-body")), "<div><p>There is nothing new in it.</p></div>");
});

test("what is ticked is taken, and the list shown if it was; a file that cannot be read is told", async () => {
  for (const [acted, after] of [
    [true, ["list"]],
    [false, []],
  ]) {
    const { at, choose, done } = files({ proposed: [proposed("a"), proposed("b")], known: 0 }, acted);
    await choose("list", "x");
    const boxes = at("accept-body").querySelectorAll("input");
    boxes[1].checked = false;
    at("accept-body").querySelectorAll = () => boxes.filter(({ checked }) => checked);
    click(at("accept-yes"));
    await settled();
    assert.deepEqual(done, [["import/accept", { ids: ["a"] }], ...after]);
    assert.equal(at("accept").open, false);
  }
  const bad = files(new Fault(400, { why: "no map in it" }));
  await bad.choose("edited", "x");
  assert.deepEqual([bad.done, bad.inputs.edited.value], [[["toast", "no map in it"]], ""]);
  click(bad.at("import-list"));
  assert.equal(bad.done.at(-1), "asks for a list");
  bad.at("accept").open = true;
  click(bad.at("accept-no"));
  assert.equal(bad.at("accept").open, false);
});

const difference = (more = {}) => ({
  count: 1,
  other: "the beginning",
  same_grid: true,
  hexes: [3],
  sides: [8],
  rows: [[3, "0104", "terrain", "open", "wood_dense"]],
  ...more,
});
function compare(answer) {
  const other = made("select", { id: "diff-with" }, ...["begun", "other"].map((value) => made("option", { value })));
  const root = page({
    "show-diff": "input",
    "diff-with": other,
    against: "input",
    "against-row": "p",
    "diff-note": "p",
    "diff-body": "div",
  });
  const done = [],
    asked = [];
  const one = new Compare({
    server: {
      base: "/m/one/",
      token: "t",
      get: async (...given) => (asked.push(given), typeof answer === "function" ? answer() : answer),
    },
    mark: (marks) => done.push(["mark", marks]),
    goTo: (hex) => done.push(["go to", hex]),
    toast: (words) => done.push(["toast", words]),
  });
  const at = (id) => root.getElementById(id);
  const note = () => at("diff-note").textContent;
  return { one, done, asked, other, at, note, take: () => done.splice(0) };
}
const NONE = ["mark", { differs: [], differing: [] }];

test("what differs is marked and listed while it is asked for, and not any more then", async () => {
  const { one, asked, note, at, take } = compare(difference());
  one.toggle();
  await settled();
  assert.deepEqual(asked, [["diff.json", { with: "begun" }]]);
  assert.deepEqual(take(), [["mark", { differs: [3], differing: [8] }]]);
  assert.equal(note(), "1 difference from the beginning.");
  assert.equal(
    html(at("diff-body")),
    "<div><ul><li.row.line><button.small>0104</button><span>terrain: open → wood dense</span></li></ul></div>",
  );
  click(buttonOf(at("diff-body"), "0104"));
  assert.deepEqual(take(), [["go to", 3]]);
  one.toggle();
  assert.deepEqual([take(), note(), html(at("diff-body"))], [[NONE], "", "<div></div>"]);
  assert.equal(asked.length, 1);
});

test("another grid is told of, long lists are cut, and what is no hex leads nowhere", async () => {
  const row = [-1, "a road", "link", "", "road"];
  const { one, note, at } = compare(difference({ count: 401, same_grid: false, rows: Array(401).fill(row) }));
  one.toggle();
  await settled();
  assert.equal(
    note(),
    "401 differences from the beginning, which has another grid: terrain and heights are compared by position. The first 400 are listed.",
  );
  assert.equal(at("diff-body").querySelectorAll("li").length, 400);
  assert.match(html(at("diff-body")), /<li.row.line><span.soft>a road<\/span>/);
  const just = compare(difference({ count: 400, rows: [[0, "0101", "x", "a", "b"]] }));
  just.one.toggle();
  await settled();
  assert.doesNotMatch(just.note(), /listed/);
  assert.equal(just.at("diff-body").querySelectorAll("button").length, 1, "the first hex leads there as well");
});

test("another map is compared once its file was sent; to choose what to compare with turns it on", async () => {
  const { other, asked, at, take, note } = compare(difference());
  other.value = "other";
  happens(other, "change");
  await settled();
  assert.deepEqual([asked, take(), at("against-row").hidden, at("show-diff").checked], [[], [NONE], false, true]);
  at("show-diff").checked = false;
  at("against").files = [];
  happens(at("against"), "change");
  assert.equal(note(), "");
  at("against").files = [{ name: "x.gpkg" }];
  const sent = upload(difference({ other: "x" }));
  happens(at("against"), "change");
  assert.equal(note(), "Reading the map …");
  await settled();
  assert.deepEqual(sent, [["/m/one/against", "x.gpkg"]]);
  assert.deepEqual([note(), at("show-diff").checked], ["1 difference from x.", true]);
  happens(at("show-diff"), "change");
  await settled();
  assert.deepEqual(asked, [["diff.json", { with: "other" }]]);
  other.value = "begun";
  happens(other, "change");
  assert.equal(at("against-row").hidden, true);
});

test("an answer that is late is not shown, and a fault takes the marks away and is told", async () => {
  const answer = promised();
  const late = compare(() => answer.promise);
  late.one.toggle();
  late.one.toggle();
  late.take();
  answer.resolve(difference());
  await settled();
  assert.deepEqual(late.take(), []);
  const bad = compare(() => Promise.reject(new Fault(409, { why: "no map" })));
  bad.one.toggle();
  await settled();
  assert.deepEqual(bad.take(), [NONE, ["toast", "no map"]]);
});

test("a toast goes after nine seconds, counted from the last one", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const telling = new Telling({ toast: (text) => said.push(text) }, "The map");
  telling.toast("one");
  mock.timers.tick(8000);
  telling.toast("two");
  mock.timers.tick(8999);
  assert.deepEqual(said, ["one", "two"]);
  mock.timers.tick(1);
  assert.deepEqual(said, ["one", "two", ""]);
  mock.timers.reset();
});

test("who is behind is offered to load the page again; any other refusal passes by", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [],
    root = page({ banner: "p", toast: "p" }),
    banner = root.getElementById("banner");
  banner.hidden = true;
  const telling = new Telling({ toast: (text) => said.push(text) }, "The map");
  telling.refused(new Fault(409, { rule: "Z 3", why: "no", remedy: "do" }));
  telling.refused(new Error("broken"));
  assert.deepEqual([said, banner.hidden], [["no; do", "broken"], true]);
  telling.refused(new Fault(409, { rule: "stale", why: "old" }));
  assert.deepEqual([said.length, banner.hidden], [2, false]);
  assert.equal(html(banner), "<p>The map was changed in another window. <button>Load it again</button></p>");
  globalThis.location = { reload: () => said.push("loaded") };
  click(buttonOf(banner, "Load it again"));
  assert.equal(said.at(-1), "loaded");
  root.getElementById("toast").hidden = true;
  notBegun(new Error("no map"));
  assert.deepEqual([root.getElementById("toast").textContent, root.getElementById("toast").hidden], ["no map", false]);
  mock.timers.reset();
});
