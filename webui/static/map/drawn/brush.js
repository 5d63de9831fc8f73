// Paint the items of a drawing on a canvas: areas, lines and dots, in the colours of a scheme.

import { wide } from "./packet.js";

/** @import { Item, Packet } from "./packet.js" */
/** @import { Pen } from "../types.d.ts" */

/** Where a packet is painted: pixels to a hex radius, pixels of the screen to one of ours, the left top corner
 * of the canvas on the plane in pixels, and its side.
 * @typedef {{R: number, ratio: number, x0: number, y0: number, size: number, perMm: number}} Spot
 */

/** Browsers paint slanting lines of up to a pixel too light, by as much as a third: such a line is so wide, and fainter. */
const THIN = 1.02;

/** Cut the canvas to what a packet covers, on whole pixels, so that squares side by side show no seam.
 * @param {Pen} pen
 * @param {Packet} packet
 * @param {Spot} spot
 */
export function cutTo(pen, { box }, { R, ratio, x0, y0 }) {
  const [left, top, right, foot] = [
    Math.round((box[0] * R - x0) * ratio),
    Math.round((box[1] * R - y0) * ratio),
    Math.round((box[2] * R - x0) * ratio),
    Math.round((box[3] * R - y0) * ratio),
  ];
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.beginPath();
  pen.rect(left, top, right - left, foot - top);
  pen.clip();
}

/** Set the canvas so that a packet's points fall where they lie.
 * @param {Pen} pen
 * @param {Packet} packet
 * @param {Spot} spot
 */
export function placeOn(pen, { middle, fine }, { R, ratio, x0, y0 }) {
  const scale = (R * ratio) / fine;
  pen.setTransform(scale, 0, 0, scale, (middle[0] * R - x0) * ratio, (middle[1] * R - y0) * ratio);
}

/** Paint one item; the canvas is placed.
 * @param {Pen} pen
 * @param {Packet} packet
 * @param {Item} item
 * @param {Record<string, string>} colours
 * @param {Spot} spot
 */
export function paintItem(pen, packet, item, colours, spot) {
  const colour = colours[item.colour];
  if (item.kind === "area") {
    // Off the map there is no paper on a screen, but what lies about the map.
    if (item.layer === "edge") pen.globalCompositeOperation = "destination-out";
    pen.fillStyle = colour;
    if (item.outline) pen.fill(item.outline.path(packet.band), "evenodd");
    pen.globalCompositeOperation = "source-over";
  } else if (item.kind === "lines") stroke(pen, packet, item, colour, spot);
  else dots(pen, packet, item, colour, spot);
}

/** @param {Pen} pen
 * @param {Packet} packet
 * @param {Item} item
 * @param {string} colour
 * @param {Spot} spot
 */
function stroke(pen, { fine, band }, { outline, width, round, alpha }, colour, { R, perMm, ratio }) {
  if (!outline) return;
  const pixels = wide(width, R, perMm) * ratio;
  pen.strokeStyle = colour;
  pen.lineWidth = (Math.max(THIN, pixels) / ratio) * (fine / R);
  pen.lineCap = round ? "round" : "butt";
  pen.lineJoin = "round";
  pen.globalAlpha = alpha * Math.min(1, pixels / THIN);
  pen.stroke(outline.path(band));
  pen.globalAlpha = 1;
}

/** Dots that fall on the canvas, each a disc of its own: many on one path are slower.
 * @param {Pen} pen
 * @param {Packet} packet
 * @param {Item} item
 * @param {string} colour
 * @param {Spot} spot
 */
function dots(pen, { middle, fine, box, band }, { at, width, aside }, colour, { R, x0, y0, size, perMm }) {
  const unit = fine / R,
    radius = (wide(width, R, perMm) * unit) / 2,
    [du, dv] = [aside[0] * fine, aside[1] * fine];
  const [high, low] = band === undefined ? [y0 / R, (y0 + size) / R] : [box[1], box[3]],
    left = (x0 / R - middle[0]) * fine - radius - du,
    top = (high - middle[1]) * fine - radius - dv,
    right = left + size * unit + 2 * radius,
    foot = top + (low - high) * fine + 2 * radius;
  pen.fillStyle = colour;
  for (let n = 0; n < at.length; n += 2) {
    const x = at[n],
      y = at[n + 1];
    if (x < left || y < top || x > right || y > foot) continue;
    pen.beginPath();
    pen.arc(x + du, y + dv, radius, 0, 2 * Math.PI);
    pen.fill();
  }
}
