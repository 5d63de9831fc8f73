// The umpire's day: go through what needs him, accept or rule by one key, and see where it is on the map.

import { byId, el, fill, find, findAll, on } from "../common/dom.js";
import { faultIn, faultWords } from "../common/faults.js";
import { InTurn } from "../common/inturn.js";
import { isWriting, listKeys, showKeys, taken } from "../common/keys.js";
import { drawDay } from "./drawing.js";
import { Minutes } from "./minutes.js";
import { toolbox } from "./toolbox.js";
import { foundIn, listsOf, takenBackWords } from "./words.js";

/** @import { Server } from "../common/server.js" */
/** @import { MapView } from "../map/mapview.js" */
/** @import { DayData, Matter } from "./words.js" */

const KEYS = [
  ["J K", "next, previous matter"],
  ["A", "accept what is proposed; with Shift: all of this kind"],
  ["C", "change: write a ruling"],
  ["O", "overrule: the ruling that is offered, else write one"],
  ["H", "hold its front: what stands there stands still, and the rest of the map goes on"],
  ["M", "show it on the map"],
  ["W", "why: the paragraph and the reason"],
  ["Z", "take back the last choice"],
  ["F", "show the front: the whole map"],
  ["G", "go to a hex"],
  ["T", "tools: move, strength, stores, reveal and hide, new units, weather, bridges"],
  ["X", "close the turn, or go on with a closing that waited"],
  ["/", "search the inbox"],
  ["?", "these keys"],
];

export class Day {
  /** @param {Server} server
   * @param {MapView} map
   */
  constructor(server, map) {
    this.server = server;
    this.map = map;
    /** @type {DayData | null} */
    this.data = null;
    /** @type {string | null} */
    this.key = null;
    this.inTurn = new InTurn((error) => this.#failed(error));
    /** Whether a turn is being closed: until that is done nothing else is sent. */
    this.closing = false;
    /** What was settled last.
     * @type {string | null}
     */
    this.settled = null;
    this.minutes = new Minutes((seconds) => server.post("minutes", { seconds }));
    listKeys(KEYS);
    on("search", "input", () => this.draw());
    on("close-turn", "click", () => this.close());
    on("open-tools", "click", () => this.tools());
    /** @type {Record<string, [string, string][]>} */
    this.lists = {};
    this.tools = toolbox({
      lists: () => this.lists,
      about: () => ({ units: this.matter?.units ?? [], hex: this.matter?.hex ?? null }),
      give: (notation) => this.rule(notation),
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The matters that are shown. */
  get shown() {
    return foundIn(this.data?.matters ?? [], byId("search", HTMLInputElement).value);
  }

  /** @returns {Matter | undefined} */
  get matter() {
    return this.shown.find(({ key }) => key === this.key) ?? this.shown[0];
  }

  /** Whether something is on its way to the server. */
  get busy() {
    return this.inTurn.busy;
  }

  /** @returns {Promise<void>} */
  async load() {
    const [view, data, oob] = await Promise.all(
      ["view.json", "matters.json", "oob.json"].map((name) => this.server.get(name)),
    );
    if (this.#isOld(data)) return this.load();
    this.map.setView({ ...view, supply_state: {}, zones: {} });
    this.lists = listsOf(oob);
    this.take(data);
  }

  /** Whether something was done here since the server was asked.
   * @param {DayData} data
   */
  #isOld(data) {
    return data.version < (this.data?.version ?? 0);
  }

  /** @param {DayData} data */
  take(data) {
    if (this.#isOld(data)) return;
    this.data = data;
    this.draw();
    byId("page").dataset.ready = String(data.version);
  }

  draw() {
    if (!this.data) return;
    this.key = this.matter?.key ?? null;
    drawDay(this, this.data);
  }

  /** @param {string} kind
   * @param {boolean} is
   * @param {{stops?: boolean, front?: boolean}} what
   */
  async accepting(kind, is, what) {
    await this.server.post("accepting", { kind, on: is, ...what });
    await this.load();
  }

  /** Give a ruling that no matter asked for.
   * @param {string} notation
   */
  async rule(notation) {
    await this.server.post("orders", { seq: this.data?.version, notation });
    await this.load();
  }

  /** Close the turn, or go on with a closing that waited. */
  close() {
    const { data } = this;
    if (!data || data.ended || data.waits_for.length || this.busy || this.closing) return;
    if (!data.closing && !window.confirm("Nothing more is taken for this turn; the orders are carried out.")) return;
    this.guard(async () => {
      this.closing = true;
      this.draw();
      try {
        this.take(await this.server.post("go-on", { turn: data.turn }));
        await this.load();
      } finally {
        this.closing = false;
        this.draw();
      }
    });
  }

  /** Tell other umpires what is looked at here. */
  #claim() {
    if (this.key && (this.data?.umpires ?? 0) > 1) this.server.post("claim", { key: this.key }).catch(() => {});
  }

  /** @param {string | null} key */
  select(key) {
    this.key = key;
    this.draw();
    this.centre();
    this.#claim();
    const { matter } = this;
    if (matter) byId("say").textContent = `${matter.title}: ${matter.what}. Proposed: ${matter.does}.`;
    findAll("#matters .current")[0]?.scrollIntoView({ block: "nearest" });
  }

  centre() {
    const { matter } = this;
    if (matter?.hex) this.map.goTo(matter.hex);
  }

  /** @param {number} by */
  step(by) {
    const at = this.shown.findIndex(({ key }) => key === this.key);
    const next = this.shown[Math.min(Math.max(at + by, 0), this.shown.length - 1)];
    if (next) this.select(next.key);
  }

  accept() {
    this.guard(async () => this.matter && this.settle([this.matter], "accept"));
  }

  acceptKind() {
    this.guard(async () => {
      const kind = this.matter?.kind;
      if (kind)
        await this.settle(
          this.shown.filter((one) => one.kind === kind),
          "accept",
        );
    });
  }

  overrule() {
    const { matter } = this;
    if (matter?.instead) this.guard(() => this.settle([matter], "overrule"));
    else if (matter) this.change(matter);
  }

  /** Freeze what stands round the matter in hand: the rest of the map goes on. */
  hold() {
    const { matter } = this;
    if (!matter || !this.data?.holdable.includes(matter.kind))
      return this.toast("This is at no place that could wait.");
    const how = window.prompt("How many hexes around it, and how many turns, this one counted", "2 2");
    if (how) this.guard(() => this.settle([matter], "hold", "", how));
  }

  /** @param {Matter} matter */
  change(matter) {
    const box = byId("changing", HTMLDialogElement),
      field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (find(`#changing [name=${name}]`));
    field("notation").value = matter.instead || (matter.units[0] ? `stand=${matter.units[0]} ` : "");
    field("why").value = "";
    box.returnValue = "";
    box.onclose = () => {
      if (box.returnValue !== "rule") return;
      this.guard(() => this.settle([matter], "change", field("why").value, field("notation").value));
    };
    box.showModal();
  }

  /** @param {Matter[]} matters
   * @param {string} choice
   */
  async settle(matters, choice, why = "", notation = "") {
    if (!this.data) return;
    this.settled = matters[0].key;
    const at = this.shown.findIndex(({ key }) => key === matters[0].key);
    const choices = matters.map(({ key }) => ({ key, choice, why, notation }));
    const data = await this.server.post("matters", { seq: this.data.version, choices });
    this.data = data;
    this.key = (this.shown[at] ?? this.shown[this.shown.length - 1])?.key ?? null;
    this.take(data);
    this.centre();
  }

  /** Take back the last choice: the last entry of the log. */
  undo() {
    this.guard(async () => {
      if (this.data?.may_take_back) await this.#undone({ why: "the umpire took his choice back" });
      else this.toast("The last entry of the log is no choice of yours; use Moments, or Undo on the map.");
    });
  }

  /** @param {number} at
   * @param {number} lost
   */
  back(at, lost) {
    if (!window.confirm(takenBackWords(lost, true))) return;
    const was = this.data?.version;
    this.guard(async () => {
      await this.#undone({ to: at, why: "back to an earlier moment" });
      const again = el("button", { type: "button", onclick: () => this.#bringBack(was) }, "Bring them back");
      this.toast([`It is ${byId("when").textContent} again; ${takenBackWords(lost)} `, again]);
    });
  }

  /** Go on from where the log stood before somebody went back.
   * @param {number | undefined} was
   */
  #bringBack(was) {
    this.guard(async () => {
      await this.#undone({ to: was, why: "what was taken back counts again" });
      this.toast(`It is ${byId("when").textContent} again: what was taken back counts again.`);
    });
  }

  /** Begin a campaign that goes on from a moment, to see what if.
   * @param {number} at
   */
  branch(at) {
    const id = window.prompt("Short name for the branch", this.data?.free_id ?? "");
    if (!id) return;
    this.guard(async () => {
      const made = await this.server.post("branch", { id, at });
      await this.load();
      this.toast([el("a", { href: made.at }, `${made.name} goes on from there by itself: open it`)]);
    });
  }

  /** @param {object} what */
  async #undone(what) {
    await this.server.post("undo", { seq: this.data?.version, ...what });
    await this.load();
    this.select(this.settled);
  }

  /** Do something once all before it is done, and say what goes wrong; nothing is begun while a turn is being closed.
   * @param {() => Promise<unknown>} work
   */
  async guard(work) {
    if (this.closing) return this.toast("The turn is being closed. Do this once it is.");
    await this.inTurn.run(async () => {
      this.toast("");
      await work();
    });
  }

  /** @param {unknown} error */
  async #failed(error) {
    const fault = faultIn(error);
    this.toast(faultWords(fault));
    if (fault.stale) await this.load().catch((again) => this.toast(faultWords(faultIn(again))));
  }

  /** @param {any} words */
  toast(words) {
    fill(byId("toast"), words);
    byId("toast").hidden = !words.length;
  }

  goTo() {
    const number = window.prompt("Hex");
    if (number && !this.map.goTo(number)) this.toast(`There is no hex ${number}.`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || isWriting(event.target)) return;
    if (findAll("dialog[open]").length) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ...{
        j: () => this.step(1),
        k: () => this.step(-1),
        a: () => this.accept(),
        A: () => this.acceptKind(),
      },
      ...{
        c: () => this.matter && this.change(this.matter),
        o: () => this.overrule(),
        h: () => this.hold(),
        m: () => this.centre(),
      },
      ...{
        w: () => byId("matter").scrollIntoView(),
        z: () => this.undo(),
        f: () => this.map.showAll(),
        g: () => this.goTo(),
        t: () => this.tools(),
        x: () => this.close(),
      },
      ...{ "/": () => byId("search").focus(), "?": showKeys },
    };
    if (!acts[event.key]) return;
    acts[event.key]();
    taken(event);
  }
}
