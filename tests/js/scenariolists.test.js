// The lists beside the tree of a scenario: places, arrivals, air, plans and missions, and what adds to them.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, html, page, texts } from "./page.js";

const { Lists } = await import("../../webui/static/editor/scenario/lists.js");

const THINGS = {
  red: { what: "side", name: "Red" },
  blue: { what: "side", name: "Blue" },
  div: { what: "formation", name: "28 ID", side: "red" },
  ford: { what: "objective", name: "Ford", side: "red", points: 5, by_day: 2 },
  hill: { what: "objective", name: "", side: "gone", points: 3 },
  rail: { what: "source", name: "Railhead", side: "red" },
  beach: { what: "source", name: "Omaha", side: "blue", sea: true },
  fog: { what: "air", side: "red", day: 2, dice: 1 },
  plan: { what: "plan", name: "Hold" },
  other: { what: "plan", name: "Go" },
  mission: { what: "mission", formation: "div", kind: "hold_on", goals: [{ name: "Ford" }, {}] },
  bare: { what: "mission", formation: "div", kind: "rest" },
  a: { what: "unit", name: "1/110", at: "0203" },
  b: { what: "unit", name: "2/110" },
  head: { what: "head", plan: "plan" },
};

function lists({ things = THINGS, coming = [], chosen = "" } = {}) {
  const root = page({ "places-body": "div", "plans-body": "div" }),
    done = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const model = {
    things,
    of: (what) => Object.entries(things).filter(([, one]) => one.what === what),
    arrivals: () => coming,
    sideOf: (key) => things[key]?.side ?? "",
  };
  new Lists(model, { choose: log("choose"), add: log("add"), addOnMap: log("on map") }).draw(chosen);
  const at = (id) => root.getElementById(id);
  const section = (head) =>
    root.querySelectorAll("section").find((one) => one.querySelector("h2").textContent === head);
  return { places: at("places-body"), plans: at("plans-body"), section, done };
}
const rows = (section) => texts(section, ".list-row");

test("objectives say whose they are and what they are worth; points are summed by side", () => {
  const { section } = lists();
  assert.deepEqual(rows(section("Objectives")), [
    "FordRed, 5 points, from day 2",
    "without a namenobody, 3 points, at the end",
  ]);
  assert.deepEqual(texts(section("Objectives"), ".tag"), ["Red: 5 points", "Blue: 0 points"]);
});

test("supply says where it comes over a beach; air how many dice", () => {
  const { section } = lists();
  assert.deepEqual(rows(section("Supply")), ["RailheadRed", "OmahaBlue, over a beach"]);
  assert.deepEqual(rows(section("Air")), ["Red, day 21 die"]);
});

test("who arrives is told by day; where nobody does that is said", () => {
  assert.match(html(lists().section("Arrivals")), /<p.soft>All are there from the beginning.<\/p>/);
  const { section } = lists({
    coming: [
      [2, ["a", "b"]],
      [3, ["a"]],
    ],
  });
  assert.deepEqual(texts(section("Arrivals"), "h3"), ["Day 2: 2 units", "Day 3: 1 unit"]);
  assert.deepEqual(rows(section("Arrivals")), ["1/1100203", "2/110nowhere yet", "1/1100203"]);
});

test("plans say which is played; missions are told by side, with their places", () => {
  const { section } = lists();
  assert.deepEqual(rows(section("Plans")), ["Holdis played", "Go"]);
  assert.deepEqual(rows(section("Missions: Red")), ["28 IDhold on: Ford, a place", "28 IDrest"]);
  assert.deepEqual(rows(section("Missions: Blue")), []);
  assert.match(html(section("Missions: Blue")), /<p.adds><span.soft>It has no formations yet.<\/span><\/p>/);
  const none = Object.fromEntries(Object.entries(THINGS).filter(([, { what }]) => what !== "plan"));
  assert.equal(lists({ things: none }).section("Missions: Red"), undefined, "without a plan there are no missions");
});

test("a row chooses its thing, and the chosen one is pressed; buttons add for a side, in a hex or at once", () => {
  const { section, done } = lists({ chosen: "ford" });
  const [ford, hill] = section("Objectives").querySelectorAll(".list-row");
  assert.deepEqual(
    [ford, hill].map((one) => one.getAttribute("aria-pressed")),
    ["true", "false"],
  );
  click(hill);
  click(buttonOf(section("Objectives"), "+ for Blue"));
  click(buttonOf(section("Supply"), "+ for Red"));
  click(buttonOf(section("Air"), "+ for Red"));
  click(buttonOf(section("Plans"), "+ Plan"));
  click(buttonOf(section("Missions: Red"), "+ Mission"));
  assert.deepEqual(done, [
    ["choose", "hill"],
    ["on map", "objective", { side: "blue" }],
    ["on map", "source", { side: "red" }],
    ["add", "air", { side: "red" }],
    ["add", "plan"],
    ["add", "mission", { formation: "div" }],
  ]);
  assert.equal(section("Missions: Red").querySelectorAll("p").length, 1, "a section of missions has no hint");
});
