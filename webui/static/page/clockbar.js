// Show when it is: day, date, turn, phase, sun, moon, weather, and the list of turns that were.

import { byId, el, fill, phaseWords, words } from "../common/dom.js";
import { moonIcon, sunIcon, weatherIcon } from "./icons.js";

export class ClockBar {
  constructor(onPast) {
    this.past = byId("past");
    this.past.addEventListener("change", () => onPast(this.past.value === "" ? null : Number(this.past.value)));
  }

  show(view, at) {
    const { clock } = view;
    fill(byId("clock"), this.#day(view), this.#light(clock), this.#weather(view));
    byId("page").classList.toggle("night", view.night);
    this.#listMoments(view.moments, at);
    document.title = `${clock.days === 1 ? "" : `Day ${clock.day}, `}${clock.turn} · ${view.campaign.name}`;
  }

  #day({ clock, ended, sides }) {
    const phase = ended ? "it is over" : clock.phase,
      one = clock.days === 1 && clock.day === 1;
    const whose = ended ? null : sides.find(({ key }) => key === clock.side);
    return el(
      "div",
      { class: "clock-day" },
      one
        ? el("b", {}, capital(clock.turn))
        : el(
            "b",
            {},
            `Day ${clock.day}`,
            clock.day <= clock.days ? el("span", { class: "soft" }, ` of ${clock.days}`) : null,
          ),
      " ",
      el("span", { class: "date", title: clock.date }, clock.short_date),
      el(
        "div",
        { class: "phase", title: clock.rule },
        one ? null : el("span", { class: "turn" }, capital(clock.turn)),
        phaseWords(phase),
        whose ? this.#whose(whose) : null,
      ),
    );
  }

  // Whose phase or go it is.
  #whose(side) {
    const mark = el("span", { class: "whose" }, side.name);
    Object.assign(mark.style, { backgroundColor: side.fill, color: side.ink, borderColor: side.line });
    return mark;
  }

  #light({ sun }) {
    const day = sun.rise && sun.set ? `${sun.rise}–${sun.set}` : sun.light;
    return el(
      "div",
      {
        class: "clock-part",
        title: `Sunrise ${sun.rise ?? "–"}, sunset ${sun.set ?? "–"}; first light ${sun.dawn ?? "–"}, dark ${sun.dusk ?? "–"}`,
      },
      el("div", {}, sunIcon(), el("span", { class: "sr" }, "Sunrise and sunset: "), day),
      el("div", { class: "soft" }, moonIcon(sun.moon, sun.moon_lit), sun.moon),
    );
  }

  #weather({ clock }) {
    return el(
      "div",
      { class: "clock-part" },
      el(
        "div",
        {},
        weatherIcon(clock.weather),
        el("span", { class: "sr" }, "Weather: "),
        capital(words(clock.weather || "not known")),
      ),
      el("div", { class: "soft" }, clock.forecast ? `tomorrow ${words(clock.forecast)}` : ""),
    );
  }

  #listMoments(moments, at) {
    const days = new Map();
    for (const moment of moments) {
      if (!days.has(moment.day)) days.set(moment.day, el("optgroup", { label: `Day ${moment.day}` }));
      days
        .get(moment.day)
        .prepend(el("option", { value: moment.at }, `Day ${moment.day}, ${moment.turn}: ${phaseWords(moment.phase)}`));
    }
    fill(this.past, el("option", { value: "" }, "Now"), [...days.values()].reverse());
    this.past.value = at ?? "";
    if (this.past.value !== String(at ?? "")) {
      this.past.prepend(el("option", { value: at }, `after entry ${at}`));
      this.past.value = at;
    }
  }
}

function capital(text) {
  return text.replace(/^./, (c) => c.toUpperCase());
}
