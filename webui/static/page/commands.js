// Have things done by the server, one at a time, and say it if it refuses.

import { Fault, faultIn, faultWords } from "../common/faults.js";
import { heardMeanwhile, mayRule } from "./state.js";

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
    frame.wait(true);
    try {
      const done = await sender.post(name, { seq: state.view.version, ...body });
      this.given();
      frame.toast("");
      await this.refresh();
      return done;
    } catch (error) {
      const fault = faultIn(error);
      if (fault.stale) await this.refresh();
      return fault;
    } finally {
      state.busy = false;
      frame.wait(false);
      if (heardMeanwhile(state)) this.guard(this.refresh);
    }
  }

  /** Have something done that needs no more words. True if it may be.
   * @param {Sender} sender
   * @param {string} name
   * @param {string} words what is said when it is done
   */
  command(sender, name, words) {
    if (!mayRule(this.state)) return false;
    this.send(sender, name, {}).then((done) => {
      const clock = this.state.view?.clock;
      if (done instanceof Fault) this.frame.toast(faultWords(done));
      else if (done && clock) this.frame.say(`${words}. Day ${clock.day}, ${clock.turn}, ${clock.phase}.`);
    });
    return true;
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
