// The line over the map that says what this page is not: now, everything, or still undecided.

import { byId, el, fill } from "../common/dom.js";
import { phaseWords } from "../common/words.js";
import { sideName } from "./state.js";

/** @import { State } from "./state.js" */

/** @param {State} state
 * @param {() => void} toNow
 */
export function showBanner(state, toNow) {
  const content = bannerOf(state, toNow);
  fill(byId("banner"), content);
  byId("banner").hidden = !content;
  byId("page").classList.toggle("past", state.at !== null);
}

/** @param {State} state
 * @param {() => void} toNow
 */
function bannerOf(state, toNow) {
  const { view, viewer, at } = state;
  if (!view) return null;
  if (at !== null) {
    const { day, turn, phase } = view.clock,
      back = el("button", { type: "button", onclick: toNow }, "Back to now");
    return [`You look at day ${day}, ${turn}: ${phaseWords(phase)}. Nothing can be ordered here. `, back];
  }
  if (view.ended) return view.ending;
  if (viewer === "umpire") return null;
  const link = el("a", { href: "../umpire/" }, "Back to the umpire's page");
  return [`You see what the ${sideName(state, viewer)} side knows, and nothing else. `, link];
}
