// Show a hex: what it is and why, what lies on its sides, who holds it, what may be ordered there.

import { byId, el, fill, words } from "../common/dom.js";
import { counterPicture } from "./counterpicture.js";

export class HexCard {
  constructor(page) {
    this.page = page;
    this.box = byId("hex-card");
  }

  show(hex) {
    fill(
      this.box,
      this.#head(hex),
      this.#stands(hex),
      this.#orders(hex),
      this.#why(hex),
      this.#sides(hex),
      this.#control(hex),
      this.#sources(hex),
    );
  }

  #head({ number, terrain, place, places }) {
    const people = places.find(([, count]) => count)?.[1];
    return el(
      "div",
      {},
      el("h2", { tabindex: "-1" }, place ? `${place} ` : "", el("span", { class: "number" }, number)),
      el("p", { class: "soft" }, words(terrain), people ? ` · ${people.toLocaleString("en")} people today` : ""),
      places.length > 1
        ? el(
            "p",
            { class: "soft" },
            `Also: ${places
              .slice(1, 6)
              .map(([name]) => name)
              .join(", ")}${places.length > 6 ? "…" : ""}`,
          )
        : null,
    );
  }

  #stands({ stands }) {
    const found = stands.map((id) => this.page.stand(id)).filter(Boolean);
    if (!found.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, "Units here"),
      found.map((stand) =>
        el(
          "button",
          { type: "button", class: "stand", onclick: () => this.page.choose(stand.id) },
          counterPicture(this.page.map, stand, 30),
          el("span", { class: "label" }, stand.name),
          el(
            "span",
            { class: "strength" },
            stand.strength ?? "?",
            stand.full !== null ? el("span", { class: "soft" }, `/${stand.full}`) : null,
          ),
        ),
      ),
    );
  }

  #orders({ orders }) {
    if (!orders.length) return null;
    const list = el(
      "select",
      { "aria-label": "Order for this hex" },
      orders.map((order, n) => el("option", { value: n }, `${this.#sideOf(order)}: ${order.words}`)),
    );
    return el(
      "section",
      {},
      el("h3", {}, "From the air"),
      el(
        "div",
        { class: "acts" },
        list,
        el(
          "button",
          { type: "button", class: "small", onclick: () => this.page.orders.propose(orders[Number(list.value)]) },
          "Choose",
        ),
      ),
    );
  }

  #sideOf({ order }) {
    return this.page.sideName(order.side);
  }

  #why(hex) {
    const shares = Object.entries(hex.shares);
    return el(
      "section",
      {},
      el("h3", {}, `Why is this ${words(hex.terrain)}?`),
      el("p", {}, "Decided by: ", el("b", {}, hex.rule)),
      hex.reasons.length ? el("p", { class: "reasons soft" }, hex.reasons.join(" · ")) : null,
      shares.length
        ? el(
            "ul",
            { class: "shares" },
            shares.map(([name, share]) => {
              const bar = el("i", { class: "bar-of" });
              bar.style.width = `${Math.round(share * 100)}%`;
              return el(
                "li",
                {},
                el("span", {}, name),
                el("span", { class: "bar-box" }, bar),
                el("span", { class: "n" }, `${Math.round(share * 100)} %`),
              );
            }),
          )
        : null,
      hex.elevation_m === null
        ? null
        : el(
            "p",
            { class: "soft" },
            `Height ${Math.round(hex.elevation_m)} m, from ${Math.round(hex.low_m)} to ${Math.round(hex.high_m)}; relief ${Math.round(hex.relief_m)} m${hex.slope_deg === null ? "" : `, slope ${hex.slope_deg.toFixed(1)}°`}`,
          ),
      this.#byHand(hex),
      this.#features(hex),
      this.#references(hex),
    );
  }

  #byHand({ corrections, audit }) {
    const rows = [
      ...corrections.map(({ what, name, value, why, source }) => [
        `${words(what)}${name ? ` ${name}` : ""}: ${words(value)}`,
        `${why || "no reason given"}${source ? ` (${source})` : ""}`,
      ]),
      ...audit,
    ];
    if (!rows.length) return null;
    return el(
      "div",
      {},
      el("h4", {}, "Corrected, and made true to the date"),
      el(
        "dl",
        { class: "facts" },
        rows.map(([what, why]) => [el("dt", {}, what), el("dd", {}, why)]),
      ),
    );
  }

  #features({ evidence }) {
    if (!evidence.length) return null;
    return el(
      "details",
      { class: "sources" },
      el("summary", {}, "Features here"),
      el(
        "ul",
        {},
        evidence.map((text) => el("li", {}, text)),
      ),
    );
  }

  #references({ references }) {
    const grids = Object.entries(references);
    if (!grids.length) return null;
    return el(
      "details",
      { class: "sources" },
      el("summary", {}, "Map references"),
      el(
        "dl",
        { class: "facts" },
        grids.map(([grid, text]) => [el("dt", {}, grid), el("dd", {}, text)]),
      ),
    );
  }

  #sides({ sides }) {
    if (!sides.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, "Sides and roads"),
      el(
        "dl",
        { class: "facts" },
        sides.map((side) => [
          el("dt", {}, `${side.direction} `, el("span", { class: "soft" }, side.neighbour)),
          el("dd", {}, sideWords(side)),
        ]),
      ),
    );
  }

  #control(hex) {
    const rows = [
      ["Held by", hex.held_by ?? "nobody"],
      ...Object.entries(hex.zones).map(([side, names]) => [`${this.page.sideName(side)} zone`, names.join(", ")]),
      ...hex.works.map((what) => ["Works", words(what)]),
      ...hex.objectives.map((spot) => [
        "Objective",
        `${spot.name}: ${spot.points} points to ${this.page.sideName(spot.side)} if held at the end of day ${spot.by_day}`,
      ]),
      ...hex.supply_sources.map((spot) => ["Supply", `${spot.name}, ${this.page.sideName(spot.side)}`]),
    ];
    return el(
      "section",
      {},
      el("h3", {}, "Control"),
      el(
        "dl",
        { class: "facts" },
        rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
      ),
    );
  }

  #sources({ sources, notes }) {
    return el(
      "details",
      { class: "sources" },
      el("summary", {}, "Sources and limits"),
      el(
        "ul",
        {},
        [...sources, ...notes].map((text) => el("li", {}, text)),
      ),
    );
  }
}

function sideWords({ water, river, crossing, crossing_name: name, road, rail, slope }) {
  const parts = [];
  if (water !== "none") parts.push(`${words(water)}${river ? ` ${river}` : ""}`);
  if (slope !== "none") parts.push(words(slope));
  if (crossing !== "none") parts.push(name ? `${words(crossing)}: ${name}` : words(crossing));
  if (road !== "none") parts.push(`${words(road)} road`);
  if (rail !== "none") parts.push("railway");
  return parts.join(", ");
}
