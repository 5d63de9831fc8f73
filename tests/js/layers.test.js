// The layers of the page's map: their boxes, those that are fetched when they are wanted, colours, the legend.

import assert from "node:assert/strict";
import test from "node:test";

import { promised } from "./made.js";
import { happens, made, page, settled, texts } from "./page.js";

const { Layers, tickLayer } = await import("../../webui/static/page/layers.js");

function layers({
  shown = { grid: true, zones: false, network: false },
  kept = null,
  zones = null,
  network = null,
} = {}) {
  const summary = made("summary"),
    legend = made("details", { id: "legend" }, summary, made("div", { class: "legend-rows" }));
  const root = page({ legend, "layer-list": "div" });
  const done = [],
    store = kept === null ? {} : { "sandtable-colours": kept };
  globalThis.localStorage = { getItem: (key) => store[key] ?? null, setItem: (key, value) => (store[key] = value) };
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const state = { zones: null };
  const map = {
    ...{
      isShown: (layer) => shown[layer],
      toggle: log("toggle"),
      setZones: log("zones"),
      setNetwork: log("network"),
      setScheme: log("scheme"),
    },
    ...{ hexName: (hex) => `hex ${hex}`, state: { network: null }, map: { on() {} } },
    painter: { drawing: { schemes: { full: { words: "In full" }, pale: { words: "Pale" } } } },
  };
  const answers = {
    "zones.json": zones ?? (async () => ({ zones: { red: [1] } })),
    "network.json": network ?? (async () => ({ served: 0, cut: [], ends: [] })),
  };
  const reader = { get: (name) => (done.push(["asks", name]), answers[name]()) };
  const one = new Layers({ map, state, reader, frame: { say: log("say") }, guard: (work) => work() });
  return { one, root, done, map, state, store, legend, summary, shown, take: () => done.splice(0) };
}

test("the layers that the map has stand in a list, ticked if they are shown; those that it has not are left out", () => {
  const { root, one } = layers();
  assert.deepEqual(texts(root, "#layer-list label").slice(1), ["Grid", "Zones of control", "Supply network"]);
  assert.deepEqual(
    root.querySelectorAll("#layer-list input").map(({ checked }) => checked === true),
    [true, false, false],
  );
  assert.deepEqual(one.wanted(), { zones: false, network: false });
  assert.deepEqual(layers({ shown: { zones: true, network: true } }).one.wanted(), { zones: true, network: true });
  assert.deepEqual(layers({ shown: {} }).one.wanted(), { zones: false, network: false });
});

test("zones are fetched when they are first shown; other layers fetch nothing, nor do those that are hidden", async () => {
  const { root, take, one } = layers();
  const [grid, zones] = root.querySelectorAll("#layer-list input");
  grid.checked = false;
  happens(grid, "change");
  await settled();
  assert.deepEqual(take(), [["toggle", "grid", false]]);
  zones.checked = true;
  happens(zones, "change");
  await settled();
  assert.deepEqual(take(), [
    ["toggle", "zones", true],
    ["asks", "zones.json"],
    ["zones", { red: [1] }],
  ]);
  await one.toggle("zones", false);
  assert.deepEqual([take(), zones.checked], [[["toggle", "zones", false]], false]);
  await one.toggle("zones", true);
  assert.deepEqual([take(), zones.checked], [[["toggle", "zones", true]], true]);
  tickLayer("nothing", true);
});

test("the network of supply is fetched once, and said each time that it is shown", async () => {
  const { one, map, take } = layers();
  await one.toggle("network", true);
  const told = take();
  assert.deepEqual(
    told.map(([name]) => name),
    ["toggle", "asks", "network", "say"],
  );
  assert.equal(told[3][1], "No unit is served. No line is cut.");
  map.state.network = { served: 1, cut: [], ends: [] };
  await one.toggle("network", true);
  assert.deepEqual(
    take().map(([name]) => name),
    ["toggle", "network", "say"],
  );
  await one.toggle("network", false);
  assert.equal(take().length, 1);
});

test("what comes of a moment that is past is not shown", async () => {
  const [zones, network] = [promised(), promised()];
  const { one, take, state } = layers({ zones: () => zones.promise, network: () => network.promise });
  const both = [one.toggle("zones", true), one.toggle("network", true)];
  one.forget();
  zones.resolve({ zones: {} });
  network.resolve({ served: 0, cut: [], ends: [] });
  await Promise.all(both);
  assert.deepEqual(
    take().filter(([name]) => !["toggle", "asks"].includes(name)),
    [],
  );
  assert.equal(state.zones, null);
});

test("the legend is opened and shut by its key, which leads to it", () => {
  const { one, legend, summary } = layers();
  legend.open = false;
  one.toggleLegend();
  assert.deepEqual([legend.open, globalThis.document.activeElement], [true, summary]);
  one.toggleLegend();
  assert.equal(legend.open, false);
});

test("colours that were chosen in this browser are used again, if the map has them", () => {
  const pale = layers({ kept: "pale" });
  assert.deepEqual(pale.take(), [["scheme", "pale"]]);
  const chosen = (one) =>
    one.root
      .querySelectorAll("option")
      .filter((option) => option.getAttribute("selected") !== null)
      .map(({ value }) => value);
  assert.deepEqual(chosen(pale), ["pale"]);
  for (const kept of [null, "full", "gone"]) {
    const one = layers({ kept });
    assert.deepEqual([one.take(), chosen(one)], [[], ["full"]], String(kept));
  }
  const again = layers({ kept: "pale" }),
    select = again.root.querySelector("select");
  again.take();
  select.value = "full";
  happens(select, "change");
  assert.deepEqual([again.take(), again.store["sandtable-colours"]], [[["scheme", "full"]], "full"]);
});
