// Cards of units: what they show of what the server says, and what they leave out; rulings; orders that are offered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stand } from "./made.js";
import { buttonOf, click, factsOf, happens, page, settled, texts } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { UnitCard } = await import("../../webui/static/page/unitcard.js");

const ours = {
  ...{ size: "battalion", traits: [], mover: "", isolated: 0, number: "0203", known: true, chain: [] },
  ...{ losses: 1, notices: [], command: { ok: true, hq: "hq", name: "Staff", hex: 1, far: "2 hexes" } },
};

function unitCard(more, beside = {}, acts = {}) {
  page({ "unit-card": "div" });
  const card = new UnitCard(() => "", acts, {
    propose() {},
    withdraw() {},
    setTransport() {},
    setParty() {},
    flatTop: true,
    ...acts,
  });
  const now = {
    orders: null,
    supply: null,
    transport: false,
    party: "unit",
    mayOrder: true,
    mayRule: false,
    turnWord: "turn",
  };
  card.show(stand("a", { ...ours, ...more }), { ...now, ...beside });
  return card.box;
}

test("a unit's card says its strength, as far as it is known, with a pip for each point", () => {
  const strength = (more) => factsOf(unitCard(more))[0];
  assert.equal(strength({}), "Strength: 3 of 4");
  assert.equal(strength({ full: null }), "Strength: 3");
  assert.equal(strength({ strength: null }), "Strength: not known");
  assert.equal(strength({ condition: "Crippled" }), "State: Crippled");
  const pips = (more) =>
    unitCard(more)
      .querySelectorAll(".pips i")
      .map((one) => one.className);
  assert.deepEqual(pips({}), ["", "", "", "lost"]);
  assert.deepEqual(
    [pips({ full: null }).length, pips({ strength: null }).length, pips({ full: 40 }).length],
    [0, 0, 16],
  );
});

test("a card that is cleared says how one is had", () => {
  const root = page({ "unit-card": "div" }),
    card = new UnitCard(() => "", {}, { flatTop: true });
  card.clear();
  assert.equal(root.textContent, "Click a counter on the map, or take a unit from the list.");
  assert.equal("stand" in card.box.dataset, false);
});

test("a unit's card says where it is, or why it is not on the map", () => {
  const where = (more) => factsOf(unitCard({ hex: null, number: null, ...more }))[1];
  const shown = [],
    card = unitCard({}, {}, { showHex: (number) => shown.push(number) });
  click(buttonOf(card, "0203"));
  assert.deepEqual(shown, ["0203"]);
  assert.equal(where({ gone: "destroyed", number: "0203" }), "Hex: left play: destroyed");
  assert.equal(where({}), "Hex: off the map");
  assert.equal(where({ attached_to: "truck" }), "Hex: with truck");
  const arrives = { day: 2, turn: 3, number: "0101", place: "Sedan" };
  assert.equal(where({ arrives }), "Hex: arrives day 2, turn 3 at Sedan");
  assert.equal(where({ arrives: { ...arrives, place: null } }), "Hex: arrives day 2, turn 3 at 0101");
});

test("a unit's card tells orders, looks, riders, shots, marks and isolation, and leaves out what is not", () => {
  const told = (more) => factsOf(unitCard({ hex: null, number: null, ...more })).slice(2);
  assert.deepEqual(told({}), []);
  assert.deepEqual(told({ posture: "hold_ground" }), ["Order: hold ground"]);
  assert.deepEqual(told({ sealed: "all_out" }), ["Order: none yetsealed: all out"]);
  assert.deepEqual(
    told({ looks: "like tanks", shots: 0, carries: ["x", "y"], mover: "on_foot", band: "short_range" }),
    [...["Looks: like tanks", "Shots: 0 left", "With it: x, y", "Moves: on foot", "Guns: short range"]],
  );
  assert.deepEqual(told({ carries: [], marks: ["dug_in"], isolated: 2 }), ["Marks: dug in", "Isolated: day 2"]);
  assert.deepEqual(told({ isolated: 2, known: false }), []);
});

test("command and supply: whom it is led by, from where it is fed, and what cuts that", () => {
  const chosen = [],
    box = unitCard({}, {}, { choose: (id) => chosen.push(id) }),
    ties = (more, supply) => factsOf(unitCard(more, { supply })).slice(2);
  click(buttonOf(box, "Staff 2 hexes"));
  assert.deepEqual(chosen, ["hq"]);
  assert.deepEqual(ties({}, null), ["HQ: Staff 2 hexes", "Line: …"]);
  const out = { ok: false, hq: null, name: null, hex: null, far: "" };
  assert.deepEqual(ties({ command: out }, { hours: 0, to: "Depot", why: "" }), ["HQ: out of command", "Line: Depot"]);
  assert.deepEqual(ties({ command: { ...out, hq: "hq", far: "9 hexes" } }, { hours: 4.26, to: "Depot", why: "" }), [
    ...["HQ: out of command nearest HQ 9 hexes", "Line: Depot 4.3 h"],
  ]);
  assert.deepEqual(ties({ id: "hq" }, { hours: null, to: "", why: "by the enemy" }), ["Line: cutby the enemy"]);
  assert.deepEqual(ties({ id: "hq" }, { hours: 0, to: "", why: "" }), ["Line: at hand"]);
  assert.deepEqual(ties({ id: "hq" }, { hours: 0, to: "", why: "carried" }), ["Line: carried"]);
  assert.deepEqual(ties({ known: false }, null), []);
  const chain = [
    { short: "7 Pz", name: "7th Panzer", stores: { S: 3, F: 2 }, limits: { S: 6 }, marks: ["low_fuel"] },
    { short: "XV", name: "XV Corps", stores: {}, limits: {}, marks: [] },
  ];
  assert.deepEqual(ties({ id: "hq", chain }, null).slice(1), ["7 Pz: S 3/6 · F 2low fuel"]);
  assert.deepEqual(texts(unitCard({ chain }), ".chain"), ["7th Panzer › XV Corps"]);
});

test("what a unit is in the middle of is told", () => {
  const doings = {
    ...{ contacts: ["x", "y"], march: { path: ["0203", "0204"], hours: 1.04, transport: false }, detached: 2 },
    ...{ work: { task: "dig_in", number: "0203", turns: 2 }, returning: [{ day: 3, points: 1 }] },
  };
  assert.deepEqual(factsOf(unitCard({ id: "hq", ...doings })).slice(3), [
    ...["In contact: x, y", "On the march: to 0204, 1 h done of the next hex"],
    ...["At work: dig in in 0203, 2 turns done", "Detached: 2 points", "Coming in: 1 on the night of day 3"],
  ]);
  assert.equal(unitCard({ contacts: [], returning: [] }).querySelectorAll("section").length, 1);
  assert.deepEqual(texts(unitCard({ notices: ["may not turn"] }), ".notices li"), ["may not turn"]);
});

test("the form of a ruling is for who may rule, and of units that are known", () => {
  assert.equal(unitCard({}).querySelector("form"), null);
  assert.equal(unitCard({ known: false }, { mayRule: true }).querySelector("form"), null);
  assert.notEqual(unitCard({}, { mayRule: true }).querySelector("form"), null);
});

test("a ruling is sent with its reason; a hex that is not there is told and not sent", async () => {
  const given = [],
    give = async (order) => (given.push(order), given.length > 1 ? { rule: "ZN 4.1", why: "no room" } : null);
  const form = unitCard({}, { mayRule: true }, { give, hexOf: (number) => (number === "0102" ? 1 : -1) }).querySelector(
    "form",
  );
  const field = (name) => form.querySelectorAll("input").find((one) => one.name === name),
    rule = async () => (happens(form, "submit"), await settled(), texts(form, ".note")[0]);
  assert.deepEqual([field("losses").attributes.placeholder, field("hex").attributes.placeholder], ["1", "0203"]);
  assert.equal(field("why").attributes.required, "");
  field("why").value = " seen ";
  field("hex").value = "9999";
  assert.equal(await rule(), " there is no hex 9999");
  assert.deepEqual(given, []);
  field("hex").value = " 0102 ";
  await rule();
  assert.equal(given.length, 1);
  assert.equal(JSON.stringify(given[0]).includes('"seen"'), true);
  assert.equal(await rule(), "ZN 4.1 no room");
});

test("a unit's orders: ways of moving, what is declared, and each kind as buttons or as a list", () => {
  const kinds = { verbs: {}, march: {}, transport: {}, attacks: {}, orders: [] },
    dig = (n) => ({
      kind: "Dig",
      order: { type: "Dig", stand: "a", n },
      notation: `a D${n}`,
      words: `dig ${n}`,
      target: null,
    });
  const card = (orders, more = {}, beside = {}, acts = {}) =>
    unitCard(more, { orders: { ...kinds, ...orders }, ...beside }, acts).querySelector(".orders");
  assert.equal(card({}).textContent, "OrdersNothing can be ordered of it in this phase.");
  assert.equal(card({}, {}, { mayOrder: false }), null);
  assert.equal(card({}, { hex: null }), null);
  assert.deepEqual(texts(card({ march: { 3: [0, 3] } }), ".modes"), ["MarchTransport1 hex in reach: click one."]);
  assert.deepEqual(
    texts(card({ transport: { 3: [], 4: [] }, attacks: { 5: [] } }, {}, { transport: true }), ".modes span"),
    ["2 hexes in reach, 1 to attack: click one."],
  );
  assert.deepEqual(texts(card({ attacks: { 5: [] } }), ".modes span"), ["no hex in reach, 1 to attack: click one."]);
  const modes = card({ march: { 3: [] } }).querySelectorAll("button.mode");
  assert.deepEqual(
    modes.map((one) => [one.attributes["aria-pressed"], Boolean(one.disabled)]),
    [
      ["true", false],
      ["false", true],
    ],
  );
  const set = [],
    both = card({ march: { 3: [] }, transport: { 3: [] } }, {}, {}, { setTransport: (fast) => set.push(fast) });
  click(buttonOf(both, "Transport"));
  click(buttonOf(both, "March"));
  assert.deepEqual(set, [true, false]);
  const proposed = [],
    propose = (offer) => proposed.push(offer.words);
  const six = card({ orders: [1, 2, 3, 4, 5, 6].map(dig) }, {}, {}, { propose });
  assert.equal(six.querySelectorAll("button").length, 6);
  click(buttonOf(six, "dig 4"));
  const seven = card({ orders: [1, 2, 3, 4, 5, 6, 7].map(dig) }, {}, {}, { propose });
  assert.deepEqual([seven.querySelectorAll("button").length, seven.querySelectorAll("option").length], [1, 7]);
  seven.querySelector("select").value = "6";
  click(buttonOf(seven, "Choose"));
  assert.deepEqual(proposed, ["dig 4", "dig 7"]);
});

const weighed = {
  ...{ name: "4th", words: "march to 0305", why: "3 hexes nearer", worth: -15, notation: "a M 0305", expected: null },
  reasons: [
    { what: "progress", worth: 60, text: "3 hexes nearer to Sedan" },
    { what: "danger", worth: -45, text: "guns at 0306 bear on it" },
    { what: "zone", worth: -30, text: "" },
  ],
};

test("why not: a unit that may be ordered is asked about, and the price that beat each order is told", async () => {
  const asked = [],
    proposed = [],
    orders = { verbs: {}, march: {}, transport: {}, attacks: {}, orders: [] },
    acts = { whyNot: async (id) => (asked.push(id), { thoughts: [weighed] }), propose: (one) => proposed.push(one) };
  const box = unitCard({}, { orders }, acts);
  click(buttonOf(box, "Why not?"));
  await settled();
  assert.deepEqual(asked, ["a"]);
  assert.deepEqual(texts(box, ".why-not summary"), ["4th march to 0305: 3 hexes nearer"]);
  assert.deepEqual(texts(box, ".reasons tr"), [
    ...["+0.603 hexes nearer to Sedan", "−0.45guns at 0306 bear on it", "−0.30zone", "−0.15turns in all"],
  ]);
  assert.deepEqual(texts(box, ".price"), ["Against it: −0.45 guns at 0306 bear on it; worth −0.15 turns in all."]);
  click(buttonOf(box, "Take it"));
  assert.deepEqual(proposed, [weighed]);
});

test("why not: nothing else weighed, nothing against it, and a refusal are told in words", async () => {
  const orders = { verbs: {}, march: {}, transport: {}, attacks: {}, orders: [] };
  const told = async (whyNot, selector) => {
    const box = unitCard({}, { orders }, { whyNot });
    click(buttonOf(box, "Why not?"));
    await settled();
    return texts(box, selector);
  };
  const none = await told(async () => ({ thoughts: [] }), ".why-not");
  assert.deepEqual(none, ["A commander weighs nothing else for it in this phase."]);
  const free = { ...weighed, worth: 60, reasons: weighed.reasons.slice(0, 1) };
  const price = await told(async () => ({ thoughts: [free] }), ".price");
  assert.deepEqual(price, ["Nothing speaks against it; worth +0.60 turns in all."]);
  const idle = await told(async () => ({ thoughts: [{ ...weighed, worth: 0, reasons: [] }] }), ".price");
  assert.deepEqual(idle, ["Nothing speaks for it; worth +0.00 turns in all."]);
  const refused = await told(() => Promise.reject(new Fault(409, { rule: "unit", why: "it is gone" })), ".refusal");
  assert.equal(refused.length, 1);
  assert.match(refused[0], /it is gone/);
});

test("why not: who may not order a unit, and who only sees it, has no such button", () => {
  const asks = (more, beside) => unitCard(more, beside).querySelectorAll("[data-whynot]").length;
  const orders = { verbs: {}, march: {}, transport: {}, attacks: {}, orders: [] };
  assert.equal(asks({}, { orders }), 1);
  assert.equal(asks({}, { orders, mayOrder: false }), 0);
  assert.equal(asks({}, { orders: null }), 0);
  assert.equal(asks({ hex: null }, { orders }), 0);
});
