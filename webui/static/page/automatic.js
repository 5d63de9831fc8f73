// Let sides decide by themselves: ask what one wants next, or have them play on.

import { button, el, fill } from "../common/dom.js";
import { Fault, faultIn, faultWords } from "../common/faults.js";
import { LATE, Latest } from "../common/latest.js";
import { count } from "../common/words.js";
import { sideName } from "./state.js";

/** @import { Choice, Offer, SideOrders } from "../common/data.d.ts" */
/** @import { Frame } from "../common/frame.js" */
/** @import { Ordering } from "./orders/ordering.js" */
/** @import { State } from "./state.js" */

/** What this needs of the rest of the page.
 * @typedef {object} Needs
 * @property {State} state
 * @property {Frame} frame
 * @property {(side: string, passed: string[]) => Promise<Choice>} ask
 * @property {(name: string, body: object) => Promise<any>} send with dice of a real table, if they are wanted
 * @property {(name: string, body: object) => Promise<any>} sendMany many orders at once, which stop where dice are wanted
 * @property {Ordering["proposeChoice"]} propose
 * @property {(stand: string) => void} mark
 * @property {() => void} redraw
 */

/** What there is to do before the first turn, where sides deploy by hand. */
const DEPLOYING =
  "Set-up: click a unit, then one of the marked hexes, where it begins. The next phase begins when all stand.";

export class Automatic {
  /** @param {Needs} needs */
  constructor({ state, frame, ask, send, sendMany, propose, mark, redraw }) {
    this.state = state;
    this.frame = frame;
    this.askServer = ask;
    this.send = send;
    this.sendMany = sendMany;
    this.propose = propose;
    this.mark = mark;
    this.redraw = redraw;
    /** The sides that play themselves.
     * @type {Set<string>}
     */
    this.chosen = new Set();
    /** What was passed over in this phase.
     * @type {string[]}
     */
    this.passed = [];
    this.choices = new Latest();
    this.note = el("p", { class: "note", role: "status" });
  }

  /** @param {SideOrders[]} acting the sides that have orders to give */
  section(acting) {
    const { view } = this.state,
      idle = !view?.sides.some(({ key }) => this.chosen.has(key));
    const asks = acting.map(({ key, name }) =>
      button(`Let ${name} decide`, () => this.ask(key), { data: { decide: key } }),
    );
    return el(
      "section",
      { class: "automatic", "aria-label": "Sides that decide by themselves" },
      view?.deploying ? el("p", { class: "note" }, DEPLOYING) : null,
      el("h3", {}, "Let a side decide"),
      el(
        "div",
        { class: "acts" },
        asks.length ? asks : el("span", { class: "soft" }, "No side has orders to give now."),
      ),
      el("div", { class: "auto-row" }, el("span", { class: "soft" }, "Play itself:"), this.#boxes()),
      el(
        "div",
        { class: "acts" },
        this.#play("phase", "Play the phase", idle),
        this.#play("turn", `Play the ${view?.clock.turn_word}`, idle),
      ),
      this.note,
    );
  }

  #boxes() {
    return this.state.view?.sides.map(({ key, name }) => {
      const box = el("input", { type: "checkbox", name: "auto", value: key, checked: this.chosen.has(key) });
      box.addEventListener("change", () => {
        if (box.checked) this.chosen.add(key);
        else this.chosen.delete(key);
        this.redraw();
      });
      return el("label", { class: "check" }, box, name);
    });
  }

  /** @param {string} until
   * @param {string} words
   * @param {boolean} idle
   */
  #play(until, words, idle) {
    return button(words, () => this.play(until), { data: { play: until }, disabled: idle });
  }

  /** Begin anew with what is passed over.
   */
  reset() {
    this.passed = [];
    this.choices.forget();
    fill(this.note);
  }

  /** Ask what a side wants next, and propose it.
   * @param {string} side
   */
  async ask(side) {
    try {
      const told = await this.choices.ask(() => this.askServer(side, this.passed));
      if (told === LATE) return;
      if (told.order) this.#offer(side, /** @type {any} */ (told));
      else {
        this.passed = [];
        this.#say(`${sideName(this.state, side)} wants nothing more in this phase.`);
      }
    } catch (error) {
      this.frame.toast(faultWords(faultIn(error)));
    }
  }

  /** @param {string} side
   * @param {Choice & {order: Offer & {path: number[]}}} told
   */
  #offer(side, told) {
    if (told.order.order.stand) this.mark(told.order.order.stand);
    this.propose(told, {
      give: () => this.send("solo", { sides: [side], passed: this.passed }),
      another: () => {
        this.passed.push(...told.passes);
        this.ask(side);
      },
    });
  }

  /** Have sides and commands that play themselves play on.
   * @param {string} until
   * @param {string[]} [who] those; else the ones that are ticked
   */
  async play(until, who = [...this.chosen]) {
    const done = await this.sendMany("play", { sides: who, until });
    if (done instanceof Fault) this.frame.toast(faultWords(done));
    else if (done) this.#say(playedWords(done, (key) => sideName(this.state, key)));
  }

  /** @param {string} text */
  #say(text) {
    fill(this.note, text);
    this.frame.say(text);
  }
}

/** Say what sides that play themselves have done, who may still order, and what dice are wanted before they go on.
 * @param {{orders: number, refused: number, waits_for?: string[], dice?: string}} done
 * @param {(key: string) => string} name
 */
export function playedWords({ orders, refused, waits_for: waiting = [], dice = "" }, name) {
  const waits = waiting.map(name).join(" and ");
  const parts = [count(orders, "order"), " given", refused ? `, ${refused} refused` : ""];
  return `${parts.join("")}${waits ? `; ${waits} may still order` : ""}.${dice ? ` ${dice}; play on to call them in.` : ""}`;
}
