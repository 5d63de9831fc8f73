// The page where a command's orders are written: what is typed is kept on this device at once, on the server a moment
// later, and each line says what becomes of it. Without this script the page's form does the same by its buttons.

import { byId, el, fill, find, ifThere, on } from "../common/dom.js";
import { Fault, inWords } from "../common/faults.js";
import { Server } from "../common/server.js";
import { showAway } from "./away.js";
import { draftKey, drop, keep, kept, leftOver, opened } from "./draft.js";

/** @import { Draft } from "./draft.js" */

/** A line of the sheet, and what becomes of it.
 * @typedef {{text: string, state: string, mark: string, understood: string, words: string[], assumed: string[], why: string,
 *   choices: string[]}} Line
 */

const KEEP_AFTER_MS = 3000;
const AGAIN_MS = 5000;

class SheetPage {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.text = find("textarea", form, HTMLTextAreaElement);
    const { base = "", campaign = "", command = "", state } = form.dataset;
    this.server = new Server(base, this.field("token").value);
    this.key = draftKey({ campaign, command, turn: this.field("turn").value });
    this.sealed = state === "sealed";
    /** Where the text is kept that stands beside the sheet, if it is of another turn. */
    this.other = "";
    this.there = this.text.value;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.text.addEventListener("input", () => this.#written());
    form.addEventListener("submit", (event) => this.#submitted(event));
    on("take-other", "click", () => this.#take());
    on("drop-other", "click", () => this.#let());
    this.#begin();
  }

  /** @param {string} name */
  field(name) {
    return find(`[name="${name}"]`, this.form, HTMLInputElement);
  }

  get version() {
    return Number(this.field("version").value);
  }

  #begin() {
    const begun = opened(kept(localStorage, this.key), {
      text: this.there,
      version: this.version,
      sealed: this.sealed,
    });
    if (begun.found === "same") drop(localStorage, this.key);
    if (begun.found === "apart")
      this.#showOther(begun.text, "It was written on this device, and never reached the server.");
    else this.#showOlder();
    if (begun.found !== "back") return;
    this.text.value = begun.text;
    this.#say("What you wrote here without the server is back.");
    this.#later(0);
  }

  /** Show what was written for a turn that was closed before it could be sent. */
  #showOlder() {
    const older = leftOver(localStorage, this.key, Object.keys(localStorage));
    if (!older) return;
    const [day, turn] = older.turn.split(".");
    this.other = older.key;
    this.#showOther(
      older.text,
      `It was written on this device for day ${day}, turn ${turn}, and never reached the server before that turn was closed.`,
    );
  }

  #written() {
    const draft = { text: this.text.value, version: this.version };
    this.#say(keep(localStorage, this.key, draft) ? "Not sent yet; kept on this device." : "Not sent yet.");
    this.#later(KEEP_AFTER_MS);
  }

  /** @param {number} ms */
  #later(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), ms);
  }

  /** Send what was written as a draft; what cannot be sent now is tried again. */
  async #send() {
    const text = this.text.value;
    if (text === this.there) return this.#say("Kept.");
    try {
      const answer = await this.#post("save", text);
      this.#took(text, answer);
    } catch (error) {
      await this.#failed(error);
    }
  }

  /** @param {string} what
   * @param {string} text
   */
  #post(what, text) {
    const share =
      what === "seal" ? { share: this.form.querySelector("[data-share]") ? this.field("share").value : "" } : {};
    const body = { do: what, text, version: this.version, send_id: fresh(), turn: this.field("turn").value, ...share };
    return this.server.post("day.json", { ...body, command_id: undefined });
  }

  /** @param {string} text
   * @param {{sheet: {version: number}, lines: Line[]}} answer
   */
  #took(text, { sheet, lines }) {
    this.there = text;
    this.field("version").value = String(sheet.version);
    showAway(false);
    showLines(lines);
    if (this.text.value !== text) return this.#later(KEEP_AFTER_MS);
    drop(localStorage, this.key);
    this.#say("Kept.");
    fill(byId("seal"), "a draft");
    byId("seal").className = "seal a-draft";
  }

  /** @param {unknown} error */
  async #failed(error) {
    const away = error instanceof Fault && error.status === 0;
    showAway(away);
    this.#say(away ? "Not sent yet; kept on this device." : `Not kept on the server: ${inWords(error)}`);
    if (away) this.#later(AGAIN_MS);
    if (error instanceof Fault && error.rule === "version") await this.#meetOther();
  }

  /** Show what somebody else wrote meanwhile, and go on from there: what is sent next takes its place. */
  async #meetOther() {
    const { sheet } = await this.server.get("day.json");
    this.there = sheet.text;
    this.field("version").value = String(sheet.version);
    if (sheet.state === "sealed") location.reload();
    else
      this.#showOther(
        sheet.text,
        `Version ${sheet.version} was written elsewhere meanwhile. Your text is in the box above.`,
      );
  }

  /** @param {string} text
   * @param {string} why
   */
  #showOther(text, why) {
    byId("other-kept").textContent = text;
    byId("other-why").textContent = why;
    byId("other-text").hidden = false;
  }

  #take() {
    this.text.value = byId("other-kept").textContent ?? "";
    byId("other-text").hidden = true;
    drop(localStorage, this.other);
    this.text.focus();
    this.#written();
  }

  #let() {
    byId("other-text").hidden = true;
    if (this.text.value === this.there) drop(localStorage, this.key);
    drop(localStorage, this.other);
    this.text.focus();
  }

  /** Seal and check by the script, so that nothing is lost if the server is away.
   * @param {SubmitEvent} event
   */
  async #submitted(event) {
    const what = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "check";
    event.preventDefault();
    clearTimeout(this.timer);
    const text = this.text.value;
    keep(localStorage, this.key, { text, version: this.version });
    try {
      const answer = await this.#post(what, text);
      if (what === "check") return showLines(answer.lines);
      if (what === "save") return this.#took(text, answer);
      drop(localStorage, this.key);
      location.reload();
    } catch (error) {
      await this.#failed(error);
      if (what === "seal") this.#say(`Not sealed: ${inWords(error)}`);
    }
  }

  /** @param {string} words */
  #say(words) {
    if (byId("kept").textContent !== words) byId("kept").textContent = words;
  }
}

/** @param {Line[]} lines */
function showLines(lines) {
  fill(byId("verdicts"), el("ol", { class: "verdicts" }, lines.map(lineRow)));
  byId("verdict-part").hidden = !lines.length;
}

/** @param {Line} line */
function lineRow(line) {
  const soft = [...line.words, ...line.assumed.map((word) => `assumed: ${word}`)];
  return el(
    "li",
    { class: line.state },
    el("p", {}, el("b", {}, line.text), " ", el("span", { class: "mark" }, line.mark)),
    line.understood && el("p", {}, line.understood),
    soft.map((word) => el("p", { class: "soft" }, word)),
    line.why && el("p", { class: "bad" }, line.why),
    line.choices.length ? el("p", { class: "soft" }, `Did you mean ${line.choices.join(" or ")}?`) : null,
  );
}

/** An id of a sending, so that what is sent twice counts once. */
function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const form = ifThere("sheet", HTMLFormElement);
if (form) new SheetPage(form);
