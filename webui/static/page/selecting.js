// Select a unit, and show what it is, where it can go, and what binds it; show what a hex is.

import { faultIn } from "../common/faults.js";
import { LATE, Latest } from "../common/latest.js";
import { showTab } from "../common/tabs.js";
import { askUnit } from "./asking.js";
import { markedOf } from "./orders/proposals.js";
import { mayOrder, mayRule, select } from "./state.js";

/** @import { Unit } from "../common/data.d.ts" */
/** @import { Frame } from "../common/frame.js" */
/** @import { MapView } from "../map/mapview.js" */
/** @import { Reader, UnitAnswers } from "./asking.js" */
/** @import { HexCard } from "./hexcard.js" */
/** @import { Ordering } from "./orders/ordering.js" */
/** @import { Party, State } from "./state.js" */
/** @import { UnitCard } from "./unitcard.js" */

/** What selecting needs of the rest of the page.
 * @typedef {object} Needs
 * @property {State} state
 * @property {Reader} reader
 * @property {MapView} map
 * @property {Frame} frame
 * @property {Pick<Ordering, "take">} ordering
 * @property {Pick<UnitCard, "show" | "clear">} card
 * @property {Pick<HexCard, "show">} hexCard
 * @property {(id: string | null) => void} changed another unit is selected, or none
 * @property {(work: () => Promise<void>) => Promise<void>} guard says it where the server refuses
 */

export class Selecting {
  /** @param {Needs} needs */
  constructor({ state, reader, map, frame, ordering, card, hexCard, changed, guard }) {
    this.state = state;
    this.reader = reader;
    this.map = map;
    this.frame = frame;
    this.ordering = ordering;
    this.card = card;
    this.hexCard = hexCard;
    this.changed = changed;
    this.guard = guard;
    this.units = new Latest();
    this.hexes = new Latest();
  }

  /** @param {string} id
   * @param {{centre?: boolean}} [how]
   */
  async choose(id, { centre = false } = {}) {
    const { state, map } = this,
      hex = state.units.get(id)?.hex ?? null;
    this.#select(id);
    if (centre && hex !== null) this.map.goTo(hex);
    map.select(id);
    this.frame.showPanel("right", { gently: true });
    showTab("tab-unit");
    await this.guard(() => this.show());
  }

  deselect() {
    this.units.forget();
    this.#select(null);
    this.ordering.take(null, null);
    this.map.select(null);
    this.card.clear();
  }

  /** @param {string | null} id */
  #select(id) {
    select(this.state, id);
    this.aim(false);
    this.map.clear();
    this.changed(id);
  }

  /** Give up answers that are on their way: what they are about is asked for anew. */
  forget() {
    this.units.forget();
  }

  /** Show the selected unit as it is now. */
  async show() {
    const { selected, transport } = this.state;
    if (selected === null) return;
    try {
      const found = await this.units.ask(() => askUnit(this.reader, selected, transport));
      if (found !== LATE) this.#shown(found);
    } catch (error) {
      if (faultIn(error).status !== 404) throw error;
      this.deselect();
    }
  }

  /** @param {UnitAnswers} answers */
  #shown({ unit, orders, supply, reach }) {
    const { state, map, frame } = this,
      now = { transport: state.transport, party: state.party, mayOrder: mayOrder(state) };
    const turnWord = state.view?.clock.turn_word ?? "";
    this.card.show(unit, { orders, supply, turnWord, mayRule: mayRule(state), ...now });
    this.ordering.take(orders, reach);
    const marked = markedOf(orders, reach, now);
    map.showReach(marked);
    map.showSupply(supply && supply.path.length > 1 ? supply : null);
    map.showCommand(lineTo(unit));
    const points = `${unit.strength ?? "unknown"}${unit.full ? ` of ${unit.full}` : ""}`;
    const then = marked?.placing ? ". Click a marked hex: it begins there" : "";
    frame.say(`${unit.name}, strength ${points}${unit.number ? `, in ${unit.number}` : ""}${then}`);
  }

  /** Choose the way of moving; the next click on the map is the goal.
   * @param {boolean} transport
   */
  march(transport) {
    const { state } = this;
    if (state.selected === null) return;
    this.aim(true);
    if (state.transport === transport) return;
    state.transport = transport;
    this.guard(() => this.show());
  }

  /** Choose who goes where the map is clicked: the unit, its formation, or that in one column.
   * @param {Party} party
   */
  take(party) {
    const { state } = this;
    if (state.selected === null) return;
    this.aim(true);
    state.party = party;
    this.guard(() => this.show());
  }

  /** While a march is aimed, a click means the hex under the pointer, whoever stands there.
   * @param {boolean} on
   */
  aim(on) {
    this.state.aiming = on;
    this.map.map.getContainer().classList.toggle("aiming", on);
  }

  /** @param {string} number
   * @param {{centre?: boolean}} [how]
   */
  async showHex(number, { centre = false } = {}) {
    showTab("tab-hex");
    this.frame.showPanel("right", { gently: true });
    if (centre) this.map.focusHex(number, { centre: true });
    await this.guard(async () => {
      const hex = await this.hexes.ask(() => this.reader.get("hex.json", { hex: number }));
      if (hex !== LATE) this.hexCard.show(hex);
    });
  }
}

/** Give the line from a unit to its headquarters; null if they stand together, or there is none.
 * @param {Unit} unit
 */
function lineTo({ hex, command }) {
  if (!command || command.hex === null || command.hex === hex) return null;
  return { from: hex, to: command.hex, ok: command.ok, label: `${command.name} ${command.far}` };
}
