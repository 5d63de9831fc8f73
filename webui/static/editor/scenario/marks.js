// Paint over the map what the page of a scenario shows: where a unit may not stand, the hex that is aimed at, arrivals.

import { hexesNear, outlineOf, sheetOver } from "../overlay.js";

/** @import { MapView } from "../../map/mapview.js" */
/** @import { Pen, Stage } from "../../map/types.d.ts" */
/** @import { Room } from "./scenario.d.ts" */

const INK = { good: "#2c6633", bad: "#9c1c1c", shade: "#3b352a", paper: "#fffdf6", coming: "#1d4f91" };

export class Marks {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    /** @type {{room: Room | null, aim: number, bad: boolean, coming: [number, number][]}} */
    this.shown = { room: null, aim: -1, bad: false, coming: [] };
    this.sheet = sheetOver(view, "map-scenario", (pen, stage) => this.#paint(pen, stage));
  }

  /** @param {Partial<Marks["shown"]>} what */
  show(what) {
    Object.assign(this.shown, what);
    this.sheet.repaint();
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   */
  #paint(pen, stage) {
    const { room, aim, bad, coming } = this.shown;
    for (const [hex, count] of coming) this.#arrow(pen, stage.R, hex, count);
    if (room) {
      this.#hatch(pen, stage, room.barred, INK.shade, 0.34);
      this.#hatch(pen, stage, room.taken, INK.bad, 0.5);
    }
    if (aim >= 0) this.#target(pen, stage.R, aim, bad);
    return !!room || aim >= 0 || coming.length > 0;
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   * @param {number[]} hexes
   * @param {string} ink
   * @param {number} alpha
   */
  #hatch(pen, { R, box }, hexes, ink, alpha) {
    const near = hexesNear(this.view, hexes, box);
    if (!near.length) return;
    pen.save();
    pen.clip(outlineOf(this.view, near, R));
    pen.globalAlpha = alpha * 0.35;
    pen.fillStyle = ink;
    pen.fillRect(box[0] * R, box[1] * R, (box[2] - box[0]) * R, (box[3] - box[1]) * R);
    pen.globalAlpha = alpha;
    pen.strokeStyle = ink;
    pen.lineWidth = 1.2;
    pen.beginPath();
    const [x0, y0, x1, y1] = box.map((edge) => edge * R),
      high = y1 - y0;
    for (let x = x0 - high; x < x1; x += 7) {
      pen.moveTo(x, y1);
      pen.lineTo(x + high, y0);
    }
    pen.stroke();
    pen.restore();
  }

  /** @param {Pen} pen
   * @param {number} R
   * @param {number} hex
   * @param {boolean} bad
   */
  #target(pen, R, hex, bad) {
    const path = outlineOf(this.view, [hex], R);
    pen.strokeStyle = INK.paper;
    pen.lineWidth = 6;
    pen.stroke(path);
    pen.strokeStyle = bad ? INK.bad : INK.good;
    pen.lineWidth = 3.4;
    pen.setLineDash(bad ? [6, 4] : []);
    pen.stroke(path);
    pen.setLineDash([]);
  }

  /** A sign where units come in: an arrow in a circle, and how many they are.
   * @param {Pen} pen
   * @param {number} R
   * @param {number} hex
   * @param {number} count
   */
  #arrow(pen, R, hex, count) {
    const { u, v } = this.view.ground.geometry,
      x = u[hex] * R,
      y = v[hex] * R,
      r = Math.max(9, R * 0.42);
    pen.beginPath();
    pen.arc(x, y, r, 0, 7);
    pen.fillStyle = INK.paper;
    pen.fill();
    pen.strokeStyle = INK.coming;
    pen.lineWidth = 2;
    pen.stroke();
    pen.fillStyle = INK.coming;
    pen.font = `700 ${Math.round(r * 0.95)}px "Noto Sans", "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(`+${count}`, x, y + 1);
  }
}
