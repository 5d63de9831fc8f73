// Show what was painted as a picture that stays as it is.
//
// Without a graphics card a browser copies each canvas that can be painted on in every frame, whether it was or not: the
// twenty of a map took half of a frame of a pan. So a map paints aside, on an easel, and shows the picture of it.

import { penOf } from "../pens.js";

/** @typedef {OffscreenCanvas | HTMLCanvasElement} Easel */

/** An easel for a picture as large as a canvas of the page.
 * @param {HTMLCanvasElement} canvas
 * @param {boolean} [over] whether what the canvas shows is painted over
 */
export function easelFor(canvas, over = false) {
  const easel = blank(canvas);
  if (over) penOf(easel).drawImage(canvas, 0, 0);
  return easel;
}

/** Browsers of before 2023 have no canvas that is on no page; they take one of the page's kind, more slowly.
 * @param {{width: number, height: number}} like
 * @returns {Easel}
 */
function blank({ width, height }) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** Show what is on an easel; it is clear afterwards.
 * @param {HTMLCanvasElement} canvas
 * @param {Easel} easel
 */
export function show(canvas, easel) {
  if ("transferToImageBitmap" in easel) {
    canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(easel.transferToImageBitmap());
    return;
  }
  const pen = penOf(canvas);
  pen.globalCompositeOperation = "copy";
  pen.drawImage(easel, 0, 0);
  easel.width = canvas.width;
}

/** Have carried out what was asked of an easel: browsers put it off until somebody looks, and then it takes long.
 * @param {Easel} easel
 */
export function carryOut(easel) {
  glance ??= blank({ width: 1, height: 1 });
  penOf(glance).drawImage(easel, 0, 0, 1, 1, 0, 0, 1, 1);
}

/** @type {Easel | undefined} */
let glance;
