// The frame of a page: its panels, its menus, what it says.

import { byId, fill, findAll } from "./dom.js";
import { setTabs } from "./tabs.js";

/** @import { Child } from "./dom.js" */

const NARROW = "(max-width: 700px)";

/** Whether only one panel has room at a time. */
export function isNarrow() {
  return matchMedia(NARROW).matches;
}

export class Frame {
  constructor() {
    this.box = byId("page");
    setTabs();
    for (const button of findAll(".foot [data-show]"))
      button.addEventListener("click", () => this.showPanel(button.dataset.show ?? "map"));
    document.addEventListener("click", (event) => closeMenus(event.target));
  }

  /** What the server wrote on the page for its scripts. */
  get data() {
    return /** @type {Record<string, string>} */ (this.box.dataset);
  }

  /** Show one panel, where only one has room; "gently" leaves the map in front.
   * @param {string} name
   * @param {{gently?: boolean}} [how]
   */
  showPanel(name, { gently = false } = {}) {
    if (gently && isNarrow()) return;
    this.box.dataset.panel = name;
    for (const button of findAll(".foot [data-show]"))
      button.setAttribute("aria-pressed", String(button.dataset.show === name));
  }

  /** Say something to those who do not see the page.
   * @param {string} text
   */
  say(text) {
    byId("say").textContent = text;
  }

  /** Show a message over the map; an empty one takes the last away.
   * @param {string | Child[]} content
   */
  toast(content) {
    const box = byId("toast");
    fill(box, content);
    box.hidden = !content.length;
  }

  /** Mark the page as one that waits for the server, or has what it waited for.
   * @param {boolean} busy
   */
  wait(busy) {
    this.box.classList.toggle("busy", busy);
  }
}

/** Close the menu that is open, and give the focus back to its button. True if there was one. */
export function closeMenu() {
  const menu = findAll("details.menu[open]", document, HTMLDetailsElement)[0];
  if (!menu) return false;
  menu.open = false;
  menu.querySelector("summary")?.focus();
  return true;
}

/** Close every menu but the one that was clicked.
 * @param {EventTarget | null} target
 */
function closeMenus(target) {
  // The legend stays where there is room for it beside the map.
  for (const menu of findAll(`details.menu[open]${isNarrow() ? "" : ":not(.stays)"}`, document, HTMLDetailsElement))
    if (!(target instanceof Node && menu.contains(target))) menu.open = false;
}
