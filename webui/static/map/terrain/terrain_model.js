// Hold the ground of a map as the browser needs it: terrain, heights, places. How it is drawn the server says.

import { Geometry, NO_HEX, column } from "../geometry.js";

/** @import { Drawing } from "../drawn/squares.js" */
/** @import { Change, Place, Point } from "../types.d.ts" */

const OFF_MAP = 255;
const UNKNOWN_HEIGHT = -32768;
/** What lies between two hexes. */
const PAIRS = ["hexsides", "crossings", "roads", "rails", "slopes", "borders"];

export class Ground {
  /** @param {any} data */
  constructor(data) {
    this.geometry = new Geometry(data);
    this.palette = data.palette;
    this.symbols = data.symbols;
    this.shade = data.shade;
    /** @type {Drawing} */
    this.drawing = data.drawing;
    this.name = data.name;
    this.sources = data.sources;
    this.widthM = data.width_m;
    this.terrain = column(data.terrain);
    this.terrainNames = data.terrain_names;
    this.elevation = column(data.elevation_m, Int16Array);
    this.places = placesOf(data.places);
  }

  /** Take what a map maker changed: hexes [index, terrain, height], pairs [at, code] by name, places.
   * Gives the hexes that are drawn otherwise now.
   * @param {Change} changed
   * @returns {number[]}
   */
  change(changed) {
    for (const [index, terrain, height] of changed.hexes) {
      this.terrain[index] = terrain;
      this.elevation[index] = height;
    }
    const beside = PAIRS.flatMap((name) =>
      (changed[name] ?? []).map((/** @type {number[]} */ [at]) => Math.floor(at / 6)),
    );
    return [...changed.hexes.map(([index]) => index), ...beside, ...this.#move(changed.places)];
  }

  /** Take other places; gives the hexes of those that came, went or are not as they were.
   * @param {any[] | null | undefined} rows
   */
  #move(rows) {
    if (!rows) return [];
    const before = this.places,
      after = placesOf(rows),
      [old, fresh] = [before, after].map((places) => new Set(places.map((place) => JSON.stringify(place))));
    this.places = after;
    const other = [
      ...before.filter((place) => !fresh.has(JSON.stringify(place))),
      ...after.filter((place) => !old.has(JSON.stringify(place))),
    ];
    return other.map(({ index }) => index);
  }

  /** @param {number} index */
  inside(index) {
    return index !== NO_HEX && this.terrain[index] !== OFF_MAP;
  }

  /** @param {number} index */
  terrainOf(index) {
    return this.terrainNames[this.terrain[index]];
  }

  /** @param {number} index */
  heightOf(index) {
    const height = this.elevation[index];
    return height === UNKNOWN_HEIGHT ? null : height;
  }

  /** @param {number} index */
  placeIn(index) {
    return this.places.find((place) => place.index === index && place.rank < 9);
  }

  /** The name of a hexside seen from either hex: lower index first.
   * @param {number} index
   * @param {number} k
   */
  sideKey(index, k) {
    const other = this.geometry.neighbour(index, k);
    return other === NO_HEX || index < other ? index * 6 + k : other * 6 + ((k + 3) % 6);
  }

  /** The middle of a hexside.
   * @param {number} index
   * @param {number} k
   * @returns {Point}
   */
  sidePoint(index, k) {
    const [p, q] = [this.geometry.corner(index, k), this.geometry.corner(index, k + 1)];
    return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  }
}

/** @param {[string, number, number, number, number, number][]} rows
 * @returns {Place[]}
 */
function placesOf(rows) {
  return rows
    .map(([name, index, u, v, population, rank]) => ({ name, index, u, v, population, rank }))
    .sort((p, q) => p.rank - q.rank || q.population - p.population || (p.name < q.name ? -1 : 1));
}
