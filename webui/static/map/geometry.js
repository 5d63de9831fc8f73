// Turn hexes into places on the drawing plane and back.
//
// The plane's unit is a hex radius (centre to corner), u to the right and v downwards from the
// centre of the first hex, the same frame as maps/grid/layout.py. Side k of a hex runs from
// corner k to corner (k + 1) % 6; sides are numbered clockwise from the north.

/** @import { Box, Point } from "./types.d.ts" */

export const SQRT3 = Math.sqrt(3);
export const NO_HEX = -1;
const FLAT_STEPS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
];
const POINTY_STEPS = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
];

export class Geometry {
  /** @param {{cols: number, rows: number, flat_top: boolean, digits: number}} data */
  constructor({ cols, rows, flat_top: flatTop, digits }) {
    this.cols = cols;
    this.rows = rows;
    this.flatTop = flatTop;
    this.digits = digits;
    this.count = cols * rows;
    this.steps = flatTop ? FLAT_STEPS : POINTY_STEPS;
    const first = flatTop ? -120 : -90;
    /** @type {Point[]} */
    this.cornerOffsets = Array.from({ length: 6 }, (_, k) => {
      const turn = ((first + 60 * k) * Math.PI) / 180;
      return [Math.cos(turn), Math.sin(turn)];
    });
    this.u = new Float32Array(this.count);
    this.v = new Float32Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const row = Math.floor(i / cols),
        col = i % cols;
      this.u[i] = flatTop ? 1.5 * col : SQRT3 * (col + 0.5 * (row & 1));
      this.v[i] = flatTop ? SQRT3 * (row + 0.5 * (col & 1)) : 1.5 * row;
    }
  }

  /** The box of the whole grid: [least u, least v, greatest u, greatest v].
   * @returns {Box}
   */
  get box() {
    const { cols, rows, flatTop } = this;
    const half = SQRT3 / 2;
    return flatTop
      ? [-1, -half, 1.5 * (cols - 1) + 1, SQRT3 * (rows - 1) + half + (cols > 1 ? half : 0)]
      : [-half, -1, SQRT3 * (cols - 1) + half + (rows > 1 ? half : 0), 1.5 * (rows - 1) + 1];
  }

  /** The box round the centres of some hexes.
   * @param {Iterable<number>} hexes
   * @returns {Box}
   */
  boxOf(hexes) {
    /** @type {Box} */
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const hex of hexes) {
      box[0] = Math.min(box[0], this.u[hex]);
      box[1] = Math.min(box[1], this.v[hex]);
      box[2] = Math.max(box[2], this.u[hex]);
      box[3] = Math.max(box[3], this.v[hex]);
    }
    return box;
  }

  /** @param {number} index
   * @param {number} k
   * @returns {Point}
   */
  corner(index, k) {
    const [du, dv] = this.cornerOffsets[k % 6];
    return [this.u[index] + du, this.v[index] + dv];
  }

  /** A whole number that names a corner, the same from all three hexes that meet there.
   * @param {number} index
   * @param {number} k
   */
  cornerKey(index, k) {
    const [u, v] = this.corner(index, k);
    const a = Math.round((this.flatTop ? u : v) * 2),
      b = Math.round(((this.flatTop ? v : u) * 2) / SQRT3);
    return (a + 8) * 65536 + (b + 8);
  }

  /** @param {number} q
   * @param {number} r
   */
  indexAt(q, r) {
    const col = this.flatTop ? q : q + (r - (r & 1)) / 2;
    const row = this.flatTop ? r + (q - (q & 1)) / 2 : r;
    return col >= 0 && row >= 0 && col < this.cols && row < this.rows ? row * this.cols + col : NO_HEX;
  }

  /** @param {number} index
   * @returns {Point}
   */
  axial(index) {
    const row = Math.floor(index / this.cols),
      col = index % this.cols;
    return this.flatTop ? [col, row - (col - (col & 1)) / 2] : [col - (row - (row & 1)) / 2, row];
  }

  /** @param {number} index
   * @param {number} k
   */
  neighbour(index, k) {
    const [q, r] = this.axial(index),
      [dq, dr] = this.steps[k];
    return this.indexAt(q + dq, r + dr);
  }

  /** @param {number} index
   * @param {number} other
   */
  sideTowards(index, other) {
    for (let k = 0; k < 6; k++) if (this.neighbour(index, k) === other) return k;
    return NO_HEX;
  }

  /** @param {number} a
   * @param {number} b
   */
  distance(a, b) {
    const [aq, ar] = this.axial(a),
      [bq, br] = this.axial(b);
    return (Math.abs(aq - bq) + Math.abs(ar - br) + Math.abs(aq - bq + ar - br)) / 2;
  }

  /** The hex under a place on the plane, by arithmetic; NO_HEX off the grid.
   * @param {number} u
   * @param {number} v
   */
  hexAt(u, v) {
    const along = this.flatTop ? u : v,
      across = this.flatTop ? v : u;
    const a = along / 1.5,
      b = across / SQRT3 - a / 2,
      c = -a - b;
    let line = Math.round(a),
      place = Math.round(b);
    const third = Math.round(c);
    const da = Math.abs(line - a),
      db = Math.abs(place - b),
      dc = Math.abs(third - c);
    if (da > db && da > dc) line = -place - third;
    else if (db > dc) place = -line - third;
    return this.flatTop ? this.indexAt(line, place) : this.indexAt(place, line);
  }

  /** @param {number} index */
  number(index) {
    const pad = (/** @type {number} */ n) => String(n + 1).padStart(this.digits, "0");
    return pad(index % this.cols) + pad(Math.floor(index / this.cols));
  }

  /** @param {string} number */
  indexOf(number) {
    const half = this.digits;
    if (!/^\d+$/.test(number) || number.length !== 2 * half) return NO_HEX;
    const col = Number(number.slice(0, half)) - 1,
      row = Number(number.slice(half)) - 1;
    return col >= 0 && row >= 0 && col < this.cols && row < this.rows ? row * this.cols + col : NO_HEX;
  }

  /** The hex some columns and rows away; NO_HEX off the grid.
   * @param {number} index
   * @param {number} cols
   * @param {number} rows
   */
  beside(index, cols, rows) {
    const col = (index % this.cols) + cols,
      row = Math.floor(index / this.cols) + rows;
    return col >= 0 && row >= 0 && col < this.cols && row < this.rows ? row * this.cols + col : NO_HEX;
  }

  /** All hexes whose hexagon may touch a box of the plane.
   * @param {Box} box
   * @param {(hex: number) => void} visit
   */
  within([u0, v0, u1, v1], visit) {
    const { cols, rows, flatTop } = this;
    const [du, dv] = flatTop ? [1.5, SQRT3] : [SQRT3, 1.5];
    const c0 = Math.max(0, Math.floor((u0 - 2) / du)),
      c1 = Math.min(cols - 1, Math.ceil((u1 + 2) / du));
    const r0 = Math.max(0, Math.floor((v0 - 2) / dv)),
      r1 = Math.min(rows - 1, Math.ceil((v1 + 2) / dv));
    for (let row = r0; row <= r1; row++) for (let col = c0; col <= c1; col++) visit(row * cols + col);
  }

  /** Trace the edges of a set of hexes, ring after ring: to fill them is quicker than to fill every hex.
   * @param {Path2D} path
   * @param {(index: number) => boolean} holds
   */
  outline(path, holds) {
    /** @type {Map<number, {to: number, at: Point}>} */
    const after = new Map();
    for (let index = 0; index < this.u.length; index++) {
      if (!holds(index)) continue;
      for (let k = 0; k < 6; k++) {
        const other = this.neighbour(index, k);
        if (other !== NO_HEX && holds(other)) continue;
        after.set(this.cornerKey(index, k), { to: this.cornerKey(index, k + 1), at: this.corner(index, k + 1) });
      }
    }
    for (const [first, begin] of after) {
      after.delete(first);
      path.moveTo(...begin.at);
      for (let edge = after.get(begin.to), key = begin.to; edge; key = edge.to, edge = after.get(key)) {
        after.delete(key);
        path.lineTo(...edge.at);
      }
      path.closePath();
    }
  }

  /** Trace one hexagon, shrunk towards its centre by `share`, on a canvas path.
   * @param {Path2D} path
   * @param {number} index
   * @param {number} [share]
   */
  trace(path, index, share = 1) {
    for (let k = 0; k < 6; k++) {
      const [du, dv] = this.cornerOffsets[k];
      const x = this.u[index] + du * share,
        y = this.v[index] + dv * share;
      if (k) path.lineTo(x, y);
      else path.moveTo(x, y);
    }
    path.closePath();
  }
}

/** Read a base64 column as a typed array.
 * @template {Uint8Array | Int16Array | Uint32Array} [T=Uint8Array]
 * @param {string} text
 * @param {new (buffer: ArrayBuffer) => T} [Type]
 * @returns {T}
 */
export function column(text, Type = /** @type {any} */ (Uint8Array)) {
  const raw = atob(text),
    bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Type(bytes.buffer);
}
