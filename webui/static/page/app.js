// The page: joins the map, the panels and the server.

import { whenReady } from "../map/mapview.js";
import { Calling } from "./calling.js";
import { ClockBar } from "./clockbar.js";
import { Diary } from "./diary.js";
import { byId, el, fill, phaseWords } from "../common/dom.js";
import { Forces } from "./forces.js";
import { HexCard } from "./hexcard.js";
import { setKeys } from "./keys.js";
import { setLayers } from "./layers.js";
import { Live } from "./live.js";
import { OrderList } from "./orderlist.js";
import { Ordering, faultWords } from "./ordering.js";
import { setPrinting } from "./printing.js";
import { Fault, Server } from "../common/server.js";
import { setTabs, showTab } from "../common/tabs.js";
import { SideOrders } from "./sides.js";
import { UnitCard } from "./unitcard.js";

// A hex of this radius shows its counters with names and strengths.
const READABLE_PX = 34;

const SHOTS = new Set(["Fire", "Assault", "Bombard"]);

class Page {
  constructor(shell, map, server, first) {
    const { viewer } = shell.dataset;
    Object.assign(this, {
      shell,
      map,
      viewer,
      server,
      first,
      view: null,
      selected: null,
      transport: false,
      aiming: false,
      busy: false,
      asked: 0,
      units: new Map(),
    });
    this.calling = new Calling(server);
    this.clock = new ClockBar((at) => this.lookAt(at));
    this.forces = new Forces(this);
    this.diary = new Diary(this);
    this.card = new UnitCard(this);
    this.hexCard = new HexCard(this);
    this.orders = new Ordering(this);
    this.waiting = new OrderList(this);
    this.sides = new SideOrders(this);
    this.#setDoors();
  }

  #setDoors() {
    const { map } = this;
    map.map
      .getContainer()
      .setAttribute(
        "aria-label",
        "Map. Arrow keys move a cursor from hex to hex, Enter selects, full stop takes the next unit of a stack, plus and minus zoom. The list of units says the same in words.",
      );
    map.onStandClick = (id) => this.#standClicked(id);
    map.onHexClick = (hex, number) => this.#hexClicked(hex, number);
    for (const list of document.querySelectorAll('[role="tablist"]')) setTabs(list);
    byId("tab-log").addEventListener("click", () => this.diary.draw());
    byId("next")?.addEventListener("click", () => this.advance());
    byId("undo")?.addEventListener("click", () => this.undo());
    byId("viewer").addEventListener("change", (event) =>
      location.assign(`../${encodeURIComponent(event.target.value)}/`),
    );
    for (const link of document.querySelectorAll("[data-export]"))
      link.addEventListener(
        "click",
        () => this.server.at !== null && (link.href = `export/${link.dataset.export}?at=${this.server.at}`),
      );
    for (const button of document.querySelectorAll(".foot [data-show]"))
      button.addEventListener("click", () => this.showPanel(button.dataset.show));
    document.addEventListener("click", (event) => {
      for (const menu of document.querySelectorAll("details.menu[open]"))
        if (!menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("pointerdown", (event) => (this.shifted = event.shiftKey), true);
    setPrinting(this, document.querySelector('[data-export="map.pdf"]'));
    setLayers(this);
    setKeys(this);
  }

  // --- what is the case -------------------------------------------------------------------------------

  // Fetch what the viewer sees now, or at the moment that is looked at.
  async refresh() {
    const asked = ++this.asked,
      answers = this.first ?? this.#ask();
    this.first = null;
    const [view, log, oob, lines, zones, sides] = await Promise.all(answers);
    if (asked !== this.asked) return;
    this.zones = zones;
    this.#take({ ...view, supply_state: lines.supply_state, zones: zones?.zones ?? {} });
    this.diary.add(log);
    this.forces.show(oob, lines.supply_state);
    this.sides.show(sides);
    if (this.selected) await this.#showUnit();
    this.shell.dataset.ready = String(view.version);
  }

  #ask() {
    const { server } = this;
    return [
      server.get("view.json"),
      this.#news(),
      server.get("oob.json"),
      server.get("supplies.json"),
      this.map.isShown("zones") ? server.get("zones.json") : null,
      server.get("side_orders.json"),
    ];
  }

  // The log since it was last asked for; the whole where an undo has changed what counts.
  async #news() {
    const whole = this.server.at !== null || this.viewer !== "umpire",
      since = whole ? 0 : this.diary.last;
    const log = await this.server.get("log.json", { since });
    if (since && log.entries.some(({ kind }) => kind === "Rewound"))
      return { ...(await this.server.get("log.json", { since: 0 })), whole: true };
    return { ...log, whole: since === 0 };
  }

  #take(view) {
    this.view = view;
    this.units = new Map(view.stands.map((stand) => [stand.id, stand]));
    this.map.setView(view);
    this.clock.show(view, this.server.at);
    this.waiting.show(view);
    this.#banner();
    for (const id of ["next", "undo"]) if (byId(id)) byId(id).disabled = !view.may_order;
    if (byId("next")) byId("next").disabled = !view.may_order || view.ended;
    if (byId("notation")) byId("notation").disabled = !view.may_order;
    if (this.selected && !this.units.has(this.selected)) this.map.clear();
  }

  #banner() {
    const box = byId("banner"),
      { clock } = this.view,
      past = this.server.at !== null;
    box.hidden = !past && this.viewer === "umpire" && !this.view.ended;
    if (past)
      fill(
        box,
        `You look at day ${clock.day}, ${clock.turn}: ${phaseWords(clock.phase)}. Nothing can be ordered here. `,
        el("button", { type: "button", onclick: () => this.lookAt(null) }, "Back to now"),
      );
    else if (this.view.ended)
      fill(
        box,
        `It is over. ${this.view.winner ? `${this.sideName(this.view.winner)} won. ` : ""}${Object.entries(
          this.view.points,
        )
          .map(([side, points]) => `${this.sideName(side)}: ${points} point${points === 1 ? "" : "s"}`)
          .join(", ")}.`,
      );
    else if (this.viewer !== "umpire")
      fill(
        box,
        `You see what the ${this.sideName(this.viewer)} side knows, and nothing else. `,
        el("a", { href: "../umpire/" }, "Back to the umpire's page"),
      );
    this.shell.classList.toggle("past", past);
  }

  async lookAt(at) {
    this.server.at = at;
    this.diary.reset();
    await this.#guarded(() => this.refresh());
  }

  // --- units and hexes --------------------------------------------------------------------------------

  stand(id) {
    return this.units.get(id);
  }

  nameOf(id) {
    const stand = this.units.get(id) ?? this.forces.oob?.stands.find((item) => item.id === id);
    return stand ? stand.short || stand.name : id;
  }

  sideName(key) {
    return this.view.sides.find((side) => side.key === key)?.name ?? key;
  }

  hexName(hex) {
    const place = this.map.ground.placeIn(hex),
      number = this.map.ground.geometry.number(hex);
    return place ? `${place.name} (${number})` : number;
  }

  moveNotation({ stand, path, transport, attack }) {
    const numbers = path.map((hex) => this.map.ground.geometry.number(hex)),
      letter = attack ? (transport ? "TA" : "A") : transport ? "T" : "M";
    const who = /^[^\s"=]+$/.test(stand) ? stand : JSON.stringify(stand);
    return `${who} ${letter} ${attack ? `${numbers.slice(0, -1).join("-")}x${numbers.at(-1)}` : numbers.join("-")}`;
  }

  #standClicked(id) {
    const stand = this.stand(id);
    const own = stand?.side === this.stand(this.selected)?.side;
    // An enemy's counter stands for his hex; a friend's is chosen, unless Shift or a key of marching says that his hex is meant.
    if (
      stand &&
      id !== this.selected &&
      this.selected &&
      (!own || this.shifted || this.aiming) &&
      this.orders.hexClicked(stand.hex)
    ) {
      this.map.select(this.selected);
      return;
    }
    this.choose(id);
  }

  #hexClicked(hex, number) {
    if (this.orders.hexClicked(hex)) return;
    if (this.selected) this.orders.drop();
    else this.orders.take(null, null);
    this.showHex(number);
  }

  async choose(id, { centre = false } = {}) {
    if (id !== this.selected) this.transport = false;
    this.aim(false);
    this.selected = id;
    this.map.clear();
    this.map.select(id);
    const stand = this.stand(id);
    if (stand && centre) this.#goTo(stand.hex);
    this.forces.reveal(id);
    this.forces.mark(id);
    this.diary.draw();
    this.showPanel("right", { gently: true });
    showTab("tab-unit");
    await this.#guarded(() => this.#showUnit());
  }

  // Let the next click on the map choose among orders of a side that are aimed at hexes.
  aimSide(offered) {
    this.deselect();
    this.orders.take({ stand: "", march: {}, transport: {}, attacks: {}, orders: offered }, null);
    this.map.showReach({ costs: {}, contacts: [...new Set(offered.map(({ target }) => target))] });
    this.showPanel("map", { gently: false });
    this.say("Click a marked hex.");
  }

  // Bring a hex to the middle, near enough to read the counters.
  #goTo(hex) {
    const { map } = this.map,
      least = map.getZoom() + 3 * Math.log2(READABLE_PX / this.map.radius);
    if (this.map.radius < READABLE_PX * 0.7) map.setView(this.map.placeOf(hex), Math.round(least), { animate: false });
    this.map.focusHex(hex, { centre: true });
  }

  async #showUnit() {
    const id = this.selected,
      transport = this.transport ? 1 : 0,
      asked = this.asked;
    let unit;
    try {
      unit = await this.server.get("unit.json", { stand: id });
    } catch (fault) {
      if (fault.status !== 404) throw fault;
      return this.deselect();
    }
    const onMap = unit.known && unit.hex !== null && !unit.gone;
    const [orders, supply, reach] = onMap
      ? await Promise.all([
          this.server.get("orders.json", { stand: id }),
          this.server.get("supply.json", { stand: id }),
          this.server.get("reach.json", { stand: id, transport }),
        ])
      : [null, null, null];
    if (id !== this.selected || asked !== this.asked || transport !== Number(this.transport)) return;
    this.card.show(unit, { orders, supply, reach });
    this.orders.take(orders, reach);
    this.map.showReach(this.#marked(orders, reach));
    this.map.showSupply(supply?.path.length > 1 ? supply : null);
    this.map.showCommand(
      unit.command?.hex != null && unit.command.hex !== unit.hex
        ? {
            from: unit.hex,
            to: unit.command.hex,
            ok: unit.command.ok,
            label: `${unit.command.name} ${unit.command.far}`,
          }
        : null,
    );
    this.card.box.dataset.stand = id;
    this.say(
      `${unit.name}, strength ${unit.strength ?? "unknown"}${unit.full ? ` of ${unit.full}` : ""}${unit.number ? `, in ${unit.number}` : ""}`,
    );
  }

  // What the map marks for the selected unit: where it can go, and whom it can attack or fire at.
  #marked(orders, reach) {
    if (!orders || !this.view.may_order) return reach && Object.keys(reach.costs).length > 1 ? reach : null;
    const goals = this.orders.goals(),
      targets = [
        ...new Set([
          ...Object.keys(orders.attacks).map(Number),
          ...orders.orders.filter(isShot).map(({ target }) => target),
        ]),
      ];
    if (!Object.keys(goals).length && !targets.length) return null;
    const costs = Object.fromEntries([reach.hex, ...Object.keys(goals)].map((hex) => [hex, reach.costs[hex] ?? 0]));
    return { ...reach, costs: Object.keys(goals).length ? costs : {}, contacts: targets };
  }

  async showHex(number, { centre = false } = {}) {
    showTab("tab-hex");
    this.showPanel("right", { gently: true });
    if (centre) this.map.focusHex(number, { centre: true });
    await this.#guarded(async () => this.hexCard.show(await this.server.get("hex.json", { hex: number })));
  }

  hexUnderCursor() {
    const { cursor } = this.map.state;
    return cursor === null ? null : this.map.ground.geometry.number(cursor);
  }

  nextOfStack() {
    const { cursor } = this.map.state;
    if (cursor === null) return false;
    const stack = this.map.stacks.at(cursor);
    if (!stack.length) return false;
    const now = stack.findIndex(({ id }) => id === this.selected);
    this.choose(stack[(now + stack.length - 1 + (now < 0 ? 1 : 0)) % stack.length].id);
    return true;
  }

  deselect() {
    this.selected = null;
    this.aim(false);
    this.orders.take(null, null);
    this.map.clear();
    this.map.select(null);
    this.forces.mark(null);
    fill(this.card.box, el("p", { class: "soft" }, "Click a counter on the map, or take a unit from the list."));
  }

  escape() {
    const menu = document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (this.orders.proposal) this.orders.drop();
    else if (this.aiming) this.aim(false);
    else if (this.selected || this.orders.offered) this.deselect();
    else return false;
    return true;
  }

  // --- orders of the page -----------------------------------------------------------------------------

  setTransport(on) {
    if (!this.selected) return;
    this.aim(true);
    if (this.transport === on) return;
    this.transport = on;
    this.#guarded(() => this.#showUnit());
  }

  // While a march is aimed, a click means the hex under the pointer, whoever stands there.
  aim(on) {
    this.aiming = on;
    this.map.map.getContainer().classList.toggle("aiming", on);
  }

  advance() {
    return this.#command("advance", "Next phase");
  }

  undo() {
    return this.#command("undo", "Taken back");
  }

  async #command(name, words) {
    if (this.busy || !this.view?.may_order) return;
    this.busy = true;
    this.shell.classList.add("busy");
    this.orders.drop();
    await this.#guarded(async () => {
      await this.calling.post(name, { seq: this.view.version });
      this.toast("");
      await this.refresh();
      this.say(`${words}. Day ${this.view.clock.day}, ${this.view.clock.turn}, ${this.view.clock.phase}.`);
    });
    this.shell.classList.remove("busy");
    this.busy = false;
  }

  async toggle(layer, on) {
    this.map.toggle(layer, on);
    const box = document.querySelector(`#layer-list input[name="${layer}"]`);
    if (box) box.checked = on;
    if (layer === "zones" && on && !this.zones) {
      await this.#guarded(async () => {
        this.zones = await this.server.get("zones.json");
        this.view.zones = this.zones.zones;
        this.map.repaint();
      });
    }
  }

  // --- words ------------------------------------------------------------------------------------------

  say(text) {
    byId("say").textContent = text;
  }

  toast(content) {
    const box = byId("toast");
    fill(box, content);
    box.hidden = !content || !content.length;
  }

  showLeft(tab) {
    showTab(tab);
    this.showPanel("left");
    this.diary.draw();
  }

  // On narrow screens one panel is shown at a time; "gently" leaves the map in front.
  showPanel(name, { gently = false } = {}) {
    if (gently && matchMedia("(max-width: 700px)").matches) return;
    this.shell.dataset.panel = name;
    for (const button of document.querySelectorAll(".foot [data-show]"))
      button.setAttribute("aria-pressed", String(button.dataset.show === name));
  }

  // Do something with the server, and say it where it fails.
  async #guarded(work) {
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.toast(faultWords(fault));
      if (fault.stale) await this.refresh();
    }
  }

  async begin() {
    await this.#guarded(() => this.refresh());
    this.live = new Live(
      this.server,
      (version) => {
        if (this.server.at === null && !this.busy && !this.orders.busy && this.view && version !== this.view.version)
          this.#guarded(() => this.refresh());
      },
      () => this.toast(""),
    );
  }
}

// Whether an order is aimed at a hex where somebody stands to be hit.
function isShot({ kind, target }) {
  return target !== null && SHOTS.has(kind);
}

// What the page shows first is fetched while the ground is still being drawn.
function firstAnswers(server) {
  const log = server.get("log.json", { since: 0 }).then((told) => ({ ...told, whole: true }));
  const answers = [
    server.get("view.json"),
    log,
    server.get("oob.json"),
    server.get("supplies.json"),
    null,
    server.get("side_orders.json"),
  ];
  // A fault is told where the answers are used.
  for (const answer of answers) answer?.catch(() => {});
  return answers;
}

const shell = byId("page");
const server = new Server(shell.dataset.base, shell.dataset.token);
const first = firstAnswers(server);
const page = new Page(shell, await whenReady(shell.dataset.map), server, first);
await page.begin();
