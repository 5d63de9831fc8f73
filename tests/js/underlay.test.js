// A scanned map is laid under the hexes: sent, laid by points or a world file, shown as strong as is wanted, taken away.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, made, page, settled, texts } from "./page.js";
import { Scribe } from "./scribe.js";

globalThis.Element.prototype.remove = function () {
  this.parentElement.nodes = this.parentElement.nodes.filter((node) => node !== this);
};
globalThis.Element.prototype.decode = async () => {};
globalThis.Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 100 });
const pictures = [];
globalThis.Image = class {
  constructor() {
    pictures.push(this);
  }
  decode() {
    return Promise.resolve();
  }
};
const { Underlay } = await import("../../webui/static/editor/underlay.js");

const FRAME = { u: 1, v: 2, wide: 30, high: 20 };
const facts = (more = {}) => ({
  name: "scan.png",
  wide: 100,
  high: 100,
  way: "affine",
  frame: null,
  residuals_m: [],
  points: [],
  count: 1,
  ...more,
});
const LAID = facts({ frame: FRAME });

/** Have the server answer a file with this. */
function sending(done, answer) {
  globalThis.fetch = async (address) => {
    done.push(["sent", address]);
    if (answer instanceof Error)
      return { ok: false, status: 400, json: async () => ({ error: { why: answer.message } }) };
    return { ok: true, status: 200, json: async () => ({ underlay: answer }) };
  };
}

function underlay(answers = {}) {
  const root = page({
    page: made("main", { id: "page" }, made("div", { class: "stage" })),
    "under-body": "div",
    under: "div",
  });
  const done = [],
    aims = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const painter = { bare: false, backdrop: null };
  const map = { getBounds: () => ({ contains: () => false }), invalidateSize() {} };
  const view = { map, painter, groundLayer: { repaint: log("repaint") }, ground: { geometry: { box: [0, 0, 9, 9] } } };
  const post = async (name, body) => {
    done.push([name, body]);
    const answer = answers[name] ?? LAID;
    if (answer instanceof Error) throw answer;
    return { underlay: answer };
  };
  sending(done, answers.send ?? facts());
  pictures.length = 0;
  root.getElementById("under").hidden = true;
  const one = new Underlay({
    ...{
      view,
      server: { base: "/m/one/", token: "t", post },
      marks: { show: log("marks") },
      aimFor: (act) => aims.push(act),
    },
    ...{ frame: { showPanel: log("panel"), say: log("say") }, toast: log("toast"), showTab: log("tab") },
  });
  Object.assign(one.pane.picture, { naturalWidth: 100, naturalHeight: 100 });
  Object.assign(one.pane.box, { clientWidth: 100, clientHeight: 100 });
  const body = root.getElementById("under-body");
  const take = () => done.splice(0);
  /** Click a spot of the picture, then a place of the map. */
  const pair = async (x, y, u, v) => {
    happens(one.pane.picture, "click", { clientX: x, clientY: y });
    aims.at(-1)([u, v]);
    await settled();
  };
  take();
  return { one, root, body, painter, aims, take, pair };
}

test("a picture is sent with its name; where it is not laid by itself points are asked for", async () => {
  const { one, body, take, root } = underlay();
  const input = body.querySelector("input");
  assert.deepEqual(texts(body, "button"), []);
  input.files = [{ name: "my scan.png" }];
  happens(input, "change");
  await settled();
  assert.deepEqual(
    take().filter(([name]) => ["sent", "panel"].includes(name)),
    [
      ["sent", "/m/one/underlay?name=my+scan.png"],
      ["panel", "map"],
    ],
  );
  assert.deepEqual([one.pane.isOpen, one.pane.picture.src], [true, "/m/one/underlay/scan.webp?n=1"]);
  assert.equal(root.querySelectorAll("#strength").length, 0, "what is not laid has no strength");
  const laid = underlay({ send: LAID });
  const [field] = laid.body.querySelectorAll("input");
  field.files = [{ name: "x" }];
  happens(field, "change");
  await settled();
  assert.equal(laid.one.pane.isOpen, false);
  const bad = underlay({ send: new Error("no picture") });
  const [other] = bad.body.querySelectorAll("input");
  other.files = [{ name: "x" }];
  happens(other, "change");
  await settled();
  assert.deepEqual(
    bad.take().find(([name]) => name === "toast"),
    ["toast", "no picture"],
  );
  assert.notEqual(bad.body.querySelector("input").disabled, true, "another may be sent");
});

test("what lies is fetched once for each laying, painted at its strength, and leaves bare lines from seven tenths on", async () => {
  const { one, painter, body } = underlay();
  await one.take(LAID);
  assert.deepEqual(
    pictures.map(({ src }) => src),
    ["/m/one/underlay/laid.webp?n=1"],
  );
  const pen = new Scribe();
  pen.drawImage = (...given) => pen.marks.push([pen.globalAlpha, ...given.slice(1)]);
  painter.backdrop(pen);
  assert.deepEqual([pen.told, pen.globalAlpha], [[[0.5, 1, 2, 30, 20]], 1]);
  assert.equal(painter.bare, false);
  const slide = () => body.querySelectorAll("input").find(({ id }) => id === "strength");
  const strong = (value) => {
    slide().valueAsNumber = value;
    happens(slide(), "input");
    return [painter.bare, painter.backdrop !== null];
  };
  assert.deepEqual(
    [strong(0.69), strong(0.7), strong(0)],
    [
      [false, true],
      [true, true],
      [false, false],
    ],
  );
  await one.take(LAID);
  assert.equal(pictures.length, 1);
  await one.take({ ...LAID, count: 2 });
  assert.equal(pictures.length, 2);
  await one.take(facts({ count: 2 }));
  assert.equal(painter.backdrop, null);
  await one.take(undefined);
  assert.deepEqual([one.facts, one.points, texts(body, "button")], [null, [], []]);
});

test("points are set in pairs, on the picture and on the map; with three it is laid", async () => {
  const { one, aims, take, pair } = underlay();
  await one.take(facts());
  one.begin();
  await settled();
  take();
  happens(one.pane.picture, "click", { clientX: 10, clientY: 20 });
  assert.deepEqual(take(), [["say", "Now click the same spot on the map."]]);
  aims.at(-1)([1, 2]);
  await settled();
  assert.deepEqual([one.points, aims.at(-1)], [[[10, 20, 1, 2]], null]);
  await pair(30, 40, 3, 4);
  assert.deepEqual(
    take().filter(([name]) => name === "underlay/place"),
    [],
  );
  assert.match(one.pane.told.textContent, /1 more/);
  await pair(50, 60, 5, 6);
  const [[, body]] = take().filter(([name]) => name === "underlay/place");
  assert.deepEqual(body, {
    way: "affine",
    points: [
      [10, 20, 1, 2],
      [30, 40, 3, 4],
      [50, 60, 5, 6],
    ],
  });
});

const THREE = [
  [0, 0, 0, 0],
  [1, 0, 1, 0],
  [0, 1, 0, 1],
];

test("a point may be taken away; another way of fitting wants four; where it cannot be laid the points stay", async () => {
  const { one, body, take } = underlay({ "underlay/place": new Error("all on one line") });
  await one.take(facts({ points: [...THREE, [1, 1, 1, 1]] }));
  take();
  click(body.querySelectorAll("li button")[1]);
  await settled();
  const [[, sent]] = take().filter(([name]) => name === "underlay/place");
  assert.deepEqual(sent.points, [THREE[0], THREE[2], [1, 1, 1, 1]]);
  assert.deepEqual(one.points.length, 3);
  const way = body.querySelectorAll("select").find(({ id }) => id === "way");
  way.value = "projective";
  happens(way, "change");
  await settled();
  assert.deepEqual([one.way, take().filter(([name]) => name === "underlay/place")], ["projective", []]);
});

test("the way that the server fitted by is the way that is set, if it is one of points", async () => {
  const { one } = underlay();
  await one.take(facts({ way: "projective" }));
  assert.equal(one.way, "projective");
  await one.take(facts({ way: "world" }));
  assert.equal(one.way, "projective");
});

test("points are marked on the map while they are set, or the panel of the scan is shown", async () => {
  const { one, root, take } = underlay();
  await one.take(facts({ points: [[1, 2, 3, 4]] }));
  assert.deepEqual(take().at(-1), ["marks", { points: [] }]);
  root.getElementById("under").hidden = false;
  one.draw();
  assert.deepEqual(take().at(-1), ["marks", { points: [[3, 4]] }]);
  root.getElementById("under").hidden = true;
  one.begin();
  await settled();
  one.draw();
  assert.deepEqual(take().at(-1), ["marks", { points: [[3, 4]] }]);
  one.stop();
  assert.deepEqual([one.pane.isOpen, take().at(-1)], [false, ["tab", "tab-under"]]);
});

test("a world file lays it, and it can be taken away; a fault of that is told", async () => {
  const { one, body, take } = underlay({ "underlay/remove": null });
  await one.take(facts());
  take();
  const [, world] = body.querySelectorAll("input").filter((input) => input.getAttribute("type") === "file");
  world.files = [{ text: async () => "0.1" }];
  click(buttonOf(body, "Lay it"));
  await settled();
  assert.deepEqual(take()[0], ["underlay/place", { way: "world", world: "0.1", crs: "" }]);
  click(buttonOf(body, "Take the picture away"));
  await settled();
  assert.deepEqual(take()[0], ["underlay/remove", {}]);
  assert.equal(one.facts.frame, FRAME);
  const bad = underlay({ "underlay/remove": new Error("busy") });
  await bad.one.take(facts());
  bad.take();
  click(buttonOf(bad.body, "Take the picture away"));
  await settled();
  assert.deepEqual(bad.take().at(-1), ["toast", "busy"]);
});
