// Write the names of rivers along their courses.

import { FACE } from "./faces.js";

/** @import { Taken } from "./names.js" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Chain, Pen, Point } from "./types.d.ts" */

/** A river that is named, from end to end.
 * @typedef {{name: string, kind: string, rank: number, points: Point[]}} Run
 */

/** A letter where it stands.
 * @typedef {{text: string, x: number, y: number, turn: number}} Letter
 */

/** @typedef {{points: Point[], ways: number[], long: number}} Line */

/** @type {Record<string, number>} */
const LEAST_R = { stream: 26, river: 10, major_river: 6 };
const APART_PX = 620;

/** The courses of named rivers: {name, kind, points}, smoothed until letters can stand on them.
 * @param {Ground} ground
 * @param {Chain[]} chains
 * @returns {Run[]}
 */
export function courses(ground, chains) {
  /** @type {Map<number, string>} */
  const names = new Map();
  for (const [index, side, name] of ground.sideNames) names.set(index * 6 + side, name);
  /** @type {Run[]} */
  const found = [];
  for (const chain of chains) {
    /** @type {Run} */
    let run = { name: "", kind: "", rank: 0, points: [] };
    for (const { edge } of chain) {
      const name = names.get(edge.at) ?? "";
      if (!name || run.name !== name) {
        run = { name, kind: edge.kind, rank: 0, points: [] };
        found.push(run);
      }
      if (edge.rank > run.rank) Object.assign(run, { rank: edge.rank, kind: edge.kind });
      run.points.push(ground.sidePoint(edge.index, edge.side));
    }
  }
  return found
    .filter(({ name, points }) => name && points.length > 3)
    .map((run) => ({ ...run, points: smoothed(smoothed(run.points)) }))
    .sort((a, b) => b.rank - a.rank || b.points.length - a.points.length);
}

/** @param {Point[]} points
 * @returns {Point[]}
 */
function smoothed(points) {
  return points.map((_, i) => {
    const near = points.slice(Math.max(0, i - 2), i + 3);
    return [near.reduce((sum, p) => sum + p[0], 0) / near.length, near.reduce((sum, p) => sum + p[1], 0) / near.length];
  });
}

/** Place the names of one course at a zoom: letters {text, x, y, turn} that keep off what is taken.
 * @param {Pen} measure
 * @param {Taken} taken
 * @param {Run} course
 * @param {number} R
 * @param {any[]} placed
 */
export function namesAlong(measure, taken, course, R, placed) {
  if (R < LEAST_R[course.kind]) return;
  const size = (course.kind === "major_river" ? 14 : 11.5) * Math.min(1.4, Math.max(0.85, (R / 30) ** 0.3));
  measure.font = `italic 500 ${size}px ${FACE}`;
  measure.letterSpacing = "0px";
  const letters = [...course.name].map((text) => ({ text, wide: measure.measureText(text).width + size * 0.14 }));
  const wide = letters.reduce((sum, { wide: w }) => sum + w, 0),
    line = measured(course.points, R);
  for (let start = size; start + wide < line.long - size;) {
    const name = standing(letters, line, start, wide, size, R);
    if (name && free(taken, name, size, placed, course.name)) {
      for (const { x, y } of name) taken.add([x - size / 2, y - size / 2, x + size / 2, y + size / 2]);
      placed.push({ letters: name, size, font: measure.font, name: course.name, box: boxOf(name, size) });
      start += APART_PX + wide;
    } else start += size * 2;
  }
}

/** @param {Taken} taken
 * @param {Letter[]} name
 * @param {number} size
 * @param {any[]} placed
 * @param {string} text
 */
function free(taken, name, size, placed, text) {
  const { x, y } = name[Math.floor(name.length / 2)];
  if (
    placed.some(
      (other) => other.name === text && Math.hypot(other.letters[0].x - x, other.letters[0].y - y) < APART_PX * 0.7,
    )
  )
    return false;
  return name.every((letter) =>
    taken.free([letter.x - size / 2, letter.y - size / 2, letter.x + size / 2, letter.y + size / 2]),
  );
}

/** @param {Point[]} points
 * @param {number} R
 * @returns {Line}
 */
function measured(points, R) {
  const ways = [0];
  for (let i = 1; i < points.length; i++) {
    ways.push(ways[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]) * R);
  }
  return { points: points.map(([u, v]) => [u * R, v * R]), ways, long: ways[ways.length - 1] };
}

/** @param {Line} line
 * @param {number} way
 */
function at({ points, ways }, way) {
  let i = 1;
  while (i < ways.length - 1 && ways[i] < way) i++;
  const share = (way - ways[i - 1]) / Math.max(1e-6, ways[i] - ways[i - 1]),
    [p, q] = [points[i - 1], points[i]];
  return [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
}

/** Letters upright on the line, beginning at a way along it; null where the line bends too much for them.
 * @param {{text: string, wide: number}[]} letters
 * @param {Line} line
 * @param {number} start
 * @param {number} wide
 * @param {number} size
 * @param {number} R
 */
function standing(letters, line, start, wide, size, R) {
  const [x0] = at(line, start),
    [x1] = at(line, start + wide),
    back = x1 < x0;
  const off = size * 0.55 + Math.max(2.5, R * 0.07);
  let way = back ? start + wide : start;
  /** @type {number | null} */
  let before = null;
  /** @type {Letter[]} */
  const name = [];
  for (const { text, wide: w } of letters) {
    const middle = back ? way - w / 2 : way + w / 2;
    const [ax, ay] = at(line, middle - size),
      [bx, by] = at(line, middle + size),
      [x, y] = at(line, middle);
    const turn = back ? Math.atan2(ay - by, ax - bx) : Math.atan2(by - ay, bx - ax);
    if (before !== null && Math.abs(turn - before) > 0.5) return null;
    before = turn;
    name.push({ text, x: x + Math.sin(turn) * off, y: y - Math.cos(turn) * off, turn });
    way += back ? -w : w;
  }
  return name;
}

/** @param {Letter[]} name
 * @param {number} size
 */
function boxOf(name, size) {
  const xs = name.map(({ x }) => x),
    ys = name.map(({ y }) => y);
  return [Math.min(...xs) - size, Math.min(...ys) - size, Math.max(...xs) + size, Math.max(...ys) + size];
}

/** @param {any} pen
 * @param {any} ground
 * @param {any[]} names
 * @param {readonly number[]} sight
 */
export function paintWaterNames(pen, ground, names, [x0, y0, x1, y1]) {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  for (const { letters, font, size, box } of names) {
    if (box[2] < x0 || box[0] > x1 || box[3] < y0 || box[1] > y1) continue;
    pen.font = font;
    for (const stroke of [true, false]) {
      for (const { text, x, y, turn } of letters) {
        pen.save();
        pen.translate(x - x0, y - y0);
        pen.rotate(turn);
        pen.globalAlpha = stroke ? 0.7 : 1;
        pen.strokeStyle = ground.palette.halo;
        pen.lineWidth = size * 0.24;
        pen.fillStyle = ground.palette.ink.water_name;
        if (stroke) pen.strokeText(text, 0, 0);
        else pen.fillText(text, 0, 0);
        pen.restore();
      }
    }
  }
}
