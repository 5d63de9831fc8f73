// The card beside a text of rules: what stands at the caret, and keys that are written by a press.

import assert from "node:assert/strict";
import test from "node:test";

import { click, happens, html, texts } from "./page.js";
import { desk, refusal } from "./rulesdesk.js";

/** Put the caret somewhere. */
function caret({ area }, place) {
  area.selectionStart = place;
  happens(area, "keyup");
}

test("beside the text stands what is at the caret: the headings there are, a heading with its keys, or a key", async () => {
  const one = await desk("# ours\n[[unit]]\nkind = 1\n[x]\n");
  const { at } = one;
  assert.equal(at("card-at").textContent, "the head of the file");
  assert.match(
    html(at("card-body")),
    /^<div><p>The headings that there are:<\/p><dl.card-words><dt><code>\[\[unit\]\]<\/code><\/dt><dd>A kind of unit.<\/dd><\/dl>/,
  );
  caret(one, 9);
  assert.equal(at("card-at").textContent, "unit");
  assert.match(html(at("card-body")), /<div><p><code>\[\[unit\]\]<\/code> A kind of unit. More.<\/p><dl.card-words>/);
  assert.deepEqual(texts(at("card-body"), ".card-words dt"), ["kind must be there", "steps"]);
  assert.deepEqual(texts(at("card-body"), ".card-free button"), ["steps"]);
  assert.deepEqual(texts(at("card-body"), "pre"), ["x"]);
  caret(one, 17);
  assert.equal(at("card-at").textContent, "unit.kind");
  assert.match(
    html(at("card-body")),
    new RegExp(
      "^<div><p.card-key><code>kind</code> what <code>kind</code> is</p><dl.card-facts><dt>takes</dt><dd>a number</dd>" +
        "<dt>unless given</dt><dd>it must be there</dd>",
    ),
  );
  assert.equal(at("card-body").querySelectorAll(".card-within dl").length, 0);
  caret(one, 26);
  assert.match(html(at("card-body")), /<code>x<\/code> is no heading. There are:/);
});

test("a key that is not set is written below by a press, and what is shown stays while nothing of it changes", async () => {
  const one = await desk("[[unit]]\nkind = 1\n");
  one.root.execCommand = (...given) => (one.area.typed = given);
  caret(one, 3);
  const [button] = one.at("card-body").querySelectorAll(".card-free button");
  assert.equal(button.title, "what `steps` is");
  caret(one, 4);
  assert.equal(one.at("card-body").querySelectorAll(".card-free button")[0], button);
  click(button);
  assert.equal(one.area.typed[0], "insertText");
  assert.match(one.area.typed[2], /^\n.*steps/);
  assert.equal(globalThis.document.activeElement, one.area);
  assert.equal(one.area.range[0], one.area.range[1]);
});

test("F1 leads from the text to the card, and Escape back; elsewhere they do nothing", async () => {
  const { area, at, root } = await desk("[[unit]]");
  const press = (key_) => happens(root, "keydown", { key: key_ }).stopped;
  at("card").open = false;
  at("keep").focus();
  assert.equal(press("F1"), 0);
  press("Escape");
  assert.equal(root.activeElement, at("keep"));
  area.focus();
  press("Escape");
  assert.equal(press("F1"), 1);
  assert.deepEqual([at("card").open, root.activeElement], [true, at("card-body")]);
  press("Escape");
  assert.equal(root.activeElement, area);
});

test("cards that cannot be had are told, and the text is looked at all the same", async () => {
  const { at } = await desk("a", { cards: [refusal("no cards")] });
  assert.equal(html(at("card-body")), "<div><p.soft>no cards</p></div>");
  assert.equal(at("faults-title").textContent, "No faults");
  const bad = await desk("a", { look: [refusal("too long")] });
  assert.equal(bad.said(), "too long");
});
