// The parts of a hex's card that the page and the map editor have in common.

import { el, facts } from "./dom.js";
import { words } from "./words.js";

/** @import { GroundHex, HexSide } from "./data.d.ts" */
/** @import { Child } from "./dom.js" */

/** Show what share of a hex each cover has, as bars; null if it is not known.
 * @param {GroundHex} hex
 */
export function sharesOf({ shares }) {
  const bars = Object.entries(shares);
  return bars.length ? el("ul", { class: "shares" }, bars.map(shareRow)) : null;
}

/** @param {[string, number]} row */
function shareRow([name, share]) {
  const bar = el("i", { class: "bar-of" }),
    percent = Math.round(share * 100);
  bar.style.width = `${percent}%`;
  return el(
    "li",
    {},
    el("span", {}, name),
    el("span", { class: "bar-box" }, bar),
    el("span", { class: "n" }, `${percent} %`),
  );
}

/** Say what rules of play take a kind of the map's own for; null if the terrain is no such kind.
 * @param {GroundHex} hex
 */
export function playedAs({ terrain, played_as }) {
  if (played_as === terrain) return null;
  return el(
    "p",
    { class: "played-as" },
    "A kind of this map's own; rules of play take it for ",
    el("b", {}, words(played_as)),
  );
}

/** Say what of a hex is no source's but made up; null if nothing is.
 * @param {GroundHex} hex
 */
export function madeUpIn({ invented }) {
  return invented.length ? el("p", { class: "made-up" }, `Made up, by no source: ${invented.join(", ")}.`) : null;
}

/** List what was corrected by hand, and what was made true to the date: what, and why.
 * @param {GroundHex} hex
 * @returns {[string, string][]}
 */
export function correctedIn({ corrections, audit }) {
  return [
    ...corrections.map(
      ({ what, name, value, why, source }) =>
        /** @type {[string, string]} */ ([
          `${words(what)}${name ? ` ${name}` : ""}: ${words(value) || "taken away"}`,
          `${why || "no reason given"}${source ? ` (${source})` : ""}`,
        ]),
    ),
    ...audit,
  ];
}

/** Show what lies on the six sides; null if nothing does.
 * @param {GroundHex} hex
 */
export function sidesOf({ sides }) {
  if (!sides.length) return null;
  const rows = sides.map((side) => [
    [`${side.direction} `, el("span", { class: "soft" }, side.neighbour)],
    sideWords(side),
  ]);
  return el("section", {}, el("h3", {}, "Sides and roads"), facts(rows));
}

/** Say what lies on a hexside.
 * @param {HexSide} side
 */
export function sideWords({ water, river, crossing, crossing_name: name, road, rail, slope, ...own }) {
  const parts = [
    water === "none" ? "" : `${words(water)}${river ? ` ${river}` : ""}`,
    slope === "none" ? "" : words(slope),
    borderWords(own),
    crossing === "none" ? "" : `${words(crossing)}${name ? `: ${name}` : ""}`,
    road === "none" ? "" : `${words(road)} road`,
    rail === "none" ? "" : rail === "single" ? "railway" : `${words(rail)}-track railway`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Say what of the map's own lies on a hexside.
 * @param {Pick<HexSide, "border" | "border_played_as">} side
 */
function borderWords({ border, border_played_as: like }) {
  return border === "none" ? "" : `${words(border)} (played as ${like === "none" ? "nothing" : words(like)})`;
}

/** List where the ground of a hex is known from, folded up.
 * @param {GroundHex} hex
 */
export function sourcesOf({ sources, notes }) {
  return folded(
    "Sources and limits",
    el(
      "ul",
      {},
      [...sources, ...notes].map((text) => el("li", {}, text)),
    ),
  );
}

/** Fold something up under a title.
 * @param {string} title
 * @param {Child} content
 */
export function folded(title, content) {
  return el("details", { class: "sources" }, el("summary", {}, title), content);
}
