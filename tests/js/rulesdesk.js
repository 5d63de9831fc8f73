// The desk where rules are written, opened without a browser, with what a server would answer.

import { mock } from "node:test";

import { happens, made, page, settled } from "./page.js";

globalThis.HTMLTextAreaElement = globalThis.Element;
globalThis.getComputedStyle = () => ({ lineHeight: "20px" });
globalThis.requestAnimationFrame = (act) => (act(), 1);
globalThis.cancelAnimationFrame = () => {};
globalThis.File = class {
  constructor([text]) {
    this.text = text;
  }
};
Object.defineProperty(globalThis.HTMLSelectElement.prototype, "options", {
  get() {
    return this.querySelectorAll("option");
  },
});
let opened = 0;
const SHEET = { name: "Ours", source: "s", phases: [], extends: "", differences: [], parts: [] };
export const looked = (more = {}) => ({
  faults: [],
  more: 0,
  sheet: SHEET,
  sha: "s2",
  draft: false,
  listed: true,
  ...more,
});
const key = (name, more = {}) => ({
  name,
  takes: "a number",
  usual: "",
  must: false,
  means: `what \`${name}\` is`,
  words: "",
  ...more,
});
const CARDS = {
  rules: [
    {
      path: "unit",
      many: true,
      about: "A kind of unit. More.",
      page: "/help/unit",
      example: "x",
      keys: [key("kind", { must: true }), key("steps", { usual: "3" })],
    },
  ],
  variant: [],
  words: {},
};

/** Lay the desk out with a text. */
function laid(text) {
  const area = made("textarea", { id: "text" });
  area.value = text;
  area.selectionStart = 0;
  area.setSelectionRange = (...at) => (area.range = at);
  const before = made("a", { "data-before": "s0" }, " of Monday "),
    trial = made("div", { id: "trial", "data-base": "/trials/one/" }),
    card = made("details", { id: "card" }, made("div", { id: "card-body" }), made("b", { id: "card-at" }));
  trial.hidden = true;
  const ids = ["numbers", "said", "state", "ran", "faults", "faults-title", "sheet", "sheet-title"];
  const root = page({
    book: made("main", { id: "book", "data-base": "/r/", "data-token": "t", "data-sha": "s1" }),
    ...{ text: area, keep: "button", cases: "button", games: "button", before, trial, card },
    ...Object.fromEntries(ids.map((id) => [id, "div"])),
  });
  return { root, area, before };
}

/** Open the desk with a text; `answers` are the server's by what is asked, one after another. */
export async function desk(text, answers = {}) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const { root, area, before } = laid(text);
  const sent = [],
    heard = {};
  globalThis.window = {
    addEventListener: (kind, act) => (heard[kind] = act),
    setTimeout: (...more) => setTimeout(...more),
  };
  globalThis.fetch = async (address, { body } = {}) => {
    sent.push(body?.text === undefined ? address : [address, body.text]);
    const name = address.replace("/r/", "").split("?")[0];
    const answer = answers[name]?.shift() ?? (name === "cards" ? CARDS : looked());
    if (answer.wait) await answer.wait;
    const [status, data] = Array.isArray(answer) ? answer : [200, answer];
    const told = typeof data === "string" ? data : JSON.stringify(data);
    return {
      ok: status < 400,
      status,
      headers: new Map(),
      text: async () => told,
      blob: async () => ({ text: async () => told }),
    };
  };
  await import(`../../webui/static/umpire/rulebook.js?${(opened += 1)}`);
  await settled();
  const at = (id) => root.getElementById(id);
  const write = (words) => {
    area.value = words;
    happens(area, "input");
  };
  const after = async (ms) => {
    mock.timers.tick(ms);
    await settled();
  };
  return { root, area, at, sent, heard, write, after, before, said: () => at("said").textContent };
}
export const refusal = (why) => [409, { error: { why, rule: "", remedy: "" } }];
export const row = (line, what = "no such key") => ({ line, what, remedy: "" });
