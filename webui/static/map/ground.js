// Paint the ground on a canvas, in parts that take a few milliseconds each.

import { bandsOf, grouped } from "./drawn/bands.js";
import { cutTo, paintItem, placeOn } from "./drawn/brush.js";
import { meets } from "./drawn/clearing.js";
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
/** @import { Work } from "./drawn/waiting.js" */

/** How high a part is that is painted at once, in pixels, or more: a frame has time for one. */
const PART_PX = 14;

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
    /** Called when more or fewer squares are on their way, or some failed.
     * @type {(work: Work) => void}
     */
    this.onWork = () => {};
    /** @type {Drawing} */
    this.drawing = ground.drawing;
    this.squares = new Squares(
      this.drawing,
      (box) => this.onCome(box),
      (work) => this.onWork(work),
    );
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
   * @param {import("./drawn/still.js").Easel} canvas
   * @param {number} R
   * @param {number} x0
   * @param {number} y0
   * @param {number} size
   * @param {number} ratio
   */
  paint(canvas, R, x0, y0, size, ratio) {
    for (const part of this.parts(canvas, { R, ratio, x0, y0, size })) part();
  }

  /** Give what there is to be painted of a part of the map, a square of the drawing after the other: each is whole in its
   * own box when it is painted, whatever was there before.
   * @param {import("./drawn/still.js").Easel} canvas
   * @param {Omit<Spot, "perMm">} at
   * @param {Box | null} [only] the squares that lie in this box, over what is there
   * @param {boolean} [laid] whether the coarse picture is there
   * @returns {(() => void)[]}
   */
  parts(canvas, at, only, laid = false) {
    const pen = penOf(canvas),
      spot = { ...at, perMm: this.drawing.per_mm },
      { R, x0, y0, size } = at;
    /** @type {Box} */
    const box = [x0 / R, y0 / R, (x0 + size) / R, (y0 + size) / R];
    const coarse = laid ? [] : [() => this.paintCoarsely(canvas, at)];
    if (R < this.drawing.least_px) return coarse;
    const level = this.squares.levelAt(R),
      { found, whole } = this.squares.near(level, box, true);
    const parts = this.#banded(
      pen,
      found.filter((packet) => !only || meets(packet.box, only)),
      spot,
    );
    if (whole || (only && parts.length)) return parts;
    const meanwhile = this.#banded(pen, this.#meanwhile(level, box), spot);
    return [...coarse, ...meanwhile, ...parts];
  }

  /** Paint a part of the map by a dot to each hex: what is there before all else.
   * @param {import("./drawn/still.js").Easel} canvas
   * @param {Omit<Spot, "perMm">} at
   */
  paintCoarsely(canvas, at) {
    const pen = penOf(canvas);
    this.#paintWhole(pen, { ...at, perMm: this.drawing.per_mm }, () => paintOverview(pen, this));
  }

  /** Give what there is to be painted of packets: for each a few bands, or one where they are high.
   * @param {Pen} pen
   * @param {Packet[]} packets
   * @param {Spot} spot
   */
  #banded(pen, packets, spot) {
    const { R, x0, y0, size } = spot;
    /** @type {Box} */
    const within = [x0 / R, y0 / R, (x0 + size) / R, (y0 + size) / R];
    return packets
      .flatMap((packet) => grouped(bandsOf(packet, within), PART_PX / R))
      .map((bands) => () => {
        for (const band of bands) this.#paintSquare(pen, band, spot);
      });
  }

  /** Paint what is no square: beneath all that comes.
   * @param {Pen} pen
   * @param {Spot} spot
   * @param {() => void} paint
   */
  #paintWhole(pen, spot, paint) {
    const { R, ratio, x0, y0, size } = spot;
    pen.scaleR = R;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, size * ratio, size * ratio);
    this.#lay(pen, spot, paint);
    if (R < this.drawing.least_px) return this.#lay(pen, spot, () => this.backdrop?.(pen));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.shown.numbers) paintNumbers(pen, this, [x0 / R, y0 / R, (x0 + size) / R, (y0 + size) / R], spot);
  }

  /** @param {Pen} pen
   * @param {Packet} packet
   * @param {Spot} spot
   */
  #paintSquare(pen, packet, spot) {
    const { ratio, size } = spot;
    pen.scaleR = spot.R;
    pen.save();
    cutTo(pen, packet, spot);
    pen.clearRect(0, 0, size * ratio, size * ratio);
    this.#paintPacket(pen, packet, spot);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.shown.numbers) paintNumbers(pen, this, packet.box, spot);
    pen.restore();
  }

  /** Until all squares are there: those of the nearest level that are; none if no level is whole.
   * @param {Level} level
   * @param {Box} box
   * @returns {Packet[]}
   */
  #meanwhile(level, box) {
    const { levels } = this.drawing,
      far = (/** @type {Level} */ other) => Math.abs(levels.indexOf(other) - levels.indexOf(level));
    const others = levels.filter((other) => other !== level).sort((a, b) => far(a) - far(b));
    return others.map((other) => this.squares.near(other, box, false)).find(({ whole }) => whole)?.found ?? [];
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
