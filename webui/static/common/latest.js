// Keep an older answer from overwriting a newer one.

/** What a question gives whose answer comes after a later question was asked. */
export const LATE = Symbol("late");

/** Questions of one kind; only the last one counts. */
export class Latest {
  #asked = 0;

  /** Ask, and give the answer; LATE if another question was asked, or all were given up, before the answer came.
   * A fault of a late answer is nobody's business any more either.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<T | typeof LATE>}
   */
  async ask(question) {
    const mine = ++this.#asked;
    try {
      const answer = await question();
      return mine === this.#asked ? answer : LATE;
    } catch (error) {
      if (mine === this.#asked) throw error;
      return LATE;
    }
  }

  /** Give up what is still asked. */
  forget() {
    this.#asked++;
  }
}
