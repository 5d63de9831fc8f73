// Choose and order what is known of the enemy, for the list: plain data in, plain data out.

/** @import { Contact } from "../../common/data.d.ts" */

/** What is wanted of the list.
 * @typedef {object} Wanted
 * @property {string} text each of its words must be in the line
 * @property {string} stage "" for all that still counts, "all" for history too
 * @property {string} sort a key of `SORTS`
 */

/** What the list can be sorted by, and how that is called.
 * @type {Record<string, {words: string, by: (a: Contact, b: Contact) => number}>}
 */
export const SORTS = {
  newest: { words: "newest first", by: (a, b) => a.age - b.age || b.confidence - a.confidence },
  surest: { words: "surest first", by: (a, b) => b.confidence - a.confidence || a.age - b.age },
  place: { words: "by hex", by: (a, b) => a.number.localeCompare(b.number) },
  kind: { words: "by kind", by: (a, b) => a.kind.localeCompare(b.kind) || a.age - b.age },
};

const PAST = new Set(["history", "gone", "false"]);

/** Give the contacts that are wanted, in order.
 * @param {Contact[]} contacts
 * @param {Wanted} wanted
 * @returns {Contact[]}
 */
export function listed(contacts, { text, stage, sort }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean),
    { by } = SORTS[sort] ?? SORTS.newest;
  return contacts
    .filter((one) => (stage === "all" ? true : stage ? one.stage === stage : !PAST.has(one.stage)))
    .filter((one) => words.every((word) => lineOf(one).includes(word)))
    .sort((a, b) => by(a, b) || a.number.localeCompare(b.number) || a.id.localeCompare(b.id));
}

/** All words of a contact, to search in.
 * @param {Contact} one
 */
function lineOf(one) {
  const { what, name, kind, size, number, place, stage_words: stage, source_words: source, via, same, words } = one;
  return [what, name, kind, size, number, place, stage, source, ...via, ...same, words, one.truth]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();
}

/** Say how sure a contact is: full and empty dots, and words for those who do not see them.
 * @param {number} confidence
 */
export function dots(confidence) {
  return "●".repeat(confidence) + "○".repeat(5 - confidence);
}
