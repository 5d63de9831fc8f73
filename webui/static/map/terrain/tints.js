// Paint the ground's colours: tints that meet in wandering borders, hillshade, water's edge.

import { NO_HEX } from "../geometry.js";

/** @import { Ground } from "./terrain_model.js" */
/** @import { Box, Pen } from "../types.d.ts" */

const SHORES = new Set(["coast", "lake"]);

const SQUARE = 10;

// The map cut into squares of ten by ten hexes; what is drawn of each is built once.
export class Squares {
  /** @param {Ground} ground */
  constructor(ground) {
    this.ground = ground;
    this.made = new Map();
  }

  /** @param {Box} box */
  near(box) {
    const { geometry } = this.ground,
      wanted = new Map();
    geometry.within(box, (index) => {
      const key =
        Math.floor(Math.floor(index / geometry.cols) / SQUARE) * 4096 + Math.floor((index % geometry.cols) / SQUARE);
      wanted.set(key, true);
    });
    return [...wanted.keys()].map((key) => this.#square(key));
  }

  /** Forget what was built of the squares that hold these hexes or touch them.
   * @param {Iterable<number>} hexes
   */
  forget(hexes) {
    const { cols } = this.ground.geometry;
    for (const index of hexes) {
      const row = Math.floor(index / cols),
        col = index % cols;
      for (const r of [row - 1, row, row + 1])
        for (const c of [col - 1, col, col + 1])
          this.made.delete(Math.floor(r / SQUARE) * 4096 + Math.floor(c / SQUARE));
    }
  }

  /** @param {number} key */
  #square(key) {
    if (!this.made.has(key))
      this.made.set(key, buildSquare(this.ground, Math.floor(key / 4096) * SQUARE, (key % 4096) * SQUARE));
    return this.made.get(key);
  }
}

/** @param {Ground} ground
 * @param {number} row0
 * @param {number} col0
 */
function buildSquare(ground, row0, col0) {
  const { cols, rows } = ground.geometry;
  const square = {
    areas: new Map(),
    woodsEdge: new Path2D(),
    shore: new Path2D(),
    grid: new Path2D(),
    rim: new Path2D(),
  };
  for (let row = row0; row < Math.min(rows, row0 + SQUARE); row++) {
    for (let col = col0; col < Math.min(cols, col0 + SQUARE); col++) {
      const index = row * cols + col;
      if (!ground.inside(index)) continue;
      const name = ground.terrainOf(index);
      if (!square.areas.has(name)) square.areas.set(name, new Path2D());
      traceArea(square.areas.get(name), ground, index);
      addEdges(ground, index, square.woodsEdge, square.shore);
      ground.geometry.trace(square.grid, index);
      traceRim(square.rim, ground, index);
    }
  }
  return square;
}

/** The sides where the map ends.
 * @param {Path2D} path
 * @param {Ground} ground
 * @param {number} index
 */
function traceRim(path, ground, index) {
  for (let k = 0; k < 6; k++) {
    if (ground.inside(ground.geometry.neighbour(index, k))) continue;
    path.moveTo(...ground.geometry.corner(index, k));
    path.lineTo(...ground.geometry.corner(index, k + 1));
  }
}

/** Fill every hex near. Borders between two terrains wander; within one they are straight.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} squares
 */
export function paintTints(pen, ground, squares) {
  pen.lineWidth = 0.9 / pen.scaleR;
  for (const { areas } of squares) {
    for (const [name, path] of areas) {
      pen.fillStyle = pen.strokeStyle = (ground.palette.terrain[name] ?? ground.palette.terrain.open).tint;
      pen.fill(path);
      pen.stroke(path);
    }
  }
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} squares
 */
export function paintGrid(pen, ground, squares) {
  const R = pen.scaleR;
  pen.strokeStyle = ground.palette.grid;
  for (const { grid, rim } of squares) {
    pen.globalAlpha = ground.palette.grid_share * Math.min(1, Math.max(0.35, R / 22)) * 0.5;
    pen.lineWidth = Math.max(0.8, R * 0.016) / R;
    pen.stroke(grid);
    pen.globalAlpha = 0.7;
    pen.lineCap = "round";
    pen.lineWidth = 1.6 / R;
    pen.stroke(rim);
  }
  pen.globalAlpha = 1;
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} squares
 */
export function paintEdges(pen, ground, squares) {
  const R = pen.scaleR,
    { terrain, ink } = ground.palette;
  pen.lineJoin = pen.lineCap = "round";
  for (const { woodsEdge, shore } of squares) {
    pen.strokeStyle = terrain.woods_dense.mark;
    pen.globalAlpha = 0.38;
    pen.lineWidth = Math.max(0.7, R * 0.022) / R;
    pen.stroke(woodsEdge);
    pen.globalAlpha = 1;
    paintWaterLines(pen, shore, ink.water_name, terrain.water.tint);
  }
}

/** Waterlines: two bands of water that fade away from the shore, and the shore itself.
 * @param {Pen} pen
 * @param {any} shore
 * @param {any} line
 * @param {any} tint
 */
function paintWaterLines(pen, shore, line, tint) {
  const R = pen.scaleR;
  for (const [width, alpha] of [
    [0.3, 0.1],
    [0.18, 0.16],
    [0.05, 0.9],
  ]) {
    pen.strokeStyle = width > 0.1 ? tint : line;
    pen.globalAlpha = width > 0.1 ? alpha * 2 : alpha;
    pen.lineWidth = Math.max(width > 0.1 ? 0 : 0.9 / R, width);
    pen.stroke(shore);
  }
  pen.globalAlpha = 1;
}

/** @param {Path2D} path
 * @param {Ground} ground
 * @param {number} index
 */
function traceArea(path, ground, index) {
  const start = ground.wanderedCorner(index, 0);
  path.moveTo(start[0], start[1]);
  for (let k = 0; k < 6; k++) traceSide(path, ground, index, k, differs(ground, index, k));
  path.closePath();
}

/** @param {Path2D} path
 * @param {Ground} ground
 * @param {number} index
 * @param {number} k
 * @param {boolean} wandering
 */
function traceSide(path, ground, index, k, wandering) {
  if (!wandering) {
    const [u, v] = ground.wanderedCorner(index, (k + 1) % 6);
    path.lineTo(u, v);
    return;
  }
  const [, a, b, to] = ground.wanderedSide(index, k);
  path.quadraticCurveTo(a[0], a[1], (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  path.quadraticCurveTo(b[0], b[1], to[0], to[1]);
}

/** @param {Ground} ground
 * @param {number} index
 * @param {number} k
 */
function differs(ground, index, k) {
  const other = ground.geometry.neighbour(index, k);
  return other !== NO_HEX && ground.inside(other) && ground.terrain[other] !== ground.terrain[index];
}

/** @param {Ground} ground
 * @param {number} index
 * @param {Path2D} woodsEdge
 * @param {Path2D} shore
 */
function addEdges(ground, index, woodsEdge, shore) {
  for (let k = 0; k < 6; k++) {
    const other = ground.geometry.neighbour(index, k);
    if (other === NO_HEX || !ground.inside(other)) continue;
    const path = isShore(ground, index, other, k) ? shore : endsWoods(ground, index, other) ? woodsEdge : null;
    if (!path) continue;
    const [u, v] = ground.wanderedCorner(index, k);
    path.moveTo(u, v);
    traceSide(path, ground, index, k, differs(ground, index, k));
  }
}

/** Whether water ends at a hexside, or lies along it; each is drawn from one of its two hexes.
 * @param {Ground} ground
 * @param {number} index
 * @param {number} other
 * @param {number} k
 */
function isShore(ground, index, other, k) {
  if (ground.isWater[ground.terrain[index]] && !ground.isWater[ground.terrain[other]]) return true;
  return index < other && SHORES.has(ground.sideKinds.get(index * 6 + k) ?? "");
}

/** @param {Ground} ground
 * @param {number} index
 * @param {number} other
 */
function endsWoods(ground, index, other) {
  return ground.isWood[ground.terrain[index]] && !ground.isWood[ground.terrain[other]];
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {HTMLImageElement | null} picture
 */
export function paintShade(pen, ground, picture) {
  if (!picture) return;
  const { u, v, wide, high } = ground.shade;
  pen.imageSmoothingEnabled = true;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, u, v, wide, high);
}
