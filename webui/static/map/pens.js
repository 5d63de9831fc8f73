// Canvases to draw on.

/** @import { Pen } from "./types.d.ts" */

/** Give what draws on a canvas.
 * @param {HTMLCanvasElement} canvas
 * @returns {Pen}
 */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser cannot draw on a canvas");
  return Object.assign(pen, { scaleR: 1 });
}
