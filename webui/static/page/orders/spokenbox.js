// The box for orders in one's own words: a pasted block, what is made of each line, and giving it.

import { button, el, fill } from "../../common/dom.js";
import { Fault, faultIn, faultWords } from "../../common/faults.js";
import { count } from "../../common/words.js";

/** @import { Spoken, SpokenLine, SpokenOutcome } from "../../common/data.d.ts" */

/** What the box needs of the rest of the page.
 * @typedef {object} Needs
 * @property {(name: string, body: object) => Promise<any>} read asks the server; nothing is changed
 * @property {(file: File) => Promise<{text: string}>} sheet reads a filled sheet
 * @property {(name: string, body: object) => Promise<any>} send what the server answers, its Fault, or null if it is busy
 * @property {(path: number[] | null) => void} showPath
 * @property {(stand: string) => void} choose
 * @property {(words: string) => void} say
 */

const STATES = {
  sound: ["ok", "good"],
  doubt: ["sure?", "warn"],
  refused: ["no", "bad"],
  ask: ["?", "warn"],
  note: ["note", "soft"],
};
const FEW = 6;

export class SpokenBox {
  /** @param {Needs} needs */
  constructor({ read, sheet, send, showPath, choose, say }) {
    this.read = read;
    this.sheet = sheet;
    this.send = send;
    this.showPath = showPath;
    this.choose = choose;
    this.say = say;
    /** @type {Spoken | null} */
    this.found = null;
    /** Lines in doubt that are meant all the same.
     * @type {Set<number>}
     */
    this.doubted = new Set();
    this.text = el("textarea", {
      ...{ id: "spoken-text", rows: "5", maxlength: "20000", spellcheck: "false" },
      placeholder: "1/110 to Clervaux\n2 Pz: everybody along the road to Marnach\nAR 1818 fires at 5019",
      oninput: () => this.#forget(),
    });
    this.side = el("select", { id: "spoken-side", onchange: () => this.#forget() });
    this.lines = el("div", { class: "spoken-lines", role: "status" });
    this.file = el("input", {
      ...{ type: "file", accept: ".csv,.xlsx,.txt", "aria-label": "A filled orders sheet" },
      onchange: () => this.#readSheet(),
    });
    this.box = this.#made();
  }

  /** Show the box, with the sides that orders can be read for.
   * @param {{key: string, name: string}[]} sides
   * @param {boolean} mayOrder
   */
  show(sides, mayOrder) {
    this.box.hidden = !mayOrder;
    const chosen = this.side.value;
    fill(
      this.side,
      el("option", { value: "" }, "all sides"),
      sides.map(({ key, name }) => el("option", { value: key, selected: key === chosen }, name)),
    );
    this.side.hidden = sides.length < 2;
    if (this.found) this.#forget();
  }

  #made() {
    return el(
      "details",
      { class: "spoken", id: "spoken" },
      el("summary", {}, "Paste orders in your own words"),
      el("label", { class: "sr", for: "spoken-text" }, "Orders, a line each"),
      this.text,
      el(
        "p",
        { class: "spoken-acts" },
        el("label", {}, el("span", { class: "sr" }, "Whose orders"), this.side),
        button("Read", () => this.#read(), {
          class: "primary",
          title: "Say what is made of each line; nothing is given yet",
        }),
        el("label", { class: "spoken-file" }, "or a filled sheet ", this.file),
      ),
      this.lines,
    );
  }

  #forget() {
    this.found = null;
    this.doubted.clear();
    this.showPath(null);
    fill(this.lines);
  }

  async #readSheet() {
    const file = this.file.files?.[0];
    if (!file) return;
    try {
      this.text.value = (await this.sheet(file)).text;
      await this.#read();
    } catch (error) {
      this.#refuse(faultIn(error));
    } finally {
      this.file.value = "";
    }
  }

  get #asked() {
    return { text: this.text.value, side: this.side.value };
  }

  async #read() {
    this.#forget();
    if (!this.text.value.trim()) return;
    try {
      this.found = await this.read("spoken.json", this.#asked);
      this.#draw();
    } catch (error) {
      this.#refuse(faultIn(error));
    }
  }

  /** @param {Fault} fault */
  #refuse(fault) {
    fill(this.lines, el("p", { class: "note bad" }, faultWords(fault)));
  }

  #draw() {
    const { found } = this;
    if (!found) return;
    const { sound, doubt, refused, ask } = found.count,
      open = doubt - this.doubted.size + refused + ask,
      give = sound + this.doubted.size;
    this.say(`${count(sound, "line is", "lines are")} sound, ${open} not.`);
    fill(
      this.lines,
      el(
        "ul",
        {},
        found.lines.map((line) => this.#line(line)),
      ),
      el(
        "p",
        { class: "spoken-acts" },
        button(open ? `Give the ${count(give, "sound line")}` : "Give all", () => this.#give(), {
          ...{ class: "primary", disabled: give === 0 },
        }),
        open ? el("span", { class: "soft" }, `${count(open, "line")} will not be given.`) : null,
      ),
    );
  }

  /** @param {SpokenLine} line */
  #line(line) {
    const [mark, kind] = STATES[line.state];
    return el(
      "li",
      { class: `spoken-line ${line.state}`, data: { line: line.number } },
      el("span", { class: `tag ${kind}` }, mark),
      el("span", { class: "spoken-said" }, line.text),
      line.understood ? el("p", {}, line.understood) : null,
      line.why ? el("p", { class: line.state === "note" ? "soft" : "ask" }, line.why) : null,
      this.#choices(line),
      this.#outcomes(line.outcomes),
      line.assumed.map((said) => el("p", { class: "soft" }, said)),
      line.state === "doubt" ? this.#doubt(line) : null,
    );
  }

  /** What the asked word may have meant: a click writes it in its place.
   * @param {SpokenLine} line
   */
  #choices(line) {
    if (!line.asked || !line.choices.length) return null;
    return el(
      "p",
      { class: "acts" },
      line.choices.map((choice) => button(choice, () => this.#replace(line, choice), { class: "small" })),
    );
  }

  /** @param {SpokenLine} line
   * @param {string} choice
   */
  #replace(line, choice) {
    const lines = this.text.value.split("\n"),
      at = plain(lines[line.number - 1]).indexOf(line.asked);
    if (at < 0) return;
    const written = lines[line.number - 1];
    lines[line.number - 1] = written.slice(0, at) + choice + written.slice(at + line.asked.length);
    this.text.value = lines.join("\n");
    this.#read();
  }

  /** @param {SpokenOutcome[]} outcomes */
  #outcomes(outcomes) {
    if (!outcomes.length) return null;
    const rows = outcomes.map((one) => this.#outcome(one));
    if (rows.length <= FEW) return el("ul", { class: "spoken-units" }, rows);
    const summary = el("summary", {}, count(rows.length, "unit"));
    return el("details", { class: "spoken-units" }, summary, el("ul", {}, rows));
  }

  /** @param {SpokenOutcome} one */
  #outcome(one) {
    const way = one.path.length > 1 ? () => this.showPath(one.path) : () => this.choose(one.stand);
    const rule = /\d/.test(one.rule) ? el("span", { class: "rule" }, one.rule) : null;
    return el(
      "li",
      { class: one.state },
      one.stand
        ? button(one.name, way, { class: "link", title: one.path.length > 1 ? "Show its way" : "Show the unit" })
        : one.name,
      ": ",
      rule,
      ` ${one.words}`,
    );
  }

  /** @param {SpokenLine} line */
  #doubt(line) {
    const ticked = this.doubted.has(line.number);
    const tick = el("input", {
      type: "checkbox",
      checked: ticked,
      onchange: () => {
        if (ticked) this.doubted.delete(line.number);
        else this.doubted.add(line.number);
        this.#draw();
      },
    });
    return el("label", { class: "check" }, tick, " give it all the same");
  }

  async #give() {
    const { found } = this;
    if (!found) return;
    const sound = found.lines.filter(({ state }) => state === "sound").map(({ number }) => number);
    const done = await this.send("spoken", { ...this.#asked, lines: sound, doubted: [...this.doubted] });
    if (done instanceof Fault) this.#refuse(done);
    else if (done) this.#given(found, sound.length + this.doubted.size);
  }

  /** Take what was given out of the box; what was not stays to be mended.
   * @param {Spoken} found
   * @param {number} given
   */
  #given(found, given) {
    const left = found.lines.filter(({ number, state }) => state !== "sound" && !this.doubted.has(number)),
      kept = left.filter(({ state }) => state !== "note").map(({ text }) => text);
    this.text.value = kept.join("\n");
    this.#forget();
    this.say(`${count(given, "line was", "lines were")} given.`);
    fill(this.lines, el("p", { class: "note good" }, `${count(given, "line was", "lines were")} given.`));
  }
}

/** Give a text as the reader saw it: small letters without accents.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
