// What the map shows of a scenario that is built: the view that it has of a campaign, with what a draft knows.

/** @import { Side, Stand, View } from "../../common/data.d.ts" */
/** @import { Model } from "./model.js" */

/** @param {Model} model
 * @param {Side[]} sides
 * @returns {View}
 */
export function viewOf(model, sides) {
  /** @param {string} what
   * @returns {any[]}
   */
  const spots = (what) =>
    model
      .of(what)
      .flatMap(([key, one]) => (model.hexes[key] === undefined ? [] : [{ ...one, id: key, hex: model.hexes[key] }]));
  return /** @type {View} */ (
    /** @type {unknown} */ ({
      sides: sides.map((side) => ({ ...side })),
      stands: model.of("unit").map(([key]) => standOf(model, key)),
      objectives: spots("objective").map(({ name, side, hex, points, by_day: day }) => ({
        name,
        side,
        hex,
        points,
        by_day: day ?? 0,
      })),
      sources: spots("source").map(({ id, name, side, hex }) => ({ id, name, side, hex })),
      divisions: {},
      contacts: [],
      fronts: [],
      front: [],
      ground: {},
      declared: [],
      control: "",
      night: false,
      points: {},
      viewers: [],
      moments: [],
    })
  );
}

/** @param {Model} model
 * @param {string} key
 * @returns {Stand}
 */
export function standOf(model, key) {
  const one = model.things[key],
    hex = one.arrive_day ? undefined : model.hexes[key];
  return /** @type {Stand} */ (
    /** @type {unknown} */ ({
      id: key,
      side: model.sideOf(key),
      name: one.name,
      short: one.short,
      kind: one.kind,
      size: one.size,
      mover: one.mover,
      traits: one.traits ?? [],
      strength: one.strength,
      full: one.strength,
      marks: [],
      isolated: 0,
      masked: false,
      formation: one.parent,
      hex: hex ?? null,
    })
  );
}
