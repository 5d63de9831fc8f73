// The page where a command's orders are written: what is typed is kept on this device at once, on the server a moment
// later, and each line says what becomes of it. Without this script the page's form does the same by its buttons.

import { byId, el, fill, find, ifThere, on } from "../common/dom.js";
import { Fault, inWords } from "../common/faults.js";
import { Live } from "../common/live.js";
import { Server } from "../common/server.js";
import { draftKey, drop, keep, kept, opened } from "./draft.js";

/** @import { Draft } from "./draft.js" */

/** A line of the sheet, and what becomes of it.
 * @typedef {{text: string, state: string, mark: string, understood: string, words: string[], assumed: string[], why: string,
 *   choices: string[]}} Line
 */

const KEEP_AFTER_MS = 3000;
const AGAIN_MS = 5000;
const AWAY = "The server does not answer. What you write is kept on this device, and sent when it is back.";

class SheetPage {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.text = find("textarea", form, HTMLTextAreaElement);
    const { base = "", campaign = "", command = "", state } = form.dataset;
    this.server = new Server(base, this.field("token").value);
    this.key = draftKey({ campaign, command, turn: this.field("turn").value });
    this.sealed = state === "sealed";
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
    if (begun.found !== "back") return;
    this.text.value = begun.text;
    this.#say("What you wrote here without the server is back.");
    this.#later(0);
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
    this.#showAway(false);
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
    this.#showAway(away);
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
    this.text.focus();
    this.#written();
  }

  #let() {
    byId("other-text").hidden = true;
    if (this.text.value === this.there) drop(localStorage, this.key);
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

  /** @param {boolean} away */
  #showAway(away) {
    showAway(away);
  }
}

/** @param {boolean} away */
function showAway(away) {
  byId("away").hidden = !away;
  byId("away").textContent = away ? AWAY : "";
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

/** Say that the turn was closed, once; the page stays as it is until its reader goes on.
 * @param {string} base
 */
function hear(base) {
  let first = 0;
  const note = byId("moved");
  const heard = (/** @type {number} */ version) => {
    if (first && version !== first) note.hidden = false;
    first ||= version;
  };
  new Live(new Server(base, ""), heard, () => showAway(false), showAway);
}

const form = ifThere("sheet", HTMLFormElement);
if (form) new SheetPage(form);
hear(byId("contents").dataset.base ?? "");
