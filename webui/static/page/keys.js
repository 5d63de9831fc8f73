// Keys that work wherever nothing is being written.

import { byId, ifThere } from "../common/dom.js";
import { isActive, isWriting, listKeys, showKeys, taken } from "../common/keys.js";

const KEYS = [
  ["Arrows", "move the cursor from hex to hex, on the map"],
  ["Enter", "select the unit under the cursor, or order the selected unit there; again: confirm"],
  [".", "take the next unit of the stack under the cursor"],
  ["M", "march: the next click is the goal, whoever stands there"],
  ["T", "transport mode, likewise"],
  ["Esc", "drop the order in hand, then the selection"],
  ["N", "next phase; on a side's page: done"],
  ["P", "play the phase for all that play themselves"],
  ["U", "undo"],
  ["F", "find a unit"],
  ["L", "log"],
  ["O", "write an order"],
  ["H", "what is this hex?"],
  ["Z", "zones of control"],
  ["S", "supply network"],
  ["K", "legend"],
  ["+ − Home", "zoom in, out, whole map"],
  ["?", "these keys"],
];

/** What keys may have done. Those that say so tell whether they did anything.
 * @typedef {object} KeyActs
 * @property {() => boolean} advance
 * @property {() => boolean} silent
 * @property {() => boolean} undo
 * @property {(transport: boolean) => void} march
 * @property {(tab: string) => void} showLeft
 * @property {() => boolean} describeHex
 * @property {(layer: string) => void} toggleLayer
 * @property {() => void} toggleLegend
 * @property {() => boolean} nextOfStack
 * @property {() => boolean} confirm
 * @property {() => boolean} escape
 */

/** Have keys act. They are heard ahead of the map's own keys, which are for the cursor.
 * @param {KeyActs} acts
 */
export function setKeys(acts) {
  listKeys(KEYS);
  const bound = boundTo(acts);
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isWriting(event.target)) return;
    if (event.key === "Enter" && isActive(event.target)) return;
    if (bound[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.() === true) taken(event);
  };
  document.addEventListener("keydown", heard, { capture: true });
}

/** @param {KeyActs} acts
 * @returns {Record<string, () => boolean>}
 */
function boundTo(acts) {
  return {
    n: acts.advance,
    p: acts.silent,
    u: acts.undo,
    m: done(() => acts.march(false)),
    t: done(() => acts.march(true)),
    f: done(() => focusLeft(acts, "tab-forces", "force-filter")),
    l: done(() => focusLeft(acts, "tab-log", "log-list")),
    o: focusNotation,
    h: acts.describeHex,
    z: done(() => acts.toggleLayer("zones")),
    s: done(() => acts.toggleLayer("network")),
    k: done(acts.toggleLegend),
    "?": done(showKeys),
    ".": acts.nextOfStack,
    Enter: acts.confirm,
    Escape: acts.escape,
  };
}

/** Have an act count as done, whatever it gives.
 * @param {() => void} act
 * @returns {() => boolean}
 */
function done(act) {
  return () => {
    act();
    return true;
  };
}

/** @param {KeyActs} acts
 * @param {string} tab
 * @param {string} id
 */
function focusLeft(acts, tab, id) {
  acts.showLeft(tab);
  byId(id).focus();
}

function focusNotation() {
  const field = ifThere("notation");
  field?.focus();
  return field !== null;
}
