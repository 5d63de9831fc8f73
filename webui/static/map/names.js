// Place the names of towns and waters so that none lies on another, the important first.

import { FACE } from "./faces.js";
import { pulledIn } from "./lines.js";
import { penOf } from "./pens.js";
import { namesAlong } from "./waternames.js";

/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Box, Pen, Place } from "./types.d.ts" */

/** How names of a rank are written, and the least size of hexes that has them.
 * @typedef {{size: number, weight: number, spacing: number, from: number, capitals?: boolean, water?: boolean}} Style
 */

/** @type {Record<number, Style>} */
const STYLES = {
  1: { size: 15, weight: 700, spacing: 1.6, capitals: true, from: 0 },
  2: { size: 13, weight: 600, spacing: 0.4, from: 6 },
  3: { size: 11.5, weight: 500, spacing: 0.1, from: 15 },
  4: { size: 10.5, weight: 400, spacing: 0, from: 26 },
  9: { size: 12, weight: 400, spacing: 1, from: 10, water: true },
};
export const NUMBERS_FROM_R = 34 / Math.sqrt(3);
const WORTH_BEFORE_RIVERS = 3.3;
// Towns are garrisoned: their names begin where a counter in their hex ends.
const CLEAR_R = 0.62;
/** @type {Record<number, number>} */
const GAP_R = { 3: 0.22, 4: 0.15, 9: 0 };

/** A junction of many roads matters more than its houses say.
 * @param {Ground} ground
 * @param {Place} place
 */
function importance(ground, place) {
  const roads = ground.junctions.get(place.index) ?? 0;
  return place.rank === 9 ? 0 : Math.log10(place.population + 10) + 0.4 * Math.max(0, roads - 2);
}

/** All names that find room at a zoom, in pixels of the plane at that zoom: those of places stand level,
 * those of rivers letter by letter along the course.
 * @param {Ground} ground
 * @param {any} rivers
 * @param {number} R
 */
export function placeNames(ground, rivers, R) {
  const measure = penOf(document.createElement("canvas"));
  const taken = new Taken(),
    places = [],
    /** @type {any[]} */ waters = [];
  let riversDone = false;
  const placeRivers = () => {
    for (const course of riversDone ? [] : rivers) namesAlong(measure, taken, course, R, waters);
    riversDone = true;
  };
  const ranked = ground.places
    .map((place) => ({ place, worth: importance(ground, place) }))
    .sort((a, b) => b.worth - a.worth);
  for (const { place, worth } of ranked) {
    const style = STYLES[place.rank];
    if (worth < WORTH_BEFORE_RIVERS) placeRivers();
    if (!style || R < style.from * (worth > 5.2 ? 0.7 : 1)) continue;
    const name = spot(measure, taken, ground, place, style, R);
    if (name) places.push(name);
  }
  placeRivers();
  return { places, waters };
}

/** @param {Pen} measure
 * @param {Taken} taken
 * @param {Ground} ground
 * @param {Place} place
 * @param {Style} style
 * @param {number} R
 */
function spot(measure, taken, ground, place, style, R) {
  const size = Math.round(style.size * Math.min(1.55, Math.max(0.82, (R / 30) ** 0.3)) * 2) / 2;
  const text = style.capitals ? place.name.toLocaleUpperCase() : place.name;
  const font = `${style.water ? "italic " : ""}${style.weight} ${size}px ${FACE}`;
  measure.font = font;
  measure.letterSpacing = `${style.spacing}px`;
  const wide = measure.measureText(text).width,
    high = size;
  const [u, v] = pulledIn(ground, place),
    gap = place.rank <= 2 ? Math.max(9, CLEAR_R * R) : Math.max(3.5, GAP_R[place.rank] * R * 0.85);
  const choices = (style.water ? [[-wide / 2, high / 3]] : eightPlaces(wide, high, gap))
    .map(([x, y]) => ({
      x: u * R + x,
      y: v * R + y,
      box: [u * R + x, v * R + y - high * 0.8, u * R + x + wide, v * R + y + high * 0.22],
    }))
    .filter(({ box }) => taken.free(box) && onMap(ground, box, R));
  const best = choices.find(({ box }) => !hidesNumber(ground, box, R)) ?? choices[0];
  if (!best) return null;
  taken.add(best.box);
  return { text, ...best, font, size, spacing: style.spacing, water: !!style.water };
}

/** @param {any} ground
 * @param {number[]} box
 * @param {number} R
 */
function onMap(ground, [x0, y0, x1, y1], R) {
  const [u0, v0, u1, v1] = ground.geometry.box;
  return x0 > u0 * R && y0 > v0 * R && x1 < u1 * R && y1 < v1 * R;
}

/** Whether a name would lie on a printed hex number.
 * @param {any} ground
 * @param {number[]} box
 * @param {number} R
 */
function hidesNumber(ground, [x0, y0, x1, y1], R) {
  if (R < NUMBERS_FROM_R) return false;
  const { high, wide, top } = numberBox(ground, R),
    geometry = ground.geometry;
  for (let x = x0; x < x1 + R; x += R) {
    for (const y of [y0, y1]) {
      const index = geometry.hexAt(Math.min(x, x1) / R, y / R);
      if (index < 0) continue;
      const nx = geometry.u[index] * R,
        ny = geometry.v[index] * R + top;
      if (x0 < nx + wide / 2 && x1 > nx - wide / 2 && y0 < ny + high && y1 > ny) return true;
    }
  }
  return false;
}

/** Where the number of a hex is printed: its top from the hex's centre, its height and width, in pixels.
 * @param {Ground} ground
 * @param {number} R
 */
function numberBox(ground, R) {
  const high = Math.max(8.5, Math.min(15, R * 0.21));
  return {
    high,
    wide: high * 0.62 * 2 * ground.geometry.digits,
    top: (ground.geometry.flatTop ? -Math.sqrt(3) / 2 : -0.78) * R + Math.max(2, R * 0.05),
  };
}

/** Right, left, above, below, then the four slants: the left end of the base line, from the place.
 * @param {number} wide
 * @param {number} high
 * @param {number} gap
 */
function eightPlaces(wide, high, gap) {
  const slant = gap * 0.72;
  return [
    [gap + 2, high * 0.33],
    [slant, -slant + 1],
    [slant, slant + high * 0.7],
    [-wide - gap - 2, high * 0.33],
    [-wide / 2, -gap - 2],
    [-wide / 2, gap + high * 0.85],
    [-wide - slant, -slant + 1],
    [-wide - slant, slant + high * 0.7],
  ];
}

// Boxes already taken, in squares of the plane.
export class Taken {
  /** @param {number} [side] */
  constructor(side = 96) {
    this.side = side;
    /** @type {Map<string, number[][]>} */
    this.cells = new Map();
  }

  /** @param {number[]} box */
  free([x0, y0, x1, y1]) {
    return this.#cells([x0, y0, x1, y1]).every((key) =>
      (this.cells.get(key) ?? []).every((b) => b[2] < x0 - 2 || b[0] > x1 + 2 || b[3] < y0 - 1 || b[1] > y1 + 1),
    );
  }

  /** @param {number[]} box */
  add(box) {
    for (const key of this.#cells(box)) this.cells.set(key, [...(this.cells.get(key) ?? []), box]);
  }

  /** @param {number[]} box */
  #cells([x0, y0, x1, y1]) {
    const keys = [],
      s = this.side;
    for (let i = Math.floor(x0 / s); i <= Math.floor(x1 / s); i++) {
      for (let j = Math.floor(y0 / s); j <= Math.floor(y1 / s); j++) keys.push(`${i}:${j}`);
    }
    return keys;
  }
}

/** Paint the names whose box meets the tile; `pen` counts in pixels from the tile's corner.
 * @param {any} pen
 * @param {any} ground
 * @param {any[]} names
 * @param {number[]} tile
 */
export function paintNames(pen, ground, names, [x0, y0, x1, y1]) {
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  for (const { text, x, y, box, font, size, spacing, water } of names) {
    if (box[2] < x0 - 4 || box[0] > x1 + 4 || box[3] < y0 - 4 || box[1] > y1 + 4) continue;
    pen.font = font;
    pen.letterSpacing = `${spacing}px`;
    pen.strokeStyle = ground.palette.halo;
    pen.globalAlpha = 0.82;
    pen.lineWidth = Math.max(2.6, size * 0.24);
    pen.strokeText(text, x - x0, y - y0);
    pen.globalAlpha = 1;
    pen.fillStyle = water ? ground.palette.ink.water_name : ground.palette.ink.name;
    pen.fillText(text, x - x0, y - y0);
  }
  pen.letterSpacing = "0px";
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {number} R
 * @param {Box} box
 * @param {number[]} place
 */
export function paintNumbers(pen, ground, R, box, [x0, y0]) {
  const { high, top } = numberBox(ground, R);
  pen.font = `${high}px ${FACE}`;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  pen.fillStyle = ground.palette.number;
  pen.strokeStyle = ground.palette.halo;
  pen.lineWidth = 2;
  ground.geometry.within(box, (index) => {
    if (!ground.inside(index)) return;
    const x = ground.geometry.u[index] * R - x0,
      y = ground.geometry.v[index] * R + top - y0,
      text = ground.geometry.number(index);
    pen.globalAlpha = 0.55;
    pen.strokeText(text, x, y);
    pen.globalAlpha = 1;
    pen.fillText(text, x, y);
  });
}
