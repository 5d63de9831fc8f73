// Choose a tool, and set it.

import { byId, el, fill, find, findAll } from "../common/dom.js";
import { stepped } from "../common/tabs.js";
import { toolIcon } from "./icons.js";
import { optionsOf } from "./tooloptions.js";
import { hintFor, lacking, settings, strokeOf, TOOLS } from "./toolset.js";

/** @import { Tool } from "./toolset.js" */
/** @import { Vocabulary } from "./types.d.ts" */

export class Tools {
  /** @param {Vocabulary} vocabulary
   * @param {(key: string) => void} onChoose
   */
  constructor(vocabulary, onChoose) {
    this.vocabulary = vocabulary;
    this.onChoose = onChoose;
    this.set = settings(vocabulary.terrain, vocabulary.kinds.border);
    this.now = TOOLS[0];
    this.box = byId("tool-list");
    fill(
      this.box,
      TOOLS.map((tool) => this.#button(tool)),
    );
    this.box.addEventListener("keydown", (event) => this.#arrow(event));
    this.choose("inspect");
  }

  /** @param {Tool} tool */
  #button({ key, label, letter }) {
    const props = { type: "button", role: "radio", class: "tool", data: { tool: key }, title: `${label} (${letter})` };
    return el("button", { ...props, onclick: () => this.choose(key) }, toolIcon(key), label);
  }

  /** @param {string} key */
  choose(key) {
    this.now = TOOLS.find((tool) => tool.key === key) ?? TOOLS[0];
    for (const button of findAll(".tool", this.box)) {
      const on = button.dataset.tool === key;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    }
    this.onChoose(key);
    this.#showOptions();
  }

  /** What a change by this tool says, without where. */
  stroke() {
    return strokeOf(this.now.key, this.set);
  }

  /** What is still missing for this tool, in words; "" if nothing is. */
  lacks() {
    return lacking(this.now.key, this.set);
  }

  /** The first field of the options, which is what is missing. */
  get field() {
    return findAll("input:not([type=radio])", byId("tool-options"))[0] ?? null;
  }

  #showOptions() {
    const { now, set, vocabulary } = this,
      options = optionsOf(now.key, set, vocabulary, () => this.#showOptions());
    fill(byId("tool-options"), options, el("p", { class: "soft hint" }, hintFor(now, set)));
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const next = stepped(TOOLS.indexOf(this.now), event.key, TOOLS.length);
    if (next < 0) return;
    this.choose(TOOLS[next].key);
    find('[aria-checked="true"]', this.box).focus();
    event.preventDefault();
  }
}
