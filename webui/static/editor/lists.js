// List the corrections, and those that do not fit.

import { byId, el, fill } from "../common/dom.js";

// These only say that a later correction has the last word; they are told, but call nobody.
export const QUIET = new Set(["overrules", "idle"]);

export class Lists {
  constructor(editor) {
    this.editor = editor;
    byId("tab-list").addEventListener("click", () => this.draw({ shown: true }));
  }

  draw({ shown = !byId("list").hidden } = {}) {
    const { conflicts } = this.editor.state,
      loud = conflicts.filter(({ kind }) => !QUIET.has(kind));
    byId("conflict-count").textContent = loud.length;
    byId("conflict-count").hidden = !loud.length;
    if (!shown) return;
    fill(
      byId("list-body"),
      this.#conflicts("To look at", loud),
      this.#corrections(),
      this.#conflicts(
        "Overruled or idle",
        conflicts.filter(({ kind }) => QUIET.has(kind)),
      ),
    );
  }

  #conflicts(title, conflicts) {
    if (!conflicts.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, `${title} (${conflicts.length})`),
      el(
        "ul",
        {},
        conflicts.map((one) =>
          el(
            "li",
            { class: "row conflict" },
            el("b", {}, one.words),
            el("span", {}, one.what),
            el("span", { class: "soft" }, one.remedy),
            this.#acts(one, one.correction),
          ),
        ),
      ),
    );
  }

  #corrections() {
    const { corrections } = this.editor.state;
    if (!corrections.length)
      return el("p", { class: "pad soft" }, "Nothing was corrected yet. Choose a tool under Draw.");
    return el(
      "section",
      {},
      el("h3", {}, `Corrections (${corrections.length})`),
      el(
        "ul",
        {},
        [...corrections]
          .reverse()
          .map((one) =>
            el(
              "li",
              { class: "row" },
              el("b", {}, one.words),
              el(
                "span",
                { class: "soft" },
                `${one.why || "no reason given"}${one.source ? ` · ${one.source}` : ""}${one.by ? ` · ${one.by}` : ""}`,
              ),
              one.came ? el("span", { class: "soft came" }, "came with the map") : null,
              this.#acts(one, one.came ? null : one.id),
            ),
          ),
      ),
    );
  }

  #acts({ hex, number, words }, id) {
    const mine = id && this.editor.state.corrections.some((one) => one.id === id && !one.came);
    return el(
      "span",
      { class: "row-acts" },
      number
        ? el(
            "button",
            {
              type: "button",
              class: "small",
              onclick: () => this.editor.goTo(hex),
              "aria-label": `Go to ${number}: ${words}`,
            },
            number,
          )
        : null,
      mine
        ? el(
            "button",
            {
              type: "button",
              class: "small",
              onclick: () => this.editor.act("drop", { ids: [id] }),
              "aria-label": `Take out: ${words}`,
            },
            "Take out",
          )
        : null,
    );
  }
}
