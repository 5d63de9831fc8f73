// What a click, or an offer, would order: worked out from what the rules offer, before anything is shown or sent.

import { costText } from "../../common/words.js";
import { isAimed, isPlacing, marchNotation, marchOrder } from "./verbs.js";

/** @import { Names, Offer, Order, Orders, Reach } from "../../common/data.d.ts" */
/** @import { Child } from "../../common/dom.js" */

/** An order in hand, not yet given.
 * @typedef {object} Proposal
 * @property {number | null} hex the hex that confirms it if it is clicked again
 * @property {number[] | null} path what the map shows
 * @property {Order} order
 * @property {string} words
 * @property {string} cost
 * @property {string} notation
 * @property {Offer[]} likes offers that differ only in who joins
 * @property {Child} [why]
 * @property {() => Promise<unknown>} [give] how it is given, if not as an order
 * @property {() => void} [another] asks for another one
 */

/** Give the paths by the hex they lead to, in the way of moving that is chosen.
 * @param {Orders | null} offered
 * @param {boolean} transport
 * @returns {Record<string, number[]>}
 */
export function goalsOf(offered, transport) {
  return (transport ? offered?.transport : offered?.march) ?? {};
}

/** Propose what a click on a hex means: an attack before a march, a march before an order aimed there; null if nothing.
 * @param {number} hex
 * @param {Orders} offered
 * @param {{transport: boolean, reach: Reach | null, names: Names}} now
 * @returns {Proposal | null}
 */
export function proposalAt(hex, offered, { transport, reach, names }) {
  const attack = offered.attacks[hex],
    path = goalsOf(offered, transport)[hex];
  if (attack) return marchProposal(offered.stand, attack, { transport, attack: true, reach: null, names });
  if (path) return marchProposal(offered.stand, path, { transport, attack: false, reach, names });
  const aimed = offered.orders.find(({ target }) => target === hex);
  return aimed ? offerProposal(aimed, offered.orders, names) : null;
}

/** Propose a march or an attack along a path.
 * @param {string} stand
 * @param {number[]} path
 * @param {{transport: boolean, attack: boolean, reach: Reach | null, names: Names}} how
 * @returns {Proposal}
 */
export function marchProposal(stand, path, { transport, attack, reach, names }) {
  const goal = path[path.length - 1],
    spent = reach?.costs[goal],
    order = marchOrder(stand, path, { transport, attack });
  const verb = attack ? "attacks" : transport ? "goes in transport mode to" : "marches to";
  return {
    hex: goal,
    path,
    order,
    words: `${names.unit(stand)} ${verb} ${names.hex(goal)}`,
    cost: spent === undefined ? "" : costText(spent, reach?.unit),
    notation: marchNotation(order, names.number),
    likes: [],
  };
}

/** Propose what the rules offer.
 * @param {Offer} offer
 * @param {Offer[]} offers all that is offered beside it
 * @param {Names} names
 * @returns {Proposal}
 */
export function offerProposal(offer, offers, names) {
  const { order, words, target, notation } = offer;
  return {
    hex: target,
    path: null,
    order,
    words: `${order.stand ? `${names.unit(order.stand)}: ` : ""}${words}`,
    cost: "",
    notation,
    likes: offers.filter((other) => alike(other) === alike(offer)),
  };
}

/** Keep, of offers that differ only in the units that join, the one that most join.
 * @param {Offer[]} offers
 */
export function mostJoined(offers) {
  /** @type {Map<string, Offer>} */
  const kept = new Map();
  for (const offer of offers) {
    const before = kept.get(alike(offer));
    if (!before || joined(before).length < joined(offer).length) kept.set(alike(offer), offer);
  }
  return [...kept.values()];
}

/** Say of each unit that may join whether it does, and which offer it would be with it changed; null if the rules list none.
 * @param {Proposal} proposal
 */
export function joiners({ likes, order }) {
  const now = new Set(order.helpers ?? []),
    able = [...new Set(likes.flatMap(joined))];
  return able.map((id) => {
    const wanted = new Set(now);
    if (!wanted.delete(id)) wanted.add(id);
    return { id, on: now.has(id), next: likes.find((other) => sameSet(wanted, joined(other))) ?? null };
  });
}

/** Mark on the map what a unit may be ordered to: where it may begin before the first turn; then where it can go, and
 * whom it can attack or fire at; null if nothing.
 * @param {Orders | null} offered
 * @param {Reach | null} reach
 * @param {{mayOrder: boolean, transport: boolean}} now
 * @returns {Partial<Reach> | null}
 */
export function markedOf(offered, reach, { mayOrder, transport }) {
  const places = mayOrder ? placesOf(offered) : [];
  if (places.length) return { costs: Object.fromEntries(places.map((hex) => [hex, 0])), placing: true };
  if (!reach) return null;
  if (!offered || !mayOrder) return Object.keys(reach.costs).length > 1 ? reach : null;
  const goals = Object.keys(goalsOf(offered, transport)),
    aimed = offered.orders.filter(({ kind, target }) => target !== null && isAimed(offered.verbs[kind]));
  const targets = new Set([...Object.keys(offered.attacks).map(Number), ...targetsOf(aimed)]);
  if (!goals.length && !targets.size) return null;
  const costs = goals.length ? [reach.hex, ...goals].map((hex) => [hex, reach.costs[hex] ?? 0]) : [];
  return { ...reach, costs: Object.fromEntries(costs), contacts: [...targets] };
}

/** The hexes where a unit may begin.
 * @param {Orders | null} offered
 */
function placesOf(offered) {
  return targetsOf(offered?.orders.filter(({ kind }) => isPlacing(offered.verbs[kind])) ?? []);
}

/** List the hexes that offers are aimed at, each once.
 * @param {Offer[]} offers
 */
export function targetsOf(offers) {
  const hexes = offers.map(({ target }) => target).filter((target) => target !== null);
  return [.../** @type {Set<number>} */ (new Set(hexes))];
}

/** Offers that differ only in who joins have one name.
 * @param {Offer} offer
 */
function alike({ kind, target, order }) {
  return JSON.stringify([kind, target, { ...order, helpers: null }]);
}

/** @param {Offer} offer */
function joined({ order }) {
  return order.helpers ?? [];
}

/** @param {Set<string>} wanted
 * @param {string[]} list
 */
function sameSet(wanted, list) {
  return wanted.size === list.length && list.every((id) => wanted.has(id));
}
