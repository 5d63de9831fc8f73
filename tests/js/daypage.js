// The page where a command's orders are written, opened without a browser, with what a server would answer.

import { mock } from "node:test";

import { happens, made, page, settled } from "./page.js";

globalThis.HTMLTextAreaElement = globalThis.Element;
globalThis.location = { pathname: "/c/one/us/day", reload: () => void (globalThis.location.loaded += 1), loaded: 0 };
let opened = 0;
export const KEY = (await import("../../webui/static/sheets/draft.js")).draftKey({
  campaign: "one",
  command: "us",
  turn: "1.2",
});

/** Storage whose keys can be listed, as a browser's can. */
function storage(kept = {}) {
  const store = Object.create({
    getItem: (key) => (Object.hasOwn(store, key) ? store[key] : null),
    setItem: (key, value) => void (store[key] = value),
    removeItem: (key) => void delete store[key],
  });
  return Object.assign(store, kept);
}

export const sheet = (version = 2, more = {}) => ({
  sheet: { version, text: "theirs", state: "draft", ...more },
  lines: [],
});

/** Lay the page out: its form, and the lines that say what becomes of it. */
function laid(text, state, share) {
  const fields = { token: "t", turn: "1.2", version: "1", ...(share === null ? {} : { share }) };
  const form = made("form", {
    id: "sheet",
    "data-base": "/c/one/us/",
    "data-campaign": "one",
    "data-command": "us",
    "data-state": state,
  });
  const area = made("textarea");
  area.value = text;
  form.append(
    area,
    ...Object.entries(fields).map(([name, value]) =>
      made("input", { name, value, ...(name === "share" ? { "data-share": "" } : {}) }),
    ),
  );
  const ids = ["kept", "seal", "verdicts", "verdict-part", "other-text", "other-kept", "other-why"];
  const line = made("p", { id: "away", "data-words": "No server." });
  const root = page({
    sheet: form,
    away: line,
    "take-other": "button",
    "drop-other": "button",
    ...Object.fromEntries(ids.map((id) => [id, "p"])),
  });
  const at = (id) => root.getElementById(id);
  at("other-text").hidden = true;
  return { form, area, at, line };
}

/** Open the page with a text that the server has, and what this device kept. */
export async function day({ text = "", state = "", kept = {}, share = null, answers = [] } = {}) {
  const { form, area, at, line } = laid(text, state, share);
  globalThis.localStorage = storage(kept);
  const sent = [];
  globalThis.fetch = async (address, { method = "GET", body } = {}) => {
    sent.push(method === "GET" ? address : JSON.parse(body));
    const answer = answers.shift() ?? sheet();
    if (answer === "away") throw new TypeError("no connection");
    const [status, data] = Array.isArray(answer) ? answer : [200, answer];
    return { ok: status < 400, status, text: async () => JSON.stringify(data), json: async () => data };
  };
  globalThis.location.loaded = 0;
  await import(`../../webui/static/sheets/day.js?${(opened += 1)}`);
  const write = (words) => {
    area.value = words;
    happens(area, "input");
  };
  const submit = async (value) => {
    happens(form, "submit", { submitter: Object.assign(made("button"), { value }) });
    await waited(0);
  };
  return { at, area, form, sent, answers, write, submit, line, said: () => at("kept").textContent };
}

/** Let time go by, and what was begun with it. */
export async function waited(ms) {
  mock.timers.tick(ms);
  for (let n = 0; n < 8; n++) await settled();
}
