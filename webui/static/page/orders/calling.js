// Ask for the dice of a real table: what wanted them is sent again, with the faces that fell.

import { byId, el, fill, find, ifThere } from "../../common/dom.js";
import { faultIn } from "../../common/faults.js";
import { count } from "../../common/words.js";

/** @import { Server } from "../../common/server.js" */

const MANY = new Set(["done", "play"]);
const FACES = [1, 2, 3, 4, 5, 6];

export class Calling {
  /** @param {Server} server */
  constructor(server) {
    this.server = server;
    this.sheet = ifThere("calling") ? new Sheet() : null;
  }

  /** Send something. Where dice are wanted they are asked for until they fit, or until nobody will say; then the fault goes on.
   * @param {string} name
   * @param {object} body
   */
  async post(name, body) {
    this.sheet?.clear();
    let dice = null;
    for (;;) {
      try {
        return await this.server.post(name, dice ? { ...body, dice } : body);
      } catch (error) {
        const fault = faultIn(error);
        dice = fault.rule === "dice" && this.sheet ? await this.sheet.ask(fault.why) : null;
        if (!dice) throw fault;
        // What others did up to the dice stands; the dice are for what comes next.
        if (MANY.has(name)) body = { ...body, seq: (await this.server.get("version.json")).version };
      }
    }
  }
}

/** The dialog that dice are called in by. */
class Sheet {
  constructor() {
    this.dialog = byId("calling", HTMLDialogElement);
    this.form = find("form", this.dialog);
    this.field = find("input", this.form, HTMLInputElement);
    fill(
      find(".fell", this.form),
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

  clear() {
    this.field.value = "";
  }

  /** Ask for what fell; null if nobody will say.
   * @param {string} why
   * @returns {Promise<number[] | null>}
   */
  ask(why) {
    const { dialog, field, form } = this;
    fill(find(".wanted", form), why);
    this.#count();
    dialog.returnValue = "";
    dialog.showModal();
    field.focus();
    return new Promise((resolve) => {
      const closed = () => {
        const faces = dialog.returnValue === "fell" ? facesIn(field.value) : null;
        if (!faces) this.clear();
        resolve(faces);
      };
      dialog.addEventListener("close", closed, { once: true });
    });
  }

  /** @param {number} face */
  #add(face) {
    this.field.value = `${this.field.value.trim()} ${face}`.trim();
    this.#count();
  }

  #back() {
    this.field.value = this.field.value.trim().slice(0, -1).trim();
    this.#count();
  }

  #count() {
    fill(find("output", this.form), count(facesIn(this.field.value).length, "die", "dice"));
  }
}

/** Read faces: each digit is one, whatever stands between them.
 * @param {string} text
 */
export function facesIn(text) {
  return Array.from(text.replace(/\D/g, ""), Number);
}
