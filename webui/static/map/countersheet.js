// Draw the counters of a view where they stand, and remember where each lies.

import { paintEnemy } from "./contacts.js";
import { under } from "./drawn/clearing.js";
import { FACE } from "./faces.js";
import { paintLabels } from "./labels.js";
import { paintStillWords } from "./overlays.js";
import { APART_FROM_R } from "./stacks.js";

/** @import { Geometry } from "./geometry.js" */
/** @import { MapView } from "./mapview.js" */
/** @import { Box, Counter, Drawn, Pen, Stage } from "./types.d.ts" */

/** What of a view is needed to draw its counters.
 * @typedef {Pick<MapView, "ground" | "stacks" | "press" | "state" | "laid">} Shown
 */

/** Paint the counters in sight; gives those that were drawn, lowest first: {stand, x, y, size}.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Shown} shown
 * @returns {Counter[]}
 */
export function paintCounters(pen, stage, shown) {
  const drawn = paintAll(pen, stage, shown),
    taken = under(drawn);
  const state = /** @type {Drawn} */ (shown.state);
  if (state.view) paintStillWords(pen, stage, state, (room) => taken.isFree(room));
  return drawn;
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Shown} shown
 * @returns {Counter[]}
 */
function paintAll(pen, stage, { ground, stacks, press, state, laid }) {
  // What was seen before lies under what is seen now.
  if (state.shown.enemy) paintEnemy(pen, stage, state, press);
  if (!state.shown.counters) return [];
  const { groups, labels } = laid.at(pen, stage.R, { ground, stacks, state });
  const drawn = groups.flatMap((counters) => place(pen, stage, counters, { ground, stacks, press, state }));
  paintLabels(pen, stage, labels, ground.palette);
  return drawn;
}

/** Draw counters, lowest first; a badge where they stand for more than there are.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Counter[]} counters
 * @param {Omit<Shown, "laid">} stand
 * @returns {Counter[]}
 */
function place(pen, { R, ratio, box }, counters, { ground, stacks, press, state }) {
  const seen = counters.filter(({ stand: { hex } }) => isNear(ground, hex, box));
  for (const counter of seen) {
    drawOne(pen, ratio, counter, state, press);
    if (counter.count && counter.count > 1) badge(pen, counter, counter.count, ground.palette.ink);
  }
  if (R < APART_FROM_R || !seen.length) return seen;
  const top = seen[seen.length - 1],
    more = stacks.at(top.stand.hex).length;
  if (more > seen.length && R > 14) badge(pen, top, more, ground.palette.ink);
  return seen;
}

/** @param {Pen} pen
 * @param {number} ratio
 * @param {Counter} counter
 * @param {Shown["state"]} state
 * @param {Shown["press"]} press
 */
function drawOne(pen, ratio, { stand, shown, x, y, size }, state, press) {
  const side = state.sides.get(stand.side),
    glow = stand.id === state.selected ? state.ground.palette.ink.glow : null;
  if (side) press.draw(pen, x, y, size, ratio, shown ?? stand, side, { glow, band: bandOf(state, stand) });
}

/** The band of a unit's division, null where it has none or it is not known.
 * @param {Shown["state"]} state
 * @param {{division?: string}} stand
 */
function bandOf({ view }, { division }) {
  return view?.divisions?.[division ?? ""] ?? null;
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
 * @param {Record<string, string>} ink
 */
function badge(pen, { x, y, size }, count, ink) {
  const r = Math.max(5, size * 0.16);
  pen.beginPath();
  pen.arc(x + size - 1, y + 1, r, 0, 7);
  pen.fillStyle = ink.plate;
  pen.fill();
  pen.strokeStyle = ink.counter;
  pen.lineWidth = r < 6 ? 0.7 : 1.2;
  pen.stroke();
  pen.fillStyle = ink.counter;
  pen.font = `700 ${r * (count > 9 ? 1.2 : 1.4)}px ${FACE}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(String(count), x + size - 1, y + 1.5);
}
