// What the page asks the server for, to show what is so.

/** @import { AllSideOrders, Contacts, Log, Oob, Network, Orders, Reach, Supplies, Supply, Unit, View, Zones } from "../common/data.d.ts" */
/** @import { Server } from "../common/server.js" */

/** Gets data of the moment that is looked at.
 * @typedef {Pick<Server, "get">} Reader
 */

/** All that a refresh asks for; zones and the network of supply only if they are shown.
 * @typedef {object} Answers
 * @property {View} view
 * @property {Log} log
 * @property {Oob} oob
 * @property {Supplies} lines
 * @property {Zones | null} zones
 * @property {Network | null} network
 * @property {AllSideOrders} sides
 * @property {Contacts} contacts
 */

/** Ask for everything at once.
 * @param {Reader} reader
 * @param {{since: number, zones: boolean, network?: boolean, of?: string}} wanted `of`: whose knowledge the umpire looks at
 * @returns {Promise<Answers>}
 */
export async function askAll(reader, { since, zones: withZones, network: withNetwork = false, of = "" }) {
  const [view, log, oob, lines, zones, network, sides, contacts] = await Promise.all([
    reader.get("view.json"),
    news(reader, since),
    reader.get("oob.json"),
    reader.get("supplies.json"),
    withZones ? reader.get("zones.json") : null,
    withNetwork ? reader.get("network.json") : null,
    reader.get("side_orders.json"),
    reader.get("contacts.json", { of: of || null }),
  ]);
  return { view, log, oob, lines, zones, network, sides, contacts };
}

/** Ask for all that the page shows first in one: over a slow line each way there and back counts.
 * @param {Reader} reader
 * @returns {Promise<Answers>}
 */
export async function askFirst(reader) {
  const told = await reader.get("first.json");
  return { ...told, log: { ...told.log, whole: true }, zones: null, network: null };
}

/** Get the log since an entry; its end anew if an undo has changed what counts, or too much has come at once.
 * @param {Reader} reader
 * @param {number} since
 * @returns {Promise<Log>}
 */
export async function news(reader, since) {
  const log = await reader.get("log.json", { since });
  const undone = since > 0 && log.entries.some((/** @type {{kind: string}} */ { kind }) => kind === "Rewound");
  if (undone || (since > 0 && log.cut > 0)) return { ...(await reader.get("log.json", { since: 0 })), whole: true };
  return { ...log, whole: since === 0 };
}

/** All that is asked for with a unit; of an enemy, and of who is not on the map, the card alone.
 * @typedef {object} UnitAnswers
 * @property {Unit} unit
 * @property {Orders | null} orders
 * @property {Supply | null} supply
 * @property {Reach | null} reach
 */

/** Ask for a unit's card, and what it may be ordered to do.
 * @param {Reader} reader
 * @param {string} stand
 * @param {boolean} transport
 * @returns {Promise<UnitAnswers>}
 */
export async function askUnit(reader, stand, transport) {
  const unit = await reader.get("unit.json", { stand });
  if (!unit.known || unit.hex === null || unit.gone) return { unit, orders: null, supply: null, reach: null };
  const [orders, supply, reach] = await Promise.all([
    reader.get("orders.json", { stand }),
    reader.get("supply.json", { stand }),
    reader.get("reach.json", { stand, transport: Number(transport) }),
  ]);
  return { unit, orders, supply, reach };
}
