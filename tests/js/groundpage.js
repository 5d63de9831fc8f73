// The page where a ground is made, with parts that only keep what they are given.

import assert from "node:assert/strict";

import { instead, keeping } from "./instead.js";
import { answered } from "./made.js";
import { made, page, settled } from "./page.js";

instead({
  "ground/asking.js": ["isChoosing"],
  "ground/groundfiles.js": ["showFiles"],
  "ground/groundlimits.js": ["showLimits"],
  "ground/groundmaker.js": ["Maker"],
  "ground/worldmap.js": ["WorldMap"],
});

export const DRAFT = {
  ...{ name: "Toy", version: 3, box: [1.5, 2, 3, 4.25], outline: [], width_km: 2, layout: "flat", date: "1870" },
  ...{ countries: ["fr", "de"], classes: "esa", online: ["osm"], limits: { hill: 7 }, missing: ["roads.gpkg"] },
};
export const FILES = [
  { name: "dem.tif", kind_now: "elevation", boxes: [[0, 0, 2, 2]], places: [["Own", 9, 50]] },
  { name: "cover.tif", kind_now: "land_cover", boxes: [[1, 1, 5, 3]] },
  { name: "notes.txt", kind_now: "notes" },
];
export const LIMITS = [{ key: "hill", usual: 5, value: 7 }];
export const state = (draft = {}, more = {}) => ({
  ...{ draft: { ...DRAFT, ...draft }, files: FILES, thresholds: LIMITS, job: {}, saved: false, shipped: ["s"] },
  ...{ kinds: [] },
  ...more,
});

/** What is on the page, what was sent, and what the parts of the page were given. */
export const on = {};
let count = 0;
export const get = (id) => on.root.getElementById(id);
export const said = (name) => on.calls.filter(([one]) => one === name).map(([, ...given]) => given);

function elements() {
  const input = (name, more = {}) => made("input", { name, ...more });
  const ids = (tag, ...names) => names.map((name) => made(tag, { id: name }));
  const modes = ["box", "outline", "move", "other"].map((mode) => made("button", { "data-mode": mode }));
  const services = ["osm", "dem"].map((name) => made("input", { "data-service": name, type: "checkbox" }));
  const select = (id, ...values) => made("select", { id }, ...values.map((value) => made("option", { value })));
  on.files = made("input", { id: "files" });
  return made(
    "div",
    { id: "ground", "data-base": "/grounds/toy/", "data-token": "secret" },
    ...ids("script", "kinds", "meanings", "choices"),
    ...ids("canvas", "world"),
    ...ids(
      "div",
      "fault",
      "size",
      "limits",
      "file-list",
      "drop",
      "saved-acts",
      "classes-row",
      "aim",
      "places",
      "own-kinds",
    ),
    ...ids("button", "round-files", "no-outline", "as-shipped", "nearer", "farther", "save", "stop"),
    ...["name", "date", "countries", "width"].map((name) => input(name, { id: name })),
    ...[select("layout", "pointy", "flat"), select("classes", "esa", "corine"), on.files],
    made("form", { id: "edges" }, ...["west", "south", "east", "north"].map((side) => input(side))),
    made("form", { id: "round" }, input("place"), input("km")),
    ...[...modes, ...services],
  );
}

/** Forget what was done. */
export function forget() {
  Object.assign(on, { calls: [], posted: [], answers: {}, choosing: false });
}

export async function begin(first = state()) {
  on.root = page({ ground: elements() });
  get("kinds").textContent = '{"elevation": "heights"}';
  get("choices").textContent = "{}";
  get("meanings").textContent = '{"areas": ["wood"]}';
  on.answers = { "world.json": [200, '"the world"'], ...on.answers, ...(first && { "state.json": [200, first] }) };
  globalThis.fetch = async (url, { method = "GET", body } = {}) => {
    const name = url.split("/").at(-1).split("?")[0];
    if (method === "POST") on.posted.push([url, typeof body === "string" ? JSON.parse(body) : body]);
    let answer = on.answers[name] ?? [200, state()];
    if (answer instanceof Promise) answer = await answer;
    const got = answered(...answer);
    return { ...got, json: async () => JSON.parse(await got.text()) };
  };
  globalThis.standIns = {
    isChoosing: () => on.choosing,
    showFiles: (...given) => void (on.shownFiles = given),
    showLimits: (...given) => void (on.shownLimits = given),
    Maker: (...given) => {
      on.makes = given[1];
      return keeping(on.calls, "maker", { server: given[0], save: async () => void on.calls.push(["maker.save"]) });
    },
    WorldMap: (canvas, told, does) => {
      on.doors = does;
      return (on.world = keeping(on.calls, "map", { canvas, told, towns: [{ name: "Sedan", lon: 5, lat: 49.7 }] }));
    },
  };
  count += 1;
  await import(`../../webui/static/editor/ground/newground.js?${count}`);
  await settled();
}
export const last = () => {
  const [url, { command_id, ...body }] = on.posted.at(-1);
  assert.ok(command_id);
  return [url, body];
};
export const LAST = (body, name = "set") => [`/grounds/toy/${name}`, { version: 3, ...body }];
