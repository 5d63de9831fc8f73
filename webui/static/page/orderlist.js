// List the orders that wait for the end of the phase.

import { byId, el, fill } from "../common/dom.js";

export class OrderList {
  constructor(page) {
    this.page = page;
  }

  show(view) {
    const { declared, may_order: live, ended } = view,
      mayOrder = live && !ended,
      count = byId("order-count");
    count.textContent = declared.length;
    count.hidden = !declared.length;
    if (!declared.length) {
      fill(
        byId("order-list"),
        el(
          "p",
          { class: "soft pad" },
          mayOrder
            ? "No orders wait. Click a unit, then where it shall go, or choose above; what is declared face down is carried out when the phase ends."
            : "No orders wait.",
        ),
      );
      return;
    }
    fill(
      byId("order-list"),
      el("p", { class: "soft pad" }, "Carried out together when the phase ends."),
      el(
        "ul",
        { class: "waiting" },
        declared.map((order) =>
          el(
            "li",
            {},
            el(
              "button",
              {
                type: "button",
                class: "link",
                onclick: () => order.stand && this.page.choose(order.stand, { centre: true }),
              },
              order.stand ? this.page.nameOf(order.stand) : order.words,
            ),
            el("code", {}, order.notation),
            mayOrder && order.stand
              ? el(
                  "button",
                  {
                    type: "button",
                    class: "small",
                    "aria-label": `Withdraw ${order.notation}`,
                    onclick: () => this.page.orders.cancel(order.stand),
                  },
                  "Withdraw",
                )
              : null,
          ),
        ),
      ),
    );
  }
}
