// Say in a unit's card what else a commander weighs for it, and what speaks against that.

import { button, el, fill } from "../../common/dom.js";
import { faultIn, faultWords } from "../../common/faults.js";
import { count } from "../../common/words.js";
import { planRow, turns } from "../planwords.js";

/** @import { Advised, Offer, Unit, WhyNot } from "../../common/data.d.ts" */

/** Make a button that asks, and the place where the answer is shown.
 * @param {Unit} unit
 * @param {(id: string) => Promise<WhyNot>} ask
 * @param {(offer: Offer) => void} propose
 */
export function whyNotSection({ id }, ask, propose) {
  const told = el("div", { class: "why-not", role: "status" });
  const asked = button("Why not?", show, { title: "What else a commander weighs for it", data: { whynot: "" } });

  async function show() {
    asked.disabled = true;
    fill(told, el("p", { class: "soft" }, "Thinking ..."));
    try {
      fill(told, weighedElements((await ask(id)).thoughts, propose));
    } catch (error) {
      fill(told, el("p", { class: "refusal" }, faultWords(faultIn(error))));
    }
    asked.disabled = false;
  }

  return el("section", { "aria-label": "Why not?" }, el("div", { class: "acts" }, asked), told);
}

/** Show what was weighed: each with its reasons, and the price that beat it.
 * @param {Advised[]} thoughts
 * @param {(offer: Offer) => void} propose
 */
export function weighedElements(thoughts, propose) {
  if (!thoughts.length) return [el("p", { class: "soft" }, "A commander weighs nothing else for it in this phase.")];
  return [
    el("p", { class: "soft" }, `${count(thoughts.length, "order")} that a commander weighs for it, and does not give:`),
    ...thoughts.flatMap((one) => [
      planRow(
        one,
        button("Take it", () => propose(one), { data: { take: one.notation } }),
      ),
      el("p", { class: "price" }, priceWords(one)),
    ]),
  ];
}

/** Say what speaks most against an order, and what it is worth in all.
 * @param {Pick<Advised, "reasons" | "worth">} thought
 */
export function priceWords({ reasons, worth }) {
  const all = `worth ${turns(worth)} turns in all`,
    against = reasons.filter((one) => one.worth < 0).sort((one, other) => one.worth - other.worth)[0];
  if (against) return `Against it: ${turns(against.worth)} ${against.text || against.what}; ${all}.`;
  return `Nothing speaks ${reasons.some((one) => one.worth > 0) ? "against" : "for"} it; ${all}.`;
}
