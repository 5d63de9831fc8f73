// Have a ground previewed or saved: what is asked last counts, and answers that are late are dropped.

import { byId, fill } from "../../common/dom.js";
import { inWords } from "../../common/faults.js";
import { count } from "../../common/words.js";
import { roundKm } from "./degrees.js";
import { comparedSheet, showJob } from "./groundview.js";
import { isRuling } from "./ruling.js";

/** @import { Server } from "../../common/server.js" */
/** @import { GroundState, Job } from "./grounds.d.ts" */

/** @typedef {{state: () => GroundState, fault: (text: string) => void, choose: (km: number) => void,
 *   rule: (said: import("./ruling.js").Said) => void,
 *   seen: (job: Job) => void, saved: () => Promise<void>}} MakerDoors */

const POLL_MS = 250;
const SOURCES = ["elevation", "land_cover", "features"];
const STEPS = /** @type {Record<string, string>} */ ({
  beginning: "the reader starts",
  sources: "reading the files",
  drawing: "drawing the map",
});

/** Whether enough is said of a ground to make it.
 * @param {GroundState} state
 */
export function canBeMade({ draft, files }) {
  const kinds = files.map(({ kind_now }) => kind_now);
  const made = kinds.some((kind) => SOURCES.includes(kind)) || draft.online.length > 0;
  return made && (draft.box !== null || draft.outline.length > 0 || kinds.includes("outline"));
}

export class Maker {
  /** @param {Server} server
   * @param {MakerDoors} doors
   */
  constructor(server, doors) {
    this.server = server;
    this.doors = doors;
    this.asked = 0;
  }

  /** Ask for a preview, if enough is said for one. */
  preview() {
    const state = this.doors.state();
    if (!canBeMade(state)) return;
    const km = state.draft.width_km;
    this.#ask("preview", { widths: [roundKm(km / 2), roundKm(km * 2)].filter((one) => one >= 0.1 && one <= 50) });
  }

  save() {
    return this.#ask("save", { version: this.doors.state().draft.version });
  }

  async stop() {
    try {
      await this.server.post("stop", {});
    } catch (error) {
      this.doors.fault(inWords(error));
    }
  }

  /** @param {string} what
   * @param {object} body
   */
  async #ask(what, body) {
    const mine = ++this.asked;
    this.busy("beginning");
    try {
      let job = await this.server.post(what, body);
      while (mine === this.asked && job.state === "running") {
        this.draw(job);
        await new Promise((next) => setTimeout(next, POLL_MS));
        job = await this.server.get("job.json");
      }
      if (mine === this.asked) await this.#done(job);
    } catch (error) {
      if (mine !== this.asked) return;
      this.busy("");
      this.doors.fault(inWords(error));
    }
  }

  /** @param {Job} job */
  async #done(job) {
    this.draw(job);
    this.busy("");
    if (job.state === "failed") this.doors.fault((job.faults ?? []).join("\n"));
    if (job.state === "stopped") tell("Stopped. What was there before is still there.");
    if (job.do === "save" && job.state === "done") await this.#saved(job);
    byId("ground").dataset.shown = String(job.number);
  }

  /** @param {Job} job */
  async #saved({ saved, compared }) {
    tell(`Saved: ${saved?.name}, ${count(saved?.hexes ?? 0, "hex", "hexes")}. Scenarios can be begun on it.`);
    fill(byId("compared-box"), comparedSheet(compared));
    await this.doors.saved();
  }

  /** Show a job as far as it is.
   * @param {Job} job
   */
  draw(job) {
    if (job.state === "running") this.busy(job.step ?? "");
    if (!job.widths) return;
    this.doors.seen(job);
    if (!isRuling()) showJob(byId("shown"), job, this.server.base, this.doors);
  }

  /** Say what is being done; "": nothing.
   * @param {string} step
   */
  busy(step) {
    byId("progress").hidden = !step;
    byId("step").textContent = STEPS[step] ?? step;
    byId("shown").classList.toggle("late", Boolean(step));
    if (step) byId("told").hidden = true;
  }
}

/** @param {string} text */
function tell(text) {
  byId("told").textContent = text;
  byId("told").hidden = false;
}
