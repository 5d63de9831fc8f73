// An umpire's day with a server and a map that only write down what they are asked.

import { happens, made, page } from "./page.js";

const { Day } = await import("../../webui/static/umpire/desk.js");

export const matter = (key, more = {}) => ({
  key,
  kind: "fight",
  title: "Fights",
  hex: null,
  units: [],
  what: `${key} attacks`,
  does: "it is fought",
  why: "",
  expected: "",
  instead: "",
  instead_words: "",
  rule: "",
  stakes: "",
  ...more,
});
const DATA = {
  version: 4,
  clock: { day: 2, turn: "turn 3", phase: "move" },
  kinds: { fight: "Fights" },
  by_themselves: [],
  at_closing: [],
  resolved: [],
  settled: [],
  stops: [],
  stoppable: [],
  fronts: [],
  holdable: ["fight"],
  closing: false,
  waits_for: [],
  turn: "2.3",
  ended: false,
  claims: {},
  umpires: 1,
  may_take_back: true,
  commands: [],
  moments: [],
  branches: [],
  free_id: "b",
  minutes: {},
};
const DIVS = [
  "when",
  "need",
  "spent",
  "nothing",
  "matters",
  "done",
  "kinds",
  "commands",
  "itself-title",
  "at-closing",
  "resolved",
  "itself",
  "moments",
  "branches",
  "matter",
  "say",
  "toast",
  "page",
  "keys-help",
  "open-tools",
];
export const THREE = () => [matter("a", { hex: "0101", units: ["A"] }), matter("b", { kind: "mines" }), matter("c")];

/** Make what a day is told: three matters, of which the second is of another kind. */
export const data = (more = {}) => ({ ...DATA, matters: THREE(), ...more });
export const at = (id) => globalThis.document.getElementById(id);
export const toast = () => (at("toast").hidden ? "" : at("toast").textContent);

/** Press keys, one after the other. */
export const keys = (...pressed) => {
  for (const key of pressed) happens(globalThis.document, "keydown", { key, target: null });
};

/** Sit down at a day of three matters. */
export async function seated() {
  const it = { asked: [], gone: [], prompts: [], confirms: [], told: [], answers: {} };
  globalThis.setInterval = () => 0;
  globalThis.FormData = class {
    *[Symbol.iterator]() {}
  };
  globalThis.window = {
    prompt: (words, value) => (it.told.push([words, value]), it.prompts.shift()),
    confirm: (words) => (it.told.push(words), it.confirms.shift() ?? false),
  };
  const field = (name) => made("input", { name });
  const tool = made("select", { name: "tool" });
  const tools = made(
    "dialog",
    { id: "tools" },
    made("form", {}, tool, made("div", { class: "fields" }), made("output"), field("why")),
  );
  page({
    ...Object.fromEntries(DIVS.map((id) => [id, "div"])),
    search: "input",
    "close-turn": "button",
    keys: made("dialog", { id: "keys" }, made("dl")),
    tools,
    changing: made("dialog", { id: "changing" }, field("notation"), field("why")),
  });
  const server = {
    get: async (name) => (it.asked.push(name), it.answers[name]),
    post: async (name, body) => {
      it.asked.push([name, body]);
      const answer = it.answers[name];
      if (answer instanceof Error) throw answer;
      return typeof answer === "function" ? answer(body) : answer;
    },
  };
  const map = {
    setView: (view) => it.gone.push(["view", view]),
    goTo: (hex) => (it.gone.push(hex), hex !== "9999"),
    showAll: () => it.gone.push("all"),
  };
  it.day = new Day(server, map);
  it.answers = { "view.json": { stands: 1 }, "oob.json": { sides: [], stands: [] }, "matters.json": data() };
  await it.day.load();
  Object.assign(it, { asked: [], gone: [] });
  return it;
}
