// Rows copied in a spreadsheet become formations and units: pasted into the tree, or into the window for them.

import { byId, el, fill, on } from "../../common/dom.js";
import { inWords } from "../../common/faults.js";

/** @typedef {{put: (text: string) => Promise<unknown>, under: () => string}} RowDoors
 * `put` adds the rows, or throws why it cannot; `under` names what they go under.
 */

export class Rows {
  /** @param {RowDoors} doors */
  constructor(doors) {
    this.doors = doors;
    this.dialog = byId("rows", HTMLDialogElement);
    this.text = byId("rows-text", HTMLTextAreaElement);
    on("paste-rows", "click", () => this.#open(""));
    on("rows-add", "click", () => void this.#add());
    on("rows-cancel", "click", () => this.dialog.close());
    byId("tree").addEventListener("paste", (event) => this.#pasted(event));
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    this.#open(text);
    void this.#add();
  }

  /** @param {string} text */
  #open(text) {
    this.text.value = text;
    fill(byId("rows-told"));
    byId("rows-under").textContent = this.doors.under();
    if (!this.dialog.open) this.dialog.showModal();
    this.text.focus();
  }

  async #add() {
    byId("rows-add", HTMLButtonElement).disabled = true;
    try {
      await this.doors.put(this.text.value);
      this.dialog.close();
    } catch (error) {
      const told = inWords(error).split("\n");
      fill(
        byId("rows-told"),
        told.map((line) => el("p", { class: "fault" }, line)),
      );
    }
    byId("rows-add", HTMLButtonElement).disabled = false;
  }
}
