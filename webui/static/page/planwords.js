// Put plans into words: how groups stand, what they do now, and what speaks for and against an order.

import { el } from "../common/dom.js";
import { count } from "../common/words.js";

/** @import { Child } from "../common/dom.js" */
/** @import { Advised, CameInSum, Expected, MeantOrder, PlanParts } from "../common/data.d.ts" */

// More groups than these are shown when they are asked for.
const FEW = 4;

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
  return `expects ${exchange(expected)}, the hex falls in ${expected.chance} %`;
}

/** @param {Expected} expected */
function exchange({ inflicted, taken }) {
  return `${(inflicted / 100).toFixed(1)} for ${(taken / 100).toFixed(1)}`;
}

/** Say what a fight was to bring.
 * @param {Expected} expected
 */
export function foretoldWords(expected) {
  return `expected ${exchange(expected)}`;
}

/** Say what an order was to bring, and what came; nothing of one that was to be no fight.
 * @param {Pick<MeantOrder, "expected" | "came">} order
 * @param {boolean} known whether it is known what came
 */
export function cameOfOrder({ expected, came }, known) {
  if (!expected) return "";
  if (!known) return `${foretoldWords(expected)}.`;
  const told = came ? `came ${count(came.dealt, "hit")} for ${came.taken} lost` : "no fight came of it";
  return `${foretoldWords(expected)}; ${told}.`;
}

/** Sum up what came of a phase.
 * @param {CameInSum} came
 * @param {string} word what losses are counted in
 */
export function cameInSum({ fights, dealt, taken, units, foes, gained, given }, word) {
  const parts = [
    fights ? `${count(dealt, "hit")} in ${count(fights, "fight")}` : "no fight",
    taken ? `${count(taken, word)} lost` : "nothing lost",
    units ? `${count(units, "unit")} of its own gone` : "",
    foes ? `${count(foes, "enemy unit")} gone` : "",
    gained ? `${count(gained, "hex", "hexes")} taken` : "",
    given ? `${count(given, "hex", "hexes")} seen to go to others` : "",
  ];
  return `Came: ${parts.filter(Boolean).join(", ")}.`;
}

/** Show how groups stand with their missions, and their tasks.
 * @param {PlanParts} plan
 * @param {(hex: number) => string} number
 */
export function planParts({ estimates, tasks }, number) {
  const stand = estimates.map(({ name, text }) => el("p", { class: "estimate" }, named(name, text)));
  return [
    stand.length > FEW
      ? el("details", { class: "thought" }, el("summary", {}, `How ${stand.length} groups stand`), stand)
      : stand,
    tasks.length
      ? el(
          "ul",
          { class: "tasks" },
          tasks.map(({ name, text, hex }) =>
            el("li", {}, named(name, text), hex === null ? null : el("span", { class: "soft" }, ` ${number(hex)}`)),
          ),
        )
      : null,
  ];
}

/** Put a name before what is said of it, once.
 * @param {string} name
 * @param {string} text
 */
function named(name, text) {
  return [el("b", {}, name), ` ${text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text}`];
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
