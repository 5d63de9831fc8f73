// Show a unit: who it is, how it fares, what binds it, what it may be ordered to do.

import { byId, el, fill, hours, words } from "../common/dom.js";
import { counterPicture } from "./counterpicture.js";
import { rulingForm } from "./ruling.js";

const FEW = 6;

export class UnitCard {
  constructor(page) {
    this.page = page;
    this.box = byId("unit-card");
  }

  // `unit` is the card; `lines` what was asked for with it: orders, supply, reach (none for an enemy).
  show(unit, { orders = null, supply = null, reach = null } = {}) {
    fill(
      this.box,
      this.#head(unit),
      this.#state(unit, supply),
      orders && unit.hex !== null ? this.#orders(unit, orders) : null,
      this.#notices(unit),
      this.#ties(unit, supply),
      this.#facts(unit),
      unit.known && this.page.view.may_order ? rulingForm(this.page, unit) : null,
    );
  }

  #head(unit) {
    return el(
      "div",
      { class: "card-head" },
      counterPicture(this.page.map, unit, 68),
      el(
        "div",
        {},
        el("h2", { tabindex: "-1" }, unit.name),
        el(
          "p",
          { class: "soft" },
          [words(unit.size), words(unit.kind), unit.traits.map(words).join(", ")].filter(Boolean).join(" · "),
        ),
        unit.chain?.length ? el("p", { class: "chain" }, unit.chain.map(({ name }) => name).join(" › ")) : null,
      ),
    );
  }

  #state(unit, supply) {
    const where = unit.gone
      ? `left play: ${unit.gone}`
      : unit.number
        ? el(
            "button",
            { type: "button", class: "link", onclick: () => this.page.showHex(unit.number, { centre: true }) },
            unit.number,
          )
        : unit.arrives
          ? `arrives day ${unit.arrives.day}, ${this.page.view.clock.turn_word} ${unit.arrives.turn} at ${unit.arrives.place || unit.arrives.number}`
          : unit.attached_to
            ? `with ${unit.attached_to}`
            : "off the map";
    const points =
      unit.strength === null
        ? "not known"
        : unit.full === null
          ? `${unit.strength}`
          : `${unit.strength} of ${unit.full}`;
    return el(
      "dl",
      { class: "facts" },
      row(unit.condition ? "State" : "Strength", unit.condition ?? points, pips(unit)),
      row("Hex", where),
      unit.posture || unit.sealed
        ? row(
            "Order",
            words(unit.posture || "none yet"),
            unit.sealed
              ? el(
                  "span",
                  { class: "tag sealed", title: "Face down until all are revealed" },
                  `sealed: ${words(unit.sealed)}`,
                )
              : null,
          )
        : null,
      unit.looks ? row("Looks", unit.looks) : null,
      unit.shots != null ? row("Shots", `${unit.shots} left`) : null,
      unit.attached_to ? row("With", unit.attached_to) : null,
      unit.carries?.length ? row("With it", unit.carries.join(", ")) : null,
      unit.mover ? row("Moves", words(unit.mover)) : null,
      unit.band ? row("Guns", words(unit.band)) : null,
      unit.marks.length
        ? row(
            "Marks",
            el(
              "span",
              { class: "marks" },
              unit.marks.map((mark) => el("span", { class: "tag" }, words(mark))),
            ),
          )
        : null,
      unit.known && unit.isolated ? row("Isolated", el("b", { class: "bad" }, `day ${unit.isolated}`)) : null,
    );
  }

  #orders(unit, orders) {
    const { page } = this,
      groups = new Map();
    for (const order of orders.orders) groups.set(order.kind, [...(groups.get(order.kind) ?? []), order]);
    const [march, fast, attacks] = [orders.march, orders.transport, orders.attacks].map(
        (paths) => Object.keys(paths).length,
      ),
      any = march || fast || attacks;
    const declared = unit.declared?.map((notation) =>
      el(
        "p",
        { class: "declared" },
        el("code", {}, notation),
        el("button", { type: "button", class: "small", onclick: () => page.orders.cancel(unit.id) }, "Withdraw"),
      ),
    );
    if (!any && !groups.size && !declared?.length)
      return page.view.may_order
        ? el(
            "section",
            {},
            el("h3", {}, "Orders"),
            el("p", { class: "soft" }, "Nothing can be ordered of it in this phase."),
          )
        : null;
    return el(
      "section",
      { class: "orders" },
      el("h3", {}, "Orders"),
      declared,
      any
        ? el(
            "div",
            { class: "modes", role: "group", "aria-label": "Way of moving" },
            mode("March", "M", !page.transport, !march, () => page.setTransport(false)),
            mode("Transport", "T", page.transport, !fast, () => page.setTransport(true)),
            el("span", { class: "soft" }, advice(page.transport ? fast : march, attacks)),
          )
        : null,
      [...groups].map(([kind, offered]) =>
        kind === "Cancel" && declared?.length
          ? null
          : kind === "Face"
            ? this.#faces(offered)
            : this.#group(kind, offered),
      ),
    );
  }

  // The six hexsides as they lie round the unit.
  #faces(offered) {
    const { page } = this,
      turn = page.map.ground.geometry.flatTop ? -90 : -60;
    return el(
      "div",
      { class: "faces", role: "group", "aria-label": "Face" },
      el("span", { class: "soft" }, "Face"),
      offered.map((order) => {
        const arrow = el("span", { class: "face-arrow", "aria-hidden": "true" }, "\u27a4");
        arrow.style.transform = `rotate(${turn + 60 * order.order.facing}deg)`;
        return el(
          "button",
          {
            type: "button",
            class: "small face",
            title: order.words,
            "aria-label": order.words,
            onclick: () => page.orders.propose(order),
          },
          arrow,
        );
      }),
    );
  }

  // Offers of one kind; of those that differ only in who joins, the one where most do.
  #group(kind, all) {
    const { page } = this,
      offered = [
        ...all
          .reduce((kept, order) => {
            const { helpers, ...rest } = order.order,
              key = JSON.stringify(rest),
              before = kept.get(key);
            return !before || (before.order.helpers?.length ?? 0) < (helpers?.length ?? 0)
              ? kept.set(key, order)
              : kept;
          }, new Map())
          .values(),
      ];
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
      { "aria-label": words(kind) },
      offered.map((order, n) => el("option", { value: n }, order.words)),
    );
    return el(
      "div",
      { class: "acts" },
      list,
      el(
        "button",
        { type: "button", class: "small", onclick: () => page.orders.propose(offered[Number(list.value)]) },
        "Choose",
      ),
    );
  }

  #notices(unit) {
    if (!unit.notices?.length) return null;
    return el(
      "section",
      {},
      el("h3", {}, "What holds now"),
      el(
        "ul",
        { class: "notices" },
        unit.notices.map((text) => el("li", {}, text)),
      ),
    );
  }

  // Command and supply: what binds it, and what cuts that.
  #ties(unit, supply) {
    if (!unit.known || unit.hex === null) return null;
    const { command } = unit,
      page = this.page;
    const far = command?.far ? el("span", { class: "soft" }, ` ${command.far}`) : null,
      itself = command?.hq === unit.id;
    const led = command?.ok
      ? [command.name, far]
      : [el("b", { class: "bad" }, "out of command"), far && el("span", { class: "soft" }, [" nearest HQ", far])];
    const fed = !supply
      ? "…"
      : supply.hours !== null
        ? [
            supply.to || (supply.why ? el("span", { class: "soft" }, supply.why) : "at hand"),
            supply.hours ? el("span", { class: "soft" }, ` ${hours(supply.hours)}`) : null,
          ]
        : [el("b", { class: "bad" }, "cut"), el("p", { class: "why" }, supply.why)];
    return el(
      "section",
      {},
      el("h3", {}, "Command and supply"),
      el(
        "dl",
        { class: "facts" },
        itself
          ? null
          : row(
              "HQ",
              command?.hq
                ? el(
                    "button",
                    { type: "button", class: "link", onclick: () => page.choose(command.hq, { centre: true }) },
                    led,
                  )
                : el("span", {}, led),
            ),
        row("Line", el("span", {}, fed)),
        unit.chain
          .filter(({ stores }) => Object.keys(stores).length)
          .map(({ short, stores, limits, marks }) =>
            row(
              short,
              el(
                "span",
                {},
                Object.entries(stores)
                  .map(([key, count]) => `${key} ${count}${limits[key] ? `/${limits[key]}` : ""}`)
                  .join(" · "),
                marks.map((mark) => el("span", { class: "tag" }, words(mark))),
              ),
            ),
          ),
      ),
    );
  }

  #facts(unit) {
    const rows = [
      unit.contacts?.length ? row("In contact", unit.contacts.join(", ")) : null,
      unit.march
        ? row("On the march", `to ${unit.march.path.at(-1)}, ${hours(unit.march.hours)} done of the next hex`)
        : null,
      unit.work
        ? row("At work", `${words(unit.work.task)} in ${unit.work.number}, ${unit.work.turns} turns done`)
        : null,
      unit.detached ? row("Detached", `${unit.detached} points`) : null,
      unit.returning?.length
        ? row("Coming in", unit.returning.map(({ day, points }) => `${points} on the night of day ${day}`).join(", "))
        : null,
    ].filter(Boolean);
    return rows.length ? el("section", {}, el("dl", { class: "facts" }, rows)) : null;
  }
}

function row(name, ...value) {
  return [el("dt", {}, name), el("dd", {}, value)];
}

function pips({ strength, full }) {
  if (strength === null || full === null) return null;
  return el(
    "span",
    { class: "pips", "aria-hidden": "true" },
    Array.from({ length: Math.min(full, 16) }, (_, n) => el("i", { class: n < strength ? "" : "lost" })),
  );
}

function mode(name, key, on, barred, act) {
  return el(
    "button",
    {
      type: "button",
      class: "mode",
      "aria-pressed": String(on),
      disabled: barred,
      title: `${name} (${key})`,
      onclick: act,
    },
    name,
  );
}

function advice(open, attacks) {
  const parts = [
    open > 0 ? `${open} hex${open === 1 ? "" : "es"} in reach` : "no hex in reach",
    attacks ? `${attacks} to attack` : "",
  ].filter(Boolean);
  return `${parts.join(", ")}: click one.`;
}
