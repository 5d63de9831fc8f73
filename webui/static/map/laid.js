// Lay the counters of a whole map out once for a zoom: where each lies, and where its name is written.

import { layLabels, needsLabels } from "./labels.js";
import { APART_FROM_R } from "./stacks.js";

/** @import { Label } from "./labels.js" */
/** @import { MapView } from "./mapview.js" */
/** @import { Counter, Pen } from "./types.d.ts" */

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
