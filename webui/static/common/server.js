// Ask the server; what it refuses comes back as a Fault with the paragraph and the reason.

export class Fault extends Error {
  constructor(status, { rule = "", why = "", remedy = "" } = {}) {
    super(why || `the server answered ${status}`);
    Object.assign(this, { status, rule, why: this.message, remedy });
  }

  // Whether it says that the page is behind.
  get stale() {
    return this.rule === "stale";
  }

  get words() {
    return this.remedy ? `${this.why}; ${this.remedy}` : this.why;
  }
}

const TRIES = 3;

export class Server {
  constructor(base, token) {
    Object.assign(this, { base, token, at: null });
  }

  // Data of the moment that is looked at; `params` with null values are left out.
  async get(name, params = {}) {
    const asked = new URLSearchParams();
    for (const [key, value] of Object.entries({ at: this.at, ...params }))
      if (value !== null && value !== undefined) asked.set(key, value);
    const query = asked.toString();
    return this.#read(await this.#reach(`${this.base}${name}${query ? `?${query}` : ""}`));
  }

  // Have something done. One id for all tries: whatever happens on the way, it is done once.
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
      } catch (fault) {
        if (left <= 1 || !(await this.#mended(fault))) throw fault;
      }
    }
  }

  // A server that was started anew has another token; a lost connection may come back.
  async #mended(fault) {
    if (fault.rule === "token") this.token = (await this.get("token.json", { at: null })).token;
    else if (fault.status === 0) await new Promise((resolve) => setTimeout(resolve, 600));
    else return false;
    return true;
  }

  async #reach(url, options = {}) {
    try {
      return await fetch(url, {
        credentials: "same-origin",
        cache: "no-store",
        ...options,
        headers: { Accept: "application/json", ...options.headers },
      });
    } catch {
      throw new Fault(0, {
        rule: "connection",
        why: "the server does not answer",
        remedy: "see that it still runs; nothing that was acknowledged is lost",
      });
    }
  }

  async #read(answer) {
    const text = await answer.text();
    let data = {};
    try {
      data = JSON.parse(text);
    } catch {
      if (answer.ok) throw new Fault(answer.status, { why: "the server's answer cannot be read" });
    }
    if (!answer.ok) throw new Fault(answer.status, data.error);
    return data;
  }
}

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
