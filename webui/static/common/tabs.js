// Tabs by the pattern that screen readers know: arrows move between them.

import { byId } from "./dom.js";

export function setTabs(list) {
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  for (const tab of tabs) tab.addEventListener("click", () => showTab(tab.id));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    showTab(next.id);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

export function showTab(id) {
  const chosen = byId(id);
  for (const tab of chosen.parentElement.querySelectorAll('[role="tab"]')) {
    const on = tab === chosen;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !on;
  }
}

export function isShown(id) {
  return byId(id).getAttribute("aria-selected") === "true";
}
