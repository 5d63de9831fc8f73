// Keep the names of places clear of counters and of what is written under them.

/** @import { Star } from "./goals.js" */
/** @import { Name } from "./words.js" */
/** @import { Box, Counter } from "../types.d.ts" */

/** Sides of the cells that boxes are kept by, and how many lie one below the other at most. */
const CELL_PX = 64;
const CELLS_DOWN = 1 << 20;

/** How far the disc with the number of a counter's units stands out of its corner. */
const DISC_PX = 5;

/** Names of a rank up to this are not lost to counters: they move aside, a hair line leads to what they name. */
const NEVER_HIDDEN = 2;

/** Where a name that a counter covers is tried next, in parts of its width and in heights: nearest first. */
const ASIDE = [0, -1, 1, -1.6, 1.6, -2.2, 2.2, -3, 3, -3.8, 3.8]
  .flatMap((down) => [0, -0.35, 0.35, -0.7, 0.7, -1.1, 1.1].map((along) => ({ along, down })))
  .sort((one, other) => farOf(one) - farOf(other));

/** How far from its spot the name of what is fought for is looked for, and how finely, in heights: near first. */
const REACHES = [2, 6, 18];
const STEP = 0.25;

/** How near to its spot it may come, in pixels. */
const LEAST_PX = 2;

/** Boxes that are taken, by the square cells they lie in: a question costs what lies near, however large the map. */
export class Taken {
  constructor() {
    /** @type {Map<number, Box[]>} */
    this.cells = new Map();
  }

  /** @param {Box} room */
  add(room) {
    for (const cell of cellsUnder(room)) {
      const held = this.cells.get(cell);
      if (held) held.push(room);
      else this.cells.set(cell, [room]);
    }
  }

  /** Whether a box meets none that was taken.
   * @param {Box} room
   */
  isFree(room) {
    return !cellsUnder(room).some((cell) => this.cells.get(cell)?.some((other) => meets(room, other)));
  }

  /** The box over a spot, if there is one.
   * @param {number} x
   * @param {number} y
   */
  over(x, y) {
    const spot = box(x, y, x, y);
    return this.cells.get(cellsUnder(spot)[0])?.find((other) => meets(spot, other));
  }
}

/** @param {Box} room
 * @returns {number[]}
 */
function cellsUnder(room) {
  const [left, top, right, foot] = room.map((edge) => Math.floor(edge / CELL_PX)),
    found = [];
  for (let x = left; x <= right; x++) for (let y = top; y <= foot; y++) found.push(x * CELLS_DOWN + y);
  return found;
}

/** @param {{along: number, down: number}} move */
function farOf({ along, down }) {
  return Math.abs(down) + 2.4 * Math.abs(along);
}

/** Place the names that matter, each with how many pixels it is moved: towns move aside, and what is fought for farther
 * than they. The lesser ones are villages, which are left out where something lies on their place: each takes no room
 * of another's, so whoever paints asks for those in sight alone. No name is written over a counter or over another name:
 * where there is room for one alone the lesser is left out.
 * @param {Name[]} names the most important first
 * @param {(name: Name) => Box} roomOf
 * @param {Counter[]} counters
 * @param {Box} within that names do not leave
 * @param {Box[]} [marks] what else names keep clear of
 * @returns {{found: {name: Name, dx: number, dy: number}[], lesser: Name[], isFree: (name: Name) => boolean}}
 */
export function cleared(names, roomOf, counters, within, marks = []) {
  const taken = under(counters),
    found = [],
    lesser = [];
  for (const mark of marks) taken.add(mark);
  for (const name of names) {
    if (name.rank > NEVER_HIDDEN && !name.goal) {
      lesser.push(name);
      continue;
    }
    const room = roomOf(name),
      at = name.goal ? nearestFree(name.goal.star, room, taken, within) : besidePlace(name, room, taken, within);
    if (!at) continue;
    found.push({ name, dx: at[0] - room[0], dy: at[1] - room[1] });
    taken.add(at);
  }
  return { found, lesser, isFree: (name) => taken.isFree(roomOf(name)) };
}

/** Find where a name that matters may stand: where it was placed, or near it if it lies straight.
 * @param {Name} name
 * @param {Box} room
 * @param {Taken} taken
 * @param {Box} within
 */
function besidePlace({ turn }, room, taken, within) {
  const tried = turn ? [ASIDE[0]] : ASIDE,
    fits = tried.find((to) => isClear(moved(room, to), taken, to === ASIDE[0] ? null : within));
  return fits ? moved(room, fits) : null;
}

/** Find the free place for the name of what is fought for that is nearest to its spot, or null if there is none.
 * @param {Star} spot
 * @param {Box} room
 * @param {Taken} taken
 * @param {Box} within
 * @returns {Box | null}
 */
function nearestFree({ x, y }, [left, top, right, foot], taken, within) {
  const [wide, high] = [right - left, foot - top];
  for (const reach of REACHES.map((heights) => heights * high)) {
    /** @type {Box | null} */
    let best = null,
      least = Infinity;
    for (let up = y - high - reach; up <= y + reach; up += STEP * high)
      for (let from = x - wide - reach; from <= x + reach; from += STEP * high) {
        const aside = Math.hypot(Math.max(from - x, x - from - wide, 0), Math.max(up - y, y - up - high, 0)),
          far = aside + 0.03 * Math.hypot(from + wide / 2 - x, up + high / 2 - y),
          there = box(from, up, from + wide, up + high);
        if (aside < LEAST_PX || far >= least || !isClear(there, taken, within)) continue;
        [best, least] = [there, far];
      }
    if (best) return best;
  }
  return null;
}

/** Whether a box is free, and not past the edge that it may not leave.
 * @param {Box} room
 * @param {Taken} taken
 * @param {Box | null} within
 */
function isClear(room, taken, within) {
  return (!within || inside(room, within)) && taken.isFree(room);
}

/** What counters take, with what is written under them; where one stands for several, the disc with their number too.
 * @param {Counter[]} counters
 */
export function under(counters) {
  const taken = new Taken();
  for (const { x, y, size, named, count = 1 } of counters) {
    const disc = count > 1 ? DISC_PX : 0;
    taken.add(box(x, y - disc, x + size + disc, y + size));
    if (named) taken.add(named);
  }
  return taken;
}

/** @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} foot
 * @returns {Box}
 */
function box(left, top, right, foot) {
  return [left, top, right, foot];
}

/** @param {Box} room
 * @param {{along: number, down: number}} to
 */
function moved([left, top, right, foot], { along, down }) {
  const dx = along * (right - left),
    dy = down * (foot - top);
  return box(left + dx, top + dy, right + dx, foot + dy);
}

/** @param {Box} room
 * @param {Box} within
 */
function inside(room, within) {
  return room[0] >= within[0] && room[1] >= within[1] && room[2] <= within[2] && room[3] <= within[3];
}

/** Whether two boxes have anything in common.
 * @param {number[]} one
 * @param {number[]} other
 */
export function meets(one, other) {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
}
