// Remember why and by what source the map is corrected; every change needs both.

import { byId } from "../common/dom.js";

const FIELDS = ["why", "source", "by"];

export class Reasons {
  /** @param {string} map the address of the map in work: what was written for one is not offered for another */
  constructor(map) {
    this.key = `sandtable-reasons-${map}`;
    this.fields = FIELDS.map((name) => byId(name, HTMLInputElement));
    const kept = keptUnder(this.key);
    for (const field of this.fields) {
      field.value = kept[field.id] ?? "";
      field.addEventListener("input", () => this.#keep());
    }
  }

  /** @returns {Record<string, string>} */
  get given() {
    return Object.fromEntries(this.fields.map(({ id, value }) => [id, value.trim()]));
  }

  /** The first field that still has to be filled in; null if none has. */
  get missing() {
    return this.fields.find(({ id, value }) => id !== "by" && !value.trim()) ?? null;
  }

  #keep() {
    for (const field of this.fields) field.removeAttribute("aria-invalid");
    try {
      localStorage.setItem(this.key, JSON.stringify(this.given));
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }
}

/** @param {string} key
 * @returns {Record<string, string>}
 */
function keptUnder(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}
