// What keys mean all over a page.

import { byId, el, fill, find, on } from "./dom.js";

/** List the keys in the dialog that a page has for them, and open it from the menu.
 * @param {string[][]} keys each with what it does
 */
export function listKeys(keys) {
  fill(
    find("#keys dl"),
    keys.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]),
  );
  on("keys-help", "click", showKeys);
}

export function showKeys() {
  byId("keys", HTMLDialogElement).showModal();
}

/** Whether somebody writes, or answers a dialog: then letters are letters.
 * @param {EventTarget | null} target
 */
export function isWriting(target) {
  const field = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]";
  return within(target, field) || document.querySelector("dialog[open]") !== null;
}

/** Whether Enter and space belong to what has the focus.
 * @param {EventTarget | null} target
 */
export function isActive(target) {
  return within(target, "button, a, summary, label");
}

/** Have a key no further effect.
 * @param {Event} event
 */
export function taken(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {EventTarget | null} target
 * @param {string} selector
 */
function within(target, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}
