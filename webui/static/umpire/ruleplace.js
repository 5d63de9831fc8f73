// Where the author's caret stands in a text of rules: in which heading, at which key, with which words in its value.

/** @typedef {{ name: string, takes: string, usual: string, must: boolean, means: string, words: string }} Key
 * @typedef {{ path: string, many: boolean, about: string, page: string, example: string, keys: Key[] }} Card
 * @typedef {{ name: string, takes: string, means: string }} Word
 * @typedef {{ rules: Card[], variant: Card[], words: Record<string, Word[]> }} Cards
 * @typedef {{ path: string[], key: string[], value: string, block: string[], end: number }} Place
 * @typedef {{ card: Card | null, key: Key | null, at: string, free: Key[] }} Found
 */

const HEAD = /^\s*(#\s*)?\[\[?\s*([\w.-]+)\s*\]\]?/;
const KEY = /^\s*(#\s*)?([A-Za-z_]\w*(?:\.[^\s=]+)*)\s*=/;

/** Say whether a line begins a heading or a key that counts where the caret is: in remarks, remarks count too.
 * @param {RegExp} kind
 * @param {string} line
 * @param {boolean} isRemark
 */
function begins(kind, line, isRemark) {
  const hit = kind.exec(line);
  return hit && (isRemark || !hit[1]) ? (hit[2] ?? "") : "";
}

/** Find the line at or above another one where a heading or a key begins; -1 where none does.
 * @param {RegExp} kind
 * @param {string[]} lines
 * @param {number} from
 * @param {boolean} isRemark
 */
function above(kind, lines, from, isRemark) {
  let row = from;
  while (row >= 0 && !begins(kind, lines[row] ?? "", isRemark)) row--;
  return row;
}

/** Find the heading and the key that a place of a text is in.
 * @param {string} text
 * @param {number} at
 * @returns {Place}
 */
export function placeAt(text, at) {
  const lines = text.split("\n");
  const here = text.slice(0, at).split("\n").length - 1;
  const line = lines[here] ?? "";
  const isRemark = /^\s*#/.test(line);
  const top = above(HEAD, lines, here, isRemark);
  const row = line.trim() ? above(KEY, lines, here, isRemark) : -1;
  const hasKey = row > top;
  const last = lastOf(lines, hasKey ? row : here, isRemark);
  return {
    path: partsOf(HEAD, lines[top], isRemark),
    key: hasKey ? partsOf(KEY, lines[row], isRemark) : [],
    value: hasKey ? lines.slice(row, last + 1).join("\n") : "",
    block: keysBelow(lines, top, isRemark),
    end: lines.slice(0, last + 1).join("\n").length,
  };
}

/** @param {RegExp} kind
 * @param {string | undefined} line
 * @param {boolean} isRemark
 */
function partsOf(kind, line, isRemark) {
  return begins(kind, line ?? "", isRemark)
    .split(".")
    .filter(Boolean);
}

/** Find the last line of what begins at a line: a list may go over several.
 * @param {string[]} lines
 * @param {number} from
 * @param {boolean} isRemark
 */
function lastOf(lines, from, isRemark) {
  let last = from;
  for (let next = from + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (!line.trim() || /^\s*#/.test(line) || begins(KEY, line, isRemark) || begins(HEAD, line, isRemark)) break;
    last = next;
  }
  return last;
}

/** List the keys that a heading has already.
 * @param {string[]} lines
 * @param {number} top
 * @param {boolean} isRemark
 */
function keysBelow(lines, top, isRemark) {
  const found = [];
  for (let row = top + 1; row < lines.length && !begins(HEAD, lines[row] ?? "", isRemark); row++)
    found.push(begins(KEY, lines[row] ?? "", isRemark).split(".")[0] ?? "");
  return found.filter(Boolean);
}

/** Find the card of a place: its heading, its key, and the keys that the heading could have besides.
 * @param {Card[]} cards
 * @param {Place} place
 * @returns {Found}
 */
export function cardAt(cards, place) {
  const parts = [...place.path, ...place.key];
  const used = deepest(cards, parts);
  const card = cards.find((one) => used > 0 && one.path === parts.slice(0, used).join("."));
  const at = parts.join(".");
  if (!card) return { card: null, key: null, at, free: [] };
  // What is laid out by names of the author's own has one key, without a name.
  const key = card.keys.find((one) => one.name === parts[used] || !one.name) ?? null;
  const free = used < place.path.length ? [] : card.keys.filter((one) => one.name && !place.block.includes(one.name));
  return { card, key, at, free };
}

/** Say how many parts of a place name a heading.
 * @param {Card[]} cards
 * @param {string[]} parts
 */
function deepest(cards, parts) {
  const known = new Set(cards.map((card) => card.path));
  let used = 0;
  while (used < parts.length && known.has(parts.slice(0, used + 1).join("."))) used++;
  return used;
}

/** List the closed words that a value uses, the longest name where one holds another.
 * @param {Word[]} words
 * @param {string} value
 */
export function wordsIn(words, value) {
  const longest = [...words].sort((a, b) => b.name.length - a.name.length);
  const used = new Set();
  for (const [, quoted = ""] of value.matchAll(/"([^"\n]*)"/g)) {
    let rest = ` ${quoted} `;
    for (const word of longest)
      if (rest.includes(` ${word.name} `)) {
        used.add(word.name);
        rest = rest.replaceAll(` ${word.name} `, "  ");
      }
  }
  return words.filter((word) => used.has(word.name));
}

/** Say whether a text is a house variant of other rules.
 * @param {string} text
 */
export function isVariant(text) {
  return /^\s*extends\s*=/m.test(text);
}

/** Write the line that a key begins with: as it is unless given, or open where nothing is.
 * @param {Key} key
 */
export function lineOf(key) {
  return `${key.name} = ${key.usual}`;
}
