// Paint rivers, roads, rails and crossings: casing first, then fill.

/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Pen, Piece, Point } from "./types.d.ts" */

/** @type {Record<string, number>} */
const LEAST_PX = { stream: 0.6, river: 1.25, major_river: 2.4, track: 0.6, secondary: 0.8, main: 1.2, rail: 0.7 };

const WIDTH_STEPS = 8;
const FAR_WATER = "#5288ad";

/** The width of a line on the plane; never thinner than can be seen.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {string} kind
 */
function lineWidth(pen, ground, kind) {
  const style = ground.palette.line[kind];
  return Math.max(style.width * Math.min(1, (pen.scaleR / 40) ** -0.12), LEAST_PX[kind] / pen.scaleR);
}

/** `cells` are squares of Buckets; their paths are built once and stroked at every zoom.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} cells
 */
export function paintRivers(pen, ground, cells) {
  pen.lineCap = pen.lineJoin = "round";
  const far = pen.scaleR < 13,
    casing = far ? 0 : Math.min(1.1, pen.scaleR / 22) / pen.scaleR;
  for (const kind of ["stream", "river", "major_river"]) {
    const colour = far ? FAR_WATER : ground.palette.line[kind].casing;
    strokeByWidth(pen, cells, kind, colour, lineWidth(pen, ground, kind), kind === "stream" ? 0 : casing * 2);
  }
  if (far) return;
  for (const kind of ["river", "major_river"]) {
    strokeByWidth(pen, cells, kind, ground.palette.line[kind].colour, lineWidth(pen, ground, kind), 0);
  }
}

/** @param {Pen} pen
 * @param {any[]} cells
 * @param {string} kind
 * @param {string} colour
 * @param {number} width
 * @param {number} more
 */
function strokeByWidth(pen, cells, kind, colour, width, more) {
  pen.strokeStyle = colour;
  for (const cell of cells) {
    for (const [step, path] of cell.once(kind, (/** @type {Piece[]} */ pieces) =>
      pathsByWidth(pieces.filter((piece) => piece.kind === kind)),
    )) {
      pen.lineWidth = (width * step) / WIDTH_STEPS + more;
      pen.stroke(path);
    }
  }
}

/** Pieces of even width go into one path; those that taper are cut into short strokes.
 * @param {Piece[]} pieces
 */
function pathsByWidth(pieces) {
  const paths = new Map();
  const pathFor = (/** @type {number} */ share) => {
    const step = Math.max(1, Math.round(share * WIDTH_STEPS));
    if (!paths.has(step)) paths.set(step, new Path2D());
    return paths.get(step);
  };
  for (const { points, from, to } of pieces) {
    if (from === to) trace(pathFor(from), points);
    else
      for (let i = 0; i < points.length - 1; i++) {
        trace(pathFor(from + ((to - from) * (i + 0.5)) / (points.length - 1)), points.slice(i, i + 2));
      }
  }
  return paths;
}

/** @param {any} cell
 * @param {string} kind
 */
function pathOf(cell, kind) {
  return cell.once(kind, (/** @type {Piece[]} */ pieces) => {
    const path = new Path2D();
    for (const piece of pieces) if (piece.kind === kind) trace(path, piece.points);
    return path;
  });
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} cells
 */
export function paintRoads(pen, ground, cells) {
  const R = pen.scaleR;
  const kinds = R < 5 ? ["main"] : R < 9 ? ["secondary", "main"] : ["track", "secondary", "main"];
  pen.lineJoin = pen.lineCap = "round";
  for (const kind of kinds) {
    const width = lineWidth(pen, ground, kind);
    pen.strokeStyle = ground.palette.line[kind].casing;
    pen.globalAlpha = kind === "track" ? 0.6 : 0.95;
    pen.lineWidth = width + Math.max(1.4 / R, width * 0.62);
    for (const cell of cells) pen.stroke(pathOf(cell, kind));
  }
  pen.globalAlpha = 1;
  for (const kind of kinds) {
    pen.strokeStyle = ground.palette.line[kind].colour;
    pen.lineWidth = lineWidth(pen, ground, kind);
    pen.lineCap = kind === "track" ? "butt" : "round";
    pen.setLineDash(kind === "track" ? [0.14, 0.08] : []);
    for (const cell of cells) pen.stroke(pathOf(cell, kind));
  }
  pen.setLineDash([]);
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {any[]} cells
 */
export function paintRails(pen, ground, cells) {
  const R = pen.scaleR;
  if (R < 9) return;
  const { rail } = ground.palette.line,
    width = lineWidth(pen, ground, "rail");
  for (const cell of cells) {
    const { line, ticks } = cell.once("rail", railPaths);
    pen.lineCap = "round";
    pen.strokeStyle = rail.casing;
    pen.globalAlpha = 0.7;
    pen.lineWidth = width + 1.6 / R;
    pen.stroke(line);
    pen.globalAlpha = 1;
    pen.strokeStyle = rail.colour;
    pen.lineWidth = width;
    pen.stroke(line);
    pen.lineCap = "butt";
    pen.stroke(ticks);
  }
}

/** @param {Piece[]} pieces */
function railPaths(pieces) {
  const line = new Path2D(),
    ticks = new Path2D();
  for (const { points, kind } of pieces) {
    trace(line, points);
    traceTicks(ticks, points, kind === "double");
  }
  return { line, ticks };
}

/** @param {Path2D} path
 * @param {Point[]} points
 * @param {any} twice
 */
function traceTicks(path, points, twice) {
  let way = 0.1;
  for (let i = 0; i < points.length - 1; i++) {
    const [p, q] = [points[i], points[i + 1]];
    const du = q[0] - p[0],
      dv = q[1] - p[1],
      long = Math.hypot(du, dv);
    for (; way < long; way += 0.24) {
      for (const more of twice ? [0, 0.05] : [0]) {
        const u = p[0] + (du * (way + more)) / long,
          v = p[1] + (dv * (way + more)) / long;
        path.moveTo(u - (dv / long) * 0.065, v + (du / long) * 0.065);
        path.lineTo(u + (dv / long) * 0.065, v - (du / long) * 0.065);
      }
    }
    way -= long;
  }
}

/** Bridges as two short bars along the road, with splayed ends; other crossings by a sign of their own.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Piece[]} crossings
 */
export function paintCrossings(pen, ground, crossings) {
  const R = pen.scaleR;
  if (R < 12) return;
  const bars = new Path2D(),
    dots = new Path2D();
  for (const crossing of crossings) {
    if (["bridge", "railway_bridge", "dam"].includes(crossing.kind)) traceBridge(bars, crossing);
    else traceFord(dots, crossing, crossing.kind === "ferry");
  }
  pen.lineCap = "butt";
  pen.strokeStyle = pen.fillStyle = ground.palette.ink.bridge;
  pen.lineWidth = Math.max(1, R * 0.026) / R;
  pen.stroke(bars);
  pen.fill(dots);
}

/** @param {Path2D} bars
 * @param {any} crossing
 */
function traceBridge(bars, { place: [u, v], along: [au, av], long }) {
  const aside = 0.088,
    half = long / 2,
    splay = 0.05;
  for (const sign of [-1, 1]) {
    const su = -av * sign,
      sv = au * sign;
    const at = (/** @type {number} */ s, /** @type {number} */ out) => [u + au * s + su * out, v + av * s + sv * out];
    const line = [at(-half - splay, aside + splay), at(-half, aside), at(half, aside), at(half + splay, aside + splay)];
    line.forEach(([x, y], i) => (i ? bars.lineTo(x, y) : bars.moveTo(x, y)));
  }
}

/** @param {Path2D} dots
 * @param {any} crossing
 * @param {boolean} wide
 */
function traceFord(dots, { place: [u, v], along: [au, av] }, wide) {
  for (const s of [-0.14, 0, 0.14]) {
    const r = wide && s === 0 ? 0.055 : 0.03;
    dots.moveTo(u + au * s + r, v + av * s);
    dots.arc(u + au * s, v + av * s, r, 0, 2 * Math.PI);
  }
}

/** @param {Path2D} path
 * @param {Point[]} points
 */
function trace(path, points) {
  path.moveTo(points[0][0], points[0][1]);
  for (let i = 1; i < points.length; i++) path.lineTo(points[i][0], points[i][1]);
}
