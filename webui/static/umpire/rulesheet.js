// Lay out what the server says of a text of rules: its faults, its cases, its sheet.

import { el } from "../common/dom.js";

/** @typedef {{ line: number, what: string, remedy: string }} FaultRow
 * @typedef {{ title: string, heads: string[], rows: string[][] }} Grid
 * @typedef {{ rule: string, title: string, entries: { key: string, value: string, usual: boolean }[], grids: Grid[], rows: Row[] }} Row
 * @typedef {{ key: string, usual: boolean, rows: Row[], grids: Grid[] }} Part
 * @typedef {{ rule: string, place: string, was: string, now: string, reason: string }} Otherwise
 * @typedef {{ name: string, source: string, phases: { rule: string, name: string, automatic: boolean }[], extends: string,
 *   differences: Otherwise[], parts: Part[] }} Sheet
 */

/** Say how many faults there are.
 * @param {number} count
 */
export function counted(count) {
  if (!count) return "No faults";
  return count === 1 ? "1 fault" : `${count} faults`;
}

/** Name the lines that have faults, each once.
 * @param {FaultRow[]} faults
 */
export function faultyLines(faults) {
  return new Set(faults.map((row) => row.line).filter(Boolean));
}

/** Say where a line of a text begins and ends; the last line where there are fewer.
 * @param {string} text
 * @param {number} line from 1
 * @returns {[number, number]}
 */
export function spanOf(text, line) {
  let from = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", from);
    if (end < 0) break;
    from = end + 1;
  }
  const end = text.indexOf("\n", from);
  return [from, end < 0 ? text.length : end];
}

/** List faults; a press on a line goes there.
 * @param {FaultRow[]} faults
 * @param {number} more how many are not listed
 * @param {(line: number) => void} goTo
 */
export function faultList(faults, more, goTo) {
  const rows = faults.map((row) =>
    el("li", {}, place(row.line, goTo), row.what, row.remedy && el("span", { class: "soft" }, `; ${row.remedy}`)),
  );
  return el("ul", { class: "fault-rows" }, rows, more > 0 && el("li", {}, `and ${more} more`));
}

/** @param {number} line
 * @param {(line: number) => void} goTo
 */
function place(line, goTo) {
  if (!line) return null;
  return [el("button", { type: "button", class: "link", onclick: () => goTo(line) }, `Line ${line}`), ": "];
}

/** Say what came of cases.
 * @param {{ cases: number, failures: { case: string, place: string, claim: string, instead: string }[], fault: string }} ran
 * @param {(line: number) => void} goTo
 */
export function casesList(ran, goTo) {
  if (ran.fault) return [el("p", { class: "fault" }, ran.fault)];
  const failed = new Set(ran.failures.map((row) => row.case)).size;
  const words = ran.cases
    ? `${ran.cases} case${ran.cases === 1 ? "" : "s"}, ${failed ? `${failed} failed` : "all hold"}`
    : "It has no cases yet";
  const rows = ran.failures.map((row) =>
    el(
      "li",
      {},
      place(Number(/ line (\d+)/.exec(row.place)?.[1] ?? 0), goTo),
      `${row.case}: "${row.claim}" does not hold: ${row.instead}`,
    ),
  );
  return [el("p", { class: failed ? "fault" : "well" }, words), el("ul", { class: "fault-rows" }, rows)];
}

/** Lay a sheet out.
 * @param {Sheet} sheet
 */
export function sheetParts(sheet) {
  const usual = sheet.parts.filter((part) => part.usual).map((part) => titled(part.key));
  return [
    el("p", {}, el("b", {}, sheet.name), ". ", el("span", { class: "soft" }, sheet.source)),
    sheet.differences.length > 0 && otherwise(sheet),
    el("h3", {}, "Phases"),
    el(
      "ol",
      {},
      sheet.phases.map((row) =>
        el("li", {}, ruled(row.rule), row.name, row.automatic && el("span", { class: "usual" }, " by itself")),
      ),
    ),
    sheet.parts.filter((part) => !part.usual && part.key !== "phase").map(partOf),
    usual.length > 0 && [
      el("h3", {}, "By default"),
      el("p", { class: "usual" }, `Not in the file: ${usual.join(", ")}.`),
    ],
  ];
}

/** @param {Sheet} sheet */
function otherwise(sheet) {
  const rows = sheet.differences.map((row) => [row.rule, row.place, row.now, row.was, row.reason]);
  return [
    el("h3", {}, `Otherwise than ${sheet.extends}`),
    gridOf({ title: "", heads: ["place", "here", "there", "reason"], rows }),
  ];
}

/** @param {string} key */
function titled(key) {
  return key.replaceAll("_", " ");
}

/** @param {string} rule */
function ruled(rule) {
  return rule ? el("span", { class: "rule" }, `${rule} `) : null;
}

/** @param {Part} part */
function partOf(part) {
  const title = titled(part.key);
  return [el("h3", {}, title.charAt(0).toUpperCase() + title.slice(1)), part.grids.map(gridOf), part.rows.map(rowOf)];
}

/** @param {Row} row
 * @returns {HTMLElement}
 */
function rowOf(row) {
  const entries = row.entries.map((entry, at) => [
    at > 0 && "; ",
    el("span", { class: entry.usual ? "usual" : null }, `${entry.key} ${entry.value}`),
  ]);
  const head = el(
    "p",
    {},
    ruled(row.rule),
    row.title && el("b", {}, titled(row.title)),
    row.title && entries.length > 0 && ": ",
    entries,
  );
  return el(
    "div",
    {},
    head,
    row.grids.map(gridOf),
    row.rows.length > 0 && el("div", { class: "within" }, row.rows.map(rowOf)),
  );
}

/** @param {Grid} grid */
function gridOf(grid) {
  const heads = el(
    "tr",
    {},
    el("th", { scope: "col" }, el("span", { class: "sr" }, "Row")),
    grid.heads.map((head) => el("th", { scope: "col" }, titled(head))),
  );
  const rows = grid.rows.map(([name, ...cells]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, titled(name ?? "")),
      cells.map((cell) => el("td", {}, cell)),
    ),
  );
  const caption = grid.title && el("caption", {}, titled(grid.title));
  return el("div", { class: "grid" }, el("table", {}, caption, el("thead", {}, heads), el("tbody", {}, rows)));
}
