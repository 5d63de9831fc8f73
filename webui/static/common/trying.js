// Have games played that try a scenario or rules, and show what comes of them while they are played.

import { el, fill } from "./dom.js";
import { inWords } from "./faults.js";
import { Server } from "./server.js";
import { capital, count } from "./words.js";

const POLL_MS = 700;
const HEADS = ["Side", "Wins", "Points", "Lost", "Units lost"];

/** What is known of games: webui/desk/workshop/games.py.
 * @typedef {{state?: string, step?: string, done?: number, wanted?: number, seconds?: number, faults?: string[], report?: boolean,
 *   busy?: string,
 *   found?: {verdict: string, games: number, wins: Record<string, {value: number, low: number, high: number}>,
 *   sides: {key: string, name: string, points: number, lost: number, units_lost: number}[], days: number, seconds: number, lost_in: string,
 *   faults: Record<string, string>, places: {name: string, days: number[], held: Record<string, number>}[],
 *   idlers: {stand: string, name: string}[]}}} Job
 */

export class Trying {
  /** @param {HTMLElement} box
   * @param {string} base the address of the trial, as /trials/scenario/sedan/
   * @param {string} token
   * @param {{before?: () => Promise<unknown>, grounds?: boolean}} [how] `before` is waited for when games are asked for
   */
  constructor(box, base, token, { before = async () => {}, grounds = false } = {}) {
    this.server = new Server(base, token);
    this.base = base;
    this.before = before;
    this.told = el("div", { class: "tried", role: "status", "aria-live": "polite" });
    this.games = numberBox("games", 10, 1, 1000);
    this.days = numberBox("days", 0, 0, 60);
    this.ground = grounds ? el("select", { name: "ground" }) : null;
    this.begin = el(
      "button",
      { type: "button", class: "primary", id: "try-begin", onclick: () => this.ask() },
      "Play the games",
    );
    this.stop = el("button", { type: "button", id: "try-stop", hidden: true, onclick: () => this.#stop() }, "Stop");
    fill(
      box,
      el(
        "div",
        { class: "try-form" },
        el("label", {}, "Games", this.games),
        el("label", {}, "Days (0: all)", this.days),
        this.ground && el("label", { class: "wide" }, "Played on", this.ground),
        this.begin,
        this.stop,
      ),
      el(
        "p",
        { class: "soft" },
        "Both sides are played by the program. It shows what goes wrong and who is favoured by it; people play otherwise.",
      ),
      this.told,
    );
    this.asked = 0;
  }

  /** Look how it stands, and what can be played on. */
  async look() {
    try {
      if (this.ground && !this.ground.options.length) {
        const { grounds } = await this.server.get("grounds.json");
        fill(
          this.ground,
          grounds.map((/** @type {string[]} */ [key, name]) => el("option", { value: key }, name)),
        );
      }
      await this.#follow(await this.server.get("job.json"));
    } catch (error) {
      this.#fault(inWords(error));
    }
  }

  async ask() {
    this.begin.disabled = true;
    try {
      await this.before();
      const wanted = {
        games: Number(this.games.value),
        days: Number(this.days.value),
        ground: this.ground?.value ?? "",
      };
      await this.#follow(await this.server.post("begin", wanted));
    } catch (error) {
      this.#fault(inWords(error));
    }
    this.begin.disabled = false;
  }

  async #stop() {
    try {
      this.draw(await this.server.post("stop", {}));
    } catch (error) {
      this.#fault(inWords(error));
    }
  }

  /** Show it until it is over; who asks again meanwhile is shown that.
   * @param {Job} job
   */
  async #follow(job) {
    const mine = ++this.asked;
    this.draw(job);
    while (job.state === "running" && mine === this.asked) {
      await new Promise((next) => setTimeout(next, POLL_MS));
      job = await this.server.get("job.json");
      if (mine === this.asked) this.draw(job);
    }
  }

  /** @param {string} text */
  #fault(text) {
    fill(this.told, el("p", { class: "fault" }, capital(text)));
  }

  /** @param {Job} job */
  draw(job) {
    const runs = job.state === "running";
    this.begin.hidden = runs;
    this.stop.hidden = !runs;
    fill(
      this.told,
      job.state ? progress(job) : "",
      (job.faults ?? []).map((one) => el("p", { class: "fault lines" }, one)),
      !runs && job.busy && el("p", { class: "soft" }, `Games are being played for ${job.busy}: one trial at a time.`),
      job.found && shown(job, this.base),
    );
    this.told.dataset.state = job.state ?? "";
  }
}

/** @param {string} name
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function numberBox(name, value, min, max) {
  return el("input", { type: "number", name, value, min, max });
}

/** @param {Job} job */
function progress({ state, step, done = 0, wanted = 0, seconds = 0 }) {
  if (state !== "running")
    return el("p", { class: "soft" }, `${capital(state ?? "")}: ${done} of ${count(wanted, "game")} in ${seconds} s.`);
  return el(
    "p",
    {},
    el("progress", { max: wanted, value: done }),
    ` ${done} of ${count(wanted, "game")}, ${step || "playing"}, ${Math.round(seconds)} s`,
  );
}

/** @param {Job} job
 * @param {string} base
 */
function shown({ found, report }, base) {
  if (!found) return "";
  const failed = Object.keys(found.faults).length,
    { games, days, seconds, places, idlers, lost_in } = found;
  return [
    el("p", { class: "verdict" }, el("b", {}, found.verdict)),
    el(
      "table",
      { class: "list" },
      el("thead", {}, el("tr", {}, HEADS.map(headCell))),
      el("tbody", {}, sideRows(found)),
    ),
    el("p", { class: "soft" }, `Means of a game: ${days} days, ${seconds} s. Lost are ${lost_in}.`),
    lines(places.map((one) => `${one.name}: taken in ${one.days.length} of ${count(games, "game")}`)),
    idlers.length > 0 && folded(`Units that seldom matter (${idlers.length})`, lines(idlers.map(({ name }) => name))),
    failed > 0 && el("p", { class: "fault" }, `The program failed in ${count(failed, "game")}; they do not count.`),
    report && el("p", {}, el("a", { href: `${base}report`, target: "_blank" }, "The whole report, with its pictures")),
  ];
}

/** @param {string} head */
function headCell(head) {
  return el("th", { scope: "col" }, head);
}

/** @param {NonNullable<Job["found"]>} found */
function sideRows({ sides, wins }) {
  const share = (/** @type {string} */ key) => (wins[key] ? `${Math.round(100 * wins[key].value)} %` : "–");
  const rows = sides.map((one) => [one.name, share(one.key), one.points, one.lost, one.units_lost]);
  if (rows.length) rows.push(["Drawn", share(""), "", "", ""]);
  return rows.map(([name, ...cells]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, String(name)),
      cells.map((cell) => el("td", {}, String(cell))),
    ),
  );
}

/** @param {string[]} told */
function lines(told) {
  return (
    told.length > 0 &&
    el(
      "ul",
      {},
      told.map((line) => el("li", {}, line)),
    )
  );
}

/** @param {string} head
 * @param {import("./dom.js").Child} what
 */
function folded(head, what) {
  return el("details", {}, el("summary", {}, head), what);
}
