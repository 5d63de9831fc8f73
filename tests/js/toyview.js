// A map of a page whose parts only keep what they are given.

import { Geometry } from "../../webui/static/map/geometry.js";
import { instead, keeping } from "./instead.js";
import { promised } from "./made.js";
import { made } from "./page.js";

instead({
  "map/contacts.js": ["hexInWords"],
  "map/countersheet.js": ["paintCounters"],
  "map/counters.js": ["CounterPress"],
  "drawn/words.js": ["paintAllNames"],
  "map/front.js": ["frontOf"],
  "map/furniture.js": ["Furniture"],
  "drawn/tiles.js": ["GroundLayer"],
  "map/ground.js": ["GroundPainter", "radiusAt", "=LAYERS"],
  "map/markings.js": ["paintFan", "paintOver"],
  "map/overlays.js": ["heldPaths", "paintNight", "paintUnder"],
  "map/pointing.js": ["Pointing"],
  "map/sheet.js": ["Sheet"],
  "terrain/terrain_model.js": ["Ground"],
});

export const geometry = new Geometry({ cols: 8, rows: 8, flat_top: true, digits: 2 }),
  HOLE = 9;
const INK = { nobody: "#777", name: "#111", counter: "#222" };
export const ground = {
  geometry,
  palette: { ink: INK },
  inside: (hex) => hex !== HOLE,
  placeIn: (hex) => (hex === 3 ? { name: "Sedan" } : undefined),
};
/** The map, what was done with it, and what it was given. */
export const on = {};
globalThis.addEventListener = (kind, act) => (on.heard = [kind, act]);
globalThis.window = { matchMedia: () => ({ matches: on.still }) };
globalThis.standIns = { LAYERS: ["relief", "names"] };
export const { MapView, reducedMotion, whenReady } = await import("../../webui/static/map/mapview.js");

export const repainted = () => {
  const names = on.calls.splice(0).map(([name]) => name);
  return names.filter((name) => name.endsWith(".repaint")).map((name) => name.split(".")[0]);
};
export const done = () => on.calls.splice(0).map((call) => call.map((one) => JSON.stringify(one) ?? "").join(" "));
export const ALL = ["night", "under", "counters", "names", "over"];

/** Begin a map of hexes of eight pixels. */
export function begin() {
  [on.calls, on.sheets, on.layers, on.zoom, on.still] = [[], {}, new Set(), 9, false];
  on.bounds = { _northEast: { lng: 5, lat: 1 }, _southWest: { lng: -1, lat: -6 }, sight: true };
  on.bounds.pad = (by) => ({ contains: (place) => (on.calls.push(["contains", by, place]), on.bounds.sight) });
  on.faces = promised();
  makeMap();
  Object.assign(globalThis.standIns, standIns());
  on.painter = makePainter();
  on.view = new MapView(on.map, ground, on.painter);
  on.view.onShown = () => on.calls.push(["shown"]);
}

function makePainter() {
  return keeping(on.calls, "painter", {
    lettering: { faces: on.faces.promise },
    shown: { relief: true, names: true },
    scheme: "full",
  });
}
export const payload = (more = {}) => ({ sides: [], stands: [], ...more });

function makeMap() {
  const box = made("div", { id: "map" }),
    panes = {};
  on.map = keeping(on.calls, "map", {
    getContainer: () => box,
    getZoom: () => on.zoom,
    getBounds: () => on.bounds,
    createPane: (name) => (panes[name] = { style: {} }),
    getPane: (name) => panes[name],
    panes,
    hasLayer: (one) => on.layers.has(one),
  });
}

function standIns() {
  return {
    radiusAt: (at) => 2 ** (at / 3),
    Sheet: (paint, radius, { pane }) => {
      const name = pane.slice(4),
        sheet = keeping(on.calls, name, { paint, radius });
      sheet.addTo = () => (on.layers.add(sheet), on.calls.push([`${name}.addTo`]), sheet);
      sheet.remove = () => (on.layers.delete(sheet), on.calls.push([`${name}.remove`]));
      return (on.sheets[name] = sheet);
    },
    GroundLayer: () => {
      const layer = keeping(on.calls, "ground", { _moves: false });
      layer.addTo = () => layer;
      return layer;
    },
    GroundPainter: (...given) => ({ ...makePainter(), given }),
    Ground: (data) => ({ ...ground, data }),
    CounterPress: () => keeping(on.calls, "press"),
    Furniture: () => keeping(on.calls, "furniture"),
    Pointing: () => ({}),
    hexInWords: (hex) => `hex ${hex} in words`,
    heldPaths: (...given) => ["held", given.length],
    frontOf: (line) => `front ${line}`,
    paintNight: () => "night",
    paintUnder: (_, __, state) => state,
    paintCounters: () => ["drawn"],
    paintAllNames: () => "names",
    paintOver: () => false,
    paintFan: (...given) => on.calls.push(["paintFan", given[2].fan]),
  };
}
