// Remember why and by what source the map is corrected; every change needs both.

import { byId } from "../common/dom.js";

const FIELDS = ["why", "source", "by"];

export class Reasons {
  constructor(map) {
    this.key = `sandtable-reasons-${map}`;
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      kept = {};
    }
    for (const name of FIELDS) {
      byId(name).value = kept[name] ?? "";
      byId(name).addEventListener("input", () => this.#keep());
    }
  }

  get given() {
    return Object.fromEntries(FIELDS.map((name) => [name, byId(name).value.trim()]));
  }

  // The first field that still has to be filled in, if there is one.
  get missing() {
    return ["why", "source"].map(byId).find((field) => !field.value.trim()) ?? null;
  }

  #keep() {
    for (const name of FIELDS) byId(name).removeAttribute("aria-invalid");
    try {
      localStorage.setItem(this.key, JSON.stringify(this.given));
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }
}
