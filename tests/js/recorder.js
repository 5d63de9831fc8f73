// A pen for tests that writes down what is done with it.

const told = (value) => (typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value));

/** A pen that adds a line for every stroke and colour. */
export function recorder(lines) {
  const does = (name) => {
    if (name === "measureText") return (text) => ({ width: 14 * text.length });
    return (...n) => lines.push(`${name} ${n.map(told).join(" ")}`.trim());
  };
  return new Proxy(
    {},
    {
      get: (_, name) => does(name),
      set: (_, name, value) => lines.push(`${String(name)} = ${told(value)}`) > 0,
      defineProperty: () => true,
    },
  );
}
