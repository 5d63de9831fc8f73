// The map editor's page: joins the map, the tools, the lists and the server.

import { whenReady } from "../map/mapview.js";
import { byId, el, fill } from "../common/dom.js";
import { words } from "../common/words.js";
import { Server } from "../common/server.js";
import { setTabs, showTab } from "../common/tabs.js";
import { HexCard } from "./card.js";
import { Compare } from "./compare.js";
import { Drawing } from "./drawing.js";
import { Files } from "./files.js";
import { setKeys } from "./keys.js";
import { Lists, QUIET } from "./lists.js";
import { Marks } from "./marks.js";
import { Reasons } from "./reasons.js";
import { Tools } from "./tools.js";
import { Underlay } from "./underlay.js";

const TOAST_MS = 9000;
// A hex of this radius can be told from its neighbours.
const READABLE_PX = 18;

class Editor {
  constructor(shell, view, server, vocabulary) {
    Object.assign(this, { shell, view, server, vocabulary, state: null, at: null, line: Promise.resolve() });
    this.marks = new Marks(view);
    this.reasons = new Reasons(shell.dataset.base);
    this.tools = new Tools(this);
    this.drawing = new Drawing(this);
    this.card = new HexCard(this);
    this.lists = new Lists(this);
    this.compare = new Compare(this);
    this.underlay = new Underlay(this);
    this.files = new Files(this);
    view.describe = (hex) => this.#describe(hex);
    this.#setDoors();
    setKeys(this);
  }

  async start() {
    this.take(await this.server.get("state.json"));
    this.underlay.take(this.state.underlay);
    this.shell.dataset.ready = "yes";
  }

  // Have the server change the map. Changes wait for one another, so that each is drawn on what the last one left.
  act(name, body = {}) {
    const done = this.line.then(async () => {
      try {
        const before = new Set(this.state.corrections.map(({ id }) => id));
        this.take(await this.server.post(name, { version: this.state.version, ...body }));
        this.#tellMisfits(before);
        return true;
      } catch (fault) {
        this.#refused(fault);
        return false;
      }
    });
    this.line = done;
    return done;
  }

  undo() {
    return this.state.undo ? this.act("undo") : this.say("There is nothing to take back.");
  }

  redo() {
    return this.state.redo ? this.act("redo") : this.say("There is nothing to do again.");
  }

  take(state) {
    this.state = { ...this.state, ...state };
    if (state.changed) this.view.changeGround(state.changed);
    this.#setButtons();
    this.lists.draw();
    this.marks.show({ conflicts: this.state.conflicts.filter(({ kind }) => !QUIET.has(kind)).map(({ hex }) => hex) });
    if (!state.changed) return;
    this.compare.refresh();
    if (this.at !== null && this.#touches(state.changed, this.at)) this.inspect(this.at, { quiet: true });
    this.shell.dataset.version = String(this.state.version);
  }

  async inspect(hex, { quiet = false } = {}) {
    this.at = hex;
    try {
      this.card.show(await this.server.get("hex.json", { hex: this.view.ground.geometry.number(hex) }));
      if (!quiet && window.matchMedia("(max-width: 700px)").matches) this.showPanel("right");
    } catch (fault) {
      this.#refused(fault);
    }
  }

  // Show a hex of a list on the map.
  goTo(hex) {
    if (hex < 0) return;
    this.showPanel("map");
    if (this.view.radius < READABLE_PX) this.view.map.setZoom(3 * Math.log2(READABLE_PX * 1.6), { animate: false });
    this.view.focusHex(hex, { centre: true });
    this.inspect(hex, { quiet: true });
  }

  showPanel(name) {
    this.shell.dataset.panel = name;
    for (const button of document.querySelectorAll(".foot [data-show]"))
      button.setAttribute("aria-pressed", String(button.dataset.show === name));
  }

  showTab(id) {
    showTab(id);
    this.showPanel("left");
  }

  say(text) {
    byId("say").textContent = text;
  }

  toast(text) {
    const toast = byId("toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => (toast.hidden = true), TOAST_MS);
  }

  #refused(fault) {
    if (fault.stale) {
      fill(
        byId("banner"),
        "The map was changed in another window. ",
        el("button", { type: "button", onclick: () => location.reload() }, "Load it again"),
      );
      byId("banner").hidden = false;
    } else this.toast(fault.words ?? fault.message);
  }

  #setDoors() {
    const { view } = this;
    view.map
      .getContainer()
      .setAttribute(
        "aria-label",
        "Map. Arrow keys move a cursor from hex to hex, Enter uses the tool there, 1 to 6 take the hexsides clockwise from the north, plus and minus zoom.",
      );
    view.onHexClick = (hex) => this.drawing.enter(hex);
    setTabs();
    byId("undo").addEventListener("click", () => this.undo());
    byId("redo").addEventListener("click", () => this.redo());
    for (const button of document.querySelectorAll(".foot [data-show]"))
      button.addEventListener("click", () => this.showPanel(button.dataset.show));
    document.addEventListener("click", (event) => {
      for (const menu of document.querySelectorAll("details.menu[open]"))
        if (!menu.contains(event.target)) menu.open = false;
    });
  }

  #setButtons() {
    const { undo, redo, corrections } = this.state;
    for (const [id, told] of [
      ["undo", undo],
      ["redo", redo],
    ]) {
      byId(id).disabled = !told;
      byId(id).title = told
        ? `${id === "undo" ? "Take back" : "Do again"}: ${told} (Ctrl+${id === "undo" ? "Z" : "Y"})`
        : "";
    }
    byId("count").textContent = corrections.length === 1 ? "1 correction" : `${corrections.length} corrections`;
  }

  // What was just drawn and does not fit, or changes nothing, is told at once.
  #tellMisfits(before) {
    const found = this.state.conflicts.find(({ correction, kind }) => !before.has(correction) && kind !== "overrules");
    if (found) this.toast(`${found.words}: ${found.what}; ${found.remedy}.`);
  }

  // Whether a change bears on a hex: on itself, on its sides, or on places, which may be anywhere.
  #touches({ hexes, places, ...pairs }, hex) {
    const { geometry } = this.view.ground,
      sides = Object.values(pairs).filter(Array.isArray).flat();
    const near = new Set([hex, ...Array.from({ length: 6 }, (_, k) => geometry.neighbour(hex, k))]);
    return !!places || hexes.some(([index]) => index === hex) || sides.some(([at]) => near.has(Math.floor(at / 6)));
  }

  #describe(hex) {
    const { ground } = this.view,
      place = ground.placeIn(hex);
    return (
      [`Hex ${ground.geometry.number(hex)}`, words(ground.terrainOf(hex)), place?.name].filter(Boolean).join(", ") + "."
    );
  }
}

async function begin() {
  const shell = byId("page"),
    { base, token, map } = shell.dataset;
  const view = await whenReady(map);
  const editor = new Editor(shell, view, new Server(base, token), JSON.parse(byId("words").textContent));
  await editor.start();
  window.editor = editor;
}

begin().catch((error) => {
  byId("toast").textContent = error.message;
  byId("toast").hidden = false;
});
