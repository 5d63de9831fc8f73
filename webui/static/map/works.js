// Draw what play has put on the ground, and what it is about: objectives, depots, bridges, works, mines.

import { FACE } from "./faces.js";

/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Drawn, Pen, Stage } from "./types.d.ts" */

/** Where the star of an objective in a hex is drawn, and how large.
 * @param {Ground} ground
 * @param {number} hex
 * @param {number} R
 */
export function starIn(ground, hex, R) {
  const offset = Math.min(R * 0.5, 40);
  return {
    x: ground.geometry.u[hex] * R + offset,
    y: ground.geometry.v[hex] * R - offset * 1.05,
    size: Math.max(7, Math.min(22, R * 0.42)),
  };
}

/** A star at the hex's upper right: gold, with the points on it, edged in the colour of the side that gains.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintObjectives(pen, { R }, { ground, view }) {
  for (const { hex = 0, side, points } of view.objectives ?? []) {
    const { x, y, size } = starIn(ground, hex, R);
    const { ink } = ground.palette,
      owner = view.sides.find(({ key }) => key === side);
    star(pen, x, y, size, ink, owner?.line ?? ink.counter, size < 12 ? "" : String(points));
  }
}

/** A depot at the hex's upper left: the sign for supply in the colour of its side.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintSources(pen, { R }, { ground, view }) {
  const wide = Math.max(12, Math.min(34, R * 0.62)),
    high = wide * 0.6,
    offset = Math.min(R * 0.5, 40);
  for (const { hex = 0, side } of view.sources ?? []) {
    const x = ground.geometry.u[hex] * R - offset - wide / 2,
      y = ground.geometry.v[hex] * R - offset * 1.05 - high / 2;
    const owner = view.sides.find(({ key }) => key === side);
    depot(pen, x, y, wide, owner?.fill ?? ground.palette.ink.nobody, owner?.line ?? ground.palette.ink.counter);
  }
}

/** The sign for supply, its left top corner at (x, y).
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {string} fill
 * @param {string} edge
 */
export function depot(pen, x, y, wide, fill, edge) {
  const high = wide * 0.6;
  pen.fillStyle = fill;
  pen.strokeStyle = edge;
  pen.lineWidth = Math.max(1.4, wide * 0.07);
  pen.beginPath();
  pen.rect(x, y, wide, high);
  pen.fill();
  pen.stroke();
  line(pen, x, y + high * 0.7, x + wide, y + high * 0.7);
}

/** The star of an objective about (x, y), with what is written on it.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {Record<string, string>} ink
 * @param {string} edge
 * @param {string} words
 */
export function star(pen, x, y, r, ink, edge, words) {
  pen.beginPath();
  for (let n = 0; n < 10; n++) {
    const a = (n * Math.PI) / 5 - Math.PI / 2,
      out = n % 2 ? r * 0.52 : r;
    if (n) pen.lineTo(x + out * Math.cos(a), y + out * Math.sin(a));
    else pen.moveTo(x + out * Math.cos(a), y + out * Math.sin(a));
  }
  pen.closePath();
  pen.fillStyle = ink.objective;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = Math.max(1.4, r * 0.13);
  pen.stroke();
  if (!words) return;
  pen.fillStyle = ink.counter;
  pen.font = `700 ${r * 0.72}px ${FACE}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(words, x, y + r * 0.07);
}

/** Bridges built and blown, charges, works and mines.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintWorks(pen, { R }, { ground, view }) {
  if (R < 9) return;
  for (const [key, what] of Object.entries(view.ground ?? {})) {
    const [hex, side] = key.split("/").map(Number);
    const [u, v] = key.includes("/") ? ground.sidePoint(hex, side) : [ground.geometry.u[hex], ground.geometry.v[hex]];
    paintWork(pen, what, u * R, v * R, R, key.includes("/") ? across(ground, hex, side) : 0, ground);
  }
}

/** Draw a work of a kind at a place, with the turn of the hexside that it lies on.
 * @param {Pen} pen
 * @param {string} what
 * @param {number} x
 * @param {number} y
 * @param {number} R
 * @param {number} turn
 * @param {Ground} ground
 */
export function paintWork(pen, what, x, y, R, turn, ground) {
  (WORKS[what] ?? WORKS.other)(pen, x, y, R, turn, ground);
}

/** @param {Ground} ground
 * @param {number} hex
 * @param {number} side
 */
function across(ground, hex, side) {
  const other = ground.geometry.neighbour(hex, side),
    { u, v } = ground.geometry;
  return Math.atan2(v[other] - v[hex], u[other] - u[hex]);
}

/** How each kind of work is drawn at a place, with the turn of the hexside that it lies on.
 * @type {Record<string, (pen: Pen, x: number, y: number, R: number, turn: number,
 *   ground: Ground) => void>}
 */
const WORKS = {
  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} R
   * @param {number} turn
   * @param {Ground} ground
   */
  bridge(pen, x, y, R, turn, ground) {
    turned(pen, x, y, turn, () => {
      pen.strokeStyle = ground.palette.ink.plate;
      pen.lineWidth = R * 0.2;
      line(pen, -R * 0.2, 0, R * 0.2, 0);
      pen.strokeStyle = ground.palette.ink.bridge;
      pen.lineWidth = Math.max(1.4, R * 0.04);
      for (const s of [-1, 1]) line(pen, -R * 0.22, s * R * 0.1, R * 0.22, s * R * 0.1);
      for (const s of [-0.12, 0, 0.12]) line(pen, s * R, -R * 0.1, s * R, R * 0.1);
    });
  },
  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} R
   * @param {number} turn
   * @param {Ground} ground
   */
  blown(pen, x, y, R, turn, ground) {
    turned(pen, x, y, turn, () => {
      for (const [colour, width] of [
        [ground.palette.ink.plate, R * 0.16],
        [ground.palette.ink.cut, R * 0.075],
      ]) {
        pen.strokeStyle = colour;
        pen.lineWidth = Math.max(2, width);
        line(pen, -R * 0.16, -R * 0.16, R * 0.16, R * 0.16);
        line(pen, -R * 0.16, R * 0.16, R * 0.16, -R * 0.16);
      }
    });
  },
  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} R
   * @param {number} turn
   * @param {Ground} ground
   */
  prepared(pen, x, y, R, turn, ground) {
    turned(pen, x, y, turn, () => {
      pen.fillStyle = ground.palette.ink.bridge;
      for (const s of [-1, 1]) pen.fillRect(-R * 0.06, s * R * 0.15 - R * 0.06, R * 0.12, R * 0.12);
    });
  },
  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} R
   * @param {any} _
   * @param {Ground} ground
   */
  fort(pen, x, y, R, _, ground) {
    pen.strokeStyle = ground.palette.ink.bridge;
    pen.lineWidth = Math.max(1.6, R * 0.05);
    pen.beginPath();
    for (let n = 0; n < 12; n++) {
      const a = (n * Math.PI) / 6,
        r = R * 0.7;
      pen.moveTo(x + r * Math.cos(a), y + r * Math.sin(a));
      pen.lineTo(x + r * 1.1 * Math.cos(a), y + r * 1.1 * Math.sin(a));
    }
    pen.moveTo(x + R * 0.7, y);
    pen.arc(x, y, R * 0.7, 0, 7);
    pen.stroke();
  },
  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} R
   * @param {any} _
   * @param {Ground} ground
   */
  mines(pen, x, y, R, _, ground) {
    pen.fillStyle = ground.palette.ink.bridge;
    for (const [dx, dy] of [
      [-0.55, 0.3],
      [0, 0.62],
      [0.55, 0.3],
      [-0.55, -0.3],
      [0.55, -0.3],
    ]) {
      pen.beginPath();
      pen.arc(x + dx * R, y + dy * R, Math.max(1.5, R * 0.05), 0, 7);
      pen.fill();
    }
  },
  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} R
   * @param {any} _
   * @param {Ground} ground
   */
  other(pen, x, y, R, _, ground) {
    pen.fillStyle = ground.palette.ink.bridge;
    pen.fillRect(x - R * 0.08, y - R * 0.08, R * 0.16, R * 0.16);
  },
};

/** @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 * @param {(...given: any[]) => void} draw
 */
function turned(pen, x, y, turn, draw) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.lineCap = "butt";
  draw();
  pen.restore();
}

/** @param {Pen} pen
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
function line(pen, x0, y0, x1, y1) {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}
