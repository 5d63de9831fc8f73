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
  const pen = penOf(canvas);
  for (let index = 0; index < cols * rows; index++) {
    if (!ground.inside(index)) continue;
    const row = Math.floor(index / cols),
      col = index % cols;
    pen.fillStyle = ground.palette.terrain[ground.terrainOf(index)]?.tint ?? ground.palette.paper;
    if (flatTop) pen.fillRect(col, row * 2 + (col & 1), 1, 2);
    else pen.fillRect(col * 2 + (row & 1), row, 2, 1);
  }
  const half = SQRT3 / 2;
  if (flatTop) return { canvas, du: 1.5, dv: half, u: -0.75, v: -half };
  return { canvas, du: half, dv: 1.5, u: -half, v: -0.75 };
}
