// Make the hatchings that say by pattern what colour says too.

import { penOf } from "../pens.js";

/** @import { Pen } from "../types.d.ts" */

const made = new Map();

/** A repeating pattern: bars slant one way, dots are dots, teeth are a cross hatch, slant the other way.
 * @param {Pen} pen
 * @param {string} kind
 * @param {string} colour
 * @param {number} ratio
 * @param {{step?: number, weight?: number}} [grain]
 * @returns {CanvasPattern | string}
 */
export function hatching(pen, kind, colour, ratio, { step = 8, weight = 1.2 } = {}) {
  const key = `${kind}|${colour}|${ratio}|${step}|${weight}`;
  if (!made.has(key)) made.set(key, tile(kind, colour, ratio, step, weight));
  const pattern = pen.createPattern(made.get(key), "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern ?? colour;
}

/** @param {string} kind
 * @param {string} colour
 * @param {number} ratio
 * @param {number} step
 * @param {number} weight
 */
function tile(kind, colour, ratio, step, weight) {
  const side = Math.round(step * ratio),
    canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const pen = penOf(canvas);
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = weight * ratio;
  if (kind === "dots") {
    pen.beginPath();
    pen.arc(side / 2, side / 2, weight * ratio * 1.05, 0, 7);
    pen.fill();
    return canvas;
  }
  const slants = kind === "bars" ? [1] : kind === "teeth" ? [1, -1] : [-1];
  for (const slant of slants) {
    pen.beginPath();
    for (const off of [-side, 0, side]) {
      pen.moveTo(off - 1, slant > 0 ? side + 1 : -1);
      pen.lineTo(off + side + 1, slant > 0 ? -1 : side + 1);
    }
    pen.stroke();
  }
  return canvas;
}
