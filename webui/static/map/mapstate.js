// Begin what a map shows besides the ground.

/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { MapState } from "./types.d.ts" */

export const OVERLAYS = [
  "control",
  "zones",
  "network",
  "reach",
  "supply",
  "command",
  "orders",
  "objectives",
  "night",
  "enemy",
  "counters",
];

/** Nothing yet; all overlays are shown but zones of control and the network of supply.
 * @param {Ground} ground
 * @returns {MapState}
 */
export function freshState(ground) {
  return {
    ground,
    view: null,
    control: null,
    held: [],
    front: [],
    sides: new Map(),
    reach: null,
    supply: null,
    network: null,
    command: null,
    path: null,
    ends: [],
    ways: null,
    selected: null,
    cursor: null,
    taught: [],
    fan: null,
    contacts: [],
    chosen: null,
    shown: { ...Object.fromEntries(OVERLAYS.map((layer) => [layer, true])), zones: false, network: false },
  };
}
