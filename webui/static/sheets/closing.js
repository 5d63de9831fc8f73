// The umpire's page of the closing: who has sealed shows at once. Without this script the page says it when it is opened.

import { byId, el, fill, find, findAll, ifThere } from "../common/dom.js";
import { Live } from "../common/live.js";
import { Server } from "../common/server.js";
import { showAway } from "./away.js";

/** What a command has given.
 * @typedef {{key: string, sealed: boolean, version: number, at: string, code: string}} Given
 */

/** Say what a command has given, as the page does.
 * @param {Given} given
 */
export function givenWords({ sealed, version, at, code }) {
  if (!sealed) return [version ? "a draft" : "nothing yet"];
  const when = at.slice(0, 16).replace("T", " ");
  return [el("b", {}, "sealed"), `, version ${version}, ${when} `, el("span", { class: "code" }, code)];
}

/** Show how things are now; what the umpire is writing on this page stays as it is.
 * @param {{turn: string, commands: Given[]}} day
 * @param {string} turn the turn that the page shows
 */
export function show(day, turn) {
  if (day.turn !== turn) {
    byId("moved").hidden = false;
    return;
  }
  const by = new Map(day.commands.map((one) => [one.key, one]));
  for (const row of findAll("tr[data-command]")) {
    const given = by.get(row.dataset.command ?? "");
    if (given) fill(find(".given", row), givenWords(given));
  }
  const sealed = day.commands.filter((one) => one.sealed).length;
  fill(byId("sealed"), `${sealed} of ${day.commands.length} commands have sealed.`);
}

/** Look again at each sign that sheets or the log have changed.
 * @param {Server} server
 * @param {string} turn
 */
export function listen(server, turn) {
  let known = "",
    first = 0;
  const look = async () => {
    try {
      show(await server.get("closing.json"), turn);
    } catch {
      // The next sign asks again.
    }
  };
  const heard = (/** @type {number} */ version) => {
    if (version !== first) look(); // the first time too: the turn may have been closed before this page listened
    first = version;
  };
  const sealed = (/** @type {string} */ sheets) => {
    if (known && sheets !== known) look();
    known = sheets;
  };
  const back = () => {
    showAway(false);
    look();
  };
  return new Live(server, heard, back, showAway, sealed);
}

const page = ifThere("moved");
if (page) listen(new Server(page.dataset.base ?? "", ""), page.dataset.turn ?? "");
