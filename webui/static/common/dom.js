// Find and make elements; every text goes in as text.

/** What `el` and `fill` take between tags: lists are laid out flat; null, undefined, false and "" are nothing.
 * @typedef {import("./data.d.ts").Child} Child
 */

/** Find an element that the page must have; one that is missing, or is something else, is a fault of the page.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = ifThere(id, kind);
  if (!found) throw new Error(`the page has no ${kind?.name ?? "element"} #${id}`);
  return found;
}

/** Find an element that only some pages have.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T | null}
 */
export function ifThere(id, kind = /** @type {new () => T} */ (HTMLElement)) {
  const found = document.getElementById(id);
  return found instanceof kind ? found : null;
}

/** Find the one element that a selector means, inside another one or on the page.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function find(selector, within = document, kind = /** @type {any} */ (HTMLElement)) {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} ${selector}`);
  return found;
}

/** List the elements that a selector means.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @param {new () => T} [kind]
 * @returns {T[]}
 */
export function findAll(selector, within = document, kind = /** @type {any} */ (HTMLElement)) {
  return /** @type {any[]} */ ([...within.querySelectorAll(selector)]).filter((found) => found instanceof kind);
}

/** Make an element: `class`, `data` (an object), `on...` (a listener), and any attribute; null and false are left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function el(name, props = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...flat(children));
  return made;
}

/** Put these into an element in the place of what it held.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
}

/** Do something when a control of the page is used, if the page has that control.
 * @param {string} id
 * @param {string} event
 * @param {(event: Event) => void} act
 */
export function on(id, event, act) {
  ifThere(id)?.addEventListener(event, act);
}

/** Make a small button.
 * @param {Child} content
 * @param {(event: Event) => void} act
 * @param {Record<string, any>} [props]
 */
export function button(content, act, props = {}) {
  return el("button", { type: "button", class: "small", ...props, onclick: act }, content);
}

/** Make a list of names and what belongs to each.
 * @param {Child[][]} rows
 * @param {Record<string, any>} [props]
 */
export function facts(rows, props = {}) {
  return el(
    "dl",
    { class: "facts", ...props },
    rows.map(([name, ...value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

/** @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function flat(children) {
  const all = /** @type {Child[]} */ (/** @type {any[]} */ (children).flat(Infinity));
  return all
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
