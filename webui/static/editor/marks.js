// Paint over the map what the editor shows: the stroke in hand, differences, conflicts, control points.

import { hexesNear, outlineOf, sheetOver } from "./overlay.js";
import { pairOf } from "./shapes.js";

/** @import { MapView } from "../map/mapview.js" */
/** @import { Pen, Point, Stage } from "../map/types.d.ts" */
/** @import { Place, Sketch } from "./types.d.ts" */

const COLOURS = { sketch: "#1d4f91", differs: "#7a2a8c", conflict: "#9c1c1c", point: "#b3261e", paper: "#fffdf6" };

/** What the editor shows over the map.
 * @typedef {object} Shown
 * @property {Partial<Sketch> | null} sketch
 * @property {Partial<Sketch> | null} sent
 * @property {{hexes?: Iterable<number>, sides?: Iterable<number>, way?: number[]} | null} hover
 * @property {Place | null} picked
 * @property {number[]} differs
 * @property {number[]} differing
 * @property {number[]} conflicts
 * @property {Point[]} points
 */

export class Marks {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    /** @type {Shown} */
    this.shown = {
      sketch: null,
      sent: null,
      hover: null,
      picked: null,
      differs: [],
      differing: [],
      conflicts: [],
      points: [],
    };
    this.sheet = sheetOver(view, "map-editor", (pen, stage) => this.#paint(pen, stage));
  }

  /** @param {Partial<Shown>} what */
  show(what) {
    Object.assign(this.shown, what);
    this.sheet.repaint();
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   */
  #paint(pen, stage) {
    const { shown } = this;
    pen.lineJoin = pen.lineCap = "round";
    this.#differs(pen, stage);
    this.#conflicts(pen, stage);
    if (shown.hover) this.#sketch(pen, stage, shown.hover, 0.55);
    if (shown.sent) this.#sketch(pen, stage, shown.sent, 0.8);
    if (shown.sketch) this.#sketch(pen, stage, shown.sketch, 1);
    if (shown.picked) this.#ring(pen, stage, shown.picked.u * stage.R, shown.picked.v * stage.R);
    shown.points.forEach((point, n) => this.#point(pen, stage, point, n + 1));
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   * @param {{hexes?: Iterable<number>, sides?: Iterable<number>, way?: number[]}} sketch
   * @param {number} alpha
   */
  #sketch(pen, { R }, { hexes = [], sides = [], way = [] }, alpha) {
    const { geometry } = this.view.ground;
    pen.strokeStyle = pen.fillStyle = COLOURS.sketch;
    const outline = outlineOf(this.view, hexes, R);
    pen.globalAlpha = 0.22 * alpha;
    pen.fill(outline);
    pen.globalAlpha = alpha;
    pen.lineWidth = 1.6;
    pen.stroke(outline);
    const lines = new Path2D();
    for (const at of sides) this.#traceSide(lines, at, R);
    way.forEach((hex, n) =>
      n
        ? lines.lineTo(geometry.u[hex] * R, geometry.v[hex] * R)
        : lines.moveTo(geometry.u[hex] * R, geometry.v[hex] * R),
    );
    this.#cased(pen, lines, COLOURS.sketch, Math.max(3, R * 0.14), alpha);
    for (const hex of way)
      this.#dot(pen, geometry.u[hex] * R, geometry.v[hex] * R, Math.max(3, R * 0.12), COLOURS.sketch);
    pen.globalAlpha = 1;
  }

  /** @param {Path2D} path
   * @param {number} at
   * @param {number} R
   */
  #traceSide(path, at, R) {
    const [hex, side] = pairOf(at),
      { geometry } = this.view.ground;
    const [p, q] = [geometry.corner(hex, side), geometry.corner(hex, side + 1)];
    path.moveTo(p[0] * R, p[1] * R);
    path.lineTo(q[0] * R, q[1] * R);
  }

  /** @param {Pen} pen
   * @param {Path2D} path
   * @param {string} colour
   * @param {number} width
   * @param {number} alpha
   */
  #cased(pen, path, colour, width, alpha) {
    pen.globalAlpha = alpha;
    pen.strokeStyle = COLOURS.paper;
    pen.lineWidth = width + 2.4;
    pen.stroke(path);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke(path);
  }

  /** Differences: a thick edge and a slant hatching, so that colour is not all that tells.
   * @param {Pen} pen
   * @param {Stage} stage
   */
  #differs(pen, { R, box }) {
    const near = hexesNear(this.view, this.shown.differs, box),
      lines = new Path2D();
    for (const at of this.shown.differing)
      if (hexesNear(this.view, [pairOf(at)[0]], box).length) this.#traceSide(lines, at, R);
    this.#cased(pen, lines, COLOURS.differs, Math.max(2.4, R * 0.12), 0.85);
    pen.globalAlpha = 1;
    if (!near.length) return;
    const outline = outlineOf(this.view, near, R);
    pen.save();
    pen.clip(outline);
    pen.strokeStyle = COLOURS.differs;
    pen.globalAlpha = 0.6;
    pen.lineWidth = 1.3;
    pen.beginPath();
    for (const hex of near) {
      const x = this.view.ground.geometry.u[hex] * R,
        y = this.view.ground.geometry.v[hex] * R,
        step = Math.max(4, R / 3);
      for (let d = -2 * R; d <= 2 * R; d += step) {
        pen.moveTo(x + d - R, y + R);
        pen.lineTo(x + d + R, y - R);
      }
    }
    pen.stroke();
    pen.restore();
    pen.strokeStyle = COLOURS.differs;
    pen.lineWidth = Math.max(1.2, R * 0.06);
    pen.stroke(outline);
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   */
  #conflicts(pen, { R, box }) {
    pen.strokeStyle = COLOURS.conflict;
    pen.lineWidth = Math.max(1.4, R * 0.05);
    pen.setLineDash([4, 3]);
    for (const hex of hexesNear(this.view, this.shown.conflicts, box)) {
      pen.beginPath();
      pen.arc(this.view.ground.geometry.u[hex] * R, this.view.ground.geometry.v[hex] * R, R * 0.62, 0, 7);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  /** @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} r
   * @param {string} colour
   */
  #dot(pen, x, y, r, colour) {
    pen.beginPath();
    pen.arc(x, y, r, 0, 7);
    pen.fillStyle = colour;
    pen.fill();
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   * @param {number} x
   * @param {number} y
   */
  #ring(pen, { R }, x, y) {
    pen.beginPath();
    pen.arc(x, y, Math.max(9, R * 0.4), 0, 7);
    pen.strokeStyle = COLOURS.sketch;
    pen.lineWidth = 3;
    pen.stroke();
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   * @param {Point} place
   * @param {number} n
   */
  #point(pen, { R }, [u, v], n) {
    const x = u * R,
      y = v * R;
    const cross = new Path2D();
    cross.moveTo(x - 9, y);
    cross.lineTo(x + 9, y);
    cross.moveTo(x, y - 9);
    cross.lineTo(x, y + 9);
    this.#cased(pen, cross, COLOURS.point, 1.8, 1);
    this.#dot(pen, x + 12, y - 12, 8, COLOURS.point);
    pen.fillStyle = "#ffffff";
    pen.font = '700 11px "DejaVu Sans", sans-serif';
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(n), x + 12, y - 11.5);
  }
}
