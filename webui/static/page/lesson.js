// Lead through a lesson: the step that one is at, what it points at on the map, and what is already done.

import { button, el, fill, find } from "../common/dom.js";
import { LATE, Latest } from "../common/latest.js";

/** @import { LessonSteps, LessonStep } from "../common/data.d.ts" */

/** What it needs of the page.
 * @typedef {object} Needs
 * @property {HTMLDetailsElement} box
 * @property {(work: () => Promise<void>) => Promise<void>} guard
 * @property {string} key names what this browser keeps: the steps that were read
 * @property {() => Promise<LessonSteps>} ask
 * @property {(hexes: string[]) => void} mark
 * @property {(step: LessonStep) => void} goTo
 * @property {(words: string) => void} say
 */

/** The buttons of the page that a step may point at. */
const BUTTONS = ["next", "undo"];

/** Find the step that comes next: the first that is neither done nor, where it is only read, read.
 * @param {LessonStep[]} steps
 * @param {Set<number>} read
 */
export function stepAt(steps, read) {
  const at = steps.findIndex(({ done }, i) => !done && !(done === null && read.has(i)));
  return at < 0 ? steps.length - 1 : at;
}

/** Split a text into paragraphs of plain and *strong* pieces.
 * @param {string} text
 */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) =>
    part
      .replace(/\s+/g, " ")
      .split(/\*([^*]+)\*/)
      .map((words, i) => ({ words, strong: i % 2 === 1 }))
      .filter(({ words }) => words),
  );
}

export class LessonCard {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.asked = new Latest();
    /** @type {LessonStep[]} */
    this.steps = [];
    this.read = readBefore(needs.key);
    this.at = -1;
    /** The step that is looked at; null: the one that comes next.
     * @type {number | null}
     */
    this.chosen = null;
    needs.box.addEventListener("toggle", () => this.#point());
  }

  refresh() {
    return this.needs.guard(async () => {
      const found = await this.asked.ask(this.needs.ask);
      if (found !== LATE) this.#take(found);
    });
  }

  /** @param {LessonSteps} found */
  #take({ steps, note }) {
    this.steps = steps;
    if (!steps.length) return this.#cannot(note);
    const at = stepAt(steps, this.read);
    if (at !== this.at) this.chosen = null;
    this.at = at;
    this.draw();
  }

  /** @param {string} note */
  #cannot(note) {
    const { box } = this.needs;
    box.hidden = !note;
    fill(find(".lesson-at", box), "Lesson");
    fill(find(".lesson-step", box), el("p", {}, note));
  }

  draw() {
    const { box, say } = this.needs,
      shown = this.chosen ?? this.at,
      step = this.steps[shown],
      count = `Step ${shown + 1} of ${this.steps.length}`;
    fill(find(".lesson-at", box), el("span", { class: "soft" }, count), ` ${step.title}`);
    fill(
      find(".lesson-step", box),
      paragraphs(step.text).map((parts) =>
        el(
          "p",
          {},
          parts.map(({ words, strong }) => (strong ? el("strong", {}, words) : words)),
        ),
      ),
    );
    fill(find(".lesson-acts", box), this.#acts(step, shown));
    this.#point();
    if (this.chosen === null) say(`${count}: ${step.title}`);
  }

  /** @param {LessonStep} step
   * @param {number} shown
   */
  #acts(step, shown) {
    const last = shown === this.steps.length - 1,
      reads = step.done === null && shown === this.at && !last;
    return [
      button("‹", () => this.#look(shown - 1), { "aria-label": "The step before", disabled: shown === 0 }),
      step.hexes.length || step.units.length ? button("Show me", () => this.needs.goTo(step)) : null,
      step.done ? el("span", { class: "lesson-done" }, "✓ done") : null,
      reads
        ? button("Go on", () => this.#haveRead(shown), { class: "primary" })
        : button("›", () => this.#look(shown + 1), { "aria-label": "The step after", disabled: last }),
    ];
  }

  /** @param {number} shown */
  #look(shown) {
    this.chosen = shown === this.at ? null : Math.max(0, Math.min(this.steps.length - 1, shown));
    this.draw();
  }

  /** @param {number} shown */
  #haveRead(shown) {
    this.read.add(shown);
    keepRead(this.needs.key, this.read);
    this.at = stepAt(this.steps, this.read);
    this.draw();
  }

  /** Mark what the step points at: hexes on the map, and a button. */
  #point() {
    const { box, mark } = this.needs,
      step = this.steps[this.chosen ?? this.at],
      wanted = box.open && step && !step.done ? step : null;
    mark(wanted?.hexes ?? []);
    for (const id of BUTTONS) document.getElementById(id)?.classList.toggle("wanted", wanted?.press === id);
  }
}

/** @param {string} key */
function readBefore(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter(Number.isInteger) : []);
  } catch {
    return new Set();
  }
}

/** @param {string} key
 * @param {Set<number>} read
 */
function keepRead(key, read) {
  try {
    localStorage.setItem(key, JSON.stringify([...read]));
  } catch {
    // Where nothing is kept, what was read is read again.
  }
}
