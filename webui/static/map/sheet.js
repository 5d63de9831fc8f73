// Lay a canvas over the map that is a little larger than the window and moves with it.

import { easelFor, show } from "./drawn/still.js";
import { penOf } from "./pens.js";

const BAND_PX = 46; // buttons above, credits below

// `draw(pen, stage)` paints in pixels of the plane: a place (u, v) lies at (u * R, v * R). Where it gives false there was
// nothing to paint, and the canvas is taken out of sight: a clear sheet over the window costs a fifth of a frame of panning.
// The stage: {R, ratio, box, sight} with box the painted part of the plane in hex radii, sight the window in pixels.
// Leaflet knows more of its own classes than its types say.
const { Renderer } = /** @type {any} */ (L);

export const Sheet = Renderer.extend({
  options: { padding: 0.2 },

  /** @param {(...given: any[]) => boolean | void} draw
   * @param {any} radiusAt
   * @param {any} options
   */
  initialize(draw, radiusAt, options) {
    Renderer.prototype.initialize.call(this, options);
    this._draw = draw;
    this._radiusAt = radiusAt;
  },

  // Paint again soon, once, however often it is asked for.
  repaint() {
    if (this._asked || !this._map) return;
    this._asked = requestAnimationFrame(() => {
      this._asked = null;
      if (this._map) this._update();
    });
  },

  _initContainer() {
    this._container = document.createElement("canvas");
    this._container.className = "map-sheet";
  },

  _destroyContainer() {
    this._container.remove();
    this._container = null;
  },

  // Leaflet puts its layer where the map's middle says, between two pixels: letters lie blurred there, and to lay a blurred
  // sheet over the others costs four times as long in each frame.
  _reset() {
    Renderer.prototype._reset.call(this);
    L.DomUtil.setPosition(this._container, this._bounds.min);
  },

  _update() {
    if (this._map._animatingZoom && this._bounds) return;
    Renderer.prototype._update.call(this);
    const { min, max } = this._bounds,
      size = this._bounds.getSize(),
      ratio = Math.min(3, window.devicePixelRatio || 1);
    const canvas = this._container,
      origin = this._map.getPixelOrigin();
    L.DomUtil.setPosition(canvas, min);
    if (canvas.width !== Math.round(size.x * ratio) || canvas.height !== Math.round(size.y * ratio)) {
      canvas.width = Math.round(size.x * ratio);
      canvas.height = Math.round(size.y * ratio);
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    const R = this._radiusAt(this._map.getZoom()),
      left = origin.x + min.x,
      top = origin.y + min.y;
    const easel = easelFor(canvas),
      pen = penOf(easel);
    pen.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    const seen = this._map.getSize(),
      over = size.subtract(seen).divideBy(2);
    const sight = [left + over.x, top + over.y + BAND_PX, left + over.x + seen.x, top + over.y + seen.y - BAND_PX];
    const painted = this._draw(pen, {
      R,
      ratio,
      sight,
      box: [left / R, top / R, (origin.x + max.x) / R, (origin.y + max.y) / R],
    });
    if (painted !== false) show(canvas, easel);
    canvas.style.visibility = painted === false ? "hidden" : "";
  },

  _updatePaths() {},
});
