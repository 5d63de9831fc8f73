// The desk where rules are written: the file, and beside it its faults and its sheet, as they are a moment after the last key.

import { byId, el, fill, findAll, ifThere } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { closeMenu } from "../common/frame.js";
import { Server } from "../common/server.js";
import { Trying } from "../common/trying.js";
import { RuleCard } from "./rulecard.js";
import { casesList, counted, faultList, faultyLines, sheetParts, spanOf } from "./rulesheet.js";

const WAIT_MS = 400;
const LINE_PX = () => parseFloat(getComputedStyle(byId("text")).lineHeight);

class Book {
  constructor() {
    const { base = "", token = "", sha = "" } = byId("book").dataset;
    this.server = new Server(base, token);
    this.sha = sha;
    this.area = byId("text", HTMLTextAreaElement);
    this.kept = this.area.value;
    this.timer = 0;
    this.asked = 0;
    /** @type {Trying | undefined} */
    this.trying = undefined;
    this.area.addEventListener("input", () => this.#written());
    this.area.addEventListener("scroll", () => (byId("numbers").scrollTop = this.area.scrollTop));
    byId("keep").addEventListener("click", () => this.#keep());
    byId("cases").addEventListener("click", () => this.#cases());
    for (const link of findAll("a[data-before]"))
      link.addEventListener("click", (event) =>
        this.#putBack(event, link.dataset.before ?? "", link.textContent ?? ""),
      );
    ifThere("games")?.addEventListener("click", () => this.#games());
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("beforeunload", (event) => this.area.value !== this.kept && event.preventDefault());
    new RuleCard(this.server, this.area);
    this.#numbers(new Set());
    this.#look();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#keep();
  }

  #written() {
    this.#say(this.area.value === this.kept ? "" : "Not kept yet");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#look(), WAIT_MS);
  }

  async #look() {
    const mine = ++this.asked;
    try {
      const found = await this.server.upload("look", this.#file());
      // What was asked before the last key is old by now.
      if (mine === this.asked) this.#show(found);
    } catch (error) {
      if (mine === this.asked) this.#say(inWords(error));
    }
  }

  async #keep() {
    const text = this.area.value;
    try {
      const found = await this.server.upload(`keep?seen=${this.sha}`, this.#file());
      [this.sha, this.kept] = [found.sha, text];
      this.asked++;
      this.#show(found);
      const state = byId("state");
      state.textContent = found.draft
        ? "draft: not offered for play"
        : found.listed
          ? "can be played"
          : "cannot be played";
      state.classList.toggle("default", found.draft || !found.listed);
      this.#say(found.draft ? "Kept as a draft: it has faults" : "Kept");
    } catch (error) {
      this.#say(inWords(error));
    }
  }

  /** Show what games by these rules come to; they are played by the file as it is kept. */
  #games() {
    const box = byId("trial");
    box.hidden = !box.hidden;
    byId("games").setAttribute("aria-expanded", String(!box.hidden));
    this.trying ??= new Trying(box, box.dataset.base ?? "", this.server.token, {
      grounds: true,
      before: async () => {
        if (this.area.value !== this.kept) throw new Error("keep the file first: games go by what is kept");
      },
    });
    if (!box.hidden) void this.trying.look();
  }

  async #cases() {
    const button = byId("cases", HTMLButtonElement);
    button.disabled = true;
    this.#say("Its cases run");
    try {
      const ran = await this.server.upload("cases", this.#file());
      byId("ran").hidden = false;
      fill(
        byId("ran"),
        casesList(ran, (line) => this.#goTo(line)),
      );
      this.#say("");
    } catch (error) {
      this.#say(inWords(error));
    } finally {
      button.disabled = false;
    }
  }

  /** Put an earlier text in; nothing is kept by it.
   * @param {Event} event
   * @param {string} sha
   * @param {string} when
   */
  async #putBack(event, sha, when) {
    event.preventDefault();
    closeMenu();
    try {
      const { blob } = await this.server.file(`before/${sha}`),
        text = await blob.text();
      this.area.focus();
      this.area.setSelectionRange(0, this.area.value.length);
      // Typed and not set: Ctrl Z takes it back.
      if (!document.execCommand("insertText", false, text)) this.area.value = text;
      this.area.setSelectionRange(0, 0);
      this.area.scrollTop = 0;
      this.#written();
      this.#say(`The text ${when.trim()} is put in; Ctrl Z takes it back. Not kept yet`);
    } catch (error) {
      this.#say(inWords(error));
    }
  }

  #file() {
    return new File([this.area.value], "rules.toml");
  }

  /** @param {{ faults: import("./rulesheet.js").FaultRow[], more: number, sheet: import("./rulesheet.js").Sheet | null }} found */
  #show(found) {
    this.#numbers(faultyLines(found.faults));
    byId("faults-title").textContent = counted(found.faults.length + found.more);
    const list = found.faults.length
      ? faultList(found.faults, found.more, (line) => this.#goTo(line))
      : el("p", { class: "well" }, "Sound: it plays as it stands");
    fill(byId("faults"), list);
    this.#old(!found.sheet);
    if (found.sheet) fill(byId("sheet"), sheetParts(found.sheet));
    else if (!byId("sheet").childElementCount)
      fill(byId("sheet"), el("p", { class: "soft" }, "The sheet is laid out once nothing is wrong."));
    byId("book").dataset.looked = String(this.asked);
  }

  /** Say whether the sheet is that of the text as it is, or as it was before.
   * @param {boolean} isOld
   */
  #old(isOld) {
    byId("sheet").classList.toggle("old", isOld);
    byId("sheet-title").textContent = isOld ? "Sheet, as it was when nothing was wrong" : "Sheet";
  }

  /** @param {Set<number>} faulty */
  #numbers(faulty) {
    const count = this.area.value.split("\n").length;
    const rows = Array.from({ length: count }, (_, k) =>
      faulty.has(k + 1) ? el("b", {}, String(k + 1)) : String(k + 1),
    );
    fill(
      byId("numbers"),
      rows.flatMap((row) => [row, "\n"]),
    );
    byId("numbers").scrollTop = this.area.scrollTop;
  }

  /** @param {number} line */
  #goTo(line) {
    const [from, to] = spanOf(this.area.value, line);
    this.area.focus();
    this.area.setSelectionRange(from, to);
    this.area.scrollTop = Math.max(0, (line - 4) * LINE_PX());
  }

  /** @param {string} words */
  #say(words) {
    byId("said").textContent = words;
  }
}

new Book();
