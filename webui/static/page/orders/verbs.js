// What the page makes of an order goes by what the order asks for, which the server says of each kind it offers. By name
// it knows the orders that it makes by itself: marches, withdrawals, and the rulings of the umpire.

/** @import { Order, Verb } from "../../common/data.d.ts" */

/** Whether a kind of order is aimed at whoever stands in a hex: the map marks its targets.
 * @param {Verb | undefined} verb
 */
export function isAimed(verb) {
  return Object.values(verb?.asks ?? {}).includes("target");
}

/** Whether a kind of order asks for a direction and nothing else: its offers are shown as arrows round the unit.
 * @param {Verb | undefined} verb
 */
export function isFacing(verb) {
  return Object.values(verb?.asks ?? {}).join(" ") === "stand hexside";
}

/** Whether a kind of order asks for a hex of its own side and nothing else: where a unit begins the game.
 * @param {Verb | undefined} verb
 */
export function isPlacing(verb) {
  return Object.values(verb?.asks ?? {}).join(" ") === "stand hex";
}

/** Offers that have a button of their own. */
export const WITHDRAWING = "Cancel";

/** How a march is written. */
const LETTERS = { march: "M", transport: "T", attack: "A" };

/** Make the order of a march or an attack along a path.
 * @param {string} stand
 * @param {number[]} path
 * @param {{transport: boolean, attack: boolean}} how
 * @returns {Order}
 */
export function marchOrder(stand, path, { transport, attack }) {
  return { type: "Move", stand, path, transport: transport && !attack, attack };
}

/** Write a march as it is written by hand.
 * @param {Order} order
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
