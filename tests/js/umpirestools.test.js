// The umpire's tools write rulings as they are read.

import assert from "node:assert/strict";
import test from "node:test";

import { TOOLS, rulingOf } from "../../webui/static/umpire/tools.js";

const why = 'the "bang" was heard';
const CASES = [
  ["move", { stand: "1/110", hex: "0715" }, "stand=1/110 hex=0715"],
  ["strength", { stand: "KG Böhm", losses: "-1" }, 'stand="KG Böhm" losses=-1'],
  ["stores", { formation: "2Pz", store: "POL", count: "4" }, "formation=2Pz stores=POL=4"],
  ["veil", { stand: "1/110", veil: "rules" }, "stand=1/110 veil=rules"],
  ["spawn", { new: "KG1", like: "1/110", name: "", formation: "", hex: "0715" }, "new=KG1 like=1/110 hex=0715"],
  ["weather", { weather: "fine" }, "weather=fine"],
  ["bridge", { ground: "4334/4233", what: "nothing", told: "all sides" }, "ground=4334/4233= told"],
  ["bridge", { ground: "4334/4233", what: "blown", told: "those who see it" }, "ground=4334/4233=blown"],
  ["remove", { stand: "1/110" }, "stand=1/110 remove"],
  ["front", { hexes: "0715, 0716;0816-0715", shape: "all of it", turns: "2" }, "hexes 0715 0716 0816 0715 turns 2"],
  ["front", { hexes: "0715 0915 0818", shape: "the corners of an area", turns: "1" }, "area 0715 0915 0818 turns 1"],
  ["thaw", { hex: "0715" }, "0715"],
];

for (const [tool, given, wanted] of CASES)
  test(`${tool} writes ${wanted}`, () => {
    const { notation, missing } = rulingOf(tool, { ...given, why });
    assert.deepEqual(missing, []);
    assert.equal(notation, `${TOOLS[tool].verb ?? "rule"} ${wanted} because "the \\"bang\\" was heard"`);
  });

test("what is missing is named, and no tool is left out of these tests", () => {
  assert.deepEqual(rulingOf("move", { stand: " ", hex: "0715", why: "" }).missing, ["Unit", "Reason"]);
  assert.deepEqual(new Set(CASES.map(([tool]) => tool)), new Set(Object.keys(TOOLS)));
});
