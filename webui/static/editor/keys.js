// Keys that work wherever nothing is being written.

import { byId, el, fill } from "../common/dom.js";
import { showTab } from "../common/tabs.js";
import { TOOLS } from "./tools.js";

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

export function setKeys(editor) {
  fill(
    document.querySelector("#keys dl"),
    KEYS.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]),
  );
  byId("keys-help").addEventListener("click", () => byId("keys").showModal());
  document.addEventListener("keydown", (event) => onKey(editor, event), { capture: true });
  document.addEventListener("keyup", (event) => event.key === " " && (editor.drawing.panning = false));
}

function onKey(editor, event) {
  if (isWriting(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase(),
    command = event.ctrlKey || event.metaKey;
  const done = command ? onCommand(editor, key, event.shiftKey) : !event.altKey && onPlain(editor, key, event.target);
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

function onCommand(editor, key, shifted) {
  if (key === "z" && !shifted) return (editor.undo(), true);
  if (key === "y" || (key === "z" && shifted)) return (editor.redo(), true);
  return false;
}

function onPlain(editor, key, target) {
  const tool = TOOLS.find(({ letter }) => letter.toLowerCase() === key);
  if (tool) return (editor.tools.choose(tool.key), showTab("tab-draw"), editor.say(`Tool: ${tool.label}`), true);
  if (key >= "1" && key <= "6" && key.length === 1) return editor.drawing.enterSide(Number(key) - 1);
  if (key === " " && target.closest("button, summary, a, label") === null) return (editor.drawing.panning = true);
  if (key === "d") return (editor.compare.toggle(), true);
  if (key === "?") return (byId("keys").showModal(), true);
  if (key !== "escape") return false;
  if (editor.drawing.aim) editor.underlay.stop();
  else if (editor.drawing.busy) editor.drawing.drop();
  else if (editor.tools.chosen !== "inspect") editor.tools.choose("inspect");
  else return false;
  return true;
}

function isWriting(target) {
  return (
    target.closest("input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]") !==
    null
  );
}
