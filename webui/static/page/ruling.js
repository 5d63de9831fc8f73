// Let the umpire overrule: set what is so, with a reason that goes into the log.

import { el, fill } from "../common/dom.js";
import { faultWords } from "../common/faults.js";
import { ruling } from "./orders/verbs.js";

/** @import { Unit } from "../common/data.d.ts" */
/** @import { Fault } from "../common/faults.js" */

/** Make the form of a ruling on a unit.
 * @param {Unit} unit
 * @param {object} page
 * @param {(number: string) => number} page.hexOf the hex of a printed number; -1 if there is none
 * @param {(order: object) => Promise<Fault | null>} page.give
 */
export function rulingForm(unit, { hexOf, give }) {
  /** @param {Record<string, unknown>} props */
  const field = (props) => el("input", { autocomplete: "off", ...props });
  const losses = field({ name: "losses", type: "number", min: 0, max: 99, placeholder: String(unit.losses) });
  const hex = field({ name: "hex", type: "text", maxlength: 8, placeholder: unit.number ?? "off the map" });
  const remove = field({ name: "remove", type: "checkbox" });
  const why = field({ name: "why", type: "text", required: true, maxlength: 300, placeholder: "why, for the log" });
  const note = el("p", { class: "note bad", role: "status" });
  const form = el(
    "form",
    { class: "ruling" },
    el("label", {}, "Losses", losses),
    el("label", {}, "Hex", hex),
    el("label", { class: "check" }, remove, "out of play"),
    el("label", { class: "wide" }, "Reason", why),
    el("button", { type: "submit", class: "small" }, "Rule so"),
    note,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const number = hex.value.trim(),
      place = number ? hexOf(number) : null;
    const ruled = { why: why.value.trim(), losses: losses.value, hex: place, remove: remove.checked };
    const fault = place === -1 ? { rule: "", why: `there is no hex ${number}` } : await give(ruling(unit.id, ruled));
    if (fault) fill(note, faultWords(fault));
  });
  return el("details", { class: "overrule" }, el("summary", {}, "Overrule"), form);
}
