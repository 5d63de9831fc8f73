// Put things on the map: what is in hand, where it may go, what comes next.

import { byId } from "../../common/dom.js";
import { LATE, Latest } from "../../common/latest.js";
import { isNarrow } from "../../common/frame.js";
import { words } from "../../common/words.js";
import { NO_HEX } from "../../map/geometry.js";
import { whyNot } from "./model.js";

/** @import { Frame } from "../../common/frame.js" */
/** @import { Server } from "../../common/server.js" */
/** @import { MapView } from "../../map/mapview.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Model } from "./model.js" */
/** @import { Room, Told } from "./scenario.d.ts" */

/** What the next hex is for: a thing that is put down, one that is added there, or a goal of a mission.
 * @typedef {{kind: "put" | "add" | "goal", key: string, fields?: Record<string, any>}} Hand
 */

/** @typedef {{frame: Frame, view: MapView, server: Server, model: Model, marks: Marks,
 *   act: (name: string, body: object) => Promise<Told | null>, line: () => Promise<unknown>,
 *   refused: (error: unknown) => void,
 *   add: (step: object, more: object) => void, choose: (key: string) => void, next: (key: string) => void,
 *   dragged: () => boolean}} OnMapDoors
 */

export class OnMap {
  /** @param {OnMapDoors} doors */
  constructor(doors) {
    this.doors = doors;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {Room | null} */
    this.room = null;
    this.rooms = new Latest();
    const { view } = doors;
    view.onCursor = (hex) => this.hand && this.aim(this.#inHand(), hex);
    view.map.on("mousemove", (/** @type {any} */ { latlng: { lat, lng } }) => {
      const hex = view.ground.geometry.hexAt(lng, -lat);
      if (this.hand && hex !== NO_HEX && view.ground.inside(hex)) this.aim(this.#inHand(), hex);
    });
  }

  #inHand() {
    return this.hand?.kind === "put" ? this.hand.key : "";
  }

  /** Take something in hand: the next hex is for it.
   * @param {Hand} hand
   * @param {{gently?: boolean, keys?: boolean}} [how]
   */
  take(hand, { gently = false, keys = false } = {}) {
    this.hand = hand;
    const name = hand.kind === "add" ? `A new ${hand.key}` : (this.doors.model.things[hand.key]?.name ?? "");
    byId("hand-name").textContent = name;
    byId("hand-told").textContent = "choose a hex";
    byId("hand").hidden = false;
    this.room = null;
    if (hand.kind === "put") void this.askRoom(hand.key);
    this.doors.frame.showPanel("map", { gently: gently && !isNarrow() });
    if (keys) this.doors.view.map.getContainer().focus();
  }

  letGo() {
    this.hand = null;
    this.room = null;
    byId("hand").hidden = true;
    this.doors.marks.show({ room: null, aim: -1 });
  }

  /** Ask where a unit may not stand, and show it.
   * @param {string} key
   */
  async askRoom(key) {
    this.room = null;
    if (this.doors.model.things[key]?.what !== "unit") return this.doors.marks.show({ room: null });
    try {
      await this.doors.line();
      const room = await this.rooms.ask(() => this.doors.server.get("room.json", { unit: key }));
      if (room === LATE) return;
      this.room = room;
      if (this.hand || this.doors.dragged()) this.doors.marks.show({ room });
    } catch (error) {
      this.doors.refused(error);
    }
  }

  /** Show what is aimed at, and say whether there is room.
   * @param {string} key
   * @param {number} hex
   */
  aim(key, hex) {
    if (hex === NO_HEX) return this.doors.marks.show({ aim: -1 });
    const { ground } = this.doors.view,
      side = this.doors.model.sideOf(key);
    const there = this.doors.view.stacks
      .at(hex)
      .filter(({ id }) => id !== key)
      .map((stand) => ({ name: stand.name, own: stand.side === side }));
    const why = whyNot(this.room, hex, { ground: words(ground.terrainOf(hex)), there });
    byId("hand").hidden = false;
    if (key) byId("hand-name").textContent = this.doors.model.things[key]?.name ?? "";
    byId("hand-told").textContent =
      `${this.doors.view.hexName(hex)}, ${words(ground.terrainOf(hex))}${why ? `: ${why}` : ""}`;
    byId("hand").classList.toggle("barred", !!why);
    this.doors.marks.show({ aim: hex, bad: !!why });
  }

  /** @param {number} hex */
  onHex(hex) {
    const { hand } = this,
      number = this.doors.view.ground.geometry.number(hex);
    if (!hand) return;
    if (hand.kind === "put") return this.putDown(hand.key, hex);
    this.letGo();
    if (hand.kind === "add")
      return this.doors.add({ do: "add", what: hand.key, fields: hand.fields ?? {} }, { hex: number });
    return void this.#addGoal(hand.key, number);
  }

  /** @param {string} key
   * @param {string} hex
   */
  async #addGoal(key, hex) {
    await this.doors.act("goal", { key, hex });
    this.doors.choose(key);
  }

  /** Put something down; then the next unit of the tree that stands nowhere is in hand.
   * @param {string} key
   * @param {number} hex
   */
  async putDown(key, hex) {
    const was = this.doors.model.nowhere();
    const next = this.hand?.kind === "put" && was.includes(key) ? was[was.indexOf(key) + 1] : undefined;
    this.letGo();
    const told = await this.doors.act("place", { keys: [key], hex: this.doors.view.ground.geometry.number(hex) });
    if (!told || !next || this.doors.model.things[key]?.what !== "unit") return;
    this.doors.next(next);
    this.take({ kind: "put", key: next }, { gently: true });
  }
}
