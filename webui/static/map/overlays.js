// Draw what lies between the ground and the counters: who holds what, zones, reach, supply, objectives, works.

import { costText } from "../common/words.js";
import { paintWays } from "./arrows.js";
import { FACE } from "./faces.js";
import { paintFront } from "./front.js";
import { NO_HEX } from "./geometry.js";
import { paintNetwork } from "./network.js";
import { hatching } from "./terrain/hatching.js";
import { paintObjectives, paintSources, paintWorks } from "./works.js";

/** @import { Reach } from "../common/data.d.ts" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Box, Drawn, MapState, Pen, Stage } from "./types.d.ts" */

const NO_SIDE = 255;

/** How much lighter the ground within reach is: all of the map is read as before, and the line round it says most. */
const LIGHTER = 0.12;

/** The sheet under the counters, bottom to top.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState} state
 */
export function paintUnder(pen, stage, state) {
  const { view, shown, reach, network, ways } = state;
  const drawn = /** @type {Drawn} */ (state);
  for (const { has, paint } of [
    { has: view && shown.control, paint: paintControl },
    { has: view && shown.zones, paint: paintZones },
    { has: reach && shown.reach, paint: paintReach },
    { has: view && shown.objectives, paint: paintObjectives },
    { has: view && shown.objectives, paint: paintSources },
    { has: view, paint: paintWorks },
    { has: view, paint: paintStill },
    { has: view && shown.control, paint: paintFront },
    { has: network && shown.network, paint: paintNetwork },
    { has: ways, paint: paintWays },
  ])
    if (has) paint(pen, stage, drawn);
}

/** @param {Ground} ground
 * @param {Iterable<number>} hexes
 * @param {number} R
 * @param {number} [share]
 */
function hexPath(ground, hexes, R, share = 1) {
  const path = new Path2D();
  for (const hex of hexes) traceHex(path, ground, hex, R, share);
  return path;
}

/** @param {Path2D} path
 * @param {Ground} ground
 * @param {number} hex
 * @param {number} R
 * @param {number} [share]
 */
export function traceHex(path, ground, hex, R, share = 1) {
  const { geometry } = ground;
  for (let k = 0; k < 6; k++) {
    const [du, dv] = geometry.cornerOffsets[k];
    const x = (geometry.u[hex] + du * share) * R,
      y = (geometry.v[hex] + dv * share) * R;
    if (k) path.lineTo(x, y);
    else path.moveTo(x, y);
  }
  path.closePath();
}

/** Colour the ground by its holders: a breath of colour over all, the side's pattern only along the front.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintControl(pen, { R, box, ratio }, { ground, view, control, held }) {
  if (!control) return;
  /** @type {number[][]} */
  const front = view.sides.map(() => []);
  if (R >= 9) {
    for (const hex of inView(ground, box)) if (touchesOther(ground, control, hex)) front[control[hex]]?.push(hex);
  }
  view.sides.forEach((side, n) => {
    pen.save();
    pen.scale(R, R);
    pen.globalAlpha = 0.1;
    pen.fillStyle = side.fill;
    pen.fill(held[n]);
    pen.restore();
    pen.globalAlpha = 0.3;
    pen.fillStyle = hatching(pen, side.pattern, side.line, ratio, { step: 10, weight: 0.9 });
    pen.fill(hexPath(ground, front[n], R));
  });
  pen.globalAlpha = 1;
}

/** The ground that each side holds, as paths in hex radii, made once for a view.
 * @param {Ground} ground
 * @param {Uint8Array} control
 * @param {unknown[]} sides
 */
export function heldPaths(ground, control, sides) {
  const paths = sides.map(() => new Path2D());
  paths.forEach((path, n) => ground.geometry.outline(path, (hex) => control[hex] === n && ground.inside(hex)));
  return paths;
}

/** @param {Ground} ground
 * @param {Uint8Array} control
 * @param {number} hex
 */
function touchesOther(ground, control, hex) {
  if (control[hex] === NO_SIDE) return false;
  for (let k = 0; k < 6; k++) {
    const other = ground.geometry.neighbour(hex, k);
    if (other !== NO_HEX && control[other] !== NO_SIDE && control[other] !== control[hex]) return true;
  }
  return false;
}

/** Night, on a sheet of its own that multiplies what lies under it: all keeps its contrast, in moonlight.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState} state
 */
export function paintNight(pen, { R, box }, { ground, view, shown }) {
  if (!view?.night || !shown.night) return;
  pen.fillStyle = ground.palette.ink.night;
  pen.fill(hexPath(ground, inView(ground, box), R, 1.02));
}

/** @param {Ground} ground
 * @param {Box} box
 */
function inView(ground, box) {
  /** @type {number[]} */
  const hexes = [];
  ground.geometry.within(box, (hex) => ground.inside(hex) && hexes.push(hex));
  return hexes;
}

/** Zones of control: fine hatching, slanted each side its own way, and a line round the whole zone.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintZones(pen, { R, ratio, box }, { ground, view }) {
  const near = new Set(inView(ground, box));
  for (const side of view.sides) {
    const zone = new Set(view.zones?.[side.key] ?? []),
      here = [...zone].filter((hex) => near.has(hex));
    pen.globalAlpha = 0.42;
    pen.fillStyle = hatching(pen, side.pattern, side.line, ratio, { step: R < 14 ? 5 : 7, weight: 1 });
    pen.fill(hexPath(ground, here, R, 0.93));
    pen.globalAlpha = 0.9;
    outline(pen, ground, new Set(here), R, side.line, Math.max(1.5, R * 0.05), zone, 0.95);
  }
  pen.globalAlpha = 1;
}

/** What can be reached, a little lighter, with a line round it and the hours it takes; the rest stays as it is.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintReach(pen, { R, ratio }, { ground, reach }) {
  const hexes = Object.keys(reach.costs).map(Number),
    open = new Set(hexes),
    { ink } = ground.palette;
  if (!hexes.length) return paintContacts(pen, ground, reach.contacts ?? [], R, ratio);
  pen.fillStyle = ink.plate;
  pen.globalAlpha = LIGHTER;
  pen.fill(hexPath(ground, hexes, R));
  pen.globalAlpha = 1;
  outline(pen, ground, open, R, ground.palette.ink.plate, Math.max(4, R * 0.1));
  outline(pen, ground, open, R, ink.path, Math.max(1.6, R * 0.035));
  paintContacts(pen, ground, reach.contacts ?? [], R, ratio);
  if (R >= 17 && !reach.placing) paintCosts(pen, ground, reach, R);
}

/** Where all stand still: slanted strokes, and a heavy line round them.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
export function paintStill(pen, { R, ratio, box }, { ground, view }) {
  const near = new Set(inView(ground, box));
  const { still } = ground.palette.ink;
  for (const { hexes } of view.fronts) {
    const whole = new Set(hexes),
      here = hexes.filter((hex) => near.has(hex));
    pen.globalAlpha = 0.5;
    pen.fillStyle = hatching(pen, "slant", still, ratio, { step: 8, weight: 1.2 });
    pen.fill(hexPath(ground, here, R));
    pen.globalAlpha = 1;
    outline(pen, ground, new Set(here), R, ground.palette.paper, Math.max(5, R * 0.13), whole);
    outline(pen, ground, new Set(here), R, still, Math.max(2.5, R * 0.07), whole);
  }
}

/** Until when all stand still there, over the counters: above the hexes, or below them where it is free and above it is not.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 * @param {(room: Box) => boolean} isFree
 */
export function paintStillWords(pen, { R, box }, { ground, view }, isFree) {
  if (R < 9) return;
  const near = new Set(inView(ground, box));
  for (const { hexes, words } of view.fronts)
    if (hexes.some((hex) => near.has(hex))) writeBeside(pen, ground, hexes, words, R, isFree);
}

/** Write some words above hexes or below them, in short lines with a light rim; they run from the hexes towards the map's middle.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {number[]} hexes
 * @param {string} words
 * @param {number} R
 * @param {(room: Box) => boolean} isFree
 */
function writeBeside(pen, { geometry: { u, v }, palette }, hexes, words, R, isFree) {
  const size = 12,
    lines = shortLines(words, 30, 3),
    high = lines.length * size * 1.15,
    heights = hexes.map((hex) => v[hex]),
    edge = hexes.map((hex) => u[hex]),
    west = edge[0] * 2 <= u[0] + u[u.length - 1],
    x = (west ? Math.min(...edge) - 1 : Math.max(...edge) + 1) * R;
  pen.font = `600 ${size}px ${FACE}`;
  pen.textAlign = west ? "left" : "right";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = palette.paper;
  pen.fillStyle = palette.ink.still;
  const wide = Math.max(0, ...lines.map((line) => pen.measureText(line).width)),
    left = west ? x : x - wide;
  const feet = [(Math.min(...heights) - 1.05) * R, (Math.max(...heights) + 1.05) * R + high],
    foot = feet.find((at) => isFree([left, at - high, left + wide, at])) ?? feet[0];
  lines.forEach((line, n) => {
    const y = foot - (lines.length - 1 - n) * size * 1.15;
    pen.strokeText(line, x, y);
    pen.fillText(line, x, y);
  });
}

/** Break words into lines of so many letters; what is over is cut with a sign for it.
 * @param {string} words
 * @param {number} wide
 * @param {number} most
 * @returns {string[]}
 */
export function shortLines(words, wide, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < wide) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, wide));
  }
  return lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]} …`] : lines;
}

/** Line the sides of hexes where their set ends; `share` pulls the line in towards the centres.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Set<number>} hexes
 * @param {number} R
 * @param {string} colour
 * @param {number} width
 * @param {Set<number>} [whole]
 * @param {number} [share]
 */
function outline(pen, ground, hexes, R, colour, width, whole = hexes, share = 1) {
  const path = new Path2D(),
    { geometry } = ground;
  for (const hex of hexes) {
    const cu = geometry.u[hex],
      cv = geometry.v[hex];
    for (let k = 0; k < 6; k++) {
      if (whole.has(geometry.neighbour(hex, k))) continue;
      const [[u0, v0], [u1, v1]] = [geometry.corner(hex, k), geometry.corner(hex, k + 1)];
      path.moveTo((cu + (u0 - cu) * share) * R, (cv + (v0 - cv) * share) * R);
      path.lineTo((cu + (u1 - cu) * share) * R, (cv + (v1 - cv) * share) * R);
    }
  }
  pen.lineCap = "round";
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(path);
}

/** Hexes that can be assaulted: red, hatched, with crossed strokes in their corner.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Iterable<number>} hexes
 * @param {number} R
 * @param {number} ratio
 */
function paintContacts(pen, ground, hexes, R, ratio) {
  const path = hexPath(ground, hexes, R, 0.94),
    { attack } = ground.palette.ink;
  pen.globalAlpha = 0.5;
  pen.fillStyle = hatching(pen, "teeth", attack, ratio, { step: 7, weight: 1.1 });
  pen.fill(path);
  pen.globalAlpha = 1;
  pen.strokeStyle = attack;
  pen.lineWidth = Math.max(2, R * 0.06);
  pen.stroke(path);
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {Reach} reach
 * @param {number} R
 */
function paintCosts(pen, ground, reach, R) {
  const size = Math.max(9.5, Math.min(17, R * 0.27)),
    { geometry } = ground,
    foot = geometry.flatTop ? 0.83 : 0.8;
  pen.font = `600 ${size}px ${FACE}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.lineWidth = 3;
  for (const [key, hours] of Object.entries(reach.costs)) {
    const hex = Number(key),
      x = geometry.u[hex] * R,
      y = geometry.v[hex] * R + R * foot,
      text = costText(hours, reach.unit);
    pen.strokeStyle = ground.palette.ink.plate;
    pen.strokeText(text, x, y);
    pen.fillStyle = ground.palette.ink.cost;
    pen.fillText(text, x, y);
  }
}
