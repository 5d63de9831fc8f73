// Dragging a unit: what is taken hold of, when it is dragged, where it is put down, and when it is given up.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { made, page } from "./page.js";

const heard = {};
globalThis.window = {
  addEventListener: (kind, act, how) => void (heard[kind] ??= []).push([act, how]),
  dispatchEvent: () => true,
};
globalThis.MouseEvent = class {};
globalThis.Element.prototype.remove = function () {
  this.parentElement.nodes = this.parentElement.nodes.filter((node) => node !== this);
};
const { Dragging } = await import("../../webui/static/editor/scenario/dragging.js");

/** A map of one row of hexes, 100 pixels to each, its corner at 10, 20; hex 9 is no part of it. */
function desk({ drawn = [], fan = null } = {}) {
  for (const kind of Object.keys(heard)) delete heard[kind];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const box = made("div", { id: "map" }),
    done = [];
  page({ map: box, tree: "div" });
  const root = globalThis.document;
  box.getBoundingClientRect = () => ({ left: 10, top: 20 });
  root.elementFromPoint = (x) => (x < 10 ? root.getElementById("tree") : box);
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const view = {
    radius: 1,
    map: {
      getContainer: () => box,
      containerPointToLatLng: ([x, y]) => ({ lng: x, lat: -y }),
      dragging: { enable: log("map moves"), disable: log("map stays") },
    },
    ground: { geometry: { hexAt: (u) => (u < 0 ? -1 : Math.floor(u / 100)) }, inside: (hex) => hex !== 9 },
    state: { sides: new Map([["red", {}]]), fan },
    drawn,
    closeFan: log("fan shut"),
  };
  const tree = { rowAt: (x, y) => ({ key: `${x},${y}`, upper: true }) };
  const one = new Dragging({
    ...{ view, tree, ghost: () => made("i"), begin: log("begin"), over: log("over") },
    ...{ onHex: log("hex"), onRow: log("row"), end: log("end") },
  });
  const event = (kind, x, y, more = {}) => {
    const what = { type: kind, clientX: x, clientY: y, button: 0, pointerType: "mouse", stopped: 0, ...more };
    what.preventDefault = () => (what.stopped += 1);
    for (const [act] of heard[kind] ?? []) act(what);
    return what.stopped;
  };
  const take = () => done.splice(0);
  return { one, event, take, box, root, ghosts: () => root.querySelectorAll(".ghost") };
}
const grab = ({ one }, key = "a", more = {}) =>
  one.grab(key, { button: 0, clientX: 50, clientY: 50, pointerType: "mouse", ...more });

test("a thing is dragged once the pointer has moved six pixels, under a picture of it", () => {
  const all = desk();
  grab(all);
  all.event("pointermove", 55, 53);
  assert.deepEqual([all.take(), all.ghosts().length], [[], 0]);
  all.event("pointermove", 56, 50);
  assert.deepEqual(all.take(), [["fan shut"], ["begin", "a"], ["over", "a", 0], ["row", "a", null, false]]);
  const [ghost] = all.ghosts();
  assert.equal(ghost.style.translate, "66px 60px");
  assert.equal(all.root.classList.contains("dragging"), true);
  all.event("pointermove", 250, 30);
  assert.deepEqual(all.take(), [
    ["over", "a", 2],
    ["row", "a", null, false],
  ]);
  assert.equal(all.ghosts().length, 1);
});

test("it is put down in a hex of the map, or on a row of the tree; the click that follows chooses nothing", () => {
  const all = desk();
  grab(all);
  all.event("pointermove", 250, 30);
  all.take();
  all.event("pointerup", 250, 30);
  assert.deepEqual(all.take(), [["end"], ["map moves"], ["hex", "a", 2]]);
  assert.deepEqual([all.ghosts().length, all.root.classList.contains("dragging")], [0, false]);
  const [[stop, how]] = heard.click;
  assert.deepEqual(how, { capture: true, once: true });
  let kept = 0;
  stop({ stopPropagation: () => (kept += 1) });
  assert.equal(kept, 1);
  grab(all);
  all.event("pointermove", 5, 80);
  all.take();
  all.event("pointerup", 5, 80);
  assert.deepEqual(all.take().at(-1), ["row", "a", { key: "5,80", upper: true }, true]);
  grab(all);
  all.event("pointermove", 920, 80);
  assert.deepEqual(all.take().slice(-2), [
    ["over", "a", -1],
    ["row", "a", { key: "920,80", upper: true }, false],
  ]);
});

test("a click alone moves nothing, and a side or another button is not taken hold of", () => {
  const all = desk();
  grab(all);
  all.event("pointerup", 50, 50);
  assert.deepEqual(all.take(), [["map moves"]]);
  grab(all, "red");
  grab(all, "a", { button: 2 });
  all.event("pointermove", 90, 90);
  all.event("pointerup", 90, 90);
  assert.deepEqual(all.take(), []);
});

test("Escape and a pointer that is lost give up what is dragged, and change nothing", () => {
  for (const give of [
    (all) => all.event("keydown", 0, 0, { key: "Escape" }),
    (all) => all.event("pointercancel", 0, 0),
  ]) {
    const all = desk();
    grab(all);
    all.event("keydown", 0, 0, { key: "Escape" });
    assert.notEqual(all.one.held, null, "before it is dragged Escape is another's");
    all.event("pointermove", 90, 90);
    all.take();
    all.event("keydown", 0, 0, { key: "x" });
    assert.deepEqual(all.take(), []);
    give(all);
    assert.deepEqual([all.take(), all.one.held, all.ghosts().length], [[["end"], ["map moves"]], null, 0]);
  }
});

test("what is dragged by a finger scrolls nothing and opens no menu; else both are as ever", () => {
  const all = desk();
  assert.deepEqual([all.event("touchmove", 0, 0), all.event("contextmenu", 0, 0)], [0, 0]);
  grab(all);
  assert.deepEqual([all.event("touchmove", 0, 0), all.event("contextmenu", 0, 0)], [0, 0]);
  all.event("pointermove", 90, 90);
  assert.deepEqual([all.event("touchmove", 0, 0), all.event("contextmenu", 0, 0)], [1, 1]);
  assert.deepEqual(heard.touchmove[0][1], { passive: false });
});

const finger = { pointerType: "touch" };

test("a finger that rests a third of a second picks up; one that slips or is lifted does not", () => {
  const all = desk();
  grab(all, "a", finger);
  all.event("pointermove", 58, 50);
  mock.timers.tick(349);
  assert.deepEqual(all.take(), []);
  mock.timers.tick(1);
  assert.deepEqual(all.take(), [["map stays"], ["fan shut"], ["begin", "a"]]);
  assert.equal(all.ghosts()[0].style.translate, "60px 60px");
  for (const ends of [
    ["pointermove", 59, 50],
    ["pointerup", 50, 50],
    ["pointercancel", 50, 50],
  ]) {
    const other = desk();
    grab(other, "a", finger);
    other.event(...ends);
    mock.timers.tick(1000);
    assert.deepEqual([other.take(), other.one.held], [[], null], ends.join());
  }
});

test("a counter on the map is taken hold of where it lies, and the map stays under the mouse", () => {
  const counter = { stand: { id: "a" }, x: 30, y: 30, size: 20 };
  const press = (x, y, more, how = { drawn: [counter] }) => {
    const all = desk(how);
    const what = { type: "pointerdown", clientX: x, clientY: y, button: 0, pointerType: "mouse", ...more };
    for (const act of all.box.heard.pointerdown) act(what);
    return [all.one.held?.key ?? null, all.take().map(([name]) => name)];
  };
  assert.deepEqual(press(45, 55), ["a", ["map stays"]]);
  assert.deepEqual(press(45, 55, { button: 2 }), [null, []]);
  assert.deepEqual(press(200, 200), [null, []]);
  assert.deepEqual(press(45, 55, finger), [null, []]);
  const fan = { counters: [{ ...counter, stand: { id: "b" } }] };
  assert.deepEqual(press(45, 55, {}, { drawn: [counter], fan }), ["b", ["map stays"]]);
});
