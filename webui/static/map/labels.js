// Write the names of units under their counters, where there is room, while counters are too small to bear them.

import { meets } from "./drawn/clearing.js";
import { FACE } from "./faces.js";

/** @import { Box, Counter, Pen, Stage } from "./types.d.ts" */

/** From how many pixels to a hex radius names are written, and up to what size of counters. */
const FROM_R = 13;
const UP_TO_SIZE = 42;

/** Pixels that names keep on either side. */
const APART = 1.5;

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Counter[]} drawn lowest first
 * @param {(counter: Counter) => string} nameOf
 * @param {{paper: string, ink: Record<string, string>}} palette
 */
export function paintLabels(pen, { R, box }, drawn, nameOf, { paper, ink }) {
  const high = Math.max(10, Math.min(13, R * 0.55));
  pen.font = `600 ${high}px ${FACE}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.lineWidth = 2.6;
  pen.strokeStyle = paper;
  pen.fillStyle = ink.counter;
  /** @type {number[][]} */
  const taken = drawn.map(({ x, y, size }) => [x, y, x + size, y + size]);
  for (const counter of [...drawn].sort((a, b) => (b.stand.strength ?? 0) - (a.stand.strength ?? 0))) {
    const { x, y, size } = counter,
      text = nameOf(counter);
    if (!text || x > box[2] * R || y > box[3] * R) continue;
    const half = pen.measureText(text).width / 2,
      middle = x + size / 2,
      foot = y + size + high * 0.86;
    /** @type {Box} */
    const area = [middle - half - APART, y + size + 1, middle + half + APART, foot];
    if (taken.some((other) => meets(area, other))) continue;
    taken.push(area);
    counter.named = area;
    pen.strokeText(text, middle, foot);
    pen.fillText(text, middle, foot);
  }
}

/** Whether counters of a map at this scale need their names beside them.
 * @param {number} R
 * @param {number} size
 */
export function needsLabels(R, size) {
  return R >= FROM_R && size < UP_TO_SIZE;
}
