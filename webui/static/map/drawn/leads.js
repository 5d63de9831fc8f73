// Lead from names that stand away from what they name to it, by a hair line, as on paper.

/** @import { Taken } from "./clearing.js" */
/** @import { Star } from "./goals.js" */
/** @import { Name } from "./words.js" */
/** @import { Box, Pen } from "../types.d.ts" */

/** How the line looks, in pixels: its width, how much wider the pale line under it is, its distance from the name.
 * @typedef {{wide: number, halo: number, air: number}} Hair
 */

/** Where a line begins, and the box of the name that it leads to.
 * @typedef {{place: [number, number], room: Box}} Line
 */

/** How much farther from its place than before a name must stand for a line, in heights of its letters. */
const FARTHER = 0.6;

/** Give the line of a name: of one that was placed far off, and of one that a counter pushed farther; none where the
 * place itself lies under a counter, which is then what the name stands beside.
 * @param {Name} name
 * @param {number} R
 * @param {Box} before the box that it had
 * @param {Box} room and the one that it has
 * @param {Taken} hidden what counters take
 * @returns {Line | null}
 */
export function leadOf({ place, led, size, goal }, R, before, room, hidden) {
  if (goal) return leadToGoal(goal.star, size, room, hidden);
  if (!place) return null;
  /** @type {[number, number]} */
  const at = [place[0] * R, place[1] * R],
    pushed = far(at, room) > far(at, before) + FARTHER * size;
  return (led || pushed) && hidden.isFree([at[0] - 0.5, at[1] - 0.5, at[0] + 0.5, at[1] + 0.5])
    ? { place: at, room }
    : null;
}

/** Give the line to what is fought for, where its name stands away from it: to its star, or to the edge of the counter
 * that hides that.
 * @param {Star} star
 * @param {number} size
 * @param {Box} room
 * @param {Taken} hidden
 * @returns {Line | null}
 */
function leadToGoal({ x, y, size: reach }, size, room, hidden) {
  const over = hidden.over(x, y),
    middle = /** @type {[number, number]} */ ([(room[0] + room[2]) / 2, (room[1] + room[3]) / 2]),
    place = over ? nearest(middle, over, 0) : /** @type {[number, number]} */ ([x, y]),
    apart = far(place, room);
  return apart > FARTHER * size + (over ? 0 : reach) ? { place, room } : null;
}

/** How far a point lies from a box.
 * @param {[number, number]} at
 * @param {Box} room
 */
function far(at, room) {
  const [x, y] = nearest(at, room, 0);
  return Math.hypot(x - at[0], y - at[1]);
}

/** The point of a box, with some air about it, that is nearest to another point.
 * @param {[number, number]} at
 * @param {Box} room
 * @param {number} air
 * @returns {[number, number]}
 */
function nearest([x, y], [left, top, right, foot], air) {
  return [Math.min(Math.max(x, left - air), right + air), Math.min(Math.max(y, top - air), foot + air)];
}

/** Draw the lines, each pale beneath and in the ink of names on top.
 * @param {Pen} pen
 * @param {{lead: Line | null}[]} names
 * @param {Hair} hair
 * @param {Record<string, string>} colours
 */
export function paintLeads(pen, names, { wide, halo, air }, colours) {
  const lines = names.flatMap(({ lead }) => (lead ? [lead] : []));
  if (!lines.length) return;
  pen.lineCap = "round";
  for (const [colour, width] of /** @type {[string, number][]} */ ([
    [colours.halo, wide + halo],
    [colours["ink.name"], wide],
  ])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const { place, room } of lines) {
      const [x, y] = nearest(place, room, air);
      pen.moveTo(place[0], place[1]);
      pen.lineTo(x, y);
    }
    pen.stroke();
  }
}
