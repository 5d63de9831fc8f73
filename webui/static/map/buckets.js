// Keep pieces of line by squares of the plane, each with the paths drawn from it so far.

/** @import { Box, Piece } from "./types.d.ts" */

const SIDE = 14;

export class Buckets {
  /** @param {Piece[]} pieces
   * @param {number} [side]
   */
  constructor(pieces, side = SIDE) {
    this.side = side;
    this.cells = new Map();
    for (const piece of pieces) {
      const [u, v] = piece.points[Math.floor(piece.points.length / 2)];
      const key = this.#key(Math.floor(u / side), Math.floor(v / side));
      if (!this.cells.has(key)) this.cells.set(key, new Cell());
      this.cells.get(key).pieces.push(piece);
    }
  }

  /** The squares that may hold something of a box; pieces reach over their square's edge by the margin.
   * @param {Box} box
   * @param {number} [margin]
   */
  cellsNear([u0, v0, u1, v1], margin = 1.6) {
    const found = [],
      s = this.side;
    for (let i = Math.floor((u0 - margin) / s); i <= Math.floor((u1 + margin) / s); i++) {
      for (let j = Math.floor((v0 - margin) / s); j <= Math.floor((v1 + margin) / s); j++) {
        const cell = this.cells.get(this.#key(i, j));
        if (cell) found.push(cell);
      }
    }
    return found;
  }

  /** @param {Box} box
   * @param {number} [margin]
   */
  near(box, margin) {
    return this.cellsNear(box, margin).flatMap((cell) => cell.pieces);
  }

  /** @param {number} i
   * @param {number} j
   */
  #key(i, j) {
    return (i + 64) * 100000 + (j + 64);
  }
}

class Cell {
  constructor() {
    /** @type {Piece[]} */
    this.pieces = [];
    this.made = new Map();
  }

  /** What was built from this square's pieces under a name; built once.
   * @param {string} name
   * @param {(pieces: any[]) => any} build
   */
  once(name, build) {
    if (!this.made.has(name)) this.made.set(name, build(this.pieces));
    return this.made.get(name);
  }
}
