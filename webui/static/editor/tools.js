// The tools: what each draws, and its settings.

import { byId, el, fill } from "../common/dom.js";
import { words } from "../common/words.js";
import { toolIcon } from "./icons.js";

// gesture: how it is drawn. paint: hexes under a brush; sides: hexsides; way: from hex to hex; side: one hexside; spot: a place.
export const TOOLS = [
  { key: "inspect", label: "Inspect", letter: "I", gesture: null, hint: "Click a hex to see what it is, and why." },
  { key: "terrain", label: "Terrain", letter: "T", gesture: "paint", hint: "Click or drag over hexes." },
  { key: "height", label: "Height", letter: "H", gesture: "paint", hint: "Click or drag over hexes." },
  { key: "hexside", label: "Water", letter: "W", gesture: "sides", hint: "Click hexsides, or drag along them." },
  { key: "slope", label: "Slope", letter: "S", gesture: "sides", hint: "Click hexsides, or drag along them." },
  {
    key: "road",
    label: "Road, rail",
    letter: "R",
    gesture: "way",
    hint: "Drag from hex to hex; or click hex after hex, and the last one twice.",
  },
  { key: "crossing", label: "Crossing", letter: "B", gesture: "side", hint: "Click the hexside that is crossed." },
  { key: "place", label: "Place", letter: "P", gesture: "spot", hint: "" },
];

const BRUSHES = [
  [0, "1 hex"],
  [1, "7 hexes"],
  [2, "19 hexes"],
];
const RANKS = [
  [1, "city"],
  [2, "town"],
  [3, "large village"],
  [4, "village"],
];
const PLACE_HINTS = {
  add: "Write the name, then click where it lies.",
  rename: "Write the new name, then click the place.",
  move: "Click the place, then where it belongs.",
  remove: "Click the place.",
};

export class Tools {
  constructor(editor) {
    this.editor = editor;
    this.set = {
      terrain: "woods_dense",
      height: "",
      brush: 0,
      hexside: "river",
      slope: "steep",
      link: "road",
      road: "main",
      rail: "single",
      crossing: "bridge",
      side_name: "",
      crossing_name: "",
      act: "add",
      name: "",
      rank: 4,
    };
    if (!editor.vocabulary.terrain.includes(this.set.terrain)) this.set.terrain = editor.vocabulary.terrain[0];
    fill(
      byId("tool-list"),
      TOOLS.map((tool) =>
        el(
          "button",
          {
            type: "button",
            role: "radio",
            class: "tool",
            data: { tool: tool.key },
            title: `${tool.label} (${tool.letter})`,
            onclick: () => this.choose(tool.key),
          },
          toolIcon(tool.key),
          tool.label,
        ),
      ),
    );
    byId("tool-list").addEventListener("keydown", (event) => this.#arrow(event));
    this.choose("inspect");
  }

  get now() {
    return TOOLS.find(({ key }) => key === this.chosen);
  }

  choose(key) {
    this.chosen = key;
    this.editor.drawing?.drop();
    for (const button of byId("tool-list").children) {
      const on = button.dataset.tool === key;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    }
    this.editor.view.map.getContainer().classList.toggle("aiming", key !== "inspect");
    this.#showOptions();
  }

  // What a change by this tool says, without where.
  stroke() {
    const { set } = this;
    if (this.chosen === "road") return { what: set.link, value: set[set.link] };
    if (this.chosen === "height") return { what: "height", value: String(set.height).trim() };
    if (this.chosen === "hexside")
      return { what: "hexside", value: set.hexside, name: set.hexside === "none" ? "" : set.side_name.trim() };
    if (this.chosen === "crossing")
      return { what: "crossing", value: set.crossing, name: set.crossing === "none" ? "" : set.crossing_name.trim() };
    return { what: this.chosen, value: set[this.chosen] };
  }

  // What is still missing for this tool, in words.
  lacks() {
    if (this.chosen === "height" && !Number.isFinite(parseFloat(this.set.height)))
      return "Write the height in metres first.";
    if (this.chosen === "place" && ["add", "rename"].includes(this.set.act) && !this.set.name.trim())
      return "Write the name of the place first.";
    return "";
  }

  #showOptions() {
    const options = {
      terrain: () => this.#terrain(),
      height: () => this.#height(),
      hexside: () => this.#hexside(),
      slope: () => this.#slope(),
      road: () => this.#links(),
      crossing: () => this.#crossing(),
      place: () => this.#place(),
    };
    const hint = this.chosen === "place" ? PLACE_HINTS[this.set.act] : this.now.hint;
    fill(byId("tool-options"), options[this.chosen]?.() ?? null, el("p", { class: "soft hint" }, hint));
  }

  #terrain() {
    const { terrain, tints } = this.editor.vocabulary;
    return [
      this.#brush(),
      el(
        "div",
        { class: "swatches", role: "radiogroup", "aria-label": "Terrain" },
        terrain.map((name) => {
          const patch = el("i", { class: "patch", "aria-hidden": "true" });
          patch.style.background = tints[name] ?? "#ffffff";
          return el(
            "label",
            { class: "swatch-row" },
            el("input", {
              type: "radio",
              name: "terrain",
              value: name,
              checked: this.set.terrain === name,
              onchange: () => (this.set.terrain = name),
            }),
            patch,
            words(name),
          );
        }),
      ),
    ];
  }

  #brush() {
    return el(
      "div",
      { class: "modes", role: "group", "aria-label": "Brush" },
      BRUSHES.map(([reach, label]) =>
        el(
          "button",
          {
            type: "button",
            class: "mode",
            "aria-pressed": String(this.set.brush === reach),
            onclick: () => {
              this.set.brush = reach;
              this.#showOptions();
            },
          },
          label,
        ),
      ),
    );
  }

  #height() {
    return [
      this.#brush(),
      el(
        "label",
        {},
        "Height in metres ",
        el("input", {
          type: "number",
          min: -500,
          max: 9000,
          step: "any",
          value: this.set.height,
          oninput: (event) => (this.set.height = event.target.value),
        }),
      ),
    ];
  }

  #hexside() {
    return [
      this.#kinds("hexside", "Kind of water"),
      this.set.hexside === "none" ? null : this.#text("side_name", "Its name, if it has one"),
    ];
  }

  #slope() {
    return this.#kinds("slope", "Kind of slope");
  }

  #links() {
    return [
      el(
        "div",
        { class: "modes", role: "group", "aria-label": "Road or railway" },
        ["road", "rail"].map((link) =>
          el(
            "button",
            {
              type: "button",
              class: "mode",
              "aria-pressed": String(this.set.link === link),
              onclick: () => {
                this.set.link = link;
                this.#showOptions();
              },
            },
            link === "road" ? "Road" : "Railway",
          ),
        ),
      ),
      this.#kinds(this.set.link, this.set.link === "road" ? "Kind of road" : "Tracks"),
    ];
  }

  #crossing() {
    return [
      this.#kinds("crossing", "Kind of crossing"),
      this.set.crossing === "none" ? null : this.#text("crossing_name", "Its name, if it has one"),
    ];
  }

  #place() {
    const act = el(
      "select",
      {
        onchange: (event) => {
          this.set.act = event.target.value;
          this.#showOptions();
        },
      },
      [
        ["add", "Put in a place"],
        ["rename", "Rename a place"],
        ["move", "Move a place"],
        ["remove", "Take a place away"],
      ].map(([key, label]) => el("option", { value: key, selected: this.set.act === key }, label)),
    );
    const named = this.set.act === "add" || this.set.act === "rename";
    return [
      el("label", {}, "Do what ", act),
      named ? this.#text("name", this.set.act === "add" ? "Name" : "New name") : null,
      this.set.act === "add"
        ? el(
            "label",
            {},
            "Size ",
            el(
              "select",
              { onchange: (event) => (this.set.rank = Number(event.target.value)) },
              RANKS.map(([rank, label]) => el("option", { value: rank, selected: this.set.rank === rank }, label)),
            ),
          )
        : null,
    ];
  }

  #kinds(name, label) {
    const told = (kind) => (kind === "none" ? "none: take away" : words(kind));
    return el(
      "label",
      {},
      `${label} `,
      el(
        "select",
        {
          onchange: (event) => {
            this.set[name] = event.target.value;
            this.#showOptions();
          },
        },
        this.editor.vocabulary.kinds[name].map((kind) =>
          el("option", { value: kind, selected: this.set[name] === kind }, told(kind)),
        ),
      ),
    );
  }

  #text(name, label) {
    return el(
      "label",
      {},
      `${label} `,
      el("input", {
        maxlength: 200,
        autocomplete: "off",
        value: this.set[name],
        oninput: (event) => (this.set[name] = event.target.value),
      }),
    );
  }

  #arrow(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const at = TOOLS.findIndex(({ key }) => key === this.chosen);
    this.choose(TOOLS[(at + step + TOOLS.length) % TOOLS.length].key);
    byId("tool-list").querySelector('[aria-checked="true"]').focus();
    event.preventDefault();
  }
}
