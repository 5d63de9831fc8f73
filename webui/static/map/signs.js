// Draw the small parts of counters: strokes of symbols, letters, signs of what has befallen a unit.

import { COUNTER_FACE } from "./faces.js";

/** @import { Look, Pen, Point } from "./types.d.ts" */

/** Sizes are those of a wide face; the narrow one fills the same room where it is larger. */
const FILLS = 1.3;

/** @param {Pen} pen
 * @param {any} stroke
 * @param {string} ink
 */
export function drawStroke(pen, [shape, ...n], ink) {
  pen.beginPath();
  if (shape === "text") {
    pen.fillStyle = ink;
    words(pen, n[3], n[0], n[1], n[2], "center");
    return;
  }
  if (shape === "circle" || shape === "ring") pen.arc(n[0], n[1], n[2], 0, 2 * Math.PI);
  else if (shape === "oval") pen.ellipse(n[0], n[1], n[2], n[3], 0, 0, 2 * Math.PI);
  else if (shape === "arc") pen.arc(n[0], n[1], n[2], (n[3] * Math.PI) / 180, (n[4] * Math.PI) / 180);
  else trace(pen, n);
  if (shape === "circle" || shape === "shape") {
    pen.fillStyle = ink;
    pen.fill();
  } else pen.stroke();
}

/** Trace a line through places, given as x, y, x, y ...
 * @param {Pen} pen
 * @param {number[]} n
 */
function trace(pen, n) {
  pen.moveTo(n[0], n[1]);
  for (let i = 2; i < n.length; i += 2) pen.lineTo(n[i], n[i + 1]);
}

/** @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} high
 * @param {CanvasTextAlign} align
 * @param {number | null} [widest]
 */
export function words(pen, text, x, y, high, align, widest = null) {
  if (!text) return;
  pen.textAlign = align;
  pen.textBaseline = "alphabetic";
  const size = high * FILLS;
  pen.font = `700 ${size}px ${COUNTER_FACE}`;
  if (widest === null) return pen.fillText(text, x, y);
  const { width } = pen.measureText(text);
  if (width > widest) pen.font = `700 ${Math.max(size * 0.7, (size * widest) / width)}px ${COUNTER_FACE}`;
  pen.fillText(text, x, y, widest);
}

/** @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} high
 * @param {number} radius
 */
export function rounded(pen, x, y, wide, high, radius) {
  pen.beginPath();
  pen.roundRect(x, y, wide, high, radius);
}

/** @param {Pen} pen
 * @param {Point[]} points
 * @param {boolean} [fresh]
 */
export function polygon(pen, points, fresh = false) {
  if (fresh) pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}

/** @param {Pen} pen
 * @param {string} paper
 */
export function wash(pen, paper) {
  pen.save();
  rounded(pen, 2, 2, 96, 96, 9);
  pen.globalAlpha = 0.36;
  pen.fillStyle = paper;
  pen.fill();
  pen.restore();
}

/** @param {Pen} pen
 * @param {Look} look
 * @param {[number, number, number]} place
 * @param {number} more
 */
export function wheel(pen, look, [x, y, radius], more) {
  const r = radius * more,
    cx = Math.min(x, 99 - r),
    cy = Math.min(y, 99 - r);
  pen.beginPath();
  pen.arc(cx, cy, r, 0, 7);
  pen.fillStyle = look.fill;
  pen.fill();
  pen.strokeStyle = look.ink;
  pen.lineWidth = 2.6 * more;
  pen.stroke();
  pen.lineWidth = 1.6 * more;
  pen.beginPath();
  for (const turn of [0, 1, 2]) {
    const a = (turn * Math.PI) / 3;
    pen.moveTo(cx - r * Math.cos(a), cy - r * Math.sin(a));
    pen.lineTo(cx + r * Math.cos(a), cy + r * Math.sin(a));
  }
  pen.stroke();
}

/** @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} ink
 */
export function struckStar(pen, x, y, r, ink) {
  pen.strokeStyle = ink;
  pen.lineWidth = r * 0.5;
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.moveTo(x - r * 0.7, y + r * 0.7);
  pen.lineTo(x + r * 0.7, y - r * 0.7);
  pen.stroke();
}

/** @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} ink
 */
export function drop(pen, x, y, r, ink) {
  pen.fillStyle = ink;
  pen.beginPath();
  pen.moveTo(x, y - r * 1.3);
  pen.quadraticCurveTo(x + r * 1.6, y + r, x, y + r);
  pen.quadraticCurveTo(x - r * 1.6, y + r, x, y - r * 1.3);
  pen.fill();
}

/** @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {string} rim
 */
export function glowAround(pen, x, y, size, colour, rim) {
  pen.save();
  pen.strokeStyle = rim;
  pen.lineWidth = 6.5;
  pen.beginPath();
  pen.roundRect(x - 2.5, y - 2.5, size + 5, size + 5, size * 0.1 + 2);
  pen.stroke();
  pen.strokeStyle = colour;
  pen.lineWidth = 3.6;
  pen.stroke();
  pen.restore();
}

/** A bar with two ends at the foot: dug in.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number[]} bar
 */
export function breastwork(pen, colour, [from, down, to, thick]) {
  pen.fillStyle = colour;
  pen.fillRect(from, down - thick, to - from, thick + 2);
  pen.fillRect(from, down - thick * 2.2, thick, thick * 2);
  pen.fillRect(to - thick, down - thick * 2.2, thick, thick * 2);
}
