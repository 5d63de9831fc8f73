// Fetch the squares of a drawing as they are wanted, and keep them.

import { unpack } from "./packet.js";

/** @import { Packet } from "./packet.js" */
/** @import { Box } from "../types.d.ts" */

/** A range of scales that share one drawing: from how many pixels to a hex radius, and the side of its squares.
 * @typedef {{name: string, from_px: number, side: number}} Level
 */

/** What arrows are like, whatever their width, and how wide and pale those of a plan are; see scenarios/reports/arrow.py.
 * @typedef {object} ArrowForm
 * @property {number} pieces
 * @property {number} head
 * @property {number} notch
 * @property {number} into
 * @property {number} slant
 * @property {number} least_rim_mm
 * @property {number} rim
 * @property {number} head_rim
 * @property {[number, number, number, number]} plan_wide
 * @property {number} plan_alpha
 * @property {{face: string, mm: number, halo: number, clear_mm: number}} words of a plan, beside its arrows
 */

/** What the server says of the drawing of a map.
 * @typedef {object} Drawing
 * @property {string} url
 * @property {Box} box
 * @property {number} per_mm
 * @property {number} least_px from how many pixels to a hex radius squares are painted; below it is the overview
 * @property {Record<string, [string, string]>} faces
 * @property {Level[]} levels
 * @property {ArrowForm} arrow
 * @property {Record<string, {words: string, without: string[], shows: string[], colours: Record<string, string>}>} schemes
 */

const MOST_KEPT = 160;
const SETTLE_MS = 700;
const AGAIN_MS = 5000;

/** How far a change of one hex is seen, in hex radii: its own ground at once, its woods as far as this. */
const AROUND = 3;
const REACH = 26;

export class Squares {
  /** @param {Drawing} drawing
   * @param {(box: Box | null) => void} come called when a square is there, or (null) when those that failed are to be
   * asked for again
   * @param {(squares: Squares) => void} [work] called when more or fewer are on their way, or have failed
   */
  constructor(drawing, come, work = () => {}) {
    this.drawing = drawing;
    this.come = come;
    this.work = work;
    this.url = drawing.url;
    /** The squares by name: null while they are on their way.
     * @type {Map<string, Packet | null>}
     */
    this.kept = new Map();
    /** How many are on their way. */
    this.asked = 0;
    /** Whether any failed, and will be asked for again. */
    this.lost = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    /** Squares of a map that was changed since; shown until the new ones are there.
     * @type {Map<string, Packet>}
     */
    this.stale = new Map();
    /** What was changed, painted over stale squares.
     * @type {{level: Level, packet: Packet}[]}
     */
    this.patches = [];
  }

  /** @param {number} R */
  levelAt(R) {
    const { levels } = this.drawing;
    return levels.findLast(({ from_px: from }) => from <= R) ?? levels[0];
  }

  /** The squares of a level that a box touches; those that are not there yet are fetched if `fetching`.
   * @param {Level} level
   * @param {Box} box
   * @param {boolean} fetching
   * @returns {{found: Packet[], whole: boolean}}
   */
  near(level, box, fetching) {
    const [c0, r0, c1, r1] = this.#span(level, box),
      found = [];
    let whole = true,
      stale = false;
    for (let row = r0; row <= r1; row++) {
      for (let col = c0; col <= c1; col++) {
        const name = `${level.name}/${col}-${row}.bin`,
          old = this.stale.get(name),
          packet = old ?? this.#square(name, fetching);
        stale ||= !!old;
        if (packet) found.push(packet);
        else whole = false;
      }
    }
    if (stale) for (const patch of this.patches) if (patch.level === level) found.push(patch.packet);
    return { found, whole };
  }

  /** Take a change of the map in a box: what it drew is stale; the box itself is drawn anew at once, at one level.
   * @param {string} url
   * @param {Box | null} box
   * @param {number} R
   */
  async renew(url, box, R) {
    this.url = url;
    if (!box) return;
    for (const [name, packet] of this.kept) {
      if (packet && !touches(packet.box, box, REACH)) continue;
      this.kept.delete(name);
      if (packet && !this.stale.has(name)) this.stale.set(name, packet);
    }
    const level = this.levelAt(R),
      window = [box[0] - AROUND, box[1] - AROUND, box[2] + AROUND, box[3] + AROUND].map((edge) => edge.toFixed(2));
    const packet = await this.#asked(`${level.name}/window.bin?box=${window.join(",")}`);
    if (!packet || url !== this.url) return;
    this.patches.push({ level, packet });
    this.come(packet.box);
    this.#settleSoon();
  }

  /** When no more is drawn, have the squares themselves. */
  #settleSoon() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLE_MS);
  }

  /** Fetch what is stale anew: squares of the level of the last change first; others when they are looked at. */
  async settle() {
    const { url } = this,
      [last] = this.patches.slice(-1),
      names = [...this.stale.keys()].filter((name) => name.startsWith(`${last?.level.name}/`));
    const fresh = await Promise.all(names.map((name) => this.#asked(name)));
    if (url !== this.url) return;
    names.forEach((name, n) => this.kept.set(name, fresh[n] ?? null));
    this.stale.clear();
    this.patches = [];
    for (const packet of fresh) if (packet) this.come(packet.box);
  }

  /** @param {Level} level
   * @param {Box} box
   */
  #span({ side }, [u0, v0, u1, v1]) {
    const [left, top, right, foot] = this.drawing.box,
      last = (/** @type {number} */ long) => Math.ceil(long / side) - 1;
    return [
      Math.max(0, Math.floor((u0 - left) / side)),
      Math.max(0, Math.floor((v0 - top) / side)),
      Math.min(last(right - left), Math.floor((u1 - left) / side)),
      Math.min(last(foot - top), Math.floor((v1 - top) / side)),
    ];
  }

  /** @param {string} name
   * @param {boolean} fetching
   */
  #square(name, fetching) {
    const packet = this.kept.get(name);
    if (packet) {
      // What was used last is forgotten last.
      this.kept.delete(name);
      this.kept.set(name, packet);
    } else if (packet === undefined && fetching) this.#fetch(name);
    return packet ?? null;
  }

  /** @param {string} name */
  async #fetch(name) {
    const { url } = this;
    this.kept.set(name, null);
    const packet = await this.#asked(name);
    if (!packet || url !== this.url) {
      // It is asked for again when it is painted next.
      if (this.kept.get(name) === null) this.kept.delete(name);
      if (packet) this.come(packet.box);
      else if (url === this.url) this.#lose();
      return;
    }
    this.kept.set(name, packet);
    this.#thin();
    this.come(packet.box);
  }

  /** Say that a square failed, and have it asked for again in a while, if it is still looked at then. */
  #lose() {
    this.lost = true;
    this.work(this);
    this.again ??= setTimeout(() => {
      this.again = undefined;
      this.lost = false;
      this.work(this);
      this.come(null);
    }, AGAIN_MS);
  }

  /** @param {string} name
   * @returns {Promise<Packet | null>}
   */
  async #asked(name) {
    this.asked += 1;
    this.work(this);
    try {
      const answer = await fetch(this.url + name, { credentials: "same-origin" });
      return answer.ok ? unpack(await answer.arrayBuffer()) : null;
    } catch {
      return null;
    } finally {
      this.asked -= 1;
      this.work(this);
    }
  }

  #thin() {
    for (const [name, packet] of this.kept) {
      if (this.kept.size <= MOST_KEPT) return;
      if (packet) this.kept.delete(name);
    }
  }
}

/** @param {Box} one
 * @param {Box} other
 * @param {number} by
 */
function touches(one, other, by) {
  return one[0] < other[2] + by && one[2] > other[0] - by && one[1] < other[3] + by && one[3] > other[1] - by;
}
