// Show when it is: day, date, turn, phase, sun, moon, weather, and the list of turns that were.

import { byId, el, fill } from "../common/dom.js";
import { capital, phaseWords, words } from "../common/words.js";
import { moonIcon, sunIcon, weatherIcon } from "./icons.js";

/** @import { Moment, Side, View } from "../common/data.d.ts" */

export class ClockBar {
  /** @param {(at: number | null) => void} onPast */
  constructor(onPast) {
    this.past = byId("past", HTMLSelectElement);
    this.past.addEventListener("change", () => onPast(this.past.value === "" ? null : Number(this.past.value)));
  }

  /** @param {View} view
   * @param {number | null} at
   */
  show(view, at) {
    const { clock } = view;
    fill(byId("clock"), day(view), light(view), weather(view));
    byId("page").classList.toggle("night", view.night);
    this.#listMoments(view.moments, at);
    document.title = `${clock.days === 1 ? "" : `Day ${clock.day}, `}${clock.turn} · ${view.campaign.name}`;
  }

  /** @param {Moment[]} moments
   * @param {number | null} at
   */
  #listMoments(moments, at) {
    /** @type {Map<number, HTMLOptGroupElement>} */
    const days = new Map();
    for (const moment of moments) {
      const group = days.get(moment.day) ?? el("optgroup", { label: `Day ${moment.day}` });
      days.set(moment.day, group);
      const label = `Day ${moment.day}, ${moment.turn}: ${phaseWords(moment.phase)}`;
      group.prepend(el("option", { value: moment.at }, label));
    }
    fill(this.past, el("option", { value: "" }, "Now"), [...days.values()].reverse());
    const wanted = String(at ?? "");
    this.past.value = wanted;
    if (this.past.value === wanted) return;
    this.past.prepend(el("option", { value: wanted }, `after entry ${wanted}`));
    this.past.value = wanted;
  }
}

/** @param {View} view */
function day({ clock, ended, sides }) {
  const one = clock.days === 1 && clock.day === 1,
    whose = ended ? undefined : sides.find(({ key }) => key === clock.side);
  const of = clock.day <= clock.days ? el("span", { class: "soft" }, ` of ${clock.days}`) : null;
  const limit = clock.last_turn === null || ended ? null : el("span", { class: "soft" }, ` of ${clock.last_turn}`);
  return el(
    "div",
    { class: "clock-day" },
    el("b", {}, one ? [capital(clock.turn), limit] : [`Day ${clock.day}`, of]),
    " ",
    el("span", { class: "date", title: clock.date }, clock.short_date),
    el(
      "div",
      { class: "phase", title: clock.rule },
      one ? null : el("span", { class: "turn" }, capital(clock.turn), limit),
      phaseWords(ended ? "it is over" : clock.phase),
      whose ? goOf(whose) : null,
    ),
  );
}

/** Say whose phase or go it is.
 * @param {Side} side
 */
function goOf(side) {
  const mark = el("span", { class: "whose" }, side.name);
  Object.assign(mark.style, { backgroundColor: side.fill, color: side.ink, borderColor: side.line });
  return mark;
}

/** @param {View} view */
function light({ clock: { sun } }) {
  const hours = sun.rise && sun.set ? `${sun.rise}–${sun.set}` : sun.light;
  const [rise, set, dawn, dusk] = [sun.rise, sun.set, sun.dawn, sun.dusk].map((time) => time ?? "–");
  return el(
    "div",
    { class: "clock-part", title: `Sunrise ${rise}, sunset ${set}; first light ${dawn}, dark ${dusk}` },
    el("div", {}, sunIcon(), el("span", { class: "sr" }, "Sunrise and sunset: "), hours),
    el("div", { class: "soft" }, moonIcon(sun.moon, sun.moon_lit), sun.moon),
  );
}

/** @param {View} view */
function weather({ clock }) {
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
