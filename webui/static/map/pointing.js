// Turn pointer, touch and keys on the map into hexes and stands.

import { NO_HEX } from "./geometry.js";
import { counterAt, nextInStack } from "./stacks.js";

/** @import { MapView } from "./mapview.js" */
/** @import { Box, Fan, Placed, Point } from "./types.d.ts" */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pointing {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    const { map } = view,
      box = map.getContainer();
    /** What was used last: after a touch browsers send the movements of a mouse that is not there.
     * @type {string}
     */
    this.by = "mouse";
    for (const kind of ["pointerdown", "pointermove"])
      box.addEventListener(
        kind,
        (/** @type {Event} */ event) => (this.by = /** @type {PointerEvent} */ (event).pointerType || this.by),
        true,
      );
    map.on("click", (/** @type {any} */ event) => this.#click(event));
    map.on("mousemove", (/** @type {any} */ event) => this.#hover(event));
    map.on("mouseout zoomstart movestart", () => view.closeFan());
    box.tabIndex = 0;
    box.setAttribute("role", "application");
    box.setAttribute(
      "aria-label",
      "Map. Arrow keys move a cursor from hex to hex, Enter selects, N takes the next unit of a stack, plus and minus zoom.",
    );
    box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
  }

  /** The place under the pointer in pixels of the plane, and its hex.
   * @param {any} event
   */
  #place({ latlng }) {
    const R = this.view.radius;
    return { x: latlng.lng * R, y: -latlng.lat * R, hex: this.view.ground.geometry.hexAt(latlng.lng, -latlng.lat) };
  }

  /** @param {any} event */
  #click(event) {
    const { view } = this,
      { x, y, hex } = this.#place(event),
      { fan } = view.state;
    if (fan && inFrame(fan.frame, x, y)) this.#clickFan(fan, x, y);
    else if (!this.#opensFan(counterAt(view.drawn, x, y))) this.#clickMap(counterAt(view.drawn, x, y), hex);
  }

  /** @param {Fan} fan
   * @param {number} x
   * @param {number} y
   */
  #clickFan(fan, x, y) {
    const stand = counterAt(fan.counters, x, y);
    if (stand) this.#choose(stand, fan.hex);
  }

  /** A finger cannot hover: its first touch on a stack opens the fan.
   * @param {Placed | null} stand
   */
  #opensFan(stand) {
    const { view } = this;
    if (!stand || this.by === "mouse" || view.stacks.at(stand.hex).length < 2) return false;
    if (view.state.fan?.hex === stand.hex) return false;
    view.openFan(stand.hex);
    return true;
  }

  /** @param {Placed | null} stand
   * @param {number} hex
   */
  #clickMap(stand, hex) {
    const { view } = this;
    view.closeFan();
    if (stand) this.#choose(stand, stand.hex);
    else if (hex !== NO_HEX && view.ground.inside(hex)) {
      view.focusHex(hex);
      view.onHexClick?.(hex, view.ground.geometry.number(hex));
    }
  }

  /** @param {Placed} stand
   * @param {number} hex
   */
  #choose(stand, hex) {
    this.view.select(stand.id);
    this.view.focusHex(hex);
    this.view.onStandClick?.(stand.id, hex);
  }

  /** @param {any} event */
  #hover(event) {
    if (this.by !== "mouse") return;
    const { view } = this,
      { x, y } = this.#place(event),
      { fan } = view.state;
    if (fan && (inFrame(grown(fan.frame, 12), x, y) || between(view, fan, x, y))) return;
    const stand = counterAt(view.drawn, x, y);
    if (stand && view.stacks.at(stand.hex).length > 1) view.openFan(stand.hex);
    else view.closeFan();
    view.map.getContainer().classList.toggle("over-counter", !!stand);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { map } = this.view,
      step = STEPS[event.key];
    /** @type {Record<string, () => unknown>} */
    const acts = {
      Enter: () => this.#atCursor((hex) => this.#enter(hex)),
      n: () => this.#atCursor((hex) => this.#next(hex)),
      "+": () => map.zoomIn(2),
      "=": () => map.zoomIn(2),
      "-": () => map.zoomOut(2),
      Home: () => this.view.showAll(),
      Escape: () => this.#away(),
    };
    const done = step ? this.#step(step) : acts[event.key] ? acts[event.key]() : false;
    if (done !== false) event.preventDefault();
  }

  /** Move the cursor by columns and rows; it begins in the middle of the window.
   * @param {Point} place
   */
  #step([dc, dr]) {
    const { view } = this,
      { geometry } = view.ground,
      { cursor } = view.state,
      { lat, lng } = view.map.getCenter();
    const start = cursor ?? geometry.hexAt(lng, -lat);
    const next = cursor === null ? start : geometry.beside(start, dc, dr);
    if (next !== NO_HEX) view.focusHex(next);
  }

  /** @param {(hex: number) => void} act */
  #atCursor(act) {
    const { cursor } = this.view.state;
    return cursor === null ? false : act(cursor);
  }

  #away() {
    const { view } = this;
    if (!view.state.fan && view.state.cursor === null) return false;
    view.closeFan();
    view.clearCursor();
  }

  /** @param {number} hex */
  #enter(hex) {
    const { view } = this,
      stack = view.stacks.at(hex);
    const chosen = stack.some(({ id }) => id === view.state.selected);
    if (stack.length && !chosen) this.#choose(stack[stack.length - 1], hex);
    else view.onHexClick?.(hex, view.ground.geometry.number(hex));
  }

  /** Take the stands of a stack one after the other.
   * @param {number} hex
   */
  #next(hex) {
    const { view } = this,
      stand = nextInStack(view.stacks.at(hex), view.state.selected);
    if (!stand) return;
    view.openFan(hex);
    this.#choose(stand, hex);
  }
}

/** @param {number[]} frame
 * @param {number} x
 * @param {number} y
 */
function inFrame([left, top, wide, high], x, y) {
  return x >= left && y >= top && x <= left + wide && y <= top + high;
}

/** @param {Box} box
 * @param {number} by
 */
function grown([left, top, wide, high], by) {
  return [left - by, top - by, wide + 2 * by, high + 2 * by];
}

/** On the way from the stack to its fan the fan stays open.
 * @param {MapView} view
 * @param {Fan} fan
 * @param {number} x
 * @param {number} y
 */
function between(view, fan, x, y) {
  const R = view.radius,
    cx = view.ground.geometry.u[fan.hex] * R,
    cy = view.ground.geometry.v[fan.hex] * R;
  const [left, top, wide, high] = fan.frame;
  const low = Math.min(cy, top + high),
    deep = Math.max(cy, top);
  return x >= Math.max(left, cx - R) && x <= Math.min(left + wide, cx + R) && y >= low - R && y <= deep + R;
}
