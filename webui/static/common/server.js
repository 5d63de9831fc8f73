// Ask the server; what it refuses comes back as a Fault with the paragraph and the reason.

import { Fault, faultIn } from "./faults.js";

const TRIES = 3;
const AGAIN_MS = 600;

export class Server {
  /** @param {string} base the address that all names are under
   * @param {string} token
   */
  constructor(base, token) {
    this.base = base;
    this.token = token;
  }

  /** Get data; `params` with null values are left out.
   * @param {string} name
   * @param {Record<string, string | number | null | undefined>} [params]
   * @returns {Promise<any>}
   */
  async get(name, params = {}) {
    return this.#read(await this.#reach(this.#address(name, params)));
  }

  /** Get a file that somebody keeps, under the name that the server gives it.
   * @param {string} name
   * @param {Record<string, string | number | null | undefined>} [params]
   * @returns {Promise<{blob: Blob, name: string}>}
   */
  async file(name, params = {}) {
    const answer = await this.#reach(this.#address(name, params));
    if (!answer.ok) await this.#read(answer);
    const [, given = "file"] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "") ?? [];
    try {
      return { blob: await answer.blob(), name: given };
    } catch {
      throw silent();
    }
  }

  /** @param {string} name
   * @param {Record<string, string | number | null | undefined>} params
   */
  #address(name, params) {
    const asked = new URLSearchParams();
    for (const [key, value] of Object.entries(params))
      if (value !== null && value !== undefined) asked.set(key, String(value));
    const query = asked.toString();
    return `${this.base}${name}${query ? `?${query}` : ""}`;
  }

  /** Have something done. One id for all tries: whatever happens on the way, it is done once.
   * @param {string} name
   * @param {object} body
   * @returns {Promise<any>}
   */
  async post(name, body) {
    const command = JSON.stringify({ command_id: newId(), ...body });
    for (let left = TRIES; ; left--) {
      try {
        return await this.#read(
          await this.#reach(this.base + name, {
            method: "POST",
            body: command,
            headers: { "Content-Type": "application/json", "X-Sandtable-Token": this.token },
          }),
        );
      } catch (error) {
        if (left <= 1 || !(await this.#mended(faultIn(error)))) throw error;
      }
    }
  }

  /** Have the server read a file; nothing is changed by it.
   * @param {string} name
   * @param {File} file
   * @returns {Promise<any>}
   */
  async upload(name, file) {
    const headers = { "Content-Type": "application/octet-stream", "X-Sandtable-Token": this.token };
    return this.#read(await this.#reach(this.base + name, { method: "POST", body: file, headers }));
  }

  /** Mend what can be mended: a server that was started anew has another token; a lost connection may come back.
   * @param {Fault} fault
   */
  async #mended(fault) {
    if (fault.rule === "token") this.token = (await this.get("token.json")).token;
    else if (fault.status === 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    else return false;
    return true;
  }

  /** @param {string} url
   * @param {RequestInit} [options]
   */
  async #reach(url, options = {}) {
    const headers = { Accept: "application/json", ...options.headers };
    try {
      return await fetch(url, { credentials: "same-origin", cache: "no-store", ...options, headers });
    } catch {
      throw silent();
    }
  }

  /** @param {Response} answer */
  async #read(answer) {
    const text = await answer.text();
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      if (answer.ok) throw new Fault(answer.status, { why: "the server's answer cannot be read" });
    }
    if (!answer.ok) throw new Fault(answer.status, data?.error);
    return data;
  }
}

function silent() {
  return new Fault(0, {
    rule: "connection",
    why: "the server does not answer",
    remedy: "see that it still runs; nothing that was acknowledged is lost",
  });
}

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
