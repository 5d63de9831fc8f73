// Draw the ground on canvas tiles, a few milliseconds at a time.

import { Buckets } from "./buckets.js";
import { railPieces, riverPieces, roadPieces } from "./lines.js";
import { paintMarks } from "./terrain/marks.js";
import { NUMBERS_FROM_R, paintNames, paintNumbers, placeNames } from "./names.js";
import { penOf } from "./pens.js";
import { paintOverview } from "./overview.js";
import { paintSlopes, slopePieces } from "./terrain/slopes.js";
import { paintCrossings, paintRails, paintRivers, paintRoads } from "./strokes.js";
import { Squares, paintEdges, paintGrid, paintShade, paintTints } from "./terrain/tints.js";
import { courses, paintWaterNames } from "./waternames.js";
import { paintTowns, townPieces } from "./terrain/towns.js";

/** @import { overviewOf } from "./overview.js" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Box, Pen, Piece, Point } from "./types.d.ts" */

const TILE = 384;
const MARGIN = 1.2;
const BUDGET_MS = 14;
const FIRST_BUDGET_MS = 150;
const SMALLEST_R = 3;
const FAR_R = 13;
const SLOPES_FROM_R = 7;

/** Pixels to a hex radius at a zoom: three steps double it, see crs.js.
 * @param {number} zoom
 */
export function radiusAt(zoom) {
  return 2 ** (zoom / 3);
}

// What the tiles show; the page's toggles change it.
export const LAYERS = ["relief", "marks", "waters", "roads", "towns", "grid", "numbers", "names"];

export class GroundPainter {
  /** @param {Ground} ground
   * @param {HTMLImageElement | null} picture
   */
  constructor(ground, picture) {
    this.ground = ground;
    this.picture = picture;
    this.shown = Object.fromEntries(LAYERS.map((layer) => [layer, true]));
    this.squares = new Squares(ground);
    // Drawn over the ground and under its lines, if it is set; `bare`: of the ground its lines alone are drawn.
    /** @type {((pen: CanvasRenderingContext2D) => void) | null} */
    this.backdrop = null;
    this.bare = false;
    /** @type {ReturnType<typeof overviewOf> | null} */
    this.overview = null;
    /** The names that find room, by the radius of a hex.
     * @type {Map<number, ReturnType<typeof placeNames>>}
     */
    this.names = new Map();
    this.laid = this.#lay();
  }

  #lay() {
    const { ground } = this,
      roads = roadPieces(ground),
      { near, far, chains } = riverPieces(ground);
    this.names = new Map();
    return {
      courses: courses(ground, chains),
      rivers: new Buckets(near),
      farRivers: new Buckets(far),
      roads: new Buckets(roads),
      rails: new Buckets(railPieces(ground)),
      slopes: new Buckets(slopePieces(ground)),
      towns: new Buckets(townPieces(ground)),
      crossings: new Buckets(crossingPieces(ground, roads)),
    };
  }

  /** Take a change of the ground; `lines`: whether lines or places changed, too.
   * @param {Iterable<number>} hexes
   * @param {any} lines
   */
  refresh(hexes, lines) {
    this.overview = null;
    if (lines) {
      this.squares = new Squares(this.ground);
      this.laid = this.#lay();
    } else {
      this.squares.forget(hexes);
      // A height may have changed, and with it which side of a slope is the lower.
      this.laid.slopes = new Buckets(slopePieces(this.ground));
    }
  }

  /** @param {number} R */
  namesAt(R) {
    const names = this.names.get(R) ?? placeNames(this.ground, this.laid.courses, R);
    this.names.set(R, names);
    return names;
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
      { ground, shown } = this;
    /** @type {[number, number, number, number]} */
    const box = [x0 / R - MARGIN, y0 / R - MARGIN, (x0 + size) / R + MARGIN, (y0 + size) / R + MARGIN];
    pen.scaleR = R;
    pen.setTransform(ratio * R, 0, 0, ratio * R, -x0 * ratio, -y0 * ratio);
    if (R < SMALLEST_R) {
      paintOverview(pen, this, box);
      return this.backdrop?.(pen);
    }
    const squares = this.squares.near(box);
    if (!this.bare) paintTints(pen, ground, squares);
    this.#clipped(pen, box, () => this.#paintCover(pen, box, squares));
    if (shown.grid) paintGrid(pen, ground, squares);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (shown.numbers && R >= NUMBERS_FROM_R) paintNumbers(pen, ground, R, box, [x0, y0]);
    if (!shown.names) return;
    const names = this.namesAt(R),
      sight = [x0, y0, x0 + size, y0 + size];
    paintWaterNames(pen, ground, names.waters, sight);
    paintNames(pen, ground, names.places, sight);
  }

  /** @param {Pen} pen
   * @param {Box} box
   * @param {any[]} squares
   */
  #paintCover(pen, box, squares) {
    const { ground, shown, laid } = this;
    if (!this.bare) {
      if (shown.relief) paintShade(pen, ground, this.picture);
      if (shown.marks) paintMarks(pen, ground, box);
      paintEdges(pen, ground, squares);
    }
    this.backdrop?.(pen);
    const rivers = pen.scaleR < FAR_R ? laid.farRivers : laid.rivers;
    for (const { on, paint, pieces } of [
      { on: shown.relief && pen.scaleR > SLOPES_FROM_R, paint: paintSlopes, pieces: laid.slopes },
      { on: shown.waters, paint: paintRivers, pieces: rivers },
      { on: shown.roads, paint: paintRails, pieces: laid.rails },
      { on: shown.roads, paint: paintRoads, pieces: laid.roads },
      { on: shown.towns, paint: paintTowns, pieces: laid.towns },
    ])
      if (on) paint(pen, ground, pieces.cellsNear(box));
    if (shown.roads) paintCrossings(pen, ground, laid.crossings.near(box));
  }

  /** Nothing runs over the edge of the map; tiles in its midst need no clip.
   * @param {Pen} pen
   * @param {Box} box
   * @param {() => void} paint
   */
  #clipped(pen, box, paint) {
    const path = new Path2D();
    let whole = true;
    this.ground.geometry.within(box, (index) => {
      if (this.ground.inside(index)) this.ground.geometry.trace(path, index, 1.02);
      else whole = false;
    });
    const [u0, v0, u1, v1] = this.ground.geometry.box;
    whole &&= box[0] > u0 + 1 && box[1] > v0 + 1 && box[2] < u1 - 1 && box[3] < v1 - 1;
    pen.save();
    if (!whole) pen.clip(path);
    paint();
    pen.restore();
  }
}

/** @param {Ground} ground
 * @param {Piece[]} roads
 */
function crossingPieces(ground, roads) {
  const onRoad = new Map(roads.map((piece) => [piece.at, piece.points]));
  return ground.crossings
    .filter(({ kind }) => kind !== "tunnel")
    .map((crossing) => {
      const points = onRoad.get(crossing.at),
        place = ground.sidePoint(crossing.index, crossing.side);
      const [from, to] = points ? [points[5], points[7]] : acrossSide(ground, crossing, place);
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const width = ground.palette.line[ground.sideKinds.get(crossing.at) ?? ""]?.width ?? 0.08;
      return {
        kind: crossing.kind,
        place,
        points: [place],
        at: crossing.at,
        long: width + 0.1,
        along: [(to[0] - from[0]) / long, (to[1] - from[1]) / long],
      };
    });
}

/** @param {Ground} ground
 * @param {{index: number}} crossing
 * @param {Point} place
 * @returns {Point[]}
 */
function acrossSide(ground, { index }, place) {
  return [[ground.geometry.u[index], ground.geometry.v[index]], place];
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

  /** Paint the tiles that are shown once more, where they stand; without a box, all of them.
   * @param {Box} box
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
