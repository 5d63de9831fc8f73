// What sides order as a whole, and sides that play themselves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { offer, stand, view } from "./made.js";
import { buttonOf, click, happens, page, settled, texts } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Automatic } = await import("../../webui/static/page/automatic.js");
const { SidePanel } = await import("../../webui/static/page/sides.js");
const states = await import("../../webui/static/page/state.js");

function sidePanel(sides) {
  const root = page({ "order-list": "div" }),
    did = [];
  const panel = new SidePanel({
    ...{
      picture: ({ id }) => `(${id})`,
      swatch: (key) => `[${key}]`,
      propose: (one) => did.push(["propose", one.words]),
    },
    stand: (id) => (id.startsWith("s") ? stand(id) : undefined),
    give: (order) => did.push(["give", order]),
    aim: (offered) => did.push(["aim", offered.length]),
    offersAt: async (side, hex) =>
      hex === "0403"
        ? [{ ...offer("AirStrike", {}), words: `Strike ${hex} for ${side}` }, offer("Other", { words: "no" })]
        : [],
    guard: (work) => work(),
    say: (words) => did.push(["say", words]),
  });
  const none = { key: "red", name: "Red", may_act: false, postures: [], goes: [], others: [], asked: [] };
  panel.show(
    sides.map((more) => ({ ...none, ...more })),
    null,
  );
  return { box: root.getElementById("side-orders"), did, root, panel };
}

test("a side that has nothing to order is not listed; one that may act is told to click its units", () => {
  const { box, root } = sidePanel([{}, { name: "Blue", may_act: true }]);
  assert.deepEqual(texts(box, "section"), ["[red]Bluemay actIts units have orders to choose from: click one."]);
  assert.deepEqual(
    root.children.map(({ id }) => id),
    ["side-orders", "order-list"],
  );
});

test("whose go it is: each formation with up to six of its counters; a click gives it the go", () => {
  const go = (n) => ({
    order: { type: "Go", formation: `f${n}` },
    notation: "",
    name: `F${n}`,
    posture: "",
    stands: [],
  });
  const goes = [{ ...go(1), posture: "all_out", stands: ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "x"] }, go(2)];
  const now = { formation: "f1", name: "F1", now: "hold", sealed: "", choices: [] };
  const { box, did } = sidePanel([{ may_act: true, goes, postures: [now, { ...now, formation: "f3", name: "F3" }] }]);
  assert.deepEqual(texts(box, "button.go"), ["F1all out(s1)(s2)(s3)(s4)(s5)(s6)+1", "F2"]);
  click(box.querySelectorAll("button.go")[1]);
  assert.deepEqual(did, [["give", { type: "Go", formation: "f2" }]]);
  assert.deepEqual(texts(box, ".posture"), ["F3hold"], "who is offered the go is not listed twice");
  assert.ok(!box.textContent.includes("Its units have orders"));
});

test("what may be aimed at any hex asks for one, by its number or by the next click on the map", async () => {
  const { box, did, panel } = sidePanel([{ asked: [{ kind: "AirStrike", count: 5000 }], may_act: true }]);
  const typed = box.querySelectorAll("input")[0];
  assert.equal(panel.asking.picked("0403"), false, "a click is a click as long as no hex is asked for");
  click(buttonOf(box, "On the map"));
  assert.equal(panel.asking.picked("0403"), true);
  await settled();
  assert.equal(typed.value, "0403");
  assert.deepEqual(texts(box, ".asked-offers button"), ["Strike 0403 for red"], "of the kind that was asked for");
  click(box.querySelectorAll(".asked-offers button")[0]);
  assert.equal(panel.asking.picked("0403"), false, "one hex is asked for once");
  typed.value = "0101";
  happens(box.querySelectorAll("form")[0], "submit");
  await settled();
  assert.deepEqual(texts(box, ".asked-offers"), ["Nothing of this can be aimed at 0101."]);
  assert.deepEqual(did, [
    ["say", "Click a hex."],
    ["propose", "Strike 0403 for red"],
  ]);
});

test("postures: what may be chosen, what is sealed, what holds now", () => {
  const choice = (posture) => ({ ...offer("Posture", {}), posture, order: { posture } });
  const row = { formation: "f", name: "F", now: "hold", sealed: "", choices: [choice("hold"), choice("all_out")] };
  const { box, did } = sidePanel([
    {
      postures: [
        row,
        { ...row, sealed: "all_out" },
        { ...row, sealed: "hold" },
        { ...row, sealed: "hold", choices: [] },
      ],
    },
  ]);
  assert.deepEqual(texts(box, ".posture"), [
    ...["F now holdholdall out", "F now holdsealedholdall out", "Fsealedholdall out", "Fsealed: hold"],
  ]);
  const labels = box.querySelectorAll("button.segment").map((one) => one.attributes["aria-label"]);
  assert.deepEqual(labels.slice(0, 2), ["hold: F", "all out: F"]);
  const pressed = box.querySelectorAll("button.segment").map((one) => one.attributes["aria-pressed"]);
  assert.deepEqual(pressed, ["false", "false", "false", "true", "true", "false"]);
  click(box.querySelectorAll("button.segment")[1]);
  assert.deepEqual(did, [["give", { posture: "all_out" }]]);
});

test("up to five offers of a kind are buttons; more are a list, which is aimed on the map if each has a target", () => {
  const offers = (n, target) =>
    Array.from({ length: n }, (_, i) => ({ ...offer("AirRecon", { i }, { target }), words: `w${i}` }));
  const group = (n, target = null) => sidePanel([{ may_act: true, others: offers(n, target) }]);
  const five = group(5);
  assert.equal(five.box.querySelectorAll("button").length, 5);
  click(buttonOf(five.box, "w3"));
  assert.deepEqual(five.did, [["propose", "w3"]]);
  assert.deepEqual(texts(group(6).box, ".acts-name"), ["Air recon"]);
  assert.deepEqual(texts(group(6).box, "button"), ["Choose"]);
  assert.equal(buttonOf(group(6).box, "Choose").attributes["aria-label"], "Choose: w0");
  const aimed = group(6, 4);
  click(buttonOf(aimed.box, "On the map"));
  assert.deepEqual(aimed.did, [["aim", 6]]);
  const some = sidePanel([{ may_act: true, others: [...offers(5, 4), ...offers(1, null)] }]);
  assert.deepEqual(texts(some.box, "button"), ["Choose"], "one of them has no place on the map");
});

function automatic(answer = {}) {
  const state = states.fresh("umpire"),
    did = [],
    ways = {};
  states.takeView(state, view([], { clock: { turn_word: "turn" } }));
  const needs = {
    ...{ state, frame: { say: (text) => did.push(["say", text]), toast: (words) => did.push(["toast", words]) } },
    ask: async (side, passed) => (did.push(["ask", side, [...passed]]), answer.told ?? { passes: [] }),
    send: async (name, body) => void did.push([name, body]),
    sendMany: async (name, body) => (did.push([name, body]), answer.done ?? null),
    propose: (told, given) => Object.assign(ways, given),
    mark: (id) => did.push(["mark", id]),
    redraw: () => did.push(["redraw"]),
  };
  return { made: new Automatic(needs), did, ways };
}

test("a side that plays itself is ticked, and only then there is something to play", async () => {
  const done = { orders: 1, refused: 2, waits_for: ["blue"] },
    { made: panel, did } = automatic({ done });
  const section = () => panel.section([{ key: "red", name: "Red" }]);
  assert.equal(panel.section([]).textContent.includes("No side has orders to give now."), true);
  assert.equal(Boolean(buttonOf(section(), "Play the phase").disabled), true);
  const [red] = section().querySelectorAll("input");
  red.checked = true;
  happens(red, "change");
  const drawn = section();
  assert.deepEqual(
    drawn.querySelectorAll("input").map(({ checked }) => Boolean(checked)),
    [true, false],
  );
  assert.equal(Boolean(buttonOf(drawn, "Play the turn").disabled), false);
  click(buttonOf(drawn, "Play the turn"));
  await settled();
  const said = "1 order given, 2 refused; Blue may still order.";
  assert.deepEqual(did, [["redraw"], ["play", { sides: ["red"], until: "turn" }], ["say", said]]);
  assert.equal(panel.note.textContent, said);
  red.checked = false;
  happens(red, "change");
  assert.equal(panel.chosen.size, 0);
  panel.reset();
  assert.equal(panel.note.textContent, "");
});

test("a side is asked what it wants; it is proposed, given, or passed over for another", async () => {
  const told = { passes: ["a M"], order: offer("March", { stand: "a" }) },
    { made: panel, did, ways } = automatic({ told });
  click(buttonOf(panel.section([{ key: "red", name: "Red" }]), "Let Red decide"));
  await settled();
  assert.deepEqual(did, [
    ["ask", "red", []],
    ["mark", "a"],
  ]);
  ways.another();
  await settled();
  assert.deepEqual(did.slice(2), [
    ["ask", "red", ["a M"]],
    ["mark", "a"],
  ]);
  ways.give();
  assert.deepEqual(did.at(-1), ["solo", { sides: ["red"], passed: ["a M"] }]);
});

test("a side that wants nothing more says so and begins anew; a refusal is shown", async () => {
  const { made: panel, did } = automatic({ told: { passes: [] } });
  panel.passed = ["a M"];
  await panel.ask("red");
  assert.deepEqual(did.at(-1), ["say", "Red wants nothing more in this phase."]);
  assert.deepEqual(panel.passed, []);
  const refused = automatic({ done: new Fault(409, { why: "no" }) });
  await refused.made.play("phase");
  assert.deepEqual(refused.did.at(-1), ["toast", [null, " no"]]);
  const nothing = automatic();
  await nothing.made.play("phase");
  assert.equal(nothing.did.length, 1);
});
