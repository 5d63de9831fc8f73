// Mark and list what differs from the map as it began, or from another one.

import { byId, button, el, fill, on } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { LATE, Latest } from "../common/latest.js";
import { sendFile } from "../common/sending.js";
import { count, words } from "../common/words.js";

/** @import { Server } from "../common/server.js" */
/** @import { Difference } from "./types.d.ts" */

const MOST_ROWS = 400;

export class Compare {
  /** @param {object} needs
   * @param {Server} needs.server
   * @param {(marks: {differs: number[], differing: number[]}) => void} needs.mark
   * @param {(hex: number) => void} needs.goTo
   * @param {(text: string) => void} needs.toast
   */
  constructor({ server, mark, goTo, toast }) {
    this.server = server;
    this.mark = mark;
    this.goTo = goTo;
    this.toast = toast;
    this.sent = false;
    this.answers = new Latest();
    this.box = byId("show-diff", HTMLInputElement);
    this.other = byId("diff-with", HTMLSelectElement);
    this.file = byId("against", HTMLInputElement);
    on("show-diff", "change", () => this.refresh());
    on("diff-with", "change", () => this.#choose());
    on("against", "change", () => this.#send());
  }

  toggle() {
    this.box.checked = !this.box.checked;
    this.refresh();
  }

  refresh() {
    const other = this.other.value;
    if (!this.box.checked || (other === "other" && !this.sent)) {
      this.answers.forget();
      return this.#show(null);
    }
    return this.#take(() => this.server.get("diff.json", { with: other }));
  }

  #choose() {
    byId("against-row").hidden = this.other.value !== "other";
    this.box.checked = true;
    this.refresh();
  }

  async #send() {
    const file = this.file.files?.[0];
    if (!file) return;
    byId("diff-note").textContent = "Reading the map …";
    const { server } = this;
    await this.#take(async () => {
      const found = await sendFile(`${server.base}against`, file, server.token);
      this.sent = this.box.checked = true;
      return found;
    });
  }

  /** Show what a question gives, unless another one was asked meanwhile.
   * @param {() => Promise<Difference>} question
   */
  async #take(question) {
    try {
      const found = await this.answers.ask(question);
      if (found !== LATE) this.#show(found);
    } catch (error) {
      this.#show(null);
      this.toast(inWords(error));
    }
  }

  /** @param {Difference | null} found */
  #show(found) {
    this.mark({ differs: found?.hexes ?? [], differing: found?.sides ?? [] });
    byId("diff-note").textContent = found ? noteOf(found) : "";
    const rows = found?.rows.slice(0, MOST_ROWS) ?? [];
    fill(
      byId("diff-body"),
      rows.length
        ? el(
            "ul",
            {},
            rows.map((row) => this.#row(row)),
          )
        : null,
    );
  }

  /** @param {Difference["rows"][number]} row */
  #row([hex, place, what, before, after]) {
    const where = hex >= 0 ? button(place, () => this.goTo(hex)) : el("span", { class: "soft" }, place);
    const told = el("span", {}, `${words(what)}: ${words(before)} → ${words(after)}`);
    return el("li", { class: "row line" }, where, told);
  }
}

/** @param {Difference} found */
function noteOf({ count: number, other, same_grid: same }) {
  const grid = same ? "" : ", which has another grid: terrain and heights are compared by position";
  const listed = number > MOST_ROWS ? ` The first ${MOST_ROWS} are listed.` : "";
  return `${count(number, "difference")} from ${other}${grid}.${listed}`;
}
