// The rows of the legend that play puts on the map: who holds what, lines, marks on the ground, signs and marks of units.

import { smallHeads, strokeArrow, strokeLine } from "../arrows.js";
import { frontOf, paintFront } from "../front.js";
import { paintCutMark, paintWay } from "../network.js";
import { hatching } from "../terrain/hatching.js";
import { depot, paintWork, star } from "../works.js";
import { unitSamples } from "./unitsamples.js";

/** @import { MapView } from "../mapview.js" */
/** @import { MapState, Pen, Point } from "../types.d.ts" */
/** @import { Row } from "./legend.js" */

const WIDE = 40,
  HIGH = 20;
const FLAT = /** @type {Point[]} */ ([
  [3, HIGH / 2],
  [WIDE - 3, HIGH / 2],
]);
/** @type {Record<string, string>} */
const WORKS = {
  bridge: "bridge built",
  blown: "bridge blown",
  prepared: "bridge ready to be blown",
  fort: "field works",
};

/** What a row is made of; whether there is anything of it is asked before it is drawn.
 * @typedef {{words: string, has: unknown, paint: (pen: Pen, ratio: number) => void}} Sample
 */

/** List what play shows on the map now.
 * @param {MapView} view
 * @returns {Row[]}
 */
export function samplesOf(view) {
  const { state } = view;
  if (!state.view) return [];
  return [
    ...grouped("Who holds the ground", holding(state)),
    ...grouped("Lines", [...orderLines(state), ...supplyLines(state)]),
    ...grouped("Marks", [...groundMarks(state), ...fightMarks(state)]),
    ...unitSamples(view),
  ];
}

/** @param {string} group
 * @param {Sample[]} samples
 * @returns {Row[]}
 */
function grouped(group, samples) {
  return samples.filter(({ has }) => has).map(({ words, paint }) => ({ words, group, wide: WIDE, high: HIGH, paint }));
}

/** @param {MapState} state
 * @returns {Sample[]}
 */
function holding(state) {
  const { view, shown, front, control, sides, ground } = state;
  const all = [...sides.values()],
    { still } = ground.palette.ink;
  return [
    ...all.map((side) => ({
      words: `${side.name}: ground near the front`,
      has: shown.control && control,
      paint: hatched(side.pattern, side.line, { step: 10, weight: 0.9, fill: side.fill }),
    })),
    {
      words: "front, with teeth on each side's own ground",
      has: shown.control && front.some(({ stale }) => !stale),
      paint: (pen) => sampleFront(pen, state, false),
    },
    {
      words: "front as last heard of: nobody of one's own is near",
      has: shown.control && front.some(({ stale }) => stale),
      paint: (pen) => sampleFront(pen, state, true),
    },
    ...all.map((side) => ({
      words: `${side.name}: zone of control`,
      has: shown.zones && view?.zones?.[side.key]?.length,
      paint: hatched(side.pattern, side.line, { step: 6, weight: 1 }),
    })),
    {
      words: "all stand still here",
      has: view?.fronts?.length,
      paint: hatched("slant", still, { step: 8, weight: 1.2 }),
    },
  ];
}

/** @param {string} pattern
 * @param {string} colour
 * @param {{step: number, weight: number, fill?: string}} grain
 * @returns {Sample["paint"]}
 */
function hatched(pattern, colour, { fill = "", ...grain }) {
  return (pen, ratio) => {
    pen.globalAlpha = 0.35;
    pen.fillStyle = fill || "transparent";
    pen.fillRect(0, 0, WIDE, HIGH);
    pen.globalAlpha = 0.8;
    pen.fillStyle = hatching(pen, pattern, colour, ratio, grain);
    pen.fillRect(0, 0, WIDE, HIGH);
    pen.globalAlpha = 1;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.strokeRect(0.5, 0.5, WIDE - 1, HIGH - 1);
  };
}

/** @param {Pen} pen
 * @param {MapState} state
 * @param {boolean} stale
 */
function sampleFront(pen, { front, sides, ground }, stale) {
  const R = 16,
    { left, right } = front.find((piece) => piece.stale === stale) ?? front[0],
    points = [-4, 10, 20, 30, 44].flatMap((x) => [x / R, HIGH / 2 / R]);
  const piece = frontOf({ left, right, points, stale, closed: false });
  const box = /** @type {[number, number, number, number]} */ ([-9, -9, 9, 9]);
  paintFront(pen, { R, box, ratio: 1, sight: box }, /** @type {any} */ ({ front: [piece], sides, ground }));
}

/** @param {MapState} state
 * @returns {Sample[]}
 */
function orderLines({ view, shown, path, ways, ground }) {
  const { ink } = ground.palette,
    orders = (shown.orders && view?.declared) || [],
    line = view?.sides[0]?.line ?? ink.counter,
    ofPlan = view?.sides.find(({ key }) => key === ways?.side)?.line ?? ink.path;
  return [
    {
      words: "order to march",
      has: orders.some(({ attack, path: way }) => way && !attack),
      paint: arrow(ground, line),
    },
    {
      words: "order to attack",
      has: orders.some(({ attack }) => attack),
      paint: arrow(ground, ink.attack, { head: 4.6 }),
    },
    { words: "order in hand", has: path, paint: arrow(ground, ink.path, { casing: ink.way }) },
    { words: "what a side means to do", has: ways, paint: arrow(ground, ofPlan, { head: ground.drawing.arrow.head }) },
  ];
}

/** @param {MapState["ground"]} ground
 * @param {string} colour
 * @param {{casing?: string, head?: number}} [more]
 * @returns {Sample["paint"]}
 */
function arrow({ drawing, palette }, colour, { casing = palette.ink.plate, head = 3.4 } = {}) {
  return (pen) => strokeArrow(pen, FLAT, drawing, { colour, casing, width: 2.6, head });
}

/** @param {MapState} state
 * @returns {Sample[]}
 */
function supplyLines({ shown, supply, network, command, ground }) {
  const { ink } = ground.palette,
    net = shown.network ? network : null;
  return [
    {
      words: "line of supply of the unit in hand",
      has: shown.supply && supply?.path.length,
      paint: (pen) => strokeLine(pen, FLAT, { colour: ink.supply, width: 2.6, casing: ink.plate, dash: [7, 5] }),
    },
    {
      words: "supply: the broader, the more units; heads point to them",
      has: net?.ways.length,
      paint: (pen) => paintWay(pen, FLAT, { stands: 4, R: 24 }, ink),
    },
    {
      words: "supply cut: dotted, crossed where it is barred",
      has: net?.cut.length,
      paint: (pen) => {
        strokeLine(pen, FLAT, { colour: ink.cut, width: 2.2, casing: ink.plate, dash: [0.5, 5] });
        paintCutMark(pen, WIDE / 2, HIGH / 2, 6, ink);
      },
    },
    {
      words: "line to the headquarters",
      has: shown.command && command,
      paint: (pen) => strokeLine(pen, FLAT, { colour: ink.command, width: 2.4, casing: ink.plate, dash: [2, 6] }),
    },
  ];
}

/** @param {MapState} state
 * @returns {Sample[]}
 */
function groundMarks({ view, shown, sides, ground }) {
  const { ink } = ground.palette,
    [x, y] = [WIDE / 2, HIGH / 2],
    [objective] = view?.objectives ?? [],
    [source] = view?.sources ?? [];
  const works = [...new Set(Object.values(view?.ground ?? {}))].sort(),
    of = (/** @type {{side: string}} */ { side }) => sides.get(side) ?? { fill: ink.nobody, line: ink.counter };
  return [
    {
      words: "objective, with its points",
      has: shown.objectives && objective,
      paint: (pen) => star(pen, x, y + 1, 9, ink, of(objective).line, "5"),
    },
    {
      words: "source of supply",
      has: shown.objectives && source,
      paint: (pen) => depot(pen, x - 11, y - 6.6, 22, of(source).fill, of(source).line),
    },
    ...works.map((what) => ({
      words: WORKS[what] ?? what.replaceAll("_", " "),
      has: true,
      paint: (/** @type {Pen} */ pen) => paintWork(pen, what, x, y, what === "fort" ? 12 : 30, Math.PI / 2, ground),
    })),
  ];
}

/** @param {MapState} state
 * @returns {Sample[]}
 */
function fightMarks({ view, shown, ground, reach }) {
  const { ink } = ground.palette,
    marked = shown.reach ? reach : null;
  return [
    {
      words: "enemies in contact",
      has: view?.contacts?.length,
      paint: (pen) => smallHeads(pen, WIDE / 2, HIGH / 2, 0, 8, ink),
    },
    {
      words: "can be attacked",
      has: marked?.contacts?.length,
      paint: hatched("teeth", ink.attack, { step: 7, weight: 1.1 }),
    },
    {
      words: "within reach, with what it costs",
      has: Object.keys(marked?.costs ?? {}).length,
      paint: (pen) => {
        const [wide, high] = [WIDE - 8, HIGH - 8];
        pen.lineWidth = 5;
        pen.strokeStyle = ink.plate;
        pen.strokeRect(4, 4, wide, high);
        pen.lineWidth = 1.8;
        pen.strokeStyle = ink.path;
        pen.strokeRect(4, 4, wide, high);
      },
    },
  ];
}
