// The verbs that the page knows by name. What else may be ordered comes from the server as offers, with their words;
// whatever the server says of these verbs one day goes from here.

/** Orders that are aimed at whoever stands in a hex: the map marks their targets. */
export const SHOTS = new Set(["Fire", "Assault", "Bombard"]);

/** Offers that are shown as arrows round the unit, and those that have a button of their own. */
export const FACING = "Face";
export const WITHDRAWING = "Cancel";

/** How a march is written. */
const LETTERS = { march: "M", transport: "T", attack: "A" };

/** Make the order of a march or an attack along a path.
 * @param {string} stand
 * @param {number[]} path
 * @param {{transport: boolean, attack: boolean}} how
 * @returns {import("../common/data.d.ts").Order}
 */
export function marchOrder(stand, path, { transport, attack }) {
  return { type: "Move", stand, path, transport: transport && !attack, attack };
}

/** Write a march as it is written by hand.
 * @param {import("../common/data.d.ts").Order} order
 * @param {(hex: number) => string} number what is printed in a hex
 */
export function marchNotation({ stand = "", path = [], transport = false, attack = false }, number) {
  const numbers = path.map(number),
    letter = LETTERS[attack ? "attack" : transport ? "transport" : "march"];
  const way = attack ? `${numbers.slice(0, -1).join("-")}x${numbers.at(-1)}` : numbers.join("-");
  return `${/^[^\s"=]+$/.test(stand) ? stand : JSON.stringify(stand)} ${letter} ${way}`;
}

/** Make the order that withdraws what is declared for a stand.
 * @param {string} stand
 */
export function withdrawal(stand) {
  return { type: "Cancel", stand };
}

/** Make a ruling of the umpire's on a stand; what was not written is left as it is.
 * @param {string} stand
 * @param {{why: string, losses: string, hex: number | null, remove: boolean}} ruled
 */
export function ruling(stand, { why, losses, hex, remove }) {
  return {
    type: "Ruling",
    why,
    stand,
    remove,
    ...(losses === "" ? {} : { losses: Number(losses) }),
    ...(hex === null ? {} : { hex }),
  };
}
