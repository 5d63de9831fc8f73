// Show what was painted as a picture that stays as it is.
//
// Without a graphics card a browser copies each canvas that can be painted on in every frame, whether it was or not: the
// twenty of a map took half of a frame of a pan. So a map paints aside, on an easel, and shows the picture of it.

import { penOf } from "../pens.js";

/** An easel for a picture as large as a canvas of the page.
 * @param {HTMLCanvasElement} canvas
 * @param {boolean} [over] whether what the canvas shows is painted over
 */
export function easelFor(canvas, over = false) {
  const easel = new OffscreenCanvas(canvas.width, canvas.height);
  if (over) penOf(easel).drawImage(canvas, 0, 0);
  return easel;
}

/** Show what is on an easel; it is clear afterwards.
 * @param {HTMLCanvasElement} canvas
 * @param {OffscreenCanvas} easel
 */
export function show(canvas, easel) {
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(easel.transferToImageBitmap());
}

/** Show what is on an easel as far as it is painted, and go on there.
 * @param {HTMLCanvasElement} canvas
 * @param {OffscreenCanvas} easel
 */
export function showUnfinished(canvas, easel) {
  const copy = new OffscreenCanvas(easel.width, easel.height);
  penOf(copy).drawImage(easel, 0, 0);
  show(canvas, copy);
}
