// The form of whatever is chosen, made of the table of fields that the server sends.

import { button, byId, el, fill } from "../../common/dom.js";
import { capital, words } from "../../common/words.js";
import { goalsField } from "./goals.js";

/** @import { Model } from "./model.js" */
/** @import { Field, Thing, Words } from "./scenario.d.ts" */

const REST_MS = 600;
const HIDDEN = new Set(["picture", "lon", "lat"]);
/** Fields that are seldom wanted, by kind of thing.
 * @type {Record<string, string[]>}
 */
const SELDOM = {
  head: ["latitude", "longitude", "utc_offset_h", "notes"],
  side: ["id", "supply"],
  formation: ["id", "log", "log_max", "pol", "pol_max", "arrive_day", "arrive_turn", "notes"],
  unit: ["id", "at", "arrive_at", "line", "notes"],
  source: ["id"],
  objective: ["fell"],
  plan: ["id"],
  mission: ["style", "not_before", "reserve", "bypass", "plans"],
};

/** @typedef {{write: (key: string, fields: Record<string, any>, merge?: string) => void, drop: (key: string) => void,
 *   put: (key: string) => void, off: (key: string) => void, goal: (key: string) => void, more: (key: string) => Node[]}} DetailDoors
 */

export class Details {
  /** @param {Model} model
   * @param {Words} vocabulary
   * @param {DetailDoors} doors
   */
  constructor(model, vocabulary, doors) {
    this.model = model;
    this.words = vocabulary;
    this.doors = doors;
    this.box = byId("details");
    this.key = "";
  }

  /** Show a thing; while somebody writes in its form, what he writes stays.
   * @param {string} key
   * @param {{quiet?: boolean}} [how]
   */
  show(key, { quiet = false } = {}) {
    const active = quiet && key === this.key ? this.#active() : null;
    if (active && isWritten(active)) return;
    this.key = key;
    fill(this.box, this.#form(key, this.model.things[key]));
    if (active?.id) document.getElementById(active.id)?.focus();
  }

  /** What has the focus in the form. */
  #active() {
    const { activeElement } = document;
    return activeElement && this.box.contains(activeElement) ? activeElement : null;
  }

  /** Put the cursor into the name of what is shown. */
  rename() {
    const name = this.box.querySelector("[name=name]");
    if (name instanceof HTMLInputElement) {
      name.focus();
      name.select();
    }
  }

  /** @param {string} key
   * @param {Thing} thing
   */
  #form(key, thing) {
    const seldom = new Set(SELDOM[thing.what] ?? []),
      all = (this.words.fields[thing.what] ?? []).filter((field) => !HIDDEN.has(field.key));
    const rest = all.filter((field) => seldom.has(field.key));
    return [
      el("h2", {}, capital(thing.what === "head" ? "the scenario" : thing.what)),
      this.#acts(key, thing),
      all.filter((field) => !seldom.has(field.key)).map((field) => this.#field(key, thing, field)),
      rest.length
        ? el(
            "details",
            { class: "rest" },
            el("summary", {}, "More"),
            rest.map((field) => this.#field(key, thing, field)),
          )
        : "",
      this.doors.more(key),
    ];
  }

  /** @param {string} key
   * @param {Thing} thing
   */
  #acts(key, thing) {
    const { doors, model } = this,
      onMap = ["unit", "formation", "objective", "source"].includes(thing.what),
      there = thing.what !== "formation" && model.hexes[key] !== undefined;
    return el(
      "p",
      { class: "detail-acts" },
      onMap && button(there ? "Move on the map" : "Put on the map", () => doors.put(key), { id: "put" }),
      there && thing.what === "unit" && button("Take off the map", () => doors.off(key)),
      !["head", "side"].includes(thing.what) && button("Take away", () => doors.drop(key), { class: "small danger" }),
    );
  }

  /** @param {string} key
   * @param {Thing} thing
   * @param {Field} field
   */
  #field(key, thing, field) {
    const id = `field-${field.key}`;
    if (field.kind === "words")
      return this.#words(
        key,
        thing,
        field,
        field.known.map((word) => [word, words(word)]),
      );
    if (field.kind === "plans")
      return this.#words(
        key,
        thing,
        field,
        this.model.of("plan").map(([plan, one]) => [plan, one.name]),
      );
    if (field.kind === "goals") return goalsField(key, this.model, this.doors);
    if (field.kind === "flag")
      return el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          id,
          name: field.key,
          checked: thing[field.key] === true,
          onchange: (/** @type {Event} */ { target }) =>
            this.#said(key, field, /** @type {HTMLInputElement} */ (target).checked),
        }),
        field.words,
      );
    return el(
      "label",
      { class: "field" },
      el("span", {}, field.words, field.help && el("span", { class: "soft" }, ` ${field.help}`)),
      this.#control(key, thing, field, id),
    );
  }

  /** @param {string} key
   * @param {Thing} thing
   * @param {Field} field
   * @param {string} id
   */
  #control(key, thing, field, id) {
    const value = thing[field.key],
      told = value === null || value === undefined ? "" : String(value);
    const onchange = (/** @type {Event} */ { target }) =>
      this.#said(key, field, read(field, /** @type {any} */ (target).value));
    if (field.kind === "long") return this.#long(key, field, told, id);
    const choices = this.#choices(field);
    if (choices)
      return el(
        "select",
        { id, name: field.key, onchange },
        field.empty || !told ? el("option", { value: "" }, "–") : "",
        choices.map(([one, name]) => el("option", { value: one, selected: one === told }, name)),
      );
    const type = { date: "date", colour: "color", whole: "number", number: "number" }[field.kind] ?? "text";
    const limits =
      type === "number"
        ? { min: field.low, max: field.high, step: field.kind === "whole" ? 1 : "any" }
        : { maxlength: 120 };
    return el("input", { id, type, name: field.key, value: told, autocomplete: "off", ...limits, onchange });
  }

  /** What a field may be, where it is a choice: words with their names; null: it is none.
   * @param {Field} field
   * @returns {string[][] | null}
   */
  #choices({ kind, known }) {
    if (kind === "choice") return known.map((word) => [word, words(word)]);
    if (kind === "rules") return this.words.rules;
    const things = ["side", "source", "plan", "formation"].includes(kind) ? this.model.of(kind) : null;
    return things && things.map(([one, thing]) => [one, thing.name]);
  }

  /** A text is sent while it is written, and is one step until it is left.
   * @param {string} key
   * @param {Field} field
   * @param {string} told
   * @param {string} id
   */
  #long(key, field, told, id) {
    const merge = `${key}.${field.key}.${Date.now() % 1e6}`.slice(0, 40);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    let sent = told;
    const box = el("textarea", { id, name: field.key, rows: 5, maxlength: 20000 }, told);
    const send = () => {
      clearTimeout(waiting);
      if (box.value !== sent) this.doors.write(key, { [field.key]: (sent = box.value) }, merge);
    };
    box.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(send, REST_MS);
    });
    box.addEventListener("change", send);
    return box;
  }

  /** @param {string} key
   * @param {Thing} thing
   * @param {Field} field
   * @param {string[][]} known
   */
  #words(key, thing, field, known) {
    const chosen = new Set(thing[field.key] ?? []);
    const onchange = (/** @type {Event} */ { target }) => {
      const { value, checked } = /** @type {HTMLInputElement} */ (target);
      if (checked) chosen.add(value);
      else chosen.delete(value);
      this.doors.write(key, { [field.key]: known.map(([word]) => word).filter((word) => chosen.has(word)) });
    };
    return el(
      "fieldset",
      { class: "words" },
      el("legend", {}, field.words, field.help && el("span", { class: "soft" }, ` ${field.help}`)),
      known.map(([word, name]) =>
        el(
          "label",
          { class: "check" },
          el("input", { type: "checkbox", value: word, checked: chosen.has(word), onchange }),
          name,
        ),
      ),
    );
  }

  /** @param {string} key
   * @param {Field} field
   * @param {any} value
   */
  #said(key, field, value) {
    this.doors.write(key, { [field.key]: value });
  }
}

/** Whether somebody may be in the middle of a word there.
 * @param {Element} control
 */
function isWritten(control) {
  const chosen = ["checkbox", "color", "file"];
  return (
    control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && !chosen.includes(control.type))
  );
}

/** Read what stands in a control.
 * @param {Field} field
 * @param {string} text
 */
function read({ kind }, text) {
  if (kind !== "whole" && kind !== "number") return text;
  return text === "" ? null : Number(text);
}
