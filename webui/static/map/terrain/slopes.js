// Draw steep hexsides and cliffs as hachures: short strokes on the lower side, a cliff with its edge above them.

import { NO_HEX } from "../geometry.js";

/** @import { Ground } from "./terrain_model.js" */
/** @import { Pen, Piece, Point } from "../types.d.ts" */

/** @type {Record<string, number>} */
const STROKES = { steep: 7, cliff: 11 };
/** @type {Record<string, number>} */
const LONG = { steep: 0.15, cliff: 0.2 };

/** Pieces for Buckets: {kind, index, side, points, down}, where `down` are the hexes that the strokes run towards:
 * the lower one, or both where the heights do not tell.
 * @param {Ground} ground
 */
export function slopePieces(ground) {
  return ground.slopes.map(({ kind, index, side }) => ({
    kind,
    index,
    side,
    points: ground.wanderedSide(index, side),
    down: lowerOf(ground, index, ground.geometry.neighbour(index, side)),
  }));
}

/** @param {Ground} ground
 * @param {number} index
 * @param {number} other
 */
function lowerOf(ground, index, other) {
  if (!ground.inside(other)) return [index];
  const [here, there] = [ground.heightOf(index), ground.heightOf(other)];
  if (here === null || there === null || here === there) return [index, other];
  return here < there ? [index] : [other];
}

/** `cells` are squares of Buckets; their paths are built once and stroked at every zoom.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} cells
 */
export function paintSlopes(pen, ground, cells) {
  const R = pen.scaleR;
  pen.strokeStyle = ground.palette.ink.slope;
  pen.lineCap = "round";
  for (const cell of cells) {
    const { strokes, edges } = cell.once("slopes", (/** @type {any[]} */ pieces) => slopePaths(ground, pieces));
    pen.lineWidth = Math.max(0.7, R * 0.016) / R;
    pen.stroke(strokes);
    pen.lineWidth = Math.max(1.1, R * 0.036) / R;
    pen.stroke(edges);
  }
}

/** @param {Ground} ground
 * @param {Piece[]} pieces
 */
function slopePaths(ground, pieces) {
  const strokes = new Path2D(),
    edges = new Path2D();
  for (const piece of pieces) {
    for (const hex of piece.down) if (hex !== NO_HEX) traceStrokes(strokes, ground, piece, hex);
    if (piece.kind !== "cliff") continue;
    const [[u, v], [au, av], [bu, bv], [eu, ev]] = piece.points;
    edges.moveTo(u, v);
    edges.bezierCurveTo(au, av, bu, bv, eu, ev);
  }
  return { strokes, edges };
}

/** @param {Path2D} path
 * @param {Ground} ground
 * @param {Piece} piece
 * @param {number} hex
 */
function traceStrokes(path, ground, { kind, points }, hex) {
  const cu = ground.geometry.u[hex],
    cv = ground.geometry.v[hex],
    count = STROKES[kind];
  for (let n = 0; n < count; n++) {
    const [u, v] = along(points, 0.08 + (0.84 * (n + 0.5)) / count);
    const long = LONG[kind] * (n % 2 ? 0.65 : 1);
    path.moveTo(u, v);
    path.lineTo(u + (cu - u) * long, v + (cv - v) * long);
  }
}

/** @param {Point[]} points
 * @param {number} t
 */
function along([from, a, b, to], t) {
  const s = 1 - t,
    at = (/** @type {0 | 1} */ k) =>
      s * s * s * from[k] + 3 * s * s * t * a[k] + 3 * s * t * t * b[k] + t * t * t * to[k];
  return [at(0), at(1)];
}
