// What a click or an offer would order.

import assert from "node:assert/strict";
import test from "node:test";

import * as proposals from "../../webui/static/page/orders/proposals.js";
import { names, offer, offered } from "./made.js";

const now = { transport: false, reach: null, names };

test("a click proposes an attack before a march, and a march before an order aimed there", () => {
  const fire = offer("Fire", { stand: "a" }, { target: 5 }),
    all = offered({ march: { 5: [1, 5] }, attacks: { 5: [1, 2, 5] }, orders: [fire] });
  const attack = proposals.proposalAt(5, all, now);
  assert.deepEqual([attack.order.attack, attack.order.path, attack.words], [true, [1, 2, 5], "unit a attacks hex 5"]);
  const march = proposals.proposalAt(5, { ...all, attacks: {} }, now);
  assert.deepEqual([march.order.attack, march.order.path, march.words], [false, [1, 5], "unit a marches to hex 5"]);
  const shot = proposals.proposalAt(5, { ...all, attacks: {}, march: {} }, now);
  assert.equal(shot.order, fire.order);
  assert.equal(proposals.proposalAt(6, all, now), null);
});

test("the way of moving chooses the path, and says so", () => {
  const all = offered({ march: { 5: [1, 5] }, transport: { 5: [1, 3, 5] } });
  const fast = proposals.proposalAt(5, all, { ...now, transport: true });
  assert.deepEqual(fast.order, { type: "Move", stand: "a", path: [1, 3, 5], transport: true, attack: false });
  assert.equal(fast.words, "unit a goes in transport mode to hex 5");
  assert.equal(proposals.proposalAt(5, offered({ march: { 5: [1, 5] } }), { ...now, transport: true }), null);
});

test("an attack never goes in transport mode, and its cost is not said", () => {
  const all = offered({ attacks: { 5: [1, 5] } }),
    reach = { unit: "h", costs: { 5: 2 } };
  const attack = proposals.proposalAt(5, all, { transport: true, reach, names });
  assert.deepEqual([attack.order.transport, attack.cost, attack.notation], [false, "", "a A 0001x0005"]);
});

test("a march says what it costs, and is confirmed by a click on its goal", () => {
  const reach = { unit: "h", costs: { 5: 2.34, 6: 12.6, 7: 0 } };
  const march = (hex) => proposals.marchProposal("a", [1, hex], { ...now, attack: false, reach });
  assert.deepEqual([march(5).cost, march(6).cost, march(7).cost, march(8).cost], ["2.3 h", "13 h", "0", ""]);
  assert.deepEqual([march(5).hex, march(5).notation], [5, "a M 0001-0005"]);
});

test("of offers that differ in who joins, the one with most is kept, in the place of the first", () => {
  const fire = (target, ...helpers) => offer("Fire", { stand: "a", helpers }, { target });
  const alone = fire(5),
    three = fire(5, "b", "c"),
    two = fire(5, "b"),
    other = fire(6);
  assert.deepEqual(proposals.mostJoined([alone, three, two, other]), [three, other]);
  assert.deepEqual(proposals.mostJoined([alone, two]), [two]);
});

test("who may join can be put in and out as far as the rules list it", () => {
  const fire = (...helpers) => offer("Fire", { stand: "a", helpers }, { target: 5 });
  const all = [fire(), fire("b"), fire("b", "c"), offer("Fire", { stand: "a" }, { target: 6 })];
  const proposal = proposals.offerProposal(all[1], all, names);
  assert.equal(proposal.likes.length, 3);
  assert.deepEqual(proposals.joiners(proposal), [
    { id: "b", on: true, next: all[0] },
    { id: "c", on: false, next: all[2] },
  ]);
  const both = proposals.joiners(proposals.offerProposal(all[2], all, names));
  assert.deepEqual(
    both.map(({ id, on, next }) => [id, on, next]),
    [
      ["b", true, null],
      ["c", true, all[1]],
    ],
  );
});

test("an offer of a side names no unit", () => {
  assert.equal(proposals.offerProposal(offer("Pass", {}), [], names).words, "Pass it");
  assert.equal(proposals.offerProposal(offer("Fire", { stand: "a" }), [], names).words, "unit a: Fire it");
});

test("the map marks where a unit can go, and whom it can attack or fire at", () => {
  const reach = { hex: 1, unit: "h", costs: { 1: 0, 2: 1.5, 3: 2 }, contacts: [9] },
    shots = [offer("Fire", {}, { target: 7 }), offer("Embark", {}, { target: 8 }), offer("Assault", {})],
    all = offered({ march: { 2: [1, 2] }, attacks: { 4: [1, 4] }, orders: shots });
  const marked = (given, may = true) => proposals.markedOf(given, reach, { mayOrder: may, transport: false });
  assert.deepEqual(marked(all).costs, { 1: 0, 2: 1.5 });
  assert.deepEqual(marked(all).contacts, [4, 7]);
  assert.deepEqual(marked({ ...all, march: {} }).costs, {}, "only targets: no veil over the rest");
  assert.equal(marked(offered()), null);
  assert.equal(marked(all, false), reach, "who may not order sees how far it could go");
  assert.equal(proposals.markedOf(all, null, { mayOrder: true, transport: false }), null);
});

test("before the first turn the map marks where a unit may begin, and no hours", () => {
  const begin = (target) => offer("Deploy", { stand: "a" }, { target }),
    verbs = { Deploy: { asks: { stand: "stand", target: "hex" } } };
  const all = { ...offered({ march: { 2: [1, 2] }, orders: [begin(3), begin(4), begin(3)] }), verbs };
  const marked = (mayOrder) => proposals.markedOf(all, null, { mayOrder, transport: false });
  assert.deepEqual(marked(true), { costs: { 3: 0, 4: 0 }, placing: true });
  assert.equal(marked(false), null, "who only looks is shown nothing");
  assert.equal(proposals.proposalAt(4, { ...all, march: {} }, now).order, all.orders[1].order);
});

test("targets are listed once each", () => {
  const at = (target) => offer("Fire", {}, { target });
  assert.deepEqual(proposals.targetsOf([at(5), at(null), at(5), at(0)]), [5, 0]);
});
