// Keys that work wherever nothing is being written.

import { isActive, isWriting, listKeys, showKeys, taken } from "../common/keys.js";
import { TOOLS } from "./toolset.js";

/** @import { Tool } from "./toolset.js" */

const KEYS = [
  ...TOOLS.map(({ letter, label }) => [letter, label]),
  ["Arrows", "move the cursor from hex to hex, on the map"],
  ["Enter", "use the tool on the hex under the cursor; a road: go on to it, and again to lay it"],
  ["1 to 6", "take that hexside of the hex under the cursor, clockwise from the north"],
  ["Ctrl+Z", "undo"],
  ["Ctrl+Y", "redo"],
  ["Space", "held down: move the map while a tool is chosen"],
  ["D", "mark what differs"],
  ["Esc", "drop what is in hand, then the tool"],
  ["+ − Home", "zoom in, out, whole map"],
  ["?", "these keys"],
];

/** What keys may have done. Those that say so tell whether they did anything.
 * @typedef {object} KeyActs
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(tool: Tool) => void} choose
 * @property {(side: number) => boolean} enterSide
 * @property {(on: boolean) => void} pan
 * @property {() => void} compare
 * @property {() => boolean} escape
 */

/** @param {KeyActs} acts */
export function setKeys(acts) {
  listKeys(KEYS);
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (isWriting(event.target)) return;
    const key = event.key.toLowerCase(),
      command = event.ctrlKey || event.metaKey;
    const done = command ? onCommand(acts, key, event.shiftKey) : !event.altKey && onPlain(acts, key, event.target);
    if (done) taken(event);
  };
  document.addEventListener("keydown", heard, { capture: true });
  document.addEventListener("keyup", (event) => event.key === " " && acts.pan(false));
}

/** @param {KeyActs} acts
 * @param {string} key
 * @param {boolean} shifted
 */
function onCommand(acts, key, shifted) {
  if (key === "z" && !shifted) acts.undo();
  else if (key === "y" || key === "z") acts.redo();
  else return false;
  return true;
}

/** @param {KeyActs} acts
 * @param {string} key
 * @param {EventTarget | null} target
 */
function onPlain(acts, key, target) {
  if (/^[1-6]$/.test(key)) return acts.enterSide(Number(key) - 1);
  if (key === "escape") return acts.escape();
  if (key === " " && isActive(target)) return false;
  const tool = TOOLS.find(({ letter }) => letter.toLowerCase() === key);
  if (tool) acts.choose(tool);
  else if (key === " ") acts.pan(true);
  else if (key === "d") acts.compare();
  else if (key === "?") showKeys();
  else return false;
  return true;
}
