// The rows of the legend for units: the symbols and sizes that are on the map, and what the marks on counters say.

/** @import { Side } from "../../common/data.d.ts" */
/** @import { MapView } from "../mapview.js" */
/** @import { Look, Shown } from "../types.d.ts" */
/** @import { Row } from "./legend.js" */

const WIDE = 40,
  SYMBOL_HIGH = 22,
  SIZE_HIGH = 16,
  COUNTER_PX = 34;

/** @type {Record<string, string>} */
const SYMBOLS = { hq: "headquarters", recon: "reconnaissance", armoured_recon: "armoured reconnaissance" };

/** What a mark on a counter says, and how its look is told.
 * @type {[string, (look: Look) => unknown, Partial<Shown>][]}
 */
const MARKS = [
  ["only seen: what it is may be unknown", ({ masked }) => masked, { masked: true, strength: null, full: null }],
  ["has acted this turn", ({ spent }) => spent, { marks: ["moved"] }],
  ["on its vehicles, to march", ({ transport }) => transport, { marks: ["transport"] }],
  ["dug in", ({ emplaced }) => emplaced, { marks: ["emplaced"] }],
  ["out of command", ({ noCommand }) => noCommand, { marks: ["out_of_command"] }],
  ["no fuel", ({ noFuel }) => noFuel, { marks: ["no_fuel"] }],
  ["cut off from supply; a figure: so many turns isolated", ({ cutOff }) => cutOff !== null, { cut: true }],
  ["looks this way", ({ facing }) => facing !== null, { facing: 1 }],
];

/** @param {MapView} view
 * @returns {Row[]}
 */
export function unitSamples(view) {
  const { state, press } = view,
    side = state.view?.sides[0];
  if (!side || !state.shown.counters) return [];
  const stands = (state.view?.stands ?? []).filter(({ hex }) => hex !== null),
    looks = stands.map((stand) => press.lookOf(stand, state.sides.get(stand.side) ?? side));
  return [...symbols(view, looks), ...sizes(view, looks), ...counters(view, side, looks)];
}

/** @param {MapView} view
 * @param {Look[]} looks
 * @returns {Row[]}
 */
function symbols({ press }, looks) {
  return byNumber(looks.map(({ kind }) => kind)).map((kind) => ({
    ...{ words: SYMBOLS[kind] ?? kind.replaceAll("_", " "), group: "Units", wide: WIDE, high: SYMBOL_HIGH },
    paint: (pen) => press.sign(pen, kind, 2, 1, 34, 20),
  }));
}

/** @param {MapView} view
 * @param {Look[]} looks
 * @returns {Row[]}
 */
function sizes({ press, ground }, looks) {
  const marks = press.symbols.echelons,
    here = new Set(looks.map(({ size }) => size));
  return Object.entries(marks)
    .filter(([, mark]) => here.has(mark))
    .map(([name, mark]) => ({
      ...{ words: name.replaceAll("_", " "), group: "Size of units", wide: WIDE, high: SIZE_HIGH },
      paint: (pen) => {
        pen.fillStyle = ground.palette.ink.counter;
        pen.font = '600 15px "Barlow Semi Condensed"';
        pen.textAlign = "center";
        pen.fillText(mark, WIDE / 2 - 1, 13, WIDE - 4);
      },
    }));
}

/** @param {MapView} view
 * @param {Side} side
 * @param {Look[]} looks
 * @returns {Row[]}
 */
function counters({ press }, side, looks) {
  /** @type {(words: string, more: Partial<Shown>) => Row} */
  const row = (words, more) => ({
    ...{ words, group: "Marks on counters", wide: COUNTER_PX + 6, high: COUNTER_PX + 6 },
    paint: (pen, ratio) => {
      const stand = /** @type {any} */ ({
        kind: "infantry",
        size: "battalion",
        strength: 3,
        full: 4,
        marks: [],
        ...more,
      });
      press.draw(pen, 3, 2, COUNTER_PX, ratio, stand, side);
    },
  });
  const shown = MARKS.filter(([, has]) => looks.some((look) => has(look))).map(([words, , more]) => row(words, more));
  return looks.length ? [row("size above, strength below", {}), ...shown] : [];
}

/** Names, the most frequent first.
 * @param {string[]} names
 */
function byNumber(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}
