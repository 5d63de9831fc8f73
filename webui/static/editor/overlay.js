// What is painted over a map that is worked on: a sheet of its own, and the shapes of hexes on it.

import { radiusAt } from "../map/ground.js";
import { Sheet } from "../map/sheet.js";

/** @import { MapView } from "../map/mapview.js" */
/** @import { Box, Pen, Stage } from "../map/types.d.ts" */

/** Lay a sheet over a map.
 * @param {MapView} view
 * @param {string} pane
 * @param {(pen: Pen, stage: Stage) => unknown} paint
 */
export function sheetOver(view, pane, paint) {
  view.map.createPane(pane).style.zIndex = 460;
  const painted = (/** @type {any} */ pen, /** @type {any} */ stage) => paint(pen, stage);
  return new Sheet(painted, radiusAt, { pane }).addTo(view.map);
}

/** Give the outlines of hexes as one path.
 * @param {MapView} view
 * @param {Iterable<number>} hexes
 * @param {number} R
 */
export function outlineOf({ ground: { geometry } }, hexes, R) {
  const path = new Path2D();
  for (const hex of hexes) {
    for (let k = 0; k < 6; k++) {
      const [u, v] = geometry.corner(hex, k);
      if (k) path.lineTo(u * R, v * R);
      else path.moveTo(u * R, v * R);
    }
    path.closePath();
  }
  return path;
}

/** Give those of some hexes that are in a box or touch it.
 * @param {MapView} view
 * @param {number[]} hexes
 * @param {Box} box
 */
export function hexesNear({ ground: { geometry } }, hexes, box) {
  const { u, v } = geometry;
  return hexes.filter(
    (hex) => hex >= 0 && u[hex] > box[0] - 1 && u[hex] < box[2] + 1 && v[hex] > box[1] - 1 && v[hex] < box[3] + 1,
  );
}
