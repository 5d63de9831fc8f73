// The page as a whole, with parts that only keep what they are given.

import assert from "node:assert/strict";

import { instead, keeping } from "./instead.js";
import { made, page, settled } from "./page.js";

instead({
  "common/frame.js": ["closeMenu", "Frame"],
  "common/live.js": ["Live"],
  "common/tabs.js": ["showTab"],
  "map/mapview.js": ["whenReady"],
  "page/asking.js": ["askAll", "askFirst"],
  "page/banner.js": ["showBanner"],
  "page/keys.js": ["setKeys"],
  "page/layers.js": ["Layers"],
  "page/panels.js": ["makePanels"],
  "page/printing.js": ["setPrinting"],
  "orders/calling.js": ["Calling"],
});

export const ANSWERS = {
  view: {
    ...{ version: 5, may_order: true, may_finish: true, ended: false, deploying: false, seats: {}, declared: ["d"] },
    stands: [
      { id: "a", hex: 3, side: "red" },
      { id: "b", hex: 4, side: "red" },
      { id: "foe", hex: 4, side: "blue" },
      { id: "away", hex: null, side: "red" },
    ],
    sides: ["red", "blue"],
    clock: { day: 1, turn: "turn 1", phase: "Fire", turn_word: "impulse" },
  },
  log: "the log",
  oob: { seen: ["foe", "gone"] },
  lines: { supply_state: { a: "cut" } },
  zones: null,
  network: "the network",
  sides: {
    sides: [
      { key: "red", may_act: true },
      { key: "blue", may_act: false },
      { key: "umpire", may_act: true },
    ],
  },
  contacts: "the contacts",
};

/** What is on the page, and what its parts were given. */
export const on = {};
let number = 0;
export const said = (name) => on.calls.filter(([one]) => one === name).map(([, ...given]) => given);
export const only = (name) => (assert.equal(said(name).length, 1, `${name} once`), said(name)[0]);

/** Forget what was done. */
export function forget() {
  [on.calls, on.asked, on.dataset, on.answers] = [[], [], {}, structuredClone(ANSWERS)];
  [on.proposal, on.offered, on.far, on.picks, on.takes, on.menu, on.has] = [null, null, [], false, false, false, true];
  on.data = { base: "/c/toy/umpire/", token: "secret", map: "map", viewer: "umpire", judges: "" };
  globalThis.window = { addEventListener() {} };
}

export const PAGE = {
  ...{ next: "button", done: "button", undo: "button", advise: "button", viewer: "select" },
  page: "div",
};

function makeMap() {
  return keeping(on.calls, "map", {
    map: { getContainer: () => on.root, getBounds: () => "the bounds" },
    ground: { geometry: { number: (hex) => `0${hex}` } },
    state: { cursor: null },
    stacks: { at: (hex) => ANSWERS.view.stands.filter((stand) => stand.hex === hex) },
    isShown: (layer) => layer === "zones",
  });
}

function makeOrdering() {
  return keeping(on.calls, "ordering", {
    writing: keeping(on.calls, "writing"),
    far: { points: on.far },
    hexClicked(...given) {
      on.calls.push(["hexClicked", ...given]);
      return on.takes;
    },
    get proposal() {
      return on.proposal;
    },
    get offered() {
      return on.offered;
    },
  });
}

function makeParts() {
  const plain = (name, own) => keeping(on.calls, name, own),
    picked = (hex) => (on.calls.push(["picked", hex]), on.picks);
  const names = ["clock", "forces", "orderList", "enemy", "commander", "lesson", "selecting"];
  const parts = Object.fromEntries(names.map((name) => [name, plain(name)]));
  if (!on.has) parts.lesson = null;
  return Object.assign(parts, {
    diary: plain("diary", { last: 9 }),
    ordering: makeOrdering(),
    sides: plain("sides", { asking: { picked } }),
    spoken: plain("spoken", { box: made("div", { id: "spoken" }) }),
    whatIf: { section: (word) => `what if ${word}` },
    automatic: {
      section: (sides) => `automatic ${sides.map(({ key }) => key)}`,
      play: (...given) => on.calls.push(["play", ...given]),
      reset: () => on.calls.push(["reset"]),
    },
  });
}

/** Begin the page with these elements and the answers that the server gives. */
export async function begin(elements = PAGE, found = on.answers) {
  const { calls } = on,
    answer = () => (typeof found === "function" ? found() : found),
    frame = keeping(calls, "frame", { data: on.data, box: { dataset: on.dataset } });
  on.map = makeMap();
  on.parts = makeParts();
  globalThis.standIns = {
    closeMenu: () => on.menu,
    Frame: () => frame,
    Live: (...given) => void (on.live = given),
    showTab: (id) => calls.push(["tab", id]),
    whenReady: async (id) => (calls.push(["ready", id]), on.map),
    askAll: async (_, wanted) => (on.asked.push(wanted), answer()),
    askFirst: async () => answer(),
    showBanner: (state, back) => calls.push(["banner", state.away, back]),
    setKeys: (set) => (on.keys = set),
    Layers: (needs) => {
      on.layers = needs;
      return keeping(calls, "layers", { wanted: () => ({ zones: false, network: true }) });
    },
    makePanels: (...given) => (([on.ground, on.acts] = given), on.parts),
    setPrinting: (...given) => calls.push(["printing", ...given]),
    Calling: () => ({ post: async (name, body) => (calls.push(["sent", name, body.seq]), {}) }),
  };
  on.root = page(elements);
  number += 1;
  await import(`../../webui/static/page/app.js?${number}`);
  await settled();
}

/** Give what was done, and forget it. */
export const fresh = () => on.calls.splice(0);
