// Ask for the hex that an order of a side is aimed at, where every hex of the map could be taken: aircraft, guns of ships.

import { button, el, fill } from "../../common/dom.js";
import { kindWords } from "../../common/words.js";
import { offerButtons } from "./unitorders.js";

/** @import { Offer, Propose } from "../../common/data.d.ts" */

/** What the asking needs of the rest of the page.
 * @typedef {object} Needs
 * @property {(side: string, hex: string) => Promise<Offer[]>} offersAt
 * @property {Propose} propose
 * @property {(work: () => Promise<void>) => Promise<void>} guard
 * @property {(words: string) => void} say
 */

export class HexAsking {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** @type {((number: string) => void) | null} takes the next hex that is clicked */
    this.waiting = null;
  }

  /** Give a click on the map to whoever waits for a hex; false if nobody does.
   * @param {string} number
   */
  picked(number) {
    const taking = this.waiting;
    this.waiting = null;
    taking?.(number);
    return taking !== null;
  }

  /** Make the form of one kind of order of a side.
   * @param {string} side
   * @param {string} kind
   */
  form(side, kind) {
    const name = kindWords(kind),
      typed = el("input", { "aria-label": `Hex for: ${name}`, placeholder: "hex", size: 6 }),
      found = el("div", { class: "asked-offers", "aria-live": "polite" });
    const look = () => this.needs.guard(() => this.#show(found, { side, kind, hex: typed.value.trim() }));
    const onMap = button("On the map", () => {
      this.waiting = (number) => {
        typed.value = number;
        look();
      };
      this.needs.say("Click a hex.");
    });
    const form = el("form", { class: "acts" }, el("span", { class: "acts-name" }, name), typed, onMap);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      look();
    });
    return el("div", { class: "asked" }, form, found);
  }

  /** @param {HTMLElement} box
   * @param {{side: string, kind: string, hex: string}} wanted
   */
  async #show(box, { side, kind, hex }) {
    if (!hex) return;
    const offered = (await this.needs.offersAt(side, hex)).filter((offer) => offer.kind === kind);
    const none = el("p", { class: "soft" }, `Nothing of this can be aimed at ${hex}.`);
    fill(box, offered.length ? offerButtons(offered, this.needs.propose) : none);
  }
}
