// The order of battle as a tree: which units are wanted, what lies under what, and what it adds up to.

import { grouped } from "../common/lists.js";

/** @import { Formation, Oob, OobStand } from "../common/data.d.ts" */

/** @typedef {Record<string, string>} SupplyState of each unit whether its line serves: "ok" or "cut" */

/** @typedef {{strength: number, full: number, cut: number, command: number, isolated: number}} Total */

/** A formation with what is under it.
 * @typedef {{formation: Formation, stands: OobStand[], below: Branch[], total: Total}} Branch
 */

/** @type {Record<string, (stand: OobStand, supply: SupplyState) => boolean>} */
const TESTS = {
  cut: isCut,
  command: outOfCommand,
  isolated: (stand) => stand.isolated > 0,
  worn: (stand) => stand.hex !== null && (stand.strength ?? 0) < (stand.full ?? 0),
  idle: (stand) => stand.hex !== null && !stand.ordered,
  arriving: (stand) => stand.arrives !== null,
  gone: (stand) => stand.gone !== null,
};

/** @param {OobStand} stand
 * @param {SupplyState} supply
 */
export function isCut(stand, supply) {
  return supply[stand.id] === "cut";
}

/** @param {OobStand} stand */
export function outOfCommand(stand) {
  return stand.marks.includes("out_of_command");
}

/** Choose the units in some state whose text, or whose formation's name, has what is searched for.
 * @param {Oob} oob
 * @param {SupplyState} supply
 * @param {{text: string, only: string}} search
 * @returns {Set<string>}
 */
export function wantedUnits(oob, supply, { text, only }) {
  const sought = text.trim().toLowerCase(),
    test = TESTS[only] ?? (() => true);
  const names = new Map(formationsOf(oob).map((item) => [item.id, `${item.name} ${item.short}`]));
  const wanted = oob.stands.filter((stand) => {
    if ((only === "gone") !== Boolean(stand.gone) || !test(stand, supply)) return false;
    const { id, short, name, kind, place } = stand;
    return [id, short, name, kind, place, names.get(stand.formation)].join(" ").toLowerCase().includes(sought);
  });
  return new Set(wanted.map(({ id }) => id));
}

/** Give the id of the unit that a text names: by its id, else by its short name, else by its name; null: none is called so.
 * @param {{id: string, short: string, name: string}[]} stands
 * @param {string} text
 */
export function bestOf(stands, text) {
  const sought = text.trim().toLowerCase();
  for (const field of /** @type {const} */ (["id", "short", "name"])) {
    const found = stands.find((stand) => stand[field].toLowerCase() === sought);
    if (found) return found.id;
  }
  return null;
}

/** List the branches of a side; those without a wanted unit are not there.
 * @param {Oob} oob
 * @param {string} side
 * @param {Set<string>} wanted
 * @param {SupplyState} supply
 * @returns {Branch[]}
 */
export function branchesOf(oob, side, wanted, supply) {
  const formations = oob.sides.find(({ key }) => key === side)?.formations ?? [],
    children = grouped(formations, ({ parent }) => parent ?? ""),
    stands = grouped(
      oob.stands.filter((stand) => stand.side === side && wanted.has(stand.id)),
      ({ formation }) => formation,
    );
  /** @param {Formation} formation
   * @returns {Branch[]}
   */
  const branch = (formation) => {
    const below = (children.get(formation.id) ?? []).flatMap(branch),
      own = stands.get(formation.id) ?? [];
    if (!below.length && !own.length) return [];
    const total = sum([...below.map((item) => item.total), ...own.map((stand) => totalOf(stand, supply))]);
    return [{ formation, stands: own, below, total }];
  };
  return (children.get("") ?? []).flatMap(branch);
}

/** List the formations above a unit, the nearest first.
 * @param {Oob} oob
 * @param {OobStand} stand
 */
export function above(oob, stand) {
  const formations = new Map(formationsOf(oob).map((item) => [item.id, item])),
    found = [];
  for (let at = formations.get(stand.formation); at; at = formations.get(at.parent ?? "")) found.push(at.id);
  return found;
}

/** @param {Total[]} totals
 * @returns {Total}
 */
export function sum(totals) {
  const all = { strength: 0, full: 0, cut: 0, command: 0, isolated: 0 };
  for (const total of totals) {
    all.strength += total.strength;
    all.full += total.full;
    all.cut += total.cut;
    all.command += total.command;
    all.isolated += total.isolated;
  }
  return all;
}

/** @param {OobStand} stand
 * @param {SupplyState} supply
 * @returns {Total}
 */
function totalOf(stand, supply) {
  return {
    strength: stand.strength ?? 0,
    full: stand.full ?? 0,
    cut: Number(isCut(stand, supply)),
    command: Number(outOfCommand(stand)),
    isolated: Number(stand.isolated > 0),
  };
}

/** @param {Oob} oob */
function formationsOf(oob) {
  return oob.sides.flatMap((side) => side.formations);
}

/** Say where a unit is: lost, on its way, carried, or its place.
 * @param {OobStand} stand
 * @param {string} turnWord
 */
export function whereIs({ gone, arrives, with: carrier, hex, place, number }, turnWord) {
  if (gone) return gone;
  if (arrives) return `arrives day ${arrives.day}, ${turnWord} ${arrives.turn}, ${arrives.place ?? arrives.number}`;
  return carrier && hex === null ? "carried" : (place ?? number ?? "");
}
