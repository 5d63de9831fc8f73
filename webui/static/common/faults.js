// What went wrong, and how the page says so.

import { el } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** What a server says of a refusal.
 * @typedef {{rule?: string, why?: string, remedy?: string}} Refusal
 */

/** A refusal with the paragraph, the reason and the way out. */
export class Fault extends Error {
  /** @param {number} status
   * @param {Refusal} [refusal]
   */
  constructor(status, { rule = "", why = "", remedy = "" } = {}) {
    super(why || `the server answered ${status}`);
    this.status = status;
    this.rule = rule;
    this.why = this.message;
    this.remedy = remedy;
  }

  /** Whether it says that the page is behind. */
  get stale() {
    return this.rule === "stale";
  }

  get words() {
    return this.remedy ? `${this.why}; ${this.remedy}` : this.why;
  }
}

/** Give a refusal as the page shows it: the paragraph first, then the reason.
 * @param {Refusal} refusal
 * @returns {Child[]}
 */
export function faultWords({ rule = "", why = "", remedy = "" }) {
  const paragraph = /\d/.test(rule) ? el("span", { class: "rule" }, rule) : null;
  return [paragraph, ` ${why}${remedy ? `; ${remedy}` : ""}`];
}

/** Say any error in words.
 * @param {unknown} error
 */
export function inWords(error) {
  if (error instanceof Fault) return error.words;
  return error instanceof Error ? error.message : String(error);
}

/** Give a Fault on; throw anything else, which is a mistake in the page.
 * @param {unknown} error
 * @returns {Fault}
 */
export function faultIn(error) {
  if (error instanceof Fault) return error;
  throw error;
}
