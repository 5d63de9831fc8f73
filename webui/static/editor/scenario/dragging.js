// Drag a unit or a formation: within the tree, from the tree onto the map, and from hex to hex.

import { NO_HEX } from "../../map/geometry.js";
import { counterAt } from "../../map/stacks.js";

/** @import { MapView } from "../../map/mapview.js" */
/** @import { Tree } from "./tree.js" */

const FROM_PX = 6,
  SLIP_PX = 9,
  REST_MS = 350;

/** @typedef {{view: MapView, tree: Tree, ghost: (key: string) => HTMLElement, begin: (key: string) => void,
 *   over: (key: string, hex: number) => void, onHex: (key: string, hex: number) => void,
 *   onRow: (key: string, row: {key: string, upper: boolean} | null, done: boolean) => void, end: () => void}} DragDoors
 */

export class Dragging {
  /** A finger that may be about to pick something up.
   * @type {{x: number, y: number, timer: ReturnType<typeof setTimeout>} | null}
   */
  #resting = null;

  /** @param {DragDoors} doors */
  constructor(doors) {
    this.doors = doors;
    /** @type {{key: string, x: number, y: number, ghost: HTMLElement | null} | null} */
    this.held = null;
    for (const kind of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"]))
      window.addEventListener(kind, (event) => this.#rested(event), true);
    window.addEventListener("pointermove", (event) => this.#move(event));
    window.addEventListener("pointerup", (event) => this.#up(event));
    window.addEventListener("pointercancel", () => this.drop());
    // What a finger drags must not scroll what is under it, nor open the menu of a long touch.
    window.addEventListener("touchmove", (event) => this.held?.ghost && event.preventDefault(), { passive: false });
    window.addEventListener("contextmenu", (event) => this.held?.ghost && event.preventDefault());
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.held?.ghost) this.drop();
    });
    const box = doors.view.map.getContainer();
    box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#onCounter(event), true);
  }

  /** Take hold of a thing; it is dragged once the pointer has moved. A finger that moves scrolls; one that rests picks up.
   * @param {string} key
   * @param {PointerEvent} event
   */
  grab(key, event) {
    if (event.button || this.doors.view.state.sides.has(key)) return;
    const { clientX: x, clientY: y } = event;
    this.drop();
    if (event.pointerType !== "touch") this.held = { key, x, y, ghost: null };
    else this.#resting = { x, y, timer: setTimeout(() => this.#pickUp(key, x, y), REST_MS) };
  }

  /** A finger has rested on a thing long enough: from now on it drags, and neither page nor map scrolls under it.
   * @param {string} key
   * @param {number} x
   * @param {number} y
   */
  #pickUp(key, x, y) {
    this.#resting = null;
    this.held = { key, x, y, ghost: null };
    this.doors.view.map.dragging.disable();
    this.#lift(x, y);
  }

  /** @param {PointerEvent} event */
  #rested(event) {
    const rest = this.#resting;
    if (!rest || (event.type === "pointermove" && Math.hypot(event.clientX - rest.x, event.clientY - rest.y) < SLIP_PX))
      return;
    clearTimeout(rest.timer);
    this.#resting = null;
  }

  /** Give up what is dragged, without a change. */
  drop() {
    if (!this.held) return;
    this.held.ghost?.remove();
    if (this.held.ghost) this.doors.end();
    this.held = null;
    this.doors.view.map.dragging.enable();
    document.body.classList.remove("dragging");
  }

  /** The hex under a place of the window; NO_HEX: none of the map's.
   * @param {number} x
   * @param {number} y
   */
  hexAt(x, y) {
    const { view } = this.doors,
      box = view.map.getContainer();
    const under = document.elementFromPoint(x, y);
    if (!under || !box.contains(under)) return NO_HEX;
    const { left, top } = box.getBoundingClientRect(),
      { lat, lng } = view.map.containerPointToLatLng([x - left, y - top]);
    const hex = view.ground.geometry.hexAt(lng, -lat);
    return hex !== NO_HEX && view.ground.inside(hex) ? hex : NO_HEX;
  }

  /** @param {PointerEvent} event */
  #onCounter(event) {
    const { view } = this.doors;
    if (event.button) return;
    const { left, top } = view.map.getContainer().getBoundingClientRect(),
      { lat, lng } = view.map.containerPointToLatLng([event.clientX - left, event.clientY - top]);
    const stand = counterAt(view.state.fan?.counters ?? view.drawn, lng * view.radius, -lat * view.radius);
    if (!stand) return;
    if (event.pointerType !== "touch") view.map.dragging.disable();
    this.grab(stand.id, event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held, doors } = this;
    if (!held) return;
    const ghost = held.ghost ?? (Math.hypot(event.clientX - held.x, event.clientY - held.y) >= FROM_PX && this.#lift());
    if (!ghost) return;
    ghost.style.translate = `${event.clientX + 10}px ${event.clientY + 10}px`;
    const hex = this.hexAt(event.clientX, event.clientY);
    doors.over(held.key, hex);
    doors.onRow(held.key, hex === NO_HEX ? doors.tree.rowAt(event.clientX, event.clientY) : null, false);
  }

  /** Show what is dragged under the pointer.
   * @param {number} [x]
   * @param {number} [y]
   */
  #lift(x = 0, y = 0) {
    const { held, doors } = this;
    if (!held) return null;
    held.ghost = doors.ghost(held.key);
    held.ghost.classList.add("ghost");
    held.ghost.style.translate = `${x + 10}px ${y + 10}px`;
    document.body.append(held.ghost);
    document.body.classList.add("dragging");
    doors.view.closeFan();
    doors.begin(held.key);
    return held.ghost;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { held, doors } = this;
    if (!held) return;
    const dragged = !!held.ghost;
    this.drop();
    if (!dragged) return;
    // The click that follows a drag must not choose what lies there.
    window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => window.dispatchEvent(new MouseEvent("click")), 0);
    const hex = this.hexAt(event.clientX, event.clientY);
    if (hex !== NO_HEX) doors.onHex(held.key, hex);
    else doors.onRow(held.key, doors.tree.rowAt(event.clientX, event.clientY), true);
  }
}
