// Gather the counters of a map that is seen from far: a division's units that stand together are one counter.

/** @import { Division } from "../common/data.d.ts" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Placed, Shown } from "./types.d.ts" */

/** Units of a division that stand so many counters' widths from its strongest are shown by themselves. */
const TOGETHER = 2.4;

/** Units that are shown as one: the one that stands for them, how it is drawn, where, and how many there are.
 * @typedef {{stand: Placed, shown: Shown, cx: number, cy: number, count: number, worth: number}} Cluster
 */

/** Part stacks into what is shown as one: a division's units in one place, or the stack of a hex.
 * @param {Map<number, Placed[]>} byHex
 * @param {{geometry: Geometry}} ground
 * @param {{R: number, size: number, selected: string | null, divisions: Record<string, Division>}} how
 * @returns {Cluster[]}
 */
export function clusters(byHex, ground, { R, size, selected, divisions }) {
  const at = (/** @type {number} */ hex) => ({ cx: ground.geometry.u[hex] * R, cy: ground.geometry.v[hex] * R });
  /** @type {Map<string, Placed[]>} */
  const groups = new Map();
  for (const [hex, stack] of byHex)
    for (const stand of stack) {
      const key = stand.division && divisions[stand.division] ? `of ${stand.division}` : `at ${hex} ${stand.side}`;
      const group = groups.get(key);
      if (group) group.push(stand);
      else groups.set(key, [stand]);
    }
  return [...groups.values()].flatMap((group) => parted(group, at, size * TOGETHER, selected, divisions));
}

/** @param {Placed[]} group
 * @param {(hex: number) => {cx: number, cy: number}} at
 * @param {number} far
 * @param {string | null} selected
 * @param {Record<string, Division>} divisions
 */
function parted(group, at, far, selected, divisions) {
  /** @type {Cluster[]} */
  const found = [];
  let left = [...group].sort((a, b) => worthOf(b, selected) - worthOf(a, selected) || (a.id < b.id ? -1 : 1));
  while (left.length) {
    const head = left[0],
      { cx, cy } = at(head.hex);
    const near = (/** @type {Placed} */ one) => Math.hypot(at(one.hex).cx - cx, at(one.hex).cy - cy) <= far;
    const own = left.filter(near);
    left = left.filter((one) => !near(one));
    const worth = own.reduce((sum, one) => sum + worthOf(one, selected), 0);
    found.push({ stand: head, shown: faceOf(own, divisions), cx, cy, count: own.length, worth });
  }
  return found;
}

/** @param {Placed} stand
 * @param {string | null} selected
 */
function worthOf({ id, strength, kind }, selected) {
  return (kind === "hq" ? 0.1 : (strength ?? 1)) + (id === selected ? 1000 : 0);
}

/** What stands for units: one by itself is drawn as it is, several of a division as the division.
 * @param {Placed[]} own
 * @param {Record<string, Division>} divisions
 * @returns {Shown}
 */
function faceOf(own, divisions) {
  const [head] = own,
    division = divisions[head.division ?? ""];
  if (!division || own.length < 2) return head;
  const known = own.every(({ strength }) => strength !== null);
  const sum = (/** @type {"strength" | "full"} */ what) => own.reduce((all, one) => all + (one[what] ?? 0), 0);
  return {
    ...head,
    ...{ marks: [], isolated: 0, facing: null, cut: own.some(({ cut }) => cut) },
    ...{ short: division.short, size: division.size },
    ...(known ? { strength: sum("strength"), full: sum("full") } : {}),
  };
}
