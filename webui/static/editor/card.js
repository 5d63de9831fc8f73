// Show a hex: what it is, by which rule and which numbers, from which features, and what was corrected there.

import { byId, el, facts, fill } from "../common/dom.js";
import { correctedIn, madeUpIn, playedAs, sharesOf, sidesOf, sourcesOf } from "../common/hexparts.js";
import { words } from "../common/words.js";

/** @import { EditorHex } from "./types.d.ts" */

/** @typedef {EditorHex} Hex */

/** @param {Hex} hex */
export function showHex(hex) {
  fill(byId("hex-card"), head(hex), why(hex), ground(hex), features(hex), byHand(hex), sidesOf(hex), sourcesOf(hex));
}

/** @param {Hex} hex */
function head({ number, terrain, place, places }) {
  const told = places
    .slice(0, 6)
    .map(([name, people]) => (people ? `${name}, ${people.toLocaleString("en")} people today` : name));
  return el(
    "div",
    {},
    el("h2", { tabindex: "-1" }, place ? `${place} ` : "", el("span", { class: "number" }, number)),
    el("p", {}, el("b", {}, words(terrain))),
    places.length > (place ? 1 : 0) ? el("p", { class: "soft" }, told.join(" · ")) : null,
  );
}

/** @param {Hex} hex */
function why(hex) {
  const { terrain, rule, reasons } = hex,
    list = reasons.map((reason) => el("li", {}, reason));
  return el(
    "section",
    {},
    el("h3", {}, `Why is this ${words(terrain)}?`),
    playedAs(hex),
    el("p", {}, "Decided by: ", el("b", {}, rule)),
    list.length ? el("ul", { class: "reasons soft" }, list) : null,
    madeUpIn(hex),
  );
}

/** @param {Hex} hex */
function ground(hex) {
  const { elevation_m: mean, low_m: low, high_m: high, relief_m: relief, slope_deg: slope, steepness } = hex;
  const heights = [
    ["Mean height", metres(mean)],
    ["Lowest, highest", `${metres(low)} to ${metres(high)}`],
    ["Relief", metres(relief)],
    ["Mean slope", slope === null ? "unknown" : `${slope.toFixed(1)}°`],
    ["Steepness", steepness],
  ];
  return el(
    "section",
    {},
    el("h3", {}, "The ground"),
    sharesOf(hex) ?? el("p", { class: "soft" }, "Land cover unknown."),
    mean === null ? el("p", { class: "soft" }, "Height unknown.") : facts(heights),
  );
}

/** @param {Hex} hex */
function features({ evidence }) {
  if (!evidence.length) return null;
  const list = evidence.map((text) => el("li", {}, text));
  return el("section", {}, el("h3", {}, "Features here"), el("ul", { class: "features" }, list));
}

/** @param {Hex} hex */
function byHand(hex) {
  const rows = correctedIn(hex);
  if (!rows.length) return null;
  return el("section", {}, el("h3", {}, "By hand, and for the date"), facts(rows, { class: "stacked" }));
}

/** @param {number | null} value */
function metres(value) {
  return value === null ? "unknown" : `${Math.round(value)} m`;
}
