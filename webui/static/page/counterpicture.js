// Draw a counter in a list, as the map draws it.

import { el } from "../common/dom.js";
import { penOf } from "../map/pens.js";

/** @import { Picture, Side } from "../common/data.d.ts" */
/** @import { MapView } from "../map/mapview.js" */

const MARGIN = 3;

/** Make the function that draws counters as a map has them.
 * @param {MapView} map
 * @returns {Picture}
 */
export function counterPictures(map) {
  return (stand, size) => {
    const ratio = Math.min(3, window.devicePixelRatio || 1),
      whole = size + 2 * MARGIN;
    const canvas = el("canvas", {
      class: "counter",
      width: whole * ratio,
      height: whole * ratio,
      "aria-hidden": "true",
    });
    canvas.style.width = canvas.style.height = `${whole}px`;
    const side = map.state.sides.get(stand.side),
      pen = penOf(canvas);
    if (!side) return canvas;
    pen.scale(ratio, ratio);
    map.press.draw(pen, MARGIN, MARGIN, size, ratio, stand, side);
    return canvas;
  };
}

/** Make the patch of a side's colour with its letter.
 * @param {Side | undefined} side
 */
export function swatch(side) {
  const patch = el("span", { class: "swatch", "aria-hidden": "true" }, side?.letter ?? "");
  if (side) Object.assign(patch.style, { backgroundColor: side.fill, color: side.ink });
  return patch;
}
