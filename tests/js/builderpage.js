// The page of a scenario that is built, with parts that only keep what they are given.

import { instead, keeping } from "./instead.js";
import { answered } from "./made.js";
import { page, settled } from "./page.js";

instead({
  "common/frame.js": ["Frame"],
  "common/keys.js": ["listKeys"],
  "common/tabs.js": ["showTab"],
  "common/trying.js": ["Trying"],
  "map/mapview.js": ["whenReady"],
  "editor/telling.js": ["Telling", "notBegun"],
  "scenario/acts.js": ["Acts", "showIn"],
  "scenario/bar.js": ["setKeys", "showTold", "=KEYS"],
  "scenario/checks.js": ["Checks"],
  "scenario/details.js": ["Details"],
  "scenario/dragging.js": ["Dragging"],
  "scenario/faces.js": ["faceOf", "pictureField"],
  "scenario/lists.js": ["Lists"],
  "scenario/marks.js": ["Marks"],
  "scenario/onmap.js": ["OnMap"],
  "scenario/rows.js": ["Rows"],
  "scenario/tree.js": ["Tree"],
  "scenario/view.js": ["viewOf"],
});

export const TOLD = {
  ...{ version: 3, undo: "", redo: "", sides: ["red"], in_the_way: [] },
  changed: {
    head: { what: "head", name: "Toy" },
    s1: { what: "side", name: "Red", order: 1 },
    f1: { what: "formation", name: "1st", parent: "s1", order: 1 },
    u1: { what: "unit", name: "Guards", parent: "f1", order: 1, arrive_day: 2 },
    u2: { what: "unit", name: "Line", parent: "f1", order: 2 },
    u3: { what: "unit", name: "Guns", parent: "f1", order: 3, arrive_day: 3 },
    u4: { what: "unit", name: "Later", parent: "f1", order: 4, arrive_day: 3 },
  },
  hexes: { u1: 7, u3: 7 },
};
const UNITS = "undo redo hand-done show-head status test tab-games";
/** What is on the page, what was on.sent, and what the parts of the page were given. */
export const on = {};
let count = 0;
export const get = (id) => on.root.getElementById(id);
export const done = () =>
  on.calls.splice(0).map((call) => call.map((one) => (typeof one === "object" ? JSON.stringify(one) : one)).join(" "));

/** Begin the page. */
export async function begin() {
  [on.calls, on.doors, on.sent, on.dataset] = [[], {}, [], {}];
  on.answers = { "state.json": [200, TOLD] };
  globalThis.window = {};
  globalThis.fetch = served;
  const buttons = Object.fromEntries(UNITS.split(" ").map((id) => [id, "button"]));
  on.root = page({ words: "script", "games-body": "div", saved: "span", ...buttons });
  get("words").textContent = '{"fields": {}}';
  on.view = keeping(on.calls, "view");
  on.onMap = keeping(on.calls, "onMap", { hand: null });
  on.dragging = keeping(on.calls, "dragging", { held: null });
  globalThis.standIns = standIns();
  count += 1;
  await import(`../../webui/static/editor/scenario/scenario.js?${count}`);
  await settled();
  on.builder = globalThis.window.builder;
}

async function served(url, { body } = {}) {
  const name = url.split("/").at(-1).split("?")[0];
  on.sent.push(body ? [name, JSON.parse(body)] : [name]);
  const answer = on.answers[name] ?? [200, { ...TOLD, changed: {}, hexes: TOLD.hexes }];
  return answered(...(answer instanceof Promise ? await answer : answer));
}

function standIns() {
  const part = (name, own) => (...given) => ((on.doors[name] = given), keeping(on.calls, name, own)); // prettier-ignore
  return {
    Frame: () =>
      keeping(on.calls, "frame", {
        data: { base: "/s/toy/", token: "t", map: "map", trial: "/t/" },
        box: { dataset: on.dataset },
      }),
    listKeys: (list) => on.calls.push(["keys", list]),
    KEYS: [["Z", "take back"]],
    showTab: (id) => on.calls.push(["tab", id]),
    Trying: part("trying"),
    whenReady: async () => on.view,
    Telling: (_, what) => keeping(on.calls, "telling", { what }),
    notBegun: (error) => on.calls.push(["not begun", error.message]),
    Acts: part("acts", { under: () => "under" }),
    showIn: (key) => on.calls.push(["shown in", key]),
    setKeys: (acts) => (on.keys = acts),
    showTold: (told, name) => on.calls.push(["told", told.version, name]),
    Checks: part("checks"),
    Details: part("details"),
    Dragging: (given) => ((on.doors.dragging = [given]), on.dragging),
    faceOf: (key) => `face of ${key}`,
    pictureField: (...given) => ((on.doors.picture = given), ["picture"]),
    Lists: part("lists"),
    Marks: part("marks"),
    OnMap: (given) => ((on.doors.onMap = [given]), on.onMap),
    Rows: part("rows"),
    Tree: part("tree"),
    viewOf: (model, sides) => `view of ${sides}`,
  };
}
