// Put data into words.

/** Write a key as people do: "out_of_command" becomes "out of command".
 * @param {string} key
 */
export function words(key) {
  return String(key).replaceAll("_", " ");
}

/** Write a kind as people do: "AirRecon" becomes "Air recon".
 * @param {string} kind
 */
export function kindWords(kind) {
  return kind.replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Name a phase by itself: "Night: movement" is said beside a clock that says night already.
 * @param {string} phase
 */
export function phaseWords(phase) {
  return capital(phase.replace(/^Night: /, ""));
}

/** Write hours to a tenth; nothing if they are not known.
 * @param {number | null | undefined} value
 */
export function hours(value) {
  return value === null || value === undefined ? "" : `${Math.round(value * 10) / 10} h`;
}

/** Write a cost as the map does: to a tenth below ten, whole above.
 * @param {number} value
 * @param {string} [unit]
 */
export function costText(value, unit = "h") {
  return value === 0 ? "0" : `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${unit}`;
}

/** Begin with a capital letter.
 * @param {string} text
 */
export function capital(text) {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** Count things: "1 order", "2 orders".
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Put names one behind the other, as a sentence does: "tracks, streets and streams".
 * @param {string[]} names
 */
export function together(names) {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}
