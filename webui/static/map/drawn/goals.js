// Name what is fought for before all other places, whatever the scale, and with a star where a counter hides its own.

import { starIn } from "../works.js";

/** @import { Objective } from "../../common/data.d.ts" */
/** @import { Ground } from "../terrain/terrain_model.js" */
/** @import { Taken } from "./clearing.js" */
/** @import { Name, Written } from "./words.js" */
/** @import { Box, Pen } from "../types.d.ts" */

/** A star: its middle, and how far it reaches, in pixels.
 * @typedef {{x: number, y: number, size: number}} Star
 */

/** What the name of a place that is fought for knows: its star, and the room of one beside it, 0 if it bears none.
 * @typedef {{star: Star, bears: number}} Goal
 */

/** The reach of the star that a name bears, and the air before it, in heights of its letters. */
const REACH = 0.42;
const AIR = 0.15;

/** How far from the hex that is fought for the place that it is called after may lie, in hex radii. */
const SAME = 4;

/** Give the names of a map, those of what is fought for first, what brings most before all: as the ground has them, or
 * made where it names none at this scale.
 * @param {Pen} pen that measures them
 * @param {number} R
 * @param {Objective[]} goals
 * @param {Written} written
 * @param {{ground: Ground, lettering: {font: (face: string, size: number) => string}}} painter
 * @param {Taken | null} hidden what counters take; null: no stars are drawn
 * @returns {Name[]}
 */
export function goalsFirst(pen, R, goals, { names, goal: look }, { ground, lettering }, hidden) {
  const { u, v } = ground.geometry,
    taken = new Set();
  const first = placesOf(goals).map(({ label, hex }) => {
    const found = names.find(
      ({ text, place: at }) => at && text === label && Math.hypot(at[0] - u[hex], at[1] - v[hex]) <= SAME,
    );
    taken.add(found);
    const name = found ?? made(pen, label, [u[hex], v[hex]], look, lettering),
      star = starIn(ground, hex, R),
      bears = hidden && !hidden.isFree(starBox(star)) ? name.size * (2 * REACH + AIR) : 0;
    return { ...name, rank: 1, wide: name.wide + bears, goal: { star, bears } };
  });
  return [...first, ...names.filter((name) => !taken.has(name))];
}

/** The box of a star.
 * @param {Star} star
 * @returns {Box}
 */
export function starBox({ x, y, size }) {
  return [x - size, y - size, x + size, y + size];
}

/** Where the star that a name bears stands beside it: its middle and its reach, in pixels.
 * @param {Name} name
 * @param {{x: number, y: number}} at where its base line begins
 * @returns {Star | null}
 */
export function besideName({ goal, wide, size }, { x, y }) {
  return goal?.bears ? { x: x + wide - REACH * size, y: y - 0.28 * size, size: REACH * size } : null;
}

/** Each place once, with what it brings to all sides, what brings most first.
 * @param {Objective[]} goals
 */
function placesOf(goals) {
  /** @type {Map<string, {label: string, hex: number, worth: number}>} */
  const found = new Map();
  for (const { label, hex = 0, points } of goals) {
    const key = `${hex} ${label}`,
      worth = (found.get(key)?.worth ?? 0) + points;
    found.set(key, { label, hex, worth });
  }
  return [...found.values()].sort((a, b) => b.worth - a.worth);
}

/** @param {Pen} pen
 * @param {string} text
 * @param {[number, number]} place
 * @param {Written["goal"]} look
 * @param {{font: (face: string, size: number) => string}} lettering
 * @returns {Name}
 */
function made(pen, text, place, look, lettering) {
  pen.font = lettering.font(look.face, look.size);
  const wide = pen.measureText(text).width;
  return { ...look, text, wide, place, u: place[0], v: place[1], anchor: 0, turn: 0, rank: 1 };
}
