// The order of battle as a tree that is built: by pointer, and by keys as trees are known to be used.

import { byId, el, fill } from "../../common/dom.js";
import { count, words } from "../../common/words.js";
import { taken } from "../../common/keys.js";

/** @import { Model } from "./model.js" */
/** @import { Row } from "./scenario.d.ts" */

const TYPED_MS = 700;

/** `look` is told where the arrow keys come to, `choose` what is taken up by pointer or Enter.
 * @typedef {{choose: (key: string) => void, look: (key: string) => void,
 *   move: (key: string, way: "up" | "down" | "out" | "in") => void, drop: (key: string) => void,
 *   rename: (key: string) => void, put: (key: string) => void,
 *   face: (key: string) => HTMLElement | null, grab: (key: string, event: PointerEvent) => void}} TreeDoors
 */

export class Tree {
  /** @param {Model} model
   * @param {TreeDoors} doors
   */
  constructor(model, doors) {
    this.model = model;
    this.doors = doors;
    this.box = byId("tree");
    /** @type {Set<string>} */
    this.shut = new Set();
    this.chosen = "";
    this.text = "";
    this.typed = { text: "", at: 0 };
    /** @type {Row[]} */
    this.rows = [];
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("click", (event) => this.#click(event));
    this.box.addEventListener("dblclick", (event) => this.#at(event, (key) => doors.rename(key)));
    this.box.addEventListener("pointerdown", (event) => this.#at(event, (key) => doors.grab(key, event)));
    byId("tree-search", HTMLInputElement).addEventListener("input", ({ target }) => {
      this.text = target instanceof HTMLInputElement ? target.value : "";
      this.draw();
    });
  }

  /** Draw the rows that are in sight anew; the focus stays where it is. */
  draw() {
    const had = this.box.contains(document.activeElement);
    this.rows = this.model.rows(this.shut, this.text);
    if (!this.rows.some(({ key }) => key === this.chosen)) this.chosen = this.rows[0]?.key ?? "";
    fill(
      this.box,
      this.rows.map((row) => this.#row(row)),
      this.rows.length ? "" : el("p", { class: "soft pad" }, "Nothing is called so."),
    );
    if (had) this.#rowOf(this.chosen)?.focus({ preventScroll: true });
  }

  /** Mark a row as the chosen one, and bring it into sight.
   * @param {string} key
   */
  show(key) {
    if (!this.model.things[key]) return;
    for (let on = this.model.things[key].parent ?? ""; on; on = this.model.things[on]?.parent ?? "")
      this.shut.delete(on);
    this.chosen = key;
    this.draw();
    this.#rowOf(key)?.scrollIntoView({ block: "nearest" });
  }

  focus() {
    this.#rowOf(this.chosen)?.focus();
  }

  /** The row under a place of the window, and whether the place is in its upper part.
   * @param {number} x
   * @param {number} y
   * @returns {{key: string, upper: boolean} | null}
   */
  rowAt(x, y) {
    const row = document.elementFromPoint(x, y)?.closest("[data-key]");
    if (!(row instanceof HTMLElement) || !this.box.contains(row)) return null;
    const { top, height } = row.getBoundingClientRect();
    return { key: row.dataset.key ?? "", upper: y < top + height / 3 };
  }

  /** Mark where what is dragged would go; "" takes the mark away.
   * @param {string} key
   * @param {string} how
   */
  mark(key, how) {
    for (const row of this.box.querySelectorAll("[data-drop]")) if (row instanceof HTMLElement) delete row.dataset.drop;
    const row = this.#rowOf(key);
    if (row && how) row.dataset.drop = how;
  }

  /** @param {string} key */
  #rowOf(key) {
    const row = [...this.box.children].find((one) => one instanceof HTMLElement && one.dataset.key === key);
    return row instanceof HTMLElement ? row : null;
  }

  /** @param {Row} row */
  #row({ key, thing, level, open, units, nowhere }) {
    const chosen = key === this.chosen;
    const sign =
      thing.what === "unit"
        ? nowhere
          ? el("span", { class: "sign warn", title: "not on the map yet" }, "to place")
          : thing.arrive_day
            ? el("span", { class: "sign" }, `day ${thing.arrive_day}`)
            : ""
        : el(
            "span",
            { class: nowhere ? "sign warn" : "soft tally" },
            nowhere ? `${nowhere} of ${units} to place` : `${units}`,
          );
    return el(
      "div",
      {
        class: `row ${thing.what}`,
        role: "treeitem",
        data: { key },
        tabindex: chosen ? 0 : -1,
        style: null,
        "aria-level": level,
        "aria-selected": String(chosen),
        "aria-expanded": open === null ? null : String(open),
        "aria-label": `${thing.name}, ${rowWords(thing.what, units, nowhere, thing)}`,
      },
      el(
        "span",
        { class: `twist l${Math.min(level, 8)}`, "aria-hidden": "true" },
        open === null ? "" : open ? "▾" : "▸",
      ),
      this.doors.face(key),
      el(
        "span",
        { class: "label" },
        el("span", { class: "name" }, thing.name),
        el("span", { class: "under soft" }, under(thing)),
      ),
      sign,
    );
  }

  /** @param {Event} event
   * @param {(key: string) => void} act
   */
  #at(event, act) {
    const row = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    if (row instanceof HTMLElement && row.dataset.key) act(row.dataset.key);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const onTwist = event.target instanceof Element && event.target.closest(".twist");
    this.#at(event, (key) => {
      this.chosen = key;
      if (onTwist && this.model.things[key].what !== "unit") return this.#fold(key, !this.shut.has(key));
      this.draw();
      this.#rowOf(key)?.focus({ preventScroll: true });
      this.doors.choose(key);
    });
  }

  /** @param {string} key
   * @param {boolean} shut
   */
  #fold(key, shut) {
    if (shut) this.shut.add(key);
    else this.shut.delete(key);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event,
      { chosen, doors } = this;
    if (event.ctrlKey || event.metaKey || !chosen) return;
    /** @type {Record<string, "up" | "down" | "out" | "in">} */
    const ways = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowUp: () => this.#step(-1),
      ArrowDown: () => this.#step(1),
      ArrowLeft: () => this.#left(),
      ArrowRight: () => this.#right(),
      Home: () => this.#to(this.rows[0]?.key),
      End: () => this.#to(this.rows[this.rows.length - 1]?.key),
      Enter: () => doors.choose(chosen),
      " ": () => doors.choose(chosen),
      Delete: () => doors.drop(chosen),
      F2: () => doors.rename(chosen),
      Insert: () => doors.put(chosen),
    };
    if (event.altKey && ways[key]) doors.move(chosen, ways[key]);
    else if (!event.altKey && acts[key]) acts[key]();
    else if (key.length === 1 && !event.altKey) this.#seek(key);
    else return;
    taken(event);
  }

  /** @param {string | undefined} key */
  #to(key) {
    if (!key) return;
    this.chosen = key;
    this.draw();
    this.doors.look(key);
    this.#rowOf(key)?.focus();
    this.#rowOf(key)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} by */
  #step(by) {
    this.#to(this.rows[this.rows.findIndex(({ key }) => key === this.chosen) + by]?.key);
  }

  #left() {
    const row = this.rows.find(({ key }) => key === this.chosen);
    if (row?.open) this.#fold(row.key, true);
    else if (row?.thing.parent) this.#to(row.thing.parent);
  }

  #right() {
    const row = this.rows.find(({ key }) => key === this.chosen);
    if (row?.open === false) this.#fold(row.key, false);
    else if (row?.open) this.#step(1);
  }

  /** Go to the next row whose name begins with what is typed.
   * @param {string} letter
   */
  #seek(letter) {
    const now = performance.now(),
      text = (now - this.typed.at < TYPED_MS ? this.typed.text : "") + letter.toLowerCase();
    this.typed = { text, at: now };
    const at = this.rows.findIndex(({ key }) => key === this.chosen),
      round = [...this.rows.slice(at + (text.length > 1 ? 0 : 1)), ...this.rows.slice(0, at + 1)];
    this.#to(round.find(({ thing }) => thing.name.toLowerCase().startsWith(text))?.key);
  }
}

/** @param {import("./scenario.d.ts").Thing} thing */
function under(thing) {
  if (thing.what === "unit")
    return `${words(thing.kind)}, ${words(thing.size)}, ${thing.strength}${thing.at ? `, ${thing.at}` : ""}`;
  return thing.what === "formation" ? `${words(thing.size)}, ${words(thing.kind)}` : "";
}

/** @param {string} what
 * @param {number} units
 * @param {number} nowhere
 * @param {import("./scenario.d.ts").Thing} thing
 */
function rowWords(what, units, nowhere, thing) {
  if (what !== "unit") return `${what}, ${count(units, "unit")}${nowhere ? `, ${nowhere} not on the map` : ""}`;
  return `${under(thing)}${nowhere ? ", not on the map" : ""}`;
}
