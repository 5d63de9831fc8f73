// Tell whoever works on a map or a scenario what went wrong: in passing, or with the way out.

import { byId, el, fill } from "../common/dom.js";
import { Fault, inWords } from "../common/faults.js";

/** @import { Frame } from "../common/frame.js" */

const TOAST_MS = 9000;

export class Telling {
  /** @param {Frame} frame
   * @param {string} what what is worked on, as it begins a sentence
   */
  constructor(frame, what) {
    this.frame = frame;
    this.what = what;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.toasting = undefined;
  }

  /** @param {string} text */
  toast(text) {
    this.frame.toast(text);
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => this.frame.toast(""), TOAST_MS);
  }

  /** Tell why something was not done; who is behind is offered to load the page again.
   * @param {unknown} error
   */
  refused(error) {
    if (!(error instanceof Fault && error.stale)) return this.toast(inWords(error));
    const again = el("button", { type: "button", onclick: () => location.reload() }, "Load it again");
    fill(byId("banner"), `${this.what} was changed in another window. `, again);
    byId("banner").hidden = false;
  }
}

/** Tell why a page could not be made at all.
 * @param {unknown} error
 */
export function notBegun(error) {
  byId("toast").textContent = inWords(error);
  byId("toast").hidden = false;
}
