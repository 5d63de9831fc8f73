// Read what the server packs of a drawing: areas, lines and dots of a square, ready to be painted.

/** @import { Box, Pen } from "../types.d.ts" */

/** A width: share of the hex radius, least and most in millimetres, what is added at the end.
 * @typedef {[number, number, number, number]} Width
 */

/** What is painted: an area, lines, dots, or the relief; see scenarios/drawing/wire.py.
 * @typedef {object} Item
 * @property {"area" | "lines" | "spots" | "relief"} kind
 * @property {string} layer
 * @property {string} colour
 * @property {Width} width
 * @property {[number, number]} aside
 * @property {boolean} round
 * @property {number} alpha
 * @property {Int32Array} at
 * @property {Outline | null} outline
 */

/** A square of the map, or a window of it: its box, in what units its points are, and how many bands it is painted in; a
 * packet of one band has its number, from above.
 * @typedef {{box: Box, middle: [number, number], fine: number, items: Item[], bands: number, band?: number}} Packet
 */

/** About how high a band is, in hex radii, and how many bands a packet has at least. */
const BAND = 4;
const LEAST_BANDS = 4;

/** How far from its band a line is painted with it, in hex radii: what has a width reaches over. */
const OVER = 1.5;

/** @param {ArrayBuffer} buffer
 * @returns {Packet}
 */
export function unpack(buffer) {
  const long = new DataView(buffer).getUint32(0, true),
    head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, long)));
  const { box, middle, fine } = head,
    bands = Math.max(LEAST_BANDS, Math.round((box[3] - box[1]) / BAND)),
    forms = readForms(buffer, 4 + long, head.forms),
    limits = limitsOf(head, bands);
  /** @type {Map<string, Outline>} */
  const outlines = new Map();
  const items = head.items.map((/** @type {any} */ row) => {
    if (row.kind === "relief") return row;
    const form = forms[row.form];
    if (row.kind === "spots") return { ...row, at: form.points, outline: null };
    const closed = row.kind === "area" || row.closed,
      key = `${row.form} ${closed} ${row.curved}`,
      outline = outlines.get(key) ?? new Outline(form, closed, row.curved, limits);
    outlines.set(key, outline);
    return { ...row, outline };
  });
  return { box, middle, fine, items, bands };
}

/** Where each band begins and ends, with what reaches over, in the units of the points.
 * @param {{box: Box, middle: [number, number], fine: number}} head
 * @param {number} bands
 * @returns {[number, number][]}
 */
function limitsOf({ box: [, top, , foot], middle, fine }, bands) {
  const high = (foot - top) / bands;
  return Array.from({ length: bands }, (_, n) => [
    (top + n * high - OVER - middle[1]) * fine,
    (top + (n + 1) * high + OVER - middle[1]) * fine,
  ]);
}

/** Lines or the edge of an area, as paths: the whole, or what of it matters in a band. A ring that lies above or below a
 * band changes nothing in it. Each path is made when it is first painted.
 */
export class Outline {
  /** @param {Form} form
   * @param {boolean} closed
   * @param {boolean} curved
   * @param {[number, number][]} limits
   */
  constructor(form, closed, curved, limits) {
    this.form = form;
    this.closed = closed;
    this.curved = curved;
    this.limits = limits;
    /** @type {Path2D[]} */
    this.made = [];
  }

  /** @param {number} [band] without it, the whole */
  path(band = this.limits.length) {
    return (this.made[band] ??= pathOf(this.form, this.closed, this.curved, this.limits[band]));
  }
}

/** Points of lines, one after another, and how many each line has.
 * @typedef {{points: Int32Array, counts: Uint32Array}} Form
 */

/** @param {ArrayBuffer} buffer
 * @param {number} from
 * @param {number[]} sizes
 * @returns {Form[]}
 */
function readForms(buffer, from, sizes) {
  const lines = sizes.reduce((sum, size) => sum + size, 0),
    counts = new Uint32Array(buffer, from, lines),
    bytes = new Uint8Array(buffer, from + 4 * lines);
  const half = bytes.length / 2,
    all = half / 2;
  const step = (/** @type {number} */ n) => {
    const z = bytes[n] | (bytes[half + n] << 8);
    return (z >>> 1) ^ -(z & 1);
  };
  let line = 0,
    n = 0;
  return sizes.map((size) => {
    const own = counts.subarray(line, line + size),
      points = new Int32Array(2 * own.reduce((sum, count) => sum + count, 0));
    let p = 0;
    for (const count of own) {
      let x = 0,
        y = 0;
      for (let k = 0; k < count; k++, n++) {
        points[p++] = x += step(n);
        points[p++] = y += step(all + n);
      }
    }
    line += size;
    return { points, counts: own };
  });
}

/** @param {Form} form
 * @param {boolean} closed
 * @param {boolean} curved
 * @param {[number, number]} [limits]
 */
function pathOf({ points, counts }, closed, curved, limits) {
  const path = new Path2D();
  let from = 0;
  for (const count of counts) {
    if (count > 1 && (!limits || touches(points, from, count, limits))) {
      if (!curved) trace(path, points, from, count);
      else if (closed) bendRing(path, points, from, count);
      else bendLine(path, points, from, count);
      if (closed) path.closePath();
    }
    from += 2 * count;
  }
  return path;
}

/** Whether a line comes between two heights.
 * @param {Int32Array} points
 * @param {number} from
 * @param {number} count
 * @param {[number, number]} limits
 */
function touches(points, from, count, [least, most]) {
  let above = true,
    below = true;
  for (let n = from + 1; n < from + 2 * count && (above || below); n += 2) {
    if (points[n] >= least) above = false;
    if (points[n] <= most) below = false;
  }
  return !above && !below;
}

/** @param {Path2D} path
 * @param {Int32Array} at
 * @param {number} from
 * @param {number} count
 */
function trace(path, at, from, count) {
  path.moveTo(at[from], at[from + 1]);
  for (let n = from + 2; n < from + 2 * count; n += 2) path.lineTo(at[n], at[n + 1]);
}

/** A ring of control points: through the middles between them.
 * @param {Path2D} path
 * @param {Int32Array} at
 * @param {number} from
 * @param {number} count
 */
function bendRing(path, at, from, count) {
  const last = from + 2 * (count - 1);
  path.moveTo((at[last] + at[from]) / 2, (at[last + 1] + at[from + 1]) / 2);
  for (let n = from; n <= last; n += 2) {
    const next = n === last ? from : n + 2;
    path.quadraticCurveTo(at[n], at[n + 1], (at[n] + at[next]) / 2, (at[n + 1] + at[next + 1]) / 2);
  }
}

/** A line of control points that begins at the first and ends at the last.
 * @param {Path2D} path
 * @param {Int32Array} at
 * @param {number} from
 * @param {number} count
 */
function bendLine(path, at, from, count) {
  if (count < 3) return trace(path, at, from, count);
  const last = from + 2 * (count - 1);
  path.moveTo(at[from], at[from + 1]);
  for (let n = from + 2; n < last; n += 2) {
    const ends = n + 2 === last;
    const x = ends ? at[last] : (at[n] + at[n + 2]) / 2,
      y = ends ? at[last + 1] : (at[n + 1] + at[n + 3]) / 2;
    path.quadraticCurveTo(at[n], at[n + 1], x, y);
  }
}

/** A width in pixels at R pixels to a hex radius.
 * @param {Width} width
 * @param {number} R
 * @param {number} perMm
 */
export function wide([share, least, most, more], R, perMm) {
  return (Math.min(most, Math.max(least, (share * R) / perMm)) + more) * perMm;
}
