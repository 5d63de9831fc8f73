// The keys of the page of play: what each does, and when it is no act.

import assert from "node:assert/strict";
import test from "node:test";

import { made, page, texts } from "./page.js";

const { setKeys } = await import("../../webui/static/page/keys.js");

/** A page that hears keys; what an act gives says whether it did anything. */
function keyboard(gives = true, more = { notation: "input" }) {
  const root = page({
    keys: made("dialog", { id: "keys" }, made("dl")),
    "force-filter": "input",
    "log-list": "div",
    ...more,
  });
  const done = [];
  const act =
    (name) =>
    (...given) => (done.push(given.length ? [name, ...given].join(" ") : name), gives);
  const names = [
    "advance",
    "silent",
    "undo",
    "march",
    "showLeft",
    "describeHex",
    "toggleLayer",
    "toggleLegend",
    "nextOfStack",
    "confirm",
    "escape",
  ];
  setKeys(Object.fromEntries(names.map((name) => [name, act(name)])));
  const press = (key, how = {}) => {
    const event = {
      target: root,
      stopped: 0,
      key,
      preventDefault: () => (event.stopped += 1),
      stopPropagation: () => (event.kept = true),
      ...how,
    };
    for (const listener of root.heard.keydown) listener(event);
    return [done.splice(0).join(), event.stopped, Boolean(event.kept)];
  };
  return { press, root };
}

test("each key has its act, big letters as small ones, and the map does not hear it as well", () => {
  const { press } = keyboard();
  const ACTS = {
    ...{
      n: "advance",
      p: "silent",
      u: "undo",
      h: "describeHex",
      ".": "nextOfStack",
      Enter: "confirm",
      Escape: "escape",
    },
    ...{ m: "march false", t: "march true", z: "toggleLayer zones", s: "toggleLayer network", k: "toggleLegend" },
    ...{ f: "showLeft tab-forces", l: "showLeft tab-log", N: "advance" },
  };
  for (const [key, act] of Object.entries(ACTS)) assert.deepEqual(press(key), [act, 1, true], key);
  for (const key of ["x", "enter", "F5"]) assert.deepEqual(press(key), ["", 0, false], key);
});

test("an act that did nothing leaves its key to others; those that always do something take it", () => {
  const { press } = keyboard(false);
  for (const key of ["n", "u", "Enter", "Escape", "."]) assert.equal(press(key)[1], 0, key);
  for (const key of ["m", "z", "k"]) assert.equal(press(key)[1], 1, key);
});

test("keys with Alt, Control or Command, and those that are written, are no acts; Enter on a button is the button's", () => {
  const { press } = keyboard();
  for (const how of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }])
    assert.deepEqual(press("n", how), ["", 0, false]);
  const field = made("textarea");
  field.closest = () => field;
  assert.deepEqual(press("n", { target: field })[0], "");
  const target = made("button");
  assert.equal(press("Enter", { target })[0], "");
  assert.equal(press("n", { target })[0], "advance");
});

test("F, L and O lead to their fields; without a line to write in O does nothing; ? shows the keys", () => {
  const { press, root } = keyboard();
  for (const [key, id] of [
    ["f", "force-filter"],
    ["l", "log-list"],
    ["o", "notation"],
  ]) {
    assert.equal(press(key)[1], 1);
    assert.equal(root.activeElement.id, id);
  }
  press("?");
  assert.equal(root.getElementById("keys").shown, 1);
  assert.ok(texts(root, "dt").length > 15);
  assert.equal(keyboard(true, {}).press("o")[1], 0);
});
