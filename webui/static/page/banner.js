// The line over the map that says what this page is not: now, everything, or still undecided.

import { byId, el, fill } from "../common/dom.js";
import { phaseWords } from "../common/words.js";

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
  const { view, viewer, at, away } = state;
  if (away)
    return "The server does not answer. What was given is kept there; this page goes on by itself when it is back.";
  if (!view) return null;
  if (at !== null) {
    const { day, turn, phase } = view.clock,
      back = el("button", { type: "button", onclick: toNow }, "Back to now");
    return [`You look at day ${day}, ${turn}: ${phaseWords(phase)}. Nothing can be ordered here. `, back];
  }
  if (view.ended) return [`${view.ending} `, el("a", { href: "reports/ending" }, "Points, losses and reports")];
  return seenOf(viewer);
}

/** Say what the page shows and what not; of an observer also how late it is.
 * @param {string} viewer
 */
function seenOf(viewer) {
  const { sees, home, homewords, late } = byId("page").dataset;
  const ago = late ? `${late} turn${late === "1" ? "" : "s"} ago` : "";
  if (viewer === "umpire") return ago ? `You see everything as it was ${ago}: what observers see is late.` : null;
  const words = ago ? `what ${sees} knew ${ago}` : `what ${sees} knows`;
  return [`You see ${words}, and nothing else. `, el("a", { href: home ?? "/" }, homewords ?? "Home")];
}
