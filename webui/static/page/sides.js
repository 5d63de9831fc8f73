// Offer what a side orders as a whole: postures, whose go it is, aircraft, stores.

import { button, byId, el, fill } from "../common/dom.js";
import { grouped } from "../common/lists.js";
import { kindWords, words } from "../common/words.js";
import { HexAsking } from "./orders/hexasking.js";
import { offerButtons, offerList } from "./orders/unitorders.js";

/** @import { Go, Offer, Picture, PostureRow, Propose, SideOrders, Stand } from "../common/data.d.ts" */

// More offers of one kind than this are a list to choose from; more counters of a formation are counted.
const FEW = 5;
const COUNTERS = 6;

/** What the orders of sides need of the rest of the page.
 * @typedef {object} Needs
 * @property {Picture} picture
 * @property {(side: string) => HTMLElement} swatch
 * @property {(id: string) => Stand | undefined} stand
 * @property {Propose} propose
 * @property {(order: object) => void} give
 * @property {(offered: Offer[]) => void} aim lets the next click on the map choose among offers
 * @property {(side: string, hex: string) => Promise<Offer[]>} offersAt asks for what a side may aim at a hex
 * @property {(work: () => Promise<void>) => Promise<void>} guard
 * @property {(words: string) => void} say
 */

export class SidePanel {
  /** @param {Needs} needs */
  constructor({ picture, swatch, stand, propose, give, aim, offersAt, guard, say }) {
    this.picture = picture;
    this.swatch = swatch;
    this.stand = stand;
    this.propose = propose;
    this.give = give;
    this.aim = aim;
    this.asking = new HexAsking({ offersAt, propose, guard, say });
    this.box = el("div", { id: "side-orders" });
    byId("order-list").before(this.box);
  }

  /** @param {SideOrders[]} sides
   * @param {HTMLElement[] | null} automatic what stands under them
   */
  show(sides, automatic) {
    const shown = sides.filter((side) => side.may_act || side.postures.length);
    fill(
      this.box,
      shown.map((side) => this.#side(side)),
      automatic,
    );
  }

  /** @param {SideOrders} side */
  #side({ key, name, may_act: mayAct, postures, goes, others, asked }) {
    const groups = [...grouped(others, ({ kind }) => kind)],
      going = new Set(goes.map(({ order }) => order.formation));
    const idle =
      mayAct && !postures.some(({ choices }) => choices.length) && !goes.length && !groups.length && !asked.length;
    return el(
      "section",
      { class: "side-orders", "aria-label": `Orders of ${name}` },
      el("h3", {}, this.swatch(key), name, mayAct ? el("span", { class: "tag acts-now" }, "may act") : null),
      goes.length ? this.#goes(goes) : null,
      postures.filter(({ formation }) => !going.has(formation)).map((row) => this.#posture(row)),
      groups.map(([kind, offered]) => this.#group(kindWords(kind), offered)),
      asked.map(({ kind }) => this.asking.form(key, kind)),
      idle ? el("p", { class: "soft" }, "Its units have orders to choose from: click one.") : null,
    );
  }

  /** @param {Go[]} goes */
  #goes(goes) {
    return el(
      "div",
      { class: "goes", role: "group", "aria-label": "Whose go it is" },
      el("p", { class: "soft" }, "Whose go is it?"),
      goes.map((go) => this.#go(go)),
    );
  }

  /** @param {Go} go */
  #go({ order, notation, name, posture, stands }) {
    const found = stands.map((id) => this.stand(id)).filter((stand) => stand !== undefined),
      more = found.length - COUNTERS;
    const pictures = found.slice(0, COUNTERS).map((stand) => this.picture(stand, 24));
    return button(
      [
        el(
          "span",
          { class: "go-words" },
          el("b", {}, name),
          posture ? el("span", { class: "soft" }, words(posture)) : null,
        ),
        el("span", { class: "go-stands" }, pictures, more > 0 ? el("span", { class: "soft" }, `+${more}`) : null),
      ],
      () => this.give(order),
      { class: "go", title: notation },
    );
  }

  /** A formation and the postures to choose from; one that is sealed is seen by its owner and the umpire only.
   * @param {PostureRow} row
   */
  #posture(row) {
    const { formation, name, now, sealed, choices } = row;
    const open = choices.length && now && now !== sealed ? el("span", { class: "soft" }, ` now ${words(now)}`) : null;
    const title = el("span", { class: "posture-name" }, el("b", {}, name), open, postureTag(row));
    const segments = choices.length
      ? el(
          "span",
          { class: "segments", role: "group", "aria-label": `Order of ${name}` },
          choices.map((choice) => this.#segment(name, choice, choice.posture === sealed)),
        )
      : null;
    return el("div", { class: "posture", data: { formation } }, title, segments);
  }

  /** @param {string} name
   * @param {Offer & {posture: string}} choice
   * @param {boolean} on
   */
  #segment(name, { order, posture, notation }, on) {
    const label = `${words(posture)}: ${name}`,
      props = { class: "segment", "aria-pressed": String(on), "aria-label": label, title: notation };
    return button(words(posture), () => this.give(order), props);
  }

  /** @param {string} name
   * @param {Offer[]} offered
   */
  #group(name, offered) {
    if (offered.length <= FEW) return offerButtons(offered, this.propose);
    const aimed = offered.every(({ target }) => target !== null);
    return el(
      "div",
      { class: "acts" },
      el("span", { class: "acts-name" }, name),
      offerList(name, offered, this.propose),
      aimed ? button("On the map", () => this.aim(offered), { "aria-label": `On the map: ${name}` }) : null,
    );
  }
}

/** Say of a formation what it is under, as far as that is not one of the choices.
 * @param {PostureRow} row
 */
function postureTag({ now, sealed, choices }) {
  const title = "Face down until all are revealed";
  if (sealed) return el("span", { class: "tag sealed", title }, choices.length ? "sealed" : `sealed: ${words(sealed)}`);
  return choices.length ? null : el("span", { class: "tag" }, words(now));
}
