// Follow the pointer along hexsides: from corner to corner, always one chain, whatever it is dragged across.

import { NO_HEX } from "../map/geometry.js";
import { pairOf, sideAt, sideOf } from "./shapes.js";

/** @import { Ground } from "../map/terrain/terrain_model.js" */
/** @import { Spot, Trail } from "./types.d.ts" */

// How far a pointer goes before it drags, how much nearer a corner must be to be gone to, and how straight "along" is;
// in hex radii and as a cosine.
const BEGINS = 0.3;
const NEARER = 0.06;
const ALONG = 0.6;
const MOST_STEPS = 12;
const BESIDE = 1.2;
const MOST_TRIED = 120;

/** A corner of a hex, with the hexside that leads to it; null if there is none on the map.
 * @typedef {{hex: number, k: number, side: number | null}} Corner
 */

/** Begin a trail where the pointer went down; null as long as it has hardly moved.
 * @param {Ground} ground
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Trail | null}
 */
export function begin(ground, from, to) {
  const way = /** @type {Spot} */ ([to[0] - from[0], to[1] - from[1]]),
    first = sideAt(ground, ...from);
  if (Math.hypot(...way) < BEGINS || first === null) return null;
  const [hex, side] = pairOf(first),
    ends = [side, (side + 1) % 6].map((k) => ({ hex, k, at: ground.geometry.corner(hex, k) })),
    [p, q] = ends.map(({ at }) => at);
  const along = (q[0] - p[0]) * way[0] + (q[1] - p[1]) * way[1];
  // Along the hexside that was pressed it goes from its far end; across it, from the nearer one.
  const straight = Math.abs(along) >= ALONG * Math.hypot(...way);
  const start = straight ? ends[along > 0 ? 0 : 1] : ends[off(p, from) <= off(q, from) ? 0 : 1];
  return { hex: start.hex, k: start.k, keys: [ground.geometry.cornerKey(start.hex, start.k)], sides: [] };
}

/** Go on to where the pointer is; a drag back takes away what it led over.
 * @param {Trail} trail
 * @param {Ground} ground
 * @param {Spot} to
 */
export function goOn(trail, ground, to) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const here = distance(ground, trail, to),
      [best] = cornersBeside(ground, trail).sort((a, b) => distance(ground, a, to) - distance(ground, b, to));
    if (best && distance(ground, best, to) <= here - NEARER) take(trail, ground, best);
    else if (here > BESIDE) return round(ground, trail, to).forEach((corner) => take(trail, ground, corner));
    else return;
  }
}

/** @param {Trail} trail
 * @param {Ground} ground
 * @param {Corner} corner
 */
function take(trail, ground, { hex, k, side }) {
  const key = ground.geometry.cornerKey(hex, k);
  if (trail.keys[trail.keys.length - 2] === key) {
    trail.keys.pop();
    trail.sides.pop();
  } else {
    trail.keys.push(key);
    trail.sides.push(/** @type {number} */ (side));
  }
  Object.assign(trail, { hex, k });
}

/** Find the way round what is no map: the corners that lead nearer to the pointer than any straight way does.
 * @param {Ground} ground
 * @param {{hex: number, k: number}} from
 * @param {Spot} to
 * @returns {Corner[]}
 */
function round(ground, from, to) {
  const { geometry } = ground,
    /** @type {{corner: Corner, way: Corner[]}[]} */ open = [{ corner: { ...from, side: null }, way: [] }],
    seen = new Set([geometry.cornerKey(from.hex, from.k)]);
  let best = open[0];
  for (let next = 0; next < open.length && next < MOST_TRIED; next++)
    for (const corner of cornersBeside(ground, open[next].corner)) {
      const key = geometry.cornerKey(corner.hex, corner.k);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push({ corner, way: [...open[next].way, corner] });
      if (distance(ground, corner, to) < distance(ground, best.corner, to) - NEARER) best = open[open.length - 1];
    }
  return best.way;
}

/** @param {Ground} ground
 * @param {{hex: number, k: number}} corner
 * @param {Spot} to
 */
function distance({ geometry }, { hex, k }, to) {
  return off(geometry.corner(hex, k), to);
}

/** List the corners that hexsides of the map lead to from one.
 * @param {Ground} ground
 * @param {{hex: number, k: number}} from
 * @returns {Corner[]}
 */
function cornersBeside(ground, { hex, k }) {
  const { geometry } = ground,
    key = geometry.cornerKey(hex, k),
    /** @type {Map<number, Corner>} */ found = new Map();
  for (const near of [hex, geometry.neighbour(hex, k), geometry.neighbour(hex, (k + 5) % 6)]) {
    if (near === NO_HEX || !ground.inside(near)) continue;
    const own = [0, 1, 2, 3, 4, 5].find((j) => geometry.cornerKey(near, j) === key);
    if (own === undefined) continue;
    for (const [next, side] of [
      [(own + 1) % 6, own],
      [(own + 5) % 6, (own + 5) % 6],
    ]) {
      const at = sideOf(ground, near, side);
      if (at !== null) found.set(geometry.cornerKey(near, next), { hex: near, k: next, side: at });
    }
  }
  return [...found.values()];
}

/** @param {number[]} p
 * @param {number[]} q
 */
function off(p, q) {
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}
