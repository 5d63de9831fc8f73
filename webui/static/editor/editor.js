// The map editor's page: joins the map, the tools, the lists and the server.

import { byId, on } from "../common/dom.js";
import { Frame, isNarrow } from "../common/frame.js";
import { LATE, Latest } from "../common/latest.js";
import { Server } from "../common/server.js";
import { showTab } from "../common/tabs.js";
import { count, words } from "../common/words.js";
import { whenReady } from "../map/mapview.js";
import { showHex } from "./card.js";
import { Compare } from "./compare.js";
import { Drawing } from "./drawing.js";
import { Files } from "./files.js";
import { setKeys } from "./keys.js";
import { Lists, loud } from "./lists.js";
import { Marks } from "./marks.js";
import { Reasons } from "./reasons.js";
import { Telling, notBegun } from "./telling.js";
import { Tools } from "./tools.js";
import { Underlay } from "./underlay.js";

/** @import { MapView } from "../map/mapview.js" */
/** @import { Act, Change, EditorState, Vocabulary } from "./types.d.ts" */

// A hex of this radius can be told from its neighbours.
const READABLE_PX = 18;
const LABEL =
  "Map. Arrow keys move a cursor from hex to hex, Enter uses the tool there, " +
  "1 to 6 take the hexsides clockwise from the north, plus and minus zoom.";

class Editor {
  /** @param {Frame} frame
   * @param {MapView} view
   * @param {Server} server
   * @param {Vocabulary} vocabulary
   * @param {EditorState} state
   */
  constructor(frame, view, server, vocabulary, state) {
    this.frame = frame;
    this.telling = new Telling(frame, "The map");
    this.view = view;
    this.server = server;
    this.state = state;
    /** The hex that is looked at.
     * @type {number | null}
     */
    this.at = null;
    /** @type {Promise<unknown>} */
    this.line = Promise.resolve();
    this.hexes = new Latest();
    this.marks = new Marks(view);
    this.drawing = this.#makeDrawing();
    this.tools = new Tools(vocabulary, () => this.drawing.drop());
    this.drawing.showAim();
    this.lists = new Lists({
      goTo: (hex) => this.#goTo(hex),
      takeOut: (id) => this.act("drop", { ids: [id] }),
      audit: () => server.get("audit.json"),
    });
    this.compare = this.#makeCompare();
    this.underlay = this.#makeUnderlay();
    new Files({
      server,
      act: (name, body) => this.act(name, body),
      toast: (text) => this.telling.toast(text),
      showList: () => this.#showList(),
    });
    this.#setDoors();
    this.#setKeys();
    this.take(state);
    this.underlay.take(state.underlay);
    frame.box.dataset.ready = "yes";
  }

  #makeDrawing() {
    const { view, marks, server, frame } = this;
    return new Drawing({
      view,
      marks,
      tools: () => this.tools,
      reasons: new Reasons(server.base),
      act: (name, body) => this.act(name, body),
      inspect: (hex) => this.#inspect(hex),
      say: (text) => frame.say(text),
      toast: (text) => this.telling.toast(text),
      showTab: (id) => this.#showTab(id),
    });
  }

  #makeCompare() {
    const { server, marks } = this;
    return new Compare({
      server,
      mark: (found) => marks.show(found),
      goTo: (hex) => this.#goTo(hex),
      toast: (text) => this.telling.toast(text),
    });
  }

  #makeUnderlay() {
    const { view, server, marks, frame } = this;
    return new Underlay({
      view,
      server,
      marks,
      frame,
      aimFor: (taken) => this.drawing.aimFor(taken),
      toast: (text) => this.telling.toast(text),
      showTab: (id) => this.#showTab(id),
    });
  }

  #setDoors() {
    const { view } = this;
    view.describe = (hex) => this.#describe(hex);
    view.map.getContainer().setAttribute("aria-label", LABEL);
    view.onHexClick = (hex) => this.drawing.enter(hex);
    on("undo", "click", () => this.#undo());
    on("redo", "click", () => this.#redo());
    on("tab-list", "click", () => this.lists.draw(this.state, { shown: true }));
  }

  #setKeys() {
    const { drawing, tools, compare, frame } = this;
    setKeys({
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      enterSide: (side) => drawing.enterSide(side),
      pan: (moving) => (drawing.panning = moving),
      compare: () => compare.toggle(),
      escape: () => this.#escape(),
      choose: ({ key, label }) => {
        tools.choose(key);
        showTab("tab-draw");
        frame.say(`Tool: ${label}`);
      },
    });
  }

  // --- the map ------------------------------------------------------------------------------------------

  /** Have the server change the map. Changes wait for one another, so that each is drawn on what the last one left.
   * @type {Act}
   */
  act(name, body = {}) {
    const done = this.line.then(() => this.#change(name, body));
    this.line = done;
    return done;
  }

  /** @param {string} name
   * @param {object} body
   */
  async #change(name, body) {
    const before = new Set(this.state.corrections.map(({ id }) => id));
    try {
      this.take(await this.server.post(name, { version: this.state.version, ...body }));
    } catch (error) {
      this.telling.refused(error);
      return false;
    }
    // What was just drawn and does not fit, or changes nothing, is told at once.
    const { conflicts } = this.state;
    const found = conflicts.find(({ correction, kind }) => !before.has(correction) && kind !== "overrules");
    if (found) this.telling.toast(`${found.words}: ${found.what}; ${found.remedy}.`);
    return true;
  }

  #undo() {
    if (this.state.undo) this.act("undo");
    else this.frame.say("There is nothing to take back.");
  }

  #redo() {
    if (this.state.redo) this.act("redo");
    else this.frame.say("There is nothing to do again.");
  }

  /** Take what the server says of the map, or what has changed of it.
   * @param {Partial<EditorState>} told
   */
  take(told) {
    const { changed } = told,
      state = (this.state = { ...this.state, ...told });
    if (changed) this.view.changeGround(changed);
    this.#setButtons();
    this.lists.draw(state);
    this.marks.show({ conflicts: loud(state.conflicts).map(({ hex }) => hex) });
    if (!changed) return;
    this.compare.refresh();
    if (this.at !== null && this.#touches(changed, this.at)) this.#inspect(this.at, { quiet: true });
    this.frame.box.dataset.version = String(state.version);
  }

  /** Show what a hex is.
   * @param {number} hex
   * @param {{quiet?: boolean}} [how]
   */
  async #inspect(hex, { quiet = false } = {}) {
    this.at = hex;
    const number = this.view.ground.geometry.number(hex);
    try {
      const found = await this.hexes.ask(() => this.server.get("hex.json", { hex: number }));
      if (found === LATE) return;
      showHex(found);
      if (!quiet && isNarrow()) this.frame.showPanel("right");
    } catch (error) {
      this.telling.refused(error);
    }
  }

  /** Show a hex of a list on the map.
   * @param {number} hex
   */
  #goTo(hex) {
    if (hex < 0) return;
    const { view } = this;
    this.frame.showPanel("map");
    if (view.radius < READABLE_PX) view.map.setZoom(3 * Math.log2(READABLE_PX * 1.6), { animate: false });
    view.focusHex(hex, { centre: true });
    this.#inspect(hex, { quiet: true });
  }

  /** Whether a change bears on a hex: on itself, on its sides, or on places, which may be anywhere.
   * @param {Change} change
   * @param {number} hex
   */
  #touches({ hexes, places, ...pairs }, hex) {
    const { geometry } = this.view.ground,
      sides = Object.values(pairs).filter(Array.isArray).flat();
    const near = new Set([hex, ...Array.from({ length: 6 }, (_, k) => geometry.neighbour(hex, k))]);
    return !!places || hexes.some(([index]) => index === hex) || sides.some(([at]) => near.has(Math.floor(at / 6)));
  }

  /** @param {number} hex */
  #describe(hex) {
    const { ground } = this.view;
    const parts = [`Hex ${ground.geometry.number(hex)}`, words(ground.terrainOf(hex)), ground.placeIn(hex)?.name];
    return `${parts.filter(Boolean).join(", ")}.`;
  }

  // --- the page -----------------------------------------------------------------------------------------

  /** @param {string} id */
  #showTab(id) {
    showTab(id);
    this.frame.showPanel("left");
  }

  #showList() {
    this.#showTab("tab-list");
    this.lists.draw(this.state, { shown: true });
  }

  #escape() {
    const { drawing, underlay, tools } = this;
    if (drawing.aim) underlay.stop();
    else if (drawing.busy) drawing.drop();
    else if (tools.now.gesture) tools.choose("inspect");
    else return false;
    return true;
  }

  #setButtons() {
    const { undo, redo, corrections } = this.state;
    setButton("undo", undo, "Take back", "Z");
    setButton("redo", redo, "Do again", "Y");
    byId("count").textContent = count(corrections.length, "correction");
  }
}

/** @param {string} id
 * @param {string} told what it would take back or do again; "" if nothing
 * @param {string} does
 * @param {string} key
 */
function setButton(id, told, does, key) {
  const button = byId(id, HTMLButtonElement);
  button.disabled = !told;
  button.title = told ? `${does}: ${told} (Ctrl+${key})` : "";
}

async function begin() {
  const frame = new Frame(),
    { base, token, map } = frame.data,
    server = new Server(base, token);
  const [view, state] = await Promise.all([whenReady(map), server.get("state.json")]),
    vocabulary = JSON.parse(byId("words").textContent ?? "{}");
  Object.assign(window, { editor: new Editor(frame, view, server, vocabulary, state) });
}

begin().catch(notBegun);
