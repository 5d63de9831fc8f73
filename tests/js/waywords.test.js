import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsOfWays } from "../../webui/static/map/drawn/waywords.js";

const PEN = /** @type {any} */ ({ measureText: (/** @type {string} */ text) => ({ width: 5 * text.length }) });
const LETTERING = { ready: true, font: () => "" };

/** @param {any} ways
 * @returns {any}
 */
function state(ways) {
  const words = { face: "text_bold", mm: 2.5, halo: 0.16, clear_mm: 6 };
  return {
    ways,
    sides: new Map([["red", { line: "#900" }]]),
    ground: {
      drawing: { per_mm: 4, arrow: { words } },
      geometry: { u: [2, 5], v: [3, 6] },
      palette: { ink: { path: "#123" } },
    },
  };
}

test("each arrow of a plan has its words where it begins, in the colour of its side, before all other names", () => {
  const ways = { side: "red", ways: [[1, 0]], words: ["28 Div: attack"] },
    [name] = wordsOfWays(PEN, 12, state(ways), LETTERING);
  assert.deepEqual(
    [name.text, name.colour, name.rank, name.size, name.wide, name.place],
    ["28 Div: attack", "#900", 1, 10, 70, [5, 6]],
  );
  assert.equal(name.u, 6, "a radius right of the middle, where that is less than what paper allows");
  assert.equal(wordsOfWays(PEN, 48, state(ways), LETTERING)[0].u, 5.5);
});

test("a plan asked for again at the same scale gives the same list; none has no words", () => {
  const ways = { side: "blue", ways: [[0, 1]], words: ["x"] },
    once = wordsOfWays(PEN, 12, state(ways), LETTERING);
  assert.equal(wordsOfWays(PEN, 12, state(ways), LETTERING), once);
  assert.equal(once[0].colour, "#123");
  assert.notEqual(wordsOfWays(PEN, 12, state(ways), { ...LETTERING, ready: false }), once);
  assert.equal(
    wordsOfWays(PEN, 12, state(null), LETTERING),
    wordsOfWays(PEN, 9, state({ side: "red", ways: [] }), LETTERING),
  );
});
