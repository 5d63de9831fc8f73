// The files of a ground: what each is and covers, what is wrong with it; its kind and its licence are changed here.

import { button, el, fill } from "../../common/dom.js";
import { question } from "./asking.js";

/** @import { Covered, GroundFile } from "./grounds.d.ts" */

/** @typedef {{kind: (file: string, kind: string) => void, licence: (file: string, text: string) => void,
 *   first: (file: string) => void, drop: (file: string) => void,
 *   answer: import("./asking.js").Answer}} FileDoors */

const MB = 1e6;

/** How large something is, in words.
 * @param {number} bytes
 */
export function megabytes(bytes) {
  return bytes < 0.1 * MB ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / MB).toFixed(1)} MB`;
}

/** A share in words that are never better than it is.
 * @param {number} share
 */
export function percent(share) {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

/** What a file tells of the ground, in a line or two.
 * @param {GroundFile} file
 * @param {Covered | undefined} covered
 * @returns {string[]}
 */
export function fileLines(file, covered) {
  const lines = [[file.format, file.bytes ? megabytes(file.bytes) : "", cells(file)].filter(Boolean).join(" · ")];
  if (!covered) return [...lines, ...(file.notes ?? [])];
  if (covered.covers !== null) lines.push(`covers ${percent(covered.covers)} of the ground`);
  const counts = Object.entries(covered.counts).map(([name, number]) => `${name} ${number.toLocaleString("en")}`);
  if (counts.length) lines.push(counts.join(", "));
  const honest = Object.entries(covered.honest_km).map(
    ([what, km]) => `${what} from ${km < 10 ? km.toFixed(1) : Math.round(km)} km on`,
  );
  if (honest.length) lines.push(`sound in hexes: ${honest.join(", ")}`);
  return [...lines, ...covered.notes];
}

/** @param {GroundFile} file */
function cells(file) {
  return file.cell_m ? `cells of ${Math.round(file.cell_m)} m` : "";
}

/** Show the files.
 * @param {HTMLElement} list
 * @param {{files: GroundFile[], missing: string[], covered: Covered[], kinds: Record<string, string>,
 *   meanings: Record<string, string[]>}} told
 * @param {FileDoors} doors
 */
export function showFiles(list, { files, missing, covered, kinds, meanings }, doors) {
  fill(
    list,
    files.map((file, k) =>
      card(
        file,
        covered.find((one) => one.file === file.name),
        { kinds, meanings, doors, isFirst: !k },
      ),
    ),
    missing.map((name) =>
      el("li", { class: "waits" }, el("b", {}, name), el("p", {}, "is named by the area file: drop it here too")),
    ),
  );
}

/** @param {GroundFile} file
 * @param {Covered | undefined} covered
 * @param {{kinds: Record<string, string>, meanings: Record<string, string[]>, doors: FileDoors, isFirst: boolean}} how
 */
function card(file, covered, { kinds, meanings, doors, isFirst }) {
  const faults = [...new Set([...(file.faults ?? []), ...(covered?.faults ?? [])])];
  const kind = el(
    "select",
    { onchange: (/** @type {Event} */ event) => doors.kind(file.name, valueOf(event)) },
    Object.entries(kinds).map(([key, words]) => el("option", { value: key, selected: key === file.kind_now }, words)),
  );
  const licence = el("input", {
    value: file.licence,
    maxlength: "200",
    placeholder: "whose it is, under which licence",
    onchange: (/** @type {Event} */ event) => doors.licence(file.name, valueOf(event)),
  });
  return el(
    "li",
    { class: faults.length ? "bad" : covered?.questions.length ? "asked" : "", data: { file: file.name } },
    el(
      "div",
      { class: "line" },
      el("b", {}, file.name),
      el("span", {}, [
        isFirst ? "" : button("Trust first", () => doors.first(file.name)),
        " ",
        button("Take out", () => doors.drop(file.name)),
      ]),
    ),
    fileLines(file, covered).map((line) => (line ? el("p", { class: "soft" }, line) : "")),
    faults.map((line) => el("p", { class: "fault" }, line)),
    (covered?.questions ?? []).map((asked) => question(asked, meanings, doors.answer)),
    el("div", { class: "edges" }, el("label", {}, "It is ", kind), el("label", {}, "Licence ", licence)),
  );
}

/** @param {Event} event */
function valueOf(event) {
  const { target } = event;
  return target instanceof HTMLSelectElement || target instanceof HTMLInputElement ? target.value : "";
}
