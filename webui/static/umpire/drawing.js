// Show the umpire's day: the inbox, the matter in hand, commands, moments and branches.

import { byId, button, el, fill } from "../common/dom.js";
import { closingWords, spentWords } from "./words.js";

/** @import { Day } from "./desk.js" */
/** @import { DayData, Matter } from "./words.js" */

/** Show all that is known of the day.
 * @param {Day} day
 * @param {DayData} data
 */
export function drawDay(day, data) {
  fill(byId("when"), `Day ${data.clock.day}, ${data.clock.turn}, ${data.clock.phase}`);
  fill(byId("need"), `${data.matters.length} need you`);
  fill(byId("spent"), spentWords(data));
  const closes = byId("close-turn", HTMLButtonElement);
  fill(closes, day.closing ? "Closing the turn…" : closingWords(data));
  closes.hidden = data.ended;
  closes.disabled = day.closing || data.waits_for.length > 0;
  byId("nothing").hidden = day.shown.length > 0;
  fill(
    byId("matters"),
    day.shown.map((one) => row(day, one)),
  );
  fill(
    byId("done"),
    data.settled.map((one) => el("li", {}, `${one.what}: ${one.choice.replace(/^matter \S+: /, "")}`)),
  );
  itself(data);
  fill(
    byId("kinds"),
    Object.entries(data.kinds).map(([kind, words]) => accepts(day, kind, words)),
  );
  fill(
    byId("commands"),
    data.commands.map(({ name, holder, orders, sheet, under_way: late }) => {
      const given = `${sheet || orders || "none"}${late ? `; ${late} on the way` : ""}`;
      return el("tr", {}, el("td", {}, name), el("td", {}, holder || "nobody"), el("td", {}, given));
    }),
  );
  times(day, data);
  card(day);
}

/** Show what needs nobody: what accepts itself when the turn is closed, and what did when one was closed last.
 * @param {DayData} data
 */
function itself({ at_closing, resolved }) {
  fill(byId("itself-title"), `By itself: ${at_closing.length} at the closing, ${resolved.length} in the last`);
  fill(
    byId("at-closing"),
    at_closing.map(({ what, does, rule }) => el("li", {}, `${what}: ${does}${rule && ` (${rule})`}`)),
  );
  fill(
    byId("resolved"),
    resolved.map((words) => el("li", {}, words)),
  );
  byId("itself").hidden = !at_closing.length && !resolved.length;
}

/** @param {Day} day
 * @param {DayData} data
 */
function times(day, { moments, branches }) {
  fill(
    byId("moments"),
    moments.map(({ at, day: date, turn, phase, lost }) =>
      el(
        "li",
        {},
        `Day ${date}, ${turn}, ${phase}: `,
        button(`Back to here (takes back ${lost})`, () => day.back(at, lost)),
        button("Branch from here", () => day.branch(at)),
      ),
    ),
  );
  fill(
    byId("branches"),
    branches.length
      ? branches.map(({ id, name, at }) => el("li", {}, el("a", { href: `/c/${id}/umpire/` }, name), ` from ${at}`))
      : el("li", { class: "soft" }, "None; each moment above can begin one."),
  );
}

/** @param {Day} day
 * @param {Matter} matter
 */
function row(day, matter) {
  const current = matter.key === day.key,
    claim = day.data?.claims[matter.key];
  return el(
    "tr",
    {
      class: current ? "current" : "",
      "aria-current": current ? "true" : null,
      data: { matter: matter.key },
    },
    el("td", {}, matter.title),
    el("td", {}, matter.hex ?? ""),
    el(
      "td",
      {},
      el("button", { type: "button", onclick: () => day.select(matter.key) }, matter.what),
      day.data?.waits_for.includes(matter.key) ? el("span", { class: "waits" }, "the closing waits") : null,
      claim ? el("span", { class: "soft" }, `${claim} looks at this`) : null,
    ),
  );
}

/** @param {Day} day
 * @param {string} kind
 * @param {string} words
 */
function accepts(day, kind, words) {
  /** @param {string[] | undefined} chosen
   * @param {{stops?: boolean, front?: boolean}} what
   * @param {string} label
   */
  const box = (chosen, what, label) => {
    const checked = chosen?.includes(kind) ?? false,
      made = el("input", { type: "checkbox", checked, "aria-label": `${words}: ${label}` });
    made.addEventListener("change", () => day.guard(() => day.accepting(kind, made.checked, what)));
    return el("td", {}, el("label", { class: "tick" }, made));
  };
  const { by_themselves, stops, fronts, stoppable = [], holdable = [] } = day.data ?? {};
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, words),
    box(by_themselves, {}, "accepted by themselves"),
    holdable.includes(kind) ? box(fronts, { front: true }, "only its front waits") : el("td"),
    stoppable.includes(kind) ? box(stops, { stops: true }, "the closing waits") : el("td"),
  );
}

/** @param {Day} day */
function card(day) {
  const { matter } = day;
  if (!matter) return fill(byId("matter"));
  fill(
    byId("matter"),
    el("h2", {}, matter.what),
    el("p", {}, el("b", {}, "Proposed: "), matter.does, matter.expected ? ` · ${matter.expected}` : ""),
    el("p", {}, el("b", {}, "At stake: "), matter.stakes),
    el("p", { class: "soft" }, matter.why, matter.rule ? ` (${matter.rule})` : ""),
    el(
      "div",
      { class: "acts" },
      button("Accept (A)", () => day.accept()),
      button("Change (C)", () => day.change(matter)),
      button(matter.instead_words ? `Overrule (O): ${matter.instead_words}` : "Overrule (O)", () => day.overrule()),
      ...(day.data?.holdable.includes(matter.kind) ? [button("Hold its front (H)", () => day.hold())] : []),
      button("Take back (Z)", () => day.undo()),
    ),
  );
}
