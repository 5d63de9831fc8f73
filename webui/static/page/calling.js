// Ask for the dice of a real table: what wanted them is sent again, with the faces that fell.

import { byId, el, fill } from "../common/dom.js";
import { Fault } from "../common/server.js";

const FACES = [1, 2, 3, 4, 5, 6];

export class Calling {
  constructor(server) {
    this.server = server;
    this.dialog = byId("calling");
    this.form = this.dialog?.querySelector("form");
    this.field = this.form?.querySelector("input");
    if (!this.form) return;
    fill(
      this.form.querySelector(".fell"),
      FACES.map((face) =>
        el(
          "button",
          { type: "button", class: "die", "aria-label": `a ${face} fell`, onclick: () => this.#add(face) },
          face,
        ),
      ),
      el(
        "button",
        { type: "button", class: "die back", "aria-label": "take the last one away", onclick: () => this.#back() },
        "←",
      ),
    );
    this.field.addEventListener("input", () => this.#count());
  }

  // Send something. Where dice are wanted they are asked for until they fit, or until nobody will say; then the fault goes on.
  async post(name, body) {
    if (this.field) this.field.value = "";
    for (let dice = null; ;) {
      try {
        return await this.server.post(name, dice ? { ...body, dice } : body);
      } catch (fault) {
        if (!(fault instanceof Fault) || fault.rule !== "dice" || !this.form) throw fault;
        dice = await this.#ask(fault.why);
        if (!dice) throw fault;
      }
    }
  }

  #ask(why) {
    const { dialog, field, form } = this;
    fill(form.querySelector(".wanted"), why);
    this.#count();
    dialog.returnValue = "";
    dialog.showModal();
    field.focus();
    return new Promise((resolve) => {
      dialog.addEventListener(
        "close",
        () => {
          const faces = dialog.returnValue === "fell" ? this.#faces() : null;
          if (!faces) field.value = "";
          resolve(faces);
        },
        { once: true },
      );
    });
  }

  // Each digit is a face, whatever stands between them.
  #faces() {
    return Array.from(this.field.value.replace(/\D/g, ""), Number);
  }

  #add(face) {
    this.field.value = `${this.field.value.trim()} ${face}`.trim();
    this.#count();
  }

  #back() {
    this.field.value = this.field.value.trim().slice(0, -1).trim();
    this.#count();
  }

  #count() {
    const { length } = this.#faces();
    fill(this.form.querySelector("output"), length === 1 ? "1 die" : `${length} dice`);
  }
}
