// Bring in corrections from a file, or a map that was edited in QGIS; the map maker says which of them to take.

import { byId, el, fill } from "../common/dom.js";
import { sendFile } from "../common/sending.js";

export class Files {
  constructor(editor) {
    this.editor = editor;
    for (const kind of ["list", "edited"]) {
      byId(`import-${kind}`).addEventListener("click", () => byId(`file-${kind}`).click());
      byId(`file-${kind}`).addEventListener("change", (event) => this.#read(kind, event.target));
    }
    byId("accept-yes").addEventListener("click", () => this.#accept());
    byId("accept-no").addEventListener("click", () => byId("accept").close());
  }

  async #read(kind, input) {
    const [file] = input.files,
      { server } = this.editor;
    if (!file) return;
    const where = kind === "list" ? `import/corrections?${new URLSearchParams({ name: file.name })}` : "import/edited";
    try {
      this.#list(await sendFile(server.base + where, file, server.token));
    } catch (fault) {
      this.editor.toast(fault.words ?? fault.message);
    }
    input.value = "";
  }

  #list({ proposed, known }) {
    const told = known
      ? el("p", { class: "soft" }, `${known} of them ${known === 1 ? "is" : "are"} on the map already.`)
      : null;
    byId("accept-yes").hidden = !proposed.length;
    fill(
      byId("accept-body"),
      told,
      proposed.length
        ? el(
            "ul",
            { class: "proposed" },
            proposed.map((one) =>
              el(
                "li",
                {},
                el(
                  "label",
                  { class: "check" },
                  el("input", { type: "checkbox", value: one.id, checked: true }),
                  el(
                    "span",
                    {},
                    el("b", {}, one.words),
                    one.number ? ` in ${one.number}` : " (off this map)",
                    el("span", { class: "soft" }, ` · ${one.why} · ${one.source}`),
                  ),
                ),
              ),
            ),
          )
        : el("p", {}, "There is nothing new in it."),
    );
    byId("accept").showModal();
  }

  async #accept() {
    const ids = [...byId("accept-body").querySelectorAll("input:checked")].map(({ value }) => value);
    byId("accept").close();
    if (await this.editor.act("import/accept", { ids }))
      (this.editor.showTab("tab-list"), this.editor.lists.draw({ shown: true }));
  }
}
