// List the corrections, and those that do not fit.

import { byId, button, el, fill } from "../common/dom.js";

/** @import { Audit, Conflict, Correction, Doubt, EditorState } from "./types.d.ts" */

// These only say that a later correction has the last word; they are told, but call nobody.
const QUIET = new Set(["overrules", "idle"]);

/** List the conflicts that somebody should look at.
 * @param {Conflict[]} conflicts
 */
export function loud(conflicts) {
  return conflicts.filter(({ kind }) => !QUIET.has(kind));
}

export class Lists {
  /** @param {object} needs
   * @param {(hex: number) => void} needs.goTo
   * @param {(id: string) => void} needs.takeOut
   * @param {() => Promise<Audit>} needs.audit what was done for the date
   */
  constructor({ goTo, takeOut, audit }) {
    this.goTo = goTo;
    this.takeOut = takeOut;
    this.audit = audit;
    /** @type {Audit | null} */
    this.dated = null;
  }

  /** @param {EditorState} state
   * @param {{shown?: boolean}} [how]
   */
  draw({ conflicts, corrections, doubts = [] }, { shown = !byId("list").hidden } = {}) {
    const calling = loud(conflicts),
      quiet = conflicts.filter(({ kind }) => QUIET.has(kind)),
      mine = new Set(corrections.filter(({ came }) => !came).map(({ id }) => id));
    byId("conflict-count").textContent = String(calling.length + doubts.length);
    byId("conflict-count").hidden = !calling.length && !doubts.length;
    if (!shown) return;
    fill(
      byId("list-body"),
      this.#doubts(doubts),
      this.#conflicts("To look at", calling, mine),
      this.#corrections(corrections),
      this.#conflicts("Overruled or idle", quiet, mine),
      this.#dated(),
    );
  }

  /** What the sources could not tell, for the maker to look at.
   * @param {Doubt[]} doubts
   */
  #doubts(doubts) {
    if (!doubts.length) return null;
    const rows = doubts.map(({ place, what, remedy }) =>
      el(
        "li",
        { class: "row conflict" },
        el("b", {}, place),
        el("span", {}, what),
        el("span", { class: "soft" }, remedy),
      ),
    );
    return el("section", {}, el("h3", {}, `Doubtful (${doubts.length})`), el("ul", {}, rows));
  }

  /** What was done for the date: asked for once, and then drawn with the rest. */
  #dated() {
    const box = el("section", { id: "dated" });
    if (this.dated) fill(box, this.#audited(this.dated));
    else
      this.audit().then(
        (told) => fill(box, this.#audited((this.dated = told))),
        (fault) => fill(box, el("p", { class: "pad soft" }, `What was done for the date: ${fault.message}`)),
      );
    return box;
  }

  /** @param {Audit} audit */
  #audited({ count, date, rows }) {
    if (!count) return null;
    const more = count > rows.length ? `, the first ${rows.length}` : "";
    const lines = rows.map(({ words, verdict, why, hex, number, feature }) =>
      el(
        "li",
        { class: "row" },
        el("b", {}, `${verdict}: ${words}`),
        el("span", { class: "soft" }, `${why} · ${feature}`),
        this.#acts({ hex, number, words }, null),
      ),
    );
    return el("details", {}, el("summary", {}, `Done for ${date} (${count}${more})`), el("ul", {}, lines));
  }

  /** @param {string} title
   * @param {Conflict[]} conflicts
   * @param {Set<string>} mine
   */
  #conflicts(title, conflicts, mine) {
    if (!conflicts.length) return null;
    const rows = conflicts.map((one) =>
      el(
        "li",
        { class: "row conflict" },
        el("b", {}, one.words),
        el("span", {}, one.what),
        el("span", { class: "soft" }, one.remedy),
        this.#acts(one, mine.has(one.correction) ? one.correction : null),
      ),
    );
    return el("section", {}, el("h3", {}, `${title} (${conflicts.length})`), el("ul", {}, rows));
  }

  /** @param {Correction[]} corrections */
  #corrections(corrections) {
    if (!corrections.length)
      return el("p", { class: "pad soft" }, "Nothing was corrected yet. Choose a tool under Draw.");
    const rows = [...corrections].reverse().map((one) => this.#correction(one));
    return el("section", {}, el("h3", {}, `Corrections (${corrections.length})`), el("ul", {}, rows));
  }

  /** @param {Correction} one */
  #correction(one) {
    const { words, why, source, by, came, id } = one;
    const told = [why || "no reason given", source, by].filter(Boolean).join(" · ");
    return el(
      "li",
      { class: "row" },
      el("b", {}, words),
      el("span", { class: "soft" }, told),
      came ? el("span", { class: "soft came" }, "came with the map") : null,
      this.#acts(one, came ? null : id),
    );
  }

  /** @param {{hex: number, number: string, words: string}} where
   * @param {string | null} id what can be taken out
   */
  #acts({ hex, number, words }, id) {
    const go = { "aria-label": `Go to ${number}: ${words}` },
      out = { "aria-label": `Take out: ${words}` };
    return el(
      "span",
      { class: "row-acts" },
      number ? button(number, () => this.goTo(hex), go) : null,
      id ? button("Take out", () => this.takeOut(id), out) : null,
    );
  }
}
