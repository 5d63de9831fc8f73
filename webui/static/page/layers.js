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
  counters: "Counters",
};

export function setLayers(page) {
  const shown = Object.keys(WORDS).filter((layer) => page.map.isShown(layer) !== undefined);
  fill(
    byId("layer-list"),
    shown.map((layer) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          name: layer,
          checked: page.map.isShown(layer),
          onchange: (event) => page.toggle(layer, event.target.checked),
        }),
        WORDS[layer],
      ),
    ),
  );
}
