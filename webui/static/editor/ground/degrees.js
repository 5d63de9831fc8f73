// Boxes and spots in degrees: about a place, about files, how large on the ground, how many hexes.

/** @import { Box, Spot } from "./grounds.d.ts" */

/** Undo the steps of a line: degrees, pair by pair.
 * @param {number[]} steps
 * @param {number} unit
 * @returns {Spot[]}
 */
export function unrolled(steps, unit) {
  /** @type {Spot[]} */
  const line = [];
  let lon = 0,
    lat = 0;
  for (let k = 0; k + 1 < steps.length; k += 2) {
    lon += steps[k] ?? 0;
    lat += steps[k + 1] ?? 0;
    line.push([lon * unit, lat * unit]);
  }
  return line;
}

/** The box about a place, so many kilometres across.
 * @param {Spot} at
 * @param {number} km
 * @returns {Box}
 */
export function boxRound([lon, lat], km) {
  const up = km / 2 / 111.2,
    across = up / Math.max(Math.cos((lat * Math.PI) / 180), 0.05);
  return [lon - across, Math.max(lat - up, -90), lon + across, Math.min(lat + up, 90)];
}

/** The box about some boxes; null if there is none.
 * @param {Box[]} boxes
 * @returns {Box | null}
 */
export function boxAbout(boxes) {
  if (!boxes.length) return null;
  const [west, south] = [0, 1].map((k) => Math.min(...boxes.map((box) => box[k] ?? 0))),
    [east, north] = [2, 3].map((k) => Math.max(...boxes.map((box) => box[k] ?? 0)));
  return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
}

/** How wide and how high a box is on the ground, in kilometres.
 * @param {Box} box
 */
export function sizeOf([west, south, east, north]) {
  const wide = (east - west + (east < west ? 360 : 0)) * 111.32 * Math.cos((((south + north) / 2) * Math.PI) / 180);
  return { wide, high: (north - south) * 111.2 };
}

/** How many hexes of a width a box holds, about.
 * @param {Box} box
 * @param {number} km
 */
export function hexesIn(box, km) {
  const { wide, high } = sizeOf(box);
  return Math.round((wide * high) / (0.866 * km * km));
}

/** A width in two figures.
 * @param {number} km
 */
export function roundKm(km) {
  return Number(km.toPrecision(2));
}

/** A box to a ten thousandth of a degree, which is ten metres.
 * @param {Box} box
 * @returns {Box}
 */
export function rounded(box) {
  const [west, south, east, north] = box.map((side) => Math.round(side * 1e4) / 1e4);
  return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
}

/** A spot, likewise.
 * @param {Spot} spot
 * @returns {Spot}
 */
export function roundedSpot([lon, lat]) {
  return [Math.round(lon * 1e4) / 1e4, Math.round(lat * 1e4) / 1e4];
}

/** The box about a ring.
 * @param {Spot[]} ring
 */
export function boxOf(ring) {
  const about = boxAbout(ring.map(([lon, lat]) => /** @type {Box} */ ([lon, lat, lon, lat])));
  return about && rounded(about);
}
