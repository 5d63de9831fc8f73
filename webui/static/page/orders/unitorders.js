// Show what a unit may be ordered to do: ways of moving, what is offered by kind, what is declared already.

import { button, el } from "../../common/dom.js";
import { grouped } from "../../common/lists.js";
import { count, words } from "../../common/words.js";
import { mostJoined } from "./proposals.js";
import { isFacing, WITHDRAWING } from "./verbs.js";

/** @import { Offer, Orders, Propose, Unit } from "../../common/data.d.ts" */
/** @import { Child } from "../../common/dom.js" */
/** @import { Party } from "../state.js" */

/** What the orders on a unit's card may have done.
 * @typedef {object} OrderActs
 * @property {Propose} propose
 * @property {(id: string) => void} withdraw
 * @property {(on: boolean) => void} setTransport
 * @property {(party: Party) => void} setParty
 */

/** @type {[Party, string, string][]} */
const PARTIES = [
  ["unit", "This unit", "The next click moves this unit alone"],
  ["formation", "Formation", "The next click sends its whole formation there, the nearest first"],
  ["column", "Column", "The next click sends its formation there by one way, one behind the other"],
];

// More offers of one kind than this are a list to choose from.
const FEW = 6;

export class UnitOrders {
  /** @param {OrderActs & {flatTop: boolean}} acts */
  constructor({ propose, withdraw, setTransport, setParty, flatTop }) {
    this.propose = propose;
    this.withdraw = withdraw;
    this.setTransport = setTransport;
    this.setParty = setParty;
    this.flatTop = flatTop;
  }

  /** @param {Unit} unit
   * @param {Orders} orders
   * @param {{transport: boolean, party: Party, mayOrder: boolean}} now
   */
  section(unit, orders, { transport, party, mayOrder }) {
    const modes = this.#modes(orders, transport),
      parties = this.#parties(unit, { party, mayOrder: Boolean(modes) && mayOrder }),
      declared = (unit.declared ?? []).map((notation) => this.#declared(unit.id, notation)),
      groups = grouped(orders.orders, ({ kind }) => kind);
    if (!modes && !groups.size && !declared.length)
      return mayOrder ? part(el("p", { class: "soft" }, "Nothing can be ordered of it in this phase.")) : null;
    if (declared.length) groups.delete(WITHDRAWING);
    return part(
      declared,
      modes,
      parties,
      [...groups].map(([kind, offered]) =>
        isFacing(orders.verbs[kind]) ? this.#faces(offered) : this.#group(kind, offered),
      ),
    );
  }

  /** @param {string} id
   * @param {string} notation
   */
  #declared(id, notation) {
    return el(
      "p",
      { class: "declared" },
      el("code", {}, notation),
      button("Withdraw", () => this.withdraw(id)),
    );
  }

  /** The ways of moving; null if there is nowhere to go and nobody to attack.
   * @param {Orders} orders
   * @param {boolean} transport
   */
  #modes({ march, transport: fast, attacks }, transport) {
    const [slow, quick, fights] = [march, fast, attacks].map((paths) => Object.keys(paths).length);
    if (!slow && !quick && !fights) return null;
    return el(
      "div",
      { class: "modes", role: "group", "aria-label": "Way of moving" },
      mode("March", "M", { on: !transport, barred: !slow }, () => this.setTransport(false)),
      mode("Transport", "T", { on: transport, barred: !quick }, () => this.setTransport(true)),
      el("span", { class: "soft" }, advice(transport ? quick : slow, fights)),
    );
  }

  /** The parties that go where the map is clicked; null for a unit that cannot march, or has no formation.
   * @param {Unit} unit
   * @param {{party: Party, mayOrder: boolean}} now
   */
  #parties(unit, { party, mayOrder }) {
    if (!mayOrder || !unit.chain?.length) return null;
    return el(
      "div",
      { class: "modes", role: "group", "aria-label": "Who goes" },
      PARTIES.map(([key, name, title]) => {
        const props = { class: "mode", title, "aria-pressed": String(party === key), data: { party: key } };
        return button(name, () => this.setParty(key), props);
      }),
    );
  }

  /** The six hexsides as they lie round the unit.
   * @param {Offer[]} offered
   */
  #faces(offered) {
    const turn = this.flatTop ? -90 : -60;
    const arrows = offered.map((offer) => {
      const arrow = el("span", { class: "face-arrow", "aria-hidden": "true" }, "\u27a4");
      arrow.style.transform = `rotate(${turn + 60 * (offer.order.facing ?? 0)}deg)`;
      const props = { class: "small face", title: offer.words, "aria-label": offer.words };
      return button(arrow, () => this.propose(offer), props);
    });
    return el(
      "div",
      { class: "faces", role: "group", "aria-label": "Face" },
      el("span", { class: "soft" }, "Face"),
      arrows,
    );
  }

  /** @param {string} kind
   * @param {Offer[]} all
   */
  #group(kind, all) {
    const offered = mostJoined(all);
    if (offered.length <= FEW) return offerButtons(offered, this.propose);
    return el("div", { class: "acts" }, offerList(words(kind), offered, this.propose));
  }
}

/** Give each offer a button.
 * @param {Offer[]} offered
 * @param {Propose} propose
 */
export function offerButtons(offered, propose) {
  return el(
    "div",
    { class: "acts" },
    offered.map((offer) => button(offer.words, () => propose(offer), { title: offer.notation })),
  );
}

/** Give offers a list, and the button that takes what is chosen there.
 * @param {string} name
 * @param {Offer[]} offered
 * @param {Propose} propose
 */
export function offerList(name, offered, propose) {
  const list = el(
    "select",
    { "aria-label": name },
    offered.map((offer, n) => el("option", { value: n }, offer.words)),
  );
  const chosen = () => offered[Number(list.value)],
    take = button("Choose", () => propose(chosen())),
    label = () => take.setAttribute("aria-label", `Choose: ${chosen().words}`);
  list.addEventListener("change", label);
  label();
  return [list, take];
}

/** @param {...Child} content */
function part(...content) {
  return el("section", { class: "orders" }, el("h3", {}, "Orders"), content);
}

/** @param {string} name
 * @param {string} key
 * @param {{on: boolean, barred: boolean}} state
 * @param {() => void} act
 */
function mode(name, key, { on, barred }, act) {
  const props = { class: "mode", "aria-pressed": String(on), disabled: barred, title: `${name} (${key})` };
  return button(name, act, props);
}

/** @param {number} open
 * @param {number} attacks
 */
function advice(open, attacks) {
  const reach = open ? `${count(open, "hex", "hexes")} in reach` : "no hex in reach";
  return `${reach}${attacks ? `, ${attacks} to attack` : ""}: click one.`;
}
