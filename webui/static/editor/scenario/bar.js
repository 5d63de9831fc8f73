// The bar of the page: what can be undone, whether all is kept; and the keys.

import { byId } from "../../common/dom.js";
import { isWriting, taken } from "../../common/keys.js";

/** @import { Told } from "./scenario.d.ts" */

export const KEYS = [
  ["↑ ↓ ← →", "go through the tree, open and fold"],
  ["Alt ↑ ↓", "move up or down among its own"],
  ["Alt ← →", "move out of its formation, or into the one before"],
  ["Enter", "show it"],
  ["Insert", "put it on the map: arrows choose the hex, Enter puts it there"],
  ["F2", "change its name"],
  ["Delete", "take it away"],
  ["Ctrl V", "put in rows that were copied in a spreadsheet"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
  ["Escape", "let go of what is in hand"],
];

/** Show how the scenario stands.
 * @param {Told} told
 * @param {string} name
 */
export function showTold({ undo, redo, in_the_way: inTheWay }, name) {
  setButton("undo", undo, "Take back", "Z");
  setButton("redo", redo, "Do again", "Y");
  byId("saved").textContent = inTheWay.length ? "Kept; not yet fit to be played" : "Kept";
  byId("name").textContent = name;
}

/** Undo and redo by keys, where nobody writes; Escape lets go.
 * @param {{act: (name: string) => void, letGo: () => boolean}} doors
 */
export function setKeys({ act, letGo }) {
  document.addEventListener("keydown", (event) => {
    const { key } = event,
      control = event.ctrlKey || event.metaKey;
    if (control && !isWriting(event.target) && ["z", "y", "Z"].includes(key)) {
      taken(event);
      act(key === "z" && !event.shiftKey ? "undo" : "redo");
    } else if (key === "Escape" && letGo()) taken(event);
  });
}

/** @param {string} id
 * @param {string} told what it would take back or do again; "" if nothing
 * @param {string} does
 * @param {string} key
 */
function setButton(id, told, does, key) {
  const button = byId(id, HTMLButtonElement);
  button.disabled = !told;
  button.title = told ? `${does}: ${told} (Ctrl+${key})` : "";
}
