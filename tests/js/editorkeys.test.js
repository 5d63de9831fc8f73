// The keys of the map editor.

import assert from "node:assert/strict";
import test from "node:test";

import { happens, made, page } from "./page.js";

const { setKeys } = await import("../../webui/static/editor/keys.js");

function keyboard() {
  const done = [];
  const act =
    (name, answer) =>
    (...given) => (done.push(given.length ? [name, ...given] : name), answer);
  const heard = { side: true, escape: true };
  const root = page({ keys: made("dialog", { id: "keys" }, made("dl")), "keys-help": "button" });
  setKeys({
    ...{ undo: act("undo"), redo: act("redo"), compare: act("compare"), pan: act("pan") },
    choose: ({ key }) => void done.push(["choose", key]),
    enterSide: (side) => (done.push(["side", side]), heard.side),
    escape: () => (done.push("escape"), heard.escape),
  });
  const press = (key, more = {}) => {
    const event = {
      target: root,
      stopped: 0,
      key,
      preventDefault: () => (event.stopped += 1),
      stopPropagation: () => {},
      ...more,
    };
    for (const listener of root.heard.keydown) listener(event);
    return [done.splice(0), event.stopped];
  };
  return { press, root, heard, done };
}

test("keys undo and redo with control, or command, in both ways that people know", () => {
  const { press } = keyboard();
  for (const control of [{ ctrlKey: true }, { metaKey: true }]) {
    assert.deepEqual(press("z", control), [["undo"], 1]);
    assert.deepEqual(press("Z", { ...control, shiftKey: true }), [["redo"], 1]);
    assert.deepEqual(press("y", control), [["redo"], 1]);
    assert.deepEqual(press("d", control), [[], 0]);
  }
});

test("plain keys choose tools, take hexsides, compare, and hold the map", () => {
  const { press, root, heard, done } = keyboard();
  assert.deepEqual(press("T"), [[["choose", "terrain"]], 1]);
  assert.deepEqual(press("1"), [[["side", 0]], 1]);
  assert.deepEqual(press("6"), [[["side", 5]], 1]);
  for (const none of ["7", "0", "12", "q9"]) assert.deepEqual(press(none), [[], 0], none);
  heard.side = heard.escape = false;
  assert.deepEqual(press("2"), [[["side", 1]], 0]);
  assert.deepEqual(press("Escape"), [["escape"], 0]);
  assert.deepEqual(press("d"), [["compare"], 1]);
  assert.deepEqual(press(" "), [[["pan", true]], 1]);
  happens(root, "keyup", { key: "x" });
  assert.deepEqual(done, []);
  happens(root, "keyup", { key: " " });
  assert.deepEqual(done.splice(0), [["pan", false]]);
  assert.deepEqual(press("d", { altKey: true }), [[], 0]);
  press("?");
  assert.equal(root.getElementById("keys").shown, 1);
});

test("a space on a button is the button's, and what is written in a field is written", () => {
  const { press } = keyboard();
  const target = made("button");
  assert.deepEqual(press(" ", { target }), [[], 0]);
  assert.deepEqual(press("d", { target }), [["compare"], 1]);
  const area = made("textarea");
  area.closest = () => area;
  assert.deepEqual(press("d", { target: area }), [[], 0]);
});
