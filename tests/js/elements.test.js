// Elements found and made, tabs stepped through, reasons that are missing: on a page of a few lines.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class Made {
  constructor(name = "div", id = "") {
    Object.assign(this, { name, id, value: "", className: "", dataset: {}, attributes: {}, heard: {}, children: [] });
  }
  addEventListener(kind, listener) {
    this.heard[kind] = listener;
  }
  setAttribute(key, value) {
    this.attributes[key] = value;
  }
  removeAttribute(key) {
    delete this.attributes[key];
  }
  append(...children) {
    this.children.push(...children);
  }
}
class Input extends Made {}

const page = new Map(),
  kept = new Map();
globalThis.Node = Made;
globalThis.HTMLElement = Made;
globalThis.HTMLInputElement = Input;
globalThis.document = {
  getElementById: (id) => page.get(id) ?? null,
  createElement: (name) => new Made(name),
};
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };

const { byId, el, ifThere } = await import("../../webui/static/common/dom.js");
const { stepped } = await import("../../webui/static/common/tabs.js");
const { Reasons } = await import("../../webui/static/editor/reasons.js");

beforeEach(() => {
  page.clear();
  kept.clear();
  for (const id of ["why", "source", "by"]) page.set(id, new Input("input", id));
});

test("an element that the page must have is found, and a fault names one that is missing or is something else", () => {
  assert.equal(byId("why").id, "why");
  assert.throws(() => byId("nowhere"), /no element #nowhere/);
  page.set("plain", new Made("div", "plain"));
  assert.throws(() => byId("plain", Input), /no Input #plain/);
  assert.equal(ifThere("nowhere"), null);
  assert.equal(ifThere("plain", Input), null);
});

test("an element is made with its class, data, listeners and attributes; null and false are left out", () => {
  const listener = () => {};
  const made = el(
    "p",
    { class: "a", data: { n: 1 }, onclick: listener, open: true, hidden: false, title: null },
    "words",
  );
  assert.equal(made.className, "a");
  assert.deepEqual(made.dataset, { n: 1 });
  assert.equal(made.heard.click, listener);
  assert.deepEqual(made.attributes, { open: "" });
  assert.deepEqual(made.children, ["words"]);
  assert.deepEqual(el("ul", {}, [["a", null], false], undefined, "b").children, ["a", "b"]);
});

test("arrows step through a ring and other keys do not", () => {
  assert.equal(stepped(0, "ArrowRight", 3), 1);
  assert.equal(stepped(2, "ArrowRight", 3), 0);
  assert.equal(stepped(0, "ArrowLeft", 3), 2);
  assert.equal(stepped(1, "ArrowDown", 3), 2);
  assert.equal(stepped(1, "ArrowUp", 3), 0);
  assert.equal(stepped(1, "Enter", 3), -1);
});

test("a correction needs its reason and its source, and the first that is missing is named; who made it may stay open", () => {
  const reasons = new Reasons("/m/toy");
  assert.equal(reasons.missing.id, "why");
  page.get("why").value = "seen on the 1944 sheet";
  assert.equal(reasons.missing.id, "source");
  page.get("source").value = "   ";
  assert.equal(reasons.missing.id, "source");
  page.get("source").value = " GSGS 4040 ";
  assert.equal(reasons.missing, null);
  assert.deepEqual(reasons.given, { why: "seen on the 1944 sheet", source: "GSGS 4040", by: "" });
});

test("reasons are kept for the map in work, and offered for no other", () => {
  new Reasons("/m/toy");
  page.get("why").value = "by hand";
  page.get("why").attributes["aria-invalid"] = "true";
  page.get("why").heard.input();
  assert.deepEqual(page.get("why").attributes, {});
  page.get("why").value = "";
  new Reasons("/m/other");
  assert.equal(page.get("why").value, "");
  new Reasons("/m/toy");
  assert.equal(page.get("why").value, "by hand");
});
