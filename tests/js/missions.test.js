// Missions that formations have, and what a side meant: as they stand in the panel of the commander, and what is sent.

import assert from "node:assert/strict";
import test from "node:test";

import { panel } from "./commanding.js";
import { click, happens, html, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");

const mission = (more = {}) => ({
  formation: "28 ID",
  short: "28",
  text: "hold 0101",
  astray: "",
  by_hand: false,
  ...more,
});
const missions = (...rows) => ({
  "missions.json": {
    sides: [
      {
        key: "red",
        name: "Red",
        formations: [
          { id: "28 ID", short: "28" },
          { id: "9AD", short: "9" },
        ],
        missions: rows,
      },
    ],
  },
});

test("missions are listed; one by hand can be dropped, by its quoted name, and one that goes astray says why", async () => {
  const answers = missions(
    mission({ by_hand: true }),
    mission({ formation: "9AD", short: "9", astray: "no way", by_hand: true }),
    mission(),
  );
  const { one, box, take } = panel({ answers });
  await one.show();
  const drop = "<button.small>Drop</button>",
    byHand = "<span.tag>by hand</span>";
  assert.ok(
    html(box).includes(
      `<details.missions><summary>Missions: Red (3)</summary><p><b>28</b> hold 0101${byHand}${drop}</p>` +
        `<p><b>9</b> hold 0101${byHand}<span.refusal> no way.</span>${drop}</p><p><b>28</b> hold 0101</p><form.mission-form>`,
    ),
  );
  take();
  for (const button of box.querySelectorAll(".missions p button")) click(button);
  await settled();
  const sent = take().filter(([name]) => name === "orders");
  assert.deepEqual(sent, [
    ["orders", { notation: 'drop "28 ID"' }],
    ["orders", { notation: "drop 9AD" }],
  ]);
  const onlooker = panel({ answers, may: false });
  await onlooker.one.show();
  assert.equal(onlooker.box.querySelectorAll("form").length + onlooker.box.querySelectorAll("button").length, 0);
});

test("a mission is given in writing to the formation that is chosen; what is refused is told", async () => {
  const { one, box, take } = panel({ answers: missions() });
  await one.show();
  const form = box.querySelector("form");
  form.querySelector("select").value = "28 ID";
  form.querySelector("input").value = "take 0303 by 2";
  take();
  assert.equal(happens(form, "submit").stopped, 1);
  await settled();
  assert.deepEqual(take(), [
    ["orders", { notation: 'mission "28 ID" take 0303 by 2' }],
    ["missions.json"],
    ["plans.json"],
  ]);
  const refused = panel({ answers: missions(), sent: new Fault(409, { why: "no such hex" }) });
  await refused.one.show();
  refused.take();
  happens(refused.box.querySelector("form"), "submit");
  await settled();
  assert.deepEqual(refused.take()[1], ["toast", [null, " no such hex"]]);
});

test("what a side meant is told by phase, with what came where that is known", async () => {
  const order = {
    name: "a",
    why: "to the bridge",
    worth: 50,
    expected: { inflicted: 100, taken: 0, chance: 9 },
    came: null,
  };
  const came = { fights: 0, dealt: 0, taken: 2, units: 0, foes: 0, gained: 0, given: 0 };
  const plan = { when: { day: 2, turn: "Dawn", phase: "March" }, estimates: [], tasks: [], orders: [order] };
  const sides = [
    {
      key: "red",
      plans: [
        { ...plan, came: null },
        { ...plan, came },
      ],
    },
    { key: "blue", plans: [] },
    { key: "green", plans: [{ ...plan, orders: [], came: null }] },
  ];
  const { one, box } = panel({ answers: { "plans.json": { sides, word: "hit" } } });
  await one.show();
  const [red, green, ...more] = box.querySelectorAll(".plans").map(html);
  assert.deepEqual(more, []);
  const head = "<h4>Day 2, Dawn, March</h4>",
    row = (words) =>
      `<p.plan-order><b>a</b> to the bridge <span.soft>+0.50</span><span.came> expected 1.0 for 0.0${words}.</span></p>`;
  assert.equal(
    red,
    `<details.plans><summary>What Red meant to do (2)</summary><section>${head}${row("")}</section>` +
      `<section>${head}<p.came>Came: no fight, 2 hits lost.</p>${row("; no fight came of it")}</section></details>`,
  );
  assert.match(green, /What green meant to do \(1\)/);
});

test("an order that was to be no fight says nothing of one", async () => {
  const order = { name: "a", why: "goes", worth: 0, expected: null, came: null };
  const plan = { when: { day: 1, turn: "T", phase: "P" }, estimates: [], tasks: [], orders: [order], came: null };
  const { one, box } = panel({ answers: { "plans.json": { sides: [{ key: "red", plans: [plan] }], word: "hit" } } });
  await one.show();
  assert.equal(box.querySelectorAll(".plan-order .came").length, 0);
});
