// Turn pointer and keys on the map into strokes: hexes painted, hexsides followed, roads laid, places set.

import { NO_HEX } from "../map/geometry.js";
import { byId, el, fill } from "../common/dom.js";
import { around, lineOf, pairOf, sideAt, sideOf } from "./shapes.js";

// Of a drag: how far off a hexside still follows it, and how finely the pointer's way is looked at, in hex radii.
const FOLLOW = 0.34;
const STEP = 0.12;
const ALONG = 0.6;

export class Drawing {
  constructor(editor) {
    this.editor = editor;
    this.view = editor.view;
    this.sketch = fresh();
    this.stroke = null;
    this.aim = null;
    this.pointers = new Set();
    const box = this.view.map.getContainer();
    this.view.map.doubleClickZoom.disable();
    box.addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    window.addEventListener("pointermove", (event) => this.#move(event));
    window.addEventListener("pointerup", (event) => this.#up(event));
    window.addEventListener("pointercancel", (event) => this.#cancel(event));
    box.addEventListener("pointerleave", () => this.#hover(null));
    // The map's own click is for looking; a tool has had the pointer already.
    box.addEventListener("click", (event) => this.took && event.stopImmediatePropagation(), { capture: true });
  }

  // Ask for one spot on the map, whatever the tool; null: no more.
  aimFor(taken) {
    this.aim = taken;
    this.view.map.getContainer().classList.toggle("aiming", !!taken || this.editor.tools.chosen !== "inspect");
  }

  // A hex was clicked for looking, or Enter was pressed on it.
  enter(hex) {
    const { u, v } = this.view.ground.geometry,
      { gesture } = this.editor.tools.now;
    if (this.aim) return this.aim([u[hex], v[hex]]);
    if (!gesture) return this.editor.inspect(hex);
    if (gesture === "way" && this.sketch.way.length > 1 && this.sketch.way.at(-1) === hex) return this.finish();
    if (!this.#ready()) return;
    if (gesture === "paint") (this.#gather([u[hex], v[hex]]), this.finish());
    else if (gesture === "way") this.#lengthen(hex);
    else if (gesture === "spot") this.#spot([u[hex], v[hex]]);
    else this.editor.say("Press 1 to 6 for a hexside, clockwise from the north.");
  }

  // Take hexside k of the hex under the cursor, by key.
  enterSide(k) {
    const { gesture } = this.editor.tools.now,
      hex = this.view.state.cursor;
    if (hex === null || !["sides", "side"].includes(gesture) || !this.#ready()) return false;
    const at = sideOf(this.view.ground, hex, k);
    if (at !== null) (this.sketch.sides.add(at), this.finish());
    return true;
  }

  drop() {
    this.sketch = fresh();
    this.stroke = null;
    this.picked = null;
    this.#show();
  }

  get busy() {
    return this.sketch.way.length > 0 || !!this.picked;
  }

  // Send what was drawn; the sketch stays until the map has changed.
  async finish() {
    const { hexes, sides, way, spot } = this.sketch,
      kind = this.editor.tools.stroke();
    const where = { hexes: [...hexes, ...way], sides: [...sides].map(pairOf), spot };
    const sent = this.sketch;
    this.stroke = null;
    this.sketch = fresh();
    this.#hand();
    this.editor.marks.show({ sent, sketch: null, picked: null });
    await this.editor.act("strokes", { ...kind, ...this.sendReasons(), ...where, ...sent.more });
    this.editor.marks.show({ sent: null });
  }

  sendReasons() {
    return this.editor.reasons.given;
  }

  #isDrawn(event) {
    return !!(this.editor.tools.now.gesture || this.aim) && !event.target.closest(".leaflet-control");
  }

  #spotOf(event) {
    const { lat, lng } = this.view.map.mouseEventToLatLng(event);
    return [lng, -lat];
  }

  #ready() {
    const { missing } = this.editor.reasons,
      lacks = this.editor.tools.lacks();
    if (!missing && !lacks) return true;
    this.editor.toast(lacks || "Say why the map is wrong, and by what source, before you correct it.");
    this.editor.showTab("tab-draw");
    const field = lacks ? byId("tool-options").querySelector("input:not([type=radio])") : missing;
    field?.setAttribute("aria-invalid", "true");
    setTimeout(() => field?.focus(), 0);
    return false;
  }

  #down(event) {
    this.took = this.#isDrawn(event);
    if (!this.took) return;
    this.pointers.add(event.pointerId);
    if (this.pointers.size > 1) return this.#cancel(event, { keep: true });
    // The middle button, and the space bar held down, move the map.
    if (event.button !== 0 || this.panning) return;
    const place = this.#spotOf(event);
    if (this.aim) return this.#hold(place, "aim");
    // What cannot be drawn yet does not move the map, either.
    if (!this.#ready()) return this.#hold(place, "nothing");
    this.#hold(place, this.editor.tools.now.gesture);
    if (this.stroke.gesture === "paint" || this.stroke.gesture === "sides") this.#follow(place);
    else if (this.stroke.gesture === "way") this.#start(place);
  }

  #hold(place, gesture) {
    this.view.map.dragging.disable();
    this.stroke = { gesture, from: place, last: place };
  }

  #move(event) {
    if (!this.stroke) {
      if (this.view.map.getContainer().contains(event.target)) this.#hover(this.#spotOf(event));
      return;
    }
    this.#follow(this.#spotOf(event));
  }

  #up(event) {
    this.pointers.delete(event.pointerId);
    const { stroke } = this;
    if (!stroke) return;
    this.view.map.dragging.enable();
    this.stroke = null;
    if (stroke.gesture === "aim") this.aim?.(stroke.last);
    else if (stroke.gesture === "spot") this.#spot(stroke.last);
    else if (stroke.gesture === "side") this.#side(stroke.last);
    else if (stroke.gesture === "way") this.#endWay(stroke);
    else if (this.sketch.hexes.size || this.sketch.sides.size) this.finish();
  }

  #cancel(event, { keep = false } = {}) {
    if (!keep) this.pointers.delete(event.pointerId);
    if (this.stroke) this.view.map.dragging.enable();
    if (this.stroke) this.drop();
  }

  // Look at the pointer's way in small steps, so that a quick hand skips nothing.
  #follow([u, v]) {
    const [u0, v0] = this.stroke.last,
      steps = Math.max(1, Math.ceil(Math.hypot(u - u0, v - v0) / STEP));
    const first = this.stroke.last === this.stroke.from && steps === 1;
    for (let k = 1; k <= steps; k++) {
      const place = [u0 + ((u - u0) * k) / steps, v0 + ((v - v0) * k) / steps];
      if (this.stroke.gesture === "paint") this.#gather(place);
      else if (this.stroke.gesture === "sides")
        this.#along(place, first && !this.sketch.sides.size ? null : [u - u0, v - v0]);
      else if (this.stroke.gesture === "way") this.#lengthen(this.view.ground.geometry.hexAt(...place), { drag: true });
    }
    this.stroke.last = [u, v];
    this.#show();
  }

  #gather([u, v]) {
    const hex = this.view.ground.geometry.hexAt(u, v);
    if (!this.view.ground.inside(hex)) return;
    for (const near of around(this.view.ground, hex, this.editor.tools.set.brush)) this.sketch.hexes.add(near);
  }

  // A drag follows the hexsides that run its way; a click means the nearest one.
  #along([u, v], way) {
    const at = sideAt(this.view.ground, u, v, way ? FOLLOW : 1);
    if (at !== null && (!way || runsAlong(this.view.ground, at, way))) this.sketch.sides.add(at);
  }

  #start(place) {
    const hex = this.view.ground.geometry.hexAt(...place);
    this.stroke.again = this.sketch.way.length > 1 && this.sketch.way.at(-1) === hex;
    this.stroke.before = this.sketch.way.length;
    this.#lengthen(hex);
  }

  #endWay({ again, before, from, last }) {
    const dragged =
      Math.hypot(last[0] - from[0], last[1] - from[1]) > 0.9 && this.sketch.way.length > before + (before ? 0 : 1);
    if ((again || dragged) && this.sketch.way.length > 1) this.finish();
  }

  #lengthen(hex, { drag = false } = {}) {
    const { ground } = this.view,
      { way } = this.sketch;
    if (hex === NO_HEX || !ground.inside(hex) || way.at(-1) === hex) return;
    if (drag && way.at(-2) === hex) way.pop();
    else if (!way.length) way.push(hex);
    else for (const next of lineOf(ground, way.at(-1), hex).slice(1)) if (ground.inside(next)) way.push(next);
    this.#hand();
    this.#show();
  }

  #side([u, v]) {
    const at = sideAt(this.view.ground, u, v);
    if (at === null) return;
    this.sketch.sides.add(at);
    this.finish();
  }

  #spot(place) {
    const { set } = this.editor.tools,
      hex = this.view.ground.geometry.hexAt(...place);
    if (!this.view.ground.inside(hex)) return;
    if (set.act === "add") return this.#sendPlace(place, { value: set.name.trim(), rank: set.rank });
    if (set.act === "move" && this.picked)
      return this.#sendPlace(place, { value: this.picked.name, name: this.picked.name });
    const found = nearestPlace(this.view.ground, place);
    if (!found) return this.editor.toast("There is no place here. Click its hex.");
    if (set.act === "move") {
      this.picked = found;
      this.#hand();
      return this.#show();
    }
    this.#sendPlace([found.u, found.v], { name: found.name, value: set.act === "rename" ? set.name.trim() : "" });
  }

  #sendPlace(spot, more) {
    this.picked = null;
    this.sketch = { ...fresh(), spot, more };
    this.finish();
  }

  // Say what is in hand, with the way on and the way out.
  #hand() {
    const hand = byId("hand"),
      { way } = this.sketch,
      { number } = this.view.ground.geometry;
    hand.hidden = !this.busy;
    if (!this.busy) return;
    const told = this.picked
      ? `Click where ${this.picked.name} belongs.`
      : way.length === 1
        ? `From ${number.call(this.view.ground.geometry, way[0])}. Go on to the next hex.`
        : `${way.length} hexes.`;
    fill(
      hand,
      el("span", {}, told),
      way.length > 1
        ? el("button", { type: "button", class: "primary small", onclick: () => this.finish() }, "Lay it")
        : null,
      el("button", { type: "button", class: "small", onclick: () => this.drop() }, "Drop it"),
    );
  }

  #hover(place) {
    const { ground } = this.view,
      { gesture } = this.editor.tools.now;
    let hover = null;
    if (place && gesture && !this.aim) {
      const hex = ground.geometry.hexAt(...place);
      if (ground.inside(hex)) {
        if (gesture === "paint") hover = { hexes: around(ground, hex, this.editor.tools.set.brush) };
        else if (gesture === "way" || gesture === "spot") hover = { hexes: [hex] };
        else hover = { sides: [sideAt(ground, ...place)].filter((at) => at !== null) };
      }
    }
    this.editor.marks.show({ hover });
  }

  #show() {
    this.#hand();
    this.editor.marks.show({ sketch: this.sketch, hover: null, picked: this.picked });
  }
}

function runsAlong({ geometry }, at, [du, dv]) {
  const [hex, side] = pairOf(at),
    [p, q] = [geometry.corner(hex, side), geometry.corner(hex, side + 1)];
  return Math.abs((q[0] - p[0]) * du + (q[1] - p[1]) * dv) >= ALONG * Math.hypot(du, dv);
}

function fresh() {
  return { hexes: new Set(), sides: new Set(), way: [], spot: null, more: {} };
}

// The place that a click means: the nearest one of the hex, or of those that touch it.
function nearestPlace(ground, [u, v]) {
  const off = (place) => Math.hypot(place.u - u, place.v - v);
  return ground.places.filter((place) => off(place) < 1.1).sort((p, q) => off(p) - off(q))[0] ?? null;
}
