// Lay the counters of a view out on their hexes, in stacks and fans, and find the one under a place.

import { clusters } from "./divisions.js";
import { layLabels, needsLabels } from "./labels.js";

/** @import { Division, Stand } from "../common/data.d.ts" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Label } from "./labels.js" */
/** @import { MapView } from "./mapview.js" */
/** @import { Box, Counter, Fan, Pen, Placed } from "./types.d.ts" */

/** @type {Record<string, number>} */
const BOTTOM_FIRST = { hq: 0, transport: 1, artillery: 2, antiaircraft: 3, antitank: 4, engineer: 5 };
const SHOWN = 3;

// Counters of a map seen from far, and of one that lies whole on a phone.
const FAR_PX = 22;
const FARTHEST_PX = 17;
const FARTHEST_R = 4.2;

// Hexes of a smaller radius show the counters of neighbours gathered under one.
export const APART_FROM_R = 9;

/** As large as the hex holds where that is what makes the strength readable; else with ground to see about it.
 * @param {number} R
 */
export function counterSize(R) {
  return Math.round(Math.max(15, Math.min(84, Math.max(R * 1.1, Math.min(25, R * 1.25)))));
}

/** The next of a stack, which is listed from the bottom up: the one below the selected, round again to the top; the top
 * one where none of it is selected.
 * @template {{id: string}} T
 * @param {T[]} stack
 * @param {string | null} selected
 * @returns {T | null}
 */
export function nextInStack(stack, selected) {
  const now = stack.findIndex(({ id }) => id === selected);
  return stack[now > 0 ? now - 1 : stack.length - 1] ?? null;
}

export class Stacks {
  /** @param {Stand[]} stands */
  constructor(stands) {
    /** @type {Map<number, Placed[]>} */
    this.byHex = new Map();
    for (const stand of stands) {
      if (stand.hex === null || stand.hex === undefined) continue;
      const placed = /** @type {Placed} */ (stand),
        stack = this.byHex.get(placed.hex);
      if (stack) stack.push(placed);
      else this.byHex.set(placed.hex, [placed]);
    }
    for (const stack of this.byHex.values()) stack.sort(bottomFirst);
  }

  /** @param {number} hex */
  at(hex) {
    return this.byHex.get(hex) ?? [];
  }

  /** The counters of one hex to draw, lowest first: {stand, x, y, size} in pixels of the plane.
   * @param {Ground} ground
   * @param {number} hex
   * @param {number} R
   * @param {string | null} selected
   * @returns {Counter[]}
   */
  layout(ground, hex, R, selected) {
    const stack = raised(this.at(hex), selected).slice(-SHOWN),
      size = counterSize(R),
      step = Math.max(2, size * 0.085);
    const cx = ground.geometry.u[hex] * R,
      cy = ground.geometry.v[hex] * R + (R > 20 ? R * 0.07 : 0);
    const shift = ((stack.length - 1) * step) / 2;
    return stack.map((stand, n) => ({
      stand,
      size,
      x: Math.round(cx - size / 2 + shift - (stack.length - 1 - n) * step),
      y: Math.round(cy - size / 2 - shift + (stack.length - 1 - n) * step * 0.9),
    }));
  }

  /** The counters of a map seen from far: divisions, and of a side's near neighbours the strongest, with how many each
   * stands for.
   * @param {Ground} ground
   * @param {number} R
   * @param {string | null} selected
   * @param {Record<string, Division>} [divisions]
   * @returns {Counter[]}
   */
  gathered(ground, R, selected, divisions = {}) {
    const size = R < FARTHEST_R ? FARTHEST_PX : FAR_PX,
      apart = size * 1.02;
    /** @type {(Counter & {cx: number, cy: number, count: number})[]} */
    const chosen = [];
    const ranked = clusters(this.byHex, ground, { R, size, selected, divisions });
    for (const { stand, shown, cx, cy, count } of ranked.sort(
      (a, b) => b.worth - a.worth || a.stand.hex - b.stand.hex,
    )) {
      const near = chosen.find(
        (other) => other.stand.side === stand.side && Math.hypot(other.cx - cx, other.cy - cy) < apart,
      );
      if (near) near.count += count;
      else
        chosen.push({ stand, shown, cx, cy, size, count, x: Math.round(cx - size / 2), y: Math.round(cy - size / 2) });
    }
    return chosen.sort((a, b) => a.cy - b.cy);
  }

  /** A fan of all counters of a hex, beside one another over it: {frame: [x, y, wide, high], counters}.
   * @param {Ground} ground
   * @param {number} hex
   * @param {number} R
   * @param {Box} visible
   * @returns {Fan}
   */
  fan(ground, hex, R, visible) {
    const stack = [...this.at(hex)].reverse(),
      size = Math.max(58, Math.min(84, counterSize(R))),
      gap = 8;
    const columns = stack.length <= 4 ? stack.length : Math.ceil(Math.sqrt(stack.length * 1.6)),
      rows = Math.ceil(stack.length / columns);
    const wide = columns * (size + gap) + gap,
      high = rows * (size + gap) + gap;
    const cx = ground.geometry.u[hex] * R,
      cy = ground.geometry.v[hex] * R;
    const [left, top, right, bottom] = visible;
    const x = Math.min(Math.max(cx - wide / 2, left + 6), Math.max(left + 6, right - wide - 6));
    const above = cy - Math.max(R * 0.62, counterSize(R) * 0.62) - high;
    const y = above > top + 6 ? above : Math.min(cy + Math.max(R * 0.72, counterSize(R) * 0.72), bottom - high - 6);
    const counters = stack.map((stand, n) => ({
      stand,
      size,
      x: x + gap + (n % columns) * (size + gap),
      y: y + gap + Math.floor(n / columns) * (size + gap),
    }));
    return { hex, frame: [x, y, wide, high], counters };
  }
}

/** @param {Stand} a
 * @param {Stand} b
 */
function bottomFirst(a, b) {
  const order = (/** @type {Stand} */ stand) => BOTTOM_FIRST[stand.kind] ?? 9;
  return order(a) - order(b) || (a.strength ?? 0) - (b.strength ?? 0) || (a.id < b.id ? -1 : 1);
}

/** @param {Placed[]} stack
 * @param {string | null} selected
 * @returns {Placed[]}
 */
function raised(stack, selected) {
  const top = stack.find((stand) => stand.id === selected);
  return top ? [...stack.filter((stand) => stand !== top), top] : stack;
}

/** The uppermost counter under a place, of counters in the order of drawing.
 * @param {Counter[]} counters
 * @param {number} x
 * @param {number} y
 * @returns {Placed | null}
 */
export function counterAt(counters, x, y) {
  for (let n = counters.length - 1; n >= 0; n--) {
    const { x: left, y: top, size } = counters[n];
    if (x >= left && y >= top && x <= left + size && y <= top + size) return counters[n].stand;
  }
  return null;
}

/** What of a view is needed to lay its counters out.
 * @typedef {Pick<MapView, "ground" | "stacks" | "state">} Laying
 */

/** Counters by the stacks they are drawn in, all of them, lowest first, and what is written under them.
 * @typedef {{groups: Counter[][], counters: Counter[], labels: Label[]}} Layout
 */

/** One list, so that whoever keeps what hangs on it knows it again.
 * @type {Counter[]}
 */
const NONE = [];

/** Panning asks for the same counters in every frame: they are laid out anew only when what they hang on is another. */
export class Laid {
  /** @param {Promise<unknown>} faces kept when the faces of names are there: they are measured anew then */
  constructor(faces) {
    /** @type {{of: unknown[], layout: Layout} | null} */
    this.kept = null;
    faces.then(() => (this.kept = null));
  }

  /** All counters of the map, whatever of it is in sight; none where they are not shown.
   * @param {Pen} pen
   * @param {number} R
   * @param {Laying} view
   */
  all(pen, R, view) {
    return view.state.shown.counters ? this.at(pen, R, view).counters : NONE;
  }

  /** @param {Pen} pen that measures names
   * @param {number} R
   * @param {Laying} view
   * @returns {Layout}
   */
  at(pen, R, { ground, stacks, state }) {
    const of = [R, ground, stacks, state.selected, state.view?.divisions];
    if (!this.kept || of.some((part, n) => part !== this.kept?.of[n]))
      this.kept = { of, layout: layOut(pen, R, { ground, stacks, state }) };
    return this.kept.layout;
  }
}

/** @param {Pen} pen
 * @param {number} R
 * @param {Laying} view
 * @returns {Layout}
 */
function layOut(pen, R, { ground, stacks, state: { selected, view } }) {
  const far = R < APART_FROM_R,
    groups = far
      ? [stacks.gathered(ground, R, selected, view?.divisions)]
      : [...stacks.byHex.keys()].map((hex) => stacks.layout(ground, hex, R, selected)),
    counters = groups.flat();
  if (!far && !needsLabels(R, counters[0]?.size ?? Infinity)) return { groups, counters, labels: [] };
  // Of a stack the uppermost is named, with how many more there are.
  const tops = new Map(counters.map((counter) => [far ? counter : counter.stand.hex, counter]));
  const nameOf = (/** @type {Counter} */ { stand, shown }) => {
    if (far) return shown && shown !== stand ? shown.short : "";
    const more = stacks.at(stand.hex).length - 1;
    return more ? `${stand.short} +${more}` : stand.short;
  };
  return { groups, counters, labels: layLabels(pen, R, [...tops.values()], nameOf) };
}
