// Faults, cases and the sheet of a text of rules, as they stand on the page.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, html } from "./page.js";

const { casesList, faultList, sheetParts } = await import("../../webui/static/umpire/rulesheet.js");

const rows = (list) =>
  list
    .flat(Infinity)
    .filter((one) => one !== null && one !== false)
    .map(html);

test("a fault says its line, what it is and what to do; a press on the line goes there", () => {
  const gone = [];
  const list = faultList(
    [
      { line: 3, what: "no such terrain", remedy: "write wood" },
      { line: 0, what: "no phases", remedy: "" },
    ],
    0,
    (line) => gone.push(line),
  );
  assert.equal(
    html(list),
    "<ul.fault-rows><li><button.link>Line 3</button>: no such terrain<span.soft>; write wood</span></li><li>no phases</li></ul>",
  );
  click(buttonOf(list, "Line 3"));
  assert.deepEqual(gone, [3]);
  assert.equal(html(faultList([], 2, () => {})), "<ul.fault-rows><li>and 2 more</li></ul>");
  assert.equal(html(faultList([], 0, () => {})), "<ul.fault-rows></ul>");
});

const ran = (cases, ...failures) => ({ cases, failures, fault: "" });
const failure = (name, place) => ({ case: name, place, claim: "cost is 2", instead: "3" });

test("cases are counted, each that fails once, with what does not hold and where it stands", () => {
  const told = (of) => rows(casesList(of, () => {}));
  assert.deepEqual(told(ran(0)), ["<p.well>It has no cases yet</p>", "<ul.fault-rows></ul>"]);
  assert.equal(told(ran(1))[0], "<p.well>1 case, all hold</p>");
  const twice = [failure("march", "cases, line 12"), failure("march", "x")];
  assert.deepEqual(told(ran(3, ...twice)), [
    "<p.fault>3 cases, 1 failed</p>",
    '<ul.fault-rows><li><button.link>Line 12</button>: march: "cost is 2" does not hold: 3</li>' +
      '<li>march: "cost is 2" does not hold: 3</li></ul>',
  ]);
  assert.deepEqual(told({ ...ran(3, ...twice), fault: "no such file" }), ["<p.fault>no such file</p>"]);
  const gone = [],
    [, list] = casesList(ran(3, ...twice), (line) => gone.push(line));
  click(buttonOf(list, "Line 12"));
  assert.deepEqual(gone, [12]);
});

const grid = (more = {}) => ({ title: "", heads: ["in_wood"], rows: [["foot_unit", "2"]], ...more });
const row = (more = {}) => ({ rule: "", title: "", entries: [], grids: [], rows: [], ...more });
const sheet = (more = {}) => ({
  ...{ name: "Ours", source: "ours.toml", phases: [], extends: "zen", differences: [], parts: [] },
  ...more,
});
const HEAD = "<p><b>Ours</b>. <span.soft>ours.toml</span></p>";

test("a sheet begins with its name and its phases, in turn, those that run by themselves marked", () => {
  const phases = [
    { rule: "Z 3", name: "March", automatic: false },
    { rule: "", name: "Supply", automatic: true },
  ];
  assert.deepEqual(rows(sheetParts(sheet({ phases }))), [
    HEAD,
    "<h3>Phases</h3>",
    "<ol><li><span.rule>Z 3 </span>March</li><li>Supply<span.usual> by itself</span></li></ol>",
  ]);
});

const TABLE =
  "<div.grid><table><thead><tr><th><span.sr>Row</span></th><th>in wood</th></tr></thead>" +
  "<tbody><tr><th>foot unit</th><td>2</td></tr></tbody></table></div>";

test("what differs from the rules that it extends stands in a table of its own", () => {
  const differences = [{ rule: "Z 4", place: "march", was: "3", now: "2", reason: "mud" }];
  assert.deepEqual(rows(sheetParts(sheet({ differences }))).slice(1, 3), [
    "<h3>Otherwise than zen</h3>",
    "<div.grid><table><thead><tr><th><span.sr>Row</span></th><th>place</th><th>here</th><th>there</th><th>reason</th></tr></thead>" +
      "<tbody><tr><th>Z 4</th><td>march</td><td>2</td><td>3</td><td>mud</td></tr></tbody></table></div>",
  ]);
});

test("parts that are in the file are laid out, phases not once more; those by default are named together at the end", () => {
  const part = (key, more = {}) => ({ key, usual: false, rows: [], grids: [], ...more });
  const parts = [
    part("phase", { grids: [grid()] }),
    part("road_march", { grids: [grid()] }),
    part("night", { usual: true }),
  ];
  assert.deepEqual(rows(sheetParts(sheet({ parts: [...parts, part("fog_of_war", { usual: true })] }))).slice(3), [
    "<h3>Road march</h3>",
    TABLE,
    "<h3>By default</h3>",
    "<p.usual>Not in the file: night, fog of war.</p>",
  ]);
  assert.equal(rows(sheetParts(sheet({ parts: parts.slice(0, 2) }))).at(-1), TABLE);
});

test("a row has its rule, its title, what is set and what is as usual, and what lies within it", () => {
  const entries = [
    { key: "cost", value: "2", usual: false },
    { key: "limit", value: "6", usual: true },
  ];
  const part = (one) => rows(sheetParts(sheet({ parts: [{ key: "x", usual: false, grids: [], rows: [one] }] }))).at(-1);
  assert.equal(
    part(row({ rule: "Z 5", title: "by_road", entries, rows: [row({ title: "mud" })] })),
    "<div><p><span.rule>Z 5 </span><b>by road</b>: <span>cost 2</span>; <span.usual>limit 6</span></p>" +
      "<div.within><div><p><b>mud</b></p></div></div></div>",
  );
  assert.equal(part(row({ entries })), "<div><p><span>cost 2</span>; <span.usual>limit 6</span></p></div>");
  assert.equal(part(row({ title: "mud", grids: [grid()] })), `<div><p><b>mud</b></p>${TABLE}</div>`);
});

test("a table has a caption if it has a title, and a row without a name has an empty head", () => {
  const part = (one) => rows(sheetParts(sheet({ parts: [{ key: "x", usual: false, grids: [one], rows: [] }] }))).at(-1);
  assert.match(part(grid({ title: "by_day" })), /^<div.grid><table><caption>by day<\/caption><thead>/);
  assert.match(part(grid({ rows: [[]] })), /<tbody><tr><th><\/th><\/tr><\/tbody>/);
});
