// List the orders that wait for the end of the phase.

import { byId, button, el, fill } from "../../common/dom.js";

/** @import { Declared } from "../../common/data.d.ts" */

const HOW =
  "No orders wait. Click a unit, then where it shall go, or choose above; " +
  "what is declared face down is carried out when the phase ends.";

export class OrderList {
  /** @param {object} page
   * @param {(id: string) => string} page.unitName
   * @param {(id: string) => void} page.choose
   * @param {(stand: string) => void} page.withdraw
   */
  constructor({ unitName, choose, withdraw }) {
    this.unitName = unitName;
    this.choose = choose;
    this.withdraw = withdraw;
  }

  /** @param {Declared[]} declared
   * @param {boolean} mayOrder
   */
  show(declared, mayOrder) {
    const count = byId("order-count");
    count.textContent = String(declared.length);
    count.hidden = !declared.length;
    fill(
      byId("order-list"),
      declared.length
        ? [
            el("p", { class: "soft pad" }, "Carried out together when the phase ends."),
            el(
              "ul",
              { class: "waiting" },
              declared.map((order) => this.#row(order, mayOrder)),
            ),
          ]
        : el("p", { class: "soft pad" }, mayOrder ? HOW : "No orders wait."),
    );
  }

  /** @param {Declared} order
   * @param {boolean} mayOrder
   */
  #row({ stand, notation, words }, mayOrder) {
    return el(
      "li",
      {},
      button(stand ? this.unitName(stand) : words, () => stand && this.choose(stand), { class: "link" }),
      el("code", {}, notation),
      mayOrder && stand
        ? button("Withdraw", () => this.withdraw(stand), { "aria-label": `Withdraw ${notation}` })
        : null,
    );
  }
}
