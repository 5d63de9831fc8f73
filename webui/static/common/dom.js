// Make elements; every text goes in as text.

export function el(name, props = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
}

// "out_of_command" as people write it.
export function words(key) {
  return String(key).replaceAll("_", " ");
}

// A phase by itself: "Night: movement" is said of a clock that says night already.
export function phaseWords(phase) {
  return phase.replace(/^Night: /, "").replace(/^./, (first) => first.toUpperCase());
}

export function hours(value) {
  return value === null || value === undefined ? "" : `${Math.round(value * 10) / 10} h`;
}
