// Say what the map shows: a row for each ground, line, mark and sign that is on it, with a swatch drawn as the map is.

import { paintItem, placeOn } from "../drawn/brush.js";
import { unpack } from "../drawn/packet.js";
import { penOf } from "../pens.js";
import { samplesOf } from "./samples.js";

/** @import { Packet } from "../drawn/packet.js" */
/** @import { MapView } from "../mapview.js" */
/** @import { Pen } from "../types.d.ts" */

/** A row: words, under what heading, how large its swatch is in pixels, and what paints it.
 * @typedef {{words: string, group: string, wide: number, high: number, paint: (pen: Pen, ratio: number) => void}} Row
 */

/** What the server says of the drawing's rows.
 * @typedef {{words: string, group: string, layer: string, packet: Packet}} Key
 * @typedef {{wide: number, high: number, rows: Key[]}} Keys
 */

/** Pixels to a millimetre of the swatches of paper. */
const LARGE = 4.4;

export class Legend {
  /** @param {HTMLDetailsElement} box its button is the summary; the rows come into its element of class legend-rows
   * @param {MapView} view
   */
  constructor(box, view) {
    this.box = box;
    this.view = view;
    /** @type {Map<string, Promise<Keys>>} */
    this.kept = new Map();
    box.addEventListener("toggle", () => this.refresh());
    view.onShown = () => this.refresh();
    view.map.on("zoomend", () => this.refresh());
  }

  /** Show what the map shows now, if the legend is open. */
  async refresh() {
    if (!this.box.open) return;
    const { painter } = this.view,
      room = this.box.querySelector(".legend-rows");
    try {
      const keys = await this.#keys();
      room?.replaceChildren(...headed([...rowsOf(keys, painter), ...samplesOf(this.view)]));
    } catch {
      this.kept.clear();
      const told = document.createElement("p");
      told.textContent = "The legend could not be fetched. Close and open it to try again.";
      room?.replaceChildren(told);
    }
  }

  /** The rows of the drawing at the level that is shown, fetched once. */
  #keys() {
    const { painter, radius } = this.view,
      { squares } = painter,
      url = `${squares.url}legend/${squares.levelAt(radius).name}.json`;
    const kept = this.kept.get(url) ?? fetched(url);
    this.kept.set(url, kept);
    return kept;
  }
}

/** @param {string} url
 * @returns {Promise<Keys>}
 */
async function fetched(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const told = await answer.json();
  return { ...told, rows: told.rows.map((/** @type {any} */ row) => ({ ...row, packet: unpack(bytesOf(row.drawn)) })) };
}

/** @param {string} text
 * @returns {ArrayBuffer}
 */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

/** The rows of what is drawn now.
 * @param {Keys} keys
 * @param {import("../ground.js").GroundPainter} painter
 * @returns {Row[]}
 */
export function rowsOf({ wide, high, rows }, painter) {
  const { colours } = painter;
  return rows
    .filter(({ layer }) => painter.draws(layer))
    .map(({ words, group, packet }) => ({
      ...{ words, group, wide: wide * LARGE, high: high * LARGE },
      paint: (pen, ratio) => {
        const spot = { R: LARGE, ratio, x0: 0, y0: 0, size: wide * LARGE, perMm: LARGE };
        placeOn(pen, packet, spot);
        for (const item of packet.items) paintItem(pen, packet, item, colours, spot);
      },
    }));
}

/** Lay rows out under their headings, each heading once, in the order that they come in.
 * @param {Row[]} rows
 */
function headed(rows) {
  /** @type {Map<string, HTMLElement>} */
  const lists = new Map();
  for (const row of rows) {
    const list = lists.get(row.group) ?? document.createElement("ul");
    lists.set(row.group, list);
    list.append(itemOf(row));
  }
  return [...lists].flatMap(([group, list]) => {
    const heading = document.createElement("h3");
    heading.textContent = group;
    return [heading, list];
  });
}

/** Pixels of a swatch to one of the page: as many as the screen has, where it says so, and no more than three.
 * @param {number} device
 */
export function sharpness(device) {
  return Math.min(3, device || 1);
}

/** @param {Row} row */
function itemOf({ words, wide, high, paint }) {
  const item = document.createElement("li"),
    canvas = document.createElement("canvas"),
    ratio = sharpness(window.devicePixelRatio);
  canvas.width = Math.ceil(wide * ratio);
  canvas.height = Math.ceil(high * ratio);
  canvas.style.width = `${wide}px`;
  canvas.style.height = `${high}px`;
  canvas.setAttribute("aria-hidden", "true");
  const pen = penOf(canvas);
  pen.scale(ratio, ratio);
  paint(pen, ratio);
  const told = document.createElement("span");
  told.textContent = words;
  item.append(canvas, told);
  return item;
}
