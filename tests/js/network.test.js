// The network of supply in words, and the rows of the legend that are shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { networkInWords } from "../../webui/static/map/network.js";
import { rowsOf, sharpness } from "../../webui/static/map/legend/legend.js";

const named = (hex) => `hex ${hex}`;

test("who is served from where is said, and who is not, where and why", () => {
  const ends = [{ hex: 3, to: "Railhead", stands: 2 }],
    cut = [{ hex: 7, path: [7, 3], cut_at: 3, why: "zone of the enemy", stands: ["1/110", "2/110"] }];
  assert.equal(
    networkInWords({ version: 1, served: 2, ways: [], ends, cut }, named),
    "2 units are served, 2 from Railhead. Without supply: 2 in hex 7: zone of the enemy.",
  );
  assert.equal(
    networkInWords({ version: 1, served: 0, ways: [], ends: [], cut: [] }, named),
    "No unit is served. No line is cut.",
  );
});

test("the legend has a row for what is drawn, and none for a layer that is off", () => {
  const row = (layer) => ({ words: layer, group: "", layer, packet: { items: [] } });
  const keys = { wide: 9, high: 4, rows: [row("ground"), row("contours"), row("roads")] };
  const painter = { colours: {}, draws: (layer) => layer !== "contours" };
  assert.deepEqual(
    rowsOf(keys, painter).map(({ words }) => words),
    ["ground", "roads"],
  );
});

test("a swatch is as sharp as the screen, up to three pixels to one", () => {
  assert.deepEqual([0, 1, 2, 4].map(sharpness), [1, 1, 2, 3]);
});
