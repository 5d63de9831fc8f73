// The list of what is known of the enemy: dated, with source and confidence; for the umpire any command's, with the truth.

import { byId, el, fill, ifThere } from "../../common/dom.js";
import { asShown } from "../../map/contacts.js";
import { SORTS, dots, listed } from "./listing.js";

/** @import { Contact, Contacts, Picture } from "../../common/data.d.ts" */

const STAGES = {
  "": "what counts",
  fresh: "this turn",
  late: "last turn",
  old: "stale",
  history: "history",
  gone: "gone",
  false: "false",
  all: "everything",
};

export class EnemyPanel {
  /** @param {object} page
   * @param {Picture} page.picture
   * @param {(hex: number) => void} page.goTo
   * @param {(contacts: Contact[], chosen: string | null) => void} page.draw shows them on the map
   * @param {(of: string) => void} page.lookFor the umpire wants to see what another knows; "": nobody
   */
  constructor({ picture, goTo, draw, lookFor }) {
    this.picture = picture;
    this.goTo = goTo;
    this.draw = draw;
    /** @type {Contacts} */
    this.told = { version: 0, of: "", commands: [], contacts: [], deceives: "" };
    /** @type {string | null} */
    this.chosen = null;
    this.box = byId("enemy-list");
    this.find = byId("enemy-find", HTMLInputElement);
    this.stage = byId("enemy-stage", HTMLSelectElement);
    this.sort = byId("enemy-sort", HTMLSelectElement);
    this.of = ifThere("enemy-of", HTMLSelectElement);
    options(this.stage, Object.entries(STAGES));
    options(
      this.sort,
      Object.entries(SORTS).map(([key, { words }]) => [key, words]),
    );
    this.find.addEventListener("input", () => this.#list());
    for (const choice of [this.stage, this.sort]) choice.addEventListener("change", () => this.#list());
    this.of?.addEventListener("change", () => lookFor(this.of?.value ?? ""));
  }

  /** @param {Contacts} told */
  show(told) {
    this.told = told;
    if (!told.contacts.some(({ id }) => id === this.chosen)) this.chosen = null;
    const { of } = this;
    if (of) {
      options(of, [["", "nobody: the truth alone"], ...told.commands.map(({ key, name }) => [key, name])]);
      of.value = told.of;
    }
    this.draw(told.contacts, this.chosen);
    this.#list();
  }

  #list() {
    const { told, find, stage, sort } = this,
      wanted = { text: find.value, stage: stage.value, sort: sort.value },
      rows = listed(told.contacts, wanted),
      total = told.contacts.length;
    const count = `${rows.length} of ${total} contact${total === 1 ? "" : "s"}`;
    fill(
      this.box,
      el("p", { class: "soft pad", role: "status" }, total ? count : this.#nothing()),
      told.deceives ? el("p", { class: "soft pad deceives" }, told.deceives) : null,
      el(
        "ul",
        { class: "contacts" },
        rows.map((one) => el("li", {}, this.#row(one))),
      ),
    );
  }

  #nothing() {
    if (this.of && !this.told.of) return "Choose above whose knowledge you want to see beside the truth.";
    return "Nothing is known of the enemy.";
  }

  /** @param {Contact} one */
  #row(one) {
    const { id, hex, what, number, place, strength, confidence } = one;
    const choose = () => {
      this.chosen = this.chosen === id ? null : id;
      this.draw(this.told.contacts, this.chosen);
      this.#list();
      this.goTo(hex);
    };
    return el(
      "button",
      {
        ...{ type: "button", class: `contact ${one.stage}`, data: { contact: id }, onclick: choose },
        "aria-pressed": String(this.chosen === id),
      },
      this.picture(asShown(one), 30),
      el(
        "span",
        { class: "label" },
        el("span", { class: "name" }, what, strength === "?" ? null : ` · ${strength}`),
        el("span", { class: "sure", role: "img", "aria-label": `confidence ${confidence} of 5` }, dots(confidence)),
        el("span", { class: "where" }, place ? `${place} (${number})` : number, ` · ${one.seen}, ${one.age_words}`),
        el("span", { class: "soft" }, sourceOf(one)),
        notes(one).map((note) => el("span", { class: "soft" }, note)),
      ),
    );
  }
}

/** @param {Contact} one */
function sourceOf({ source_words: source, via, stage, stage_words: words }) {
  const by = via.length ? `: ${via.join(", ")}` : "";
  return `${source}${by}${stage === "gone" || stage === "false" ? ` · ${words}` : ""}`;
}

/** What else is to be said of a contact, a line each.
 * @param {Contact} one
 */
function notes({ radius, same, words, truth, others, doubtful, towards }) {
  const found = [];
  if (doubtful) found.push("seen from afar or by night: it may be something else");
  if (towards) found.push(`perhaps moved on towards ${towards}`);
  if (others.length) found.push(`or in one of ${others.length} hexes beside it`);
  if (radius) found.push(`may be up to ${radius} hexes away by now`);
  if (same.length) found.push(`perhaps the same as ${same.join("; ")}`);
  if (words) found.push(`“${words}”`);
  if (truth !== undefined) found.push(`In truth: ${truth || "nobody"}`);
  return found;
}

/** @param {HTMLSelectElement} box
 * @param {string[][]} rows
 */
function options(box, rows) {
  const { value } = box;
  fill(
    box,
    rows.map(([key, words]) => el("option", { value: key }, words)),
  );
  if (rows.some(([key]) => key === value)) box.value = value;
}
