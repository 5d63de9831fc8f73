// The lists beside the tree: what lies on the map, who comes when, what the staffs mean to do.

import { button, byId, el, fill } from "../../common/dom.js";
import { count, words } from "../../common/words.js";

/** @import { Child } from "../../common/dom.js" */
/** @import { Model } from "./model.js" */
/** @import { Thing } from "./scenario.d.ts" */

/** @typedef {{choose: (key: string) => void, add: (what: string, fields?: Record<string, any>) => void,
 *   addOnMap: (what: string, fields: Record<string, any>) => void}} ListDoors
 */

export class Lists {
  /** @param {Model} model
   * @param {ListDoors} doors
   */
  constructor(model, doors) {
    this.model = model;
    this.doors = doors;
  }

  /** @param {string} chosen */
  draw(chosen) {
    fill(byId("places-body"), this.#places(chosen));
    fill(byId("plans-body"), this.#plans(chosen));
  }

  /** @param {string} chosen
   * @returns {Child}
   */
  #places(chosen) {
    const { model } = this,
      objectives = model.of("objective");
    const points = model.of("side").map(([side, { name }]) => `${name}: ${sum(objectives, side)} points`);
    return [
      section("Objectives", "What is worth points at the end of a day. More points win.", [
        objectives.map(([key, one]) => this.#row(key, one.name, `${this.#name(one.side)}, ${worth(one)}`, chosen)),
        el(
          "p",
          { class: "tally" },
          points.map((told) => el("span", { class: "tag" }, told)),
        ),
        this.#onMap("objective"),
      ]),
      section("Supply", "Where supply comes in: a road at the edge, a railhead, a beach.", [
        model.of("source").map(([key, one]) => this.#row(key, one.name, this.#supply(one), chosen)),
        this.#onMap("source"),
      ]),
      section("Arrivals", "A unit with a day of arrival comes in where it lies on the map.", this.#arrivals(chosen)),
      section("Air", "Dice of air power of a side on a day, if the weather lets it fly.", this.#air(chosen)),
    ];
  }

  /** Buttons that add something for each side in a hex that is chosen then.
   * @param {string} what
   */
  #onMap(what) {
    const { model, doors } = this;
    return el(
      "p",
      { class: "adds" },
      model
        .of("side")
        .map(([side, { name }]) =>
          button(`+ for ${name}`, () => doors.addOnMap(what, { side }), { "data-add": `${what}-${side}` }),
        ),
    );
  }

  /** @param {Thing} one */
  #supply(one) {
    return `${this.#name(one.side)}${one.sea ? ", over a beach" : ""}`;
  }

  /** @param {string} chosen
   * @returns {Child}
   */
  #arrivals(chosen) {
    const { things } = this.model,
      coming = this.model.arrivals();
    if (!coming.length) return el("p", { class: "soft" }, "All are there from the beginning.");
    return coming.map(([day, keys]) => [
      el("h3", {}, `Day ${day}: ${count(keys.length, "unit")}`),
      keys.map((key) => this.#row(key, things[key].name, things[key].at || "nowhere yet", chosen)),
    ]);
  }

  /** @param {string} chosen
   * @returns {Child}
   */
  #air(chosen) {
    const { model, doors } = this;
    return [
      model.of("air").map(([key, one]) => this.#row(key, `${this.#name(one.side)}, day ${one.day}`, dice(one), chosen)),
      el(
        "p",
        { class: "adds" },
        model.of("side").map(([side, { name }]) => button(`+ for ${name}`, () => doors.add("air", { side }))),
      ),
    ];
  }

  /** @param {string} chosen
   * @returns {Child}
   */
  #plans(chosen) {
    const { model, doors } = this,
      plans = model.of("plan"),
      missions = model.of("mission");
    return [
      section("Plans", "What the automatic commander of a side goes by. Without any he goes by the objectives.", [
        ...plans.map(([key, one]) =>
          this.#row(key, one.name, model.things.head?.plan === key ? "is played" : "", chosen),
        ),
        el(
          "p",
          { class: "adds" },
          button("+ Plan", () => doors.add("plan"), { id: "add-plan" }),
        ),
      ]),
      plans.length
        ? model
            .of("side")
            .map(([side, { name }]) =>
              section(`Missions: ${name}`, "", [
                ...missions
                  .filter(([, one]) => model.sideOf(one.formation) === side)
                  .map(([key, one]) => this.#row(key, this.#name(one.formation), missionWords(one), chosen)),
                el("p", { class: "adds" }, this.#adds(side)),
              ]),
            )
        : "",
    ];
  }

  /** @param {string} side */
  #adds(side) {
    const { model, doors } = this,
      first = model.of("formation").find(([key]) => model.sideOf(key) === side);
    if (!first) return el("span", { class: "soft" }, "It has no formations yet.");
    return button("+ Mission", () => doors.add("mission", { formation: first[0] }), { "data-add": `mission-${side}` });
  }

  /** @param {string} key
   * @param {string} name
   * @param {string} told
   * @param {string} chosen
   */
  #row(key, name, told, chosen) {
    return el(
      "button",
      {
        type: "button",
        class: "list-row",
        "data-thing": key,
        "aria-pressed": String(key === chosen),
        onclick: () => this.doors.choose(key),
      },
      el("b", {}, name || "without a name"),
      el("span", { class: "soft" }, told),
    );
  }

  /** @param {string} key */
  #name(key) {
    return this.model.things[key]?.name ?? "nobody";
  }
}

/** @param {string} head
 * @param {string} told
 * @param {Child} rows
 */
function section(head, told, rows) {
  return el("section", { class: "listed" }, el("h2", {}, head), told && el("p", { class: "soft hint" }, told), rows);
}

/** @param {[string, Thing][]} rows
 * @param {string} side
 */
function sum(rows, side) {
  return rows.reduce((all, [, one]) => all + (one.side === side ? (one.points ?? 0) : 0), 0);
}

/** @param {Thing} one */
function missionWords(one) {
  const goals = (one.goals ?? []).map((/** @type {{name?: string}} */ { name }) => name || "a place").join(", ");
  return `${words(one.kind)}${goals ? `: ${goals}` : ""}`;
}

/** @param {Thing} one */
function worth({ points, by_day: day }) {
  return `${points} points${day ? `, from day ${day}` : ", at the end"}`;
}

/** @param {Thing} one */
function dice({ dice: number }) {
  return count(number, "die", "dice");
}
