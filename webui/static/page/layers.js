// Switch what the map shows.

import { byId, el, fill } from "../common/dom.js";

const WORDS = {
  marks: "Terrain marks",
  relief: "Relief",
  numbers: "Hex numbers",
  names: "Names",
  grid: "Grid",
  roads: "Roads",
  rivers: "Rivers",
  control: "Control and front",
  zones: "Zones of control",
  reach: "Reach",
  supply: "Supply line",
  command: "Command line",
  orders: "Orders",
  objectives: "Objectives",
  night: "Night",
  enemy: "Enemy seen before",
  counters: "Counters",
};

/** List the layers that the map has, each with a box to switch it.
 * @param {object} map
 * @param {(layer: string) => boolean | undefined} map.isShown undefined: the map has no such layer
 * @param {(layer: string, on: boolean) => void} map.toggle
 */
export function setLayers({ isShown, toggle }) {
  const shown = Object.entries(WORDS).filter(([layer]) => isShown(layer) !== undefined);
  fill(
    byId("layer-list"),
    shown.map(([layer, words]) => {
      const box = el("input", { type: "checkbox", name: layer, checked: isShown(layer) });
      box.addEventListener("change", () => toggle(layer, box.checked));
      return el("label", { class: "check" }, box, words);
    }),
  );
}

/** Tick or clear the box of a layer that was switched by other means.
 * @param {string} layer
 * @param {boolean} on
 */
export function tickLayer(layer, on) {
  const box = document.querySelector(`#layer-list input[name="${layer}"]`);
  if (box instanceof HTMLInputElement) box.checked = on;
}
