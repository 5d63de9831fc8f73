// Draw the front: a light band, on each side of its middle a line in the colour of who holds the ground there, with teeth.
//
// Where it runs the server says (scenarios/drawing/frontline.py), in hex radii, and whose ground lies at its sides.

/** @import { FrontPiece, Side } from "../common/data.d.ts" */
/** @import { Drawn, Front, Pen, Point, Stage } from "./types.d.ts" */

const TEETH_PX = 17;
const TEETH_FROM_R = 7;

/** Make a piece of the front ready to be drawn: its points, at each the direction to its left side, and its box.
 * @param {FrontPiece} piece
 * @returns {Front}
 */
export function frontOf({ left, right, stale = false, points: flat }) {
  /** @type {Point[]} */
  const points = [];
  for (let n = 0; n < flat.length; n += 2) points.push([flat[n], flat[n + 1]]);
  const us = points.map(([u]) => u),
    vs = points.map(([, v]) => v);
  const box = {
    u0: Math.min(...us),
    v0: Math.min(...vs),
    u1: Math.max(...us),
    v1: Math.max(...vs),
  };
  return {
    left,
    right,
    stale,
    points,
    leftward: points.map((_, n) => leftOf(points, n)),
    ...box,
  };
}

/** The direction to the left of a line at one of its points, of length 1; v runs down.
 * @param {Point[]} points
 * @param {number} n
 * @returns {Point}
 */
function leftOf(points, n) {
  const [a, b] = points[Math.max(0, n - 1)],
    [c, d] = points[Math.min(points.length - 1, n + 1)];
  const long = Math.hypot(c - a, d - b) || 1;
  return [(d - b) / long, (a - c) / long];
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintFront(pen, { R, box }, { front, sides, ground }) {
  const near = front.filter(({ u0, v0, u1, v1 }) => u1 > box[0] && u0 < box[2] && v1 > box[1] && v0 < box[3]);
  const width = Math.max(2.4, Math.min(6, R * 0.13));
  pen.lineCap = pen.lineJoin = "round";
  pen.globalAlpha = 0.85;
  pen.strokeStyle = ground.palette.paper;
  pen.lineWidth = 2.2 * width + 2.6;
  pen.setLineDash([]);
  for (const piece of near) pen.stroke(traced(piece, R, 0));
  pen.globalAlpha = 1;
  for (const piece of near) {
    for (const [key, way] of /** @type {[string, number][]} */ ([
      [piece.left, 1],
      [piece.right, -1],
    ]))
      paintSide(pen, piece, R, way * width * 0.52, width, sides.get(key));
  }
}

/** The line of one side; `aside` is how far to the left of the middle it runs, in pixels.
 * @param {Pen} pen
 * @param {Front} piece
 * @param {number} R
 * @param {number} aside
 * @param {number} width
 * @param {Side | undefined} side
 */
function paintSide(pen, piece, R, aside, width, side) {
  if (!side) return;
  const line = traced(piece, R, aside);
  pen.strokeStyle = side.line;
  // Where nobody of one's own is near it, it is broken and bears no teeth: it may lie elsewhere by now.
  if (piece.stale) pen.setLineDash([2.6 * width, 2.2 * width]);
  if (R >= TEETH_FROM_R && !piece.stale) {
    pen.lineWidth = Math.max(1.6, width * 0.6);
    pen.stroke(teeth(piece, R, aside, Math.sign(aside) * (2.5 + 1.1 * width)));
  }
  pen.lineWidth = width;
  pen.stroke(line);
  pen.strokeStyle = side.fill;
  pen.lineWidth = width * 0.5;
  pen.stroke(line);
  pen.setLineDash([]);
}

/** @param {Front} piece
 * @param {number} R
 * @param {number} aside
 */
function traced({ points, leftward }, R, aside) {
  const path = new Path2D();
  points.forEach(([u, v], n) => {
    const x = u * R + leftward[n][0] * aside,
      y = v * R + leftward[n][1] * aside;
    if (n) path.lineTo(x, y);
    else path.moveTo(x, y);
  });
  return path;
}

/** Short strokes away from a line, evenly along it.
 * @param {Front} piece
 * @param {number} R
 * @param {number} aside
 * @param {number} long
 */
function teeth({ points, leftward }, R, aside, long) {
  const path = new Path2D();
  let walked = TEETH_PX / 2;
  for (let n = 1; n < points.length; n++) {
    const [u, v] = points[n],
      [a, b] = leftward[n];
    walked += Math.hypot(u - points[n - 1][0], v - points[n - 1][1]) * R;
    if (walked < TEETH_PX) continue;
    walked = 0;
    path.moveTo(u * R + a * aside, v * R + b * aside);
    path.lineTo(u * R + a * (aside + long), v * R + b * (aside + long));
  }
  return path;
}
