// Turn pointer and keys on the map into strokes: hexes painted, hexsides followed, roads laid, places set.

import { byId, button, el, fill } from "../common/dom.js";
import { follow, fresh, gather, lengthen, nearestPlace, placesOf, stepsOf } from "./sketch.js";
import { around, sideAt, sideOf } from "./shapes.js";

/** @import { MapView } from "../map/mapview.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Reasons } from "./reasons.js" */
/** @import { Tools } from "./tools.js" */
/** @import { Act, Place, Spot } from "./types.d.ts" */

/** A pointer that is down: what it draws, where it began, where it is.
 * @typedef {object} Stroke
 * @property {string | null} gesture
 * @property {Spot} from
 * @property {Spot} last
 * @property {boolean} [again] of a way: the last hex was pressed once more
 * @property {number} [before] of a way: how long it was
 */

/** What drawing needs of the rest of the page.
 * @typedef {object} Needs
 * @property {MapView} view
 * @property {Marks} marks
 * @property {() => Tools | undefined} tools undefined as long as there are none
 * @property {Reasons} reasons
 * @property {Act} act
 * @property {(hex: number) => void} inspect
 * @property {(text: string) => void} say
 * @property {(text: string) => void} toast
 * @property {(id: string) => void} showTab
 */

// A way that was dragged further than this is laid when the pointer comes up.
const DRAGGED = 0.9;
const ASK_FOR_REASONS = "Say why the map is wrong, and by what source, before you correct it.";

export class Drawing {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.view = needs.view;
    this.sketch = fresh();
    /** @type {Stroke | null} */
    this.stroke = null;
    /** Takes one spot on the map, whatever the tool.
     * @type {((spot: Spot) => void) | null}
     */
    this.aim = null;
    /** The place that is to be moved.
     * @type {Place | null}
     */
    this.picked = null;
    this.panning = false;
    this.took = false;
    /** @type {Set<number>} */
    this.pointers = new Set();
    this.#listen();
  }

  #listen() {
    const { map } = this.view,
      box = map.getContainer();
    map.doubleClickZoom.disable();
    box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#down(event), { capture: true });
    window.addEventListener("pointermove", (event) => this.#move(event));
    window.addEventListener("pointerup", (event) => this.#up(event));
    window.addEventListener("pointercancel", (event) => this.#cancel(event));
    box.addEventListener("pointerleave", () => this.#hover(null));
    // The map's own click is for looking; a tool has had the pointer already.
    const stop = (/** @type {Event} */ event) => this.took && event.stopImmediatePropagation();
    box.addEventListener("click", stop, { capture: true });
  }

  get #tools() {
    const tools = this.needs.tools();
    if (!tools) throw new Error("nothing is drawn before there are tools");
    return tools;
  }

  get #gesture() {
    return this.needs.tools()?.now.gesture ?? null;
  }

  /** Ask for one spot on the map, whatever the tool; null: no more.
   * @param {((spot: Spot) => void) | null} taken
   */
  aimFor(taken) {
    this.aim = taken;
    this.showAim();
  }

  /** Show by the pointer whether a click on the map draws. */
  showAim() {
    this.view.map.getContainer().classList.toggle("aiming", !!(this.aim || this.#gesture));
  }

  /** A hex was clicked for looking, or Enter was pressed on it.
   * @param {number} hex
   */
  enter(hex) {
    const { u, v } = this.view.ground.geometry,
      gesture = this.#gesture,
      /** @type {Spot} */ spot = [u[hex], v[hex]],
      { way } = this.sketch;
    if (this.aim) return this.aim(spot);
    if (!gesture) return this.needs.inspect(hex);
    if (gesture === "way" && way.length > 1 && way[way.length - 1] === hex) return this.#finish();
    if (this.#ready()) this.#enterWith(gesture, hex, spot);
  }

  /** @param {string} gesture
   * @param {number} hex
   * @param {Spot} spot
   */
  #enterWith(gesture, hex, spot) {
    if (gesture === "paint") {
      gather(this.sketch, this.view.ground, spot, this.#tools.set.brush);
      this.#finish();
    } else if (gesture === "way") this.#lengthen(hex);
    else if (gesture === "spot") this.#spot(spot);
    else this.needs.say("Press 1 to 6 for a hexside, clockwise from the north.");
  }

  /** Take hexside k of the hex under the cursor, by key.
   * @param {number} k
   */
  enterSide(k) {
    const hex = this.view.state.cursor,
      sides = ["sides", "side"].includes(this.#gesture ?? "");
    if (hex === null || !sides || !this.#ready()) return false;
    this.#side(sideOf(this.view.ground, hex, k));
    return true;
  }

  drop() {
    this.sketch = fresh();
    this.stroke = null;
    this.picked = null;
    this.showAim();
    this.#show();
  }

  get busy() {
    return this.sketch.way.length > 0 || this.picked !== null;
  }

  /** Send what was drawn; the sketch stays until the map has changed. */
  async #finish() {
    const { marks, reasons, act } = this.needs,
      sent = this.sketch;
    this.stroke = null;
    this.sketch = fresh();
    this.#hand();
    marks.show({ sent, sketch: null, picked: null });
    await act("strokes", { ...this.#tools.stroke(), ...reasons.given, ...placesOf(sent) });
    marks.show({ sent: null });
  }

  /** Whether something can be drawn; if not, say what is missing, and show where it is written. */
  #ready() {
    const { reasons, toast, showTab } = this.needs,
      lacks = this.#tools.lacks(),
      field = lacks ? this.#tools.field : reasons.missing;
    if (!reasons.missing && !lacks) return true;
    toast(lacks || ASK_FOR_REASONS);
    showTab("tab-draw");
    field?.setAttribute("aria-invalid", "true");
    setTimeout(() => field?.focus(), 0);
    return false;
  }

  /** @param {MouseEvent} event
   * @returns {Spot}
   */
  #spotOf(event) {
    const { lat, lng } = this.view.map.mouseEventToLatLng(event);
    return [lng, -lat];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const onMap = !(event.target instanceof Element && event.target.closest(".leaflet-control"));
    this.took = onMap && !!(this.#gesture || this.aim);
    if (!this.took) return;
    this.pointers.add(event.pointerId);
    if (this.pointers.size > 1) return this.#giveUp();
    // The middle button, and the space bar held down, move the map.
    if (event.button !== 0 || this.panning) return;
    this.#begin(this.#spotOf(event));
  }

  /** @param {Spot} spot */
  #begin(spot) {
    // What cannot be drawn yet does not move the map, either.
    const gesture = this.aim ? "aim" : this.#ready() ? this.#gesture : "nothing";
    this.view.map.dragging.disable();
    this.stroke = { gesture, from: spot, last: spot };
    if (gesture === "paint" || gesture === "sides") this.#follow(this.stroke, spot);
    else if (gesture === "way") this.#start(this.stroke, spot);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const inside = this.view.map.getContainer().contains(/** @type {Node | null} */ (event.target));
    if (this.stroke) this.#follow(this.stroke, this.#spotOf(event));
    else if (inside) this.#hover(this.#spotOf(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.pointers.delete(event.pointerId);
    const { stroke, sketch } = this;
    if (!stroke) return;
    this.view.map.dragging.enable();
    this.stroke = null;
    if (stroke.gesture === "aim") this.aim?.(stroke.last);
    else if (stroke.gesture === "spot") this.#spot(stroke.last);
    else if (stroke.gesture === "side") this.#side(sideAt(this.view.ground, ...stroke.last));
    else if (stroke.gesture === "way") this.#endWay(stroke);
    else if (sketch.hexes.size || sketch.sides.size) this.#finish();
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.pointers.delete(event.pointerId);
    this.#giveUp();
  }

  #giveUp() {
    if (!this.stroke) return;
    this.view.map.dragging.enable();
    this.drop();
  }

  /** Draw along the pointer's way.
   * @param {Stroke} stroke
   * @param {Spot} to
   */
  #follow(stroke, to) {
    const { sketch } = this,
      { ground } = this.view,
      { last, from, gesture } = stroke,
      steps = stepsOf(last, to),
      still = last === from && steps.length === 1;
    for (const spot of steps) {
      if (gesture === "paint") gather(sketch, ground, spot, this.#tools.set.brush);
      else if (gesture === "way") this.#lengthen(ground.geometry.hexAt(...spot), { drag: true });
      else if (gesture === "sides") follow(sketch, ground, spot, still && !sketch.sides.size ? null : from);
    }
    stroke.last = to;
    this.#show();
  }

  /** @param {Stroke} stroke
   * @param {Spot} spot
   */
  #start(stroke, spot) {
    const hex = this.view.ground.geometry.hexAt(...spot),
      { way } = this.sketch;
    stroke.again = way.length > 1 && way[way.length - 1] === hex;
    stroke.before = way.length;
    this.#lengthen(hex);
  }

  /** @param {Stroke} stroke */
  #endWay({ again, before = 0, from, last }) {
    const { length } = this.sketch.way,
      far = Math.hypot(last[0] - from[0], last[1] - from[1]) > DRAGGED,
      dragged = far && length > before + (before ? 0 : 1);
    if ((again || dragged) && length > 1) this.#finish();
  }

  /** @param {number} hex
   * @param {{drag?: boolean}} [how]
   */
  #lengthen(hex, how) {
    lengthen(this.sketch, this.view.ground, hex, how);
    this.#hand();
    this.#show();
  }

  /** @param {number | null} at */
  #side(at) {
    if (at === null) return;
    this.sketch.sides.add(at);
    this.#finish();
  }

  /** @param {Spot} spot */
  #spot(spot) {
    const { set } = this.#tools,
      { ground } = this.view,
      { picked } = this,
      name = set.name.trim();
    if (!ground.inside(ground.geometry.hexAt(...spot))) return;
    if (set.act === "add") return this.#sendPlace(spot, { value: name, rank: set.rank });
    if (set.act === "move" && picked) return this.#sendPlace(spot, { value: picked.name, name: picked.name });
    const found = nearestPlace(ground, spot);
    if (!found) return this.needs.toast("There is no place here. Click its hex.");
    if (set.act === "move") this.#pick(found);
    else this.#sendPlace([found.u, found.v], { name: found.name, value: set.act === "rename" ? name : "" });
  }

  /** @param {Place} place */
  #pick(place) {
    this.picked = place;
    this.#hand();
    this.#show();
  }

  /** @param {Spot} spot
   * @param {Record<string, unknown>} more
   */
  #sendPlace(spot, more) {
    this.picked = null;
    this.sketch = { ...fresh(), spot, more };
    this.#finish();
  }

  /** Say what is in hand, with the way on and the way out. */
  #hand() {
    const hand = byId("hand"),
      { way } = this.sketch,
      { geometry } = this.view.ground;
    hand.hidden = !this.busy;
    if (!this.busy) return;
    const from = way.length === 1 ? `From ${geometry.number(way[0])}. Go on to the next hex.` : `${way.length} hexes.`;
    fill(
      hand,
      el("span", {}, this.picked ? `Click where ${this.picked.name} belongs.` : from),
      way.length > 1 ? button("Lay it", () => this.#finish(), { class: "primary small" }) : null,
      button("Drop it", () => this.drop()),
    );
  }

  /** @param {Spot | null} spot */
  #hover(spot) {
    const shown = spot && this.#gesture && !this.aim;
    this.needs.marks.show({ hover: shown ? this.#under(spot) : null });
  }

  /** What a click would draw.
   * @param {Spot} spot
   */
  #under(spot) {
    const { ground } = this.view,
      hex = ground.geometry.hexAt(...spot),
      gesture = this.#gesture;
    if (!ground.inside(hex)) return null;
    if (gesture === "paint") return { hexes: around(ground, hex, this.#tools.set.brush) };
    if (gesture === "way" || gesture === "spot") return { hexes: [hex] };
    return { sides: [sideAt(ground, ...spot)].filter((at) => at !== null) };
  }

  #show() {
    this.#hand();
    this.needs.marks.show({ sketch: this.sketch, hover: null, picked: this.picked });
  }
}
