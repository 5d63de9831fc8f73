// Offer what a side orders as a whole: postures, whose go it is, aircraft, stores; and let sides decide by themselves.

import { counterPicture } from "./counterpicture.js";
import { byId, el, fill, words } from "../common/dom.js";
import { faultWords } from "./ordering.js";
import { Fault } from "../common/server.js";

const FEW = 5;

export class SideOrders {
  constructor(page) {
    Object.assign(this, { page, told: null, auto: new Set(), passed: [] });
    this.box = el("div", { id: "side-orders" });
    byId("order-list").before(this.box);
  }

  // `told`: side_orders.json.
  show(told) {
    this.told = told;
    this.passed = [];
    const sides = told.sides.filter((side) => side.may_act || side.postures.length);
    fill(
      this.box,
      sides.map((side) => this.#side(side)),
      this.page.view.may_order && !this.page.view.ended ? this.#automatic() : null,
    );
  }

  get acting() {
    return this.told?.sides.filter((side) => side.may_act && side.key !== "umpire") ?? [];
  }

  #side(side) {
    const groups = new Map();
    for (const order of side.others) groups.set(order.kind, [...(groups.get(order.kind) ?? []), order]);
    const idle =
      side.may_act && !side.postures.some(({ choices }) => choices.length) && !side.goes.length && !groups.size;
    return el(
      "section",
      { class: "side-orders", "aria-label": `Orders of ${side.name}` },
      el(
        "h3",
        {},
        this.#swatch(side.key),
        side.name,
        side.may_act ? el("span", { class: "tag acts-now" }, "may act") : null,
      ),
      side.goes.length
        ? el(
            "div",
            { class: "goes", role: "group", "aria-label": "Whose go it is" },
            el("p", { class: "soft" }, "Whose go is it?"),
            side.goes.map((go) => this.#go(go)),
          )
        : null,
      side.postures
        .filter(({ formation }) => !side.goes.some((go) => go.order.formation === formation))
        .map((item) => this.#posture(item)),
      [...groups].map(([kind, offered]) => this.#group(kind, offered)),
      idle ? el("p", { class: "soft" }, "Its units have orders to choose from: click one.") : null,
    );
  }

  #swatch(key) {
    const look = this.page.map.state.sides.get(key),
      swatch = el("span", { class: "swatch", "aria-hidden": "true" }, look?.letter ?? "");
    if (look) Object.assign(swatch.style, { backgroundColor: look.fill, color: look.ink });
    return swatch;
  }

  // A formation and the postures to choose from; one that is sealed is seen by its owner and the umpire only.
  #posture({ formation, name, now, sealed, choices }) {
    const chosen = sealed || (choices.length ? "" : now),
      open = now && now !== sealed ? el("span", { class: "soft" }, ` now ${words(now)}`) : null;
    const state = sealed
      ? el(
          "span",
          { class: "tag sealed", title: "Face down until all are revealed" },
          choices.length ? "sealed" : `sealed: ${words(sealed)}`,
        )
      : !choices.length
        ? el("span", { class: "tag" }, words(now))
        : null;
    return el(
      "div",
      { class: "posture", data: { formation } },
      el("span", { class: "posture-name" }, el("b", {}, name), choices.length ? open : null, state),
      choices.length
        ? el(
            "span",
            { class: "segments", role: "group", "aria-label": `Order of ${name}` },
            choices.map((order) =>
              el(
                "button",
                {
                  type: "button",
                  class: "segment",
                  "aria-pressed": String(order.posture === chosen),
                  title: order.notation,
                  onclick: () => this.#give(order),
                },
                words(order.posture),
              ),
            ),
          )
        : null,
    );
  }

  #go(order) {
    const { page } = this,
      stands = order.stands.map((id) => page.stand(id)).filter(Boolean);
    return el(
      "button",
      { type: "button", class: "go", title: order.notation, onclick: () => this.#give(order) },
      el(
        "span",
        { class: "go-words" },
        el("b", {}, order.name),
        order.posture ? el("span", { class: "soft" }, words(order.posture)) : null,
      ),
      el(
        "span",
        { class: "go-stands" },
        stands.slice(0, 6).map((stand) => counterPicture(page.map, stand, 24)),
        stands.length > 6 ? el("span", { class: "soft" }, `+${stands.length - 6}`) : null,
      ),
    );
  }

  #group(kind, offered) {
    const { page } = this,
      name = kindWords(kind);
    if (offered.length <= FEW)
      return el(
        "div",
        { class: "acts" },
        offered.map((order) =>
          el(
            "button",
            { type: "button", class: "small", title: order.notation, onclick: () => page.orders.propose(order) },
            order.words,
          ),
        ),
      );
    const list = el(
      "select",
      { "aria-label": name },
      offered.map((order, n) => el("option", { value: n }, order.words)),
    );
    const aimed = offered.every(({ target }) => target !== null);
    return el(
      "div",
      { class: "acts" },
      el("span", { class: "acts-name" }, name),
      list,
      el(
        "button",
        { type: "button", class: "small", onclick: () => page.orders.propose(offered[Number(list.value)]) },
        "Choose",
      ),
      aimed
        ? el("button", { type: "button", class: "small", onclick: () => page.aimSide(offered) }, "On the map")
        : null,
    );
  }

  async #give(order) {
    const fault = await this.page.orders.give(order.order);
    if (fault) this.page.toast(faultWords(fault));
  }

  // --- sides that decide by themselves ------------------------------------------------------------------

  #automatic() {
    const { page } = this,
      sides = page.view.sides,
      acting = this.acting;
    const boxes = sides.map((side) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          name: "auto",
          value: side.key,
          checked: this.auto.has(side.key),
          onchange: (event) => this.#setAuto(side.key, event.target.checked),
        }),
        side.name,
      ),
    );
    const on = sides.filter((side) => this.auto.has(side.key));
    return el(
      "section",
      { class: "automatic", "aria-label": "Sides that decide by themselves" },
      el("h3", {}, "Let a side decide"),
      el(
        "div",
        { class: "acts" },
        acting.map((side) =>
          el(
            "button",
            { type: "button", class: "small", data: { decide: side.key }, onclick: () => this.ask(side.key) },
            `Let ${side.name} decide`,
          ),
        ),
        acting.length ? null : el("span", { class: "soft" }, "No side has orders to give now."),
      ),
      el("div", { class: "auto-row" }, el("span", { class: "soft" }, "Play itself:"), boxes),
      el(
        "div",
        { class: "acts" },
        playButton("phase", "Play the phase", !on.length, () => this.play("phase")),
        playButton("turn", `Play the ${page.view.clock.turn_word}`, !on.length, () => this.play("turn")),
      ),
      el("p", { class: "note", role: "status" }),
    );
  }

  #setAuto(key, on) {
    if (on) this.auto.add(key);
    else this.auto.delete(key);
    this.show(this.told);
  }

  // Ask what a side wants next, and propose it.
  async ask(side) {
    const { page } = this;
    try {
      const told = await page.server.get("solo.json", { side, passed: this.passed.join("\n") || null });
      if (!told.order) {
        this.passed = [];
        return this.#note(`${page.sideName(side)} wants nothing more in this phase.`);
      }
      if (told.order.order.stand) page.map.select(told.order.order.stand);
      page.orders.proposeChoice(told, {
        give: () => this.#send("solo", { sides: [side], passed: this.passed }),
        another: () => {
          this.passed.push(...told.asked);
          this.ask(side);
        },
      });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      page.toast(faultWords(fault));
    }
  }

  async play(until) {
    const sides = [...this.auto],
      done = await this.#send("play", { sides, until });
    if (!done || done instanceof Fault) return done && this.page.toast(faultWords(done));
    const waits = (done.waits_for ?? []).map((key) => this.page.sideName(key)).join(" and ");
    this.#note(
      `${done.orders} order${done.orders === 1 ? "" : "s"} given${done.refused ? `, ${done.refused} refused` : ""}${waits ? `; ${waits} may still order` : ""}.`,
    );
  }

  async #send(name, body) {
    const { page } = this;
    if (page.busy) return null;
    page.busy = true;
    page.shell.classList.add("busy");
    try {
      // Many orders at once stop where dice are wanted; one can have them.
      const sender = name === "play" ? page.server : page.calling,
        done = await sender.post(name, { seq: page.view.version, ...body });
      page.orders.drop();
      await page.refresh();
      return done;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (fault.stale) await page.refresh();
      return fault;
    } finally {
      page.busy = false;
      page.shell.classList.remove("busy");
    }
  }

  #note(text) {
    const line = this.box.querySelector(".automatic .note");
    if (line) fill(line, text);
    this.page.say(text);
  }
}

function playButton(key, text, barred, act) {
  return el("button", { type: "button", class: "small", data: { play: key }, disabled: barred, onclick: act }, text);
}

// "AirRecon" as people write it.
export function kindWords(kind) {
  return kind.replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
