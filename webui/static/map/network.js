// Draw the lines of communication of all units at once: where they run together, how many they serve, which are cut.
//
// What they are the server says (webui/desk/drawn/network.py). Pattern says what colour says: an open line is whole, with
// heads that point to the units; a cut one is dotted, with a cross where it is barred and a ring round who goes without.

import { smoothLine, stopsOf, strokeLine, plate } from "./arrows.js";

/** @import { CutLine, Network } from "../common/data.d.ts" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Drawn, Pen, Point, Stage } from "./types.d.ts" */

const HEADS_PX = 70;
/** Hexes of a smaller radius bear no words. */
const WORDS_FROM_R = 15;

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintNetwork(pen, stage, { ground, network }) {
  const { R, box } = stage,
    { ink } = ground.palette;
  const near = (/** @type {number[]} */ hexes) => touches(ground, hexes, box);
  const ways = network.ways.filter(({ hexes }) => near(hexes)).sort((a, b) => a.stands - b.stands),
    cut = network.cut.filter(({ path, hex }) => near(path.length ? path : [hex]));
  for (const { path } of cut)
    if (path.length > 1)
      strokeLine(pen, smoothLine(ground, path, R), {
        ...{ colour: ink.cut, width: Math.max(1.8, Math.min(4, R * 0.07)), casing: ink.plate },
        dash: [0.5, Math.max(4, R * 0.16)],
      });
  for (const { hexes, stands } of ways) paintWay(pen, smoothLine(ground, hexes, R), { stands, R }, ink);
  for (const one of cut) paintCut(pen, stage, ground, one);
  for (const end of network.ends) paintEnd(pen, stage, ground, end);
}

/** @param {Ground} ground
 * @param {number[]} hexes
 * @param {import("./types.d.ts").Box} box
 */
function touches({ geometry: { u, v } }, hexes, [left, top, right, foot]) {
  return hexes.some((hex) => u[hex] > left - 2 && u[hex] < right + 2 && v[hex] > top - 2 && v[hex] < foot + 2);
}

/** An open line, from the units to their source: the broader, the more it serves; heads point to the units.
 * @param {Pen} pen
 * @param {Point[]} points
 * @param {{stands: number, R: number}} how
 * @param {Record<string, string>} ink
 */
export function paintWay(pen, points, { stands, R }, ink) {
  const width = Math.max(1.6, Math.min(9, R * 0.04 * (1 + 0.8 * Math.log2(stands))));
  strokeLine(pen, points, { colour: ink.supply, width, casing: ink.plate });
  const heads = new Path2D(),
    long = width * 1.3 + 3;
  let walked = HEADS_PX / 2 - 8;
  for (let n = points.length - 1; n > 0; n--) {
    const [x, y] = points[n],
      [toX, toY] = points[n - 1],
      step = Math.hypot(toX - x, toY - y);
    walked += step;
    if (walked < HEADS_PX || !step) continue;
    walked = 0;
    head(heads, (x + toX) / 2, (y + toY) / 2, Math.atan2(toY - y, toX - x), long);
  }
  if (points.length === 2) head(heads, (points[0][0] + points[1][0]) / 2, points[0][1], 0, long);
  pen.lineJoin = "round";
  pen.strokeStyle = ink.plate;
  pen.lineWidth = 2.4;
  pen.stroke(heads);
  pen.fillStyle = ink.supply;
  pen.fill(heads);
}

/** @param {Path2D} path
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 * @param {number} long
 */
function head(path, x, y, turn, long) {
  const at = (/** @type {number} */ by, /** @type {number} */ far) =>
    /** @type {Point} */ ([x + far * Math.cos(turn + by), y + far * Math.sin(turn + by)]);
  path.moveTo(...at(0, long));
  path.lineTo(...at(2.4, long));
  path.lineTo(...at(-2.4, long));
  path.closePath();
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Ground} ground
 * @param {CutLine} line
 */
function paintCut(pen, { R, sight }, ground, { hex, cut_at: cutAt, stands, why }) {
  const { ink } = ground.palette,
    [[x, y]] = stopsOf(ground, [hex], R),
    r = Math.max(7, R * 0.78);
  pen.setLineDash([Math.max(3, r * 0.3), Math.max(2.4, r * 0.2)]);
  for (const [colour, width] of /** @type {[string, number][]} */ ([
    [ink.plate, 5],
    [ink.cut, 2.6],
  ])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(x, y, r, 0, 7);
    pen.stroke();
  }
  pen.setLineDash([]);
  const [[cx, cy]] = stopsOf(ground, [cutAt ?? hex], R);
  if (cutAt !== null) paintCutMark(pen, cx, cy, Math.max(5, Math.min(13, R * 0.3)), ink);
  if (R < WORDS_FROM_R) return;
  const told = stands.length > 1 ? `${stands.length} units: ${why}` : why;
  plate(pen, told, x, y + r + 12, { ink: ink.refused, paper: ink.refused_plate, edge: ink.cut, sight });
}

/** A cross in a disc.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {Record<string, string>} ink
 */
export function paintCutMark(pen, x, y, r, ink) {
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fillStyle = ink.plate;
  pen.fill();
  pen.strokeStyle = ink.cut;
  pen.lineWidth = Math.max(1.8, r * 0.24);
  pen.stroke();
  pen.lineCap = "round";
  pen.beginPath();
  for (const s of [-1, 1]) {
    pen.moveTo(x - r * 0.45, y - s * r * 0.45);
    pen.lineTo(x + r * 0.45, y + s * r * 0.45);
  }
  pen.stroke();
}

/** Where lines end: the source's name, and how many units it serves.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Ground} ground
 * @param {Network["ends"][number]} end
 */
function paintEnd(pen, { R, sight }, ground, { hex, to, stands }) {
  const { ink } = ground.palette,
    [[x, y]] = stopsOf(ground, [hex], R),
    r = Math.max(4, R * 0.2);
  pen.beginPath();
  pen.roundRect(x - r, y - r * 0.75, 2 * r, 1.5 * r, r * 0.3);
  pen.fillStyle = ink.supply;
  pen.fill();
  pen.strokeStyle = ink.plate;
  pen.lineWidth = 2;
  pen.stroke();
  if (R < WORDS_FROM_R) return;
  plate(pen, `${to} · ${stands}`, x, y + r + 12, { ink: ink.supply, paper: ink.plate, edge: ink.supply, sight });
}

/** Say the network in words, for those who do not see it.
 * @param {Network} network
 * @param {(hex: number) => string} named
 */
export function networkInWords({ served, cut, ends }, named) {
  const from = ends.map(({ to, stands }) => `${stands} from ${to}`).join(", "),
    without = cut.map(({ stands, hex, why }) => `${stands.length} in ${named(hex)}: ${why}`);
  const open = served ? `${served} units are served${from && `, ${from}`}.` : "No unit is served.";
  return without.length ? `${open} Without supply: ${without.join("; ")}.` : `${open} No line is cut.`;
}
