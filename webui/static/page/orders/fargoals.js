// Marches further than a turn, by clicks: the goal, places on the way, a whole formation; or why it cannot be.

import { Fault, faultIn, inWords } from "../../common/faults.js";
import { LATE, Latest } from "../../common/latest.js";
import { count } from "../../common/words.js";

/** @import { Names, Spoken, SpokenLine } from "../../common/data.d.ts" */
/** @import { Proposal } from "./proposals.js" */

/** What this needs of the rest of the page.
 * @typedef {object} Needs
 * @property {Names} names
 * @property {(name: string, body: object) => Promise<any>} read
 * @property {(name: string, body: object) => Promise<any>} send
 * @property {(proposal: Proposal, ends: number[]) => void} propose
 * @property {(why: string) => void} refuse
 */

/** Units that are to march, and how.
 * @typedef {object} Goer
 * @property {string} stand
 * @property {string} formation "" unless all of it shall go
 * @property {boolean} column whether all of it go one behind the other by one way
 * @property {boolean} transport
 */

export class FarGoals {
  /** @param {Needs} needs */
  constructor({ names, read, send, propose, refuse }) {
    this.names = names;
    this.read = read;
    this.send = send;
    this.propose = propose;
    this.refuse = refuse;
    this.asked = new Latest();
    /** Places on the way that were clicked, in order.
     * @type {number[]}
     */
    this.points = [];
    /** Those on the way to the goal.
     * @type {number[]}
     */
    this.via = [];
    this.goal = -1;
  }

  /** Begin anew: another unit is selected, or the march was given up. */
  forget() {
    this.asked.forget();
    this.points = [];
  }

  /** Ask for the way to a hex that is clicked; with `adds` it is a place on the way to the next.
   * @param {number} hex
   * @param {Goer} goer
   * @param {boolean} adds
   */
  async click(hex, goer, adds) {
    this.via = this.points;
    this.goal = hex;
    if (adds) this.points = [...this.points, hex];
    await this.#ask(goer, adds);
  }

  /** @param {Goer} goer
   * @param {boolean} adds
   */
  async #ask(goer, adds) {
    const text = lineOf(goer, this.via.map(this.names.number), this.names.number(this.goal));
    try {
      /** @type {Spoken | typeof LATE} */
      const found = await this.asked.ask(() => this.read("spoken.json", { text }));
      if (found !== LATE) this.#found(text, found.lines[0], adds);
    } catch (error) {
      this.refuse(inWords(faultIn(error)));
    }
  }

  /** @param {string} text
   * @param {SpokenLine} line
   * @param {boolean} adds
   */
  #found(text, line, adds) {
    const going = line.outcomes.filter(({ path }) => path.length > 1),
      why = whyNot(line);
    if (why) return this.refuse(why);
    const [lead, ...more] = going,
      others = more.length ? ` and ${count(more.length, "other")}` : "";
    this.propose(
      {
        ...{ hex: this.goal, path: lead.path, order: { type: "Intend" }, cost: "", notation: "", likes: [] },
        words: `${lead.name}${others}: ${lead.words}`,
        why: adds ? "Shift and a click add another place on the way; a plain click says the goal." : "",
        give: () => this.#give(text, line),
      },
      lead.ends,
    );
  }

  /** @param {string} text
   * @param {SpokenLine} line
   */
  async #give(text, line) {
    const doubted = line.state === "doubt";
    const done = await this.send("spoken", { text, lines: doubted ? [] : [1], doubted: doubted ? [1] : [] });
    return done instanceof Fault ? done : null;
  }
}

/** Write a march as a line of orders.
 * @param {Goer} goer
 * @param {string[]} via
 * @param {string} goal
 */
export function lineOf({ stand, formation, column, transport }, via, goal) {
  const who = formation ? `${formation}${column ? " in column" : ""}` : stand,
    through = via.length ? ` via ${via.join(" and ")}` : "";
  return `${who} to ${goal}${through}${transport ? " in transport" : ""}`;
}

/** Say why a march cannot be; "" if it can.
 * @param {SpokenLine} line
 */
function whyNot({ outcomes, why }) {
  const barred = outcomes.find(({ state }) => state === "refused");
  if (barred) return outcomes.length > 1 ? `${barred.name}: ${barred.words}` : barred.words;
  if (outcomes.some(({ path }) => path.length > 1)) return "";
  return why || outcomes[0]?.words || "No march leads there.";
}
