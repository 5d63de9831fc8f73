// Pointer, touch and keys on the map: which hex or stand is meant, when a stack opens.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Geometry } from "../../webui/static/map/geometry.js";
import { Pointing } from "../../webui/static/map/pointing.js";
import { keeping } from "./instead.js";
import { happens, made, page } from "./page.js";

// Hexes of 10 pixels: 0101 lies at (0, 0), 0201 at (15, 8.66), 0102 at (0, 17.32); hex 9 is a hole.
const geometry = new Geometry({ cols: 8, rows: 8, flat_top: true, digits: 2 }),
  HOLE = 9;
const STANDS = ["a", "b", "lone"].map((id) => ({ id, hex: id === "lone" ? 1 : 0 })),
  [A, B, LONE] = STANDS;

let calls, box, on, view, pointing;
beforeEach(() => {
  [calls, box, on] = [[], made("div"), {}];
  page({ map: box });
  view = keeping(calls, "", {
    radius: 10,
    map: keeping(calls, "map", {
      getContainer: () => box,
      getCenter: () => ({ lng: 1.5, lat: -0.866 }),
      on: (kinds, act) => kinds.split(" ").forEach((kind) => (on[kind] = act)),
    }),
    ground: { geometry, inside: (hex) => hex !== HOLE },
    stacks: { at: (hex) => STANDS.filter((stand) => stand.hex === hex) },
    state: { fan: null, cursor: null, selected: null },
    drawn: [
      { stand: A, x: -4, y: -4, size: 6 },
      { stand: B, x: -2, y: -2, size: 6 },
      { stand: LONE, x: 12, y: 6, size: 6 },
    ],
  });
  pointing = new Pointing(view);
});
const at = (kind, x, y) => {
  on[kind]({ latlng: { lng: x / 10, lat: -y / 10 } });
  return calls.splice(0).map((call) => call.join(" "));
};
const key = (name, more = {}) => {
  const { stopped } = happens(box, "keydown", { key: name, altKey: false, ctrlKey: false, metaKey: false, ...more });
  return [stopped, ...calls.splice(0).map((call) => call.join(" "))];
};
const fan = (hex, frame, counters = []) => (view.state.fan = { hex, frame, counters });
const chosen = (id, hex) => [`select ${id}`, `focusHex ${hex}`, `onStandClick ${id} ${hex}`];

test("the map can be used by keys and says how", () => {
  assert.deepEqual([box.tabIndex, box.attributes.role], [0, "application"]);
  assert.match(box.attributes["aria-label"], /^Map\. Arrow keys/);
});

test("a click means the counter on top, else the hex, else nothing", () => {
  assert.deepEqual(at("click", 0, 0), ["closeFan", ...chosen("b", 0)]);
  assert.deepEqual(at("click", -3, -3), ["closeFan", ...chosen("a", 0)]);
  assert.deepEqual(at("click", 0, 17), ["closeFan", "focusHex 8", "onHexClick 8 0102"]);
  assert.deepEqual(at("click", 0, 6), ["closeFan", "focusHex 0", "onHexClick 0 0101"], "the first hex is one");
  assert.deepEqual(at("click", 15, 26), ["closeFan"], "a hole");
  assert.deepEqual(at("click", -90, 0), ["closeFan"], "off the map");
  Object.assign(view, { onStandClick: null, onHexClick: null });
  assert.deepEqual(at("click", 0, 0), ["closeFan", "select b", "focusHex 0"]);
  assert.deepEqual(at("click", 0, 17), ["closeFan", "focusHex 8"]);
});

test("in an open fan its counters are meant, and between them nothing", () => {
  fan(0, [20, 20, 30, 10], [{ stand: A, x: 22, y: 22, size: 6 }]);
  assert.deepEqual(at("click", 24, 24), chosen("a", 0));
  for (const [x, y] of [[45, 25], [20, 20], [50, 30]]) assert.deepEqual(at("click", x, y), []); // prettier-ignore
  for (const [x, y] of [
    [19.9, 25],
    [50.1, 25],
    [45, 19.9],
    [45, 30.1],
  ])
    // prettier-ignore
    assert.equal(at("click", x, y)[0], "closeFan", `${x} ${y} is beside it`);
});

test("a finger opens a stack first, and chooses then; a mouse chooses at once", () => {
  happens(box, "pointerdown", { pointerType: "touch" });
  assert.deepEqual(at("click", 0, 0), ["openFan 0"]);
  fan(0, [50, 50, 30, 10]);
  assert.deepEqual(at("click", 0, 0), ["closeFan", ...chosen("b", 0)], "the fan is open already");
  fan(1, [50, 50, 30, 10]);
  assert.deepEqual(at("click", 0, 0), ["openFan 0"], "the fan of another hex is");
  view.state.fan = null;
  assert.deepEqual(at("click", 15, 9), ["closeFan", ...chosen("lone", 1)]);
  assert.deepEqual(at("click", 0, 17)[0], "closeFan");
  happens(box, "pointermove", { pointerType: "" });
  assert.equal(pointing.by, "touch");
  happens(box, "pointermove", { pointerType: "mouse" });
  assert.deepEqual(at("click", 0, 0), ["closeFan", ...chosen("b", 0)]);
});

test("a mouse over a stack opens it, over a single counter it does not; a finger hovers nowhere", () => {
  assert.deepEqual(at("mousemove", 0, 0), ["openFan 0"]);
  assert.ok(box.classList.contains("over-counter"));
  assert.deepEqual(at("mousemove", 15, 9), ["closeFan"]);
  assert.ok(box.classList.contains("over-counter"));
  assert.deepEqual(at("mousemove", 0, 17), ["closeFan"]);
  assert.ok(!box.classList.contains("over-counter"));
  pointing.by = "touch";
  assert.deepEqual(at("mousemove", 0, 0), []);
});

test("a fan stays open while the mouse is in it, a little about it, or on its way there", () => {
  const stays = (x, y) => (at("mousemove", x, y).length === 0 ? "stays" : "closes");
  fan(0, [-60, 40, 120, 20]);
  assert.deepEqual([stays(0, 50), stays(-72, 28), stays(72, 72), stays(60, 28)], Array(4).fill("stays"));
  assert.deepEqual([stays(-72.1, 50), stays(72.1, 50), stays(60, 72.1)], Array(3).fill("closes"));
  // From the hex at (0, 0) to the fan below: as wide as the hex, and ten pixels beyond both.
  assert.deepEqual([stays(10, 20), stays(-10, 20), stays(0, -10)], Array(3).fill("stays"));
  assert.deepEqual([stays(10.1, 27), stays(-10.1, 27), stays(0, -10.1)], Array(3).fill("closes"));
  fan(0, [-5, 40, 10, 20]);
  assert.deepEqual([stays(5, 20), stays(-5, 20)], ["stays", "stays"]);
  assert.deepEqual([stays(5.1, 20), stays(-5.1, 20)], ["closes", "closes"], "no wider than the fan");
  fan(0, [-60, -60, 120, 20]);
  assert.deepEqual([stays(0, 10), stays(0, -20), stays(0, 10.1)], ["stays", "stays", "closes"]);
});

test("what moves the map closes the fan", () => {
  for (const kind of ["mouseout", "zoomstart", "movestart"]) {
    on[kind]();
    assert.deepEqual(calls.splice(0), [["closeFan"]]);
  }
});

test("arrows move the cursor, which begins in the middle of the window", () => {
  assert.deepEqual(key("ArrowRight"), [1, "focusHex 1"]);
  view.state.cursor = 0;
  assert.deepEqual(key("ArrowRight"), [1, "focusHex 1"]);
  assert.deepEqual(key("ArrowDown"), [1, "focusHex 8"]);
  assert.deepEqual([key("ArrowLeft"), key("ArrowUp")], [[1], [1]], "the map ends there");
  view.state.cursor = 9;
  assert.deepEqual([key("ArrowLeft"), key("ArrowUp")].flat(), [1, "focusHex 8", 1, "focusHex 1"]);
  view.state.cursor = null;
  view.map.getCenter = () => ({ lng: 900, lat: 0 });
  assert.deepEqual(key("ArrowRight"), [1]);
});

test("keys zoom, show all, and are left to others with Alt, Ctrl or Meta", () => {
  assert.deepEqual(
    ["+", "=", "-", "Home", "x"].map((one) => key(one)),
    [[1, "map.zoomIn 2"], [1, "map.zoomIn 2"], [1, "map.zoomOut 2"], [1, "showAll"], [0]], // prettier-ignore
  );
  for (const with_ of ["altKey", "ctrlKey", "metaKey"]) assert.deepEqual(key("+", { [with_]: true }), [0]);
});

test("Enter chooses the top of a stack; with one of it chosen, or nobody there, it means the hex", () => {
  assert.deepEqual(key("Enter"), [0]);
  view.state.cursor = 0;
  assert.deepEqual(key("Enter"), [1, ...chosen("b", 0)]);
  view.state.selected = "a";
  assert.deepEqual(key("Enter"), [1, "onHexClick 0 0101"]);
  [view.state.cursor, view.state.selected] = [8, "a"];
  assert.deepEqual(key("Enter"), [1, "onHexClick 8 0102"]);
  view.onHexClick = null;
  assert.deepEqual(key("Enter"), [1]);
});

test("N takes the stands of a stack one after the other", () => {
  assert.deepEqual(key("n"), [0]);
  view.state.cursor = 0;
  assert.deepEqual(key("n"), [1, "openFan 0", ...chosen("b", 0)]);
  view.state.selected = "b";
  assert.deepEqual(key("n"), [1, "openFan 0", ...chosen("a", 0)]);
  view.state.cursor = 8;
  assert.deepEqual(key("n"), [1]);
});

test("Escape takes away fan and cursor, and is left to others without them", () => {
  assert.deepEqual(key("Escape"), [0]);
  view.state.cursor = 0;
  assert.deepEqual(key("Escape"), [1, "closeFan", "clearCursor"]);
  view.state.cursor = null;
  fan(0, [0, 0, 1, 1]);
  assert.deepEqual(key("Escape"), [1, "closeFan", "clearCursor"]);
});
