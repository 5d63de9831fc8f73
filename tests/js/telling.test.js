// How the page puts into words what it is told.

import assert from "node:assert/strict";
import test from "node:test";

import { sideWords } from "../../webui/static/common/hexparts.js";
import { costText, count, hours, kindWords, phaseWords, words } from "../../webui/static/common/words.js";
import { playedWords } from "../../webui/static/page/automatic.js";
import { facesIn } from "../../webui/static/page/orders/calling.js";
import { linesByPhase, parted } from "../../webui/static/page/diary.js";
import { names } from "./made.js";

test("keys and kinds are written as people write them", () => {
  assert.equal(words("out_of_command"), "out of command");
  assert.equal(kindWords("AirRecon"), "Air recon");
  assert.equal(phaseWords("Night: movement"), "Movement");
  assert.deepEqual(
    [count(1, "die", "dice"), count(2, "die", "dice"), count(1200, "hex", "hexes")],
    ["1 die", "2 dice", "1,200 hexes"],
  );
});

test("hours and costs are rounded, and nothing is not 0", () => {
  assert.deepEqual([hours(null), hours(undefined), hours(0), hours(1.26)], ["", "", "0 h", "1.3 h"]);
  assert.deepEqual([costText(0), costText(9.96), costText(10.4, "MP"), costText(2)], ["0", "10 h", "10 MP", "2 h"]);
});

test("a line of the log is parted into words, dice and its paragraph", () => {
  assert.deepEqual(parted("Fired [3 6] and [1]: a hit. (ZN 4.13)"), {
    said: ["Fired ", [3, 6], " and ", [1], ": a hit."],
    rule: "ZN 4.13",
  });
  assert.deepEqual(parted("12 [7] points (two)"), { said: ["12 [7] points (two)"], rule: "" });
});

test("lines are chosen by day, unit and weight, and parted where a phase ends", () => {
  const line = (text, day, more = {}) => ({
    ...{ text, kind: "Moved", quiet: false, units: [] },
    clock: { day, turn: "turn 1", phase: "Movement" },
    ...more,
  });
  const entry = { lines: [line("a", 1), line("b", 1, { units: ["u"] }), line("c", 2, { quiet: true }), line("d", 2)] };
  const told = (wanted) =>
    linesByPhase([entry], { day: 0, unit: null, all: false, ...wanted }).map(({ lines }) =>
      lines.map(({ text }) => text).join(""),
    );
  assert.deepEqual(told({}), ["ab", "d"]);
  assert.deepEqual(told({ all: true }), ["ab", "cd"]);
  assert.deepEqual(told({ day: 2 }), ["d"]);
  assert.deepEqual(told({ unit: "u" }), ["b"]);
  assert.deepEqual(told({ text: "a" }), ["a"]);
  assert.deepEqual(told({ text: "a b" }), []);
  assert.deepEqual(linesByPhase([{ lines: [line("x", 1, { kind: "ClockAdvanced" })] }], { day: 0, all: false }), []);
});

test("dice are read whatever stands between them", () => {
  assert.deepEqual(facesIn(" 6, 3 1x2"), [6, 3, 1, 2]);
  assert.deepEqual(facesIn(""), []);
});

test("what sides that play themselves have done is counted, and who still may order is named", () => {
  assert.equal(playedWords({ orders: 1, refused: 0 }, names.side), "1 order given.");
  assert.equal(
    playedWords({ orders: 3, refused: 2, waits_for: ["red", "blue"] }, names.side),
    "3 orders given, 2 refused; side red and side blue may still order.",
  );
  assert.equal(
    playedWords({ orders: 2, refused: 0, dice: "dice wanted: 4 for fire" }, names.side),
    "2 orders given. dice wanted: 4 for fire; play on to call them in.",
  );
});

test("a hexside is told with all that lies on it", () => {
  const bare = {
    water: "none",
    river: "",
    crossing: "none",
    crossing_name: "",
    road: "none",
    rail: "none",
    slope: "none",
    border: "none",
    border_played_as: "none",
  };
  assert.equal(sideWords(bare), "");
  const lined = { ...bare, border: "thick_hedge", slope: "steep" };
  assert.equal(sideWords(lined), "steep, thick hedge (played as nothing)");
  assert.equal(
    sideWords({ ...lined, border_played_as: "river", road: "main" }),
    "steep, thick hedge (played as river), main road",
  );
  assert.equal(
    sideWords({ ...bare, water: "major_river", river: "Our", crossing: "bridge", crossing_name: "B1", road: "main" }),
    "major river Our, bridge: B1, main road",
  );
  assert.equal(sideWords({ ...bare, slope: "steep", rail: "double" }), "steep, double-track railway");
  assert.equal(sideWords({ ...bare, rail: "single" }), "railway");
});
