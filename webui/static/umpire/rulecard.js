// The card at the caret: what the heading and the key mean where the author of rules is writing.

import { byId, el, fill } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { cardAt, isVariant, lineOf, placeAt, wordsIn } from "./ruleplace.js";

/** @typedef {import("./ruleplace.js").Cards} Cards
 * @typedef {import("./ruleplace.js").Found} Found
 * @typedef {import("./ruleplace.js").Key} Key
 * @typedef {import("./ruleplace.js").Place} Place
 */

export class RuleCard {
  /** @param {import("../common/server.js").Server} server
   * @param {HTMLTextAreaElement} area
   */
  constructor(server, area) {
    this.area = area;
    /** @type {Cards | null} */
    this.cards = null;
    this.shown = "";
    this.drawn = 0;
    for (const what of ["input", "keyup", "click", "focus", "select"]) area.addEventListener(what, () => this.#soon());
    document.addEventListener("selectionchange", () => document.activeElement === area && this.#soon());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#load(server);
  }

  /** @param {import("../common/server.js").Server} server */
  async #load(server) {
    try {
      this.cards = await server.get("cards");
      this.#show();
    } catch (error) {
      fill(byId("card-body"), el("p", { class: "soft" }, inWords(error)));
    }
  }

  #soon() {
    cancelAnimationFrame(this.drawn);
    this.drawn = requestAnimationFrame(() => this.#show());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const body = byId("card-body");
    const isInside = byId("card").contains(document.activeElement);
    if (event.key === "F1" && document.activeElement === this.area) {
      event.preventDefault();
      byId("card", HTMLDetailsElement).open = true;
      body.focus();
    } else if (event.key === "Escape" && isInside) this.area.focus();
  }

  #show() {
    if (!this.cards) return;
    const text = this.area.value;
    const place = placeAt(text, this.area.selectionStart);
    const cards = isVariant(text) ? this.cards.variant : this.cards.rules;
    const found = cardAt(cards, place);
    const words = found.key ? wordsIn(this.cards.words[found.key.words] ?? [], place.value) : [];
    // What is shown stays as it is while nothing of it changes: a finger on it would lose its button.
    const now = JSON.stringify([found.at, found.free.map((key) => key.name), words.map((word) => word.name)]);
    if (now === this.shown) return;
    this.shown = now;
    fill(byId("card-at"), found.at || "the head of the file");
    fill(byId("card-body"), found.card ? cardParts(found, words, (key) => this.#put(key)) : headings(found.at, cards));
    byId("card-body").scrollTop = 0;
  }

  /** Put a key in below what the caret is at; typed and not set, so that Ctrl Z takes it back.
   * @param {Key} key
   */
  #put(key) {
    const place = placeAt(this.area.value, this.area.selectionStart);
    this.area.focus();
    this.area.setSelectionRange(place.end, place.end);
    document.execCommand("insertText", false, `\n${lineOf(key)}`);
  }
}

/** Lay a card out.
 * @param {Found} found
 * @param {import("./ruleplace.js").Word[]} words
 * @param {(key: Key) => void} put
 */
function cardParts({ card, key, free }, words, put) {
  if (!card) return [];
  const head = card.many ? `[[${card.path}]]` : `[${card.path}]`;
  const sentence = el("p", {}, el("code", {}, head), " ", coded(card.about));
  return [
    key && keyParts(key),
    words.length > 0 && meanings(words.map((word) => [word.name, word.takes, word.means])),
    el("div", { class: key ? "card-within" : null }, sentence, !key && keyList(card.keys)),
    free.length > 0 && freeKeys(free, put),
    card.example && el("details", {}, el("summary", {}, "An example"), el("pre", {}, card.example)),
    el("p", {}, el("a", { href: card.page, target: "_blank", rel: "noopener" }, "In the manual")),
  ];
}

/** @param {Key[]} free
 * @param {(key: Key) => void} put
 */
function freeKeys(free, put) {
  const button = (/** @type {Key} */ key) =>
    el(
      "button",
      { type: "button", title: key.means, onclick: () => put(key), class: key.must ? "must" : null },
      key.name,
    );
  return [
    el("p", { class: "card-free-title" }, "Not set here; press to write one:"),
    el("p", { class: "card-free" }, free.map(button)),
  ];
}

/** Lay names out with what goes with each, and what it means.
 * @param {string[][]} rows
 */
function meanings(rows) {
  const row = (/** @type {string[]} */ [name = "", takes = "", means = ""]) => [
    el("dt", {}, el("code", {}, name), takes && el("span", { class: "soft" }, ` ${takes}`)),
    el("dd", {}, coded(means)),
  ];
  return el("dl", { class: "card-words" }, rows.map(row));
}

/** @param {Key} key */
function keyParts(key) {
  return [
    el("p", { class: "card-key" }, key.name && el("code", {}, key.name), " ", coded(key.means)),
    el(
      "dl",
      { class: "card-facts" },
      el("dt", {}, "takes"),
      el("dd", {}, key.takes),
      el("dt", {}, "unless given"),
      el("dd", {}, unlessGiven(key)),
    ),
  ];
}

/** @param {Key} key */
function unlessGiven(key) {
  if (key.must) return "it must be there";
  return key.usual ? el("code", {}, key.usual) : "nothing";
}

/** @param {Key[]} keys */
function keyList(keys) {
  const named = keys.filter((key) => key.name);
  return named.length > 0 && meanings(named.map((key) => [key.name, key.must ? "must be there" : "", key.means]));
}

/** Say which headings there are, where the caret is in none.
 * @param {string} at
 * @param {import("./ruleplace.js").Card[]} cards
 */
function headings(at, cards) {
  const rows = cards
    .filter((card) => !card.path.includes("."))
    .map((card) => [card.many ? `[[${card.path}]]` : `[${card.path}]`, "", card.about.split(/(?<=[.:]) /)[0] ?? ""]);
  const said = at ? [el("code", {}, at), " is no heading. There are:"] : "The headings that there are:";
  return [el("p", {}, said), meanings(rows)];
}

/** Lay words out; what is code stands between backticks.
 * @param {string} words
 */
function coded(words) {
  return words.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));
}
