// The umpire's day: what it shows, and which of its buttons may be pressed.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { drawDay } from "../../webui/static/umpire/drawing.js";
import { takenBackWords } from "../../webui/static/umpire/words.js";
import { click, page, texts } from "./page.js";

const MATTER = {
  key: "fight/1.1/7",
  kind: "fight",
  title: "Fights",
  hex: "0303",
  units: ["A"],
  what: "G attacks A",
  does: "it is fought",
  why: "",
  expected: "",
  instead: "",
  instead_words: "",
  rule: "ZN 4.12",
  stakes: "",
};
const IDS = [
  "when",
  "need",
  "spent",
  "nothing",
  "matters",
  "done",
  "kinds",
  "commands",
  "itself-title",
  "at-closing",
  "resolved",
  "itself",
  "moments",
  "branches",
  "matter",
];
let asked, day;

/** Make what a day is told. */
const told = (more = {}) => ({
  version: 1,
  clock: { day: 2, turn: "turn 3", phase: "move" },
  kinds: { fight: "Fights" },
  by_themselves: [],
  matters: [],
  at_closing: [],
  resolved: [],
  settled: [],
  stops: [],
  stoppable: ["fight"],
  fronts: ["fight"],
  holdable: ["fight"],
  closing: false,
  waits_for: [],
  turn: "1.3",
  ended: false,
  claims: {},
  umpires: 1,
  may_take_back: false,
  commands: [],
  moments: [],
  branches: [],
  free_id: "b",
  minutes: {},
  ...more,
});

/** Draw a day. */
function drawn(data, more = {}) {
  day = { shown: data.matters, key: "", matter: null, data, closing: false, ...more };
  day.back = (...given) => asked.push(["back", ...given]);
  day.branch = (...given) => asked.push(["branch", ...given]);
  day.select = (...given) => asked.push(["select", ...given]);
  day.guard = (what) => what();
  day.accepting = (...given) => asked.push(["accepting", ...given]);
  drawDay(day, data);
}

const shown = (id) => globalThis.document.getElementById(id);

beforeEach(() => {
  asked = [];
  page({ ...Object.fromEntries(IDS.map((id) => [id, "div"])), "close-turn": "button" });
});

test("a turn is closed by the button unless it is being closed, or waits for a matter", () => {
  const off = (data, more) => (drawn(data, more), shown("close-turn").disabled);
  assert.equal(off(told()), false);
  assert.equal(off(told(), { closing: true }), true);
  assert.equal(off(told({ waits_for: ["fight/1.1/7"] })), true);
  assert.equal(off(told({ waits_for: ["fight/1.1/7"] }), { closing: true }), true);
  assert.equal(shown("close-turn").hidden, false);
  drawn(told({ ended: true }));
  assert.equal(shown("close-turn").hidden, true);
});

test("that nothing needs the umpire is said while nothing is shown", () => {
  const nothing = (matters) => (drawn(told(), { shown: matters }), shown("nothing").hidden);
  assert.deepEqual([nothing([]), nothing(told().matters.slice(0, 1))], [false, told().matters.length > 0]);
});

test("each matter is a row that says who looks at it and whether the closing waits", () => {
  drawn(told({ matters: [MATTER], claims: { [MATTER.key]: "Ben" }, waits_for: [MATTER.key] }), { key: MATTER.key });
  const [row] = shown("matters").children;
  assert.equal(row.textContent, "Fights0303G attacks Athe closing waitsBen looks at this");
  assert.equal(row.className, "current");
  click(row.querySelectorAll("button")[0]);
  assert.deepEqual(asked, [["select", MATTER.key]]);
  assert.equal(shown("nothing").hidden, true);
  assert.equal(shown("need").textContent, "1 need you");
});

test("what accepts itself, and where only a front waits, is ticked and may be changed", () => {
  drawn(told({ by_themselves: ["fight"] }));
  const boxes = shown("kinds").querySelectorAll("input");
  assert.deepEqual(
    boxes.map((box) => Boolean(box.checked)),
    [true, true, false],
  );
  boxes[2].checked = true;
  for (const listener of boxes[2].heard.change) listener({});
  assert.deepEqual(asked, [["accepting", "fight", true, { stops: true }]]);
});

test("what needs nobody is listed with its rule, and hidden where there is none", () => {
  drawn(told({ at_closing: [MATTER, { ...MATTER, rule: "" }], resolved: ["done"] }));
  assert.deepEqual(texts(shown("at-closing"), "li"), [
    "G attacks A: it is fought (ZN 4.12)",
    "G attacks A: it is fought",
  ]);
  assert.equal(shown("itself").hidden, false);
  drawn(told({ resolved: ["done"] }));
  assert.equal(shown("itself").hidden, false);
  drawn(told());
  assert.equal(shown("itself").hidden, true);
});

test("each moment can be gone back to, or branched from, and branches are linked", () => {
  drawn(told({ moments: [{ at: 5, day: 1, turn: "turn 2", phase: "move", lost: 3 }], branches: [] }));
  const [back, branch] = shown("moments").querySelectorAll("button");
  assert.equal(back.textContent, "Back to here (takes back 3)");
  click(back);
  click(branch);
  assert.deepEqual(asked, [
    ["back", 5, 3],
    ["branch", 5],
  ]);
  assert.deepEqual(texts(shown("branches"), "li"), ["None; each moment above can begin one."]);
  drawn(told({ branches: [{ id: "b", name: "What if", at: 5 }] }));
  assert.deepEqual(texts(shown("branches"), "li"), ["What if from 5"]);
});

test("a command says what it has given, what is on the way and who holds it", () => {
  const command = { id: "us", name: "VIII Corps", holder: "", orders: 0, sheet: "", under_way: 0 };
  drawn(
    told({
      commands: [command, { ...command, holder: "Ann", orders: 3, under_way: 2 }, { ...command, sheet: "sealed" }],
    }),
  );
  const rows = shown("commands").children.map((row) => row.children.map((cell) => cell.textContent).join("|"));
  assert.deepEqual(rows, ["VIII Corps|nobody|none", "VIII Corps|Ann|3; 2 on the way", "VIII Corps|nobody|sealed"]);
});

test("one entry that is taken back is told as one", () => {
  assert.equal(takenBackWords(1), "1 entry was taken back.");
  assert.equal(takenBackWords(12), "12 entries were taken back.");
  assert.equal(takenBackWords(1, true), "1 entry is taken back. It stays in the log, and can be brought back.");
  assert.equal(takenBackWords(2, true), "2 entries are taken back. They stay in the log, and can be brought back.");
});
