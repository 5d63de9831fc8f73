// What is drawn and not sent yet: hexes painted, hexsides followed, a way from hex to hex. Worked out without a pointer.

import { NO_HEX } from "../map/geometry.js";
import { around, lineOf, pairOf, sideAt } from "./shapes.js";
import { begin, goOn } from "./trail.js";

/** @import { Ground } from "../map/terrain/terrain_model.js" */
/** @import { Place, Sketch, Spot } from "./types.d.ts" */

// How finely the pointer's way is looked at, in hex radii.
const STEP = 0.12;
const NEAR_PLACE = 1.1;

/** Begin with nothing drawn.
 * @returns {Sketch}
 */
export function fresh() {
  return { hexes: new Set(), sides: new Set(), way: [], trail: null, spot: null, more: {} };
}

/** Paint the hexes under a brush.
 * @param {Sketch} sketch
 * @param {Ground} ground
 * @param {Spot} spot
 * @param {number} brush
 */
export function gather({ hexes }, ground, [u, v], brush) {
  const hex = ground.geometry.hexAt(u, v);
  if (ground.inside(hex)) for (const near of around(ground, hex, brush)) hexes.add(near);
}

/** Take hexsides: a click means the nearest one; a drag follows the pointer from corner to corner, in one chain.
 * @param {Sketch} sketch
 * @param {Ground} ground
 * @param {Spot} spot
 * @param {Spot | null} from where the drag began; null for a click
 */
export function follow(sketch, ground, spot, from) {
  if (!from) {
    const at = sideAt(ground, ...spot);
    if (at !== null) sketch.sides.add(at);
    return;
  }
  sketch.trail ??= begin(ground, from, spot);
  if (!sketch.trail) return;
  goOn(sketch.trail, ground, spot);
  if (sketch.trail.sides.length) sketch.sides = new Set(sketch.trail.sides);
}

/** Go on to a hex; a drag back over the last hex takes it away.
 * @param {Sketch} sketch
 * @param {Ground} ground
 * @param {number} hex
 * @param {{drag?: boolean}} [how]
 */
export function lengthen({ way }, ground, hex, { drag = false } = {}) {
  const last = way[way.length - 1];
  if (hex === NO_HEX || !ground.inside(hex) || last === hex) return;
  if (drag && way[way.length - 2] === hex) way.pop();
  else if (last === undefined) way.push(hex);
  else way.push(...straight(ground, last, hex));
}

/** Cut a move of the pointer into small steps, so that a quick hand skips nothing.
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Spot[]}
 */
export function stepsOf([u0, v0], [u, v]) {
  const count = Math.max(1, Math.ceil(Math.hypot(u - u0, v - v0) / STEP));
  return Array.from({ length: count }, (_, k) => {
    const share = (k + 1) / count;
    return [u0 + (u - u0) * share, v0 + (v - v0) * share];
  });
}

/** Put a sketch as the server takes it.
 * @param {Sketch} sketch
 */
export function placesOf({ hexes, sides, way, spot, more }) {
  return { hexes: [...hexes, ...way], sides: [...sides].map(pairOf), spot, ...more };
}

/** Find the place that a click means: the nearest one of the hex, or of those that touch it.
 * @param {Ground} ground
 * @param {Spot} spot
 * @returns {Place | null}
 */
export function nearestPlace(ground, [u, v]) {
  const off = (/** @type {Place} */ place) => Math.hypot(place.u - u, place.v - v);
  const near = ground.places.filter((/** @type {any} */ place) => off(place) < NEAR_PLACE);
  return near.sort((/** @type {any} */ p, /** @type {any} */ q) => off(p) - off(q))[0] ?? null;
}

/** List the hexes on from one to another, without the first.
 * @param {Ground} ground
 * @param {number} from
 * @param {number} to
 */
function straight(ground, from, to) {
  return lineOf(ground, from, to)
    .slice(1)
    .filter((hex) => ground.inside(hex));
}
