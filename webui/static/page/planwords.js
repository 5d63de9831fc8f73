// Put plans into words: how groups stand, what they do now, and what speaks for and against an order.

import { el } from "../common/dom.js";

/** @import { Child } from "../common/dom.js" */
/** @import { Advised, Expected, PlanParts } from "../common/data.d.ts" */

/** Say an amount of hundredths of a turn.
 * @param {number} worth
 */
export function turns(worth) {
  const sign = worth < 0 ? "−" : "+";
  return `${sign}${(Math.abs(worth) / 100).toFixed(2)}`;
}

/** Say what a fight should bring.
 * @param {Expected | null} expected
 */
export function expectedWords(expected) {
  if (!expected) return "";
  const { inflicted, taken, chance } = expected;
  return `expects ${(inflicted / 100).toFixed(1)} for ${(taken / 100).toFixed(1)}, the hex falls in ${chance} %`;
}

/** Show how groups stand with their missions, and their tasks.
 * @param {PlanParts} plan
 * @param {(hex: number) => string} number
 */
export function planParts({ estimates, tasks }, number) {
  return [
    estimates.map(({ name, text }) => el("p", { class: "estimate" }, el("b", {}, name), ` ${text}`)),
    tasks.length
      ? el(
          "ul",
          { class: "tasks" },
          tasks.map(({ name, text, hex }) =>
            el(
              "li",
              {},
              el("b", {}, name),
              ` ${text}`,
              hex === null ? null : el("span", { class: "soft" }, ` ${number(hex)}`),
            ),
          ),
        )
      : null,
  ];
}

/** Show an order that was thought of: why, and its reasons with their sum.
 * @param {Advised} thought
 * @param {Child} act
 */
export function planRow(thought, act) {
  const { name, words, why, worth, reasons, expected } = thought;
  return el(
    "details",
    { class: "thought" },
    el("summary", {}, el("b", {}, name), ` ${words}: ${why}`),
    reasonsTable(reasons, worth),
    expected ? el("p", { class: "soft" }, expectedWords(expected)) : null,
    el("div", { class: "acts" }, act),
  );
}

/** @param {Advised["reasons"]} reasons
 * @param {number} worth
 */
export function reasonsTable(reasons, worth) {
  if (!reasons.length) return null;
  return el(
    "table",
    { class: "reasons" },
    el(
      "tbody",
      {},
      reasons.map(({ what, worth: one, text }) =>
        el("tr", {}, el("td", { class: "worth" }, turns(one)), el("td", {}, text || what)),
      ),
      el("tr", { class: "sum" }, el("td", { class: "worth" }, turns(worth)), el("td", {}, "turns in all")),
    ),
  );
}
