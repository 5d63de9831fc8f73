// The page of a scenario that is built: joins tree, map, form, lists, check and games with the server.

import { byId, el, on } from "../../common/dom.js";
import { Frame } from "../../common/frame.js";
import { listKeys } from "../../common/keys.js";
import { Server } from "../../common/server.js";
import { showTab } from "../../common/tabs.js";
import { Trying } from "../../common/trying.js";
import { NO_HEX } from "../../map/geometry.js";
import { whenReady } from "../../map/mapview.js";
import { Telling, notBegun } from "../telling.js";
import { KEYS, setKeys, showTold } from "./bar.js";
import { Acts, showIn } from "./acts.js";
import { Checks } from "./checks.js";
import { Details } from "./details.js";
import { Dragging } from "./dragging.js";
import { Lists } from "./lists.js";
import { Marks } from "./marks.js";
import { faceOf, pictureField } from "./faces.js";
import { HEAD, Model } from "./model.js";
import { OnMap } from "./onmap.js";
import { Rows } from "./rows.js";
import { Tree } from "./tree.js";
import { viewOf } from "./view.js";

/** @import { MapView } from "../../map/mapview.js" */
/** @import { Told, Words } from "./scenario.d.ts" */

class Builder {
  /** @param {Frame} frame
   * @param {MapView} view
   * @param {Server} server
   * @param {Words} vocabulary
   */
  constructor(frame, view, server, vocabulary) {
    this.frame = frame;
    this.telling = new Telling(frame, "The scenario");
    this.view = view;
    this.server = server;
    this.model = new Model();
    this.version = -1;
    this.chosen = "";
    this.checks = new Checks(server, frame, (key) => this.choose(key, { goTo: true }));
    /** @type {Promise<unknown>} */
    this.line = Promise.resolve();
    this.marks = new Marks(view);
    /** @type {Told["sides"]} */
    this.sides = [];
    /** What the picture of the scenario is changed by.
     * @type {import("./faces.js").PictureDoors}
     */
    this.pictures = {
      step: (fields) => this.step({ do: "write", keys: [HEAD], fields }),
      refused: (error) => this.#refused(error),
    };
    this.tree = this.#makeTree();
    this.details = this.#makeDetails(vocabulary);
    this.lists = this.#makeLists();
    this.onMap = this.#makeOnMap();
    this.dragging = this.#makeDragging();
    this.trying = new Trying(byId("games-body"), frame.data.trial, frame.data.token, { before: () => this.line });
    this.acts = this.#makeActs();
    this.acts.offer(vocabulary);
    new Rows({ under: () => this.acts.under(), put: (text) => this.acts.paste(text) });
    this.#setDoors();
  }

  #makeTree() {
    return new Tree(this.model, {
      choose: (key) => this.choose(key, { fromTree: true }),
      look: (key) => this.#look(key),
      move: (key, way) => void this.acts.shift(key, way),
      drop: (key) => void this.acts.drop(key),
      rename: (key) => this.acts.rename(key),
      put: (key) => this.onMap.take({ kind: "put", key }, { keys: true }),
      face: (key) => faceOf(key, this.model, this.view),
      grab: (key, event) => this.dragging.grab(key, event),
    });
  }

  /** @param {Words} vocabulary */
  #makeDetails(vocabulary) {
    return new Details(this.model, vocabulary, {
      write: (key, fields, merge = "") => void this.step({ do: "write", keys: [key], fields, merge }),
      drop: (key) => void this.acts.drop(key),
      put: (key) => this.onMap.take({ kind: "put", key }),
      off: (key) => void this.act("place", { keys: [key], hex: "" }),
      goal: (key) => this.onMap.take({ kind: "goal", key }),
      more: (key) => (key === HEAD ? pictureField(this.model, this.server, this.pictures) : []),
    });
  }

  #makeLists() {
    return new Lists(this.model, {
      choose: (key) => this.choose(key),
      add: (what, fields = {}) => void this.acts.added({ do: "add", what, fields }),
      addOnMap: (what, fields) => this.onMap.take({ kind: "add", key: what, fields }),
    });
  }

  #makeDragging() {
    const { view, tree } = this;
    return new Dragging({
      view,
      tree,
      ghost: (key) => el("div", {}, faceOf(key, this.model, this.view), this.model.things[key]?.name ?? ""),
      begin: (key) => void this.onMap.askRoom(key),
      over: (key, hex) => this.onMap.aim(key, hex),
      onHex: (key, hex) => this.onMap.putDown(key, hex),
      onRow: (key, row, done) => this.acts.onRow(key, row, done),
      end: () => this.onMap.letGo(),
    });
  }

  #makeOnMap() {
    const { frame, view, server, model, marks } = this;
    return new OnMap({
      ...{ frame, view, server, model, marks },
      act: (name, body) => this.act(name, body),
      line: () => this.line,
      refused: (error) => this.#refused(error),
      add: (step, more) => void this.acts.added(step, more),
      choose: (key) => this.choose(key),
      next: (key) => this.#next(key),
      dragged: () => !!this.dragging.held,
    });
  }

  #makeActs() {
    const { model, tree, details, frame } = this;
    return new Acts({
      ...{ model, tree, details, frame },
      step: (step, more) => this.step(step, more),
      paste: (step, refused) => this.act("step", { step }, refused),
      next: (key) => this.#next(key),
      choose: (key) => this.choose(key, { fromTree: true }),
      toast: (text) => this.telling.toast(text),
    });
  }

  #setDoors() {
    const { view } = this;
    view.onHexClick = (hex) => this.onMap.onHex(hex);
    view.onStandClick = (id, hex) => (this.onMap.hand ? this.onMap.onHex(hex) : this.choose(id));
    on("undo", "click", () => void this.act("undo", {}));
    on("redo", "click", () => void this.act("redo", {}));
    on("hand-done", "click", () => this.onMap.letGo());
    on("show-head", "click", () => this.choose(HEAD));
    on("status", "click", () => this.#showRight("tab-check"));
    on("test", "click", () => this.#showRight("tab-games"));
    on("tab-games", "click", () => void this.trying.look());
    setKeys({ act: (name) => void this.act(name, {}), letGo: () => this.#released() });
    listKeys(KEYS);
  }

  // --- the server ---------------------------------------------------------------------------------------

  /** @param {object} step
   * @param {object} [more]
   */
  step(step, more = {}) {
    return this.act("step", { step, ...more });
  }

  /** Have the server change the scenario; changes wait for one another, so that each is made on what the last one left.
   * @param {string} name
   * @param {object} body
   * @param {(error: unknown) => void} [refused] tells why it was not done
   * @returns {Promise<Told | null>}
   */
  act(name, body, refused = (error) => this.#refused(error)) {
    const done = this.line.then(() => this.#change(name, body, refused));
    this.line = done;
    return done;
  }

  /** @param {string} name
   * @param {object} body
   * @param {(error: unknown) => void} refused
   */
  async #change(name, body, refused) {
    byId("saved").textContent = "Keeping …";
    try {
      const told = await this.server.post(name, { version: this.version, ...body });
      this.take(told);
      return told;
    } catch (error) {
      refused(error);
      return null;
    }
  }

  /** Take what is otherwise now.
   * @param {Told} told
   */
  take(told) {
    this.model.take(told);
    this.version = told.version;
    this.sides = told.sides;
    showTold(told, this.model.things[HEAD].name);
    this.frame.box.dataset.version = String(told.version);
    this.draw();
    this.checks.soon(this.version);
  }

  draw() {
    const { model } = this;
    if (!model.things[this.chosen]) this.chosen = HEAD;
    // Counters in the tree have the looks of the sides on the map.
    this.view.setView(viewOf(model, this.sides));
    this.tree.draw();
    this.lists.draw(this.chosen);
    this.details.show(this.chosen, { quiet: true });
    const coming = new Map();
    for (const [, keys] of model.arrivals())
      for (const key of keys)
        if (model.hexes[key] !== undefined) coming.set(model.hexes[key], (coming.get(model.hexes[key]) ?? 0) + 1);
    this.marks.show({ coming: [...coming] });
  }

  // --- choosing, adding, moving -------------------------------------------------------------------------

  /** @param {string} key
   * @param {{fromTree?: boolean, goTo?: boolean}} [how]
   */
  choose(key, { fromTree = false, goTo = false } = {}) {
    const thing = this.model.things[key];
    if (!thing) return;
    this.chosen = key;
    if (!fromTree) showIn(key, this.model, this.tree);
    this.#show(key);
    this.view.select(thing.what === "unit" ? key : null);
    this.onMap.letGo();
    if (goTo) this.view.focusHex(this.model.hexes[key] ?? NO_HEX, { centre: true });
    if (this.model.nowhere([key]).length) this.onMap.take({ kind: "put", key }, { gently: true });
    else this.frame.showPanel("right", { gently: fromTree });
  }

  /** Show a thing in the form, and as the chosen one of its list.
   * @param {string} key
   */
  #show(key) {
    this.details.show(key);
    this.lists.draw(key);
    showTab("tab-details");
  }

  /** Show what the arrow keys have come to in the tree; nothing is taken in hand, and the map stays as it is.
   * @param {string} key
   */
  #look(key) {
    this.chosen = key;
    this.#show(key);
    this.view.select(this.model.things[key].what === "unit" ? key : null);
    this.onMap.letGo();
  }

  /** Show what was just added or moved on from: in its list, and in the form.
   * @param {string} key
   */
  #next(key) {
    this.chosen = key;
    showIn(key, this.model, this.tree);
    this.#show(key);
  }

  // --- the page -----------------------------------------------------------------------------------------

  /** @param {string} tab */
  #showRight(tab) {
    showTab(tab);
    this.frame.showPanel("right");
    if (tab === "tab-games") void this.trying.look();
  }

  #released() {
    if (!this.onMap.hand) return false;
    this.onMap.letGo();
    this.tree.focus();
    return true;
  }
  /** @param {unknown} error */
  #refused(error) {
    byId("saved").textContent = "Not kept";
    this.telling.refused(error);
  }
}

async function begin() {
  const frame = new Frame(),
    { base, token, map } = frame.data,
    server = new Server(base, token);
  const [view, state] = await Promise.all([whenReady(map), server.get("state.json")]),
    vocabulary = JSON.parse(byId("words").textContent ?? "{}");
  const builder = new Builder(frame, view, server, vocabulary);
  builder.take(state);
  builder.choose(HEAD, { fromTree: true });
  Object.assign(window, { builder });
  frame.box.dataset.ready = "yes";
}

begin().catch(notBegun);
