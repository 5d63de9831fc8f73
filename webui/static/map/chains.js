// Lay smooth lines through points.

/** @import { Point } from "./types.d.ts" */

/** Lay a smooth line through all points (Catmull-Rom), `per` samples to a stretch.
 * @param {Point[]} stops
 * @param {number} [per]
 */
export function through(stops, per = 6) {
  /** @param {number} i
   * @returns {Point}
   */
  const at = (i) => {
    if (i < 0) return [2 * stops[0][0] - stops[1][0], 2 * stops[0][1] - stops[1][1]];
    if (i >= stops.length) {
      const [p, q] = [stops[stops.length - 1], stops[stops.length - 2]];
      return [2 * p[0] - q[0], 2 * p[1] - q[1]];
    }
    return stops[i];
  };
  const points = [stops[0]];
  for (let i = 0; i < stops.length - 1; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 1; k <= per; k++) points.push(catmullRom(p, q, r, s, k / per));
  }
  return points;
}

/** @param {Point} p
 * @param {Point} q
 * @param {Point} r
 * @param {Point} s
 * @param {number} t
 * @returns {Point}
 */
function catmullRom(p, q, r, s, t) {
  const blend = (/** @type {0 | 1} */ k) =>
    0.5 *
    (2 * q[k] +
      (r[k] - p[k]) * t +
      (2 * p[k] - 5 * q[k] + 4 * r[k] - s[k]) * t * t +
      (3 * q[k] - p[k] - 3 * r[k] + s[k]) * t * t * t);
  return [blend(0), blend(1)];
}
