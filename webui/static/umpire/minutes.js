// Count the seconds in which the umpire did something on this page, and send them each minute.

const IDLE_MS = 60_000;
const SEND_AFTER = 60;

export class Minutes {
  /** @param {(seconds: number) => Promise<any>} send */
  constructor(send) {
    this.send = send;
    this.seconds = 0;
    this.moved = Date.now();
    for (const kind of ["keydown", "pointermove", "pointerdown"])
      document.addEventListener(kind, () => (this.moved = Date.now()), {
        passive: true,
      });
    setInterval(() => this.#tick(), 1000);
  }

  #tick() {
    if (document.visibilityState !== "visible" || Date.now() - this.moved > IDLE_MS) return;
    this.seconds += 1;
    if (this.seconds < SEND_AFTER) return;
    const spent = this.seconds;
    this.seconds = 0;
    // What cannot be sent is counted again with the next minute, as far as a minute goes.
    this.send(spent).catch(() => (this.seconds = Math.min(this.seconds + spent, SEND_AFTER - 1)));
  }
}
