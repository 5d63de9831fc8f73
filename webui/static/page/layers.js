// Switch what the map shows.

import { byId, el, fill } from "../common/dom.js";
import { LATE, Latest } from "../common/latest.js";
import { Legend } from "../map/legend/legend.js";
import { networkInWords } from "../map/network.js";

const WORDS = {
  marks: "Terrain marks",
  relief: "Relief",
  contours: "Contours",
  bands: "Bands of height",
  numbers: "Hex numbers",
  names: "Names",
  grid: "Grid",
  roads: "Roads",
  waters: "Rivers and lakes",
  towns: "Towns",
  control: "Control and front",
  zones: "Zones of control",
  reach: "Reach",
  supply: "Supply line",
  network: "Supply network",
  command: "Command line",
  orders: "Orders",
  objectives: "Objectives",
  night: "Night",
  enemy: "Enemy seen before",
  counters: "Counters",
};

const COLOURS = "sandtable-colours";

/** @import { Frame } from "../common/frame.js" */
/** @import { MapView } from "../map/mapview.js" */
/** @import { Reader } from "./asking.js" */
/** @import { State } from "./state.js" */

/** What the layers are shown with, and what fetches those that come on demand.
 * @typedef {object} Parts
 * @property {MapView} map
 * @property {State} state
 * @property {Frame} frame
 * @property {Reader} reader
 * @property {(work: () => Promise<void>) => Promise<unknown>} guard
 */

/** The layers of the page's map with their boxes, those that are fetched when they are wanted, and the legend. */
export class Layers {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.zones = new Latest();
    this.networks = new Latest();
    this.legend = new Legend(byId("legend", HTMLDetailsElement), parts.map);
    setLayers(parts.map, (layer, shown) => this.toggle(layer, shown));
  }

  /** Which of the layers that come on demand are shown. */
  wanted() {
    const { map } = this.parts;
    return { zones: map.isShown("zones") === true, network: map.isShown("network") === true };
  }

  /** What is on its way is of a moment that is past. */
  forget() {
    this.zones.forget();
    this.networks.forget();
  }

  toggleLegend() {
    const { box } = this.legend;
    box.open = !box.open;
    box.querySelector("summary")?.focus();
  }

  /** @param {string} layer
   * @param {boolean} shown
   */
  async toggle(layer, shown) {
    const { map, guard } = this.parts;
    map.toggle(layer, shown);
    tickLayer(layer, shown);
    if (shown && layer === "zones") await guard(() => this.#showZones());
    if (shown && layer === "network") await guard(() => this.#showNetwork());
  }

  async #showZones() {
    const { map, state, reader } = this.parts;
    if (state.zones) return;
    const zones = await this.zones.ask(() => reader.get("zones.json"));
    if (zones === LATE) return;
    state.zones = zones;
    map.setZones(zones.zones);
  }

  /** Show the lines of supply of all units, and say them to those who do not see the map. */
  async #showNetwork() {
    const { map, frame, reader } = this.parts,
      network = map.state.network ?? (await this.networks.ask(() => reader.get("network.json")));
    if (network === LATE) return;
    map.setNetwork(network);
    frame.say(networkInWords(network, (hex) => map.hexName(hex)));
  }
}

/** List the layers that the map has, each with a box to switch it, and above them its schemes of colours.
 * @param {MapView} map
 * @param {(layer: string, on: boolean) => void} toggle
 */
export function setLayers(map, toggle) {
  const shown = Object.entries(WORDS).filter(([layer]) => map.isShown(layer) !== undefined);
  const boxes = shown.map(([layer, words]) => {
    const box = el("input", { type: "checkbox", name: layer, checked: map.isShown(layer) });
    box.addEventListener("change", () => toggle(layer, box.checked));
    return el("label", { class: "check" }, box, words);
  });
  fill(byId("layer-list"), [colourChoice(map), ...boxes]);
}

/** Choose the colours of the map; the choice is kept in this browser.
 * @param {MapView} map
 */
function colourChoice(map) {
  const { schemes } = map.painter.drawing,
    kept = localStorage.getItem(COLOURS) ?? "full",
    begun = kept in schemes ? kept : "full";
  const choice = el(
    "select",
    { name: "colours" },
    ...Object.entries(schemes).map(([key, { words }]) => el("option", { value: key, selected: key === begun }, words)),
  );
  choice.addEventListener("change", () => {
    localStorage.setItem(COLOURS, choice.value);
    map.setScheme(choice.value);
  });
  if (begun !== "full") map.setScheme(begun);
  return el("label", { class: "check" }, "Colours ", choice);
}

/** Tick or clear the box of a layer that was switched by other means.
 * @param {string} layer
 * @param {boolean} on
 */
export function tickLayer(layer, on) {
  const box = document.querySelector(`#layer-list input[name="${layer}"]`);
  if (box instanceof HTMLInputElement) box.checked = on;
}
