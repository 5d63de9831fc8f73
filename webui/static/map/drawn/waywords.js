// Write beside the arrows of a plan what each formation means to do, as on paper: among the names, clear of counters.

/** @import { Name } from "./words.js" */
/** @import { MapState, Pen } from "../types.d.ts" */

/** What was made last of a plan: panning asks for the same in every frame.
 * @type {WeakMap<object, {R: number, ready: boolean, names: Name[]}>}
 */
const KEPT = new WeakMap();

/** @type {Name[]} one list, so that whoever keeps what hangs on it knows it again */
const NONE = [];

/** The words of a plan as names that go before all others: they begin right of where their arrow does.
 * @param {Pen} pen that measures them
 * @param {number} R
 * @param {Pick<MapState, "ground" | "sides" | "ways">} state
 * @param {{ready: boolean, font: (face: string, size: number) => string}} lettering
 * @returns {Name[]}
 */
export function wordsOfWays(pen, R, { ground, sides, ways }, lettering) {
  if (!ways?.words) return NONE;
  const kept = KEPT.get(ways),
    { ready } = lettering;
  if (kept?.R === R && kept.ready === ready) return kept.names;
  const { per_mm: perMm, arrow } = ground.drawing,
    { u, v } = ground.geometry,
    { face, mm, halo, clear_mm: clearMm } = arrow.words,
    size = mm * perMm,
    clear = Math.min(R, clearMm * perMm) / R,
    colour = sides.get(ways.side)?.line ?? ground.palette.ink.path;
  pen.font = lettering.font(face, size);
  const names = ways.ways.map(([first], n) => {
    const text = ways.words?.[n] ?? "",
      wide = pen.measureText(text).width;
    /** @type {[number, number]} */
    const place = [u[first], v[first]];
    return {
      ...{ text, face, colour, size, wide, halo, place, anchor: 0, turn: 0, rank: 1 },
      u: place[0] + clear,
      v: place[1] + (size * 0.25) / R,
    };
  });
  KEPT.set(ways, { R, ready, names });
  return names;
}
