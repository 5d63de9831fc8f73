// A map of the world on a canvas that keeps what is painted, a pixel to a degree.

import { happens, made, page } from "./page.js";
import { recorder } from "./recorder.js";

export const watched = [];
globalThis.ResizeObserver = class {
  constructor(seen) {
    this.seen = seen;
  }
  observe(box) {
    watched.push([box, this.seen]);
  }
};
const { WorldMap } = await import("../../webui/static/editor/ground/worldmap.js");

const NOTHING = { unit: 1, arcs: [], land: [], borders: [], lakes: [], towns: [] };
/** The canvas, what is painted on it, and what the page is told. */
export const on = {};

/** Begin a page with a map of 400 by 200 pixels. */
export function begin() {
  Object.assign(on, { lines: [], told: [] });
  on.canvas = made("canvas");
  page({ world: on.canvas });
  Object.assign(on.canvas, { clientWidth: 400, clientHeight: 200, getContext: () => recorder(on.lines) });
  on.canvas.setPointerCapture = (id) => on.told.push(["captured", id]);
}

export function map(world = {}) {
  const doors = Object.fromEntries(
      ["draw", "outline", "aim"].map((name) => [name, (what) => on.told.push([name, what])]),
    ),
    made_ = new WorldMap(on.canvas, { ...NOTHING, ...world }, doors);
  Object.assign(made_, { centre: { lon: 0, lat: 0 }, scale: 1 });
  return made_;
}

export const painted = (one) => {
  on.lines.length = 0;
  one.paint();
  return on.lines;
};
/** What is painted over the ground. */
export const over = (one) => painted(one).slice(on.lines.indexOf("textBaseline = middle") + 1);
export const points = (kind, x, y, more = {}) =>
  happens(on.canvas, kind, { offsetX: x, offsetY: y, pointerId: 7, ...more });
export const drag = (from, to) => {
  points("pointerdown", ...from);
  points("pointermove", ...to);
  points("pointerup", ...to);
};
