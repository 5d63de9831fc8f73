// Small pictures on the page of a scenario: counters in the tree, swatches of sides, the picture of the scenario.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, page, settled, texts } from "./page.js";
import { RED } from "./scribe.js";

const { faceOf, pictureField } = await import("../../webui/static/editor/scenario/faces.js");
const { HEAD } = await import("../../webui/static/editor/scenario/model.js");

const THINGS = {
  red: { what: "side", colour: "#ff0000" },
  div: { what: "formation" },
  a: { what: "unit", name: "Alpha", kind: "infantry", strength: 3 },
};

function face(key, { ratio = 2, side = "red" } = {}) {
  page({});
  globalThis.window = { devicePixelRatio: ratio };
  const drawn = [];
  const view = { state: { sides: new Map([["red", RED]]) }, press: { draw: (_, ...given) => drawn.push(given) } };
  const made = faceOf(key, { things: THINGS, hexes: { a: 4 }, sideOf: () => side }, view);
  return { made, drawn };
}

test("a unit has its counter, drawn as on the map with a margin, as sharp as the screen up to three times", () => {
  const { made, drawn } = face("a");
  assert.deepEqual([made.width, made.height, made.style.width, made.getContext().matrix[0]], [68, 68, "34px", 2]);
  const [[x, y, size, ratio, stand, side]] = drawn;
  assert.deepEqual([x, y, size, ratio, stand.name, stand.hex, side], [2, 2, 30, 2, "Alpha", 4, RED]);
  assert.deepEqual(
    [4, null, 1.5].map((ratio_) => face("a", { ratio: ratio_ }).made.width),
    [102, 34, 51],
  );
});

test("a side has a swatch of its colour; a formation, what is of no side, and what is not there have none", () => {
  const { made, drawn } = face("red");
  assert.deepEqual([made.className, made.style.background, drawn], ["swatch", "#ff0000", []]);
  assert.deepEqual([face("div").made, face("a", { side: "?" }).made, face("nobody").made], [null, null, null]);
});

function picture(kept, answer = { picture: "new.webp" }) {
  page({});
  const done = [];
  globalThis.fetch = async (address) => {
    done.push(address);
    return {
      ok: !(answer instanceof Error),
      status: 400,
      json: async () => (answer instanceof Error ? { error: { why: answer.message } } : answer),
    };
  };
  const doors = { step: async (fields) => void done.push(fields), refused: ({ message }) => done.push(message) };
  const [field] = pictureField({ things: { [HEAD]: { picture: kept } } }, { token: "t" }, doors);
  const choose = async (files) => {
    const [input] = field.querySelectorAll("input");
    input.files = files;
    happens(input, "change");
    await settled();
    return done.splice(0);
  };
  return { field, done, choose };
}

test("the picture of a scenario is shown, changed by a file, and taken away", async () => {
  const { field, done, choose } = picture("old.webp");
  assert.equal(field.querySelector("img").getAttribute("src"), "picture/old.webp");
  assert.deepEqual(await choose([]), []);
  assert.deepEqual(await choose(["file"]), ["picture", { picture: "new.webp" }]);
  click(buttonOf(field, "Take it away"));
  assert.deepEqual(done, [{ picture: "" }]);
  const none = picture("");
  assert.deepEqual([none.field.querySelectorAll("img").length, texts(none.field, "button")], [0, []]);
  assert.deepEqual(await picture("", new Error("too large")).choose(["file"]), ["picture", "too large"]);
});
