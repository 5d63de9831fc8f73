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
 */

/** @typedef {object} DayData
 * @property {number} version
 * @property {{day: number, turn: string, phase: string}} clock
 * @property {Record<string, string>} kinds
 * @property {string[]} by_themselves
 * @property {Matter[]} matters
 * @property {(Matter & {choice: string})[]} settled
 * @property {boolean} may_take_back whether the last entry is a choice of his
 * @property {{id: string, name: string, holder: string, orders: number, sheet: string}[]} commands
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

/** @param {Pick<DayData, "clock" | "minutes">} data */
export function spentWords({ clock, minutes }) {
  const others = Object.values(minutes).sort((one, other) => one - other),
    median = others[Math.floor(others.length / 2)] ?? 0;
  return `this day ${minutes[String(clock.day)] ?? 0} min, median ${median} min`;
}
