// Ask how the map is to be printed, and say how many sheets that will be.

import { byId, fill, find } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { save } from "../common/saving.js";
import { count } from "../common/words.js";

/** @import { Server } from "../common/server.js" */
/** @import { Geometry } from "../map/geometry.js" */

/** @typedef {[number, number, number, number]} Box the first column and row, the last column and row */
/** @typedef {{getNorthEast(): Place, getSouthWest(): Place}} Bounds */
/** @typedef {{lat: number, lng: number}} Place */
/** @typedef {{paper: string, style: string, mm: number, box: Box, whole: boolean}} Asked */

const MARGIN_MM = 10,
  OVERLAP_MM = 10,
  MANY = 60;

/** Have a link ask, before it makes the sheets; what is being made, and why it cannot be, is told where one asked.
 * @param {HTMLElement} link
 * @param {object} map
 * @param {Geometry} map.geometry
 * @param {() => Bounds} map.bounds what the window shows
 * @param {Server} map.server
 */
export function setPrinting(link, { geometry, bounds, server }) {
  const dialog = byId("printing", HTMLDialogElement),
    form = find("form", dialog, HTMLFormElement);
  const asked = () => askedIn(new FormData(form), geometry, bounds());
  /** @param {string} words
   * @param {boolean} [bad]
   */
  const tell = (words, bad = false) => {
    const told = find("output", form);
    fill(told, words);
    told.classList.toggle("bad", bad);
  };
  const show = () => {
    const { box, mm, paper } = asked(),
      sheets = sheetsFor(geometry, box, mm, sizeOf(form));
    tell(`About ${count(sheets, "sheet")} of ${paper}, and a page that says which lies where.`, sheets > MANY);
  };
  /** @param {HTMLButtonElement} button */
  const make = async (button) => {
    button.disabled = true;
    tell("The sheets are being made, which may take a minute; the file is saved when they are ready.");
    try {
      save(await server.file("export/map.pdf", Object.fromEntries(queryOf(asked(), geometry))));
      dialog.close();
    } catch (error) {
      tell(inWords(error), true);
    } finally {
      button.disabled = false;
    }
  };
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const menu = link.closest("details");
    if (menu) menu.open = false;
    show();
    dialog.showModal();
  });
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.value !== "print") return;
    event.preventDefault();
    void make(button);
  });
}

/** The longer and the shorter side of the paper that is chosen, in millimetres.
 * @param {HTMLFormElement} form
 * @returns {[number, number]}
 */
function sizeOf(form) {
  const [chosen] = find("select[name=paper]", form, HTMLSelectElement).selectedOptions;
  return [Number(chosen.dataset.long), Number(chosen.dataset.short)];
}

/** @param {FormData} form
 * @param {Geometry} geometry
 * @param {Bounds} bounds
 * @returns {Asked}
 */
function askedIn(form, geometry, bounds) {
  const { part, paper, mm, style } = /** @type {Record<string, string>} */ (Object.fromEntries(form));
  const whole = part !== "window";
  return {
    paper,
    style,
    mm: Number(mm),
    whole,
    box: whole ? [0, 0, geometry.cols - 1, geometry.rows - 1] : hexesInWindow(bounds, geometry),
  };
}

/** @param {Asked} asked
 * @param {Geometry} geometry
 */
function queryOf({ box: [c0, r0, c1, r1], mm, paper, style, whole }, geometry) {
  /** @param {number} col
   * @param {number} row
   */
  const number = (col, row) => geometry.number(row * geometry.cols + col);
  const query = new URLSearchParams({ mm: String(mm), paper, style });
  if (whole) return query;
  query.set("from", number(c0, r0));
  query.set("to", number(c1, r1));
  return query;
}

/** Give the part of the map whose hexes have their middle in the window; the whole if none has.
 * @param {Bounds} bounds
 * @param {Geometry} geometry
 * @returns {Box}
 */
export function hexesInWindow(bounds, geometry) {
  const ne = bounds.getNorthEast(),
    sw = bounds.getSouthWest();
  const cols = [],
    rows = [];
  for (let hex = 0; hex < geometry.count; hex++) {
    const u = geometry.u[hex],
      v = -geometry.v[hex];
    if (u < sw.lng || u > ne.lng || v < sw.lat || v > ne.lat) continue;
    cols.push(hex % geometry.cols);
    rows.push(Math.floor(hex / geometry.cols));
  }
  if (!cols.length) return [0, 0, geometry.cols - 1, geometry.rows - 1];
  const [c0, c1] = range(cols),
    [r0, r1] = range(rows);
  return [c0, r0, c1, r1];
}

/** Count the sheets for a part, laid the way that takes fewer; `mm` from flat to flat.
 * @param {{flatTop: boolean}} grid
 * @param {Box} box
 * @param {number} mm
 * @param {[number, number]} paper its longer and its shorter side
 */
export function sheetsFor({ flatTop }, [c0, r0, c1, r1], mm, [long, short]) {
  const [along, over] = flatTop ? [c1 - c0, r1 - r0] : [r1 - r0, c1 - c0],
    R = mm / Math.sqrt(3);
  const rows = [R * (1.5 * along + 2), mm * (over + 1.5)],
    [wide, high] = flatTop ? rows : [rows[1], rows[0]];
  return Math.min(
    sheetsAlong(wide, long) * sheetsAlong(high, short),
    sheetsAlong(wide, short) * sheetsAlong(high, long),
  );
}

/** @param {number} length
 * @param {number} paper
 */
function sheetsAlong(length, paper) {
  return Math.max(1, Math.ceil((length - OVERLAP_MM) / (paper - 2 * MARGIN_MM - OVERLAP_MM)));
}

/** @param {number[]} list */
function range(list) {
  return list.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, 0]);
}
