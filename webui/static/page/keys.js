// Keys that work wherever nothing is being written.

import { byId, el, fill } from "../common/dom.js";

const KEYS = [
  ["Arrows", "move the cursor from hex to hex, on the map"],
  ["Enter", "select the unit under the cursor, or order the selected unit there; again: confirm"],
  [".", "take the next unit of the stack under the cursor"],
  ["M", "march: the next click is the goal, whoever stands there"],
  ["T", "transport mode, likewise"],
  ["Esc", "drop the order in hand, then the selection"],
  ["N", "next phase"],
  ["U", "undo"],
  ["F", "find a unit"],
  ["L", "log"],
  ["O", "write an order"],
  ["H", "what is this hex?"],
  ["Z", "zones of control"],
  ["+ − Home", "zoom in, out, whole map"],
  ["?", "these keys"],
];

export function setKeys(page) {
  fill(
    document.querySelector("#keys dl"),
    KEYS.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]),
  );
  byId("keys-help").addEventListener("click", () => byId("keys").showModal());
  // Ahead of the map's own keys, which are for the cursor.
  document.addEventListener(
    "keydown",
    (event) => {
      if (
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        isWriting(event.target) ||
        document.querySelector("dialog[open]")
      )
        return;
      const act = ACTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act?.(page, event) === true) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

const ACTS = {
  n: (page) => page.view.may_order && (page.advance(), true),
  u: (page) => page.view.may_order && (page.undo(), true),
  m: (page) => (page.setTransport(false), true),
  t: (page) => (page.setTransport(true), true),
  f: (page) => (page.showLeft("tab-forces"), byId("force-filter").focus(), true),
  l: (page) => (page.showLeft("tab-log"), byId("log-list").focus(), true),
  o: () => byId("notation") && (byId("notation").focus(), true),
  h: (page) => page.hexUnderCursor() !== null && (page.showHex(page.hexUnderCursor()), true),
  z: (page) => (page.toggle("zones", !page.map.isShown("zones")), true),
  "?": () => (byId("keys").showModal(), true),
  ".": (page) => page.nextOfStack(),
  Enter: (page, event) => page.orders.proposal !== null && !isActive(event.target) && (page.orders.confirm(), true),
  Escape: (page) => page.escape(),
};

function isWriting(target) {
  return target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]") !== null;
}

// Whether Enter belongs to what has the focus.
function isActive(target) {
  return target.closest("button, a, summary, label") !== null;
}
