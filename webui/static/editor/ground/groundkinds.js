// Kinds of terrain and of hexside of the map's own: a list, and a form where one is put down or corrected.

import { button, el, fill } from "../../common/dom.js";
import { capital, words } from "../../common/words.js";
import { sideFields, terrainFields } from "./kindfields.js";

/** @import { Choices, Kind, KindSaid } from "./grounds.d.ts" */
/** @import { Field } from "./kindfields.js" */

/** What is wrong with a kind, by field; null: it was taken.
 * @typedef {Record<string, string[]> | null} Faults
 */

/** @typedef {(said: KindSaid) => Promise<Faults>} Put */

const TITLES = { kind: "Terrain", hexside: "Hexsides" };
const BORDERS = /** @type {Record<string, string>} */ ({
  line: "solid",
  dashes: "dashed",
  dots: "dotted",
  double: "double",
});

export class KindsPane {
  /** @param {HTMLElement} box
   * @param {Choices} choices
   * @param {Put} put
   */
  constructor(box, choices, put) {
    this.choices = choices;
    this.put = put;
    /** @type {Kind[]} */
    this.kinds = [];
    this.list = el("ul", { class: "kinds" });
    this.place = el("div");
    this.acts = el(
      "p",
      {},
      button("Add terrain", () => this.#open("kind", null), { class: "small" }),
      " ",
      button("Add hexsides", () => this.#open("hexside", null), {
        class: "small",
      }),
    );
    fill(box, this.list, this.acts, this.place);
  }

  /** Show the kinds; a form that is open stays as it is filled in.
   * @param {Kind[]} kinds
   */
  show(kinds) {
    this.kinds = kinds;
    fill(
      this.list,
      kinds.map((kind) => this.#item(kind)),
    );
  }

  /** @param {Kind} kind */
  #item(kind) {
    const { table, key, file, said } = kind,
      like = said.resembles === "none" ? "nothing" : words(String(said.resembles ?? ""));
    return el(
      "li",
      { data: { kind: key } },
      swatch(kind, this.choices),
      el(
        "span",
        {},
        el("b", {}, capital(words(key))),
        ` played as ${like}`,
        file && el("span", { class: "soft" }, ` of ${file}`),
      ),
      button("Correct", () => this.#open(table, kind), {
        class: "small",
        "aria-label": `Correct ${words(key)}`,
      }),
    );
  }

  /** @param {"kind" | "hexside"} table
   * @param {Kind | null} kind
   */
  #open(table, kind) {
    const fields = table === "kind" ? terrainFields(kind, this.choices) : sideFields(kind, this.choices),
      was = kind?.key ?? "",
      general = el("p", { class: "fault lines", role: "alert", hidden: true });
    const close = () => {
      fill(this.place);
      this.acts.hidden = false;
    };
    const send = async (/** @type {string} */ key, /** @type {KindSaid["said"]} */ said) => {
      const faults = await this.put({ table, was, key, said });
      if (faults) tell(fields, general, faults);
      else close();
    };
    const taken = (/** @type {Event} */ event) => {
      event.preventDefault();
      const { name, ...said } = Object.fromEntries(fields.map((one) => [one.name, one.value()]));
      void send(keyOf(String(name)) || "-", said);
    };
    this.acts.hidden = true;
    const title = was ? `${TITLES[table]}: ${words(was)}` : `New ${TITLES[table].toLowerCase()} of this map's own`;
    const form = el(
      "form",
      { class: "kind-form", "aria-label": title, novalidate: true, onsubmit: taken },
      el("h3", {}, title),
      general,
      fields.map(({ box }) => box),
      besides(kind),
      el(
        "p",
        { class: "acts" },
        el("button", { class: "primary" }, was ? "Correct it" : "Put it down"),
        was && button("Take it away", () => void send("", {})),
        button("Cancel", close),
      ),
    );
    fill(this.place, form);
    fields[0]?.focus();
    form.scrollIntoView({ block: "nearest" });
  }
}

/** What the file of a kind says that the form does not show.
 * @param {Kind | null} kind
 */
function besides(kind) {
  return kind?.more.length
    ? el("p", { class: "soft small-print" }, `Its file also says ${kind.more.join(", ")}; that stays.`)
    : "";
}

/** Say what is wrong, each at its field, what is of none above them.
 * @param {Field[]} fields
 * @param {HTMLElement} general
 * @param {Record<string, string[]>} faults
 */
function tell(fields, general, faults) {
  const known = new Set(fields.map(({ name }) => name)),
    others = Object.entries(faults).flatMap(([name, lines]) => (known.has(name) ? [] : lines));
  for (const one of fields) one.tell((faults[one.name] ?? []).join("\n"));
  general.textContent = others.join("\n");
  general.hidden = !others.length;
  fields.find(({ name }) => faults[name])?.focus();
}

/** A kind's name as files have it.
 * @param {string} name
 */
export function keyOf(name) {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** How a kind looks, small.
 * @param {Kind} kind
 * @param {Choices} choices
 */
function swatch({ table, said }, { looks }) {
  const mark = el("span", {
    class: table === "kind" ? "swatch" : "swatch side",
    "aria-hidden": "true",
  });
  if (table === "kind") mark.style.background = String(said.tint ?? looks[String(said.resembles)]?.tint ?? "#fff");
  else mark.style.borderTop = `4px ${BORDERS[String(said.pattern ?? "line")]} ${said.colour ?? "#5b4a3a"}`;
  return mark;
}
