// Cards of hexes: what they show of what the server says, and what they leave out.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stand } from "./made.js";
import { buttonOf, click, factsOf, html, page, texts } from "./page.js";

const { showHex } = await import("../../webui/static/editor/card.js");
const { HexCard } = await import("../../webui/static/page/hexcard.js");

const side = {
  ...{ side: 0, direction: "north", neighbour: "0202", water: "none", river: "", crossing: "none" },
  ...{ crossing_name: "", road: "none", rail: "none", slope: "none", border: "none", border_played_as: "none" },
};
const bare = {
  ...{
    index: 9,
    number: "0203",
    terrain: "woods_dense",
    played_as: "woods_dense",
    rule: "cover",
    reasons: [],
    shares: {},
    invented: [],
  },
  ...{
    elevation_m: null,
    low_m: null,
    high_m: null,
    relief_m: null,
    slope_deg: null,
    steepness: "unknown",
    place: "",
    places: [],
  },
  ...{ sides: [], evidence: [], corrections: [], audit: [], sources: [], notes: [], references: {} },
  ...{ held_by: null, stands: [], works: [], zones: {}, objectives: [], supply_sources: [], orders: [] },
};
const high = { elevation_m: 310.4, low_m: 280.5, high_m: 340.2, relief_m: 59.7, slope_deg: 3.25, steepness: "level" };

function editorCard(more) {
  const root = page({ "hex-card": "div" });
  showHex({ ...bare, ...more });
  return root.getElementById("hex-card");
}

function hexCard(more, acts = {}) {
  const root = page({ "hex-card": "div" }),
    units = new Map([
      ["a", stand("a")],
      ["b", stand("b", { strength: null, full: null })],
    ]);
  const card = new HexCard({
    ...{ picture: ({ id }) => `(${id})`, stand: (id) => units.get(id), sideName: (key) => key.toUpperCase() },
    ...{ choose: acts.choose, propose: acts.propose },
  });
  card.show({ ...bare, ...more });
  return root.getElementById("hex-card");
}

test("the editor's card of a hex of which little is known says so and has no empty lists", () => {
  const card = editorCard({});
  assert.deepEqual(texts(card, "h3"), ["Why is this woods dense?", "The ground"]);
  assert.deepEqual(texts(card, "p"), ["woods dense", "Decided by: cover", "Land cover unknown.", "Height unknown."]);
  assert.equal(texts(card, "li").length, 0);
  assert.equal(html(card.children[0]), "<div><h2><span.number>0203</span></h2><p><b>woods dense</b></p></div>");
});

test("both cards say what rules of play take a kind of the map's own for", () => {
  for (const card of [editorCard, hexCard]) {
    const told = texts(card({ terrain: "hop_gardens", played_as: "orchard" }), "p.played-as");
    assert.deepEqual(told, ["A kind of this map's own; rules of play take it for orchard"]);
    assert.deepEqual(texts(card({}), "p.played-as"), []);
  }
});

test("both cards say what of a hex was made up", () => {
  const made = { invented: ["terrain", "ways"] };
  for (const card of [editorCard, hexCard]) {
    assert.deepEqual(texts(card(made), "p.made-up"), ["Made up, by no source: terrain, ways."]);
    assert.deepEqual(texts(card({}), "p.made-up"), []);
  }
});

test("the editor's card gives heights in whole metres and the slope to a tenth, and says which is not known", () => {
  assert.deepEqual(factsOf(editorCard(high)), [
    ...[
      "Mean height: 310 m",
      "Lowest, highest: 281 m to 340 m",
      "Relief: 60 m",
      "Mean slope: 3.3°",
      "Steepness: level",
    ],
  ]);
  const part = factsOf(editorCard({ ...high, low_m: null, relief_m: null, slope_deg: null }));
  assert.deepEqual(part.slice(1, 4), ["Lowest, highest: unknown to 340 m", "Relief: unknown", "Mean slope: unknown"]);
});

test("the editor's card names places: the first in the head alone, more of them with their people", () => {
  const told = (place, ...places) => texts(editorCard({ place, places }).children[0], "p.soft");
  assert.deepEqual(told("Sedan", ["Sedan", 17000]), []);
  assert.deepEqual(told("Sedan", ["Sedan", 17000], ["Glaire", 0]), ["Sedan, 17,000 people today · Glaire"]);
  assert.deepEqual(told("", ["Glaire", 0]), ["Glaire"]);
  const many = ["A", "B", "C", "D", "E", "F", "G"].map((name) => [name, 0]);
  assert.deepEqual(told("A", ...many), ["A · B · C · D · E · F"]);
  assert.equal(texts(editorCard({ place: "Sedan", places: [["Sedan", 0]] }), "h2")[0], "Sedan 0203");
});

test("the editor's card shows reasons, cover, features and what was done by hand", () => {
  const card = editorCard({
    ...{ reasons: ["92 % forest"], evidence: ["a wood"], shares: { forest: 0.916, meadow: 0.084 } },
    corrections: [
      { what: "terrain", name: "", value: "open_rough", why: "seen", source: "GSGS 4040" },
      { what: "bridge", name: "Pont", value: "", why: "", source: "" },
    ],
    audit: [["dam", "built 1950"]],
  });
  assert.deepEqual(texts(card, "h3").slice(2), ["Features here", "By hand, and for the date"]);
  assert.deepEqual(texts(card, "ul.reasons li"), ["92 % forest"]);
  assert.deepEqual(texts(card, "ul.shares li"), ["forest92 %", "meadow8 %"]);
  assert.equal(card.querySelector("i").style.width, "92%");
  assert.deepEqual(texts(card, "ul.features li"), ["a wood"]);
  assert.deepEqual(factsOf(card), [
    ...["terrain: open rough: seen (GSGS 4040)", "bridge Pont: taken away: no reason given", "dam: built 1950"],
  ]);
});

test("both cards tell what lies on each side, and nothing of what does not", () => {
  const sides = [
    { ...side, water: "major_river", river: "Meuse", crossing: "road_bridge", crossing_name: "Pont", road: "main" },
    { ...side, direction: "south", neighbour: "0204", rail: "single", slope: "steep" },
    { ...side, direction: "south-west", neighbour: "0104", water: "stream", rail: "double", crossing: "ford" },
  ];
  const told = [
    "north 0202: major river Meuse, road bridge: Pont, main road",
    "south 0204: steep, railway",
    "south-west 0104: stream, ford, double-track railway",
  ];
  assert.deepEqual(factsOf(editorCard({ sides })), told);
  assert.deepEqual(factsOf(hexCard({ sides })).slice(0, 3), told);
});

test("where the ground is known from is folded up", () => {
  const card = editorCard({ sources: ["OSM"], notes: ["roads of today"] });
  assert.deepEqual(texts(card, "details summary"), ["Sources and limits"]);
  assert.deepEqual(texts(card, "details li"), ["OSM", "roads of today"]);
});

test("the page's card of a hex lists the units that are seen there; a click chooses one", () => {
  const chosen = [];
  const card = hexCard({ stands: ["a", "b", "unseen"] }, { choose: (id) => chosen.push(id) });
  assert.deepEqual(texts(card, "button.stand"), ["(a)a in full3/4", "(b)b in full?"]);
  click(card.querySelectorAll("button.stand")[1]);
  assert.deepEqual(chosen, ["b"]);
  assert.ok(!texts(hexCard({ stands: ["unseen"] }), "h3").includes("Units here"));
});

test("the page's card offers what may be ordered of a hex, and proposes the one that is chosen", () => {
  const offers = ["look", "bomb"].map((words) => ({ order: { type: words, side: "red" }, words }));
  const proposed = [],
    card = hexCard({ orders: offers }, { propose: (offer) => proposed.push(offer) });
  assert.deepEqual(texts(card, "option"), ["RED: look", "RED: bomb"]);
  const list = card.querySelector("select");
  click(buttonOf(card, "Choose"));
  list.value = "1";
  click(buttonOf(card, "Choose"));
  assert.deepEqual(proposed, offers);
  assert.equal(hexCard({}).querySelector("select"), null);
});

test("the page's card says who holds a hex, whose zone it is in, and what it is worth", () => {
  assert.deepEqual(factsOf(hexCard({})), ["Held by: nobody"]);
  const worth = { name: "Sedan", side: "red", by_day: 3 };
  const told = hexCard({
    ...{ held_by: "Red", zones: { blue: ["1 Pz", "2 Pz"] }, works: ["prepared_position"] },
    objectives: [
      { ...worth, points: 1 },
      { ...worth, points: 2 },
    ],
    supply_sources: [{ name: "Depot", side: "red" }],
  });
  assert.deepEqual(factsOf(told), [
    ...["Held by: Red", "BLUE zone: 1 Pz, 2 Pz", "Works: prepared position"],
    "Objective: Sedan: 1 point to RED if held at the end of day 3",
    "Objective: Sedan: 2 points to RED if held at the end of day 3",
    "Supply: Depot, RED",
  ]);
});

test("the page's card names the people of the first place that has a number, and up to five other places", () => {
  const head = (...places) => texts(hexCard({ place: places[0]?.[0] ?? "", places }), "p.soft");
  assert.deepEqual(head(), ["woods dense"]);
  assert.deepEqual(head(["Sedan", 17000]), ["woods dense · 17,000 people today"]);
  assert.deepEqual(head(["Mill", 0], ["Glaire", 900]), ["woods dense · 900 people today", "Also: Glaire"]);
  const seven = ["A", "B", "C", "D", "E", "F", "G"].map((name) => [name, 0]);
  assert.equal(head(...seven)[1], "Also: B, C, D, E, F…");
  assert.equal(head(...seven.slice(0, 6))[1], "Also: B, C, D, E, F");
});

test("the page's card gives the height in one line, and map references folded up, if they are known", () => {
  const lines = (more) => texts(hexCard(more), "p.soft").slice(1);
  assert.deepEqual(lines({}), []);
  assert.deepEqual(lines(high), ["Height 310 m, from 281 to 340; relief 60 m, slope 3.3°: level ground"]);
  assert.deepEqual(lines({ ...high, slope_deg: null }), ["Height 310 m, from 281 to 340; relief 60 m: level ground"]);
  assert.deepEqual(lines({ reasons: ["a", "b"] }), ["a · b"]);
  assert.deepEqual(texts(hexCard({}), "summary"), ["Sources and limits"]);
  const card = hexCard({ evidence: ["a wood"], references: { UTM: "31U" }, audit: [["dam", "new"]] });
  assert.deepEqual(texts(card, "summary"), ["Features here", "Map references", "Sources and limits"]);
  assert.deepEqual(factsOf(card).slice(0, 2), ["dam: new", "UTM: 31U"]);
  assert.deepEqual(texts(card, "h4"), ["Corrected, and made true to the date"]);
});
