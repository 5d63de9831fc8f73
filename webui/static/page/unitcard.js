// Show a unit: who it is, how it fares, what binds it, what it may be ordered to do.

import { byId, el, facts, fill } from "../common/dom.js";
import { hours, words } from "../common/words.js";
import { rulingForm } from "./ruling.js";
import { UnitOrders } from "./orders/unitorders.js";
import { whyNotSection } from "./orders/whynot.js";

/** @import { Link, Orders, Picture, Supply, Unit, WhyNot } from "../common/data.d.ts" */
/** @import { Child } from "../common/dom.js" */
/** @import { Fault } from "../common/faults.js" */
/** @import { OrderActs } from "./orders/unitorders.js" */
/** @import { Party } from "./state.js" */

/** What was asked for with a unit; none of it for an enemy, or for one who is not on the map.
 * @typedef {object} Beside
 * @property {Orders | null} orders
 * @property {Supply | null} supply
 * @property {boolean} transport
 * @property {Party} party
 * @property {boolean} mayOrder
 * @property {boolean} mayRule
 * @property {string} turnWord
 */

/** What the card may have done.
 * @typedef {object} Acts
 * @property {(number: string) => void} showHex
 * @property {(id: string) => void} choose
 * @property {(number: string) => number} hexOf
 * @property {(order: object) => Promise<Fault | null>} give
 * @property {(id: string) => Promise<WhyNot>} whyNot
 */

export class UnitCard {
  /** @param {Picture} picture
   * @param {Acts} acts
   * @param {OrderActs & {flatTop: boolean}} orderActs
   */
  constructor(picture, acts, orderActs) {
    this.picture = picture;
    this.acts = acts;
    this.orders = new UnitOrders(orderActs);
    this.propose = orderActs.propose;
    this.box = byId("unit-card");
  }

  /** @param {Unit} unit
   * @param {Beside} beside
   */
  show(unit, { orders, supply, transport, party, mayOrder, mayRule, turnWord }) {
    fill(
      this.box,
      this.#head(unit),
      this.#state(unit, turnWord),
      orders && unit.hex !== null ? this.orders.section(unit, orders, { transport, party, mayOrder }) : null,
      orders && unit.hex !== null && mayOrder ? whyNotSection(unit, this.acts.whyNot, this.propose) : null,
      notices(unit),
      this.#ties(unit, supply),
      doings(unit),
      unit.known && mayRule ? rulingForm(unit, this.acts) : null,
    );
    this.box.dataset.stand = unit.id;
  }

  clear() {
    const how = "Click a counter on the map, or take a unit from the list.";
    fill(this.box, el("p", { class: "soft" }, how));
    delete this.box.dataset.stand;
  }

  /** @param {Unit} unit */
  #head(unit) {
    const kind = [words(unit.size), words(unit.kind), unit.traits.map(words).join(", ")].filter(Boolean).join(" · ");
    const chain = unit.chain?.map(({ name }) => name).join(" › ");
    return el(
      "div",
      { class: "card-head" },
      this.picture(unit, 68),
      el(
        "div",
        {},
        el("h2", { tabindex: "-1" }, unit.name),
        el("p", { class: "soft" }, kind),
        chain ? el("p", { class: "chain" }, chain) : null,
      ),
    );
  }

  /** @param {Unit} unit
   * @param {string} turnWord
   */
  #state(unit, turnWord) {
    const { condition, looks, mover, band } = unit;
    return facts(
      rows([
        [condition ? "State" : "Strength", condition ?? strengthOf(unit), pips(unit)],
        ["Hex", this.#where(unit, turnWord)],
        unit.reported ? ["As reported", unit.reported] : null,
        postureOf(unit),
        looks && ["Looks", looks],
        ...carriesOf(unit),
        mover && ["Moves", words(mover)],
        band && ["Guns", words(band)],
        ...tellsOf(unit),
      ]),
    );
  }

  /** @param {Unit} unit
   * @param {string} turnWord
   */
  #where({ gone, number, arrives, attached_to: carrier }, turnWord) {
    if (gone) return `left play: ${gone}`;
    if (number) return link(number, () => this.acts.showHex(number));
    if (!arrives) return carrier ? `with ${carrier}` : "off the map";
    return `arrives day ${arrives.day}, ${turnWord} ${arrives.turn} at ${arrives.place || arrives.number}`;
  }

  /** Command and supply: what binds it, and what cuts that.
   * @param {Unit} unit
   * @param {Supply | null} supply
   */
  #ties(unit, supply) {
    if (!unit.known || unit.hex === null) return null;
    const stores = (unit.chain ?? []).filter((formation) => Object.keys(formation.stores).length).map(storesOf);
    return el(
      "section",
      {},
      el("h3", {}, "Command and supply"),
      facts(rows([this.#leader(unit), ["Line", el("span", {}, fed(supply))], ...stores])),
    );
  }

  /** @param {Unit} unit
   * @returns {Row}
   */
  #leader({ id, command }) {
    const hq = command?.hq;
    if (hq === id) return null;
    const far = command?.far ? ` ${command.far}` : "";
    const told = command?.ok
      ? [command.name, far && el("span", { class: "soft" }, far)]
      : [el("b", { class: "bad" }, "out of command"), far && el("span", { class: "soft" }, ` nearest HQ${far}`)];
    return ["HQ", hq ? link(told, () => this.acts.choose(hq)) : el("span", {}, told)];
  }
}

/** @typedef {Child[] | null | undefined | false | 0 | ""} Row one row of facts; what is not one is left out */

/** Leave out the rows that there are not.
 * @param {Row[]} all
 */
function rows(all) {
  return /** @type {Child[][]} */ (all.filter(Boolean));
}

/** @param {Child} content
 * @param {() => void} act
 */
function link(content, act) {
  return el("button", { type: "button", class: "link", onclick: act }, content);
}

/** @param {Unit} unit */
function strengthOf({ strength, full }) {
  if (strength === null) return "not known";
  return full === null ? `${strength}` : `${strength} of ${full}`;
}

/** @param {Unit} unit */
function pips({ strength, full }) {
  if (strength === null || full === null) return null;
  const points = Array.from({ length: Math.min(full, 16) }, (_, n) => el("i", { class: n < strength ? "" : "lost" }));
  return el("span", { class: "pips", "aria-hidden": "true" }, points);
}

/** @param {Unit} unit
 * @returns {Row}
 */
function postureOf({ posture, sealed }) {
  if (!posture && !sealed) return null;
  const title = "Face down until all are revealed";
  const waits = sealed ? el("span", { class: "tag sealed", title }, `sealed: ${words(sealed)}`) : null;
  return ["Order", words(posture || "none yet"), waits];
}

/** What it has left, its carrier and its riders.
 * @param {Unit} unit
 * @returns {Row[]}
 */
function carriesOf({ shots, attached_to: carrier, carries }) {
  return [
    typeof shots === "number" && ["Shots", `${shots} left`],
    carrier && ["With", carrier],
    carries?.length && ["With it", carries.join(", ")],
  ];
}

/** What is marked on it.
 * @param {Unit} unit
 * @returns {Row[]}
 */
function tellsOf({ marks, known, isolated }) {
  const tags = marks.map((mark) => el("span", { class: "tag" }, words(mark)));
  return [
    tags.length && ["Marks", el("span", { class: "marks" }, tags)],
    known && isolated && ["Isolated", el("b", { class: "bad" }, `day ${isolated}`)],
  ];
}

/** @param {Unit} unit */
function notices({ notices: told }) {
  if (!told?.length) return null;
  const list = told.map((text) => el("li", {}, text));
  return el("section", {}, el("h3", {}, "What holds now"), el("ul", { class: "notices" }, list));
}

/** @param {Supply | null} supply
 * @returns {Child}
 */
function fed(supply) {
  if (!supply) return "…";
  if (supply.hours === null) return [el("b", { class: "bad" }, "cut"), el("p", { class: "why" }, supply.why)];
  const to = supply.to || (supply.why ? el("span", { class: "soft" }, supply.why) : "at hand");
  return [to, supply.hours ? el("span", { class: "soft" }, ` ${hours(supply.hours)}`) : null];
}

/** @param {Link} formation
 * @returns {Row}
 */
function storesOf({ short, stores, limits, marks }) {
  const kept = Object.entries(stores).map(([key, count]) => `${key} ${count}${limits[key] ? `/${limits[key]}` : ""}`);
  const tags = marks.map((mark) => el("span", { class: "tag" }, words(mark)));
  return [short, el("span", {}, kept.join(" · "), tags)];
}

/** What it is in the middle of.
 * @param {Unit} unit
 */
function doings({ contacts, march, work, detached, returning }) {
  const coming = returning?.map(({ day, points }) => `${points} on the night of day ${day}`);
  const told = rows([
    contacts?.length && ["In contact", contacts.join(", ")],
    march && ["On the march", `to ${march.path.at(-1)}, ${hours(march.hours)} done of the next hex`],
    work && ["At work", `${words(work.task)} in ${work.number}, ${work.turns} turns done`],
    detached && ["Detached", `${detached} points`],
    coming?.length && ["Coming in", coming.join(", ")],
  ]);
  return told.length ? el("section", {}, facts(told)) : null;
}
