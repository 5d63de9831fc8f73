// Make the panels of the page, each with the little it needs of the others.

import { ifThere } from "../common/dom.js";
import { LATE, Latest } from "../common/latest.js";
import { Automatic } from "./automatic.js";
import { ClockBar } from "./clockbar.js";
import { CommanderPanel } from "./commander.js";
import { counterPictures, swatch } from "./counterpicture.js";
import { Diary } from "./diary.js";
import { Forces } from "./forces.js";
import { HexCard } from "./hexcard.js";
import { EnemyPanel } from "./knowledge/enemy.js";
import { Ordering } from "./orders/ordering.js";
import { OrderList } from "./orders/orderlist.js";
import { SpokenBox } from "./orders/spokenbox.js";
import { LessonCard } from "./lesson.js";
import { Selecting } from "./selecting.js";
import { SidePanel } from "./sides.js";
import { sideName, unitName } from "./state.js";
import { UnitCard } from "./unitcard.js";
import { WhatIf } from "./whatif.js";

/** @import { Names, Offer, Picture } from "../common/data.d.ts" */
/** @import { Frame } from "../common/frame.js" */
/** @import { MapView } from "../map/mapview.js" */
/** @import { Reader } from "./asking.js" */
/** @import { State } from "./state.js" */

/** What there is before there are panels.
 * @typedef {object} Ground
 * @property {State} state
 * @property {Frame} frame
 * @property {MapView} map
 * @property {Reader} reader
 */

/** What panels may have done.
 * @typedef {object} Acts
 * @property {(at: number | null) => void} lookAt
 * @property {(name: string, body: object) => Promise<any>} send with dice of a real table, if they are wanted
 * @property {(name: string, body: object) => Promise<any>} sendMany
 * @property {(name: string, body: object) => Promise<any>} post asks the server in more words than an address holds
 * @property {(file: File) => Promise<any>} sheet has the server read a filled sheet
 * @property {(work: () => Promise<void>) => Promise<void>} guard
 * @property {(offered: Offer[]) => void} aim
 * @property {() => void} redrawSides
 */

/** @param {Ground} ground
 * @param {Acts} acts
 */
export function makePanels(ground, acts) {
  const { state, map, reader, frame } = ground,
    names = namesOf(state, map),
    looks = looksOf(state, map);
  const whatIf = new WhatIf({ frame, ask: (notation) => reader.get("whatif.json", { notation }) });
  const ordering = makeOrdering(ground, names, acts, whatIf),
    propose = (/** @type {Offer} */ offer) => ordering.propose(offer),
    withdraw = (/** @type {string} */ id) => ordering.withdraw(id);
  // Panels and selection need one another: who is chosen is known only when all of them stand.
  const choose = (/** @type {string} */ id, centre = true) => selecting.choose(id, { centre });
  const found = { choose, selected: () => state.selected };
  const forces = new Forces({ ...looks, ...found });
  const diary = makeDiary(ground, names, found, acts.lookAt);
  const card = makeCard(ground, looks.picture, ordering, () => selecting);
  const hexCard = new HexCard({ ...looks, sideName: names.side, choose: (id) => choose(id, false), propose });
  /** @type {Selecting} */
  const selecting = new Selecting({
    ...{ state, reader, map, frame, ordering, card, hexCard, guard: acts.guard },
    changed(id) {
      if (id !== null) forces.reveal(id);
      forces.mark(id);
      diary.draw();
    },
  });
  return {
    ...{ ordering, forces, diary, selecting, whatIf },
    clock: new ClockBar(acts.lookAt),
    enemy: makeEnemy(ground, looks.picture, acts),
    orderList: new OrderList({ unitName: names.unit, choose, withdraw }),
    spoken: new SpokenBox({
      ...{ choose, send: acts.send, read: acts.post, sheet: acts.sheet },
      showPath: (path) => map.showPath(path),
      say: (words) => frame.say(words),
    }),
    sides: new SidePanel({
      ...{ ...looks, propose, give: (order) => ordering.giveNow(order), aim: acts.aim, guard: acts.guard },
      offersAt: async (side, hex) => (await reader.get("side_orders.json", { side, hex })).sides[0]?.others ?? [],
      say: (words) => frame.say(words),
    }),
    automatic: makeAutomatic(ground, ordering, acts),
    lesson: makeLesson(ground, choose, acts),
    commander: new CommanderPanel({
      ...{ state, frame, reader, propose, number: names.number, send: acts.send, guard: acts.guard },
      showWays: (ways) => map.showWays(ways),
    }),
  };
}

/** Make the card of the lesson; null where the campaign has none.
 * @param {Ground} ground
 * @param {(id: string) => void} choose
 * @param {Acts} acts
 */
function makeLesson({ map, reader, frame }, choose, { guard }) {
  const box = ifThere("lesson", HTMLDetailsElement);
  if (!box) return null;
  return new LessonCard({
    ...{ box, guard, key: `lesson:${frame.data.base}` },
    ask: () => reader.get("lesson.json"),
    mark(numbers) {
      map.state.taught = numbers;
      map.over.repaint();
    },
    goTo({ hexes, units }) {
      frame.showPanel("map");
      if (hexes.length) map.focusHex(hexes[0], { centre: true });
      if (units.length) choose(units[0]);
    },
    say: (words) => frame.say(words),
  });
}

/** How units and sides are pictured, and who a unit is.
 * @param {State} state
 * @param {MapView} map
 */
function looksOf(state, map) {
  return {
    picture: counterPictures(map),
    swatch: (/** @type {string} */ side) => swatch(map.state.sides.get(side)),
    stand: (/** @type {string} */ id) => state.units.get(id),
  };
}

/** Make the card of a unit; who selects is known only when the card stands.
 * @param {Ground} ground
 * @param {Picture} picture
 * @param {Ordering} ordering
 * @param {() => Selecting} selecting
 */
function makeCard({ map, reader }, picture, ordering, selecting) {
  const { geometry } = map.ground;
  return new UnitCard(
    picture,
    {
      choose: (id) => selecting().choose(id, { centre: true }),
      showHex: (number) => selecting().showHex(number, { centre: true }),
      hexOf: (number) => geometry.indexOf(number),
      give: (order) => ordering.give(order),
      whyNot: (stand) => reader.get("why_not.json", { stand }),
    },
    {
      propose: (offer) => ordering.propose(offer),
      withdraw: (id) => ordering.withdraw(id),
      setTransport: (fast) => selecting().march(fast),
      setParty: (party) => selecting().take(party),
      flatTop: geometry.flatTop,
    },
  );
}

/** @param {State} state
 * @param {MapView} map
 * @returns {Names}
 */
function namesOf(state, map) {
  return {
    unit: (id) => unitName(state, id),
    side: (key) => sideName(state, key),
    hex: (hex) => map.hexName(hex),
    number: (hex) => map.ground.geometry.number(hex),
  };
}

/** Make the list of what is known of the enemy; the umpire chooses whose knowledge it is.
 * @param {Ground} ground
 * @param {Picture} picture
 * @param {Acts} acts
 */
function makeEnemy({ state, frame, map, reader }, picture, { guard }) {
  const answers = new Latest();
  const lookFor = (/** @type {string} */ of) =>
    guard(async () => {
      state.of = of;
      const told = await answers.ask(() => reader.get("contacts.json", { of: of || null }));
      if (told !== LATE) panel.show(told);
    });
  const panel = new EnemyPanel({
    ...{ picture, lookFor },
    goTo: (hex) => {
      // Where the list lies over the map, it makes way.
      if (matchMedia("(max-width: 700px)").matches) frame.showPanel("map");
      map.focusHex(hex, { centre: true });
    },
    draw: (contacts, chosen) => map.showContacts(contacts, chosen),
  });
  return panel;
}

/** @param {Ground} ground
 * @param {Names} names
 * @param {Acts} acts
 * @param {WhatIf} whatIf
 */
function makeOrdering({ state, frame, map, reader }, names, { send, post }, whatIf) {
  return new Ordering({
    ...{ state, names, frame, send, read: post },
    whatIf: state.judges ? ({ notation, words }) => whatIf.ask(notation, words) : null,
    showPath: (path, ends) => map.showPath(path, ends),
    preview: (notation) => reader.get("preview.json", { notation }),
  });
}

/** @param {Ground} ground
 * @param {Names} names
 * @param {{choose: (id: string) => void, selected: () => string | null}} found
 * @param {(at: number) => void} lookAt
 */
function makeDiary({ state, reader }, names, found, lookAt) {
  return new Diary({
    ...found,
    known: (id) => (state.units.has(id) ? names.unit(id) : null),
    lookAt: state.viewer === "umpire" ? lookAt : null,
    earlier: (before) => reader.get("log.json", { before }),
  });
}

/** @param {Ground} ground
 * @param {Ordering} ordering
 * @param {Acts} acts
 */
function makeAutomatic({ state, frame, map, reader }, ordering, { send, sendMany, redrawSides }) {
  return new Automatic({
    ...{ state, frame, send, sendMany, redraw: redrawSides },
    ask: (side, passed) => reader.get("solo.json", { side, passed: passed.join("\n") || null }),
    propose: (choice, ways) => ordering.proposeChoice(choice, ways),
    mark: (stand) => map.select(stand),
  });
}
