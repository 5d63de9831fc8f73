// Layers of files that nobody understands: which column tells what its things are, and what its words mean.

import { button, el, fill } from "../../common/dom.js";
import { capital, count } from "../../common/words.js";

/** @import { Asked } from "./grounds.d.ts" */

/** @typedef {(asked: Asked, heading: string, means: Record<string, string>) => void} Answer */

/** What was chosen and is not taken yet: the list of files is drawn anew while somebody chooses.
 * @type {Map<string, string>}
 */
const chosen = new Map();

/** Say whether somebody is about to choose, so that the list must stay as it is. */
export function isChoosing() {
  const { activeElement } = document;
  return activeElement instanceof HTMLSelectElement && !!activeElement.closest(".asks");
}

/** Ask about a layer.
 * @param {Asked} asked
 * @param {Record<string, string[]>} choices
 * @param {Answer} answer
 */
export function question(asked, choices, answer) {
  const { layer, shape, columns } = asked,
    things = `${asked.count.toLocaleString("en")} ${shape}`;
  if (!columns.length)
    return el(
      "p",
      { class: "fault" },
      `${layer}: ${things} without a word that says what they are; they are left out.`,
    );
  const words = el("div", { class: "words" }),
    column = el(
      "select",
      {
        onchange: () => {
          chosen.set(layer, column.value);
          drawWords();
        },
      },
      columns.map(({ heading }) => el("option", { value: heading, selected: heading === chosen.get(layer) }, heading)),
    );
  const drawWords = () => fill(words, rows(asked, column.value, choices[shape] ?? []));
  drawWords();
  return el(
    "fieldset",
    { class: "asks", data: { layer } },
    el("legend", {}, `What are the ${things} of ${layer}?`),
    el("p", {}, "Nobody knows their words, so none of them is on the map."),
    el("label", { class: "column" }, "The column that tells ", column),
    words,
    button("Take these answers", () => take(asked, column.value, words, answer), { class: "primary" }),
  );
}

/** The words of a column, each with what it may mean.
 * @param {Asked} asked
 * @param {string} heading
 * @param {string[]} choices
 */
function rows({ layer, columns, count: all }, heading, choices) {
  const values = columns.find((one) => one.heading === heading)?.values ?? [],
    rest = all - values.reduce((sum, [, number]) => sum + number, 0);
  return [
    values.map(([value, number]) => {
      const key = [layer, heading, value].join("\n"),
        now = chosen.get(key) ?? value.toLowerCase();
      const select = el(
        "select",
        { data: { word: value }, onchange: () => chosen.set(key, select.value) },
        el("option", { value: "" }, "leave out"),
        choices.map((word) => el("option", { value: word, selected: word === now }, capital(word))),
      );
      return el(
        "label",
        { class: "word" },
        el("span", {}, el("b", {}, value), ` ${number.toLocaleString("en")}`),
        select,
      );
    }),
    rest > 0 && el("p", { class: "soft" }, `${count(rest, "more has", "more have")} other words or none: left out.`),
  ];
}

/** @param {Asked} asked
 * @param {string} heading
 * @param {HTMLElement} words
 * @param {Answer} answer
 */
function take(asked, heading, words, answer) {
  const said = [...words.querySelectorAll("select")].filter((one) => one.value);
  answer(asked, heading, Object.fromEntries(said.map((one) => [one.dataset.word ?? "", one.value])));
}
