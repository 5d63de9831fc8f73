// A copy of what was written on a sheet, on this device, until the server has it. It decides; it shows nothing.

/** What is kept: the text, and the version that it was written on.
 * @typedef {{text: string, version: number}} Draft
 */

/** What the page begins with: "same" (nothing was left), "back" (it goes on where it was cut off), or "apart" (the sheet
 * was written elsewhere meanwhile, or is sealed: both texts are shown).
 * @typedef {{found: "same" | "back" | "apart", text: string}} Opened
 */

/** @param {{campaign: string, command: string, turn: string}} sheet */
export function draftKey({ campaign, command, turn }) {
  return `sandtable/sheet/${campaign}/${command}/${turn}`;
}

/** Keep a draft; false where the browser keeps nothing.
 * @param {Pick<Storage, "setItem">} storage
 * @param {string} key
 * @param {Draft} draft
 */
export function keep(storage, key, draft) {
  try {
    storage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Give what was kept; null if there is nothing, or nothing that can be read.
 * @param {Pick<Storage, "getItem">} storage
 * @param {string} key
 * @returns {Draft | null}
 */
export function kept(storage, key) {
  try {
    const { text, version } = JSON.parse(storage.getItem(key) ?? "null") ?? {};
    return typeof text === "string" && Number.isInteger(version) ? { text, version } : null;
  } catch {
    return null;
  }
}

/** @param {Pick<Storage, "removeItem">} storage
 * @param {string} key
 */
export function drop(storage, key) {
  try {
    storage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to let go.
  }
}

/** Say what a page begins with: its own text and what was left on this device.
 * @param {Draft | null} draft
 * @param {{text: string, version: number, sealed: boolean}} sheet
 * @returns {Opened}
 */
export function opened(draft, { text, version, sealed }) {
  if (!draft || draft.text.trim() === text.trim()) return { found: "same", text };
  return { found: !sealed && draft.version === version ? "back" : "apart", text: draft.text };
}

/** Find a draft of a turn that is over: it was never sent, and its sheet is closed.
 * @param {Pick<Storage, "getItem" | "removeItem">} storage
 * @param {string} key that of the sheet that is open now
 * @param {string[]} keys all that there are
 * @returns {{key: string, turn: string, text: string} | null}
 */
export function leftOver(storage, key, keys) {
  const start = key.slice(0, key.lastIndexOf("/") + 1);
  for (const other of keys) {
    if (other === key || !other.startsWith(start)) continue;
    const draft = kept(storage, other);
    if (draft?.text.trim()) return { key: other, turn: other.slice(start.length), text: draft.text };
    drop(storage, other);
  }
  return null;
}
