// Let the umpire overrule: set what is so, with a reason that goes into the log.

import { el, fill } from "../common/dom.js";
import { faultWords } from "./ordering.js";

export function rulingForm(page, unit) {
  const field = (name, props) => el("input", { name, autocomplete: "off", ...props });
  const losses = field("losses", { type: "number", min: 0, max: 99, placeholder: String(unit.losses) });
  const hex = field("hex", { type: "text", maxlength: 8, placeholder: unit.number ?? "off the map" });
  const remove = field("remove", { type: "checkbox" });
  const why = field("why", { type: "text", required: true, maxlength: 300, placeholder: "why, for the log" });
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
    const order = { type: "Ruling", why: why.value.trim(), stand: unit.id, remove: remove.checked };
    if (losses.value !== "") order.losses = Number(losses.value);
    if (hex.value.trim()) order.hex = page.map.ground.geometry.indexOf(hex.value.trim());
    const fault =
      order.hex === -1 ? { rule: "", why: `there is no hex ${hex.value.trim()}` } : await page.orders.give(order);
    if (fault) fill(note, faultWords(fault));
  });
  return el("details", { class: "overrule" }, el("summary", {}, "Overrule"), form);
}
