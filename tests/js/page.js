// A page without a browser: elements that can be made, found, read and used, as far as the scripts ask for it.

const SELECTOR = /:checked|([\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]/g;
const OWN = new Set(["id", "value", "name", "type", "title", "checked", "disabled", "hidden", "open"]);

class Made {
  constructor(tag = "div") {
    Object.assign(this, { tag, id: "", className: "", dataset: {}, style: {}, attributes: {}, heard: {}, nodes: [] });
    Object.assign(this, { hidden: false, value: "", parentElement: null, tabIndex: 0, shown: 0 });
    this.classList = {
      contains: (name) => this.className.split(" ").includes(name),
      toggle: (name, on) => {
        const others = this.className.split(" ").filter((one) => one && one !== name);
        this.className = (on ? [...others, name] : others).join(" ");
      },
      add: (name) => this.classList.toggle(name, true),
      remove: (name) => this.classList.toggle(name, false),
    };
  }
  get children() {
    return this.nodes.filter((node) => node instanceof Made);
  }
  get childElementCount() {
    return this.children.length;
  }
  get textContent() {
    return this.nodes.map((node) => (node instanceof Made ? node.textContent : node)).join("");
  }
  set textContent(text) {
    this.replaceChildren(text);
  }
  #taken(nodes) {
    for (const node of nodes) if (node instanceof Made) node.parentElement = this;
    return nodes;
  }
  append(...nodes) {
    this.nodes.push(...this.#taken(nodes));
  }
  prepend(...nodes) {
    this.nodes.unshift(...this.#taken(nodes));
  }
  replaceChildren(...nodes) {
    this.nodes = this.#taken(nodes);
  }
  remove() {
    const among = this.parentElement?.nodes ?? [];
    if (among.includes(this)) among.splice(among.indexOf(this), 1);
    this.parentElement = null;
  }
  replaceWith(node) {
    this.before(node);
    this.remove();
  }
  before(node) {
    node.parentElement = this.parentElement;
    this.parentElement.nodes.splice(this.parentElement.nodes.indexOf(this), 0, node);
  }
  addEventListener(kind, listener) {
    (this.heard[kind] ??= []).push(listener);
  }
  setAttribute(key, value) {
    this.attributes[key] = value;
    if (OWN.has(key)) this[key] = ["checked", "disabled", "hidden", "open"].includes(key) ? true : String(value);
    if (key.startsWith("data-")) this.dataset[key.slice(5)] = value;
  }
  getAttribute(key) {
    return this.attributes[key] ?? null;
  }
  removeAttribute(key) {
    delete this.attributes[key];
  }
  matches(selector) {
    return [...selector.matchAll(SELECTOR)].every(([whole, tag, id, name, key, value]) => {
      if (whole === ":checked") return this.checked === true;
      if (tag) return this.tag === tag;
      if (id) return this.id === id;
      if (name) return this.classList.contains(name);
      const found = key.startsWith("data-") ? this.dataset[key.slice(5)] : this.attributes[key];
      return found !== undefined && (value === undefined || String(found) === value);
    });
  }
  closest(selectors) {
    const fits = selectors.split(", ").some((one) => this.matches(one));
    return fits ? this : (this.parentElement?.closest(selectors) ?? null);
  }
  querySelectorAll(selector) {
    if (selector.includes(", ")) {
      const any = new Set(selector.split(", ").flatMap((one) => this.querySelectorAll(one)));
      return this.querySelectorAll("*").filter((one) => any.has(one));
    }
    const parts = selector.split(" "),
      last = parts.pop();
    const under = this.children.flatMap((child) => [child, ...child.querySelectorAll("*")]);
    if (last === "*") return under;
    return under.filter((one) => {
      if (!one.matches(last)) return false;
      let above = one.parentElement;
      for (const part of [...parts].reverse()) {
        above = above?.closest(part) ?? null;
        if (!above) return false;
        above = above.parentElement;
      }
      return true;
    });
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  focus() {
    globalThis.document.activeElement = this;
  }
  getContext() {
    return new Proxy({}, { get: () => () => {} });
  }
  showModal() {
    this.shown += 1;
    this.open = true;
  }
  close(returnValue = this.returnValue) {
    Object.assign(this, { open: false, returnValue });
    happens(this, "close");
  }
  contains(other) {
    return other === this || this.querySelectorAll("*").includes(other);
  }
  scrollIntoView() {
    this.sought = (this.sought ?? 0) + 1;
  }
}

class Select extends Made {
  begun = true;
  get options() {
    return this.querySelectorAll("option");
  }
  get value() {
    const known = this.options.map((option) => option.value),
      first = this.options.find((option) => option.getAttribute("selected") !== null)?.value;
    return known.includes(this.chosen) ? this.chosen : (first ?? known[0] ?? "");
  }
  set value(value) {
    if (this.begun) this.chosen = value;
  }
}

class TextArea extends Made {
  begun = true;
  get value() {
    return this.written ?? this.textContent;
  }
  set value(value) {
    if (this.begun) this.written = value;
  }
}

const KINDS = {
  HTMLInputElement: "input",
  HTMLFormElement: "form",
  HTMLButtonElement: "button",
  HTMLDetailsElement: "details",
  HTMLDialogElement: "dialog",
  HTMLAnchorElement: "a",
  HTMLCanvasElement: "canvas",
  HTMLImageElement: "img",
};
const CLASSES = { select: Select, textarea: TextArea };

globalThis.Node = globalThis.Element = globalThis.HTMLElement = Made;
globalThis.HTMLSelectElement = Select;
globalThis.HTMLTextAreaElement = TextArea;
for (const [name, tag] of Object.entries(KINDS))
  CLASSES[tag] = globalThis[name] = { [name]: class extends Made {} }[name];

const make = (tag) => new (CLASSES[tag] ?? Made)(tag);
const root = make("body");
root.title = "";
root.body = root;
root.getElementById = (id) => root.querySelectorAll("*").find((one) => one.id === id) ?? null;
root.createElement = make;
root.createElementNS = (_, tag) => make(tag);
globalThis.document = root;

/** Begin a page with these elements: ids, each with its tag; those with children are made by hand. */
export function page(elements) {
  root.replaceChildren(...Object.entries(elements).map(([id, tag]) => (tag instanceof Made ? tag : made(tag, { id }))));
  root.heard = {};
  return root;
}

/** Make an element by hand. */
export function made(tag, attributes = {}, ...nodes) {
  const one = make(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") one.className = value;
    else one.setAttribute(key, value);
  }
  one.append(...nodes);
  return one;
}

/** Have something happen to an element; gives what the event was made. */
export function happens(element, kind, more = {}) {
  const event = { target: element, stopped: 0, ...more };
  event.preventDefault = () => void (event.stopped += 1);
  event.stopPropagation = () => {};
  event.done = Promise.all((element.heard[kind] ?? []).map((listener) => listener(event)));
  return event;
}

export const click = (element) => happens(element, "click");

/** Find the button that says something. */
export function buttonOf(element, text) {
  const found = element.querySelectorAll("button").filter((one) => one.textContent === text);
  if (found.length !== 1) throw new Error(`${found.length} buttons say ${text}`);
  return found[0];
}

/** Write an element as people write pages: tags with their class, and texts. */
export function html(node) {
  if (!(node instanceof Made)) return String(node);
  const name = node.className ? `${node.tag}.${node.className.replaceAll(" ", ".")}` : node.tag;
  return `<${name}>${node.nodes.map(html).join("")}</${node.tag}>`;
}

/** List what each element of a kind says. */
export const texts = (element, selector) => element.querySelectorAll(selector).map((one) => one.textContent);

/** List names and facts of a card: "Hex: 0203". */
export function factsOf(element) {
  return element.querySelectorAll("dl").flatMap((list) => {
    const cells = list.children;
    return cells
      .filter(({ tag }) => tag === "dt")
      .map((dt) => `${dt.textContent}: ${cells[cells.indexOf(dt) + 1].textContent}`);
  });
}

/** Wait until what was begun has gone as far as it can. */
export async function settled() {
  for (let n = 0; n < 3; n++) await new Promise((next) => setImmediate(next));
}
