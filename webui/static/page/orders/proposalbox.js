// The strip that shows the order in hand, with its confirmation and the way out.

import { byId, button, el, fill, find } from "../../common/dom.js";
import { faultWords } from "../../common/faults.js";
import { joiners } from "./proposals.js";

/** @import { Propose } from "../../common/data.d.ts" */
/** @import { Fault } from "../../common/faults.js" */
/** @import { Proposal } from "./proposals.js" */

export class ProposalBox {
  /** @param {object} acts
   * @param {() => void} acts.confirm
   * @param {() => void} acts.drop
   * @param {Propose} acts.propose
   * @param {(id: string) => string} acts.unitName
   * @param {((proposal: Proposal) => void) | null} [acts.whatIf]
   */
  constructor({ confirm, drop, propose, unitName, whatIf = null }) {
    this.confirm = confirm;
    this.drop = drop;
    this.propose = propose;
    this.unitName = unitName;
    this.whatIf = whatIf;
    this.box = byId("proposal");
  }

  /** @param {Proposal} proposal */
  show(proposal) {
    const { words, cost, why, another } = proposal,
      { whatIf } = this;
    fill(
      this.box,
      el(
        "div",
        { class: "proposal-words" },
        el("b", {}, words),
        cost ? el("span", { class: "soft" }, ` ${cost}`) : null,
        why ? el("p", { class: "soft proposal-why" }, why) : null,
        this.#helpers(proposal),
        el("p", { class: "refusal", role: "alert", hidden: true }),
      ),
      el(
        "div",
        { class: "proposal-acts" },
        button([another ? "Do it" : "Confirm", el("kbd", {}, "Enter")], this.confirm, { class: "primary" }),
        another ? button("Another", another, { class: null }) : null,
        whatIf ? button("What if?", () => whatIf(proposal), { class: null }) : null,
        button(["No", el("kbd", {}, "Esc")], this.drop, { class: null }),
      ),
    );
    this.box.hidden = false;
  }

  hide() {
    this.box.hidden = true;
  }

  /** Say why the order in hand is refused.
   * @param {Fault} fault
   */
  refuse(fault) {
    const line = find(".refusal", this.box);
    fill(line, faultWords(fault));
    line.hidden = false;
  }

  /** A box for each unit that may join; only what the rules list can be chosen together.
   * @param {Proposal} proposal
   */
  #helpers(proposal) {
    const boxes = joiners(proposal).map(({ id, on, next }) =>
      button(this.unitName(id), () => next && this.propose(next), { "aria-pressed": String(on), disabled: !next }),
    );
    if (!boxes.length) return null;
    const props = { class: "helpers", role: "group", "aria-label": "Who joins" };
    return el("div", props, el("span", { class: "soft" }, "joined by"), boxes);
  }
}
