// What the map maker rules on a row of the audit: it was there, or it was not, and why.

import { button, el, fill } from "../../common/dom.js";

/** @typedef {{feature: string, verdict: string, why: string}} Said */

const RULED = "ruled: ";

/** Whether somebody is about to write why, so that the rows must stay as they are. */
export function isRuling() {
  return document.activeElement?.closest("form.ruling") !== null && document.activeElement !== null;
}

/** Offer what can be ruled on a feature.
 * @param {{feature: string, verdict: string, why: string, words: string}} row
 * @param {(said: Said) => void} rule
 */
export function ruling({ feature, verdict, why, words }, rule) {
  const cell = el("span", { class: "rule-acts" });
  const offer = () =>
    fill(
      cell,
      verdict !== "kept" && verdict !== "restored" && button("Keep it", () => ask("keep"), { class: "link" }),
      " ",
      verdict !== "removed" && button("Take it away", () => ask("remove"), { class: "link" }),
      " ",
      why.startsWith(RULED) &&
        button("As the rules say", () => rule({ feature, verdict: "", why: "" }), { class: "link" }),
    );
  /** @param {string} now */
  const ask = (now) => {
    const reason = el("input", {
      maxlength: "200",
      required: true,
      placeholder: "why, and who says so",
      "aria-label": `Why: ${words}`,
    });
    const said = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = reason.value.trim();
      reason.blur();
      if (text) rule({ feature, verdict: now, why: text });
    };
    fill(
      cell,
      el(
        "form",
        { class: "ruling", onsubmit: said },
        reason,
        el("button", { class: "primary small" }, now === "keep" ? "Keep it" : "Take it away"),
        button("Cancel", offer, { class: "small" }),
      ),
    );
    reason.focus();
  };
  offer();
  return cell;
}
