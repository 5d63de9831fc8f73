// Paint maps too far out for single hexes: one dot of colour to a hex, scaled.

import { SQRT3 } from "./geometry.js";
import { penOf } from "./pens.js";

/** @import { GroundPainter } from "./ground.js" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Pen } from "./types.d.ts" */

/** @param {Pen} pen
 * @param {GroundPainter} painter
 */
export function paintOverview(pen, painter) {
  const { ground } = painter;
  painter.overview ??= overviewOf(ground);
  const { canvas, u, v, du, dv } = painter.overview;
  pen.imageSmoothingEnabled = pen.scaleR < 1;
  pen.drawImage(canvas, u, v, canvas.width * du, canvas.height * dv);
}

/** Two dots across or down for each hex, so that staggered lines keep their half step.
 * @param {Ground} ground
 */
export function overviewOf(ground) {
  const { cols, rows, flatTop } = ground.geometry,
    canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = flatTop ? [cols, rows * 2 + 1] : [cols * 2 + 1, rows];
  const pen = penOf(canvas),
    { palette } = ground,
    inks = ground.terrainNames.map((/** @type {string} */ name) => inkOf(palette.terrain[name]?.tint ?? palette.paper)),
    picture = pen.createImageData(canvas.width, canvas.height),
    dots = new Uint32Array(picture.data.buffer),
    { width } = canvas;
  for (let row = 0, index = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, index++) {
      if (!ground.inside(index)) continue;
      const at = flatTop ? (row * 2 + (col & 1)) * width + col : row * width + col * 2 + (row & 1);
      dots[at] = dots[at + (flatTop ? width : 1)] = inks[ground.terrain[index]];
    }
  }
  pen.putImageData(picture, 0, 0);
  const half = SQRT3 / 2;
  if (flatTop) return { canvas, du: 1.5, dv: half, u: -0.75, v: -half };
  return { canvas, du: half, dv: 1.5, u: -half, v: -0.75 };
}

/** A colour, #rrggbb, as a picture holds it: the red byte first.
 * @param {string} colour
 */
export function inkOf(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
