// Show a hex: what it is and why, what lies on its sides, who holds it, what may be ordered there.

import { byId, button, el, facts, fill } from "../common/dom.js";
import { correctedIn, folded, madeUpIn, playedAs, sharesOf, sidesOf, sourcesOf } from "../common/hexparts.js";
import { count, words } from "../common/words.js";

/** @import { Hex, Picture, Propose, Stand } from "../common/data.d.ts" */

export class HexCard {
  /** @param {object} page
   * @param {Picture} page.picture
   * @param {(id: string) => Stand | undefined} page.stand
   * @param {(key: string) => string} page.sideName
   * @param {(id: string) => void} page.choose
   * @param {Propose} page.propose
   */
  constructor({ picture, stand, sideName, choose, propose }) {
    this.picture = picture;
    this.stand = stand;
    this.sideName = sideName;
    this.choose = choose;
    this.propose = propose;
  }

  /** @param {Hex} hex */
  show(hex) {
    fill(
      byId("hex-card"),
      head(hex),
      this.#stands(hex),
      this.#orders(hex),
      why(hex),
      sidesOf(hex),
      this.#control(hex),
      sourcesOf(hex),
    );
  }

  /** @param {Hex} hex */
  #stands({ stands }) {
    const found = stands.map((id) => this.stand(id)).filter((stand) => stand !== undefined);
    if (!found.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, "Units here"),
      /** @type {Stand[]} */ (found).map((stand) => this.#unit(stand)),
    );
  }

  /** @param {Stand} stand */
  #unit(stand) {
    const full = stand.full === null ? null : el("span", { class: "soft" }, `/${stand.full}`);
    return el(
      "button",
      { type: "button", class: "stand", onclick: () => this.choose(stand.id) },
      this.picture(stand, 30),
      el("span", { class: "label" }, stand.name),
      el("span", { class: "strength" }, stand.strength ?? "?", full),
    );
  }

  /** @param {Hex} hex */
  #orders({ orders }) {
    if (!orders.length) return null;
    const list = el(
      "select",
      { "aria-label": "Order for this hex" },
      orders.map(({ order, words: said }, n) =>
        el("option", { value: n }, `${this.sideName(order.side ?? "")}: ${said}`),
      ),
    );
    const choose = button("Choose", () => this.propose(orders[Number(list.value)]));
    return el("section", {}, el("h3", {}, "From the air"), el("div", { class: "acts" }, list, choose));
  }

  /** @param {Hex} hex */
  #control({ held_by: holder, zones, works, objectives, supply_sources: sources }) {
    const side = this.sideName;
    const worth = objectives.map(({ name, points, side: key, by_day: day }) => [
      "Objective",
      `${name}: ${count(points, "point")} to ${side(key)} if held at the end of day ${day}`,
    ]);
    const rows = [
      ["Held by", holder ?? "nobody"],
      ...Object.entries(zones).map(([key, names]) => [`${side(key)} zone`, names.join(", ")]),
      ...works.map((what) => ["Works", words(what)]),
      ...worth,
      ...sources.map((spot) => ["Supply", `${spot.name}, ${side(spot.side)}`]),
    ];
    return el("section", {}, el("h3", {}, "Control"), facts(rows));
  }
}

/** @param {Hex} hex */
function head({ number, terrain, place, places }) {
  const people = places.find(([, number_]) => number_)?.[1],
    others = places.slice(1, 6).map(([name]) => name);
  return el(
    "div",
    {},
    el("h2", { tabindex: "-1" }, place ? `${place} ` : "", el("span", { class: "number" }, number)),
    el("p", { class: "soft" }, words(terrain), people ? ` · ${people.toLocaleString("en")} people today` : ""),
    others.length ? el("p", { class: "soft" }, `Also: ${others.join(", ")}${places.length > 6 ? "…" : ""}`) : null,
  );
}

/** @param {Hex} hex */
function why(hex) {
  return el(
    "section",
    {},
    el("h3", {}, `Why is this ${words(hex.terrain)}?`),
    playedAs(hex),
    el("p", {}, "Decided by: ", el("b", {}, hex.rule)),
    hex.reasons.length ? el("p", { class: "reasons soft" }, hex.reasons.join(" · ")) : null,
    madeUpIn(hex),
    sharesOf(hex),
    heights(hex),
    corrected(hex),
    features(hex),
    references(hex),
  );
}

/** @param {Hex} hex */
function heights({ elevation_m: mean, low_m: low, high_m: high, relief_m: relief, slope_deg: slope, steepness }) {
  if (mean === null) return null;
  const [m, from, to, rise] = [mean, low, high, relief].map((value) => Math.round(value ?? 0));
  const steep = slope === null ? "" : `, slope ${slope.toFixed(1)}°`;
  return el(
    "p",
    { class: "soft" },
    `Height ${m} m, from ${from} to ${to}; relief ${rise} m${steep}: ${steepness} ground`,
  );
}

/** @param {Hex} hex */
function corrected(hex) {
  const rows = correctedIn(hex);
  return rows.length ? el("div", {}, el("h4", {}, "Corrected, and made true to the date"), facts(rows)) : null;
}

/** @param {Hex} hex */
function features({ evidence }) {
  if (!evidence.length) return null;
  const rows = evidence.map((text) => el("li", {}, text));
  return folded("Features here", el("ul", {}, rows));
}

/** @param {Hex} hex */
function references({ references: grids }) {
  const rows = Object.entries(grids);
  return rows.length ? folded("Map references", facts(rows)) : null;
}
