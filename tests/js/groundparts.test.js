// Parts of the page of new ground: files and what they cover, sliders, questions, what is ruled, previews.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, html, made, page, texts } from "./page.js";

const GROUND = "../../webui/static/editor/ground/";
const { isChoosing, question } = await import(`${GROUND}asking.js`);
const { fileLines, megabytes, percent, showFiles } = await import(`${GROUND}groundfiles.js`);
const { figure, grouped, showLimits } = await import(`${GROUND}groundlimits.js`);
const { isRuling, ruling } = await import(`${GROUND}ruling.js`);

test("sizes are in kilobytes below a tenth of a megabyte, and never nothing", () => {
  assert.deepEqual([1, 99_999, 100_000, 2_340_000].map(megabytes), ["1 kB", "100 kB", "0.1 MB", "2.3 MB"]);
});

test("a share is never said to be better than it is", () => {
  assert.deepEqual([1, 0.9999, 0.5, 0].map(percent), ["100.0 %", "99.9 %", "50.0 %", "0.0 %"]);
});

const file = (more = {}) => ({
  name: "a.tif",
  format: "GeoTIFF",
  bytes: 0,
  licence: "CC",
  kind_now: "elevation",
  ...more,
});
const covered = (more = {}) => ({
  file: "a.tif",
  covers: null,
  counts: {},
  honest_km: {},
  notes: [],
  questions: [],
  ...more,
});

test("a file says its format, size and cells; then what it covers, what is in it, and how far that can be trusted", () => {
  assert.deepEqual(fileLines(file(), undefined), ["GeoTIFF"]);
  assert.deepEqual(fileLines(file({ bytes: 2e6, cell_m: 29.6, notes: ["n"] }), undefined), [
    "GeoTIFF · 2.0 MB · cells of 30 m",
    "n",
  ]);
  const more = {
    covers: 0.5,
    counts: { roads: 1200, towns: 3 },
    honest_km: { heights: 0.25, rivers: 10.4 },
    notes: ["m"],
  };
  assert.deepEqual(fileLines(file({ notes: ["n"] }), covered(more)), [
    "GeoTIFF",
    "covers 50.0 % of the ground",
    "roads 1,200, towns 3",
    "sound in hexes: heights from 0.3 km on, rivers from 10 km on",
    "m",
  ]);
  assert.deepEqual(fileLines(file(), covered({ covers: 0 })), ["GeoTIFF", "covers 0.0 % of the ground"]);
  assert.match(fileLines(file(), covered({ honest_km: { x: 9.96 } }))[1], /10\.0 km/);
});

function files(more) {
  const list = made("ul"),
    done = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const told = {
    files: [file(), file({ name: "b.gpkg", kind_now: "features" })],
    missing: [],
    covered: [],
    kinds: { elevation: "heights", features: "things" },
    meanings: {},
    ...more,
  };
  showFiles(list, told, {
    kind: log("kind"),
    licence: log("licence"),
    first: log("first"),
    drop: log("drop"),
    answer: log("answer"),
  });
  return { list, done, cards: list.children };
}

test("each file has its kind and its licence, which can be changed; any but the first may be trusted first, all taken out", () => {
  const { cards, done, list } = files();
  assert.deepEqual(texts(list, "button"), ["Take out", "Trust first", "Take out"]);
  const [kind, other] = list.querySelectorAll("select");
  const marked = (select) =>
    select.querySelectorAll("option").find((one) => one.getAttribute("selected") !== null).value;
  assert.deepEqual(
    [texts(kind, "option"), marked(kind), marked(other)],
    [["heights", "things"], "elevation", "features"],
  );
  other.value = "elevation";
  happens(other, "change");
  const [, licence] = list.querySelectorAll("input");
  licence.value = "ODbL";
  happens(licence, "change");
  click(buttonOf(list, "Trust first"));
  click(list.querySelectorAll("button")[0]);
  assert.deepEqual(done, [
    ["kind", "b.gpkg", "elevation"],
    ["licence", "b.gpkg", "ODbL"],
    ["first", "b.gpkg"],
    ["drop", "a.tif"],
  ]);
  assert.deepEqual(
    cards.map(({ className }) => className),
    ["", ""],
  );
});

test("faults of a file are told, each once; one that asks is marked, and a file that is still missing is named", () => {
  const asks = { layer: "l", shape: "areas", count: 2, columns: [] };
  const { cards, list } = files({
    files: [file({ faults: ["torn"] }), file({ name: "b.gpkg" })],
    covered: [covered({ faults: ["torn", "old"] }), covered({ file: "b.gpkg", questions: [asks] })],
    missing: ["c.shp"],
  });
  assert.deepEqual(
    cards.map(({ className }) => className),
    ["bad", "asked", "waits"],
  );
  assert.deepEqual(texts(list, ".fault"), [
    "torn",
    "old",
    "l: 2 areas without a word that says what they are; they are left out.",
  ]);
  assert.equal(html(cards[2]), "<li.waits><b>c.shp</b><p>is named by the area file: drop it here too</p></li>");
});

const columns = [
  {
    heading: "type",
    values: [
      ["Wood", 3],
      ["Bog", 1200],
    ],
  },
  { heading: "name", values: [["X", 1]] },
];
const asked = { layer: "land", shape: "areas", count: 1204, columns };

test("a layer that nobody understands asks what its words mean: like words are chosen, others left out", () => {
  const answers = [];
  const box = question(asked, { areas: ["wood", "marsh"] }, (...given) => answers.push(given));
  assert.deepEqual(texts(box, "legend"), ["What are the 1,204 areas of land?"]);
  assert.deepEqual(texts(box, ".word span"), ["Wood 3", "Bog 1,200"]);
  assert.deepEqual(texts(box, ".words p"), ["1 more has other words or none: left out."]);
  const [column, wood, bog] = box.querySelectorAll("select");
  const marked = (select) =>
    select
      .querySelectorAll("option")
      .filter((one) => one.getAttribute("selected") !== null)
      .map(({ value }) => value);
  assert.deepEqual([marked(wood), marked(bog)], [["wood"], []]);
  assert.deepEqual(texts(wood, "option"), ["leave out", "Wood", "Marsh"]);
  wood.value = "wood";
  bog.value = "";
  click(buttonOf(box, "Take these answers"));
  assert.deepEqual(answers.pop(), [asked, "type", { Wood: "wood" }]);
  bog.value = "marsh";
  happens(bog, "change");
  column.value = "name";
  happens(column, "change");
  assert.deepEqual(texts(box, ".word span"), ["X 1"]);
  assert.deepEqual(texts(box, ".words p"), ["1,203 more have other words or none: left out."]);
  // Drawn anew it asks as it was left.
  const again = question(asked, { areas: ["wood", "marsh"] }, () => {});
  const [chosen] = again.querySelectorAll("select");
  assert.deepEqual(marked(chosen), ["name"]);
  chosen.value = "type";
  happens(chosen, "change");
  assert.deepEqual(marked(again.querySelectorAll("select")[2]), ["marsh"]);
  const whole = question({ ...asked, layer: "whole", count: 1203 }, {}, () => {});
  assert.deepEqual(texts(whole, ".words p"), []);
});

test("while somebody chooses an answer the list stays as it is", () => {
  const select = made("select"),
    other = made("select"),
    field = made("input");
  page({ asks: made("fieldset", { class: "asks" }, select, field), other });
  const choosing = (element) => (element.focus(), isChoosing());
  assert.deepEqual([choosing(select), choosing(other), choosing(field)], [true, false, false]);
});

const limit = (more = {}) => ({
  key: "slope",
  unit: "m",
  terrain: "steep_slope",
  value: 3,
  usual: 3,
  most: 9,
  step: 1,
  rule: "",
  words: "how steep",
  ...more,
});

test("figures have their unit, shares are in per cent, and long numbers are cut to four digits", () => {
  assert.equal(figure(0.256, { key: "wood_share_at_least", unit: "" }), "26 %");
  assert.equal(figure(12345.678, { key: "x", unit: "m" }), "12,350 m");
  assert.equal(figure(2, { key: "x", unit: "" }), "2");
});

test("limits are grouped by the terrain that they make, in their order", () => {
  const groups = grouped([limit(), limit({ terrain: "" }), limit({ key: "b" })]);
  assert.deepEqual(
    groups.map(([name, group]) => [name, group.length]),
    [
      ["steep slope", 2],
      ["Sizes of places and rivers", 1],
    ],
  );
});

test("a group says how many are changed, and stays open while the sliders are drawn anew", () => {
  const box = made("div"),
    changed = [];
  const show = (...limits) => showLimits(box, limits, (...given) => changed.push(given));
  show(limit(), limit({ key: "b", value: 4, rule: "Z 3" }), limit({ terrain: "" }));
  assert.deepEqual(texts(box, "summary"), ["steep slope 1 changed", "Sizes of places and rivers "]);
  const [first, second] = box.querySelectorAll("label");
  assert.equal(html(first), "<label.limit><span>how steep</span><output>3 m</output><input></input></label>");
  assert.equal(
    html(second),
    "<label.limit.changed><span>Z 3</span><output>4 m</output><input></input><span.from>as it comes: 3 m</span></label>",
  );
  const [input] = box.querySelectorAll("input");
  assert.deepEqual([input.getAttribute("max"), input.getAttribute("step"), input.value], ["9", "1", "3"]);
  input.value = "5";
  happens(input, "input");
  assert.deepEqual([changed, first.querySelector("output").textContent], [[["slope", 5]], "5 m"]);
  const [group, other] = box.querySelectorAll("details");
  assert.deepEqual([Boolean(group.open), Boolean(other.open)], [false, false]);
  other.setAttribute("open", "");
  show(limit(), limit({ terrain: "" }));
  assert.deepEqual(
    box.querySelectorAll("details").map(({ open }) => Boolean(open)),
    [false, true],
  );
});

const row = (more = {}) => ({ feature: "f", verdict: "kept", why: "", words: "a road", ...more });

test("what may be ruled on a row depends on how it stands, and on whether it was ruled before", () => {
  const offered = (more) =>
    texts(
      ruling(row(more), () => {}),
      "button",
    );
  assert.deepEqual(offered({}), ["Take it away"]);
  assert.deepEqual(offered({ verdict: "restored" }), ["Take it away"]);
  assert.deepEqual(offered({ verdict: "removed", why: "ruled: no" }), ["Keep it", "As the rules say"]);
  assert.deepEqual(offered({ verdict: "dropped", why: "not ruled: x" }), ["Keep it", "Take it away"]);
});

test("a ruling needs a reason; it can be given up, and one that was made taken back", () => {
  const ruled = [];
  const cell = ruling(row({ verdict: "dropped", why: "ruled: no" }), (said) => ruled.push(said));
  const root = page({ cell });
  root.activeElement = null;
  assert.equal(isRuling(), false);
  click(buttonOf(cell, "Keep it"));
  const [form] = cell.querySelectorAll("form"),
    [reason] = cell.querySelectorAll("input");
  reason.blur = () => (root.activeElement = null);
  assert.equal(root.activeElement, reason);
  assert.equal(isRuling(), true);
  assert.deepEqual(texts(cell, "button"), ["Keep it", "Cancel"]);
  reason.value = "  ";
  assert.equal(happens(form, "submit").stopped, 1);
  assert.deepEqual([ruled, isRuling()], [[], false]);
  reason.value = " it was there ";
  happens(form, "submit");
  assert.deepEqual(ruled.pop(), { feature: "f", verdict: "keep", why: "it was there" });
  click(buttonOf(cell, "Cancel"));
  click(buttonOf(cell, "Take it away"));
  assert.deepEqual(texts(cell, "button"), ["Take it away", "Cancel"]);
  cell.querySelector("input").value = "no";
  cell.querySelector("input").blur = () => {};
  happens(cell.querySelector("form"), "submit");
  assert.equal(ruled.pop().verdict, "remove");
  click(buttonOf(cell, "Cancel"));
  click(buttonOf(cell, "As the rules say"));
  assert.deepEqual(ruled.pop(), { feature: "f", verdict: "", why: "" });
  made("p").focus();
  assert.equal(isRuling(), false);
});
