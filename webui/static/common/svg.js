// Make small line pictures.

const NS = "http://www.w3.org/2000/svg";

/** Make a picture of strokes in a square of 24 by 24.
 * @param {string[]} paths
 * @param {string} [name] its class
 */
export function icon(paths, name = "icon") {
  const svg = shape("svg", { viewBox: "0 0 24 24", class: name, "aria-hidden": "true" });
  svg.append(...paths.map((d) => shape("path", { d })));
  return svg;
}

/** Make one element of a picture.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function shape(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
