// How groups stand, what they are to do, and what speaks for an order, as it stands in the panel of the commander.

import assert from "node:assert/strict";
import test from "node:test";

import { html } from "./page.js";

const { planParts, planRow, reasonsTable, turns } = await import("../../webui/static/page/planwords.js");

const number = (hex) => `no ${hex}`;
const parts = (plan) =>
  planParts({ estimates: [], tasks: [], ...plan }, number)
    .flat(Infinity)
    .filter((one) => one !== null)
    .map(html);

test("worth is in turns, with its sign", () => {
  assert.deepEqual([150, 0, -5].map(turns), ["+1.50", "+0.00", "−0.05"]);
});

test("a group's name stands once before how it stands; more than four are folded away", () => {
  const estimates = (count) => Array.from({ length: count }, (_, n) => ({ name: `g${n}`, text: `g${n}: behind` }));
  assert.deepEqual(parts({ estimates: [{ name: "28 ID", text: "holds" }, ...estimates(1)] }), [
    "<p.estimate><b>28 ID</b> holds</p>",
    "<p.estimate><b>g0</b> behind</p>",
  ]);
  assert.equal(parts({ estimates: estimates(4) }).length, 4);
  const [folded, ...more] = parts({ estimates: estimates(5) });
  assert.match(folded, /^<details.thought><summary>How 5 groups stand<\/summary><p.estimate>/);
  assert.deepEqual(more, []);
});

test("tasks are listed with their hex, if they have one", () => {
  const tasks = [
    { name: "28 ID", text: "28 ID: hold", hex: 7 },
    { name: "9 AD", text: "wait", hex: null },
    { name: "2 ID", text: "go", hex: 0 },
  ];
  assert.deepEqual(parts({ tasks }), [
    "<ul.tasks><li><b>28 ID</b> hold<span.soft> no 7</span></li>" +
      "<li><b>9 AD</b> wait</li><li><b>2 ID</b> go<span.soft> no 0</span></li></ul>",
  ]);
});

const reasons = [
  { what: "near", worth: 120, text: "" },
  { what: "weak", worth: -20, text: "he is weak" },
];
const TABLE =
  "<table.reasons><tbody><tr><td.worth>+1.20</td><td>near</td></tr><tr><td.worth>−0.20</td><td>he is weak</td></tr>" +
  "<tr.sum><td.worth>+1.00</td><td>turns in all</td></tr></tbody></table>";

test("reasons are added up", () => {
  assert.equal(html(reasonsTable(reasons, 100)), TABLE);
  assert.equal(reasonsTable([], 100), null);
});

test("an order that was thought of says why, with its reasons, what it expects and what can be done with it", () => {
  const thought = { name: "1/110", words: "marches", why: "to the bridge", worth: 100, reasons, expected: null };
  assert.equal(
    html(planRow(thought, "Take it")),
    `<details.thought><summary><b>1/110</b> marches: to the bridge</summary>${TABLE}<div.acts>Take it</div></details>`,
  );
  const expected = { inflicted: 120, taken: 40, chance: 60 };
  assert.match(html(planRow({ ...thought, expected }, "")), /<\/table><p.soft>expects 1.2 for 0.4, .*<\/p><div.acts>/);
});
