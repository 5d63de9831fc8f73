// Show a hex: what it is, by which rule and which numbers, from which features, and what was corrected there.

import { byId, el, fill } from "../common/dom.js";
import { words } from "../common/words.js";

export class HexCard {
  constructor(editor) {
    this.editor = editor;
    this.box = byId("hex-card");
  }

  show(hex) {
    fill(
      this.box,
      this.#head(hex),
      this.#why(hex),
      this.#ground(hex),
      this.#features(hex),
      this.#byHand(hex),
      this.#sides(hex),
      this.#sources(hex),
    );
  }

  #head({ number, terrain, place, places }) {
    return el(
      "div",
      {},
      el("h2", { tabindex: "-1" }, place ? `${place} ` : "", el("span", { class: "number" }, number)),
      el("p", {}, el("b", {}, words(terrain))),
      places.length > (place ? 1 : 0)
        ? el(
            "p",
            { class: "soft" },
            places
              .slice(0, 6)
              .map(([name, people]) => (people ? `${name}, ${people.toLocaleString("en")} people today` : name))
              .join(" · "),
          )
        : null,
    );
  }

  #why({ terrain, rule, reasons }) {
    return el(
      "section",
      {},
      el("h3", {}, `Why is this ${words(terrain)}?`),
      el("p", {}, "Decided by: ", el("b", {}, rule)),
      reasons.length
        ? el(
            "ul",
            { class: "reasons soft" },
            reasons.map((reason) => el("li", {}, reason)),
          )
        : null,
    );
  }

  #ground({ shares, elevation_m: mean, low_m: low, high_m: high, relief_m: relief, slope_deg: slope }) {
    const bars = Object.entries(shares);
    const heights =
      mean === null
        ? []
        : [
            ["Mean height", `${Math.round(mean)} m`],
            ["Lowest, highest", `${metres(low)} to ${metres(high)}`],
            ["Relief", metres(relief)],
            ["Mean slope", slope === null ? "unknown" : `${slope.toFixed(1)}°`],
          ];
    return el(
      "section",
      {},
      el("h3", {}, "The ground"),
      bars.length
        ? el(
            "ul",
            { class: "shares" },
            bars.map(([name, share]) => {
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
        : el("p", { class: "soft" }, "Land cover unknown."),
      heights.length
        ? el(
            "dl",
            { class: "facts" },
            heights.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
          )
        : el("p", { class: "soft" }, "Height unknown."),
    );
  }

  #features({ evidence }) {
    if (!evidence.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, "Features here"),
      el(
        "ul",
        { class: "features" },
        evidence.map((text) => el("li", {}, text)),
      ),
    );
  }

  #byHand({ corrections, audit }) {
    const rows = [
      ...corrections.map(({ what, name, value, why, source }) => [
        `${words(what)}${name ? ` ${name}` : ""}: ${words(value) || "taken away"}`,
        `${why || "no reason given"}${source ? ` (${source})` : ""}`,
      ]),
      ...audit,
    ];
    if (!rows.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, "By hand, and for the date"),
      el(
        "dl",
        { class: "stacked" },
        rows.map(([what, why]) => [el("dt", {}, what), el("dd", { class: "soft" }, why)]),
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

function metres(value) {
  return value === null ? "unknown" : `${Math.round(value)} m`;
}

function sideWords({ water, river, crossing, crossing_name: name, road, rail, slope }) {
  const parts = [];
  if (water !== "none") parts.push(`${words(water)}${river ? ` ${river}` : ""}`);
  if (slope !== "none") parts.push(words(slope));
  if (crossing !== "none") parts.push(name ? `${words(crossing)}: ${name}` : words(crossing));
  if (road !== "none") parts.push(`${words(road)} road`);
  if (rail !== "none") parts.push(`${rail} railway`);
  return parts.join(", ");
}
