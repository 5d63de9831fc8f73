// What is wrong with the scenario as it is now: each fault with its remedy; a click goes to what it is about.

import { button, byId, el, fill } from "../../common/dom.js";
import { inWords } from "../../common/faults.js";
import { LATE, Latest } from "../../common/latest.js";
import { capital, count } from "../../common/words.js";

/** @import { Frame } from "../../common/frame.js" */
/** @import { Server } from "../../common/server.js" */
/** @import { Checked, Found } from "./scenario.d.ts" */

const MOST = 200;
const HEADS = { fault: "In the way", doubt: "Doubtful", note: "To be known" };

const REST_MS = 500;

/** Asks the server for all faults once nothing has been changed for a moment. */
export class Checks {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting = undefined;
  #answers = new Latest();

  /** @param {Server} server
   * @param {Frame} frame
   * @param {(key: string) => void} goTo
   */
  constructor(server, frame, goTo) {
    this.server = server;
    this.frame = frame;
    this.goTo = goTo;
  }

  /** @param {number} version */
  soon(version) {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#check(version), REST_MS);
  }

  /** @param {number} version */
  async #check(version) {
    try {
      const found = await this.#answers.ask(() => this.server.get("check.json"));
      if (found === LATE || found.version !== version) return;
      showChecked(found, this.goTo);
      const bad = faultsOf(found) > 0;
      byId("status").textContent = inShort(found);
      byId("status").dataset.state = bad ? "bad" : "good";
      allow(byId("begin"), !bad);
      this.frame.box.dataset.checked = String(version);
    } catch (error) {
      fill(byId("check-body"), el("p", { class: "fault" }, inWords(error)));
    }
  }
}

/** Make a link one that can be followed, by pointer and by key, or one that cannot.
 * @param {HTMLElement} link
 * @param {boolean} may
 */
function allow(link, may) {
  link.dataset.to ??= link.getAttribute("href") ?? "";
  link.setAttribute("role", "link");
  link.setAttribute("aria-disabled", String(!may));
  if (may) link.setAttribute("href", link.dataset.to);
  else link.removeAttribute("href");
}

/** @param {Checked} checked */
function faultsOf({ rows }) {
  return rows.filter(({ grade }) => grade === "fault").length;
}

/** @param {Checked} checked
 * @param {(key: string) => void} goTo
 */
function showChecked(checked, goTo) {
  const { rows, units } = checked,
    faults = faultsOf(checked);
  fill(
    byId("check-body"),
    el(
      "p",
      { class: faults ? "fault" : "sound", role: "status" },
      faults
        ? `${count(faults, "thing is", "things are")} in the way of playing it.`
        : `Sound: ${count(units, "unit")}, and it can be begun.`,
    ),
    Object.entries(HEADS).map(([grade, head]) =>
      list(
        head,
        rows.filter((one) => one.grade === grade),
        goTo,
      ),
    ),
  );
}

/** @param {string} head
 * @param {Found[]} rows
 * @param {(key: string) => void} goTo
 */
function list(head, rows, goTo) {
  if (!rows.length) return "";
  return el(
    "section",
    { class: "checked" },
    el("h2", {}, `${head} (${rows.length})`),
    rows.length > MOST && el("p", { class: "soft" }, `The first ${MOST} of ${rows.length}.`),
    el(
      "ul",
      {},
      rows
        .slice(0, MOST)
        .map((one) =>
          el(
            "li",
            { class: one.grade },
            one.thing ? button(one.place, () => goTo(one.thing), { class: "link" }) : el("b", {}, one.place),
            ` ${one.what}.`,
            one.remedy && el("span", { class: "soft" }, ` ${capital(one.remedy)}.`),
          ),
        ),
    ),
  );
}

/** Say in a few words how it stands, for the bar of the page.
 * @param {Checked} checked
 */
export function inShort(checked) {
  const { nowhere, units } = checked,
    faults = faultsOf(checked);
  if (!units) return "No units yet";
  if (nowhere) return `${nowhere} of ${units} to place`;
  return faults ? count(faults, "fault") : "Sound";
}
