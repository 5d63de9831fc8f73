// What the umpire's day is told, and how it is put into words.

/** @typedef {object} Matter
 * @property {string} key
 * @property {string} kind
 * @property {string} title
 * @property {string | null} hex
 * @property {string[]} units
 * @property {string} what
 * @property {string} does
 * @property {string} why
 * @property {string} expected
 * @property {string} instead a ruling without its reason
 * @property {string} instead_words
 * @property {string} rule the paragraph that decides it, "" if there is none
 * @property {string} stakes what hangs on it, in words
 */

/** @typedef {object} DayData
 * @property {number} version
 * @property {{day: number, turn: string, phase: string}} clock
 * @property {Record<string, string>} kinds
 * @property {string[]} by_themselves
 * @property {Matter[]} matters
 * @property {Matter[]} at_closing what accepts itself when the turn is closed
 * @property {string[]} resolved what accepted itself in the last closing
 * @property {(Matter & {choice: string})[]} settled
 * @property {string[]} stops the kinds that a closing waits at
 * @property {string[]} stoppable
 * @property {string[]} fronts the kinds where only the front waits
 * @property {string[]} holdable
 * @property {boolean} closing whether a closing is under way
 * @property {string[]} waits_for the keys of the matters that it waits for
 * @property {string} turn
 * @property {boolean} ended
 * @property {Record<string, string>} claims what other umpires look at, by the matter's key
 * @property {number} umpires
 * @property {boolean} may_take_back whether the last entry is a choice of his
 * @property {{id: string, name: string, holder: string, orders: number, sheet: string, under_way: number}[]} commands
 * @property {{at: number, day: number, turn: string, phase: string, lost: number}[]} moments
 * @property {{id: string, name: string, at: number}[]} branches
 * @property {string} free_id an id for a branch
 * @property {Record<string, number>} minutes
 */

/** List the matters that have all words that are searched for.
 * @param {Matter[]} matters
 * @param {string} text
 */
export function foundIn(matters, text) {
  const sought = text.trim().toLowerCase().split(/\s+/);
  return matters.filter(({ title, hex, what, units }) => {
    const all = [title, hex, what, ...units].join(" ").toLowerCase();
    return sought.every((word) => all.includes(word));
  });
}

/** Say what the button that closes the turn does now.
 * @param {Pick<DayData, "closing" | "waits_for" | "ended">} data
 */
export function closingWords({ closing, waits_for, ended }) {
  if (ended) return "";
  if (!closing) return "Close the turn (X)";
  const left = waits_for.length;
  return left ? `The closing waits for ${left} matter${left === 1 ? "" : "s"}` : "Go on with the closing (X)";
}

/** Say how many entries of the log were taken back, or (`asked`) are to be.
 * @param {number} count
 * @param {boolean} [asked]
 */
export function takenBackWords(count, asked) {
  if (!asked) return count === 1 ? "1 entry was taken back." : `${count} entries were taken back.`;
  return count === 1
    ? "1 entry is taken back. It stays in the log, and can be brought back."
    : `${count} entries are taken back. They stay in the log, and can be brought back.`;
}

/** @param {Pick<DayData, "clock" | "minutes">} data */
export function spentWords({ clock, minutes }) {
  const others = Object.values(minutes).sort((one, other) => one - other),
    median = others[Math.floor(others.length / 2)] ?? 0;
  return `this day ${minutes[String(clock.day)] ?? 0} min, median ${median} min`;
}

/** List what the tools choose from: units, formations and stores, each with its words.
 * @param {{sides: {formations: {id: string, name: string, stores: Record<string, number>}[]}[],
 *   stands: {id: string, name: string, number: string | null}[]}} oob
 * @returns {Record<string, [string, string][]>}
 */
export function listsOf({ sides, stands }) {
  const formations = sides.flatMap((side) => side.formations),
    stores = [...new Set(formations.flatMap((one) => Object.keys(one.stores)))];
  return {
    units: stands.map(({ id, name, number }) => [id, number ? `${name}, ${number}` : name]),
    formations: formations.map(({ id, name }) => [id, name]),
    stores: stores.map((store) => [store, store]),
  };
}
