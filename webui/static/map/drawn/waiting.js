// Say that the map is being drawn, where that takes longer than a moment, and that a part of it could not be.

const MOMENT_MS = 900;
const LONG_MS = 5000;

export const WORDS = {
  drawn: "The map is being drawn …",
  long: "The map is still being drawn: the first one on a machine, or a large one, takes a while. It can be used meanwhile.",
  lost: "A part of the map could not be drawn and is shown coarsely. It is tried again in a few seconds.",
};

/** What the drawing of a map says of itself: how many of its squares are on their way, and whether any failed.
 * @typedef {{asked: number, lost: boolean}} Work
 */

export class Waiting {
  /** @param {(words: string) => void} say */
  constructor(say) {
    this.say = say;
    /** @type {ReturnType<typeof setTimeout>[]} */
    this.soon = [];
  }

  /** Take how it stands: failures are said at once; waiting when it has taken a moment, and otherwise when it has taken long.
   * @param {Work} work
   */
  take({ asked, lost }) {
    if (lost) return this.#only(WORDS.lost);
    if (!asked) return this.#only("");
    if (this.soon.length) return;
    this.say("");
    this.soon = [setTimeout(() => this.say(WORDS.drawn), MOMENT_MS), setTimeout(() => this.say(WORDS.long), LONG_MS)];
  }

  /** @param {string} words */
  #only(words) {
    for (const one of this.soon.splice(0)) clearTimeout(one);
    this.say(words);
  }
}
