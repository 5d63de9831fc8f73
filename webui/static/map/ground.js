// Draw the ground on canvas tiles, a few milliseconds at a time.

import { cutTo, paintItem, placeOn } from "./drawn/brush.js";
import { Squares } from "./drawn/squares.js";
import { Lettering, paintNumbers } from "./drawn/words.js";
import { paintOverview } from "./overview.js";
import { penOf } from "./pens.js";

/** @import { Item, Packet } from "./drawn/packet.js" */
/** @import { Spot } from "./drawn/brush.js" */
/** @import { Drawing, Level } from "./drawn/squares.js" */
/** @import { overviewOf } from "./overview.js" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Box, Pen } from "./types.d.ts" */

const TILE = 384;
const BUDGET_MS = 14;
const FIRST_BUDGET_MS = 150;
const SMALLEST_R = 3;

/** Pixels to a hex radius at a zoom: three steps double it, see crs.js.
 * @param {number} zoom
 */
export function radiusAt(zoom) {
  return 2 ** (zoom / 3);
}

// What the tiles show; the page's toggles change it.
export const LAYERS = ["relief", "contours", "bands", "marks", "waters", "roads", "towns", "grid", "numbers", "names"];

/** Which toggle shows a layer of the drawing; what has none is always shown.
 * @type {Record<string, string>}
 */
const TOGGLES = {
  relief: "relief",
  contours: "contours",
  bands: "bands",
  marks: "marks",
  water: "waters",
  rail: "roads",
  roads: "roads",
  towns: "towns",
  grid: "grid",
};

/** What lies beneath a picture laid on the ground; all else lies over it. */
const BENEATH = new Set(["ground", "bands", "woods", "relief", "marks", "contours"]);

/** What is shown only on demand. */
const ON_DEMAND = new Set(["contours", "bands"]);

export class GroundPainter {
  /** @param {Ground} ground
   * @param {HTMLImageElement | null} picture
   */
  constructor(ground, picture) {
    this.ground = ground;
    this.picture = picture;
    this.shown = Object.fromEntries(LAYERS.map((layer) => [layer, !ON_DEMAND.has(layer)]));
    // Drawn over the ground and under its lines, if it is set; `bare`: of the ground its lines alone are drawn.
    /** @type {((pen: CanvasRenderingContext2D) => void) | null} */
    this.backdrop = null;
    this.bare = false;
    /** @type {ReturnType<typeof overviewOf> | null} */
    this.overview = null;
    /** Called with the box of what can be painted better than before. */
    /** @type {(box: Box | null) => void} */
    this.onCome = () => {};
    /** @type {Drawing} */
    this.drawing = ground.drawing;
    this.squares = new Squares(this.drawing, (box) => this.onCome(box));
    this.lettering = new Lettering(this.drawing, () => this.onCome(null));
    this.scheme = "full";
  }

  get colours() {
    const { full, [this.scheme]: chosen } = this.drawing.schemes;
    return { ...full.colours, ...chosen?.colours };
  }

  /** Whether contours are drawn. */
  get contoured() {
    return this.draws("contours");
  }

  /** Whether a layer of the drawing is drawn: of those on demand, if somebody asked for it or the scheme has it.
   * @param {string} layer
   */
  draws(layer) {
    const scheme = this.drawing.schemes[this.scheme],
      toggle = TOGGLES[layer];
    if (scheme?.without.includes(layer)) return false;
    return (this.shown[toggle] ?? true) || (ON_DEMAND.has(layer) && !!scheme?.shows.includes(layer));
  }

  /** Whether anything is on its way that will be painted. */
  get waits() {
    return this.squares.asked + this.lettering.asked > 0;
  }

  /** Take a change of the ground in a box, and where its drawing is to be had from now on.
   * @param {Box | null} box
   * @param {string} url
   * @param {number} R
   */
  refresh(box, url, R) {
    this.overview = null;
    this.lettering.renew(url);
    return this.squares.renew(url, box, R);
  }

  /** Paint the part of the map that begins at pixel (x0, y0) at R pixels to a hex radius.
   * @param {HTMLCanvasElement} canvas
   * @param {number} R
   * @param {number} x0
   * @param {number} y0
   * @param {number} size
   * @param {number} ratio
   */
  paint(canvas, R, x0, y0, size, ratio) {
    const pen = penOf(canvas),
      spot = { R, ratio, x0, y0, size, perMm: this.drawing.per_mm };
    /** @type {Box} */
    const box = [x0 / R, y0 / R, (x0 + size) / R, (y0 + size) / R];
    pen.scaleR = R;
    pen.setTransform(ratio * R, 0, 0, ratio * R, -x0 * ratio, -y0 * ratio);
    if (R < SMALLEST_R) {
      paintOverview(pen, this);
      return this.backdrop?.(pen);
    }
    const level = this.squares.levelAt(R),
      { found, whole } = this.squares.near(level, box, true);
    if (!whole) this.#paintMeanwhile(pen, level, box, spot);
    for (const packet of found) this.#paintPacket(pen, packet, spot);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.shown.numbers) paintNumbers(pen, this, box, spot);
  }

  /** Until all squares are there: the nearest level that is, else a dot of colour for each hex.
   * @param {Pen} pen
   * @param {Level} level
   * @param {Box} box
   * @param {Spot} spot
   */
  #paintMeanwhile(pen, level, box, spot) {
    const { levels } = this.drawing,
      at = levels.indexOf(level);
    const nearest = levels.filter((other) => other !== level).sort((a, b) => far(a) - far(b));
    for (const other of nearest) {
      const { found, whole } = this.squares.near(other, box, false);
      if (!whole) continue;
      for (const packet of found) this.#paintPacket(pen, packet, spot);
      return;
    }
    paintOverview(pen, this);

    /** @param {Level} other */
    function far(other) {
      return Math.abs(levels.indexOf(other) - at);
    }
  }

  /** @param {Pen} pen
   * @param {Packet} packet
   * @param {Spot} spot
   */
  #paintPacket(pen, packet, spot) {
    const { colours } = this;
    let laid = !this.backdrop;
    pen.save();
    cutTo(pen, packet, spot);
    for (const item of packet.items) {
      if (!laid && !BENEATH.has(item.layer)) {
        this.#lay(pen, spot, () => this.backdrop?.(pen));
        laid = true;
      }
      if (!this.#shows(item)) continue;
      if (item.kind === "relief") this.#lay(pen, spot, () => this.#paintShade(pen));
      else {
        placeOn(pen, packet, spot);
        paintItem(pen, packet, item, colours, spot);
      }
    }
    if (!laid) this.#lay(pen, spot, () => this.backdrop?.(pen));
    pen.restore();
  }

  /** @param {Item} item */
  #shows({ layer }) {
    if (this.bare && BENEATH.has(layer)) return false;
    return this.draws(layer);
  }

  /** Paint a picture that lies on the plane in hex radii.
   * @param {Pen} pen
   * @param {Spot} spot
   * @param {() => void} paint
   */
  #lay(pen, { R, ratio, x0, y0 }, paint) {
    pen.setTransform(ratio * R, 0, 0, ratio * R, -x0 * ratio, -y0 * ratio);
    paint();
  }

  /** @param {Pen} pen */
  #paintShade(pen) {
    if (!this.picture) return;
    const { u, v, wide, high } = this.ground.shade;
    pen.imageSmoothingEnabled = true;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(this.picture, u, v, wide, high);
  }
}

// The Leaflet layer: asks the painter for tiles, in turn, without holding up the page.
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
    this._drawn = 0;
    this._drawMs = 0;
  },

  /** @param {any} coords
   * @param {(error: any, tile: HTMLElement) => void} done
   */
  createTile(coords, done) {
    const canvas = document.createElement("canvas"),
      ratio = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = canvas.height = Math.round(TILE * ratio);
    this._waiting.push({ canvas, coords, done, ratio });
    if (this._waiting.length === 1) requestAnimationFrame(() => this._work());
    return canvas;
  },

  /** Whether anything is still to be painted, or on its way. */
  isBusy() {
    return this._waiting.length > 0 || this._painter.waits;
  },

  /** Paint the tiles that are shown once more, where they stand; without a box, all of them.
   * @param {Box | null} [box]
   */
  repaint(box) {
    for (const { el, coords } of Object.values(this._tiles)) {
      const R = radiusAt(coords.z),
        near = 2 * R;
      const [x, y] = [coords.x * TILE, coords.y * TILE];
      if (
        box &&
        (box[2] * R < x - near || box[0] * R > x + TILE + near || box[3] * R < y - near || box[1] * R > y + TILE + near)
      )
        continue;
      if (this._waiting.some((/** @type {any} */ { canvas }) => canvas === el)) continue;
      this._waiting.push({ canvas: el, coords, done: () => {}, ratio: el.width / TILE });
      if (this._waiting.length === 1) requestAnimationFrame(() => this._work());
    }
  },

  _work() {
    // The first picture is wanted at once; later ones must not hold up a pan.
    const start = performance.now(),
      budget = this._shownOnce ? BUDGET_MS : FIRST_BUDGET_MS;
    while (this._waiting.length && performance.now() - start < budget) this._paintTile(this._waiting.shift());
    this._shownOnce = true;
    if (this._waiting.length) requestAnimationFrame(() => this._work());
  },

  /** @param {any} tile */
  _paintTile({ canvas, coords, done, ratio }) {
    const start = performance.now(),
      pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    this._painter.paint(canvas, radiusAt(coords.z), coords.x * TILE, coords.y * TILE, TILE, ratio);
    this._drawMs += performance.now() - start;
    this._drawn += 1;
    done(null, canvas);
  },
});
