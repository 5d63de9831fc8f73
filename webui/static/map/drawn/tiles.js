// Lay the ground on tiles of canvas, a few milliseconds at a time, without holding up the page.

import { radiusAt } from "../ground.js";
import { meets } from "./clearing.js";
import { carryOut, easelFor, show } from "./still.js";

/** @import { GroundPainter } from "../ground.js" */
/** @import { Box } from "../types.d.ts" */

const TILE = 384;
const BUDGET_MS = 9;
const FIRST_BUDGET_MS = 150;
/** @type {Box} */
const EVERYWHERE = [-Infinity, -Infinity, Infinity, Infinity];

// The Leaflet layer: asks the painter for tiles, in turn.
const { GridLayer } = /** @type {any} */ (L);

export const GroundLayer = GridLayer.extend({
  options: {
    tileSize: TILE,
    updateWhenZooming: false,
    keepBuffer: 1,
    noWrap: true,
    minZoom: -9,
    maxZoom: 21,
    className: "ground-tiles",
  },

  /** @param {GroundPainter} painter
   * @param {any} options
   */
  initialize(painter, options) {
    L.setOptions(this, options);
    this._painter = painter;
    this._waiting = [];
    this._moves = false;
    this._drawn = 0;
    this._drawMs = 0;
  },

  /** What the layer hears of: besides the usual, whether the map is being moved. */
  getEvents() {
    const events = GridLayer.prototype.getEvents.call(this),
      { moveend } = events;
    return {
      ...events,
      movestart() {
        this._moves = true;
      },
      /** @param {any} event */
      moveend(event) {
        this._moves = false;
        moveend.call(this, event);
      },
    };
  },

  /** @param {any} coords
   * @param {(error: any, tile: HTMLElement) => void} done
   */
  createTile(coords, done) {
    const canvas = document.createElement("canvas"),
      ratio = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = canvas.height = Math.round(TILE * ratio);
    this._paintSoon({ canvas, coords, done, ratio, only: null });
    return canvas;
  },

  /** @param {any} tile */
  _paintSoon(tile) {
    this._waiting.push(tile);
    if (this._waiting.length === 1) requestAnimationFrame(() => this._work());
  },

  /** Whether anything is still to be painted, or on its way. */
  isBusy() {
    return this._waiting.length > 0 || this._painter.waits;
  },

  /** Paint the tiles that are shown once more, where they stand: what lies in a box; without one, all of them.
   * @param {Box | null} [box]
   */
  repaint(box) {
    const only = box ?? EVERYWHERE;
    for (const { el, coords } of Object.values(this._tiles)) {
      const R = radiusAt(coords.z),
        [x, y] = [coords.x * TILE, coords.y * TILE];
      if (!meets(only, [x / R, y / R, (x + TILE) / R, (y + TILE) / R])) continue;
      // What has not been begun will have what came meanwhile.
      const waits = this._waiting.some(
        (/** @type {any} */ tile) => tile.canvas === el && !tile.parts && [null, EVERYWHERE, only].includes(tile.only),
      );
      if (!waits) this._paintSoon({ canvas: el, coords, done: () => {}, ratio: el.width / TILE, only });
    }
  },

  _work() {
    // The first picture is wanted at once; later ones must not hold up a pan.
    const start = performance.now(),
      budget = this._shownOnce ? BUDGET_MS : FIRST_BUDGET_MS,
      most = this._moves ? 1 : Infinity;
    for (let n = 0; n < most && this._waiting.length && performance.now() - start < budget; n++) this._paintNext();
    this._shownOnce = true;
    if (this._waiting.length) requestAnimationFrame(() => this._work());
  },

  /** Paint the first tile that shows nothing yet, coarsely, so that all of the window shows something soon; or else a part of
   * the tile that waits longest. Nothing is painted of one that the map has let go.
   */
  _paintNext() {
    const start = performance.now();
    this._waiting = this._waiting.filter((/** @type {any} */ { canvas }) => canvas.isConnected);
    const blank = this._waiting.find((/** @type {any} */ { only, coarse }) => !only && !coarse);
    if (blank) this._paintCoarsely(blank);
    else if (this._waiting.length) this._paintPart(this._waiting[0]);
    this._drawMs += performance.now() - start;
  },

  /** @param {any} tile */
  _paintCoarsely(tile) {
    const easel = easelFor(tile.canvas);
    this._painter.paintCoarsely(easel, spotOf(tile));
    show(tile.canvas, easel);
    tile.coarse = true;
  },

  /** @param {any} tile */
  _paintPart(tile) {
    const { canvas, only, done } = tile;
    tile.easel ??= easelFor(canvas, true);
    tile.parts ??= this._painter.parts(tile.easel, spotOf(tile), only, tile.coarse);
    tile.parts.shift()?.();
    if (tile.parts.length) return carryOut(tile.easel);
    show(canvas, tile.easel);
    this._waiting.shift();
    this._drawn += 1;
    done(null, canvas);
  },
});

/** @param {any} tile */
function spotOf({ coords, ratio }) {
  return { R: radiusAt(coords.z), x0: coords.x * TILE, y0: coords.y * TILE, size: TILE, ratio };
}
