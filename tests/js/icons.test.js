// The small pictures of the clock: which sky, which side of the moon is lit, and how much of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./page.js";

page({});
const { moonIcon, sunIcon, weatherIcon } = await import("../../webui/static/page/icons.js");

const strokes = (svg) => svg.querySelectorAll("path").map((one) => one.getAttribute("d"));

test("each weather has a picture of its own, and one that is not known the cloud", () => {
  const known = ["fine", "cloudy", "overcast", "rain", "snow", "fog", "frogs"].map((name) =>
    strokes(weatherIcon(name)).join(),
  );
  assert.deepEqual(known.at(-1), strokes(weatherIcon("hail of frogs")).join());
  assert.equal(new Set([...known.slice(0, 3), known.at(-1)]).size, 4);
  assert.notDeepEqual(strokes(sunIcon()), strokes(weatherIcon("frogs")));
});

/** How wide the bright part is, at the widest, of a disc of 16: half of it, and the bulge of the line between. */
function lit(phase, share) {
  const path = moonIcon(phase, share).querySelectorAll("path").at(-1);
  const [, right, inner, sweep] = /A(\S+) \S+ 0 0 1 .*A(\S+) \S+ 0 0 ([01])/.exec(path.getAttribute("d"));
  return Number(right) + (sweep === "1" ? 1 : -1) * Number(inner);
}

test("the moon is lit as much as it is said to be, from the right while it waxes and from the left while it wanes", () => {
  for (const share of [0, 0.1, 0.5, 0.75, 1]) assert.ok(Math.abs(lit("waxing", share) - 16 * share) < 1e-9, `${share}`);
  const mirrored = (phase) => moonIcon(phase, 0.3).querySelectorAll("path").at(-1).getAttribute("transform");
  for (const phase of ["waning crescent", "waning gibbous", "last quarter"])
    assert.equal(mirrored(phase), "translate(24 0) scale(-1 1)", phase);
  for (const phase of ["waxing crescent", "waxing gibbous", "first quarter", "new moon", "full moon"])
    assert.equal(mirrored(phase), null, phase);
  const [disc] = moonIcon("full moon", 1).querySelectorAll("circle");
  assert.deepEqual(
    ["cx", "cy", "r"].map((key) => Number(disc.getAttribute(key))),
    [12, 12, 8],
  );
});
