// What the page has before it: what is looked at, what is selected, what is asked. Plain data, and what follows from it.

/** @import { Oob, Stand, View, Zones } from "../common/data.d.ts" */

/** @typedef {"unit" | "formation" | "column"} Party */

/**
 * @typedef {object} State
 * @property {string} viewer
 * @property {boolean} judges whether the umpire himself looks, and no observer
 * @property {number | null} at the moment that is looked at; null: now
 * @property {View | null} view
 * @property {Map<string, Stand>} units the stands of the view
 * @property {Oob | null} oob
 * @property {Zones | null} zones
 * @property {string} of the command that the umpire compares with the truth; "": none
 * @property {string | null} selected
 * @property {boolean} transport whether the selected unit shall go in transport mode
 * @property {Party} party who goes where the map is clicked: the unit, its formation, or that in one column
 * @property {boolean} aiming whether the next click means the hex under the pointer, whoever stands there
 * @property {boolean} busy whether something was sent and is not answered
 * @property {boolean} away whether the server does not answer
 * @property {number | null} heard a version that the server told of meanwhile
 */

/** Begin with nothing.
 * @param {string} viewer
 * @param {boolean} [judges]
 * @returns {State}
 */
export function fresh(viewer, judges = false) {
  return {
    viewer,
    judges,
    at: null,
    view: null,
    units: new Map(),
    oob: null,
    zones: null,
    of: "",
    selected: null,
    transport: false,
    party: "unit",
    aiming: false,
    busy: false,
    away: false,
    heard: null,
  };
}

/** Take a view; one selected unit stays selected.
 * @param {State} state
 * @param {View} view
 */
export function takeView(state, view) {
  state.view = view;
  state.units = new Map(view.stands.map((stand) => [stand.id, stand]));
}

/** Whether orders may be given: by the umpire, for what is so now, until it is over.
 * @param {State} state
 */
export function mayOrder({ view }) {
  return Boolean(view?.may_order && !view.ended);
}

/** Whether the umpire may overrule: also when it is over, but not in the past. A side never may.
 * @param {State} state
 */
export function mayRule({ viewer, view }) {
  return viewer === "umpire" && Boolean(view?.may_order);
}

/** Whether anything may be sent or taken back: by a side until it is over, by the umpire after that too.
 * @param {State} state
 */
export function mayAct(state) {
  return mayRule(state) || mayOrder(state);
}

/** Hear of a version: whether it is to be fetched at once. What is told while something is sent is kept for later.
 * @param {State} state
 * @param {number} version
 */
export function hear(state, version) {
  if (state.busy) state.heard = version;
  return state.at === null && !state.busy && state.view !== null && version !== state.view.version;
}

/** Whether a version was told of, while something was sent, that is not shown yet; it is asked once.
 * @param {State} state
 */
export function heardMeanwhile(state) {
  const { heard } = state;
  state.heard = null;
  return heard !== null && hear(state, heard);
}

/** Give the entry that the log is asked for from: a side's log, and that of the past, are told from the beginning.
 * @param {State} state
 * @param {number} last the last entry that is here
 */
export function logSince({ at, viewer }, last) {
  return at !== null || viewer !== "umpire" ? 0 : last;
}

/** Select a unit; another one than before marches again.
 * @param {State} state
 * @param {string | null} id
 */
export function select(state, id) {
  if (id !== state.selected) {
    state.transport = false;
    state.party = "unit";
  }
  state.selected = id;
  state.aiming = false;
}

/** Say what a click on a counter means. An enemy's counter stands for his hex; a friend is chosen, unless Shift or a key
 * of marching says that his hex is meant.
 * @param {State} state
 * @param {string} id
 * @param {boolean} shifted
 * @returns {"hex" | "unit"}
 */
export function clickMeans({ selected, units, aiming }, id, shifted) {
  const stand = units.get(id),
    own = selected === null ? null : units.get(selected);
  if (!stand || selected === null || id === selected) return "unit";
  return stand.side !== own?.side || shifted || aiming ? "hex" : "unit";
}

/** Say what Escape takes away first: the order in hand, the aim, the selection; null if nothing is there.
 * @param {State} state
 * @param {{proposed: boolean, offered: boolean}} hand
 * @returns {"proposal" | "aim" | "selection" | null}
 */
export function escapes({ aiming, selected }, { proposed, offered }) {
  if (proposed) return "proposal";
  if (aiming) return "aim";
  return selected !== null || offered ? "selection" : null;
}

/** Name a unit shortly; one that is not on the map is known from the order of battle.
 * @param {State} state
 * @param {string} id
 */
export function unitName({ units, oob }, id) {
  const stand = units.get(id) ?? oob?.stands.find((item) => item.id === id);
  return stand ? stand.short || stand.name : id;
}

/** @param {State} state
 * @param {string} key
 */
export function sideName({ view }, key) {
  return view?.sides.find((side) => side.key === key)?.name ?? key;
}
