// Draw the counters of a view where they stand, and remember where each lies.

import { paintEnemy } from "./contacts.js";
import { APART_FROM_R } from "./stacks.js";

/** @import { Geometry } from "./geometry.js" */
/** @import { MapView } from "./mapview.js" */
/** @import { Box, Counter, Pen, Stage } from "./types.d.ts" */

const GLOW = "#ffd24a";

/** What of a view is needed to draw its counters.
 * @typedef {Pick<MapView, "ground" | "stacks" | "press" | "state">} Shown
 */

/** Paint all counters; gives those that were drawn, lowest first: {stand, x, y, size}.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Shown} stand
 * @returns {Counter[]}
 */
export function paintCounters(pen, stage, { ground, stacks, press, state }) {
  // What was seen before lies under what is seen now.
  if (state.shown.enemy) paintEnemy(pen, stage, state, press);
  if (!state.shown.counters) return [];
  const { R } = stage,
    { selected } = state;
  const laid =
    R < APART_FROM_R
      ? [stacks.gathered(ground, R, selected)]
      : [...stacks.byHex.keys()].map((hex) => stacks.layout(ground, hex, R, selected));
  return laid.flatMap((counters) => place(pen, stage, counters, { ground, stacks, press, state }));
}

/** Draw counters, lowest first; a badge where they stand for more than there are.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Counter[]} counters
 * @param {Shown} stand
 * @returns {Counter[]}
 */
function place(pen, { R, ratio, box }, counters, { ground, stacks, press, state }) {
  const seen = counters.filter(({ stand: { hex } }) => isNear(ground, hex, box));
  for (const { stand, x, y, size, count = 1 } of seen) {
    const glow = stand.id === state.selected ? GLOW : null;
    const side = state.sides.get(stand.side);
    if (side) press.draw(pen, x, y, size, ratio, stand, side, { glow });
    if (count > 1) badge(pen, { x, y, size }, count);
  }
  if (R < APART_FROM_R || !seen.length) return seen;
  const top = seen[seen.length - 1],
    more = stacks.at(top.stand.hex).length;
  if (more > seen.length && R > 14) badge(pen, top, more);
  return seen;
}

/** @param {{geometry: Geometry}} ground
 * @param {number} hex
 * @param {Box} box
 */
function isNear({ geometry: { u, v } }, hex, box) {
  return u[hex] > box[0] - 2 && u[hex] < box[2] + 2 && v[hex] > box[1] - 2 && v[hex] < box[3] + 2;
}

/** How many counters lie here, where the stack shows fewer.
 * @param {Pen} pen
 * @param {{x: number, y: number, size: number}} counter
 * @param {number} count
 */
function badge(pen, { x, y, size }, count) {
  const r = Math.max(5, size * 0.16);
  pen.beginPath();
  pen.arc(x + size - 1, y + 1, r, 0, 7);
  pen.fillStyle = "#fffaf0";
  pen.fill();
  pen.strokeStyle = "#1d1b17";
  pen.lineWidth = r < 6 ? 0.7 : 1.2;
  pen.stroke();
  pen.fillStyle = "#1d1b17";
  pen.font = `700 ${r * (count > 9 ? 1.2 : 1.4)}px "DejaVu Sans", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(String(count), x + size - 1, y + 1.5);
}
