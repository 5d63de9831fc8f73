// Draw what is known of the enemy and not in sight: last turn's with a hatched edge, older ones as ghosts with the ring
// that they may be in by now, noises as rings. What is gone, or history, is in the list alone.

import { words } from "../common/words.js";
import { plate } from "./arrows.js";
import { counterSize } from "./stacks.js";
import { hatching } from "./terrain/hatching.js";

/** @import { Contact } from "../common/data.d.ts" */
/** @import { MapView } from "./mapview.js" */
/** @import { CounterPress } from "./counters.js" */
/** @import { MapState, Pen, Stage } from "./types.d.ts" */

const DRAWN = new Set(["fresh", "late", "old"]);
const FAINT = { fresh: 0.85, late: 0.8, old: 0.62 };
const APART = 0.34;

/** Say which contacts are marked on the map, besides the counters in sight: the chosen one always is.
 * @param {Contact[]} contacts
 * @param {string | null} chosen
 * @returns {Contact[]}
 */
export function marked(contacts, chosen) {
  return contacts.filter((one) => (DRAWN.has(one.stage) && !one.now) || one.id === chosen);
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState} state
 * @param {CounterPress} press
 */
export function paintEnemy(pen, stage, state, press) {
  const { contacts, chosen } = state;
  /** @type {Map<number, number>} */
  const taken = new Map();
  for (const one of marked(contacts, chosen)) {
    const place = taken.get(one.hex) ?? 0;
    taken.set(one.hex, place + 1);
    if (one.source === "heard") paintNoise(pen, stage, state, one);
    else paintGhost(pen, stage, state, press, one, place);
  }
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState} state
 * @param {CounterPress} press
 * @param {Contact} one
 * @param {number} place how many lie in this hex already
 */
function paintGhost(pen, { R, ratio, sight }, { ground, sides, chosen }, press, one, place) {
  const { geometry } = ground,
    side = sides.get(one.side);
  if (!side) return;
  const size = Math.round(counterSize(R) * 0.86),
    shift = place * size * APART,
    x = geometry.u[one.hex] * R - size / 2 + shift,
    y = geometry.v[one.hex] * R - size / 2 + shift;
  if (one.radius && place === 0) ring(pen, x + size / 2, y + size / 2, one.radius * Math.sqrt(3) * R, side.line);
  pen.save();
  pen.globalAlpha = FAINT[/** @type {keyof typeof FAINT} */ (one.stage)] ?? 0.4;
  press.draw(pen, x, y, size, ratio, asShown(one), side, { glow: one.id === chosen ? ground.palette.ink.glow : null });
  pen.restore();
  if (isHatched(one)) hatchedEdge(pen, x, y, size, ratio, ground.palette.ink);
  const told = R >= 22 || one.source === "dummy" ? plateOf(one) : "";
  if (!told) return;
  const { name, plate: paper, rim } = ground.palette.ink,
    look = { ink: name, paper, edge: rim, size: Math.max(10, size * 0.2), sight };
  plate(pen, told, x + size / 2, y + size + 8, look);
}

/** Whether a mark has the hatched edge: all that is not of this turn, what is inferred, and dummies.
 * @param {Contact} one
 */
export function isHatched({ stage, source }) {
  return stage !== "fresh" || source === "dummy" || source === "inferred";
}

/** What is written below a contact on the map: its age and certainty, that it is inferred, or that it is a dummy.
 * @param {Contact} one
 */
export function plateOf({ age, confidence, source }) {
  if (source === "dummy") return "dummy";
  if (source === "inferred") return `inferred · ${confidence}/5`;
  return age ? `${age} ago · ${confidence}/5` : "";
}

/** A frame of slanting strokes: an old sighting is told by pattern, not by faintness alone.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} ratio
 * @param {Record<string, string>} ink
 */
function hatchedEdge(pen, x, y, size, ratio, ink) {
  const wide = Math.max(2, size * 0.12);
  pen.save();
  pen.beginPath();
  pen.rect(x, y, size, size);
  pen.rect(x + wide, y + wide, size - 2 * wide, size - 2 * wide);
  pen.fillStyle = `${ink.plate}bf`;
  pen.fill("evenodd");
  pen.fillStyle = hatching(pen, "bars", ink.counter, ratio, { step: 5, weight: 1.3 });
  pen.fill("evenodd");
  pen.restore();
}

/** @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} colour
 */
function ring(pen, x, y, r, colour) {
  pen.save();
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.globalAlpha = 0.07;
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 0.7;
  pen.setLineDash([7, 6]);
  pen.lineWidth = 1.6;
  pen.strokeStyle = colour;
  pen.stroke();
  pen.restore();
}

/** Guns that were heard: rings like a sound in every hex where they may be.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState} state
 * @param {Contact} one
 */
function paintNoise(pen, { R }, { ground, sides, chosen }, one) {
  const { geometry } = ground,
    { objective, name } = ground.palette.ink,
    colour = one.id === chosen ? objective : (sides.get(one.side)?.line ?? name);
  pen.save();
  pen.strokeStyle = colour;
  pen.globalAlpha = one.age ? 0.45 : 0.85;
  pen.lineWidth = Math.max(1.2, R * 0.05);
  for (const hex of [one.hex, ...one.others])
    for (const share of [0.18, 0.36, 0.54]) {
      pen.beginPath();
      pen.arc(geometry.u[hex] * R, geometry.v[hex] * R, R * share, -0.9, 0.9);
      pen.stroke();
    }
  pen.restore();
}

/** A contact as a counter shows it.
 * @param {Contact} one
 */
export function asShown({ id, side, hex, kind, size, name, short, strength }) {
  const points = /^\d+$/.test(strength) ? Number(strength) : null;
  return { id, side, hex, kind, size, name, short, strength: points, full: null, ...PLAIN };
}

const PLAIN = { mover: "", traits: [], marks: [], isolated: 0, masked: true, facing: null };

/** Say what a hex is, who stands in it, and what was known there of the enemy.
 * @param {number} hex
 * @param {Pick<MapView, "ground" | "stacks" | "state">} map
 */
export function hexInWords(hex, { ground, stacks, state }) {
  const place = ground.placeIn(hex),
    parts = [`Hex ${ground.geometry.number(hex)}`, words(ground.terrainOf(hex))];
  if (place) parts.push(place.name);
  const stands = stacks
    .at(hex)
    .map((stand) => `${stand.name || stand.short}, ${state.sides.get(stand.side)?.name ?? ""}`);
  const known = marked(state.contacts, state.chosen).filter((one) => one.hex === hex),
    told = known.map((one) => ` ${one.what}, ${one.age_words}, ${one.confidence} of 5.`);
  return `${parts.join(", ")}. ${stands.length ? stands.join("; ") : "No units"}.${told.join("")}`;
}
