// Small things round the map and beside it: scale, moon and sources; bands; what is shown at first; the umpire's words and tools.

import assert from "node:assert/strict";
import test from "node:test";

import { happens, html, made, page, settled, texts } from "./page.js";

globalThis.L = {
  control: { zoom: (how) => ({ addTo: (map) => (map.zoom = how) }) },
  Renderer: { extend: () => class {} },
  GridLayer: { extend: () => class {} },
};
const { bandsOf, grouped } = await import("../../webui/static/map/drawn/bands.js");
const { Furniture } = await import("../../webui/static/map/furniture.js");
const { freshState, OVERLAYS } = await import("../../webui/static/map/mapstate.js");
const words = await import("../../webui/static/umpire/words.js");
const { toolbox } = await import("../../webui/static/umpire/toolbox.js");
const { Fault } = await import("../../webui/static/common/faults.js");

function furniture({ zoom = 0, widthM = 1000, sources = [] } = {}) {
  const box = made("div"),
    heard = {},
    colours = {};
  page({ box });
  globalThis.document.documentElement = { style: { setProperty: (name, value) => (colours[name] = value) } };
  const map = { getContainer: () => box, getZoom: () => map.now, now: zoom, on: (kind, act) => (heard[kind] = act) };
  const ink = { around: "a", moon: "m", dusk: "d", taught: "t", other: "o" };
  const one = new Furniture({ map, painter: {}, ground: { palette: { ink }, widthM, sources } });
  const scale = () => [one.scaleText.textContent, one.scaleBar.style.width];
  return { one, map, heard, colours, box, scale };
}

test("the bar is the longest round length of at most 130 pixels, and follows the zoom", () => {
  // Hexes of a kilometre: 1.73 pixels to one at zoom 0, twice as many at each third zoom.
  const { scale, map, heard } = furniture();
  assert.deepEqual(scale(), ["50 km", "87px"]);
  map.now = 12;
  heard.zoomend();
  assert.deepEqual(
    scale(),
    ["2 km", "55px"].map((text, n) => (n ? scale()[1] : text)),
  );
  assert.equal(Math.round(2 * 16 * 1.732), Number.parseInt(scale()[1]));
  assert.deepEqual(furniture({ widthM: 10 }).scale()[0], "0.5 km", "where even the shortest is longer it is that");
  assert.deepEqual(furniture({ widthM: 1e6 }).scale()[0], "200 km");
});

test("the moon is up at night; what is said is heard; the page has the map's colours", () => {
  const { one, map, colours, box } = furniture();
  assert.equal(one.moon.hidden, true);
  one.update({ night: true });
  assert.equal(one.moon.hidden, false);
  one.update({ night: false });
  assert.equal(one.moon.hidden, true);
  one.say("a marches");
  assert.deepEqual([one.status.textContent, one.status.getAttribute("role")], ["a marches", "status"]);
  assert.deepEqual(colours, { "--map-around": "a", "--map-moon": "m", "--map-dusk": "d", "--map-taught": "t" });
  assert.deepEqual(map.zoom, { position: "bottomright" });
  assert.deepEqual(
    box.children.map(({ className }) => className),
    ["map-status", "map-moon", "map-drawing", "map-scale", "map-credits"],
  );
  assert.deepEqual([one.scaleBar.parentElement, box.children[2].getAttribute("role")], [one.scale, "status"]);
});

test("sources are told in few words, with all of them in the title", () => {
  const { one } = furniture({ sources: ["OpenStreetMap (2026), parts; ODbL", "Own survey"] });
  assert.equal(one.credits.textContent, "OpenStreetMap, ODbL · Own survey");
  assert.equal(one.credits.title, "OpenStreetMap (2026), parts; ODbL\nOwn survey");
});

const packet = (box, bands = 4) => ({ box, bands, items: [] });
const boxes = (bands) => bands.map(({ box, band }) => [box, band]);

test("a packet is cut into its bands, from above; what lies outside of a box is left out", () => {
  assert.deepEqual(boxes(bandsOf(packet([0, 0, 4, 8]), [1, 1, 9, 5])), [
    [[1, 1, 4, 2], 0],
    [[1, 2, 4, 4], 1],
    [[1, 4, 4, 5], 2],
  ]);
  assert.deepEqual(boxes(bandsOf(packet([0, 0, 4, 8]), [1, 3, 2, 5])), [
    [[1, 3, 2, 4], 1],
    [[1, 4, 2, 5], 2],
  ]);
  assert.deepEqual(boxes(bandsOf(packet([0, 0, 4, 8], 2), [-9, -9, 9, 4])), [[[0, 0, 4, 4], 0]]);
});

test("bands are put together until they are high enough", () => {
  const bands = bandsOf(packet([0, 0, 4, 8]), [0, 0, 4, 8]);
  assert.deepEqual(
    grouped(bands, 4).map((group) => group.map(({ band }) => band)),
    [
      [0, 1],
      [2, 3],
    ],
  );
  assert.deepEqual(
    grouped(bands, 4.1).map((group) => group.length),
    [3, 1],
  );
  assert.deepEqual(grouped(bands, 1).length, 4);
  assert.deepEqual(grouped([], 4), []);
});

test("at first all is shown but zones and the network of supply, and nothing is there", () => {
  const { shown, taught, ground, cursor } = freshState("the ground");
  assert.deepEqual(
    Object.keys(shown).filter((layer) => !shown[layer]),
    ["zones", "network"],
  );
  assert.equal(Object.keys(shown).length, OVERLAYS.length);
  assert.deepEqual([taught, ground, cursor], [[], "the ground", null]);
});

test("matters are found by all words that are written, wherever they stand", () => {
  const matter = (title, more = {}) => ({ title, hex: null, what: "", units: [], ...more });
  const all = [matter("Bridge at Wiltz", { hex: "0203" }), matter("Air", { units: ["1/110"], what: "Fog" })];
  const found = (text) => words.foundIn(all, text).map(({ title }) => title);
  assert.deepEqual(found("WILTZ  bridge"), ["Bridge at Wiltz"]);
  assert.deepEqual(found(" 0203 "), ["Bridge at Wiltz"]);
  assert.deepEqual(found("1/110 fog"), ["Air"]);
  assert.deepEqual(found("bridge fog"), []);
  assert.deepEqual(found(""), ["Bridge at Wiltz", "Air"]);
});

test("the button that closes the turn says what it does now", () => {
  const say = (closing, waits = [], ended = false) => words.closingWords({ closing, waits_for: waits, ended });
  assert.deepEqual(
    [say(false), say(false, ["a"]), say(true), say(true, ["a"]), say(true, ["a", "b"]), say(true, ["a"], true)],
    [
      "Close the turn (X)",
      "Close the turn (X)",
      "Go on with the closing (X)",
      "The closing waits for 1 matter",
      "The closing waits for 2 matters",
      "",
    ],
  );
});

test("what was taken back, or is to be, is counted", () => {
  assert.equal(words.takenBackWords(1), "1 entry was taken back.");
  assert.equal(words.takenBackWords(2), "2 entries were taken back.");
  assert.match(words.takenBackWords(1, true), /^1 entry is taken back\. It stays/);
  assert.match(words.takenBackWords(2, true), /^2 entries are taken back\. They stay/);
});

test("an umpire's minutes of a day stand beside the median of all days", () => {
  const minutes = (of) => words.spentWords({ clock: { day: 2 }, minutes: of });
  assert.equal(minutes({ 1: 30, 2: 4, 3: 9 }), "this day 4 min, median 9 min");
  assert.equal(minutes({}), "this day 0 min, median 0 min");
});

test("the tools choose from units with their hex, formations, and the stores that any formation has", () => {
  const sides = [
    { formations: [{ id: "d", name: "Div", stores: { POL: 1 } }] },
    { formations: [{ id: "e", name: "E", stores: { POL: 2, AMMO: 1 } }] },
  ];
  const stands = [
    { id: "a", name: "A", number: "0203" },
    { id: "b", name: "B", number: null },
  ];
  assert.deepEqual(words.listsOf({ sides, stands }), {
    units: [
      ["a", "A, 0203"],
      ["b", "B"],
    ],
    formations: [
      ["d", "Div"],
      ["e", "E"],
    ],
    stores: [
      ["POL", "POL"],
      ["AMMO", "AMMO"],
    ],
  });
});

function tools(give = async () => {}) {
  const choice = made("select", { name: "tool" }),
    why = made("input", { name: "why" }),
    fields = made("div", { class: "fields" }),
    output = made("output"),
    form = made("form", {}, choice, fields, why, output),
    dialog = made("dialog", { id: "tools" }, form);
  page({ tools: dialog });
  globalThis.FormData = class {
    *[Symbol.iterator]() {
      for (const one of [...form.querySelectorAll("input"), ...form.querySelectorAll("select")])
        yield [one.name, one.value];
    }
  };
  const given = [];
  const open = toolbox({
    lists: () => ({ units: [["1/110", "First, 0203"]], formations: [], stores: [] }),
    about: () => ({ units: ["1/110", "2/110"], hex: "0203" }),
    give: (notation) => (given.push(notation), give()),
  });
  const choose = (tool) => {
    choice.value = tool;
    happens(choice, "change");
  };
  const field = (name) => form.querySelectorAll("input").find((one) => one.name === name);
  const submit = async (value = "rule") => {
    const { stopped } = happens(form, "submit", { submitter: made("button", { value }) });
    await settled();
    return stopped;
  };
  return { open, choose, field, fields, output, dialog, given, submit, why };
}

test("a tool begins with what the matter in hand is about, and says what is still wanted", () => {
  const { open, choose, field, output, dialog, why, fields } = tools();
  why.value = "old";
  open();
  assert.deepEqual([dialog.shown, why.value], [1, ""]);
  choose("move");
  assert.deepEqual([field("stand").value, field("hex").value], ["1/110", "0203"]);
  assert.equal(output.textContent, "Still wanted: Reason");
  assert.deepEqual(texts(fields, "datalist option"), ["First, 0203"]);
  assert.equal(field("stand").getAttribute("list"), "tool-stand");
  why.value = "so";
  happens(dialog, "input");
  assert.equal(output.textContent, 'rule stand=1/110 hex=0203 because "so"');
  choose("veil");
  assert.equal(fields.querySelectorAll("select").length, 1);
  choose("strength");
  assert.equal(field("losses").value, "");
  choose("front");
  assert.equal(field("hexes").value, "0203");
  assert.equal(html(fields.children[0]).startsWith("<p.soft>"), true);
});

test("a ruling is given once nothing is wanted, and then the dialog shut; a refusal is told in it", async () => {
  const { open, choose, given, submit, why, dialog } = tools();
  open();
  choose("move");
  assert.equal(await submit("cancel"), 0);
  assert.equal(await submit(), 1);
  assert.deepEqual([given, dialog.open], [[], true]);
  why.value = "so";
  assert.equal(await submit(), 1);
  assert.deepEqual([given, dialog.open], [['rule stand=1/110 hex=0203 because "so"'], false]);
  const refused = tools(async () => Promise.reject(new Fault(409, { rule: "Z 3", why: "no" })));
  refused.open();
  refused.choose("move");
  refused.why.value = "so";
  await refused.submit();
  assert.deepEqual([refused.output.textContent, refused.dialog.open], ["Z 3 no", true]);
});
