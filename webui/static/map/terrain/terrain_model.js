// Hold the ground of a map as the browser needs it: columns, hexsides, places, and where lines wander.

import { Geometry, NO_HEX, column, lot } from "../geometry.js";

/** @import { Change, Pair, Place, Point } from "../types.d.ts" */

const OFF_MAP = 255;
const UNKNOWN_HEIGHT = -32768;
// What lies between two hexes, and what the payload calls the words of each.
const PAIRS = {
  hexsides: "hexside_names",
  crossings: "crossing_names",
  roads: "road_names",
  rails: "rail_names",
  slopes: "slope_names",
};
const NAMES = /** @type {(keyof typeof PAIRS)[]} */ (Object.keys(PAIRS));
const CORNER_WANDER = 0.2;
const SIDE_WANDER = 0.24;

/** What lies on hexsides, by name.
 * @typedef {Record<keyof typeof PAIRS, Pair[]>} Pairs
 */

export class Ground {
  /** What lies on hexsides; filled from the payload.
   * @type {Pair[]}
   */
  hexsides = [];
  /** @type {Pair[]} */
  crossings = [];
  /** @type {Pair[]} */
  roads = [];
  /** @type {Pair[]} */
  rails = [];
  /** @type {Pair[]} */
  slopes = [];

  /** @param {any} data */
  constructor(data) {
    this.geometry = new Geometry(data);
    this.palette = data.palette;
    this.symbols = data.symbols;
    this.shade = data.shade;
    this.name = data.name;
    this.sources = data.sources;
    this.widthM = data.width_m;
    this.terrain = column(data.terrain);
    this.terrainNames = data.terrain_names;
    this.elevation = column(data.elevation_m, Int16Array);
    this.wooded = column(data.woods);
    this.woods = this.#woods(this.wooded);
    this.kinds = Object.fromEntries(Object.entries(PAIRS).map(([name, words]) => [name, data[words] ?? []]));
    for (const name of NAMES) this[name] = data[name] ? this.#pairs(data[name], this.kinds[name]) : [];
    this.sideNames = data.side_names;
    this.places = placesOf(data.places);
    this.cornerWoods = this.#cornerWoods();
    this.isWater = this.#looks().map((look) => look.water);
    this.isWood = this.#looks().map((look) => look.woods[0] > 0);
    this.junctions = this.#junctions();
    /** @type {Map<number, string>} */
    this.sideKinds = new Map();
    this.#meet();
  }

  /** Take what a map maker changed: hexes [index, terrain, height], pairs [at, code] by name, places, names of sides.
   * Says whether any line or place is other than it was.
   * @param {Change} changed
   */
  change(changed) {
    for (const [index, terrain, height] of changed.hexes) {
      this.terrain[index] = terrain;
      this.elevation[index] = height;
    }
    if (changed.hexes.length) {
      this.woods = this.#woods(this.wooded);
      this.cornerWoods = this.#cornerWoods();
    }
    const lines = NAMES.filter((name) => changed[name]?.length);
    for (const name of lines) this[name] = this.#changedPairs(name, changed[name]);
    if (changed.places) this.places = placesOf(changed.places);
    if (changed.side_names) this.sideNames = changed.side_names;
    this.#meet();
    return !!(lines.length || changed.places || changed.side_names);
  }

  #meet() {
    this.junctions = this.#junctions();
    this.sideKinds = new Map(this.hexsides.map((side) => [side.at, side.kind]));
    /** Where roads meet in a hex; worked out when it is asked for.
     * @type {Map<number, Point> | null}
     */
    this.roadNodes = null;
  }

  /** @param {keyof typeof PAIRS} name
   * @param {[number, number][]} pairs
   */
  #changedPairs(name, pairs) {
    const gone = new Set(pairs.map(([at]) => at));
    const come = pairs.filter(([, code]) => code).map(([at, code]) => this.#pair(at, this.kinds[name][code]));
    return [...this[name].filter(({ at }) => !gone.has(at)), ...come].sort((a, b) => a.at - b.at);
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

  /** A corner, moved a little from its exact place, the same from all its hexes.
   * @param {number} index
   * @param {number} k
   * @returns {Point}
   */
  wanderedCorner(index, k) {
    const key = this.geometry.cornerKey(index, k),
      [u, v] = this.geometry.corner(index, k);
    return [u + (lot(key, 1) - 0.5) * CORNER_WANDER, v + (lot(key, 2) - 0.5) * CORNER_WANDER];
  }

  /** A hexside as four points: corner k, two that wander off the straight line, corner k + 1.
   * @param {number} index
   * @param {number} k
   * @returns {Point[]}
   */
  wanderedSide(index, k) {
    const geometry = this.geometry;
    const from = this.wanderedCorner(index, k),
      to = this.wanderedCorner(index, (k + 1) % 6);
    const forward = geometry.cornerKey(index, k) < geometry.cornerKey(index, (k + 1) % 6);
    const [p, q] = forward ? [from, to] : [to, from];
    const off = (lot(geometry.cornerKey(index, k) + geometry.cornerKey(index, (k + 1) % 6), 3) - 0.5) * SIDE_WANDER;
    const nu = -(q[1] - p[1]) * off,
      nv = (q[0] - p[0]) * off;
    /** @type {Point} */
    const a = [p[0] + (q[0] - p[0]) * 0.33 + nu, p[1] + (q[1] - p[1]) * 0.33 + nv];
    /** @type {Point} */
    const b = [p[0] + (q[0] - p[0]) * 0.67 - nu, p[1] + (q[1] - p[1]) * 0.67 - nv];
    return forward ? [from, a, b, to] : [from, b, a, to];
  }

  /** Where a road or a bridge crosses a hexside.
   * @param {number} index
   * @param {number} k
   * @returns {Point}
   */
  sidePoint(index, k) {
    const [, a, b] = this.wanderedSide(index, k);
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }

  /** The share of woods at a place in a hex, 0 to 1, running on smoothly into the neighbours.
   * @param {number} index
   * @param {number} u
   * @param {number} v
   */
  woodsAt(index, u, v) {
    const du = u - this.geometry.u[index],
      dv = v - this.geometry.v[index];
    const first = this.geometry.flatTop ? -120 : -90;
    const turn = (((Math.atan2(dv, du) * 180) / Math.PI - first) / 60 + 12) % 6;
    const k = Math.floor(turn),
      part = turn - k;
    const edge = this.cornerWoods[index * 6 + k] * (1 - part) + this.cornerWoods[index * 6 + ((k + 1) % 6)] * part;
    const out = Math.min(1, Math.hypot(du, dv));
    return this.woods[index] * (1 - out) + edge * out;
  }

  /** How each terrain of the map looks; one that the palette does not know looks like open ground.
   * @returns {{water: boolean, woods: [number, number]}[]}
   */
  #looks() {
    const { terrain } = this.palette;
    return this.terrainNames.map((/** @type {string} */ name) => terrain[name] ?? terrain.open);
  }

  /** @param {Uint8Array} share */
  #woods(share) {
    const bounds = this.#looks().map((look) => look.woods);
    return Float32Array.from(this.terrain, (code, i) => {
      if (code === OFF_MAP) return 0;
      const [least, most] = bounds[code];
      return Math.min(most, Math.max(least, (share[i] ?? 0) / 255));
    });
  }

  #cornerWoods() {
    const found = new Float32Array(this.terrain.length * 6);
    for (let i = 0; i < this.terrain.length; i++) {
      for (let k = 0; k < 6; k++) {
        const others = [this.geometry.neighbour(i, k), this.geometry.neighbour(i, (k + 5) % 6)],
          meeting = [i, ...others.filter((other) => this.inside(other))];
        found[i * 6 + k] = meeting.reduce((sum, hex) => sum + this.woods[hex], 0) / meeting.length;
      }
    }
    return found;
  }

  // How many roads meet in a hex.
  /** @returns {Map<number, number>} */
  #junctions() {
    const meeting = new Map();
    for (const { index, side } of this.roads) {
      for (const end of [index, this.geometry.neighbour(index, side)]) meeting.set(end, (meeting.get(end) ?? 0) + 1);
    }
    return meeting;
  }

  /** @param {{at: string, code: string}} column
   * @param {string[]} names
   */
  #pairs({ at, code }, names) {
    const codes = column(code);
    return Array.from(column(at, Uint32Array), (place, i) => this.#pair(place, names[codes[i]]));
  }

  /** @param {number} at
   * @param {string} kind
   * @returns {Pair}
   */
  #pair(at, kind) {
    return { at, index: Math.floor(at / 6), side: at % 6, kind };
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
