// The settings of the chosen tool.

import { button, el } from "../common/dom.js";
import { words } from "../common/words.js";

/** @import { Child } from "../common/dom.js" */
/** @import { Settings } from "./toolset.js" */
/** @import { Vocabulary } from "./types.d.ts" */

/** @typedef {"hexside" | "slope" | "border" | "road" | "rail" | "crossing"} Kinds what has kinds to choose from */

/** @type {[number, string][]} */
const BRUSHES = [
  [0, "1 hex"],
  [1, "7 hexes"],
  [2, "19 hexes"],
];
const RANKS = [
  [1, "city"],
  [2, "town"],
  [3, "large village"],
  [4, "village"],
];
const ACTS = [
  ["add", "Put in a place"],
  ["rename", "Rename a place"],
  ["move", "Move a place"],
  ["remove", "Take a place away"],
];

/** Make the settings of a tool; `redraw` is called when others are to be shown.
 * @param {string} tool
 * @param {Settings} set
 * @param {Vocabulary} vocabulary
 * @param {() => void} redraw
 * @returns {Child}
 */
export function optionsOf(tool, set, vocabulary, redraw) {
  const form = new Options(set, vocabulary, redraw);
  /** @type {Record<string, () => Child>} */
  const makers = {
    terrain: () => form.terrain(),
    height: () => form.height(),
    hexside: () => form.hexside(),
    slope: () => form.kinds("slope", "Kind of slope"),
    border: () => form.border(),
    road: () => form.links(),
    crossing: () => form.crossing(),
    place: () => form.place(),
  };
  return makers[tool]?.();
}

class Options {
  /** @param {Settings} set
   * @param {Vocabulary} vocabulary
   * @param {() => void} redraw
   */
  constructor(set, vocabulary, redraw) {
    this.set = set;
    this.vocabulary = vocabulary;
    this.redraw = redraw;
  }

  terrain() {
    const rows = this.vocabulary.terrain.map((name) => this.#terrainRow(name));
    return [this.#brush(), el("div", { class: "swatches", role: "radiogroup", "aria-label": "Terrain" }, rows)];
  }

  /** @param {string} name */
  #terrainRow(name) {
    const { set, vocabulary } = this,
      patch = el("i", { class: "patch", "aria-hidden": "true" });
    patch.style.background = vocabulary.tints[name] ?? "#ffffff";
    const box = el("input", { type: "radio", name: "terrain", value: name, checked: set.terrain === name });
    box.addEventListener("change", () => (set.terrain = name));
    return el("label", { class: "swatch-row" }, box, patch, words(name));
  }

  height() {
    const { set } = this;
    const field = el("input", { type: "number", min: -500, max: 9000, step: "any", value: set.height });
    field.addEventListener("input", () => (set.height = field.value));
    return [this.#brush(), el("label", {}, "Height in metres ", field)];
  }

  hexside() {
    const named = this.set.hexside !== "none";
    return [this.kinds("hexside", "Kind of water"), named ? this.#text("side_name", "Its name, if it has one") : null];
  }

  border() {
    if (this.vocabulary.kinds.border.length > 1) return this.kinds("border", "Kind of hexside");
    const told = "This map has no walls, hedges or other hexsides of its own. Its legend would say which there are";
    return el("p", {}, `${told}: see the manual, Hexsides of your own.`);
  }

  links() {
    const { link } = this.set;
    const buttons = ["road", "rail"].map((one) =>
      this.#mode(one === "road" ? "Road" : "Railway", link === one, () => (this.set.link = one)),
    );
    return [
      el("div", { class: "modes", role: "group", "aria-label": "Road or railway" }, buttons),
      link === "road" ? this.kinds("road", "Kind of road") : this.kinds("rail", "Tracks"),
    ];
  }

  crossing() {
    const named = this.set.crossing !== "none";
    return [
      this.kinds("crossing", "Kind of crossing"),
      named ? this.#text("crossing_name", "Its name, if it has one") : null,
    ];
  }

  place() {
    const { set } = this,
      adds = set.act === "add";
    const act = choice(ACTS, set.act, (value) => {
      set.act = value;
      this.redraw();
    });
    const rank = choice(RANKS, set.rank, (value) => (set.rank = Number(value)));
    return [
      el("label", {}, "Do what ", act),
      adds || set.act === "rename" ? this.#text("name", adds ? "Name" : "New name") : null,
      adds ? el("label", {}, "Size ", rank) : null,
    ];
  }

  /** @param {Kinds} name
   * @param {string} label
   */
  kinds(name, label) {
    const rows = this.vocabulary.kinds[name].map((kind) => [kind, kind === "none" ? "none: take away" : words(kind)]);
    const list = choice(rows, this.set[name], (value) => {
      this.set[name] = value;
      this.redraw();
    });
    return el("label", {}, `${label} `, list);
  }

  #brush() {
    const buttons = BRUSHES.map(([reach, label]) =>
      this.#mode(label, this.set.brush === reach, () => (this.set.brush = reach)),
    );
    return el("div", { class: "modes", role: "group", "aria-label": "Brush" }, buttons);
  }

  /** @param {string} label
   * @param {boolean} on
   * @param {() => void} choose
   */
  #mode(label, on, choose) {
    const chosen = () => {
      choose();
      this.redraw();
    };
    return button(label, chosen, { class: "mode", "aria-pressed": String(on) });
  }

  /** @param {"side_name" | "crossing_name" | "name"} name
   * @param {string} label
   */
  #text(name, label) {
    const field = el("input", { maxlength: 200, autocomplete: "off", value: this.set[name] });
    field.addEventListener("input", () => (this.set[name] = field.value));
    return el("label", {}, `${label} `, field);
  }
}

/** Make a list to choose from.
 * @param {(string | number)[][]} rows each a value and its words
 * @param {string | number} now
 * @param {(value: string) => void} chosen
 * @param {Record<string, unknown>} [props]
 */
export function choice(rows, now, chosen, props = {}) {
  const options = rows.map(([value, label]) => el("option", { value, selected: value === now }, label)),
    list = el("select", props, options);
  list.addEventListener("change", () => chosen(list.value));
  return list;
}
