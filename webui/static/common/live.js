// Hear from the server that what this page shows has changed; where streams are taken, ask every few seconds.

import { Fault } from "./faults.js";

/** @import { Server } from "./server.js" */

const ASK_EVERY_MS = 5000;
const LISTEN_AGAIN_MS = 60000;

export class Live {
  /** @param {Server} server
   * @param {(version: number) => void} onVersion
   * @param {() => void} [onBack] called when a lost stream is heard again
   * @param {(away: boolean) => void} [onAway] called when the server does not answer any more, and when it does again
   * @param {(sheets: string) => void} [onSheets] called with what changes when a sheet is sealed; only umpires are told
   */
  constructor(server, onVersion, onBack = () => {}, onAway = () => {}, onSheets = () => {}) {
    this.server = server;
    this.onVersion = onVersion;
    this.onBack = onBack;
    this.onAway = onAway;
    this.onSheets = onSheets;
    this.away = false;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.asking = null;
    this.source = this.#listen();
    window.addEventListener("pagehide", () => this.source.close());
  }

  #listen() {
    const source = new EventSource(`${this.server.base}events`);
    source.addEventListener("view", (event) => {
      if (this.asking !== null) this.onBack();
      this.#stopAsking();
      this.#isAway(false);
      this.onVersion(JSON.parse(event.data).version);
    });
    source.addEventListener("sheets", (event) => this.onSheets(JSON.parse(event.data).sheets));
    // The server gave this page's stream to another page of the same person: asking is enough for it from now on.
    source.addEventListener("enough", () => this.#leave(source));
    source.onerror = () => {
      // After an answer that is no stream the browser gives up; after a lost connection it tries again itself.
      if (source.readyState === EventSource.CLOSED) this.#leave(source);
      else this.#ask();
    };
    return source;
  }

  /** @param {EventSource} source */
  #leave(source) {
    source.close();
    setTimeout(() => (this.source = this.#listen()), LISTEN_AGAIN_MS);
    this.#ask();
  }

  #ask() {
    this.asking ??= setInterval(async () => {
      try {
        const { version, sheets } = await this.server.get("version.json");
        this.#isAway(false);
        this.onVersion(version);
        if (sheets !== undefined) this.onSheets(sheets);
      } catch (error) {
        // It is asked again in a moment.
        this.#isAway(error instanceof Fault && error.status === 0);
      }
    }, ASK_EVERY_MS);
  }

  /** @param {boolean} away */
  #isAway(away) {
    if (away === this.away) return;
    this.away = away;
    this.onAway(away);
  }

  #stopAsking() {
    if (this.asking !== null) clearInterval(this.asking);
    this.asking = null;
  }
}
