// A scenario as the page holds it: what hangs under what, what is in sight of the tree, who stands where.

/** @import { Row, Thing, Things, Told } from "./scenario.d.ts" */

export const HEAD = "head";
const IN_TREE = new Set(["side", "formation", "unit"]);

export class Model {
  constructor() {
    /** @type {Things} */
    this.things = {};
    /** The hex of each thing that lies on the map.
     * @type {Record<string, number>}
     */
    this.hexes = {};
  }

  /** Take what is otherwise now.
   * @param {Pick<Told, "changed" | "hexes">} told
   */
  take({ changed, hexes }) {
    for (const [key, thing] of Object.entries(changed)) {
      delete this.hexes[key];
      if (thing) this.things[key] = thing;
      else delete this.things[key];
    }
    Object.assign(this.hexes, hexes);
  }

  /** List the things of a kind, or those of them under one, in their order.
   * @param {string} what
   * @param {string} [parent]
   * @returns {[string, Thing][]}
   */
  of(what, parent) {
    const rows = Object.entries(this.things).filter(
      ([, one]) => one.what === what && (parent === undefined || one.parent === parent),
    );
    return rows.sort(([a, one], [b, other]) => (one.order ?? 0) - (other.order ?? 0) || (a < b ? -1 : 1));
  }

  /** What lies directly under a thing of the tree: its units, then its formations.
   * @param {string} key
   */
  under(key) {
    return [...this.of("unit", key), ...this.of("formation", key)].map(([child]) => child);
  }

  /** The units under a thing of the tree; a unit is itself.
   * @param {string} key
   * @returns {string[]}
   */
  units(key) {
    if (this.things[key]?.what === "unit") return [key];
    return this.under(key).flatMap((child) => this.units(child));
  }

  /** The side that a thing of the tree is of; "": it hangs in the air.
   * @param {string} key
   * @returns {string}
   */
  sideOf(key) {
    for (let at = this.things[key], on = key, left = 60; at && left; left--) {
      if (at.what === "side") return on;
      on = at.parent ?? "";
      at = this.things[on];
    }
    return "";
  }

  /** Whether one thing of the tree is another, or lies under it.
   * @param {string} key
   * @param {string} above
   */
  isUnder(key, above) {
    for (let on = key, left = 60; on && left; left--, on = this.things[on]?.parent ?? "") if (on === above) return true;
    return false;
  }

  /** The units that stand nowhere yet, in the order of the tree.
   * @param {string[]} [keys] those that are asked for; else all
   */
  nowhere(keys) {
    const all = keys ?? this.of("side").flatMap(([side]) => this.units(side));
    return all.filter((key) => this.things[key]?.what === "unit" && this.hexes[key] === undefined);
  }

  /** Whether a thing may hang under another.
   * @param {string} key
   * @param {string} parent
   */
  mayHang(key, parent) {
    const above = this.things[parent]?.what,
      what = this.things[key]?.what;
    const fits = above === "formation" || (above === "side" && what === "formation");
    return fits && what !== "side" && !this.isUnder(parent, key);
  }

  /** Say where a thing goes that is moved up or down among its own, out of its formation, or into the one before it.
   * @param {string} key
   * @param {"up" | "down" | "out" | "in"} way
   * @returns {{parent: string, before: string} | null}
   */
  moved(key, way) {
    const thing = this.things[key],
      parent = thing?.parent ?? "";
    if (!thing) return null;
    if (way === "in") return this.#into(key, parent);
    if (way === "out") return this.#out(key, thing);
    const row = this.of(thing.what, parent).map(([one]) => one),
      at = row.indexOf(key);
    if (way === "up") return at > 0 ? { parent, before: row[at - 1] } : null;
    return at < row.length - 1 ? { parent, before: row[at + 2] ?? "" } : null;
  }

  /** @param {string} key
   * @param {Thing} thing
   */
  #out(key, thing) {
    const above = this.things[thing.parent ?? ""],
      parent = above?.parent ?? "";
    if (above?.what !== "formation" || !this.mayHang(key, parent)) return null;
    const beside = this.of("formation", parent).map(([one]) => one),
      next = beside[beside.indexOf(thing.parent ?? "") + 1] ?? "";
    return { parent, before: thing.what === "formation" ? next : "" };
  }

  /** Say where a thing goes that is dropped on a row of the tree: into what lies there, or before it; null: nowhere.
   * @param {string} key
   * @param {{key: string, upper: boolean} | null} row
   * @returns {{parent: string, before: string} | null}
   */
  dropped(key, row) {
    const target = row && this.things[row.key];
    if (!target || row.key === key) return null;
    const beside = target.what === this.things[key]?.what && (row.upper || target.what === "unit");
    const to = beside ? { parent: target.parent ?? "", before: row.key } : { parent: row.key, before: "" };
    return this.mayHang(key, to.parent) ? to : null;
  }

  /** @param {string} key
   * @param {string} parent
   */
  #into(key, parent) {
    const row = this.of("formation", parent).map(([one]) => one),
      at = row.indexOf(key);
    const into = at >= 0 ? row[at - 1] : row[0];
    return into && this.mayHang(key, into) ? { parent: into, before: "" } : null;
  }

  /** List the rows of the tree that are in sight.
   * @param {Set<string>} shut
   * @param {string} text what is searched for; all that has it is in sight, with what is above it
   * @returns {Row[]}
   */
  rows(shut, text = "") {
    const sought = text.trim().toLowerCase(),
      wanted = sought ? this.#withWords(sought) : null;
    /** @type {Row[]} */
    const rows = [];
    /** @param {string} key
     * @param {number} level
     */
    const walk = (key, level) => {
      if (wanted && !wanted.has(key)) return;
      const below = this.under(key),
        units = this.units(key);
      const open = this.things[key].what === "unit" ? null : !!wanted || !shut.has(key);
      rows.push({
        key,
        thing: this.things[key],
        level,
        open,
        units: units.length,
        nowhere: this.nowhere(units).length,
      });
      if (open) for (const child of below) walk(child, level + 1);
    };
    for (const [side] of this.of("side")) walk(side, 1);
    return rows;
  }

  /** @param {string} sought */
  #withWords(sought) {
    const found = new Set();
    for (const [key, one] of Object.entries(this.things)) {
      if (
        !IN_TREE.has(one.what) ||
        !`${one.name} ${one.short ?? ""} ${one.id} ${one.kind ?? ""}`.toLowerCase().includes(sought)
      )
        continue;
      for (let on = key; on && !found.has(on); on = this.things[on]?.parent ?? "") found.add(on);
    }
    return found;
  }

  /** List the arrivals by day: the units that come then.
   * @returns {[number, string[]][]}
   */
  arrivals() {
    /** @type {Map<number, string[]>} */
    const days = new Map();
    for (const [key, one] of this.of("unit"))
      if (one.arrive_day) days.set(one.arrive_day, [...(days.get(one.arrive_day) ?? []), key]);
    return [...days].sort(([a], [b]) => a - b);
  }
}

/** Say in words what keeps a unit from a hex; "": nothing does.
 * @param {import("./scenario.d.ts").Room | null} room
 * @param {number} hex
 * @param {{ground: string, there: {name: string, own: boolean}[]}} about
 */
export function whyNot(room, hex, { ground, there }) {
  if (!room) return "";
  if (room.fault) return room.fault;
  if (room.barred.includes(hex)) return `the ground does not take it (${ground})`;
  if (!room.taken.includes(hex)) return "";
  const enemy = there.find(({ own }) => !own);
  if (enemy) return `${enemy.name} of the other side stands there`;
  return `no room beside ${there.map(({ name }) => name).join(", ") || "those who stand there"}`;
}
