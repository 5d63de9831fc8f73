// The frame of a page: which panel is in front, which menus are open, where the focus goes.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class Thing {
  constructor(more = {}) {
    Object.assign(this, { dataset: {}, heard: {}, attributes: {}, classes: new Set(), inside: [], hidden: false });
    Object.assign(this, { open: false, stays: false, ...more });
    this.classList = { toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)) };
  }
  addEventListener(kind, listener) {
    this.heard[kind] = listener;
  }
  setAttribute(key, value) {
    this.attributes[key] = value;
  }
  contains(other) {
    return this === other || this.inside.includes(other);
  }
  querySelector(selector) {
    return selector === "summary" ? { focus: () => (focused = this) } : null;
  }
  querySelectorAll() {
    return [];
  }
  replaceChildren(...children) {
    this.children = children;
  }
}

let narrow = false,
  focused = null,
  menus = [],
  clicked = () => {};
const page = new Map(),
  buttons = ["map", "orders"].map((show) => new Thing({ dataset: { show } }));
Object.assign(globalThis, { Node: Thing, HTMLElement: Thing, HTMLDetailsElement: Thing });
globalThis.matchMedia = () => ({ matches: narrow });
globalThis.document = {
  getElementById: (id) => page.get(id) ?? null,
  addEventListener: (_, listener) => (clicked = listener),
  querySelectorAll: (selector) => {
    if (selector.startsWith(".foot")) return buttons;
    if (!selector.startsWith("details.menu[open]")) return [];
    return menus.filter((menu) => menu.open && !(menu.stays && selector.includes(":not(.stays)")));
  },
};

const { closeMenu, Frame } = await import("../../webui/static/common/frame.js");

beforeEach(() => {
  for (const id of ["page", "say", "toast"]) page.set(id, new Thing());
  menus = [new Thing(), new Thing({ stays: true })];
  [narrow, focused] = [false, null];
});

test("the open menu is closed, has the focus again, and it is said that there was one", () => {
  assert.equal(closeMenu(), false);
  menus[0].open = true;
  assert.equal(closeMenu(), true);
  assert.equal(menus[0].open, false);
  assert.equal(focused, menus[0]);
});

test("a click closes all menus but its own; the legend stays where there is room", () => {
  new Frame();
  const entry = new Thing();
  const after = (target) => {
    for (const menu of menus) menu.open = true;
    clicked({ target });
    return menus.map((menu) => menu.open);
  };
  menus[0].inside.push(entry);
  assert.deepEqual(after(entry), [true, true]);
  assert.deepEqual(after(new Thing()), [false, true]);
  assert.deepEqual(after(null), [false, true]);
  narrow = true;
  assert.deepEqual(after(new Thing()), [false, false]);
  assert.deepEqual(after(menus[1]), [false, true]);
});

test("one panel is in front and its button says so; gently, the map stays in front where only one has room", () => {
  const frame = new Frame();
  buttons[1].heard.click();
  assert.equal(page.get("page").dataset.panel, "orders");
  assert.deepEqual(
    buttons.map((button) => button.attributes["aria-pressed"]),
    ["false", "true"],
  );
  frame.showPanel("map", { gently: true });
  assert.equal(page.get("page").dataset.panel, "map");
  narrow = true;
  frame.showPanel("orders", { gently: true });
  assert.equal(page.get("page").dataset.panel, "map");
});

test("a message is over the map until an empty one takes it away; who waits is seen to wait", () => {
  const frame = new Frame(),
    toast = page.get("toast");
  frame.toast("Given.");
  assert.deepEqual([toast.hidden, toast.children], [false, ["Given."]]);
  frame.toast("");
  assert.equal(toast.hidden, true);
  frame.say("Day 2.");
  assert.equal(page.get("say").textContent, "Day 2.");
  frame.wait(true);
  assert.ok(page.get("page").classes.has("busy"));
  frame.wait(false);
  assert.ok(!page.get("page").classes.has("busy"));
});
