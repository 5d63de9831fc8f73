// List the order of battle as a tree: strength, stores, state; choosing a unit shows it on the map.

import { byId, el, fill, words } from "../common/dom.js";
import { counterPicture } from "./counterpicture.js";

const FILTER_WAIT_MS = 120;

export class Forces {
  constructor(page) {
    Object.assign(this, { page, oob: null, supply: {}, open: new Set(), rows: new Map() });
    this.box = byId("unit-list");
    this.filter = byId("force-filter");
    this.only = byId("force-state");
    let waiting = null;
    this.filter.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.#draw(), FILTER_WAIT_MS);
    });
    this.only.addEventListener("change", () => this.#draw());
    this.box.addEventListener("keydown", (event) => this.#key(event));
  }

  // `supply` says of each unit whether its line serves: "ok" or "cut".
  show(oob, supply) {
    const first = this.oob === null;
    Object.assign(this, { oob, supply });
    if (first) for (const side of oob.sides) this.open.add(`side ${side.key}`);
    this.#draw();
  }

  mark(standId) {
    this.box.querySelector(".chosen")?.classList.remove("chosen");
    this.rows.get(standId)?.classList.add("chosen");
  }

  // Open the branch of a unit and bring it in sight.
  reveal(standId) {
    const stand = this.oob?.stands.find(({ id }) => id === standId);
    if (!stand) return;
    this.open.add(`side ${stand.side}`);
    const formations = new Map(this.oob.sides.flatMap((side) => side.formations).map((item) => [item.id, item]));
    for (let node = formations.get(stand.formation); node; node = formations.get(node.parent)) this.open.add(node.id);
    this.#draw();
    this.rows.get(standId)?.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const { oob } = this,
      scroll = this.box.scrollTop,
      focused = document.activeElement?.dataset?.stand;
    this.rows.clear();
    const wanted = this.#wanted(),
      searching = Boolean(this.filter.value.trim() || this.only.value);
    fill(
      this.box,
      oob.sides.map((side) => this.#side(side, wanted, searching)),
      this.#seen(),
    );
    if (searching && !wanted.size) fill(this.box, el("p", { class: "soft pad" }, "No unit is so."));
    this.box.scrollTop = scroll;
    this.mark(this.page.selected);
    if (focused) this.rows.get(focused)?.focus();
  }

  #wanted() {
    const text = this.filter.value.trim().toLowerCase(),
      test = TESTS[this.only.value] ?? (() => true);
    const names = new Map(
      this.oob.sides
        .flatMap((side) => side.formations)
        .map((item) => [item.id, `${item.name} ${item.short}`.toLowerCase()]),
    );
    return new Set(
      this.oob.stands
        .filter(
          (stand) =>
            (this.only.value === "gone" ? stand.gone : !stand.gone) &&
            test(stand, this.supply) &&
            (!text ||
              `${stand.id} ${stand.short} ${stand.name} ${stand.kind} ${stand.place ?? ""} ${names.get(stand.formation) ?? ""}`
                .toLowerCase()
                .includes(text)),
        )
        .map(({ id }) => id),
    );
  }

  #side(side, wanted, searching) {
    const children = new Map(),
      stands = new Map();
    for (const formation of side.formations) push(children, formation.parent ?? "", formation);
    for (const stand of this.oob.stands)
      if (stand.side === side.key && wanted.has(stand.id)) push(stands, stand.formation, stand);
    const tops = children.get("") ?? [],
      nodes = tops.map((formation) => this.#formation(formation, children, stands, searching)).filter(Boolean);
    if (!nodes.length) return null;
    const look = this.page.map.state.sides.get(side.key),
      swatch = el("span", { class: "swatch", "aria-hidden": "true" }, look?.letter ?? "");
    if (look) Object.assign(swatch.style, { backgroundColor: look.fill, color: look.ink });
    return this.#branch(
      `side ${side.key}`,
      [swatch, el("b", {}, side.name)],
      nodes.map(({ node }) => node),
      searching,
      "side",
      sum(nodes.map(({ total }) => total)),
    );
  }

  #formation(formation, children, stands, searching) {
    const below = (children.get(formation.id) ?? [])
      .map((item) => this.#formation(item, children, stands, searching))
      .filter(Boolean);
    const own = stands.get(formation.id) ?? [];
    if (!below.length && !own.length) return null;
    const total = sum([...below.map((item) => item.total), ...own.map((stand) => totalOf(stand, this.supply))]);
    const stores = Object.entries(formation.stores).map(([key, count]) =>
      el(
        "span",
        { class: `store${count === 0 ? " none" : ""}`, title: `${key}: ${count} of ${formation.limits[key] ?? "–"}` },
        `${key} ${count}`,
      ),
    );
    const full = formation.name === formation.short ? "" : formation.name;
    const label = [
      el("span", { class: "name", title: formation.name }, formation.short),
      formation.hq_lost && el("span", { class: "sign bad", title: "Headquarters lost" }, "HQ lost"),
    ];
    const under =
      full || stores.length ? el("span", { class: "under" }, stores, el("span", { class: "full" }, full)) : null;
    const rows = () => [...own.map((stand) => this.#stand(stand)), ...below.map(({ node }) => node)];
    return { total, node: this.#branch(formation.id, label, rows, searching, formation.size, total, under) };
  }

  // A branch of the tree; what is in it is made when it is opened.
  #branch(key, label, content, searching, size, total, under = null) {
    const open = searching || this.open.has(key),
      body = el("div", { class: "branch", role: "group" });
    const make = () => fill(body, typeof content === "function" ? content() : content);
    const head = el(
      "summary",
      {},
      el("span", { class: "label" }, el("span", { class: "first" }, label, signs(total)), under),
      el(
        "span",
        { class: "strength", title: "Strength points now, of full" },
        `${total.strength}`,
        el("span", { class: "soft" }, `/${total.full}`),
      ),
    );
    const box = el("details", { class: `node ${size}`, open }, head, body);
    if (open) make();
    box.addEventListener("toggle", () => {
      if (searching) return;
      if (box.open) this.open.add(key);
      else this.open.delete(key);
      if (box.open && !body.childElementCount) make();
      this.mark(this.page.selected);
    });
    return box;
  }

  #stand(stand) {
    const state = stateSigns(stand, this.supply);
    const where = stand.gone
      ? stand.gone
      : stand.arrives
        ? `arrives day ${stand.arrives.day}, ${this.page.view.clock.turn_word} ${stand.arrives.turn}, ${stand.arrives.place ?? stand.arrives.number}`
        : stand.with && !stand.hex
          ? "carried"
          : (stand.place ?? stand.number ?? "");
    const row = el(
      "button",
      {
        type: "button",
        class: `stand${stand.gone ? " gone" : ""}${stand.arrives ? " coming" : ""}`,
        data: { stand: stand.id },
        title: stand.name,
        onclick: () => this.page.choose(stand.id, { centre: true }),
      },
      counterPicture(this.page.map, { ...stand, cut: this.supply[stand.id] === "cut" }, 26),
      el(
        "span",
        { class: "label" },
        el("span", { class: "name" }, stand.short),
        el("span", { class: "soft where" }, where),
      ),
      state,
      el("span", { class: "strength" }, `${stand.strength}`, el("span", { class: "soft" }, `/${stand.full}`)),
    );
    this.rows.set(stand.id, row);
    return row;
  }

  #seen() {
    const stands = this.oob.seen.map((id) => this.page.stand(id)).filter(Boolean);
    if (!stands.length || this.only.value || this.filter.value.trim()) return null;
    return this.#branch(
      "seen",
      [el("b", {}, "Enemy units in sight")],
      () =>
        stands.map((stand) => {
          const row = el(
            "button",
            {
              type: "button",
              class: "stand",
              data: { stand: stand.id },
              onclick: () => this.page.choose(stand.id, { centre: true }),
            },
            counterPicture(this.page.map, stand, 26),
            el("span", { class: "label" }, stand.name),
            el("span", { class: "strength" }, `${stand.strength ?? "?"}`),
          );
          this.rows.set(stand.id, row);
          return row;
        }),
      false,
      "side",
      { strength: stands.length, full: stands.length, cut: 0, command: 0, isolated: 0 },
    );
  }

  // Up and down go from row to row, as in any tree.
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const rows = [...this.box.querySelectorAll("summary, button.stand")].filter((row) => row.offsetParent !== null);
    rows[rows.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

const TESTS = {
  cut: (stand, supply) => supply[stand.id] === "cut",
  command: (stand) => stand.marks.includes("out_of_command"),
  isolated: (stand) => stand.isolated > 0,
  worn: (stand) => stand.hex !== null && stand.strength < stand.full,
  arriving: (stand) => stand.arrives !== null,
  gone: (stand) => stand.gone !== null,
};

function push(map, key, item) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(item);
}

function totalOf(stand, supply) {
  return {
    strength: stand.strength,
    full: stand.full,
    cut: Number(TESTS.cut(stand, supply)),
    command: Number(TESTS.command(stand)),
    isolated: Number(TESTS.isolated(stand)),
  };
}

function sum(totals) {
  const all = { strength: 0, full: 0, cut: 0, command: 0, isolated: 0 };
  for (const total of totals) for (const key of Object.keys(all)) all[key] += total[key];
  return all;
}

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

function stateSigns(stand, supply) {
  return el(
    "span",
    { class: "signs" },
    stand.isolated
      ? el("span", { class: "sign bad", title: `Isolated for ${stand.isolated} days` }, `isolated ${stand.isolated}`)
      : TESTS.cut(stand, supply)
        ? el("span", { class: "sign bad", title: "Supply is cut" }, "cut")
        : null,
    TESTS.command(stand) ? el("span", { class: "sign warn", title: words("out_of_command") }, "⌁") : null,
  );
}
