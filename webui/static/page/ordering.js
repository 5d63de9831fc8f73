// Make orders from clicks: a proposal with its ghost on the map, given when it is confirmed.

import { hoursText } from "../map/overlays.js";
import { byId, el, fill } from "../common/dom.js";
import { Fault } from "../common/server.js";

export class Ordering {
  constructor(page) {
    Object.assign(this, { page, offered: null, reach: null, proposal: null, busy: false });
    this.box = byId("proposal");
    this.field = byId("notation");
    this.note = byId("notation-note");
    byId("notation-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#giveWritten();
    });
    this.field?.addEventListener("input", () => this.#look());
  }

  // What the selected unit may be ordered to do, and where it can go; null when none is selected.
  take(offered, reach) {
    this.offered = offered;
    this.reach = reach;
    this.drop();
  }

  // Try a click on a hex as an order. True if it was one.
  hexClicked(hex) {
    const { offered, reach, proposal, page } = this;
    if (!offered || !page.view.may_order) return false;
    if (proposal?.hex === hex) {
      this.confirm();
      return true;
    }
    const attack = offered.attacks[hex],
      shot = offered.orders.find(({ target }) => target === hex),
      path = this.goals()[hex];
    if (attack) this.#proposeMarch(attack, { attack: true });
    else if (path) this.#proposeMarch(path, {});
    else if (shot) this.propose(shot);
    else return false;
    return true;
  }

  // Paths by the hex they lead to, in the way of moving that is chosen.
  goals() {
    return (this.page.transport ? this.offered?.transport : this.offered?.march) ?? {};
  }

  #proposeMarch(path, { attack = false }) {
    const { page, offered, reach } = this,
      goal = path.at(-1),
      { transport } = page;
    const spent = reach?.costs[goal],
      cost = attack || spent === undefined ? "" : hoursText(spent, reach.unit);
    const verb = attack ? "attacks" : transport ? "goes in transport mode to" : "marches to";
    this.#set({
      hex: goal,
      path,
      order: { type: "Move", stand: offered.stand, path, transport: transport && !attack, attack },
      words: `${page.nameOf(offered.stand)} ${verb} ${page.hexName(goal)}`,
      cost,
    });
  }

  propose(offer) {
    const { order, words, target, notation } = offer;
    this.#set({
      hex: target,
      path: null,
      order,
      words: `${order.stand ? `${this.page.nameOf(order.stand)}: ` : ""}${words}`,
      cost: "",
      notation,
      likes: this.#likes(offer),
    });
  }

  // Offers that differ from one only in who joins it.
  #likes({ kind, order, target }) {
    const { helpers, ...rest } = order,
      alike = JSON.stringify(rest);
    return (this.offered?.orders ?? []).filter((other) => {
      const { helpers: joined, ...more } = other.order;
      return other.kind === kind && other.target === target && JSON.stringify(more) === alike;
    });
  }

  // Show what a side that decides by itself wants: `give` does it, `another` passes it over.
  proposeChoice({ order: { order, words, path, target, notation }, why, throws }, { give, another }) {
    this.#set({
      hex: null,
      aim: target,
      path: path.length > 1 ? path : null,
      order,
      words: `${order.stand ? `${this.page.nameOf(order.stand)}: ` : ""}${words}`,
      cost: "",
      notation,
      give,
      another,
      why: [why, throws.map((roll) => [` · ${roll.what} `, diceBox(roll.dice)])],
    });
  }

  // Give an order made elsewhere on the page; gives back the fault, if there was one.
  give(order) {
    return this.#send({ order });
  }

  async cancel(stand) {
    const fault = await this.#send({ order: { type: "Cancel", stand } });
    if (fault) this.page.toast(faultWords(fault));
  }

  async #set(proposal) {
    const { page } = this;
    this.proposal = proposal;
    page.map.showPath(proposal.path);
    // On narrow screens a panel lies over the map, and the strip with it.
    if (matchMedia("(max-width: 700px)").matches) page.showPanel("map");
    const refusal = el("p", { class: "refusal", role: "alert", hidden: true });
    fill(
      this.box,
      el(
        "div",
        { class: "proposal-words" },
        el("b", {}, proposal.words),
        proposal.cost ? el("span", { class: "soft" }, ` ${proposal.cost}`) : null,
        proposal.why ? el("p", { class: "soft proposal-why" }, proposal.why) : null,
        this.#helpers(proposal),
        refusal,
      ),
      el(
        "div",
        { class: "proposal-acts" },
        el(
          "button",
          { type: "button", class: "primary", onclick: () => this.confirm() },
          proposal.another ? "Do it" : "Confirm",
          el("kbd", {}, "Enter"),
        ),
        proposal.another ? el("button", { type: "button", onclick: () => proposal.another() }, "Another") : null,
        el("button", { type: "button", onclick: () => this.drop() }, "No", el("kbd", {}, "Esc")),
      ),
    );
    this.box.hidden = false;
    page.say(`${proposal.words} ${proposal.cost}. Enter confirms, Escape drops it.`);
    if (this.field && proposal.notation) this.field.value = proposal.notation;
    else if (this.field && proposal.path) this.field.value = page.moveNotation(proposal.order);
  }

  // Who may join: a box for each; only what the rules list can be chosen together.
  #helpers({ likes, order }) {
    const able = [...new Set((likes ?? []).flatMap((other) => other.order.helpers ?? []))],
      now = new Set(order.helpers ?? []);
    if (!able.length) return null;
    return el(
      "div",
      { class: "helpers", role: "group", "aria-label": "Who joins" },
      el("span", { class: "soft" }, "joined by"),
      able.map((id) => {
        const wanted = new Set(now);
        if (!wanted.delete(id)) wanted.add(id);
        const found = likes.find((other) => sameSet(wanted, other.order.helpers ?? []));
        return el(
          "button",
          {
            type: "button",
            class: "small",
            "aria-pressed": String(now.has(id)),
            disabled: !found,
            onclick: () => this.propose(found),
          },
          this.page.nameOf(id),
        );
      }),
    );
  }

  drop() {
    if (this.proposal && this.field && !this.busy) this.field.value = "";
    this.proposal = null;
    this.box.hidden = true;
    this.page.map?.showPath(null);
    this.#remark("");
  }

  async confirm() {
    const { proposal } = this;
    if (!proposal || this.busy) return;
    const done = proposal.give ? await proposal.give() : await this.#send({ order: proposal.order }),
      fault = done instanceof Fault ? done : null;
    if (!fault) return;
    const line = this.box.querySelector(".refusal");
    if (line && this.proposal === proposal) {
      fill(line, faultWords(fault));
      line.hidden = false;
    } else this.page.toast(faultWords(fault));
  }

  async #giveWritten() {
    const notation = this.field.value.trim();
    if (!notation) return;
    const fault = await this.#send({ notation });
    if (fault) this.#remark(faultWords(fault), "bad");
    else this.field.value = "";
  }

  // While a line is written: what it would be, and whether the rules would take it.
  #look() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(async () => {
      const notation = this.field.value.trim();
      if (!notation) return this.#remark("");
      try {
        const seen = await this.page.server.get("preview.json", { notation });
        if (this.field.value.trim() !== notation) return;
        if (seen.path.length > 1) this.page.map.showPath(seen.path);
        if (seen.refusal) this.#remark(faultWords(seen.refusal), "bad");
        else this.#remark(seen.dice ? `Allowed; it rolls ${seen.dice}.` : "Allowed.", "good");
      } catch (fault) {
        if (this.field.value.trim() === notation) this.#remark(faultWords(fault), "soft");
      }
    }, 350);
  }

  #remark(text, kind = "") {
    if (!this.note) return;
    fill(this.note, text);
    this.note.className = `note ${kind}`;
  }

  // Send an order. Gives back the fault, if there was one; what was written stays where it is.
  async #send(body) {
    const { page } = this;
    if (this.busy) return null;
    this.busy = true;
    try {
      const done = await page.calling.post("orders", { seq: page.view.version, ...body });
      this.busy = false;
      this.drop();
      page.aim(false);
      page.toast("");
      page.say(`Given: ${done.notation}`);
      await page.refresh();
      return null;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (fault.stale) await page.refresh();
      return fault;
    } finally {
      this.busy = false;
    }
  }
}

// A fault as the page shows it: the paragraph first, then the reason.
export function faultWords(fault) {
  const rule = /\d/.test(fault.rule) ? el("span", { class: "rule" }, fault.rule) : null;
  return [rule, ` ${fault.why}${fault.remedy ? `; ${fault.remedy}` : ""}`];
}

function diceBox(faces) {
  return el(
    "span",
    { class: "dice", "aria-label": `dice ${faces.join(" ")}` },
    faces.map((face) => el("span", { class: "die" }, face)),
  );
}

function sameSet(wanted, list) {
  return wanted.size === list.length && list.every((id) => wanted.has(id));
}
