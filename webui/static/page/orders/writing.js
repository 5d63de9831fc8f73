// The line that an order is written in: what it would be, while it is written, and whether the rules would take it.

import { byId, fill, ifThere } from "../../common/dom.js";
import { faultIn, faultWords } from "../../common/faults.js";
import { LATE, Latest } from "../../common/latest.js";

/** @import { Preview } from "../../common/data.d.ts" */
/** @import { Child } from "../../common/dom.js" */
/** @import { Fault } from "../../common/faults.js" */

const LOOK_AFTER_MS = 350;

export class Writing {
  /** @param {object} page
   * @param {(notation: string) => Promise<Preview>} page.preview
   * @param {(notation: string) => Promise<Fault | null>} page.give
   * @param {(path: number[]) => void} page.showPath
   */
  constructor({ preview, give, showPath }) {
    this.preview = preview;
    this.give = give;
    this.showPath = showPath;
    this.looks = new Latest();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.field = ifThere("notation", HTMLInputElement);
    if (!this.field) return;
    this.field.addEventListener("input", () => this.#changed());
    byId("notation-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
  }

  /** Echo an order that was made by clicks.
   * @param {string} notation
   */
  echo(notation) {
    if (this.field && notation) this.field.value = notation;
  }

  clear() {
    if (this.field) this.field.value = "";
  }

  /** @param {boolean} on */
  enable(on) {
    if (this.field) this.field.disabled = !on;
  }

  /** Say something of what is written; nothing takes the last remark away.
   * @param {Child} [text]
   * @param {"" | "good" | "bad" | "soft"} [kind]
   */
  remark(text = "", kind = "") {
    const note = ifThere("notation-note");
    if (!note) return;
    fill(note, text);
    note.className = `note ${kind}`;
  }

  get #written() {
    return this.field?.value.trim() ?? "";
  }

  async #send() {
    const given = this.#written;
    if (!given) return;
    const fault = await this.give(given);
    if (fault) this.remark(faultWords(fault), "bad");
    // What was written meanwhile is another order.
    else if (this.#written === given) this.clear();
  }

  #changed() {
    this.looks.forget();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.#look(), LOOK_AFTER_MS);
  }

  async #look() {
    if (!this.#written) return this.remark();
    try {
      const seen = await this.looks.ask(() => this.preview(this.#written));
      if (seen === LATE) return;
      if (seen.path.length > 1) this.showPath(seen.path);
      if (seen.refusal) this.remark(faultWords(seen.refusal), "bad");
      else this.remark(seen.dice ? `Allowed; it rolls ${seen.dice}.` : "Allowed.", "good");
    } catch (error) {
      this.remark(faultWords(faultIn(error)), "soft");
    }
  }
}
