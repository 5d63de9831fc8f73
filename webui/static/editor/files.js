// Bring in corrections from a file, or a map that was edited in QGIS; the map maker says which of them to take.

import { byId, el, fill, findAll, on } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { sendFile } from "../common/sending.js";

/** @import { Server } from "../common/server.js" */
/** @import { Act, Correction } from "./types.d.ts" */

export class Files {
  /** @param {object} needs
   * @param {Server} needs.server
   * @param {Act} needs.act
   * @param {(text: string) => void} needs.toast
   * @param {() => void} needs.showList
   */
  constructor({ server, act, toast, showList }) {
    this.server = server;
    this.act = act;
    this.toast = toast;
    this.showList = showList;
    this.dialog = byId("accept", HTMLDialogElement);
    for (const kind of ["list", "edited"]) {
      const input = byId(`file-${kind}`, HTMLInputElement);
      on(`import-${kind}`, "click", () => input.click());
      input.addEventListener("change", () => this.#read(kind, input));
    }
    on("accept-yes", "click", () => this.#accept());
    on("accept-no", "click", () => this.dialog.close());
  }

  /** @param {string} kind
   * @param {HTMLInputElement} input
   */
  async #read(kind, input) {
    const file = input.files?.[0],
      { server } = this;
    if (!file) return;
    const where = kind === "list" ? `import/corrections?${new URLSearchParams({ name: file.name })}` : "import/edited";
    try {
      this.#list(await sendFile(server.base + where, file, server.token));
    } catch (error) {
      this.toast(inWords(error));
    }
    input.value = "";
  }

  /** @param {{proposed: Correction[], known: number}} found */
  #list({ proposed, known }) {
    const told = `${known} of them ${known === 1 ? "is" : "are"} on the map already.`;
    byId("accept-yes").hidden = !proposed.length;
    fill(
      byId("accept-body"),
      known ? el("p", { class: "soft" }, told) : null,
      proposed.length
        ? el("ul", { class: "proposed" }, proposed.map(proposedRow))
        : el("p", {}, "There is nothing new in it."),
    );
    this.dialog.showModal();
  }

  async #accept() {
    const ids = findAll("input:checked", byId("accept-body"), HTMLInputElement).map(({ value }) => value);
    this.dialog.close();
    if (await this.act("import/accept", { ids })) this.showList();
  }
}

/** @param {Correction} one */
function proposedRow({ id, words, number, why, source }) {
  const where = number ? ` in ${number}` : " (off this map)";
  return el(
    "li",
    {},
    el(
      "label",
      { class: "check" },
      el("input", { type: "checkbox", value: id, checked: true }),
      el("span", {}, el("b", {}, words), where, el("span", { class: "soft" }, ` · ${why} · ${source}`)),
    ),
  );
}
