// What was made of a ground: its picture, the same at other widths, what the files cover, what the date did, what changed.

import { button, el, fill } from "../../common/dom.js";
import { capital, count, together, words } from "../../common/words.js";
import { ruling } from "./ruling.js";

/** @import { Compared, Job, Width } from "./grounds.d.ts" */

const VERDICTS = {
  removed: "taken away",
  restored: "put back",
  changed: "changed",
  kept: "kept",
  doubtful: "doubtful",
};
const MOST_SHOWN = 200;

/** Show a preview as far as it is made; widths that are not there yet keep their place.
 * @param {HTMLElement} box
 * @param {Job} job
 * @param {string} base
 * @param {{choose: (km: number) => void, rule: (said: import("./ruling.js").Said) => void}} doors
 */
export function showJob(box, job, base, { choose, rule }) {
  const [chosen, ...others] = job.widths ?? [];
  if (!chosen) return;
  fill(
    box,
    thenAndToday(chosen, job, base),
    others.length
      ? el(
          "div",
          { class: "beside" },
          others.map((width) => beside(width, base, choose)),
        )
      : "",
    covered(job),
    audited(job, rule),
    list("To look at", job.doubts ?? [], job.totals?.doubts ?? 0, "warn"),
    folded("What was assumed", job.notes ?? [], job.totals?.notes ?? 0),
  );
}

/** Whether the ground is shown without its date. */
let asToday = false;

/** The picture of the ground with what is on it, as of its date or as today.
 * @param {Width} chosen
 * @param {Job} job
 * @param {string} base
 */
function thenAndToday(chosen, job, base) {
  const box = el("div"),
    { today } = job;
  const draw = () => {
    const shown = asToday && today ? today : chosen,
      label = `Hexes of ${chosen.width_km} km${shown === today ? ", as today" : ""}`;
    fill(
      box,
      job.date && today && switched(job.date, draw),
      picture(shown, base, label),
      el(
        "ul",
        { class: "counts" },
        counts(shown, shown === today ? today : job).map((line) => el("li", {}, line)),
      ),
    );
  };
  draw();
  return box;
}

/** @param {string} date
 * @param {() => void} draw
 */
function switched(date, draw) {
  const choice = (/** @type {string} */ label, /** @type {boolean} */ today) =>
    el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-pressed": String(asToday === today),
        onclick: () => {
          asToday = today;
          draw();
        },
      },
      label,
    );
  return el(
    "p",
    { class: "then-today", role: "group", "aria-label": "Date" },
    choice(`As of ${date}`, false),
    " ",
    choice("As today", true),
  );
}

/** @param {Width} width
 * @param {string} base
 * @param {string} label
 */
function picture(width, base, label) {
  const told = `${count(width.hexes, "hex", "hexes")} of ${width.width_km} km, ${width.columns} columns by ${width.rows} rows`;
  if (!width.picture) return el("p", { class: "fault" }, `${told}: ${width.fault ?? "no picture"}`);
  return el(
    "figure",
    { class: "picture", id: "picture" },
    el("img", {
      src: `${base}preview/${width.picture}`,
      width: width.wide,
      height: width.high,
      alt: label,
    }),
    el(
      "figcaption",
      {},
      el("b", {}, told),
      width.shows ? el("p", { class: "soft", id: "shows" }, width.shows) : "",
      inSteps(width),
    ),
  );
}

/** Say what a picture does not show yet, or when all of it was there.
 * @param {Width} width
 */
function inSteps({ not_yet, first, first_s, whole_s }) {
  if (not_yet?.length)
    return el("p", { class: "warn", id: "not-yet" }, `Main things only: ${together(not_yet)} are not laid yet.`);
  if (!first?.length) return "";
  return el(
    "p",
    { class: "soft" },
    `Main things after ${first_s} s, everything with ${together(first)} after ${whole_s} s.`,
  );
}

/** @param {Width} width
 * @param {{roads?: number, rails?: number, rivers?: number, places?: number}} job
 */
function counts(width, job) {
  const terrain = (width.terrain ?? []).map(([name, number]) => `${words(name)} ${number.toLocaleString("en")}`);
  const borders = (width.borders ?? []).map(([name, number]) => `${words(name)} on ${count(number, "hexside")}`);
  const laid = [
    [job.roads, "road link"],
    [job.rails, "railway link"],
    [job.rivers, "water hexside"],
    [job.places, "place"],
  ].map(([number, name]) => count(Number(number ?? 0), String(name)));
  return [...terrain, ...laid, ...borders];
}

/** @param {Width} width
 * @param {string} base
 * @param {(km: number) => void} choose
 */
function beside(width, base, choose) {
  return el(
    "figure",
    { class: "picture" },
    width.picture
      ? el("img", {
          src: `${base}preview/${width.picture}`,
          alt: `Hexes of ${width.width_km} km`,
        })
      : el("p", { class: "soft" }, width.fault),
    el(
      "figcaption",
      {},
      el("span", {}, `${width.width_km} km: ${count(width.hexes, "hex", "hexes")}`),
      button("Take this width", () => choose(width.width_km)),
    ),
  );
}

/** @param {Job} job */
function covered(job) {
  const { cover } = job;
  if (!cover) return "";
  return el(
    "section",
    { class: "sheetlike", id: "cover" },
    el("h2", {}, "What the files know of it"),
    cover.missing.length
      ? el("p", { class: "warn" }, `Missing: ${cover.missing.join("; ")}.`)
      : el("p", {}, "Heights, land cover, waters, roads, railways and places are known everywhere."),
    cover.warnings.length
      ? el(
          "ul",
          {},
          cover.warnings.map((line) => el("li", {}, line)),
        )
      : "",
    firstOf(cover.warnings.length, cover.warned),
    cover.online.length
      ? el(
          "ul",
          {},
          cover.online.map((one) => el("li", {}, `${one.name}: ${one.gives}. ${one.cached}`)),
        )
      : "",
  );
}

/** @param {Job} job
 * @param {(said: import("./ruling.js").Said) => void} rule
 */
function audited(job, rule) {
  if (!job.date) return "";
  const rows = job.audit ?? [];
  const totals = Object.entries(job.verdicts ?? {}).map(
    ([key, number]) => `${number.toLocaleString("en")} ${verdict(key)}`,
  );
  return el(
    "section",
    { class: "sheetlike", id: "audit" },
    el("h2", {}, `As of ${job.date}`),
    el(
      "p",
      {},
      totals.length
        ? `${capital(totals.join(", "))}.`
        : "Nothing in the files was otherwise then, as far as they tell.",
    ),
    firstOf(Math.min(rows.length, MOST_SHOWN), job.totals?.audit ?? 0),
    rows.length > 0 &&
      table(
        ["What", "Then", "Why", "Hex", "Ruling"],
        rows
          .slice(0, MOST_SHOWN)
          .map((row) => [row.words, verdict(row.verdict), row.why, row.number, ruling(row, rule)]),
      ),
  );
}

/** @param {string} key */
function verdict(key) {
  return /** @type {Record<string, string>} */ (VERDICTS)[key] ?? key;
}

/** Say what is otherwise than on the map that was saved before.
 * @param {Compared | null | undefined} compared
 */
export function comparedSheet(compared) {
  if (!compared) return "";
  const { terrain, rows, total } = compared;
  const told = compared.count
    ? `${count(compared.hexes, "hex is", "hexes are")} otherwise than on the map before, and ${count(compared.sides, "hexside")}.`
    : "Nothing is otherwise than on the map before.";
  return el(
    "section",
    { class: "sheetlike", id: "compared" },
    el("h2", {}, "Beside the former map"),
    el("p", {}, compared.same_grid ? told : `The hexes lie otherwise now; compared by position: ${told}`),
    terrain.length
      ? el(
          "ul",
          { class: "counts" },
          terrain.map(([old, now, n]) => el("li", {}, `${words(old)} → ${words(now)} ${n}`)),
        )
      : "",
    firstOf(Math.min(rows.length, MOST_SHOWN), total),
    rows.length
      ? table(
          ["Where", "What", "Before", "Now"],
          rows.slice(0, MOST_SHOWN).map((row) => row.map(words)),
        )
      : "",
  );
}

/** @param {string[]} heads
 * @param {(string | HTMLElement)[][]} rows
 */
function table(heads, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: "0" },
    el(
      "table",
      { class: "list" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.map((head) => el("th", { scope: "col" }, head)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            row.map((cell) => el("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** Say that a list is cut short, where it is.
 * @param {number} shown
 * @param {number} total
 */
export function firstOf(shown, total) {
  if (total <= shown) return "";
  return el("p", { class: "soft first-of" }, `The first ${shown} of ${total.toLocaleString("en")}.`);
}

/** @param {string} head
 * @param {string[]} lines
 * @param {number} total
 * @param {string} [kind]
 */
function list(head, lines, total, kind = "") {
  if (!lines.length) return "";
  return el(
    "section",
    { class: "sheetlike" },
    el("h2", {}, head),
    firstOf(lines.length, total),
    el(
      "ul",
      { class: kind },
      lines.map((line) => el("li", {}, line)),
    ),
  );
}

/** @param {string} head
 * @param {string[]} lines
 * @param {number} total
 */
function folded(head, lines, total) {
  if (!lines.length) return "";
  return el(
    "details",
    { class: "sheetlike" },
    el("summary", {}, `${head} (${Math.max(total, lines.length)})`),
    firstOf(lines.length, total),
    el(
      "ul",
      {},
      lines.map((line) => el("li", {}, line)),
    ),
  );
}
