// List the order of battle as a tree: strength, stores, state; choosing a unit shows it on the map.

import { byId, el, fill, findAll } from "../common/dom.js";
import { taken } from "../common/keys.js";
import { words } from "../common/words.js";
import { above, bestOf, branchesOf, isCut, outOfCommand, sum, wantedUnits, whereIs } from "./forcetree.js";

/** @import { Formation, Oob, OobSide, OobStand, Picture, Stand } from "../common/data.d.ts" */
/** @import { Child } from "../common/dom.js" */
/** @import { Branch, Total } from "./forcetree.js" */

/** A branch to draw: `content` is made when it is opened.
 * @typedef {object} Node
 * @property {string} key
 * @property {Child} label
 * @property {() => Child} content
 * @property {string} size
 * @property {Total} total
 * @property {Child} [under]
 */

const FILTER_WAIT_MS = 120;

export class Forces {
  /** @param {object} page
   * @param {Picture} page.picture
   * @param {(side: string) => HTMLElement} page.swatch
   * @param {(id: string) => void} page.choose
   * @param {() => string | null} page.selected
   */
  constructor({ picture, swatch, choose, selected }) {
    this.picture = picture;
    this.swatch = swatch;
    this.choose = choose;
    this.selected = selected;
    /** @type {Oob | null} */
    this.oob = null;
    /** @type {Record<string, string>} */
    this.supply = {};
    /** @type {Stand[]} */
    this.seen = [];
    this.turnWord = "";
    this.open = new Set();
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.box = byId("unit-list");
    this.filter = byId("force-filter", HTMLInputElement);
    this.only = byId("force-state", HTMLSelectElement);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    this.filter.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.#draw(), FILTER_WAIT_MS);
    });
    this.filter.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      clearTimeout(waiting);
      this.#draw();
      this.#chooseFound(this.filter.value);
      taken(event);
    });
    this.only.addEventListener("change", () => this.#draw());
    this.box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Oob} oob
   * @param {object} now
   * @param {Record<string, string>} now.supply says of each unit whether its line serves: "ok" or "cut"
   * @param {Stand[]} now.seen the enemies in sight
   * @param {string} now.turnWord
   */
  show(oob, { supply, seen, turnWord }) {
    if (this.oob === null) for (const side of oob.sides) this.open.add(`side ${side.key}`);
    this.oob = oob;
    this.supply = supply;
    this.seen = seen;
    this.turnWord = turnWord;
    this.#draw();
  }

  /** Mark the row of the chosen unit.
   * @param {string | null} id
   */
  mark(id) {
    this.box.querySelector(".chosen")?.classList.remove("chosen");
    if (id !== null) this.rows.get(id)?.classList.add("chosen");
  }

  /** Open the branch of a unit and bring it in sight.
   * @param {string} id
   */
  reveal(id) {
    const stand = this.oob?.stands.find((one) => one.id === id);
    if (!this.oob || !stand) return;
    for (const key of [`side ${stand.side}`, ...above(this.oob, stand)]) this.open.add(key);
    this.#draw();
    this.rows.get(id)?.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const { oob, box } = this;
    if (!oob) return;
    const scroll = box.scrollTop,
      focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.stand;
    this.rows.clear();
    const wanted = wantedUnits(oob, this.supply, { text: this.filter.value, only: this.only.value });
    fill(
      box,
      oob.sides.map((side) => this.#side(side, wanted)),
      this.#seen(),
      this.#searching && !wanted.size ? el("p", { class: "soft pad" }, "No unit is so.") : null,
    );
    box.scrollTop = scroll;
    this.mark(this.selected());
    if (focused) this.rows.get(focused)?.focus();
  }

  /** Choose the unit that is called so, else the first that was found.
   * @param {string} text
   */
  #chooseFound(text) {
    const found = this.oob?.stands.filter(({ id }) => this.rows.has(id)) ?? [],
      best = bestOf(found, text) ?? this.rows.keys().next().value;
    if (best !== undefined) this.choose(best);
  }

  get #searching() {
    return Boolean(this.filter.value.trim() || this.only.value);
  }

  /** @param {OobSide} side
   * @param {Set<string>} wanted
   */
  #side(side, wanted) {
    const branches = this.oob ? branchesOf(this.oob, side.key, wanted, this.supply) : [];
    if (!branches.length) return null;
    return this.#node({
      key: `side ${side.key}`,
      label: [this.swatch(side.key), el("b", {}, side.name)],
      content: () => branches.map((branch) => this.#branch(branch)),
      size: "side",
      total: sum(branches.map(({ total }) => total)),
    });
  }

  /** @param {Branch} branch
   * @returns {HTMLElement}
   */
  #branch({ formation, stands, below, total }) {
    return this.#node({
      key: formation.id,
      label: [
        el("span", { class: "name", title: formation.name }, formation.short),
        formation.hq_lost && el("span", { class: "sign bad", title: "Headquarters lost" }, "HQ lost"),
      ],
      content: () => [...stands.map((stand) => this.#stand(stand)), ...below.map((branch) => this.#branch(branch))],
      size: formation.size,
      total,
      under: underOf(formation),
    });
  }

  /** @param {Node} node */
  #node({ key, label, content, size, total, under = null }) {
    const searching = this.#searching,
      open = searching || this.open.has(key),
      body = el("div", { class: "branch", role: "group" });
    const head = el(
      "summary",
      {},
      el("span", { class: "label" }, el("span", { class: "first" }, label, signs(total)), under),
      el(
        "span",
        { class: "strength", title: "Strength points now, of full" },
        String(total.strength),
        el("span", { class: "soft" }, `/${total.full}`),
      ),
    );
    const box = el("details", { class: `node ${size}`, open }, head, body);
    if (open) fill(body, content());
    box.addEventListener("toggle", () => {
      if (searching) return;
      if (box.open) this.open.add(key);
      else this.open.delete(key);
      if (box.open && !body.childElementCount) fill(body, content());
      this.mark(this.selected());
    });
    return box;
  }

  /** @param {OobStand} stand */
  #stand(stand) {
    const picture = this.picture({ ...stand, cut: isCut(stand, this.supply) }, 26);
    const label = [
      el("span", { class: "name" }, stand.short),
      el("span", { class: "soft where" }, whereIs(stand, this.turnWord)),
    ];
    const points = [String(stand.strength), el("span", { class: "soft" }, `/${stand.full}`)];
    const more = `${stand.gone ? " gone" : ""}${stand.arrives ? " coming" : ""}`;
    return this.#row(stand, more, [
      picture,
      el("span", { class: "label" }, label),
      stateSigns(stand, this.supply),
      el("span", { class: "strength" }, points),
    ]);
  }

  #seen() {
    const { seen } = this;
    if (!seen.length || this.#searching) return null;
    return this.#node({
      key: "seen",
      label: el("b", {}, "Enemy units in sight"),
      content: () =>
        seen.map((stand) =>
          this.#row(stand, "", [
            this.picture(stand, 26),
            el("span", { class: "label" }, stand.name),
            el("span", { class: "strength" }, String(stand.strength ?? "?")),
          ]),
        ),
      size: "side",
      total: { strength: seen.length, full: seen.length, cut: 0, command: 0, isolated: 0 },
    });
  }

  /** @param {{id: string, name: string}} stand
   * @param {string} more
   * @param {Child[]} content
   */
  #row({ id, name }, more, content) {
    const props = { class: `stand${more}`, data: { stand: id }, title: name, onclick: () => this.choose(id) };
    const row = el("button", { type: "button", ...props }, content);
    this.rows.set(id, row);
    return row;
  }

  /** Up and down go from row to row, as in any tree.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    const rows = findAll("summary, button.stand", this.box).filter((row) => row.offsetParent !== null);
    rows[rows.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step]?.focus();
    taken(event);
  }
}

/** Write under a formation's short name what it is in full, and its stores.
 * @param {Formation} formation
 */
function underOf({ name, short, stores, limits }) {
  const full = name === short ? "" : name,
    kept = Object.entries(stores);
  if (!full && !kept.length) return null;
  const boxes = kept.map(([key, count]) => {
    const title = `${key}: ${count} of ${limits[key] ?? "–"}`;
    return el("span", { class: `store${count === 0 ? " none" : ""}`, title }, `${key} ${count}`);
  });
  return el("span", { class: "under" }, boxes, el("span", { class: "full" }, full));
}

/** @param {Total} total */
function signs({ cut, command, isolated }) {
  return el(
    "span",
    { class: "signs" },
    isolated
      ? el("span", { class: "sign bad", title: `${isolated} isolated` }, `isol. ${isolated}`)
      : cut
        ? el("span", { class: "sign bad", title: `${cut} with supply cut` }, `cut ${cut}`)
        : null,
    command ? el("span", { class: "sign warn", title: `${command} out of command` }, `⌁${command}`) : null,
  );
}

/** @param {OobStand} stand
 * @param {Record<string, string>} supply
 */
function stateSigns(stand, supply) {
  return el(
    "span",
    { class: "signs" },
    stand.isolated
      ? el("span", { class: "sign bad", title: `Isolated for ${stand.isolated} days` }, `isolated ${stand.isolated}`)
      : isCut(stand, supply)
        ? el("span", { class: "sign bad", title: "Supply is cut" }, "cut")
        : null,
    outOfCommand(stand) ? el("span", { class: "sign warn", title: words("out_of_command") }, "⌁") : null,
  );
}
