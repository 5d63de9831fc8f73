// Find hexes and hexsides about a place on the drawing plane.

import { NO_HEX } from "../map/geometry.js";

/** @import { Geometry } from "../map/geometry.js" */
/** @import { Ground } from "../map/terrain/terrain_model.js" */

/** The hexes of the map no further than `reach` from one.
 * @param {Ground} ground
 * @param {number} centre
 * @param {number} reach
 * @returns {number[]}
 */
export function around(ground, centre, reach) {
  const { geometry } = ground,
    [q, r] = geometry.axial(centre),
    found = [];
  for (let dq = -reach; dq <= reach; dq++) {
    for (let dr = Math.max(-reach, -dq - reach); dr <= Math.min(reach, reach - dq); dr++) {
      const hex = geometry.indexAt(q + dq, r + dr);
      if (ground.inside(hex)) found.push(hex);
    }
  }
  return found;
}

/** The hexes of a straight line, both ends included.
 * @param {{geometry: Geometry}} ground
 * @param {number} from
 * @param {number} to
 */
export function lineOf({ geometry }, from, to) {
  const steps = geometry.distance(from, to),
    { u, v } = geometry,
    found = [];
  for (let k = 0; k <= steps; k++) {
    const t = steps ? k / steps : 0;
    found.push(geometry.hexAt(u[from] + (u[to] - u[from]) * t + 1e-4, v[from] + (v[to] - v[from]) * t + 2e-4));
  }
  return found;
}

/** The hexside nearest to a place, as index * 6 + side of the lower hex; null off the map, or further than `reach`.
 * @param {Ground} ground
 * @param {number} u
 * @param {number} v
 * @param {number} [reach]
 */
export function sideAt(ground, u, v, reach = 1) {
  const { geometry } = ground,
    hex = geometry.hexAt(u, v);
  if (!ground.inside(hex)) return null;
  const first = geometry.flatTop ? -120 : -90,
    du = u - geometry.u[hex],
    dv = v - geometry.v[hex];
  const side = Math.floor((((Math.atan2(dv, du) * 180) / Math.PI - first) / 60 + 12) % 6);
  const [p, q] = [geometry.corner(hex, side), geometry.corner(hex, side + 1)];
  const along = (u - p[0]) * (q[0] - p[0]) + (v - p[1]) * (q[1] - p[1]);
  const off = Math.abs((u - p[0]) * (q[1] - p[1]) - (v - p[1]) * (q[0] - p[0]));
  // Near a corner three sides meet: a line that passes it means none of them.
  if (off > reach || (reach < 1 && (along < 0.12 || along > 0.88))) return null;
  return sideOf(ground, hex, side);
}

/** @param {Ground} ground
 * @param {number} hex
 * @param {number} side
 */
export function sideOf(ground, hex, side) {
  const other = ground.geometry.neighbour(hex, side);
  return other === NO_HEX || !ground.inside(other) ? null : ground.sideKey(hex, side);
}

/** @param {number} at */
export function pairOf(at) {
  return [Math.floor(at / 6), at % 6];
}
