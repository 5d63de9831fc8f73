// What is done to the order of battle from its tree: adding, moving, taking away, changing a name.

import { byId, el, on } from "../../common/dom.js";
import { showTab } from "../../common/tabs.js";
import { HEAD } from "./model.js";

/** @import { Frame } from "../../common/frame.js" */
/** @import { Details } from "./details.js" */
/** @import { Model } from "./model.js" */
/** @import { Told, Words } from "./scenario.d.ts" */
/** @import { Tree } from "./tree.js" */

const IN_TREE = ["side", "formation", "unit"];

/** @typedef {{model: Model, tree: Tree, details: Details, frame: Frame, next: (key: string) => void,
 *   step: (step: object, more?: object) => Promise<Told | null>,
 *   paste: (step: object, refused: (error: unknown) => void) => Promise<Told | null>, choose: (key: string) => void,
 *   toast: (text: string) => void}} ActDoors
 */

/** Show a thing in the list that it is in.
 * @param {string} key
 * @param {Model} model
 * @param {Tree} tree
 */
export function showIn(key, model, tree) {
  const { what } = model.things[key],
    inTree = IN_TREE.includes(what);
  if (what === HEAD) return;
  showTab(inTree ? "tab-forces" : ["plan", "mission"].includes(what) ? "tab-plans" : "tab-places");
  if (inTree) tree.show(key);
}

export class Acts {
  /** @param {ActDoors} doors */
  constructor(doors) {
    this.doors = doors;
    on("add-formation", "click", () => this.#add("formation"));
    on("add-unit", "click", () => this.#add("unit"));
  }

  /** Offer the patterns that formations can be added of.
   * @param {Words} vocabulary
   */
  offer({ patterns }) {
    const box = byId("pattern", HTMLSelectElement);
    box.append(...patterns.map(({ key, name, units }) => el("option", { value: key }, `${name} (${units} units)`)));
    box.addEventListener("change", () => {
      const pattern = box.value,
        parent = this.#parentFor("formation");
      box.value = "";
      if (pattern && parent) void this.added({ do: "raise", pattern, parent });
    });
  }

  /** What a new formation or unit goes under: what is chosen, else what is above it, else the first that may.
   * @param {string} what
   */
  #parentFor(what) {
    const { model, tree, toast } = this.doors,
      fits = what === "unit" ? ["formation"] : ["side", "formation"];
    for (let at = tree.chosen; at; at = model.things[at]?.parent ?? "")
      if (fits.includes(model.things[at]?.what)) return at;
    const first = model.of(fits[0])[0]?.[0] ?? "";
    if (!first) toast("Add a formation first: a unit is always in one.");
    return first;
  }

  /** @param {string} what */
  #add(what) {
    const parent = this.#parentFor(what);
    if (parent) void this.added({ do: "add", what, parent }).then(() => this.doors.details.rename());
  }

  /** @param {object} step
   * @param {object} [more]
   */
  async added(step, more = {}) {
    const told = await this.doors.step(step, more),
      key = told && Object.keys(told.changed)[0];
    if (!key) return;
    this.doors.tree.shut.delete(this.doors.model.things[key].parent ?? "");
    const { what } = this.doors.model.things[key];
    this.doors.next(key);
    this.doors.frame.showPanel("right", { gently: what === "formation" });
  }

  /** What rows of a spreadsheet go under: the formation or the side that is chosen, or that has what is chosen. */
  #parentOfRows() {
    const { things } = this.doors.model;
    for (let at = this.doors.tree.chosen; at; at = things[at]?.parent ?? "")
      if (["formation", "side"].includes(things[at]?.what)) return at;
    return this.doors.model.of("side")[0]?.[0] ?? "";
  }

  /** Name it. */
  under() {
    return this.doors.model.things[this.#parentOfRows()]?.name ?? "";
  }

  /** Add rows of a spreadsheet; throws why they cannot be added.
   * @param {string} text
   */
  async paste(text) {
    /** @type {unknown[]} */
    const faults = [];
    const step = { do: "paste", parent: this.#parentOfRows(), text };
    const told = await this.doors.paste(step, (error) => faults.push(error));
    if (!told) {
      byId("saved").textContent = "Nothing added";
      throw faults[0];
    }
    const [first] = Object.keys(told.changed);
    if (first) this.doors.next(first);
  }

  /** @param {string} key
   * @param {"up" | "down" | "out" | "in"} way
   */
  async shift(key, way) {
    const to = this.doors.model.moved(key, way);
    if (!to) return this.doors.frame.say("It cannot be moved there.");
    await this.doors.step({ do: "move", key, ...to });
    this.doors.tree.show(key);
    this.doors.tree.focus();
  }

  /** @param {string} key */
  async drop(key) {
    if (["side", HEAD].includes(this.doors.model.things[key]?.what))
      return this.doors.toast("A scenario keeps its sides; change their names.");
    const had = byId("tree").contains(document.activeElement);
    await this.doors.step({ do: "drop", keys: [key] });
    if (had) this.doors.tree.focus();
  }

  /** @param {string} key */
  rename(key) {
    this.doors.choose(key);
    this.doors.frame.showPanel("right");
    this.doors.details.rename();
  }

  /** Show where in the tree what is dragged would go, or move it there.
   * @param {string} key
   * @param {{key: string, upper: boolean} | null} row
   * @param {boolean} done
   */
  onRow(key, row, done) {
    const { tree } = this.doors,
      to = this.doors.model.dropped(key, row);
    tree.mark(to && row && !done ? row.key : "", to ? (to.before ? "before" : "into") : "");
    if (done && to) void this.doors.step({ do: "move", key, ...to }).then(() => tree.show(key));
  }
}
