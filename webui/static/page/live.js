// Hear from the server that what this page shows has changed; where streams are taken, ask every few seconds.

const ASK_EVERY_MS = 5000;
const LISTEN_AGAIN_MS = 60000;

export class Live {
  constructor(server, onVersion, onBack = () => {}) {
    Object.assign(this, { server, onVersion, onBack, asking: null });
    this.#listen();
    window.addEventListener("pagehide", () => this.source?.close());
  }

  #listen() {
    this.source = new EventSource(`${this.server.base}events`);
    this.source.addEventListener("view", (event) => {
      if (this.asking !== null) this.onBack();
      this.#stopAsking();
      this.onVersion(JSON.parse(event.data).version);
    });
    this.source.onerror = () => {
      // After an answer that is no stream the browser gives up; after a lost connection it tries again itself.
      if (this.source.readyState === EventSource.CLOSED) {
        this.source.close();
        setTimeout(() => this.#listen(), LISTEN_AGAIN_MS);
      }
      this.#ask();
    };
  }

  #ask() {
    this.asking ??= setInterval(async () => {
      try {
        this.onVersion((await this.server.get("version.json", { at: null })).version);
      } catch {
        // It is asked again in a moment.
      }
    }, ASK_EVERY_MS);
  }

  #stopAsking() {
    clearInterval(this.asking);
    this.asking = null;
  }
}
