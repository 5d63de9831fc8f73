// Show the log: what was ordered and what came of it, with dice and paragraphs.

import { byId, el, fill, on } from "../common/dom.js";
import { count, phaseWords } from "../common/words.js";
import { foretoldWords } from "./planwords.js";

/** @import { Log, LogEntry, LogLine, Turn } from "../common/data.d.ts" */

/** @typedef {{day: number, unit: string | null, all: boolean, text?: string}} Wanted */

const DICE = /\[([1-6](?: [1-6])*)\]/;
const RULE = /\s*\(([A-Z]+ [0-9.]+|[A-Z]+ [0-9.]+[a-z]?)\)$/;

export class Diary {
  /** @param {object} page
   * @param {() => string | null} page.selected
   * @param {(id: string) => string | null} page.known names a unit that is on the map now
   * @param {(id: string) => void} page.choose
   * @param {((at: number) => void) | null} page.lookAt null for those who may not look at entries
   * @param {(before: number) => Promise<Log>} page.earlier gets what was told before a line
   */
  constructor({ selected, known, choose, lookAt, earlier }) {
    this.earlier = earlier;
    this.selected = selected;
    this.known = known;
    this.choose = choose;
    this.lookAt = lookAt;
    /** @type {LogEntry[]} */
    this.entries = [];
    this.last = 0;
    /** The number of the first line that is here, and how many come before it. */
    this.first = 1;
    this.cut = 0;
    this.day = byId("log-day", HTMLSelectElement);
    this.search = byId("log-find", HTMLInputElement);
    for (const id of ["log-day", "log-unit", "log-all"]) on(id, "change", () => this.#filtered());
    on("log-find", "input", () => this.#filtered());
    on("tab-log", "click", () => this.draw());
  }

  /** Show what is wanted now; who looks for something looks in the whole log. */
  #filtered() {
    const { day, unit, text } = this.#wanted();
    this.draw();
    if (day || unit || text) this.#fetch(true);
  }

  /** Get the part before the first line that is here, or all that comes before it.
   * @param {boolean} all
   */
  async #fetch(all) {
    do {
      const { first } = this;
      if (!this.cut || this.fetching) return;
      this.fetching = true;
      const log = await this.earlier(first).catch(() => null);
      this.fetching = false;
      if (!log || this.first !== first) return;
      this.entries.unshift(...log.entries);
      this.#begins(log);
      this.draw();
    } while (all);
  }

  /** @param {Log} log */
  #begins({ first, cut }) {
    this.first = first;
    this.cut = cut;
  }

  /** Forget all; the next log is the whole. */
  reset() {
    this.entries = [];
    this.last = 0;
  }

  /** @param {Log} log */
  add(log) {
    if (log.whole) {
      this.reset();
      this.#begins(log);
    }
    this.entries.push(...log.entries);
    this.last = log.last;
    const days = daysOf(this.entries, this.cut > 0);
    const chosen = this.day.value;
    fill(
      this.day,
      el("option", { value: "" }, "all days"),
      days.map((day) => el("option", { value: day }, `day ${day}`)),
    );
    this.day.value = days.map(String).includes(chosen) ? chosen : "";
    this.draw();
  }

  draw() {
    if (byId("log").hidden) return;
    const nodes = [];
    let when = "";
    for (const { entry, lines } of linesByPhase(this.entries, this.#wanted()).reverse()) {
      const now = clockWords(lines[0].clock);
      if (now !== when) nodes.push(el("h4", {}, now));
      when = now;
      nodes.push(this.#entry(entry, lines));
    }
    fill(byId("log-list"), nodes.length ? nodes : el("p", { class: "soft pad" }, "Nothing here."), this.#rest());
  }

  /** Offer what comes before. */
  #rest() {
    if (!this.cut) return null;
    const what = `Show earlier entries (${count(this.cut, "more", "more")})`;
    return el("button", { type: "button", class: "small earlier", onclick: () => this.#fetch(false) }, what);
  }

  #wanted() {
    return {
      day: Number(this.day.value),
      unit: byId("log-unit", HTMLInputElement).checked ? this.selected() : null,
      all: byId("log-all", HTMLInputElement).checked,
      text: this.search.value.trim().toLowerCase(),
    };
  }

  /** @param {LogEntry} entry
   * @param {LogLine[]} lines
   */
  #entry(entry, lines) {
    const { at } = entry,
      { lookAt } = this;
    const title = "Look at the map as it was then",
      back = at && lookAt;
    return el(
      "article",
      { class: `entry${entry.counts ? "" : " undone"}` },
      back ? el("button", { type: "button", class: "link at", title, onclick: () => lookAt(at) }, `#${at}`) : null,
      entry.counts ? null : el("span", { class: "tag" }, "taken back"),
      el(
        "ul",
        {},
        lines.map((line) => el("li", { class: line.kind }, this.#line(line))),
      ),
    );
  }

  /** @param {LogLine} line */
  #line({ text, units, expected }) {
    const { said, rule } = parted(text),
      shown = units.find((id) => this.known(id) !== null);
    return [
      said.map((part) => (typeof part === "string" ? part : diceBox(part))),
      rule ? [" ", el("span", { class: "rule" }, rule)] : null,
      expected ? el("span", { class: "soft" }, ` ${foretoldWords(expected)}`) : null,
      shown ? [" ", this.#finder(shown)] : null,
    ];
  }

  /** @param {string} id */
  #finder(id) {
    const props = { class: "find", "aria-label": `Show ${this.known(id)}`, onclick: () => this.choose(id) };
    return el("button", { type: "button", ...props }, "◎");
  }
}

/** Show faces as dice.
 * @param {number[]} faces
 */
export function diceBox(faces) {
  return el(
    "span",
    { class: "dice", "aria-label": `dice ${faces.join(" ")}` },
    faces.map((face) => el("span", { class: "die" }, face)),
  );
}

/** Part a line of the log into words, dice, which are lists of faces, and the paragraph at its end.
 * @param {string} text
 * @returns {{said: (string | number[])[], rule: string}}
 */
export function parted(text) {
  const rule = RULE.exec(text)?.[1] ?? "",
    said = [];
  let rest = text.replace(RULE, "");
  for (let found = DICE.exec(rest); found; found = DICE.exec(rest)) {
    said.push(rest.slice(0, found.index), found[1].split(" ").map(Number));
    rest = rest.slice(found.index + found[0].length);
  }
  return { said: [...said, rest], rule };
}

/** List the lines that are wanted with their entries, parted where a phase ended within an entry.
 * @param {LogEntry[]} entries
 * @param {Wanted} wanted
 */
export function linesByPhase(entries, wanted) {
  return entries.flatMap((entry) => {
    /** @type {{entry: LogEntry, lines: LogLine[]}[]} */
    const parts = [];
    for (const line of entry.lines.filter((one) => isWanted(one, wanted))) {
      const last = parts[parts.length - 1];
      if (last && clockWords(last.lines[0].clock) === clockWords(line.clock)) last.lines.push(line);
      else parts.push({ entry, lines: [line] });
    }
    return parts;
  });
}

/** @param {LogLine} line
 * @param {Wanted} wanted
 */
function isWanted(line, { day, unit, all, text = "" }) {
  if (!all && (line.quiet || line.kind === "ClockAdvanced")) return false;
  if (text && !text.split(/\s+/).every((word) => line.text.toLowerCase().includes(word))) return false;
  return (!day || line.clock.day === day) && (!unit || line.units.includes(unit));
}

/** List the days to choose from, the last first; before what is here there may be days that nothing is known of yet.
 * @param {LogEntry[]} entries
 * @param {boolean} more
 */
export function daysOf(entries, more) {
  const days = [...new Set(entries.map(({ clock }) => clock?.day ?? 0))].filter(Boolean).sort((a, b) => b - a);
  return more ? Array.from({ length: days[0] ?? 0 }, (_, n) => (days[0] ?? 0) - n) : days;
}

/** @param {Turn} clock */
function clockWords(clock) {
  return clock ? `Day ${clock.day}, ${clock.turn} · ${phaseWords(clock.phase)}` : "";
}
