// Mark and list what differs from the map as it began, or from another one.

import { byId, el, fill } from "../common/dom.js";
import { words } from "../common/words.js";
import { sendFile } from "../common/sending.js";

const MOST_ROWS = 400;

export class Compare {
  constructor(editor) {
    this.editor = editor;
    byId("show-diff").addEventListener("change", () => this.refresh());
    byId("diff-with").addEventListener("change", () => this.#choose());
    byId("against").addEventListener("change", () => this.#send());
  }

  toggle() {
    byId("show-diff").checked = !byId("show-diff").checked;
    this.refresh();
  }

  async refresh() {
    if (!byId("show-diff").checked) return this.#show(null);
    const other = byId("diff-with").value;
    if (other === "other" && !this.sent) return this.#show(null);
    try {
      this.#show(await this.editor.server.get("diff.json", { with: other }));
    } catch (fault) {
      this.#fault(fault);
    }
  }

  #choose() {
    byId("against-row").hidden = byId("diff-with").value !== "other";
    byId("show-diff").checked = true;
    this.refresh();
  }

  async #send() {
    const [file] = byId("against").files;
    if (!file) return;
    byId("diff-note").textContent = "Reading the map …";
    try {
      const { server } = this.editor;
      this.#show(await sendFile(`${server.base}against`, file, server.token));
      this.sent = byId("show-diff").checked = true;
    } catch (fault) {
      this.#fault(fault);
    }
  }

  #fault(fault) {
    this.#show(null);
    this.editor.toast(fault.words ?? fault.message);
  }

  #show(found) {
    this.editor.marks.show({ differs: found?.hexes ?? [], differing: found?.sides ?? [] });
    byId("diff-note").textContent = !found
      ? ""
      : `${found.count === 1 ? "1 difference" : `${found.count.toLocaleString("en")} differences`} from ${found.other}${found.same_grid ? "" : ", which has another grid: terrain and heights are compared by position"}.${found.count > MOST_ROWS ? ` The first ${MOST_ROWS} are listed.` : ""}`;
    fill(
      byId("diff-body"),
      found?.rows.length
        ? el(
            "ul",
            {},
            found.rows
              .slice(0, MOST_ROWS)
              .map(([hex, place, what, before, after]) =>
                el(
                  "li",
                  { class: "row line" },
                  hex >= 0
                    ? el("button", { type: "button", class: "small", onclick: () => this.editor.goTo(hex) }, place)
                    : el("span", { class: "soft" }, place),
                  el("span", {}, `${words(what)}: ${words(before)} → ${words(after)}`),
                ),
              ),
          )
        : null,
    );
  }
}
