// Paint towns as blocks of houses whose number says the population.

import { lot } from "../geometry.js";
import { pulledIn } from "../lines.js";

/** @import { Ground } from "./terrain_model.js" */
/** @import { Pen, Piece, Place, Point } from "../types.d.ts" */

/** @type {Record<number, number>} */
const SPREAD = { 1: 0.56, 2: 0.36, 3: 0.23, 4: 0.15 };
/** @type {Record<number, number>} */
const DOT_PX = { 1: 3, 2: 2.2, 3: 1.6, 4: 1.6 };
/** @type {Record<number, number>} */
const LEAST_R = { 1: 0, 2: 6, 3: 14, 4: 22 };

/** The blocks of a place: each four corners on the plane. Streets run at a slant of the place's own.
 * @param {Ground} ground
 * @param {Place} place
 * @param {number} number
 */
function blocksOf(ground, place, number) {
  const spread = SPREAD[place.rank] * Math.min(1.15, 0.85 + Math.log10(Math.max(1, place.population)) * 0.05);
  const [u, v] = pulledIn(ground, place),
    turn = lot(number, place.index, 31) * Math.PI;
  const side = place.rank < 3 ? 0.13 : 0.1,
    blocks = [];
  const n = Math.ceil(spread / side);
  for (let i = -n; i <= n; i++) {
    for (let j = -n; j <= n; j++) {
      const chance = lot(i + 50 * number, j, 32),
        out = Math.hypot(i, j) * side;
      if (out > spread * (0.72 + 0.4 * chance) || lot(i, j + 50 * number, 33) < 0.13) continue;
      blocks.push(
        block(u, v, turn, i * side, j * side, side * (0.3 + 0.14 * chance), side * (0.3 + 0.12 * lot(j, i, 34))),
      );
    }
  }
  return blocks.length ? blocks : [block(u, v, turn, 0, 0, 0.05, 0.035)];
}

/** @param {number} u
 * @param {number} v
 * @param {number} turn
 * @param {number} du
 * @param {number} dv
 * @param {number} halfWide
 * @param {number} halfHigh
 */
function block(u, v, turn, du, dv, halfWide, halfHigh) {
  const cos = Math.cos(turn),
    sin = Math.sin(turn);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([a, b]) => {
    const x = du + a * halfWide,
      y = dv + b * halfHigh;
    return [u + x * cos - y * sin, v + x * sin + y * cos];
  });
}

/** @param {Ground} ground */
export function townPieces(ground) {
  return ground.places
    .filter((place) => place.rank in SPREAD)
    .map((place, number) => ({
      rank: place.rank,
      points: [pulledIn(ground, place)],
      blocks: () => blocksOf(ground, place, number),
    }));
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} cells
 */
export function paintTowns(pen, ground, cells) {
  const R = pen.scaleR,
    { town, town_edge: edge } = ground.palette.ink;
  const houses = new Path2D(),
    dots = new Path2D();
  for (const rank of [1, 2, 3, 4]) {
    if (R < LEAST_R[rank]) continue;
    for (const cell of cells) {
      if (R * SPREAD[rank] >= 3.2)
        houses.addPath(cell.once(rank, (/** @type {any[]} */ towns) => housesOf(towns, rank)));
      else traceDots(dots, cell.pieces, rank, DOT_PX[rank] / R);
    }
  }
  pen.lineJoin = "miter";
  pen.fillStyle = town;
  pen.strokeStyle = edge;
  pen.lineWidth = 0.7 / R;
  pen.fill(houses);
  if (R > 20) pen.stroke(houses);
  pen.fill(dots);
  pen.stroke(dots);
}

/** @param {Piece[]} towns
 * @param {number} rank
 */
function housesOf(towns, rank) {
  const path = new Path2D();
  for (const town of towns) {
    for (const corners of town.rank === rank ? town.blocks() : []) {
      corners.forEach((/** @type {Point} */ [x, y], /** @type {number} */ i) =>
        i ? path.lineTo(x, y) : path.moveTo(x, y),
      );
      path.closePath();
    }
  }
  return path;
}

/** @param {Path2D} path
 * @param {Piece[]} towns
 * @param {number} rank
 * @param {number} r
 */
function traceDots(path, towns, rank, r) {
  for (const { points } of towns.filter((town) => town.rank === rank)) {
    const [[u, v]] = points;
    path.rect(u - r, v - r, 2 * r, 2 * r);
  }
}
