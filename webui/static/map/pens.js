// Canvases to draw on.

/** @import { Pen } from "./types.d.ts" */

/** Give what draws on a canvas.
 * @param {HTMLCanvasElement | OffscreenCanvas} canvas
 * @returns {Pen}
 */
export function penOf(canvas) {
  const pen = /** @type {CanvasRenderingContext2D | null} */ (canvas.getContext("2d"));
  if (!pen) throw new Error("this browser cannot draw on a canvas");
  return Object.assign(pen, { scaleR: 1 });
}
