// The page: joins the map, the panels and the server. It is wiring; what is so stands in state.js.

import { byId, el, fill, findAll, ifThere, on } from "../common/dom.js";
import { closeMenu, Frame } from "../common/frame.js";
import { LATE, Latest } from "../common/latest.js";
import { Server } from "../common/server.js";
import { showTab } from "../common/tabs.js";
import { whenReady } from "../map/mapview.js";
import { nextInStack } from "../map/stacks.js";
import { askAll, askFirst } from "./asking.js";
import { showBanner } from "./banner.js";
import { Calling } from "./orders/calling.js";
import { Commands } from "./commands.js";
import { setKeys } from "./keys.js";
import { Layers } from "./layers.js";
import { Live } from "../common/live.js";
import { makePanels } from "./panels.js";
import { setPrinting } from "./printing.js";
import { targetsOf } from "./orders/proposals.js";
import * as states from "./state.js";

/** @import { Offer, SideOrders } from "../common/data.d.ts" */
/** @import { MapView } from "../map/mapview.js" */
/** @import { Answers, Reader } from "./asking.js" */
/** @import { Acts } from "./panels.js" */

const LABEL =
  "Map. Arrow keys move a cursor from hex to hex, Enter selects, full stop takes the next unit of a stack, " +
  "plus and minus zoom. The list of units says the same in words.";

class App {
  /** @param {Frame} frame
   * @param {MapView} map
   * @param {Server} server
   * @param {Promise<Answers>} first
   */
  constructor(frame, map, server, first) {
    this.frame = frame;
    this.map = map;
    this.server = server;
    /** @type {Promise<Answers> | null} */
    this.first = first;
    /** @type {SideOrders[]} */
    this.sideOrders = [];
    this.views = new Latest();
    this.shifted = false;
    this.calling = new Calling(server);
    const state = (this.state = states.fresh(frame.data.viewer, "judges" in frame.data));
    /** @type {Reader} */
    this.reader = { get: (name, params = {}) => server.get(name, { at: state.at, ...params }) };
    this.layers = new Layers({ map, state, frame, reader: this.reader, guard: (work) => this.commands.guard(work) });
    this.commands = new Commands({ state, frame, refresh: () => this.#refresh(), given: () => this.#given() });
    this.panels = makePanels({ state, frame, map, reader: this.reader }, this.#acts());
    ifThere("spoken-here")?.replaceWith(this.panels.spoken.box);
    this.#setDoors();
    this.#setKeys();
  }

  /** What the panels may have done.
   * @returns {Acts}
   */
  #acts() {
    const { commands } = this;
    return {
      lookAt: (at) => this.#lookAt(at),
      send: (name, body) => commands.send(this.calling, name, body),
      sendMany: (name, body) => commands.send(this.calling, name, body),
      post: (name, body) => this.server.post(name, body),
      sheet: (file) => this.server.upload("sheet", file),
      guard: (work) => commands.guard(work),
      aim: (offered) => this.#aimSide(offered),
      redrawSides: () => this.#showSides(),
    };
  }

  #setDoors() {
    const { map, state } = this;
    map.map.getContainer().setAttribute("aria-label", LABEL);
    map.onStandClick = (id) => this.#standClicked(id);
    map.onHexClick = (hex, number) => this.#hexClicked(hex, number);
    on("next", "click", () => this.#command("advance", "Next phase"));
    on("done", "click", () => this.#command("done", "Done"));
    on("undo", "click", () => this.#command("undo", "Taken back"));
    on("advise", "click", () => this.#advise());
    const viewer = byId("viewer", HTMLSelectElement);
    viewer.addEventListener("change", () => location.assign(`../${encodeURIComponent(viewer.value)}/`));
    for (const link of findAll("[data-export]", document, HTMLAnchorElement)) {
      const way = `export/${link.dataset.export}`;
      link.addEventListener("click", () => (link.href = state.at === null ? way : `${way}?at=${state.at}`));
      const { geometry } = map.ground;
      if (way.endsWith("map.pdf"))
        setPrinting(link, { geometry, bounds: () => map.map.getBounds(), server: this.server });
    }
    document.addEventListener("pointerdown", (event) => (this.shifted = event.shiftKey), true);
  }

  #setKeys() {
    const { map, state } = this,
      { selecting, ordering } = this.panels;
    setKeys({
      advance: () => (ifThere("done") ? this.#command("done", "Done") : this.#command("advance", "Next phase")),
      silent: () => this.#playSilent(),
      undo: () => this.#command("undo", "Taken back"),
      march: (transport) => selecting.march(transport),
      showLeft: (tab) => this.#showLeft(tab),
      describeHex: () => {
        const { cursor } = map.state;
        if (cursor !== null) selecting.showHex(map.ground.geometry.number(cursor));
        return cursor !== null;
      },
      toggleLayer: (layer) => this.layers.toggle(layer, !map.isShown(layer)),
      toggleLegend: () => this.layers.toggleLegend(),
      nextOfStack: () => {
        const { cursor } = map.state,
          next = cursor === null ? null : nextInStack(map.stacks.at(cursor), state.selected);
        if (next) selecting.choose(next.id);
        return next !== null;
      },
      confirm: () => {
        if (!ordering.proposal) return false;
        ordering.confirm();
        return true;
      },
      escape: () => this.#escape(),
    });
  }

  // --- what is the case ---------------------------------------------------------------------------------

  async begin() {
    const refresh = () => this.commands.guard(() => this.#refresh());
    await refresh();
    new Live(
      this.server,
      (version) => states.hear(this.state, version) && refresh(),
      () => this.frame.toast(""),
      (away) => {
        this.state.away = away;
        showBanner(this.state, () => this.#lookAt(null));
      },
    );
  }

  /** Fetch what the viewer sees now, or at the moment that is looked at. */
  async #refresh() {
    const { selecting } = this.panels;
    selecting.forget();
    this.layers.forget();
    const answers = await this.views.ask(() => this.#answers());
    if (answers === LATE) return;
    this.#take(answers);
    await selecting.show();
    this.frame.box.dataset.ready = String(answers.view.version);
  }

  #answers() {
    const { first } = this,
      since = states.logSince(this.state, this.panels.diary.last);
    this.first = null;
    return first ?? askAll(this.reader, { since, ...this.layers.wanted(), of: this.state.of });
  }

  /** @param {Answers} answers */
  #take({ view, log, oob, lines, zones, network, sides, contacts }) {
    const { state, map } = this,
      { clock, diary, forces, orderList, automatic } = this.panels,
      supply = lines.supply_state;
    state.oob = oob;
    state.zones = zones;
    const shown = { ...view, supply_state: supply, zones: zones?.zones ?? {} };
    states.takeView(state, shown);
    map.setView(shown);
    map.setNetwork(network);
    if (state.selected !== null && !state.units.has(state.selected)) map.clear();
    clock.show(view, state.at);
    showBanner(state, () => this.#lookAt(null));
    this.#enable();
    diary.add(log);
    const seen = oob.seen.flatMap((id) => state.units.get(id) ?? []);
    forces.show(oob, { supply, seen, turnWord: view.clock.turn_word });
    this.panels.enemy.show(contacts);
    orderList.show(view.declared, states.mayOrder(state));
    const whose = state.viewer === "umpire" ? view.sides : [];
    this.panels.spoken.show(whose, states.mayOrder(state));
    automatic.reset();
    this.sideOrders = sides.sides;
    this.#showSides();
    this.panels.commander.refresh();
    this.panels.lesson?.refresh();
  }

  #showSides() {
    const { sides, automatic, whatIf } = this.panels,
      acting = this.sideOrders.filter((side) => side.may_act && side.key !== "umpire");
    const word = this.state.view?.clock.turn_word ?? "turn",
      asks = this.state.judges ? [whatIf.section(word)] : [];
    sides.show(this.sideOrders, states.mayOrder(this.state) ? [automatic.section(acting), ...asks] : null);
  }

  #enable() {
    const next = ifThere("next", HTMLButtonElement),
      undo = ifThere("undo", HTMLButtonElement);
    if (next) next.disabled = !states.mayOrder(this.state);
    this.#enableDone();
    if (undo) undo.disabled = !states.mayAct(this.state);
    this.panels.ordering.writing.enable(states.mayAct(this.state));
  }

  /** Say what ends the phase of a person who holds a side: before the first turn it begins the game. */
  #enableDone() {
    const done = ifThere("done", HTMLButtonElement),
      { view } = this.state;
    if (!done || !view) return;
    done.disabled = !view.may_finish || view.ended;
    fill(done, view.deploying ? "Begin" : ["Done", el("span", { class: "more" }, ": let the others play")]);
    const advise = ifThere("advise", HTMLButtonElement);
    if (advise) advise.disabled = done.disabled;
  }

  #advise() {
    this.#showLeft("tab-plan");
    this.panels.commander.ask(this.state.viewer);
  }

  /** Play all sides and commands that were seated as playing themselves. */
  #playSilent() {
    const seats = Object.entries(this.state.view?.seats ?? {}),
      silent = seats.filter(([, player]) => player !== "person").map(([who]) => who);
    if (!this.state.judges || !states.mayOrder(this.state)) return false;
    if (silent.length) this.panels.automatic.play("phase", silent);
    else this.frame.toast("Nobody plays by itself yet: say who plays in the panel Plan.");
    return true;
  }

  /** @param {number | null} at */
  async #lookAt(at) {
    this.state.at = at;
    this.panels.diary.reset();
    await this.commands.guard(() => this.#refresh());
  }

  // --- what is clicked ----------------------------------------------------------------------------------

  /** @param {string} id */
  #standClicked(id) {
    const { state, map } = this,
      { ordering, selecting } = this.panels,
      hex = state.units.get(id)?.hex ?? null;
    if (hex !== null && this.panels.sides.asking.picked(map.ground.geometry.number(hex))) return;
    const meant = states.clickMeans(state, id, this.shifted);
    if (meant === "hex" && hex !== null && ordering.hexClicked(hex, this.shifted)) map.select(state.selected);
    else selecting.choose(id);
  }

  /** @param {number} hex
   * @param {string} number
   */
  #hexClicked(hex, number) {
    const { ordering, selecting, sides } = this.panels;
    const { shifted } = this;
    if (sides.asking.picked(number) || ordering.hexClicked(hex, shifted)) return;
    if (this.state.selected === null) ordering.take(null, null);
    else if (!shifted && !ordering.far.points.length) ordering.drop();
    if (this.state.selected !== null) ordering.farClicked(hex, shifted);
    selecting.showHex(number);
  }

  /** Make the next click on the map choose among orders of a side that are aimed at hexes.
   * @param {Offer[]} offered
   */
  #aimSide(offered) {
    const { ordering, selecting } = this.panels;
    selecting.deselect();
    ordering.take({ stand: "", march: {}, transport: {}, attacks: {}, orders: offered, verbs: {} }, null);
    this.map.showReach({ costs: {}, contacts: targetsOf(offered) });
    this.frame.showPanel("map");
    this.frame.say("Click a marked hex.");
  }

  #escape() {
    if (closeMenu()) return true;
    const { ordering, selecting } = this.panels,
      hand = { proposed: ordering.proposal !== null, offered: ordering.offered !== null },
      goes = states.escapes(this.state, hand);
    if (goes === "proposal") ordering.drop();
    else if (goes === "aim") selecting.aim(false);
    else if (goes === "selection") selecting.deselect();
    return goes !== null;
  }

  /** @param {string} tab */
  #showLeft(tab) {
    showTab(tab);
    this.frame.showPanel("left");
    this.panels.diary.draw();
  }

  // --- what is sent -------------------------------------------------------------------------------------

  /** @param {string} name
   * @param {string} words
   */
  #command(name, words) {
    if (!this.state.busy) this.panels.ordering.drop();
    return this.commands.command(this.calling, name, words);
  }

  #given() {
    this.panels.ordering.finish();
    this.panels.selecting.aim(false);
  }
}

async function begin() {
  const frame = new Frame(),
    { base, token, map } = frame.data,
    server = new Server(base, token);
  // What the page shows first is fetched while the ground is still being drawn; a fault is told where the answers are used.
  const first = askFirst(server);
  first.catch(() => {});
  await new App(frame, await whenReady(map), server, first).begin();
}

await begin();
