// Have things done by the server, one at a time, and say it if it refuses.

import { Fault, faultIn, faultWords } from "../common/faults.js";
import { heardMeanwhile, mayAct } from "./state.js";

/** @import { Frame } from "../common/frame.js" */
/** @import { State } from "./state.js" */

/** @typedef {{post(name: string, body: object): Promise<any>}} Sender */

/** What sending needs of the rest of the page.
 * @typedef {object} Needs
 * @property {State} state
 * @property {Frame} frame
 * @property {() => Promise<void>} refresh
 * @property {() => void} given what was in hand has been given
 */

export class Commands {
  /** @param {Needs} needs */
  constructor({ state, frame, refresh, given }) {
    this.state = state;
    this.frame = frame;
    this.refresh = refresh;
    this.given = given;
    /** What is on its way, and what was asked for meanwhile.
     * @type {{now: string | null, next: (() => void) | null}}
     */
    this.line = { now: null, next: null };
  }

  /** Send something: gives what the server answers or its Fault; null if something else is on its way.
   * @param {Sender} sender
   * @param {string} name
   * @param {object} body
   */
  async send(sender, name, body) {
    const { state, frame } = this;
    if (state.busy || !state.view) return null;
    state.busy = true;
    this.line = { now: name, next: null };
    frame.wait(true);
    try {
      const done = await sender.post(name, { seq: state.view.version, ...body });
      this.given();
      frame.toast("");
      await this.refresh();
      return done;
    } catch (error) {
      const fault = faultIn(error);
      // What was asked for meanwhile supposed that this is done.
      this.line.next = null;
      if (fault.stale) await this.refresh();
      return fault;
    } finally {
      const { next } = this.line;
      state.busy = false;
      this.line = { now: null, next: null };
      frame.wait(false);
      if (heardMeanwhile(state)) this.guard(this.refresh);
      next?.();
    }
  }

  /** Have something done that needs no more words. True if it may be. While something else is on its way it waits for that;
   * pressed twice it is done once.
   * @param {Sender} sender
   * @param {string} name
   * @param {string} words what is said when it is done
   */
  command(sender, name, words) {
    if (!mayAct(this.state)) return false;
    if (this.state.busy) {
      this.#wait(sender, name, words);
      return true;
    }
    this.send(sender, name, {}).then((done) => {
      const clock = this.state.view?.clock;
      if (done instanceof Fault) this.frame.toast(faultWords(done));
      else if (done && clock) this.frame.say(`${words}. Day ${clock.day}, ${clock.turn}, ${clock.phase}.`);
    });
    return true;
  }

  /** Keep a command until what is on its way has been answered.
   * @param {Sender} sender
   * @param {string} name
   * @param {string} words
   */
  #wait(sender, name, words) {
    const again = name === this.line.now;
    if (!again) this.line.next = () => this.command(sender, name, words);
    this.frame.say(again ? "That is under way already." : "It is done as soon as the last order is answered.");
  }

  /** Do something with the server, and say it if it refuses.
   * @param {() => Promise<void>} work
   */
  async guard(work) {
    try {
      await work();
    } catch (error) {
      const fault = faultIn(error);
      this.frame.toast(faultWords(fault));
      if (fault.stale) await this.refresh();
    }
  }
}
