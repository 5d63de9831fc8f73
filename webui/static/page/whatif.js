// Ask what may come of an order, or of the next turn: the server plays it a hundred times and keeps nothing.

import { button, el, fill } from "../common/dom.js";
import { faultIn, faultWords } from "../common/faults.js";
import { LATE, Latest } from "../common/latest.js";
import { count } from "../common/words.js";

/** @import { Spread, WhatIfAnswer } from "../common/data.d.ts" */
/** @import { Frame } from "../common/frame.js" */

const MOST_STANDS = 12;

/** What this needs of the rest of the page.
 * @typedef {object} Needs
 * @property {Frame} frame
 * @property {(notation: string | null) => Promise<WhatIfAnswer>} ask null: the next turn
 */

export class WhatIf {
  /** @param {Needs} needs */
  constructor({ frame, ask }) {
    this.frame = frame;
    this.askServer = ask;
    this.answers = new Latest();
    this.body = el("div", { class: "whatif", "aria-live": "polite" });
    const close = button("Close", () => this.dialog.close());
    this.dialog = el(
      "dialog",
      { id: "whatif", "aria-label": "What if?" },
      this.body,
      el("div", { class: "dialog-acts" }, close),
    );
    this.dialog.addEventListener("close", () => this.answers.forget());
    document.body.append(this.dialog);
  }

  /** A button that asks of the next turn.
   * @param {string} turnWord
   */
  section(turnWord) {
    const act = button(`What if: the next ${turnWord}`, () => this.ask(null, `The next ${turnWord}`));
    return el("section", { class: "automatic", "aria-label": "What if?" }, el("div", { class: "acts" }, act));
  }

  /** Ask, and show what comes of it.
   * @param {string | null} notation of an order; null: the next turn
   * @param {string} title
   */
  async ask(notation, title) {
    fill(this.body, el("h2", {}, title), el("p", { class: "soft" }, "A hundred plays are being made …"));
    if (!this.dialog.open) this.dialog.showModal();
    try {
      const told = await this.answers.ask(() => this.askServer(notation));
      if (told === LATE) return;
      fill(this.body, el("h2", {}, title), toldElements(told));
      this.frame.say(`${count(told.plays, "play")} made.`);
    } catch (error) {
      fill(this.body, el("h2", {}, title), el("p", { class: "refusal", role: "alert" }, faultWords(faultIn(error))));
    }
  }
}

/** Say what came of the plays.
 * @param {WhatIfAnswer} told
 */
export function toldElements(told) {
  const { plays, refusal, sides, places, stands, ends, word } = told;
  const again = plays < 100 ? " in the time there was" : "";
  return [
    el("p", { class: "soft" }, `${count(plays, "play")}${again}; nothing of them is kept.`),
    refusal ? el("p", { class: "refusal" }, `Refused by ${refusal.rule}: ${refusal.why}`) : null,
    sides.map((side) => [
      el("h3", {}, side.name),
      el(
        "p",
        {},
        `loses ${spreadWords(side.losses)} ${word}s; ${spreadWords(side.lost)} units go; `,
        ground(side.ground),
      ),
      bars(side.losses, side.colour, `${word}s`),
    ]),
    places.length ? el("h3", {}, "Objectives at the end") : null,
    places.map(({ name, held }) =>
      el("p", {}, `${name}: ${held.map((one) => `${one.name} ${percent(one.share)}`).join(", ")}`),
    ),
    stands.length ? el("h3", {}, "Units") : null,
    stands
      .toSorted((a, b) => b.mean - a.mean)
      .slice(0, MOST_STANDS)
      .map(({ name, mean, fates }) => {
        const became = fates.map((fate) => `${fate.words} ${percent(fate.share)}`).join(", ");
        return el("p", {}, el("b", {}, name), ` loses ${mean.toFixed(2)}; ${became}`);
      }),
    stands.length > MOST_STANDS ? el("p", { class: "soft" }, `and ${stands.length - MOST_STANDS} more`) : null,
    el("p", { class: "soft" }, ends.map((end) => `${percent(end.share)} ${end.words}`).join(", ")),
  ];
}

/** @param {Spread} spread */
function spreadWords({ mean, low, high }) {
  return low === high ? mean.toFixed(1) : `${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** @param {Spread} spread */
function ground({ mean }) {
  const hexes = `${Math.abs(mean).toFixed(1)} hexes`;
  return mean > 0 ? `gains ${hexes}` : mean < 0 ? `gives up ${hexes}` : "no ground changes hands";
}

/** A bar for each number of losses.
 * @param {Spread} spread
 * @param {string} colour
 * @param {string} unit
 */
function bars({ counts }, colour, unit) {
  const most = Math.max(...counts.map(({ share }) => share));
  return el(
    "div",
    {
      class: "whatif-bars",
      role: "img",
      "aria-label": counts.map(({ number, share }) => `${number} ${unit}: ${percent(share)}`).join(", "),
    },
    counts.map(({ number, share }) => {
      const bar = el("span", { class: "whatif-bar" });
      bar.style.width = `${(60 * share) / most}%`;
      bar.style.background = colour;
      return el(
        "div",
        {},
        el("span", { class: "whatif-number" }, String(number)),
        bar,
        el("span", { class: "soft" }, percent(share)),
      );
    }),
  );
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}
