// Tabs by the pattern that screen readers know: arrows move between them.

import { byId, findAll } from "./dom.js";

const TAB = '[role="tab"]';

/** Make every list of tabs on the page work by pointer and by keys. */
export function setTabs() {
  for (const list of findAll('[role="tablist"]')) setList(list);
}

/** @param {HTMLElement} list */
function setList(list) {
  const tabs = findAll(TAB, list);
  for (const tab of tabs) tab.addEventListener("click", () => showTab(tab.id));
  list.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") return;
    const now = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement)),
      next = tabs[stepped(now, event.key, tabs.length)];
    if (!next) return;
    showTab(next.id);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Give the place in a ring that an arrow key leads to; -1 if the key is no arrow.
 * @param {number} now
 * @param {string} key
 * @param {number} length
 */
export function stepped(now, key, length) {
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : key === "ArrowLeft" || key === "ArrowUp" ? -1 : 0;
  return step ? (now + step + length) % length : -1;
}

/** @param {string} id */
export function showTab(id) {
  const chosen = byId(id);
  for (const tab of findAll(TAB, chosen.parentElement ?? document)) {
    const shown = tab === chosen;
    tab.setAttribute("aria-selected", String(shown));
    tab.tabIndex = shown ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !shown;
  }
}
