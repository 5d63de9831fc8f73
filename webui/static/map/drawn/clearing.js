// Keep the names of places clear of counters and of what is written under them.

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
}

/** @param {Box} room */
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

/** Give the names that are written, each with how many pixels it is moved: villages under a counter are left out, towns
 * move aside. No name is written over a counter or over another name: where there is room for one alone the lesser is left out.
 * @param {Name[]} names the most important first
 * @param {(name: Name) => Box} roomOf
 * @param {Counter[]} counters
 * @param {Box} within that names do not leave
 * @returns {{name: Name, dx: number, dy: number}[]}
 */
export function cleared(names, roomOf, counters, within) {
  const taken = under(counters),
    found = [];
  for (const name of names) {
    const room = roomOf(name),
      keeps = name.rank <= NEVER_HIDDEN,
      tried = keeps && !name.turn ? ASIDE : [ASIDE[0]],
      fits = tried.find((to) => isClear(moved(room, to), taken, to === ASIDE[0] ? null : within));
    if (!fits) continue;
    const at = moved(room, fits);
    found.push({ name, dx: at[0] - room[0], dy: at[1] - room[1] });
    if (keeps) taken.add(at);
  }
  return found;
}

/** Put the names of places that are fought for before all others: they move aside, and are not lost to counters.
 * @param {Name[]} names the most important first
 * @param {(name: Name) => boolean} isGoal
 */
export function goalsFirst(names, isGoal) {
  const goals = names.filter(isGoal);
  return [...goals.map((name) => ({ ...name, rank: 1 })), ...names.filter((name) => !goals.includes(name))];
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
