// Show the umpire's tools in a dialog, and give the ruling that they write.

import { byId, el, fill, find } from "../common/dom.js";
import { faultIn, faultWords } from "../common/faults.js";
import { TOOLS, rulingOf } from "./tools.js";

/** @import { Field } from "./tools.js" */

/** Make the dialog of the tools.
 * @param {object} page
 * @param {() => Record<string, [string, string][]>} page.lists what to choose from, by the name of a list
 * @param {() => {units: string[], hex: string | null}} page.about what the matter in hand is about
 * @param {(notation: string) => Promise<void>} page.give
 */
export function toolbox({ lists, about, give }) {
  const box = byId("tools", HTMLDialogElement),
    choice = find("#tools [name=tool]", document, HTMLSelectElement),
    fields = find("#tools .fields"),
    written = find("#tools output"),
    why = find("#tools [name=why]", document, HTMLInputElement);
  fill(
    choice,
    Object.entries(TOOLS).map(([value, { title }]) => el("option", { value }, title)),
  );
  const given = () => Object.fromEntries(new FormData(find("#tools form", document, HTMLFormElement))),
    ruled = () => rulingOf(choice.value, /** @type {Record<string, string>} */ (given()));
  const tell = () => {
    const { notation, missing } = ruled();
    fill(written, missing.length ? `Still wanted: ${missing.join(", ")}` : notation);
  };
  const draw = () => {
    const { fields: wanted, note } = TOOLS[choice.value];
    fill(
      fields,
      el("p", { class: "soft" }, note),
      wanted.map((field) => el("label", {}, `${field.label} `, input(field, lists(), about()))),
    );
    tell();
  };
  choice.addEventListener("change", draw);
  box.addEventListener("input", tell);
  find("#tools form").addEventListener("submit", async (event) => {
    if (/** @type {SubmitEvent} */ (event).submitter?.getAttribute("value") !== "rule") return;
    event.preventDefault();
    const { notation, missing } = ruled();
    if (missing.length) return tell();
    try {
      await give(notation);
      box.close();
    } catch (error) {
      fill(written, faultWords(faultIn(error)));
    }
  });
  return () => {
    why.value = "";
    draw();
    box.showModal();
  };
}

/** Say what a field begins with.
 * @param {string} name
 * @param {{units: string[], hex: string | null}} about
 */
function begun(name, { units, hex }) {
  if (name === "stand" || name === "like") return units[0] ?? "";
  return name === "hex" || name === "hexes" ? (hex ?? "") : "";
}

/** Make the field of a tool; it begins with what the matter in hand is about.
 * @param {Field} field
 * @param {Record<string, [string, string][]>} lists
 * @param {{units: string[], hex: string | null}} about
 */
function input({ name, list, choices, placeholder, long }, lists, about) {
  if (choices)
    return el(
      "select",
      { name },
      choices.map((value) => el("option", { value }, value)),
    );
  const value = begun(name, about),
    maxlength = long ? 1000 : 80;
  if (!list) return el("input", { name, value, placeholder: placeholder ?? "", autocomplete: "off", maxlength });
  const id = `tool-${name}`;
  return [
    el("input", { name, value, list: id, placeholder: placeholder ?? "", autocomplete: "off", maxlength: 80 }),
    el(
      "datalist",
      { id },
      (lists[list] ?? []).map(([key, words]) => el("option", { value: key }, words)),
    ),
  ];
}
