// Scatter trees, tufts and other marks over the ground, evenly and always alike.

import { NO_HEX, lot, noise } from "../geometry.js";

/** @import { Ground } from "./terrain_model.js" */
/** @import { Box, Pen } from "../types.d.ts" */

const LEAST_R = 11;
const GROVE_WIDE = 0.8;

/** A mark on the ground: its spot, its lot, its size, its terrain.
 * @typedef {{u: number, v: number, chance: number, size: number, name: string}} Mark
 */

/** Paint the marks in a box. Their distance on the screen stays about the same at every zoom.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Box} box
 */
export function paintMarks(pen, ground, box) {
  const R = pen.scaleR;
  if (R < LEAST_R) return;
  const step = Math.min(0.4, (5.8 + R / 12) / R);
  /** @type {Record<string, Mark[]>} */
  const kinds = { tree: [], tuft: [], hachure: [], marsh: [], hedge: [] };
  const [u0, v0, u1, v1] = box;
  for (let j = Math.floor(v0 / step) - 1; j <= Math.ceil(v1 / step) + 1; j++) {
    for (let i = Math.floor(u0 / step) - 1; i <= Math.ceil(u1 / step) + 1; i++) {
      const u = (i + (j & 1) * 0.5 + (lot(i, j, 11) - 0.5) * 0.62) * step;
      const v = (j + (lot(i, j, 12) - 0.5) * 0.62) * step;
      const index = ground.geometry.hexAt(u, v);
      if (index !== NO_HEX && ground.inside(index)) choose(ground, index, u, v, lot(i, j, 13), step, kinds);
    }
  }
  paintTrees(pen, ground, kinds.tree);
  paintTufts(pen, ground, kinds.tuft);
  paintHachures(pen, ground, kinds.hachure);
  paintMarsh(pen, ground, kinds.marsh);
  paintHedges(pen, ground, kinds.hedge, step);
}

/** @param {Ground} ground
 * @param {number} index
 * @param {number} u
 * @param {number} v
 * @param {number} chance
 * @param {number} step
 * @param {Record<string, Mark[]>} kinds
 */
function choose(ground, index, u, v, chance, step, kinds) {
  const name = ground.terrainOf(index),
    style = ground.palette.terrain[name];
  if (ground.isWater[ground.terrain[index]]) return;
  const grove = noise(u / GROVE_WIDE, v / GROVE_WIDE, 21);
  const woods = ground.woodsAt(index, u, v);
  if (woods > 0.06 && woods > grove * 0.8 + chance * 0.14) {
    if (chance < 0.93)
      kinds.tree.push({ u, v, chance, size: step * (0.3 + 0.13 * lot(index, Math.round(chance * 1e6), 14)), name });
    return;
  }
  const open = OPEN[style?.mark_kind];
  if (open && chance < open.share(grove)) kinds[style.mark_kind].push({ u, v, chance, size: step * open.size, name });
}

/** What stands in the open: how often, where groves are thick or thin, and how large of a step.
 * @type {Record<string, {share: (grove: number) => number, size: number}>}
 */
const OPEN = {
  tuft: { share: (grove) => 0.22 * grove + 0.06, size: 0.34 },
  marsh: { share: () => 0.4, size: 0.55 },
  hedge: { share: () => 0.72, size: 0 },
  hachure: { share: () => 0.34, size: 0.5 },
};

/** @param {Path2D} path
 * @param {number} u
 * @param {number} v
 * @param {number} r
 */
function disc(path, u, v, r) {
  path.moveTo(u + r, v);
  path.arc(u, v, r, 0, 2 * Math.PI);
}

/** Crowns seen from the south-west light: shadow, crown, lit side.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Mark[]} trees
 */
function paintTrees(pen, ground, trees) {
  const { woods_dense: dense, woods_open: open } = ground.palette.terrain;
  const shadow = new Path2D(),
    crown = new Path2D(),
    lit = new Path2D();
  const fine = pen.scaleR > 24;
  for (const { u, v, size } of trees) {
    if (fine) disc(shadow, u + size * 0.28, v + size * 0.3, size);
    disc(crown, u, v, size);
    if (fine) disc(lit, u - size * 0.24, v - size * 0.28, size * 0.5);
  }
  pen.globalAlpha = 0.5;
  pen.fillStyle = dense.mark;
  pen.fill(shadow);
  pen.globalAlpha = fine ? 1 : 0.6;
  pen.fillStyle = fine ? "#8caa74" : open.mark;
  pen.fill(crown);
  pen.globalAlpha = 0.8;
  pen.fillStyle = "#a5bf8b";
  pen.fill(lit);
  pen.globalAlpha = 1;
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {Mark[]} tufts
 */
function paintTufts(pen, ground, tufts) {
  stroke(pen, ground, 0.85, tufts, (path, { u, v, size }) => {
    path.moveTo(u - size * 0.7, v - size * 0.5);
    path.lineTo(u - size * 0.15, v + size * 0.3);
    path.moveTo(u, v - size * 0.8);
    path.lineTo(u, v + size * 0.3);
    path.moveTo(u + size * 0.7, v - size * 0.5);
    path.lineTo(u + size * 0.15, v + size * 0.3);
  });
}

/** Broken ground: small crags, a short bar with strokes falling from it.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Mark[]} crags
 */
function paintHachures(pen, ground, crags) {
  stroke(pen, ground, 0.75, crags, (path, { u, v, size, chance }) => {
    const turn = (chance / 0.34 - 0.5) * 1.6,
      cos = Math.cos(turn),
      sin = Math.sin(turn);
    for (let n = -1; n <= 1; n++) {
      const pu = u + n * size * 0.5 * cos,
        pv = v + n * size * 0.5 * sin;
      const long = size * (n ? 0.55 : 0.8);
      path.moveTo(pu, pv);
      path.lineTo(pu - sin * long * 0.5 + 0.2 * long * cos, pv + cos * long);
    }
  });
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {Mark[]} marks
 */
function paintMarsh(pen, ground, marks) {
  stroke(pen, ground, 0.9, marks, (path, { u, v, size, chance }) => {
    path.moveTo(u - size * 0.6, v);
    path.lineTo(u + size * 0.6, v);
    if (chance >= 0.13) return;
    for (const n of [-1, 0, 1]) {
      path.moveTo(u + n * size * 0.16, v);
      path.lineTo(u + n * size * 0.36, v - size * (n ? 0.5 : 0.7));
    }
  });
}

/** Small fields: rows of hedge dots, here a corner, there a length.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Mark[]} knots
 * @param {number} step
 */
function paintHedges(pen, ground, knots, step) {
  stroke(pen, ground, 0.75, knots, (path, { u, v, chance }) => {
    const turn = Math.floor(chance * 40) % 2 ? 0.2 : 0.2 + Math.PI / 2,
      long = step * (0.5 + 0.5 * ((chance * 7) % 1));
    path.moveTo(u, v);
    path.lineTo(u + Math.cos(turn) * long, v + Math.sin(turn) * long);
    if (chance < 0.3)
      path.lineTo(
        u + Math.cos(turn) * long - Math.sin(turn) * long * 0.7,
        v + Math.sin(turn) * long + Math.cos(turn) * long * 0.7,
      );
  });
}

/** Draw marks, those of each terrain in its own colour.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {number} alpha
 * @param {Mark[]} marks
 * @param {(path: Path2D, mark: Mark) => void} trace
 */
function stroke(pen, ground, alpha, marks, trace) {
  const paths = new Map();
  for (const mark of marks) {
    if (!paths.has(mark.name)) paths.set(mark.name, new Path2D());
    trace(paths.get(mark.name), mark);
  }
  pen.globalAlpha = alpha;
  pen.lineCap = "round";
  pen.lineWidth = Math.max(0.7, pen.scaleR * 0.014) / pen.scaleR;
  for (const [name, path] of paths) {
    pen.strokeStyle = ground.palette.terrain[name].mark;
    pen.stroke(path);
  }
  pen.globalAlpha = 1;
}
