// The page where a ground is made: joins the map of the world, the files, the sliders and the preview.

import { byId, el, fill, find, findAll, on } from "../../common/dom.js";
import { faultIn, inWords } from "../../common/faults.js";
import { sendFile } from "../../common/sending.js";
import { Server } from "../../common/server.js";
import { count } from "../../common/words.js";
import { isChoosing } from "./asking.js";
import { boxAbout, boxOf, boxRound, hexesIn, rounded, roundedSpot, sizeOf } from "./degrees.js";
import { listenForFiles } from "./dropping.js";
import { showFiles } from "./groundfiles.js";
import { KindsPane } from "./groundkinds.js";
import { showLimits } from "./groundlimits.js";
import { Maker } from "./groundmaker.js";
import { WorldMap } from "./worldmap.js";

/** @import { Box, Draft, GroundState, Job, KindSaid, Spot, World } from "./grounds.d.ts" */

const REST_MS = 350;
const SIDES = ["west", "south", "east", "north"];

class GroundPage {
  /** @param {HTMLElement} box
   * @param {World} world
   * @param {GroundState} state
   */
  constructor(box, world, state) {
    this.base = box.dataset.base ?? "";
    this.server = new Server(this.base, box.dataset.token ?? "");
    this.kinds = JSON.parse(byId("kinds").textContent ?? "{}");
    /** What words of files may mean, by the shape of the things.
     * @type {Record<string, string[]>}
     */
    this.meanings = JSON.parse(byId("meanings").textContent ?? "{}");
    this.state = state;
    /** @type {Job} */
    this.job = {};
    /** @type {Promise<unknown>} */
    this.line = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.map = new WorldMap(byId("world", HTMLCanvasElement), world, {
      draw: (drawn) => this.say({ box: rounded(drawn), outline: [] }),
      outline: (ring) => this.say({ outline: ring.map(roundedSpot), box: boxOf(ring) }),
      aim: (text) => (byId("aim").textContent = text),
    });
    this.places = this.map.towns.map(({ name, lon, lat }) => /** @type {[string, Spot]} */ ([name, [lon, lat]]));
    this.maker = new Maker(this.server, {
      state: () => this.state,
      fault: (text) => this.#fault(text),
      choose: (km) => this.say({ width_km: km }),
      rule: (said) => void this.#ask("rule", said),
      seen: (job) => this.#seen(job),
      saved: async () => this.take(await this.server.get("state.json")),
    });
    const choices = JSON.parse(byId("choices").textContent ?? "{}");
    this.own = new KindsPane(byId("own-kinds"), choices, (said) => this.#kind(said));
    this.#listen();
    this.take(state);
    const about = state.draft.box ?? boxAbout(this.#fileBoxes());
    if (about) this.map.show(about);
    if (state.job.do === "preview" && state.job.state === "done") this.maker.draw(state.job);
    else this.maker.preview();
    box.dataset.ready = "yes";
  }

  // --- what is said -------------------------------------------------------------------------------------

  /** Change what is said of the ground. Changes wait for one another.
   * @param {Partial<Draft>} said
   * @param {object} [more]
   */
  say(said, more = {}) {
    return this.#ask("set", { said, ...more });
  }

  /** Have the server change the ground, and show what comes of it.
   * @param {string} name
   * @param {object} body
   */
  #ask(name, body) {
    return this.#inTurn(async () => {
      this.take(await this.server.post(name, { version: this.state.draft.version, ...body }));
      this.maker.preview();
    });
  }

  /** Put a kind of the map's own down; what is wrong with it is given back, by field.
   * @param {KindSaid} said
   */
  async #kind(said) {
    /** @type {Record<string, string[]> | null} */
    let faults = {};
    await this.#inTurn(async () => {
      const told = await this.server.post("kind", { version: this.state.draft.version, ...said });
      faults = told.faults ?? null;
      if (faults) return;
      this.take(told);
      this.maker.preview();
    });
    return faults;
  }

  /** @param {() => Promise<void>} step */
  #inTurn(step) {
    const done = this.line.then(async () => {
      try {
        await step();
        this.#fault("");
      } catch (error) {
        this.#fault(inWords(error));
        if (faultIn(error).rule === "stale") this.take(await this.server.get("state.json"));
      }
    });
    this.line = done;
    return done;
  }

  /** @param {string} text */
  #fault(text) {
    byId("fault").textContent = text;
    byId("fault").hidden = !text;
  }

  /** Take what the server says of the ground.
   * @param {GroundState} state
   */
  take(state) {
    this.state = state;
    const { draft } = state;
    this.map.box = draft.outline.length ? null : draft.box;
    this.map.ring = draft.outline;
    this.map.files = this.#fileBoxes();
    this.map.shipped = state.shipped;
    this.map.paint();
    SIDES.forEach((side, k) => (field(side).value = draft.box ? String(draft.box[k]) : ""));
    field("date", byId("ground")).value = draft.date;
    field("countries").value = draft.countries.join(", ");
    byId("width", HTMLInputElement).value = String(draft.width_km);
    byId("layout", HTMLSelectElement).value = draft.layout;
    byId("classes", HTMLSelectElement).value = draft.classes;
    byId("classes-row").hidden = !state.files.some(({ kind_now }) => kind_now === "land_cover");
    byId("no-outline").hidden = !draft.outline.length;
    byId("round-files", HTMLButtonElement).disabled = !this.map.files.length;
    for (const box of findAll("[data-service]"))
      if (box instanceof HTMLInputElement) box.checked = draft.online.includes(box.dataset.service ?? "");
    this.#size();
    this.#files();
    showLimits(byId("limits"), state.thresholds, (key, value) => this.#slide(key, value));
    this.own.show(state.kinds);
    byId("as-shipped").hidden = !Object.keys(draft.limits).length;
    this.#savedActs();
  }

  #fileBoxes() {
    return this.state.files.flatMap(({ boxes = [] }) => boxes);
  }

  #size() {
    const { box, width_km: km } = this.state.draft;
    if (!box) return fill(byId("size"));
    const { wide, high } = sizeOf(box);
    fill(
      byId("size"),
      `${Math.round(wide)} by ${Math.round(high)} km, about ${count(hexesIn(box, km), "hex", "hexes")} of ${km} km`,
    );
  }

  #files() {
    const { files, draft } = this.state;
    const told = {
      files,
      missing: draft.missing,
      covered: this.job.cover?.sources ?? [],
      kinds: this.kinds,
      meanings: this.meanings,
    };
    showFiles(byId("file-list"), told, {
      kind: (file, kind) => this.say({}, { kinds: { [file]: kind } }),
      licence: (file, text) => this.say({}, { licences: { [file]: text } }),
      first: (file) => this.say({}, { first: file }),
      answer: ({ layer, shape }, heading, means) => this.#ask("answers", { layer, shape, heading, means }),
      drop: (file) => this.#ask("drop", { file }),
    });
    const named = [...this.#ownPlaces(), ...this.places].map(([name]) => name);
    fill(
      byId("places"),
      [...new Set(named)].slice(0, 1500).map((name) => el("option", { value: name })),
    );
  }

  #savedActs() {
    const { saved } = this.state;
    fill(
      byId("saved-acts"),
      saved && [
        el("a", { href: "map.gpkg" }, "Map (gpkg)"),
        " ",
        el("a", { href: `/scenarios?ground=grounds/${this.#key()}#blank` }, "Begin a scenario on it"),
      ],
    );
  }

  #key() {
    return this.base.split("/").at(-2) ?? "";
  }

  /** @param {string} key
   * @param {number} value
   */
  #slide(key, value) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const usual = this.state.thresholds.find((one) => one.key === key)?.usual;
      const others = Object.entries(this.state.draft.limits).filter(([one]) => one !== key);
      this.say({ limits: Object.fromEntries(value === usual ? others : [...others, [key, value]]) });
    }, REST_MS);
  }

  // --- what the page's controls do ----------------------------------------------------------------------

  #listen() {
    on("name", "change", () => this.say({ name: byId("name", HTMLInputElement).value.trim() || "Ground" }));
    on("date", "change", () => this.say({ date: byId("date", HTMLInputElement).value.trim() }));
    on("countries", "change", () => this.say({ countries: codes(byId("countries", HTMLInputElement).value) }));
    on("width", "change", () => this.say({ width_km: Number(byId("width", HTMLInputElement).value) }));
    on("layout", "change", () =>
      this.say({ layout: byId("layout", HTMLSelectElement).value === "flat" ? "flat" : "pointy" }),
    );
    on("classes", "change", () => this.say({ classes: byId("classes", HTMLSelectElement).value }));
    on("as-shipped", "click", () => this.say({ limits: {} }));
    on("no-outline", "click", () => this.say({ outline: [] }));
    on("nearer", "click", () => this.map.zoom(1.6));
    on("farther", "click", () => this.map.zoom(0.625));
    on("round-files", "click", () => this.#go(boxAbout(this.#fileBoxes())));
    on("save", "click", () => (this.line = this.line.then(() => this.maker.save())));
    on("stop", "click", () => this.maker.stop());
    on("edges", "submit", (event) => this.#edges(event));
    on("round", "submit", (event) => this.#round(event));
    for (const box of findAll("[data-service]"))
      box.addEventListener("change", () => this.say({ online: chosenServices() }));
    for (const mode of findAll("[data-mode]")) mode.addEventListener("click", () => this.#mode(mode));
    listenForFiles((files) => this.#send(files));
  }

  /** @param {HTMLElement} button */
  #mode(button) {
    for (const one of findAll("[data-mode]")) one.setAttribute("aria-pressed", String(one === button));
    const { mode } = button.dataset;
    this.map.take(mode === "outline" || mode === "move" ? mode : "box");
  }

  /** @param {Box | null} box */
  #go(box) {
    if (!box) return;
    this.map.show(box);
    this.say({ box: rounded(box), outline: [] });
  }

  /** @param {Event} event */
  #edges(event) {
    event.preventDefault();
    const values = SIDES.map((side) => Number(field(side).value.replace(",", ".") || Number.NaN));
    const [west, south, east, north] = values;
    if (values.some(Number.isNaN)) this.#fault("Write all four edges in degrees, as 5.4 or -3.25.");
    else this.#go([west ?? 0, south ?? 0, east ?? 0, north ?? 0]);
  }

  /** @param {Event} event */
  #round(event) {
    event.preventDefault();
    const name = field("place").value.trim().toLowerCase(),
      km = Number(field("km").value.replace(",", "."));
    const found = [...this.#ownPlaces(), ...this.places].find(([one]) => one.toLowerCase() === name);
    if (!found) this.#fault(`No place ${field("place").value} is known here: drop a table of places, or draw a box.`);
    else if (!(km > 0)) this.#fault("Write how many kilometres across, as 60.");
    else this.#go(boxRound(found[1], km));
  }

  #ownPlaces() {
    const rows = this.state.files.flatMap(({ places = [] }) => places);
    return rows.map(([name, lon, lat]) => /** @type {[string, Spot]} */ ([name, [lon, lat]]));
  }

  /** @param {File[]} files */
  #send(files) {
    for (const file of files)
      this.#inTurn(async () => {
        this.maker.busy(`sending ${file.name}`);
        try {
          const address = `${this.base}files?${new URLSearchParams({ name: file.name })}`;
          this.take(await sendFile(address, file, this.server.token));
          const about = this.state.draft.box ? null : boxAbout(this.#fileBoxes());
          if (about) this.map.show(about);
        } finally {
          this.maker.busy("");
        }
        this.maker.preview();
      });
  }

  /** @param {Job} job */
  #seen(job) {
    this.job = job;
    if (!isChoosing()) this.#files();
  }
}

/** @param {string} name
 * @param {ParentNode} [within]
 */
function field(name, within = document) {
  return find(`[name="${name}"], #${name}`, within, HTMLInputElement);
}

/** @param {string} text */
function codes(text) {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

function chosenServices() {
  return findAll("[data-service]").flatMap((box) =>
    box instanceof HTMLInputElement && box.checked ? [box.dataset.service ?? ""] : [],
  );
}

async function open() {
  const box = byId("ground"),
    server = new Server(box.dataset.base ?? "", "");
  const answers = [server.get("state.json"), fetch("/grounds/world.json").then((answer) => answer.json())];
  const [state, world] = await Promise.all(answers);
  Object.assign(globalThis, { groundPage: new GroundPage(box, world, state) });
}

open().catch((error) => {
  byId("fault").textContent = inWords(error);
  byId("fault").hidden = false;
});
