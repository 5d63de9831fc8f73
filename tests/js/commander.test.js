// The panel of the commander: who plays, what is advised, missions and plans; what is sent to the server.

import assert from "node:assert/strict";
import test from "node:test";

import { promised } from "./made.js";
import { advice, NOTHING, panel, thought } from "./commanding.js";
import { buttonOf, click, happens, html, settled, texts } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");

test("missions and plans are fetched when the tab is pressed, or anew while it is open", async () => {
  const { one, take, plan } = panel();
  click(globalThis.document.getElementById("tab-plan"));
  await settled();
  assert.deepEqual(take(), [["missions.json"], ["plans.json"]]);
  plan.hidden = true;
  await one.refresh();
  assert.deepEqual(take(), [["ways", null]]);
  plan.hidden = false;
  await one.refresh();
  assert.deepEqual(take(), [["missions.json"], ["plans.json"]]);
});

test("advice of another moment is put away, with its ways; of the same moment it stays", async () => {
  const { one, state, box, take } = panel({ answers: { "advice.json": advice({ thoughts: [thought("a")] }) } });
  await one.refresh();
  await one.ask("red");
  take();
  await one.refresh();
  assert.equal(box.querySelectorAll(".advice").length, 1);
  assert.deepEqual(take(), [["missions.json"], ["plans.json"]]);
  state.view.version = 2;
  await one.refresh();
  assert.equal(box.querySelectorAll(".advice").length, 0);
  assert.deepEqual(take()[0], ["ways", null]);
});

test("the umpire may ask of each side and say who plays it; a side asks for itself alone, an onlooker not at all", async () => {
  const shown = async (more) => {
    const { one, box } = panel(more);
    await one.show();
    return [texts(box, ".acts button"), box.querySelectorAll(".seats").length];
  };
  assert.deepEqual(await shown({}), [["What would Red do?", "What would Blue do?"], 1]);
  assert.deepEqual(await shown({ viewer: "blue" }), [["Advise me"], 0]);
  assert.deepEqual(await shown({ may: false }), [[], 0]);
});

test("who plays is one of a list, and given in writing; that the umpire does only while nobody is said to", async () => {
  const { one, box, take } = panel({ seats: { red: "commander:veteran:bold", "red-2": "fast" } });
  await one.show();
  assert.deepEqual(texts(box, ".seat span"), ["Red", "Blue", "red-2"]);
  const [red, blue, corps] = box.querySelectorAll("select");
  const options = (select) => texts(select, "option");
  assert.deepEqual(options(red).slice(0, 4), [
    "a person, on the side's page",
    "nobody: it stands fast",
    "the table of chances",
    "cautious recruit commander",
  ]);
  assert.deepEqual(options(red).at(-1), "bold staff commander");
  assert.equal(options(red).length, 15);
  assert.equal(options(blue)[0], "the umpire gives its orders");
  assert.equal(options(blue).length, 16);
  const marked = (select) =>
    select
      .querySelectorAll("option")
      .filter((option) => option.getAttribute("selected") !== null)
      .map(({ value }) => value);
  assert.deepEqual([red, blue, corps].map(marked), [["commander:veteran:bold"], [""], ["fast"]]);
  take();
  blue.value = "table";
  happens(blue, "change");
  await settled();
  assert.deepEqual(take()[0], ["orders", { notation: "seat blue table" }]);
});

test("advice is asked for one side; while it is thought of that is said, then how much was advised", async () => {
  const told = advice({ thoughts: [thought("a"), thought("b")] });
  const { one, box, take } = panel({ answers: { "advice.json": told } });
  const asking = one.ask("red");
  assert.equal(html(one.note), "<p.note>Thinking ...</p>");
  await asking;
  assert.equal(html(one.note), "<p.note></p>");
  assert.deepEqual(take(), [
    ["advice.json", { side: "red" }],
    ["missions.json"],
    ["plans.json"],
    ["say", "2 orders advised"],
  ]);
  assert.equal(texts(box, ".advice h3")[0], "Advice of a bold veteran commander");
  click(box.querySelectorAll(".advice button")[1]);
  assert.deepEqual(take(), [["propose", "b M"]]);
  one.missions = [{ key: "red", name: "Red", formations: [], missions: [] }];
  await one.ask("blue");
  assert.deepEqual(take().length, 2, "missions that are there are not fetched again");
});

test("where there is nothing to advise that is said, on the page and aloud", async () => {
  const { one, box, take } = panel({ answers: { "advice.json": advice() } });
  await one.ask("red");
  const words = "There is nothing that a bold veteran commander would order now; end the phase when you are ready.";
  assert.equal(html(box.querySelector(".advice")), `<p.advice>${words}</p>`);
  assert.deepEqual(take().at(-1), ["say", words]);
});

test("a refusal stands where the advice would; an answer overtaken by another is not shown", async () => {
  const { one } = panel({ answers: { "advice.json": new Fault(409, { rule: "Z 3", why: "no seat" }) } });
  await one.ask("red");
  assert.equal(html(one.note), "<p.note><span.rule>Z 3</span> no seat</p>");
  const late = panel(),
    [slow, quick] = [promised(), promised()],
    answers = [slow, quick];
  late.one.missions = [{ key: "red", name: "Red", formations: [], missions: [] }];
  late.one.needs.reader.get = () => answers.shift().promise;
  const both = [late.one.ask("red"), late.one.ask("blue")];
  quick.resolve(advice({ seat: "commander:staff:steady" }));
  slow.resolve(advice());
  await Promise.all(both);
  assert.match(html(late.box.querySelector(".advice")), /a steady staff commander/);
});

test("the ways of those that move are shown on the map when it is asked; where nobody moves it cannot be", async () => {
  const estimates = [
    { name: "28 ID", kind: "hold", text: "holds", way: [1] },
    { name: "9 AD", kind: "take", text: "goes", way: [1, 2] },
  ];
  const { one, box, take } = panel({ answers: { "advice.json": advice({ thoughts: [thought("a")], estimates }) } });
  await one.ask("red");
  take();
  click(buttonOf(box, "Show the plan on the map"));
  assert.deepEqual(take(), [["ways", { side: "red", ways: [[1, 2]], words: ["9 AD: take"] }]]);
  const still = panel({
    answers: { "advice.json": advice({ thoughts: [thought("a")], estimates: estimates.slice(0, 1) }) },
  });
  await still.one.ask("red");
  assert.equal(texts(still.box, ".advice button").join(), "Take it");
});

test("of two looks at the missions the later one stands", async () => {
  const { one, box } = panel(),
    rounds = [promised(), promised()];
  let asked = 0;
  one.needs.reader.get = (name) => {
    const round = rounds[Math.floor(asked++ / 2)];
    return round.promise.then((found) => (name === "missions.json" ? found : NOTHING["plans.json"]));
  };
  const both = [one.show(), one.show()];
  const found = (name) => ({ sides: [{ key: "red", name, formations: [], missions: [] }] });
  rounds[1].resolve(found("New"));
  rounds[0].resolve(found("Old"));
  await Promise.all(both);
  assert.match(html(box), /Missions: New/);
});

test("a page without the panel asks nothing", async () => {
  const { one, take } = panel();
  one.box = null;
  take();
  await one.refresh();
  one.draw();
  assert.deepEqual(take(), [["ways", null]]);
});
