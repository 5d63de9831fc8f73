// The panel of the commander: who plays, what formations are to do, what a side would do, and what it meant.

import { button, el, fill, ifThere } from "../common/dom.js";
import { Fault, faultIn, faultWords } from "../common/faults.js";
import { LATE, Latest } from "../common/latest.js";
import { count as countWords } from "../common/words.js";
import { cameInSum, cameOfOrder, planParts, planRow, turns } from "./planwords.js";
import { mayOrder } from "./state.js";

/** @import { Advice, MeantOrder, MissionSide, PlansOfSide, Offer } from "../common/data.d.ts" */
/** @import { Frame } from "../common/frame.js" */
/** @import { Reader } from "./asking.js" */
/** @import { PlanWays } from "../map/types.d.ts" */
/** @import { State } from "./state.js" */

const LEVELS = ["recruit", "regular", "veteran", "staff"];
const STYLES = ["cautious", "steady", "bold"];
const PLAYERS = [
  ["", "the umpire gives its orders"],
  ["person", "a person, on the side's page"],
  ["fast", "nobody: it stands fast"],
  ["table", "the table of chances"],
  ...LEVELS.flatMap((level) => STYLES.map((style) => [`commander:${level}:${style}`, `${style} ${level} commander`])),
];

/** What this needs of the rest of the page.
 * @typedef {object} Needs
 * @property {State} state
 * @property {Frame} frame
 * @property {Reader} reader
 * @property {(name: string, body: object) => Promise<any>} send
 * @property {(offer: Offer) => void} propose
 * @property {(ways: PlanWays | null) => void} showWays
 * @property {(hex: number) => string} number
 * @property {(work: () => Promise<void>) => Promise<void>} guard
 */

export class CommanderPanel {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.box = ifThere("plan-box");
    this.asked = new Latest();
    this.advised = new Latest();
    /** The version that the advice is for. */
    this.version = -1;
    /** @type {Advice | null} */
    this.advice = null;
    /** @type {MissionSide[]} */
    this.missions = [];
    /** @type {PlansOfSide[]} */
    this.plans = [];
    /** What losses are counted in. */
    this.word = "point";
    this.note = el("p", { class: "note", role: "status" });
    ifThere("tab-plan")?.addEventListener("click", () => this.show());
  }

  /** Show what is so now, if the panel is open; advice of another moment is put away. */
  async refresh() {
    const version = this.needs.state.view?.version ?? -1;
    if (version !== this.version) {
      this.advice = null;
      this.needs.showWays(null);
    }
    this.version = version;
    if (this.box && !ifThere("plan")?.hidden) await this.show();
  }

  async show() {
    const { reader, guard } = this.needs;
    await guard(async () => {
      const found = await this.asked.ask(() => Promise.all([reader.get("missions.json"), reader.get("plans.json")]));
      if (found === LATE) return;
      const [missions, plans] = found;
      this.missions = missions.sides;
      this.plans = plans.sides;
      this.word = plans.word;
      this.draw();
    });
  }

  draw() {
    if (!this.box) return;
    const { state } = this.needs,
      may = mayOrder(state),
      sides = (state.view?.sides ?? []).filter(({ key }) => state.viewer === "umpire" || key === state.viewer);
    fill(
      this.box,
      may && state.viewer === "umpire" ? this.#seats() : null,
      may
        ? el(
            "div",
            { class: "acts" },
            sides.map(({ key, name }) => this.#asks(key, name)),
          )
        : null,
      this.note,
      this.advice ? this.#advised(this.advice) : null,
      this.missions.map((side) => this.#missionsOf(side, may)),
      this.plans.map((side) => this.#plansOf(side)),
    );
  }

  /** @param {string} key
   * @param {string} name
   */
  #asks(key, name) {
    const words = this.needs.state.viewer === key ? "Advise me" : `What would ${name} do?`;
    return button(words, () => this.ask(key), { data: { advise: key } });
  }

  /** Say who plays each side, and let it be changed. */
  #seats() {
    const { state } = this.needs,
      seats = state.view?.seats ?? {};
    const sides = state.view?.sides ?? [],
      others = Object.keys(seats).filter((who) => !sides.some(({ key }) => key === who));
    const rows = [...sides.map(({ key, name }) => [key, name]), ...others.map((who) => [who, who])];
    return el(
      "section",
      { class: "seats", "aria-label": "Who plays" },
      el("h3", {}, "Who plays"),
      rows.map(([who, name]) =>
        el("label", { class: "seat" }, el("span", {}, name), this.#seat(who, seats[who] ?? "")),
      ),
    );
  }

  /** @param {string} who
   * @param {string} now
   */
  #seat(who, now) {
    const options = PLAYERS.filter(([value]) => value || !now).map(([value, words]) =>
      el("option", { value, selected: value === now }, words),
    );
    const chosen = el("select", { data: { seat: who }, "aria-label": `Who plays ${who}` }, options);
    chosen.addEventListener("change", () => this.#give(`seat ${who} ${chosen.value}`));
    return chosen;
  }

  /** Ask what a side would do; nothing is done.
   * @param {string} side
   */
  async ask(side) {
    const { reader, frame } = this.needs;
    fill(this.note, "Thinking ...");
    try {
      const told = await this.advised.ask(() => reader.get("advice.json", { side }));
      if (told === LATE) return;
      this.advice = told;
      const count = told.thoughts.length;
      fill(this.note);
      if (!this.missions.length) await this.show();
      this.draw();
      frame.say(count ? `${countWords(count, "order")} advised` : nothingWords(told.seat));
    } catch (error) {
      fill(this.note, faultWords(faultIn(error)));
    }
  }

  /** @param {Advice} advice */
  #advised(advice) {
    if (!advice.thoughts.length) return el("p", { class: "advice", "aria-label": "Advice" }, nothingWords(advice.seat));
    const { propose, showWays } = this.needs,
      moving = advice.estimates.filter(({ way }) => way.length > 1),
      ways = moving.map(({ way }) => way),
      words = moving.map(({ name, kind }) => `${name}: ${kind}`);
    return el(
      "section",
      { class: "advice", "aria-label": "Advice" },
      el("h3", {}, `Advice of ${commanderWords(advice.seat)}`),
      ways.length
        ? button("Show the plan on the map", () => showWays({ side: advice.side, ways, words }), {
            data: { ways: "" },
          })
        : null,
      planParts(advice, this.needs.number),
      advice.thoughts.map((thought) =>
        planRow(
          thought,
          button("Take it", () => propose(thought), {
            data: { take: thought.notation },
          }),
        ),
      ),
    );
  }

  /** @param {MissionSide} side
   * @param {boolean} may
   */
  #missionsOf({ key, name, formations, missions }, may) {
    return el(
      "details",
      { class: "missions", data: { side: key } },
      el("summary", {}, `Missions: ${name} (${missions.length})`),
      missions.map(({ formation, short, text, astray, by_hand: byHand }) =>
        el(
          "p",
          {},
          el("b", {}, short),
          ` ${text}`,
          byHand ? el("span", { class: "tag" }, "by hand") : null,
          astray ? el("span", { class: "refusal" }, ` ${astray}.`) : null,
          byHand && may ? button("Drop", () => this.#give(`drop ${quoted(formation)}`)) : null,
        ),
      ),
      may ? this.#form(formations) : null,
    );
  }

  /** @param {MissionSide["formations"]} formations */
  #form(formations) {
    const words = el("input", {
        name: "words",
        placeholder: "take 3833 by 2",
        required: true,
        maxLength: 900,
      }),
      which = el(
        "select",
        { name: "formation", "aria-label": "Formation" },
        formations.map(({ id, short }) => el("option", { value: id }, short)),
      );
    words.setAttribute("aria-label", "What it is to do: kind, hexes, day");
    const form = el("form", { class: "mission-form" }, which, words, el("button", { class: "small" }, "Give"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#give(`mission ${quoted(which.value)} ${words.value}`);
    });
    return form;
  }

  /** @param {PlansOfSide} side */
  #plansOf({ key, plans }) {
    const name = this.needs.state.view?.sides.find((side) => side.key === key)?.name ?? key;
    if (!plans.length) return null;
    return el(
      "details",
      { class: "plans", data: { side: key } },
      el("summary", {}, `What ${name} meant to do (${plans.length})`),
      plans.map((plan) =>
        el(
          "section",
          {},
          el("h4", {}, `Day ${plan.when.day}, ${plan.when.turn}, ${plan.when.phase}`),
          plan.came ? el("p", { class: "came" }, cameInSum(plan.came, this.word)) : null,
          planParts(plan, this.needs.number),
          plan.orders.map((order) => meantRow(order, plan.came !== null)),
        ),
      ),
    );
  }

  /** @param {string} notation */
  async #give(notation) {
    const done = await this.needs.send("orders", { notation });
    if (done instanceof Fault) this.needs.frame.toast(faultWords(done));
    else await this.show();
  }
}

/** Show an order that was meant, and what came of it if it was to be a fight.
 * @param {MeantOrder} order
 * @param {boolean} known whether it is known what came
 */
function meantRow(order, known) {
  const { name, why, worth } = order,
    came = cameOfOrder(order, known);
  return el(
    "p",
    { class: "plan-order" },
    el("b", {}, name),
    ` ${why} `,
    el("span", { class: "soft" }, turns(worth)),
    came ? el("span", { class: "came" }, ` ${came}`) : null,
  );
}

/** Name a commander by how he plays.
 * @param {string} seat
 */
function commanderWords(seat) {
  return `a ${seat.split(":").slice(1).reverse().join(" ")} commander`;
}

/** Say that there is nothing to advise.
 * @param {string} seat
 */
function nothingWords(seat) {
  return `There is nothing that ${commanderWords(seat)} would order now; end the phase when you are ready.`;
}

/** @param {string} word */
function quoted(word) {
  return /[\s"]/.test(word) ? JSON.stringify(word) : word;
}
