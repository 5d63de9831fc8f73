// The list of battles: how far commanders are with one shows by itself. Without this script the page says it when it is opened.

import { findAll } from "../common/dom.js";
import { Server } from "../common/server.js";

const EVERY_MS = 1000;

/** How far commanders are with a battle.
 * @typedef {{plays: boolean, words: string}} Outplay
 */

/** Show how far they are; whether all that the page shows as being played still is.
 * @param {HTMLElement[]} rows
 * @param {Record<string, Outplay>} told by the code of the battle
 */
export function show(rows, told) {
  let all = true;
  for (const row of rows) {
    const one = told[row.dataset.playing ?? ""];
    if (one?.plays) row.textContent = one.words;
    else all = false;
  }
  return all;
}

/** Look every second until one is over; then the page is asked for anew, which says what came of it.
 * @param {HTMLElement[]} rows
 * @param {Pick<Server, "get">} server
 * @param {() => void} anew
 */
export async function follow(rows, server, anew) {
  let goesOn = true;
  while (goesOn) {
    await new Promise((done) => setTimeout(done, EVERY_MS));
    try {
      goesOn = show(rows, await server.get("playing.json"));
    } catch {
      // The next second asks again.
    }
  }
  anew();
}

if (typeof document !== "undefined") {
  const rows = findAll("[data-plays]"),
    at = rows[0]?.dataset.plays;
  if (at) follow(rows, new Server(`${at}/`, ""), () => location.assign(at));
}
