// Write the numbers of hexes and the names of places and waters where the server placed them.

import { star } from "../works.js";
import { cleared, meets, under } from "./clearing.js";
import { besideName, goalsFirst, starBox } from "./goals.js";
import { leadOf, paintLeads } from "./leads.js";
import { wordsOfWays } from "./waywords.js";

/** @import { Objective } from "../../common/data.d.ts" */
/** @import { GroundPainter } from "../ground.js" */
/** @import { MapView } from "../mapview.js" */
/** @import { Spot } from "./brush.js" */
/** @import { Drawing } from "./squares.js" */
/** @import { Box, Counter, Pen, Stage } from "../types.d.ts" */

/** @import { Goal } from "./goals.js" */
/** @import { Hair, Line } from "./leads.js" */
/** A name: text, where its base line begins or has its middle, face, size, width, turn, colour, rank: 1 matters most;
 * where what it names lies, and whether a line leads there.
 * @typedef {object} Name
 * @property {string} text
 * @property {number} u
 * @property {number} v
 * @property {string} face
 * @property {string} colour
 * @property {number} size
 * @property {number} wide
 * @property {number} anchor
 * @property {number} halo
 * @property {number} turn
 * @property {number} rank
 * @property {[number, number]} [place]
 * @property {boolean} [led]
 * @property {Goal} [goal] of a place that is fought for
 */

/** What is written at one zoom.
 * @typedef {object} Written
 * @property {Name[]} names
 * @property {Name[]} heights
 * @property {{every: number, rise: number, size: number, face: string} | null} numbers
 * @property {Hair} lead
 * @property {{face: string, size: number, colour: string, halo: number}} goal how what is fought for is written that bears no name
 */

export class Lettering {
  /** @param {Drawing} drawing
   * @param {() => void} come
   */
  constructor(drawing, come) {
    this.drawing = drawing;
    this.come = come;
    this.url = drawing.url;
    /** @type {Map<number, Written | null>} */
    this.kept = new Map();
    this.asked = 0;
    this.ready = false;
    /** Kept when the faces are there. */
    this.faces = this.#load();
  }

  /** What is written at R pixels to a hex radius, as far as it is here.
   * @param {number} R
   */
  at(R) {
    const zoom = Math.round(3 * Math.log2(R));
    if (!this.kept.has(zoom)) this.#fetch(zoom);
    return this.ready ? (this.kept.get(zoom) ?? null) : null;
  }

  /** @param {string} url */
  renew(url) {
    this.url = url;
    for (const zoom of this.kept.keys()) this.#fetch(zoom);
  }

  /** @param {string} face
   * @param {number} size
   */
  font(face, size) {
    const [style, family] = this.drawing.faces[face];
    return `${style} ${size}px "${family}"`;
  }

  async #load() {
    this.asked += 1;
    try {
      await Promise.all(Object.keys(this.drawing.faces).map((face) => document.fonts.load(this.font(face, 16))));
    } finally {
      this.asked -= 1;
      this.ready = true;
      this.come();
    }
  }

  /** @param {number} zoom */
  async #fetch(zoom) {
    const { url } = this;
    this.kept.set(zoom, this.kept.get(zoom) ?? null);
    this.asked += 1;
    try {
      const answer = await fetch(`${url}words/${zoom}.json`, {
        credentials: "same-origin",
      });
      if (!answer.ok) throw new Error(`${url}words/${zoom}.json answers ${answer.status}`);
      const written = await answer.json();
      if (url === this.url) this.kept.set(zoom, written);
    } catch {
      if (!this.kept.get(zoom)) this.kept.delete(zoom);
      return;
    } finally {
      this.asked -= 1;
    }
    this.come();
  }
}

/** @param {Pen} pen
 * @param {GroundPainter} painter
 * @param {Box} box
 * @param {Spot} spot
 */
export function paintNumbers(pen, { ground, lettering, colours }, box, { R, x0, y0 }) {
  const numbers = lettering.at(R)?.numbers;
  if (!numbers) return;
  const { every, rise, size, face } = numbers,
    { geometry } = ground;
  pen.font = lettering.font(face, size);
  pen.fontKerning = "none";
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = colours.number;
  geometry.within(box, (index) => {
    const row = Math.floor(index / geometry.cols) + 1,
      col = (index % geometry.cols) + 1;
    if (row % every || col % every || !ground.inside(index)) return;
    pen.fillText(geometry.number(index), geometry.u[index] * R - x0, (geometry.v[index] - rise) * R - y0);
  });
}

/** A name where it is written, in pixels of the plane, and the line that leads to what it names.
 * @typedef {{name: Name, x: number, y: number, room: Box, lead: Line | null}} Standing
 */

/** The names of a map at one scale: those that matter, and where the lesser ones are to be had, which are placed as
 * they come into sight: twenty thousand villages at once are a fifth of a second.
 * @typedef {{found: Standing[], lesser: Name[], reach: number, stand: (name: Name) => Standing | null}} Placed
 */

/** What was worked out last of a map: panning asks for the same in every frame.
 * @type {WeakMap<GroundPainter, {of: unknown[], placed: Placed}>}
 */
const KEPT = new WeakMap();

/** @type {Name[]} one list, as what is kept hangs on it */
const NONE = [];

/** @type {Objective[]} one list, likewise */
const NO_GOALS = [];

/** Write all names of a map among its counters, the words of a plan that it shows first.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {GroundPainter} painter
 * @param {MapView} view
 */
export function paintAllNames(pen, stage, painter, view) {
  const first = wordsOfWays(pen, stage.R, view.state, painter.lettering);
  const { view: seen, shown } = view.state,
    more = { first, goals: seen?.objectives, starred: shown.objectives };
  paintNames(pen, stage, painter, view.laid.all(pen, stage.R, view), more);
}

/** Write the names; those that a counter covers are left out, but the greatest, which move aside, as do the first.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {GroundPainter} painter
 * @param {Counter[]} counters all of the map: what is in sight changes no name's place
 * @param {{first?: Name[], goals?: Objective[], starred?: boolean}} more names that go before those of the ground, what is
 * fought for, and whether stars stand for it
 */
export function paintNames(
  pen,
  { R, box },
  painter,
  counters,
  { first = NONE, goals = NO_GOALS, starred = true } = {},
) {
  const { lettering, colours } = painter,
    written = lettering.at(R);
  if (!written) return;
  const sight = scaled(box, R);
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.fontKerning = "none";
  const seen = inSight(placed(pen, painter, written, R, counters, { first, goals, starred }), sight, R);
  paintLeads(pen, seen, written.lead, colours);
  for (const { name, x, y } of seen) {
    write(pen, name, { x, y }, lettering.font(name.face, name.size), colours);
    const beside = besideName(name, { x, y }),
      { ink } = painter.ground.palette;
    if (beside) star(pen, beside.x, beside.y, beside.size, ink, ink.counter, "");
  }
}

/** The names in sight, those that matter first.
 * @param {Placed} all
 * @param {Box} sight in pixels of the plane
 * @param {number} R
 */
function inSight({ found, lesser, reach, stand }, sight, R) {
  const [left, top, right, foot] = sight,
    seen = found.filter(({ room }) => meets(room, sight));
  for (const name of lesser) {
    const x = name.u * R,
      y = name.v * R;
    if (x < left - reach || x > right + reach || y < top - reach || y > foot + reach) continue;
    const here = stand(name);
    if (here && meets(here.room, sight)) seen.push(here);
  }
  return seen;
}

/** Place the names of the whole map among its counters, once for as long as nothing of it changes.
 * @param {Pen} pen
 * @param {GroundPainter} painter
 * @param {Written} written
 * @param {number} R
 * @param {Counter[]} counters
 * @param {{first: Name[], goals: Objective[], starred: boolean}} more
 * @returns {Placed}
 */
function placed(pen, painter, written, R, counters, { first, goals, starred }) {
  const { shown, contoured, drawing } = painter,
    of = [written, R, shown.names, contoured, counters, first, goals, starred],
    kept = KEPT.get(painter);
  if (kept && of.every((part, n) => part === kept.of[n])) return kept.placed;
  const hidden = under(counters),
    names = goalsFirst(pen, R, goals, written, painter, starred ? hidden : null),
    wanted = [...first, ...(contoured ? written.heights : []), ...(shown.names ? names : [])],
    marks = starred ? names.flatMap(({ goal }) => (goal && !goal.bears ? [starBox(goal.star)] : [])) : [],
    taking = (/** @type {Name} */ one) => roomOf(one, R),
    { found, lesser, isFree } = cleared(wanted, taking, counters, scaled(drawing.box, R), marks);
  const all = {
    found: found.map(({ name, dx, dy }) => standing(name, R, hidden, dx, dy)),
    lesser,
    reach: lesser.reduce((most, { wide, size }) => Math.max(most, wide + size), 0),
    stand: (/** @type {Name} */ name) => (isFree(name) ? standing(name, R, hidden) : null),
  };
  KEPT.set(painter, { of, placed: all });
  return all;
}

/** A name where it stands, moved so far, with the line that leads to what it names.
 * @param {Name} name
 * @param {number} R
 * @param {import("./clearing.js").Taken} hidden what counters cover
 * @param {number} [dx]
 * @param {number} [dy]
 * @returns {Standing}
 */
function standing(name, R, hidden, dx = 0, dy = 0) {
  const before = roomOf(name, R),
    [left, top, right, foot] = before,
    room = box4(left + dx, top + dy, right + dx, foot + dy);
  return { name, x: name.u * R + dx, y: name.v * R + dy, room, lead: leadOf(name, R, before, room, hidden) };
}

/** @param {Box} box
 * @param {number} R
 */
function scaled([u0, v0, u1, v1], R) {
  return box4(u0 * R, v0 * R, u1 * R, v1 * R);
}

/** @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} foot
 * @returns {Box}
 */
function box4(left, top, right, foot) {
  return [left, top, right, foot];
}

/** The upright box about a name, in pixels of the plane.
 * @param {Name} name
 * @param {number} R
 * @returns {Box}
 */
export function roomOf({ u, v, wide, size, anchor, turn }, R) {
  const [x, y] = [u * R, v * R],
    a = (turn * Math.PI) / 180,
    [cos, sin] = [Math.cos(a), Math.sin(a)];
  const corners = [-anchor * wide, (1 - anchor) * wide].flatMap((along) =>
    [-0.7 * size, 0.2 * size].map((down) => [x + along * cos - down * sin, y + along * sin + down * cos]),
  );
  const xs = corners.map(([at]) => at),
    ys = corners.map(([, at]) => at);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** @param {Pen} pen
 * @param {Name} name
 * @param {{x: number, y: number}} at
 * @param {string} font
 * @param {Record<string, string>} colours
 */
function write(pen, { text, size, wide, anchor, halo, turn, colour }, { x, y }, font, colours) {
  pen.save();
  pen.translate(x, y);
  if (turn) pen.rotate((turn * Math.PI) / 180);
  pen.font = font;
  pen.strokeStyle = colours.halo;
  pen.lineWidth = 2 * halo * size;
  pen.fillStyle = colours[colour] ?? colour;
  if (halo) pen.strokeText(text, -anchor * wide, 0);
  pen.fillText(text, -anchor * wide, 0);
  pen.restore();
}
