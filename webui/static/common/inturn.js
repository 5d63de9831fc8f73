// Send what somebody does one after another: a second key pressed while the first is on its way is not lost.

export class InTurn {
  /** @type {Promise<void>} */
  #last = Promise.resolve();
  #waiting = 0;
  #round = 0;

  /** @param {(error: unknown) => void | Promise<void>} onFault told of what went wrong; what waited behind it is given up */
  constructor(onFault) {
    this.onFault = onFault;
  }

  /** Whether something is being done, or waits for its turn. */
  get busy() {
    return this.#waiting > 0;
  }

  /** Do something once all before it is done; give it up if one of them failed, for it was meant for what was to be.
   * @param {() => void | Promise<void>} work
   */
  run(work) {
    const round = this.#round;
    this.#waiting++;
    const mine = this.#last.then(() => this.#carry(work, round));
    this.#last = mine.catch(() => {}); // whoever asked for it is told
    return mine;
  }

  /** @param {() => void | Promise<void>} work
   * @param {number} round
   */
  async #carry(work, round) {
    try {
      if (round === this.#round) await work();
    } catch (error) {
      this.#round++;
      await this.onFault(error);
    } finally {
      this.#waiting--;
    }
  }
}
