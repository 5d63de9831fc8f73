// The legend as it is shown: rows of units, of the drawing, under their headings; when it is fetched and drawn anew.

import assert from "node:assert/strict";
import test from "node:test";

import { happens, html, made, page, settled, texts } from "./page.js";
import { BLUE, ink, RED, Scribe } from "./scribe.js";

const { Legend, rowsOf } = await import("../../webui/static/map/legend/legend.js");
const { unitSamples } = await import("../../webui/static/map/legend/unitsamples.js");

const ground = { palette: { ink } };
const sides = new Map([
  ["red", RED],
  ["blue", BLUE],
]);
const look = (more = {}) => ({
  kind: "infantry",
  size: "II",
  masked: false,
  spent: false,
  transport: false,
  emplaced: false,
  noCommand: false,
  noFuel: false,
  cutOff: null,
  facing: null,
  ...more,
});

/** The rows of units with these looks. */
function units(looks, { shown = { counters: true }, stands = null } = {}) {
  const drawn = [];
  const press = {
    symbols: { echelons: { company: "I", battalion: "II", combat_team: "III" } },
    lookOf: ({ n }, side) => (drawn.push(side.key), looks[n]),
    sign: (_, ...given) => drawn.push(["sign", ...given]),
    draw: (_, x, y, size, ratio, stand, side) => drawn.push([x, y, size, ratio, stand, side.key]),
  };
  const view = { sides: [RED], stands: stands ?? looks.map((_, n) => ({ n, hex: n, side: "blue" })) };
  return { rows: unitSamples({ state: { view, sides, shown }, press, ground }), drawn };
}

test("symbols are told by how often they are there, sizes from the smallest, each once", () => {
  const { rows } = units([look({ kind: "hq" }), look({ kind: "light_gun", size: "I" }), look({ kind: "light_gun" })]);
  assert.deepEqual(
    rows.map((row) => [row.group, row.words]),
    [
      ["Units", "light gun"],
      ["Units", "headquarters"],
      ["Size of units", "company"],
      ["Size of units", "battalion"],
      ["Marks on counters", "size above, strength below"],
    ],
  );
  assert.deepEqual(
    rows.map(({ wide, high }) => [wide, high]),
    [
      [40, 22],
      [40, 22],
      [40, 16],
      [40, 16],
      [40, 40],
    ],
  );
});

test("marks are told if a counter bears them, each on a counter of its own", () => {
  const marks = (more) =>
    units([look(), look(more)])
      .rows.slice(3)
      .map((row) => row.words);
  assert.deepEqual(marks({}), []);
  assert.deepEqual(marks({ masked: true }), ["only seen: what it is may be unknown"]);
  assert.deepEqual(marks({ spent: true, transport: true }), ["has acted this turn", "on its vehicles, to march"]);
  assert.deepEqual(marks({ emplaced: true, noCommand: true, noFuel: true }), ["dug in", "out of command", "no fuel"]);
  assert.deepEqual(marks({ cutOff: 0 }), ["cut off from supply; a figure: so many turns isolated"]);
  assert.deepEqual(marks({ facing: 0 }), ["looks this way"]);
  const { rows, drawn } = units([look({ masked: true })]);
  drawn.splice(0);
  rows[0].paint(null, 1);
  rows.at(-1).paint(null, 2);
  assert.deepEqual(drawn, [
    ["sign", "infantry", 2, 1, 34, 20],
    [3, 2, 34, 2, { kind: "infantry", size: "battalion", strength: null, full: null, marks: [], masked: true }, "red"],
  ]);
  const pen = new Scribe();
  rows[1].paint(pen);
  assert.deepEqual(pen.told, ["write counter “II” 19,13 center 15px"]);
});

test("only units on the map count, the first hex among its places; without counters there are none", () => {
  assert.deepEqual(units([look()], { stands: [{ n: 0, hex: null, side: "red" }] }).rows, []);
  const { rows, drawn } = units([look()], { stands: [{ n: 0, hex: 0, side: "?" }] });
  assert.deepEqual([rows.length, drawn], [3, ["red"]], "who is of no side is drawn as of the first");
  assert.deepEqual(units([look()], { shown: {} }).rows, []);
  assert.deepEqual(unitSamples({ state: { view: { sides: [] }, shown: { counters: true }, sides }, press: {} }), []);
});

/** The bytes of an empty packet, as the server sends them. */
function packed() {
  const head = new TextEncoder().encode(
      JSON.stringify({ box: [0, 0, 1, 1], middle: [0, 0], fine: 100, forms: [], items: [] }),
    ),
    long = Math.ceil(head.length / 4) * 4,
    bytes = new Uint8Array(4 + long).fill(32);
  new DataView(bytes.buffer).setUint32(0, long, true);
  bytes.set(head, 4);
  return btoa(String.fromCharCode(...bytes));
}

function legend(answers) {
  const room = made("div", { class: "legend-rows" }),
    box = made("details", {}, room),
    zoom = {};
  page({ legend: box });
  globalThis.window = { devicePixelRatio: 2 };
  const asked = [];
  globalThis.fetch = async (address, how) => (asked.push([address, how.credentials]), answers.shift());
  const view = {
    radius: 10,
    painter: {
      colours: {},
      draws: (layer) => layer !== "off",
      squares: { url: "/map/", levelAt: (R) => ({ name: `r${R}` }) },
    },
    state: { view: null },
    map: { on: (kind, act) => (zoom[kind] = act) },
  };
  const one = new Legend(box, view);
  return { one, box, room, view, asked, zoom };
}
const answer = (...groups) => ({
  ok: true,
  json: async () => ({
    wide: 9,
    high: 4,
    rows: groups.map(([group, text, layer = "on"]) => ({ group, words: text, layer, drawn: packed() })),
  }),
});

test("the legend is fetched when it is opened, laid out under headings that stand once, with swatches as sharp as the screen", async () => {
  const { box, room, asked, one } = legend([
    answer(["Ground", "wood"], ["Lines", "road"], ["Ground", "marsh"], ["Ground", "x", "off"]),
  ]);
  await one.refresh();
  assert.deepEqual(asked, [], "nothing is fetched while it is shut");
  box.open = true;
  happens(box, "toggle");
  await settled();
  assert.deepEqual(asked, [["/map/legend/r10.json", "same-origin"]]);
  const item = (text) => `<li><canvas></canvas><span>${text}</span></li>`;
  assert.equal(
    html(room),
    `<div.legend-rows><h3>Ground</h3><ul>${item("wood")}${item("marsh")}</ul><h3>Lines</h3><ul>${item("road")}</ul></div>`,
  );
  const [canvas] = room.querySelectorAll("canvas");
  // 4.4 pixels to a millimetre, two of the screen to each.
  assert.deepEqual(
    [canvas.width, canvas.height, canvas.style.width, canvas.getAttribute("aria-hidden")],
    [80, 36, `${9 * 4.4}px`, "true"],
  );
});

test("it is drawn anew when the map shows something else; what was fetched of a level is not fetched again", async () => {
  const { box, view, asked, zoom, room } = legend([answer(["G", "far"]), answer(["G", "near"])]);
  box.open = true;
  for (const look_ of [() => happens(box, "toggle"), () => view.onShown(), () => zoom.zoomend()]) {
    look_();
    await settled();
  }
  assert.equal(asked.length, 1);
  view.radius = 20;
  zoom.zoomend();
  await settled();
  assert.deepEqual([asked.length, texts(room, "span")], [2, ["near"]]);
});

test("a legend that cannot be fetched says so, and is fetched anew when it is opened again", async () => {
  const { one, box, room } = legend([{ ok: false, status: 500 }, answer(["G", "road"])]);
  box.open = true;
  await one.refresh();
  assert.equal(
    html(room),
    "<div.legend-rows><p>The legend could not be fetched. Close and open it to try again.</p></div>",
  );
  await one.refresh();
  assert.deepEqual(texts(room, "span"), ["road"]);
});

test("a swatch of paper is 4.4 pixels to a millimetre, and painted with what its packet holds", () => {
  const outline = { path: () => ({}) };
  const area = { kind: "area", layer: "ground", colour: "woods", outline };
  const packet = { box: [0, 0, 1, 1], middle: [1, 2], fine: 100, items: [area, area], bands: 4 };
  const keys = { wide: 9, high: 4, rows: [{ words: "wood", group: "Ground", layer: "ground", packet }] };
  const [row] = rowsOf(keys, { colours: { woods: "green" }, draws: () => true });
  assert.deepEqual(
    [row.words, row.group, Math.round(row.wide * 10), Math.round(row.high * 10)],
    ["wood", "Ground", 396, 176],
  );
  const pen = new Scribe();
  row.paint(pen, 2);
  assert.equal(pen.told.length, 2);
  assert.deepEqual(
    pen.matrix.map((n) => Math.round(n * 1000) / 1000),
    [0.088, 0, 0, 0.088, 8.8, 17.6],
  );
});
