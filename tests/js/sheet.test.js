// The canvas over the map, on a map that is only made of numbers.

import assert from "node:assert/strict";
import test from "node:test";

import { recorder } from "./recorder.js";

const point = (x, y) => ({
  x,
  y,
  subtract: (other) => point(x - other.x, y - other.y),
  divideBy: (n) => point(x / n, y / n),
});
let painted = 0;
const put = [];
const prototype = {
  initialize(options) {
    this.options = options;
  },
  _reset() {
    put.push("between two pixels");
  },
  _update() {
    painted++;
    this._bounds = { min: point(-100, -60), max: point(1100, 660), getSize: () => point(1200, 720) };
  },
};
globalThis.L = /** @type {any} */ ({
  Renderer: { extend: (methods) => methods, prototype },
  DomUtil: { setPosition: (canvas, at) => put.push([canvas, at.x, at.y]) },
});
const { Sheet } = await import("../../webui/static/map/sheet.js");

/** A sheet on a map of 1000 by 600 pixels; `lines` are the strokes, `stages` what its painter was given. */
function laid(pixelRatio) {
  const lines = [],
    stages = [],
    shown = [],
    sizes = [];
  globalThis.OffscreenCanvas = /** @type {any} */ (
    class {
      constructor(wide, high) {
        Object.assign(this, { size: [wide, high], getContext: () => recorder(lines) });
      }
      transferToImageBitmap() {
        return this;
      }
    }
  );
  globalThis.window = /** @type {any} */ ({ devicePixelRatio: pixelRatio });
  const canvas = {
    style: {},
    getContext: (kind) =>
      kind === "bitmaprenderer" ? { transferFromImageBitmap: ({ size }) => shown.push(size) } : null,
    set width(value) {
      sizes.push(value);
      this.wide = value;
    },
    get width() {
      return this.wide;
    },
  };
  globalThis.document = /** @type {any} */ ({ createElement: () => canvas });
  const sheet = Object.assign(Object.create(Sheet), {
    _map: { getPixelOrigin: () => point(5000, 3000), getZoom: () => 9, getSize: () => point(1000, 600) },
  });
  sheet.initialize(
    (_, stage) => stages.push(stage),
    (zoom) => zoom + 1,
    {},
  );
  sheet._initContainer();
  return { sheet, canvas, lines, shown, stages, sizes };
}

test("a sheet is as fine as the screen, and never finer than three pixels for one", () => {
  for (const [screen, ratio] of [
    [undefined, 1],
    [1.5, 1.5],
    [3, 3],
    [5, 3],
  ]) {
    const { sheet, canvas, stages } = laid(screen);
    sheet._update();
    assert.equal(stages[0].ratio, ratio);
    assert.deepEqual([canvas.width, canvas.height], [1200 * ratio, 720 * ratio]);
    assert.deepEqual(canvas.style, { width: "1200px", height: "720px", visibility: "" });
  }
});

test("its painter is told what lies under it and what is in sight between buttons and credits", () => {
  const { sheet, lines, stages } = laid(2);
  sheet._update();
  assert.deepEqual(stages, [{ R: 10, ratio: 2, sight: [5000, 3046, 6000, 3554], box: [490, 294, 610, 366] }]);
  assert.deepEqual(lines, ["scaleR = 1", "setTransform 2 0 0 2 -9800 -5880"]);
  assert.deepEqual(put.at(-1).slice(1), [-100, -60]);
});

test("what it painted is shown as a picture as large as the sheet, and nothing of a sheet that has nothing", () => {
  const { sheet, canvas, shown } = laid(2);
  sheet._update();
  assert.deepEqual(shown, [[2400, 1440]]);
  sheet._draw = () => false;
  sheet._update();
  assert.deepEqual([shown.length, canvas.style.visibility], [1, "hidden"]);
});

test("it lies on whole pixels whatever the map puts it on", () => {
  const { sheet, canvas } = laid(1);
  sheet._update();
  sheet._reset();
  assert.deepEqual(put.slice(-2), ["between two pixels", [canvas, -100, -60]]);
});

test("a sheet that stays as large is not made anew", () => {
  const { sheet, sizes } = laid(2);
  sheet._update();
  sheet._update();
  assert.deepEqual(sizes, [2400]);
});

test("while the map zooms the sheet waits", () => {
  const { sheet, stages } = laid(1);
  sheet._update();
  sheet._map._animatingZoom = true;
  const before = painted;
  sheet._update();
  assert.deepEqual([stages.length, painted], [1, before]);
});

test("it is painted once, however often that is asked for, and not if it has left the map", () => {
  const { sheet, stages } = laid(1),
    waiting = [];
  globalThis.requestAnimationFrame = (run) => waiting.push(run);
  sheet.repaint();
  sheet.repaint();
  assert.equal(waiting.length, 1);
  waiting[0](0);
  assert.equal(stages.length, 1);
  sheet.repaint();
  assert.equal(waiting.length, 2);
  const map = sheet._map;
  sheet._map = null;
  waiting[1](0);
  sheet.repaint();
  assert.deepEqual([stages.length, waiting.length], [1, 2]);
  sheet._map = map;
});
