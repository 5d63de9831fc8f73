// Draw lines that mean something: paths with a head, supply, command, and the labels beside them.

import { through } from "./chains.js";
import { wide as widthAt } from "./drawn/packet.js";
import { FACE } from "./faces.js";

/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { ArrowForm, Drawing } from "./drawn/squares.js" */
/** @import { Box, Drawn, Pen, Point, Stage } from "./types.d.ts" */

/** The centres of hexes as places in pixels.
 * @param {Ground} ground
 * @param {readonly number[]} hexes
 * @param {number} R
 * @returns {Point[]}
 */
export function stopsOf(ground, hexes, R) {
  return hexes.map((hex) => [ground.geometry.u[hex] * R, ground.geometry.v[hex] * R]);
}

/** @param {Ground} ground
 * @param {readonly number[]} hexes
 * @param {number} R
 */
export function smoothLine(ground, hexes, R) {
  const stops = stopsOf(ground, hexes, R);
  return stops.length > 1 ? through(stops, ground.drawing.arrow.pieces) : stops;
}

/** @param {Pen} pen
 * @param {Point[]} points
 * @param {{colour: string, width: number, casing?: string | null, dash?: number[], alpha?: number}} look
 */
export function strokeLine(pen, points, { colour, width, casing = null, dash = [], alpha = 1 }) {
  if (points.length < 2) return;
  const path = new Path2D();
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  pen.save();
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.globalAlpha = alpha;
  if (casing) {
    pen.strokeStyle = casing;
    pen.lineWidth = width + Math.max(2.4, width * 0.7);
    pen.stroke(path);
  }
  pen.setLineDash(dash);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(path);
  pen.restore();
}

/** An arrow along points: its shaft, and its head from the tip over a wing and the notch to the other. The same is drawn on
 * paper (scenarios/reports/arrow.py).
 * @param {Point[]} points
 * @param {number} width
 * @param {Pick<ArrowForm, "head" | "notch" | "into" | "slant">} form
 * @returns {{shaft: Point[], head: Point[]}}
 */
export function arrowAlong(points, width, { head, notch, into, slant }) {
  const [x, y] = points[points.length - 1],
    back = points[Math.max(0, points.length - 3)];
  const turn = Math.atan2(y - back[1], x - back[0]),
    long = width * head;
  const at = (/** @type {number} */ angle, /** @type {number} */ far) =>
    /** @type {Point} */ ([x + far * Math.cos(angle), y + far * Math.sin(angle)]);
  return {
    shaft: shortened(points, long * into),
    head: [[x, y], at(turn + slant, long), at(turn, -long * notch), at(turn - slant, long)],
  };
}

/** A line with a head at its end, drawn as one: the casing goes round both.
 * @param {Pen} pen
 * @param {Point[]} points
 * @param {Drawing} drawing that says what arrows are like
 * @param {{colour: string, width: number, casing: string, dash?: number[], alpha?: number, head?: number}} look
 */
export function strokeArrow(
  pen,
  points,
  { arrow, per_mm: perMm },
  { colour, width, casing, dash = [], alpha = 1, head },
) {
  if (points.length < 2) return;
  const made = arrowAlong(points, width, {
      ...arrow,
      head: head ?? arrow.head,
    }),
    [rim, headRim] = [arrow.rim, arrow.head_rim].map((share) => Math.max(arrow.least_rim_mm * perMm, width * share));
  strokeLine(pen, made.shaft, { colour: casing, width: width + rim, alpha });
  pen.save();
  pen.globalAlpha = alpha;
  pen.beginPath();
  made.head.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.strokeStyle = casing;
  pen.lineWidth = headRim;
  pen.lineJoin = "round";
  pen.stroke();
  pen.restore();
  strokeLine(pen, made.shaft, { colour, width, dash, alpha });
  pen.save();
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.fill();
  pen.restore();
}

/** Paint the ways of a plan as they are printed: under the counters.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintWays(pen, { R }, { ground, sides, ways: { side, ways } }) {
  const { arrow, per_mm: perMm } = ground.drawing,
    { ink } = ground.palette;
  for (const way of ways)
    strokeArrow(pen, smoothLine(ground, way, R), ground.drawing, {
      colour: sides.get(side)?.line ?? ink.path,
      casing: ink.plate,
      width: widthAt(arrow.plan_wide, R, perMm),
      alpha: arrow.plan_alpha,
    });
}

/** Two heads against each other: enemies in contact.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 * @param {number} size
 * @param {Record<string, string>} ink
 */
export function smallHeads(pen, x, y, turn, size, ink) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  for (const [colour, grow] of /** @type {[string, number][]} */ ([
    [ink.plate, 1.45],
    [ink.contact, 1],
  ])) {
    pen.fillStyle = colour;
    pen.beginPath();
    for (const s of [-1, 1]) {
      pen.moveTo(s * size * 0.12, 0);
      pen.lineTo(s * size * grow, -size * 0.75 * grow);
      pen.lineTo(s * size * grow, size * 0.75 * grow);
      pen.closePath();
    }
    pen.fill();
  }
  pen.restore();
}

/** Take so much off the end of a line; nothing is left of one that is not as long.
 * @param {Point[]} points
 * @param {number} by
 * @returns {Point[]}
 */
function shortened(points, by) {
  let left = by;
  for (let n = points.length - 1; n > 0; n--) {
    const [[a, b], [x, y]] = [points[n - 1], points[n]],
      long = Math.hypot(x - a, y - b);
    if (long > left) return [...points.slice(0, n), [x - ((x - a) * left) / long, y - ((y - b) * left) / long]];
    left -= long;
  }
  return [];
}

/** A small plate with text, its middle at (x, y), or as near to it as it is wholly in `sight`; none if that place is out of sight.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {object} look
 * @param {string} look.ink
 * @param {string} look.paper
 * @param {string} look.edge
 * @param {number} [look.size]
 * @param {boolean} [look.bold]
 * @param {number} [look.widest]
 * @param {Box | null} [look.sight]
 */
export function plate(pen, text, x, y, { ink, paper, edge, size = 12, bold = true, widest = 300, sight = null }) {
  if (sight && !isIn(sight, x, y)) return;
  pen.save();
  pen.font = `${bold ? 600 : 500} ${size}px ${FACE}`;
  const lines = wrapped(pen, text, widest);
  const wide = Math.max(...lines.map((line) => pen.measureText(line).width)) + size * 1.1;
  const high = lines.length * size * 1.28 + size * 0.5;
  if (sight) [x, y] = drawnIn(sight, x, y, wide / 2 + 8, high / 2 + 8);
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - high / 2, wide, high, 4);
  pen.fillStyle = paper;
  pen.globalAlpha = 0.95;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = edge;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.fillStyle = ink;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  lines.forEach((line, n) => pen.fillText(line, x, y + (n - (lines.length - 1) / 2) * size * 1.28 + 0.5));
  pen.restore();
}

/** The bands above and below `sight` belong to buttons and credits: a place there is seen, its plate moves out of them.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} [beyond]
 */
function isIn([left, top, right, bottom], x, y, beyond = 46) {
  return x > left && x < right && y > top - beyond && y < bottom + beyond;
}

/** @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} halfWide
 * @param {number} halfHigh
 */
function drawnIn([left, top, right, bottom], x, y, halfWide, halfHigh) {
  return [
    Math.max(left + halfWide, Math.min(right - halfWide, x)),
    Math.max(top + halfHigh, Math.min(bottom - halfHigh, y)),
  ];
}

/** @param {Pen} pen
 * @param {string} text
 * @param {number} widest
 */
function wrapped(pen, text, widest) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} ${word}` : word;
    if (pen.measureText(longer).width > widest && lines[lines.length - 1]) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
