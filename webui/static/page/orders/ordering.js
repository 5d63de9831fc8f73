// Make orders from clicks: a proposal with its ghost on the map, given when it is confirmed.

import { isNarrow } from "../../common/frame.js";
import { Fault, faultWords } from "../../common/faults.js";
import { diceBox } from "../diary.js";
import { ProposalBox } from "./proposalbox.js";
import { offerProposal, proposalAt } from "./proposals.js";
import { mayOrder } from "../state.js";
import { withdrawal } from "./verbs.js";
import { FarGoals } from "./fargoals.js";
import { Writing } from "./writing.js";

/** @import { Choice, Names, Offer, Orders, Preview, Reach } from "../../common/data.d.ts" */
/** @import { Frame } from "../../common/frame.js" */
/** @import { Proposal } from "./proposals.js" */
/** @import { State } from "../state.js" */

/** What ordering needs of the rest of the page.
 * @typedef {object} Needs
 * @property {State} state
 * @property {Names} names
 * @property {Frame} frame
 * @property {(path: number[] | null, ends?: number[]) => void} showPath
 * @property {(name: string, body: object) => Promise<any>} send what the server answers, its Fault, or null if it is busy
 * @property {(name: string, body: object) => Promise<any>} read asks the server in more words than an address holds
 * @property {(notation: string) => Promise<Preview>} preview
 * @property {((proposal: Proposal) => void) | null} whatIf asks what may come of an order; null: nobody may
 */

export class Ordering {
  /** @param {Needs} needs */
  constructor({ state, names, frame, showPath, send, read, preview, whatIf }) {
    this.state = state;
    this.names = names;
    this.frame = frame;
    this.showPath = showPath;
    this.send = send;
    /** @type {Orders | null} */
    this.offered = null;
    /** @type {Reach | null} */
    this.reach = null;
    /** @type {Proposal | null} */
    this.proposal = null;
    this.box = new ProposalBox({
      confirm: () => this.confirm(),
      drop: () => this.drop(),
      propose: (offer) => this.propose(offer),
      unitName: names.unit,
      whatIf,
    });
    this.far = new FarGoals({
      ...{ names, read, send },
      propose: (proposal, ends) => this.#set(proposal, ends),
      refuse: (why) => frame.toast(why),
    });
    this.writing = new Writing({ preview, showPath, give: (notation) => this.#post({ notation }) });
  }

  /** Take what the selected unit may be ordered to do, and where it can go; null when none is selected.
   * @param {Orders | null} offered
   * @param {Reach | null} reach
   */
  take(offered, reach) {
    if (offered?.stand !== this.offered?.stand) this.far.forget();
    this.offered = offered;
    this.reach = reach;
    this.drop();
  }

  /** Try a click on a hex as an order; the same hex again confirms it. True if it was one.
   * @param {number} hex
   * @param {boolean} [adds] whether it is a place on the way of a formation
   */
  hexClicked(hex, adds = false) {
    const { offered, reach, proposal, names, state } = this;
    if (!offered || !mayOrder(state)) return false;
    if (proposal?.hex === hex) {
      this.confirm();
      return true;
    }
    if (state.party !== "unit" && formationOf(state, offered)) {
      this.farClicked(hex, adds);
      return true;
    }
    const found = proposalAt(hex, offered, { transport: state.transport, reach, names });
    if (found) this.#set(found);
    return found !== null;
  }

  /** Ask for a march to a hex that is out of reach this turn; `adds`: as a place on the way.
   * @param {number} hex
   * @param {boolean} adds
   */
  farClicked(hex, adds) {
    const { offered, state } = this;
    if (!offered?.stand || !mayOrder(state) || !marches(offered)) return;
    const formation = state.party === "unit" ? "" : formationOf(state, offered),
      column = state.party === "column";
    this.far.click(hex, { stand: offered.stand, formation, column, transport: state.transport }, adds);
  }

  /** @param {Offer} offer */
  propose(offer) {
    this.#set(offerProposal(offer, this.offered?.orders ?? [], this.names));
  }

  /** Show what a side that decides by itself wants: `give` does it, `another` passes it over.
   * @param {Choice & {order: Offer & {path: number[]}}} choice
   * @param {{give: () => Promise<unknown>, another: () => void}} ways
   */
  proposeChoice({ order, why, throws }, { give, another }) {
    const rolls = throws.map((roll) => [` · ${roll.what} `, diceBox(roll.dice)]);
    const path = order.path.length > 1 ? order.path : null;
    this.#set({ ...offerProposal(order, [], this.names), hex: null, path, why: [why, rolls], give, another });
  }

  /** Give an order that was made elsewhere on the page; gives back the fault, if there was one.
   * @param {object} order
   */
  give(order) {
    return this.#post({ order });
  }

  /** Give an order at once, and say it if it is refused.
   * @param {object} order
   */
  async giveNow(order) {
    this.#tell(await this.give(order));
  }

  /** Withdraw what is declared for a stand.
   * @param {string} stand
   */
  withdraw(stand) {
    return this.giveNow(withdrawal(stand));
  }

  /** Put the order in hand away; while something is sent, what is written stays, as it may be refused. */
  drop() {
    if (!this.state.busy) this.finish();
    else this.#putAway();
  }

  /** Put the order in hand away, and its echo: it was given, or is given up. */
  finish() {
    if (this.proposal) this.writing.clear();
    this.#putAway();
  }

  #putAway() {
    if (this.proposal) this.far.forget();
    this.proposal = null;
    this.box.hide();
    this.showPath(null);
    this.writing.remark();
  }

  async confirm() {
    const { proposal } = this;
    if (!proposal || this.state.busy) return;
    const done = await (proposal.give?.() ?? this.give(proposal.order));
    if (!(done instanceof Fault)) return;
    if (this.proposal === proposal) this.box.refuse(done);
    else this.#tell(done);
  }

  /** @param {Proposal} proposal
   * @param {number[]} [ends] where its turns end
   */
  #set(proposal, ends = []) {
    this.proposal = proposal;
    this.showPath(proposal.path, ends);
    // On narrow screens a panel lies over the map, and the strip with it.
    if (isNarrow()) this.frame.showPanel("map");
    this.box.show(proposal);
    this.frame.say(`${proposal.words} ${proposal.cost}. Enter confirms, Escape drops it.`);
    this.writing.echo(proposal.notation);
  }

  /** Send an order. Gives back the fault, if there was one; what was written stays where it is.
   * @param {object} body
   * @returns {Promise<Fault | null>}
   */
  async #post(body) {
    const done = await this.send("orders", body);
    if (done instanceof Fault) return done;
    if (!done)
      return new Fault(409, { why: "the last order is still under way", remedy: "give this one when it is answered" });
    this.frame.say(`Given: ${done.notation}`);
    return null;
  }

  /** @param {Fault | null} fault */
  #tell(fault) {
    if (fault) this.frame.toast(faultWords(fault));
  }
}

/** Name the formation of the unit that is selected; "" if it is in none.
 * @param {State} state
 * @param {Orders} offered
 */
function formationOf({ oob }, { stand }) {
  return oob?.stands.find(({ id }) => id === stand)?.formation ?? "";
}

/** Whether a unit may be ordered to march now.
 * @param {Orders} offered
 */
function marches({ march, transport }) {
  return Object.keys(march).length + Object.keys(transport).length > 0;
}
