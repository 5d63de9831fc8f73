// Write the names of units under their counters, where there is room, while counters are too small to bear them.

import { Taken, meets } from "./drawn/clearing.js";
import { FACE } from "./faces.js";

/** @import { Box, Counter, Pen, Stage } from "./types.d.ts" */

/** From how many pixels to a hex radius names are written, and up to what size of counters. */
const FROM_R = 13;
const UP_TO_SIZE = 42;

/** Pixels that names keep on either side. */
const APART = 1.5;

/** What is written under a counter: the text, the middle of its foot, and its height.
 * @typedef {{text: string, middle: number, foot: number, high: number, area: Box}} Label
 */

/** Find where names have room under their counters, those of the strongest first; each counter is told its own.
 * @param {Pen} pen that measures them
 * @param {number} R
 * @param {Counter[]} counters lowest first
 * @param {(counter: Counter) => string} nameOf
 * @returns {Label[]}
 */
export function layLabels(pen, R, counters, nameOf) {
  const high = Math.max(10, Math.min(13, R * 0.55)),
    taken = new Taken(),
    found = [];
  pen.font = `600 ${high}px ${FACE}`;
  for (const { x, y, size } of counters) taken.add([x, y, x + size, y + size]);
  for (const counter of [...counters].sort((a, b) => (b.stand.strength ?? 0) - (a.stand.strength ?? 0))) {
    const { x, y, size } = counter,
      text = nameOf(counter);
    if (!text) continue;
    const half = pen.measureText(text).width / 2,
      middle = x + size / 2,
      foot = y + size + high * 0.86;
    /** @type {Box} */
    const area = [middle - half - APART, y + size + 1, middle + half + APART, foot];
    if (!taken.isFree(area)) continue;
    taken.add(area);
    counter.named = area;
    found.push({ text, middle, foot, high, area });
  }
  return found;
}

/** Write the names that are in sight.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Label[]} labels
 * @param {{paper: string, ink: Record<string, string>}} palette
 */
export function paintLabels(pen, { R, box }, labels, { paper, ink }) {
  const sight = box.map((edge) => edge * R);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.lineWidth = 2.6;
  pen.strokeStyle = paper;
  pen.fillStyle = ink.counter;
  for (const { text, middle, foot, high, area } of labels) {
    if (!meets(area, sight)) continue;
    pen.font = `600 ${high}px ${FACE}`;
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
