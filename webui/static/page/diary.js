// Show the log: what was ordered and what came of it, with dice and paragraphs.

import { byId, el, fill, phaseWords } from "../common/dom.js";

const DICE = /\[([1-6](?: [1-6])*)\]/;
const RULE = /\s*\(([A-Z]+ [0-9.]+|[A-Z]+ [0-9.]+[a-z]?)\)$/;

export class Diary {
  constructor(page) {
    Object.assign(this, { page, entries: [], last: 0 });
    this.box = byId("log-list");
    this.day = byId("log-day");
    for (const id of ["log-day", "log-unit", "log-all"]) byId(id).addEventListener("change", () => this.draw());
  }

  // Forget all; the next log is the whole.
  reset() {
    this.entries = [];
    this.last = 0;
  }

  add(log) {
    if (log.whole) this.reset();
    this.entries.push(...log.entries);
    this.last = log.last;
    const days = [...new Set(this.entries.map(({ clock }) => clock?.day).filter(Boolean))].sort((a, b) => b - a);
    const chosen = this.day.value;
    fill(
      this.day,
      el("option", { value: "" }, "all days"),
      days.map((day) => el("option", { value: day }, `day ${day}`)),
    );
    this.day.value = days.map(String).includes(chosen) ? chosen : "";
    this.draw();
  }

  draw() {
    if (byId("log").hidden) return;
    const day = Number(this.day.value),
      unit = byId("log-unit").checked ? this.page.selected : null,
      all = byId("log-all").checked;
    const wanted = (line) =>
      (all || (!line.quiet && line.kind !== "ClockAdvanced")) &&
      (!day || line.clock.day === day) &&
      (!unit || line.units.includes(unit));
    const nodes = [];
    let when = "";
    for (const { entry, lines } of this.entries.flatMap((entry) => byPhase(entry, wanted)).reverse()) {
      const now = clockWords(lines[0].clock);
      if (now !== when) nodes.push(el("h4", {}, now));
      when = now;
      nodes.push(this.#entry(entry, lines));
    }
    fill(this.box, nodes.length ? nodes : el("p", { class: "soft pad" }, "Nothing here."));
  }

  #entry(entry, lines) {
    const back =
      entry.at && this.page.view.viewer === "umpire"
        ? el(
            "button",
            {
              type: "button",
              class: "link at",
              title: "Look at the map as it was then",
              onclick: () => this.page.lookAt(entry.at),
            },
            `#${entry.at}`,
          )
        : null;
    return el(
      "article",
      { class: `entry${entry.counts ? "" : " undone"}` },
      back,
      entry.counts ? null : el("span", { class: "tag" }, "taken back"),
      el(
        "ul",
        {},
        lines.map((line) => el("li", { class: line.kind }, ...this.#line(line))),
      ),
    );
  }

  #line({ text, units }) {
    const rule = RULE.exec(text)?.[1],
      parts = [];
    let rest = text.replace(RULE, "");
    for (let found = DICE.exec(rest); found; found = DICE.exec(rest)) {
      parts.push(
        rest.slice(0, found.index),
        el(
          "span",
          { class: "dice", "aria-label": `dice ${found[1]}` },
          found[1].split(" ").map((face) => el("span", { class: "die" }, face)),
        ),
      );
      rest = rest.slice(found.index + found[0].length);
    }
    parts.push(rest);
    if (rule) parts.push(" ", el("span", { class: "rule" }, rule));
    const known = units.find((id) => this.page.stand(id));
    if (known)
      parts.push(
        " ",
        el(
          "button",
          {
            type: "button",
            class: "find",
            "aria-label": `Show ${this.page.nameOf(known)}`,
            onclick: () => this.page.choose(known, { centre: true }),
          },
          "◎",
        ),
      );
    return parts;
  }
}

// Part an entry where a phase ended within it.
function byPhase(entry, wanted) {
  const parts = [];
  for (const line of entry.lines.filter(wanted)) {
    if (!parts.length || clockWords(parts.at(-1).lines[0].clock) !== clockWords(line.clock))
      parts.push({ entry, lines: [] });
    parts.at(-1).lines.push(line);
  }
  return parts;
}

function clockWords(clock) {
  return clock ? `Day ${clock.day}, ${clock.turn} · ${phaseWords(clock.phase)}` : "";
}
