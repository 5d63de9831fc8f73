// The figures of the rules of terrain as sliders, in groups by the terrain that each makes.

import { el, fill } from "../../common/dom.js";
import { words } from "../../common/words.js";

/** @import { Threshold } from "./grounds.d.ts" */

const SIZES = "Sizes of places and rivers";

/** Write a figure with its unit.
 * @param {number} value
 * @param {Threshold} limit
 */
export function figure(value, { key, unit }) {
  if (key.endsWith("share_at_least")) return `${Math.round(value * 100)} %`;
  return `${Number(value.toPrecision(4)).toLocaleString("en")} ${unit}`.trim();
}

/** Put thresholds in groups, in their order.
 * @param {Threshold[]} limits
 * @returns {[string, Threshold[]][]}
 */
export function grouped(limits) {
  /** @type {Map<string, Threshold[]>} */
  const found = new Map();
  for (const limit of limits) {
    const name = limit.terrain ? words(limit.terrain) : SIZES;
    found.set(name, [...(found.get(name) ?? []), limit]);
  }
  return [...found];
}

/** Show the sliders; which groups stand open is kept.
 * @param {HTMLElement} box
 * @param {Threshold[]} limits
 * @param {(key: string, value: number) => void} change
 */
export function showLimits(box, limits, change) {
  const open = new Set(
    [...box.querySelectorAll("details[open]")].map((one) => (one instanceof HTMLElement ? one.dataset.group : "")),
  );
  fill(
    box,
    grouped(limits).map(([name, group]) => {
      const changed = group.filter(({ value, usual }) => value !== usual).length;
      return el(
        "details",
        { open: open.has(name), data: { group: name } },
        el("summary", {}, name, " ", el("span", { class: "soft" }, changed ? `${changed} changed` : "")),
        group.map((limit) => slider(limit, change)),
      );
    }),
  );
}

/** @param {Threshold} limit
 * @param {(key: string, value: number) => void} change
 */
function slider(limit, change) {
  const shown = el("output", {}, figure(limit.value, limit));
  const input = el("input", {
    type: "range",
    min: "0",
    max: String(limit.most),
    step: String(limit.step),
    value: String(limit.value),
    data: { key: limit.key },
    oninput: () => {
      shown.textContent = figure(Number(input.value), limit);
      change(limit.key, Number(input.value));
    },
  });
  const from = limit.value === limit.usual ? "" : `as it comes: ${figure(limit.usual, limit)}`;
  return el(
    "label",
    { class: limit.value === limit.usual ? "limit" : "limit changed" },
    el("span", {}, limit.rule || limit.words),
    shown,
    input,
    from && el("span", { class: "from" }, from),
  );
}
