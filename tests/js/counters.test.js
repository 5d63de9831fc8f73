// Counters, drawn on a canvas that writes down every stroke: counters.txt holds them.
// Where this fails, look at what is drawn; then: WRITE=1 node --test tests/js/counters.test.js

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

import { CounterPress } from "../../webui/static/map/counters.js";
import { recorder } from "./recorder.js";

const FILE = new URL("counters.txt", import.meta.url);

const symbols = {
  wide: 60,
  high: 40,
  echelons: { regiment: "III" },
  kinds: {
    inf: [["line", 0, 0, 60, 40]],
    art: [
      ["circle", 30, 20, 6],
      ["oval", 30, 20, 20, 9],
      ["arc", 30, 20, 9, 0, 90],
    ],
    signals: [
      ["text", 30, 25, 12, "S"],
      ["ring", 9, 9, 3],
    ],
    unknown: [["shape", 1, 1, 5, 5, 9, 1]],
  },
  by_trait: { "inf guns": "art", "inf wire": "signals" },
  by_mover: { "inf horse": "signals", "inf odd": "nothing" },
  face: {
    edge: [7, 2],
    box: [20, 24, 68, 40],
    name: [54, 18, 16, 60],
    echelon: [54, 22, 9],
    strength: [14, 94, 24],
    pips: [44, 76, 9, 5],
    corner: [30, 2],
    wheel: [86, 84, 6],
    bar: [8, 66, 92, 70],
  },
};
const palette = {
  paper: "paper",
  ink: { box: "box", counter: "counter", cut: "cut", drop_shadow: "shade", select: "light", bevel: "dark" },
};
const red = { fill: "red", line: "dark", ink: "white", pattern: "bars" };
const stand = {
  kind: "inf",
  size: "regiment",
  short: "1/110",
  strength: 3,
  full: 7,
  marks: [],
  traits: [],
  mover: "foot",
};
const looks = {
  plain: [stand, red],
  dots: [
    { ...stand, traits: ["wire", "guns"], short: "a long name" },
    { ...red, pattern: "dots" },
  ],
  teeth: [
    { ...stand, mover: "horse", strength: 12, full: 12 },
    { ...red, pattern: "teeth" },
  ],
  many: [{ ...stand, full: 11 }, red],
  masked: [{ masked: true, marks: [], strength: null }, red],
  odd: [{ ...stand, mover: "odd", size: "none", short: undefined }, red],
  isolated: [{ ...stand, isolated: 3, facing: 1 }, red],
  banded: [{ ...stand, symbol: "art", division: "28" }, red],
  striped: [{ ...stand, division: "29" }, red],
  cut: [{ ...stand, cut: true, facing: 0 }, red],
  marked: [
    { ...stand, marks: ["moved", "transport", "emplaced", "no_fuel", "out_of_command", "out_of_fuel", "no_command"] },
    red,
  ],
};

const bands = {
  banded: { colour: "navy", stripe: "navy", ink: "pale" },
  striped: { colour: "navy", stripe: "gold", ink: "pale" },
};

function drawn() {
  const lines = [];
  globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => recorder(lines) }) });
  for (const flatTop of [true, false]) {
    const press = new CounterPress(/** @type {any} */ ({ geometry: { flatTop }, symbols, palette }));
    for (const [name, [shown, side]] of Object.entries(looks)) {
      if (!flatTop && shown.facing === undefined) continue;
      for (const size of [42, 25, 14]) {
        lines.push(`# ${name}, ${size} wide, ${flatTop ? "flat" : "pointed"} at the top`);
        const pen = recorder(lines);
        press.draw(pen, 10, 20, size, 2, /** @type {any} */ (shown), /** @type {any} */ (side), {
          glow: name === "plain" ? "gold" : null,
          band: bands[name] ?? null,
        });
        press.draw(pen, 10, 20, size, 2, /** @type {any} */ (shown), /** @type {any} */ (side));
      }
    }
  }
  return lines;
}

test("counters are drawn as they were", () => {
  const lines = drawn();
  if (process.env.WRITE) writeFileSync(FILE, `${lines.join("\n")}\n`);
  assert.deepEqual(lines, readFileSync(FILE, "utf-8").trimEnd().split("\n"));
});

test("a counter is drawn once for each look and size", () => {
  const lines = drawn(),
    begins = lines.findIndex((line) => line.startsWith("# dots")),
    first = lines.slice(0, begins);
  assert.equal(first.filter((line) => line.startsWith("drawImage")).length, 6);
  assert.equal(first.filter((line) => line === "scale 2 2").length, 3);
});
