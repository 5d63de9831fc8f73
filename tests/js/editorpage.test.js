// The map editor's page: what is asked of the server in turn, what a change leads to, what buttons, keys and lists do.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Geometry } from "../../webui/static/map/geometry.js";
import { instead, keeping } from "./instead.js";
import { answered, promised } from "./made.js";
import { click, made, page, settled } from "./page.js";

instead({
  "common/frame.js": ["Frame", "isNarrow"],
  "common/tabs.js": ["showTab"],
  "map/mapview.js": ["whenReady"],
  "editor/card.js": ["showHex"],
  "editor/compare.js": ["Compare"],
  "editor/drawing.js": ["Drawing"],
  "editor/files.js": ["Files"],
  "editor/keys.js": ["setKeys"],
  "editor/lists.js": ["Lists", "loud"],
  "editor/marks.js": ["Marks"],
  "editor/reasons.js": ["Reasons"],
  "editor/telling.js": ["Telling", "notBegun"],
  "editor/tools.js": ["Tools"],
  "editor/underlay.js": ["Underlay"],
});

const STATE = {
  ...{ version: 3, undo: "the wood", redo: "", corrections: [{ id: "c1" }], underlay: "the scan" },
  conflicts: [{ hex: 5, correction: "c1", kind: "overrules" }],
};
const geometry = new Geometry({ cols: 8, rows: 8, flat_top: true, digits: 2 });
let calls, root, keys, doors, view, drawing, tools, narrow, answers, sent, dataset, count, radius;
const get = (id) => root.getElementById(id);
const done = () =>
  calls.splice(0).map((call) => call.map((one) => (typeof one === "object" ? JSON.stringify(one) : one)).join(" "));

beforeEach(async () => {
  [calls, doors, sent, dataset, narrow, radius] = [[], {}, [], {}, false, 20];
  answers = { "state.json": [200, STATE] };
  globalThis.window = {};
  globalThis.fetch = served;
  root = page({ words: "script", undo: "button", redo: "button", count: "span", "tab-list": "button" });
  get("words").textContent = '{"terrain": []}';
  const box = made("div");
  view = keeping(calls, "view", {
    get radius() {
      return radius;
    },
    map: keeping(calls, "map", { getContainer: () => box }),
    ground: {
      geometry,
      terrainOf: () => "dense_woods",
      placeIn: (hex) => (hex === 1 ? { name: "Sedan" } : undefined),
    },
  });
  const part = (name, own) => (needs) => ((doors[name] = needs), keeping(calls, name, own));
  drawing = keeping(calls, "drawing", { aim: null, busy: false, panning: false });
  tools = keeping(calls, "tools", { now: {} });
  globalThis.standIns = {
    Frame: () => keeping(calls, "frame", { data: { base: "/m/toy/", token: "t", map: "map" }, box: { dataset } }),
    isNarrow: () => narrow,
    showTab: (id) => calls.push(["tab", id]),
    whenReady: async () => view,
    showHex: (found) => calls.push(["card", found]),
    Compare: part("compare"),
    Drawing: (needs) => ((doors.drawing = needs), drawing),
    Files: part("files"),
    setKeys: (acts) => (keys = acts),
    Lists: part("lists"),
    loud: (conflicts) => conflicts.filter(({ kind }) => kind !== "quiet"),
    Marks: () => keeping(calls, "marks"),
    Reasons: (base) => ({ base }),
    Telling: (_, what) => keeping(calls, "telling", { what }),
    notBegun: (error) => calls.push(["not begun", error.message]),
    Tools: (vocabulary, changed) => ((doors.tools = { vocabulary, changed }), tools),
    Underlay: part("underlay"),
  };
  await import(`../../webui/static/editor/editor.js?${(count = (count ?? 0) + 1)}`);
  await settled();
});

async function served(url, { body } = {}) {
  const name = url.split("/").at(-1).split("?")[0];
  sent.push(body ? [name, { ...JSON.parse(body), command_id: undefined }] : [url]);
  const answer = answers[name] ?? [200, {}];
  return answered(...(answer instanceof Promise ? await answer : answer));
}

test("a map that is begun shows its corrections, conflicts and scan, and what may be taken back", () => {
  assert.deepEqual([dataset.ready, dataset.version, doors.tools.vocabulary], ["yes", undefined, { terrain: [] }]);
  assert.deepEqual(done(), [
    "drawing.showAim",
    `lists.draw ${JSON.stringify(STATE)}`,
    'marks.show {"conflicts":[5]}',
    "underlay.take the scan",
  ]);
  const [undo, redo] = [get("undo"), get("redo")];
  assert.deepEqual(
    [undo.disabled, undo.title, redo.disabled, redo.title],
    [...[false, "Take back: the wood (Ctrl+Z)", true, ""]],
  );
  assert.equal(get("count").textContent, "1 correction");
  assert.match(view.map.getContainer().attributes["aria-label"], /^Map\. Arrow keys/);
  assert.deepEqual([view.describe(0), view.describe(1)], ["Hex 0101, dense woods.", "Hex 0201, dense woods, Sedan."]);
  assert.deepEqual([globalThis.window.editor.telling.what, doors.drawing.reasons.base], ["The map", "/m/toy/"]);
});

test("changes wait for one another, each on the version that the last one left", async () => {
  const first = promised();
  answers.draw = first.promise;
  sent.length = 0;
  const [one, two] = [doors.drawing.act("draw", { hexes: [1] }), doors.files.act("draw", {})];
  await settled();
  assert.deepEqual(sent, [["draw", { version: 3, hexes: [1], command_id: undefined }]]);
  first.resolve([200, { version: 4, corrections: [{ id: "c1" }, { id: "c2" }], undo: "", redo: "it" }]);
  assert.deepEqual(await Promise.all([one, two]), [true, true]);
  assert.equal(sent[1][1].version, 4);
  assert.deepEqual([get("count").textContent, get("undo").disabled, get("undo").title], ["2 corrections", true, ""]);
  assert.equal(get("redo").title, "Do again: it (Ctrl+Y)");
});

test("what was refused is told, and nothing else", async () => {
  done();
  answers.drop = [409, { error: { why: "no" } }];
  assert.equal(await doors.lists.takeOut("c1"), false);
  assert.deepEqual(sent.at(-1)[1].ids, ["c1"]);
  assert.deepEqual(calls.map(([name]) => name), ["telling.refused"]); // prettier-ignore
});

test("what was just drawn and does not fit is told at once; what stood before, or overrules, is not", async () => {
  const conflict = (correction, kind) => ({
    hex: 1,
    correction,
    kind,
    words: "the wood",
    what: "it is sea",
    remedy: "draw land",
  });
  const told = async (...conflicts) => {
    answers.draw = [200, { conflicts, corrections: [{ id: "c1" }] }];
    calls.length = 0;
    await doors.drawing.act("draw");
    return calls.filter(([name]) => name === "telling.toast").map(([, text]) => text);
  };
  assert.deepEqual(await told(conflict("c1", "misfit"), conflict("new", "overrules")), []);
  assert.deepEqual(await told(conflict("new", "misfit")), ["the wood: it is sea; draw land."]);
});

test("a change of the ground is drawn, compared and counted; without one the map stays", async () => {
  calls.length = 0;
  const changed = { hexes: [[7, 0, 0]], places: null };
  answers.draw = [
    200,
    {
      version: 4,
      changed,
      conflicts: [
        { hex: 2, kind: "quiet", correction: "c1" },
        { hex: 3, correction: "c1" },
      ],
    },
  ];
  await doors.drawing.act("draw", {});
  const shown = done();
  assert.deepEqual(
    [shown[0], shown[2], shown[3]],
    [...[`view.changeGround ${JSON.stringify(changed)}`, 'marks.show {"conflicts":[3]}', "compare.refresh"]],
  );
  assert.deepEqual([dataset.version, shown.length], ["4", 4]);
  answers.draw = [200, { version: 5 }];
  await doors.drawing.act("draw", {});
  assert.deepEqual([dataset.version, done().length], ["4", 2]);
});

test("the hex that is looked at is asked for again where a change bears on it", async () => {
  const touched = async (changed) => {
    answers.draw = [200, { changed: { hexes: [], places: null, ...changed } }];
    sent.length = 0;
    await doors.drawing.act("draw", {});
    await settled();
    return sent.some(([url]) => url.includes("hex.json"));
  };
  assert.equal(await touched({ places: [] }), false, "none is looked at");
  doors.drawing.inspect(0);
  await settled();
  assert.deepEqual(sent.at(-1), ["/m/toy/hex.json?hex=0101"]);
  assert.equal(await touched({}), false);
  assert.equal(await touched({ places: [] }), true, "places may be anywhere");
  assert.equal(await touched({ hexes: [[9, 0, 0]] }), false);
  assert.equal(await touched({ hexes: [9, 0].map((hex) => [hex, 0, 0]) }), true);
  assert.deepEqual([await touched({ roads: [[5, 1]] }), await touched({ hexsides: [[8 * 6 + 5, 1]] })], [true, true]);
  assert.equal(await touched({ roads: [[16 * 6, 1], [17 * 6, 1]] }), false); // prettier-ignore
});

test("a card that comes late is not shown; on a narrow page its panel comes to the front, unless it was shown quietly", async () => {
  calls.length = 0;
  const late = promised();
  answers["hex.json"] = late.promise;
  doors.drawing.inspect(1);
  await settled();
  answers["hex.json"] = [200, { number: "0301" }];
  narrow = true;
  doors.drawing.inspect(2);
  await settled();
  late.resolve([200, { number: "0201" }]);
  await settled();
  assert.deepEqual(done(), ['card {"number":"0301"}', "frame.showPanel right"]);
  doors.lists.goTo(1);
  await settled();
  assert.ok(!done().includes("frame.showPanel right"));
  narrow = false;
  doors.drawing.inspect(2);
  await settled();
  assert.deepEqual(done(), ['card {"number":"0301"}']);
  answers["hex.json"] = [404, { error: { why: "no" } }];
  doors.drawing.inspect(2);
  await settled();
  assert.deepEqual(calls.map(([name]) => name), ["telling.refused"]); // prettier-ignore
});

test("a hex of a list is brought to the middle, near enough to be told from others", async () => {
  calls.length = 0;
  doors.lists.goTo(-1);
  assert.deepEqual(calls, []);
  radius = 18;
  doors.compare.goTo(0);
  assert.deepEqual(done(), ["frame.showPanel map", 'view.focusHex 0 {"centre":true}']);
  radius = 17.9;
  doors.lists.goTo(1);
  assert.deepEqual(calls[1], ["map.setZoom", 3 * Math.log2(28.8), { animate: false }]);
  await settled();
  assert.deepEqual(sent.at(-1), ["/m/toy/hex.json?hex=0201"]);
});

test("what may be taken back is, by button and by key; else it is said that there is nothing", async () => {
  [calls.length, sent.length] = [0, 0];
  answers.undo = [200, { undo: "", redo: "x" }];
  click(get("undo"));
  click(get("redo"));
  await settled();
  assert.equal(sent.map(([name]) => name).join(), "undo");
  assert.deepEqual(calls[0], ["frame.say", "There is nothing to do again."]);
  keys.redo();
  calls.length = 0;
  keys.undo();
  await settled();
  assert.equal(sent.map(([name]) => name).join(), "undo,redo");
  assert.deepEqual(calls[0], ["frame.say", "There is nothing to take back."]);
});

test("keys choose tools, pan, compare and take hexsides", () => {
  calls.length = 0;
  keys.choose({ key: "height", label: "Height" });
  keys.enterSide(3);
  keys.compare();
  keys.pan(true);
  assert.deepEqual(done(), [
    "tools.choose height",
    "tab tab-draw",
    "frame.say Tool: Height",
    "drawing.enterSide 3",
    "compare.toggle",
  ]);
  assert.equal(drawing.panning, true);
});

test("Escape gives up the aim, then the stroke, then the tool", () => {
  assert.equal(((calls.length = 0), keys.escape()), false);
  tools.now = { gesture: "brush" };
  Object.assign(drawing, { busy: true, aim: {} });
  assert.deepEqual([keys.escape(), done()], [true, ["underlay.stop"]]);
  drawing.aim = null;
  assert.deepEqual([keys.escape(), done()], [true, ["drawing.drop"]]);
  drawing.busy = false;
  assert.deepEqual([keys.escape(), done()], [true, ["tools.choose inspect"]]);
});

test("parts of the page have one another's doors", () => {
  calls.length = 0;
  view.onHexClick(4);
  doors.tools.changed();
  doors.drawing.say("a");
  doors.drawing.toast("b");
  doors.drawing.showTab("tab-draw");
  doors.compare.mark({ differs: [1] });
  doors.compare.toast("c");
  doors.underlay.aimFor(null);
  doors.underlay.toast("d");
  doors.underlay.showTab("tab-under");
  doors.files.toast("e");
  doors.files.showList();
  click(get("tab-list"));
  const list = `lists.draw ${JSON.stringify(STATE)} {"shown":true}`;
  assert.deepEqual(done(), [
    ...["drawing.enter 4", "drawing.drop", "frame.say a", "telling.toast b", "tab tab-draw", "frame.showPanel left"],
    ...['marks.show {"differs":[1]}', "telling.toast c", "drawing.aimFor null", "telling.toast d", "tab tab-under"],
    ...["frame.showPanel left", "telling.toast e", "tab tab-list", "frame.showPanel left", list, list],
  ]);
  assert.equal(doors.drawing.tools(), tools);
});
