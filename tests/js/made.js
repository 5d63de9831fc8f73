// Things to test with, as the server sends them, with as little in them as a test needs.

/** Make a stand. */
export function stand(id, more = {}) {
  return {
    id,
    hex: 0,
    side: "red",
    kind: "infantry",
    name: `${id} in full`,
    short: id,
    strength: 3,
    full: 4,
    marks: [],
    ...more,
  };
}

/** Make a view of stands and two sides. */
export function view(stands = [], more = {}) {
  const sides = [
    { key: "red", name: "Red" },
    { key: "blue", name: "Blue" },
  ];
  return { version: 1, may_order: true, ended: false, sides, stands, declared: [], points: {}, winner: "", ...more };
}

/** Make an offer of an order. */
export function offer(kind, order, more = {}) {
  return {
    kind,
    order: { type: kind, ...order },
    notation: `${order.stand ?? "-"} ${kind}`,
    words: `${kind} it`,
    target: null,
    ...more,
  };
}

/** What some kinds of order ask for, as the server says it. */
const verbs = {
  Fire: { kind: "Fire", keys: {}, asks: { stand: "stand", target: "target" } },
  Assault: { kind: "Assault", keys: {}, asks: { stand: "stand", target: "target" } },
  Embark: { kind: "Embark", keys: {}, asks: { stand: "stand", carrier: "stand" } },
  Face: { kind: "Face", keys: {}, asks: { stand: "stand", facing: "hexside" } },
};

/** Make what a stand is offered. */
export function offered(more = {}) {
  return { stand: "a", march: {}, transport: {}, attacks: {}, orders: [], verbs, ...more };
}

export const names = {
  unit: (id) => `unit ${id}`,
  side: (key) => `side ${key}`,
  hex: (hex) => `hex ${hex}`,
  number: (hex) => String(hex).padStart(4, "0"),
};

/** Make a promise, and what settles it. */
export function promised() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/** Answer as a server does. */
export function answered(status, data) {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return { ok: status < 400, status, text: async () => text };
}
