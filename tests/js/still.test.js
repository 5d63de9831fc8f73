// Pictures that stay: by a canvas that is on no page, and by one of the page's kind in browsers that have no other.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { carryOut, easelFor, show } from "../../webui/static/map/drawn/still.js";

class Canvas {
  constructor(width, height) {
    Object.assign(this, { width, height, drawn: [], shown: null });
    this.pen = { drawImage: (what) => this.drawn.push(what), globalCompositeOperation: "source-over" };
  }
  getContext(kind) {
    return kind === "2d" ? this.pen : { transferFromImageBitmap: (bitmap) => (this.shown = bitmap) };
  }
}
class Aside extends Canvas {
  transferToImageBitmap() {
    return `picture of ${this.width} by ${this.height}`;
  }
}

afterEach(() => {
  delete globalThis.OffscreenCanvas;
  delete globalThis.document;
});

test("what is painted aside is shown as a picture", () => {
  globalThis.OffscreenCanvas = Aside;
  const canvas = new Canvas(40, 30);
  show(canvas, easelFor(canvas));
  assert.equal(canvas.shown, "picture of 40 by 30");
  assert.deepEqual(easelFor(canvas, true).drawn, [canvas]);
});

test("what was asked of an easel is carried out by a look at it, which shows nothing", () => {
  const looked = [];
  globalThis.OffscreenCanvas = class extends Aside {
    constructor(width, height) {
      super(width, height);
      this.pen.drawImage = (what, ...where) => looked.push([what, where, width * height]);
    }
  };
  const canvas = new Canvas(40, 30),
    easel = easelFor(canvas);
  carryOut(easel);
  carryOut(easel);
  const glance = [easel, [0, 0, 1, 1, 0, 0, 1, 1], 1];
  assert.deepEqual([looked, canvas.shown], [[glance, glance], null]);
});

test("a browser without such a canvas paints on another, and copies it whole", () => {
  globalThis.document = { createElement: () => new Canvas() };
  const canvas = new Canvas(40, 30),
    easel = easelFor(canvas);
  assert.deepEqual([easel.width, easel.height], [40, 30]);
  show(canvas, easel);
  assert.deepEqual(canvas.drawn, [easel]);
  assert.equal(canvas.pen.globalCompositeOperation, "copy");
  carryOut(easel);
  assert.deepEqual(canvas.drawn, [easel]);
});
