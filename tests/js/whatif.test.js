// What may come of an order: what the server's hundred plays say, and the dialog that shows it.

import assert from "node:assert/strict";
import test from "node:test";

import { promised } from "./made.js";
import { buttonOf, click, happens, html, page, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { toldElements, WhatIf } = await import("../../webui/static/page/whatif.js");

const spread = (mean, low = mean, high = mean, counts = [{ number: 0, share: 1 }]) => ({ mean, low, high, counts });
const side = (more = {}) => ({
  ...{ name: "Red", colour: "red", losses: spread(0), lost: spread(0), ground: spread(0) },
  ...more,
});
const told = (more = {}) => ({
  ...{
    plays: 100,
    refusal: null,
    sides: [],
    places: [],
    stands: [],
    ends: [{ words: "goes on", share: 1 }],
    word: "point",
  },
  ...more,
});
const rows = (answer) =>
  toldElements(answer)
    .flat(Infinity)
    .filter((one) => one !== null)
    .map(html);

test("plays are counted, and said to be fewer where time ran out", () => {
  assert.deepEqual(rows(told()), ["<p.soft>100 plays; nothing of them is kept.</p>", "<p.soft>100 % goes on</p>"]);
  assert.equal(rows(told({ plays: 99 }))[0], "<p.soft>99 plays in the time there was; nothing of them is kept.</p>");
  assert.equal(rows(told({ refusal: { rule: "Z 3", why: "too far" } }))[1], "<p.refusal>Refused by Z 3: too far</p>");
  const ends = [
    { words: "goes on", share: 0.755 },
    { words: "Red wins", share: 0.245 },
  ];
  assert.equal(rows(told({ ends })).at(-1), "<p.soft>76 % goes on, 25 % Red wins</p>");
});

test("a side's losses are said with their range, if there is one, and which way the ground goes", () => {
  const words = (more) => rows(told({ sides: [side(more)] }))[2];
  assert.equal(words(), "<p>loses 0.0 points; 0.0 units go; no ground changes hands</p>");
  assert.equal(
    words({ losses: spread(1.25, 0, 3), lost: spread(2), ground: spread(1.26) }),
    "<p>loses 1.25 (0.00 to 3.00) points; 2.0 units go; gains 1.3 hexes</p>",
  );
  assert.match(words({ ground: spread(-2) }), /; gives up 2.0 hexes</);
});

test("each number of losses has a bar in the side's colour, the most frequent one the longest; it can be heard, too", () => {
  const counts = [
    { number: 0, share: 0.25 },
    { number: 1, share: 0.75 },
  ];
  const [, [[, , bars]]] = [null, toldElements(told({ sides: [side({ losses: spread(1, 0, 1, counts) })] }))[2]];
  assert.equal(bars.getAttribute("aria-label"), "0 points: 25 %, 1 points: 75 %");
  assert.equal(bars.getAttribute("role"), "img");
  assert.deepEqual(
    bars.querySelectorAll(".whatif-bar").map(({ style }) => [style.width, style.background]),
    [
      ["20%", "red"],
      ["60%", "red"],
    ],
  );
  assert.match(
    html(bars),
    /<div><span.whatif-number>1<\/span><span.whatif-bar><\/span><span.soft>75 %<\/span><\/div><\/div>$/,
  );
});

test("places and units are told under their headings, units by what they lose, twelve at most", () => {
  const places = [
    {
      name: "Bridge",
      held: [
        { name: "Red", share: 0.6 },
        { name: "Blue", share: 0.4 },
      ],
    },
  ];
  const stands = Array.from({ length: 13 }, (_, n) => ({
    name: `u${n}`,
    mean: n / 10,
    fates: [{ words: "stands", share: 1 }],
  }));
  const all = rows(told({ places, stands })).slice(1, -1);
  assert.deepEqual(all.slice(0, 4), [
    "<h3>Objectives at the end</h3>",
    "<p>Bridge: Red 60 %, Blue 40 %</p>",
    "<h3>Units</h3>",
    "<p><b>u12</b> loses 1.20; stands 100 %</p>",
  ]);
  assert.equal(all.length, 3 + 12 + 1);
  assert.equal(all.at(-2), "<p><b>u1</b> loses 0.10; stands 100 %</p>");
  assert.equal(all.at(-1), "<p.soft>and 1 more</p>");
  assert.equal(rows(told({ stands: stands.slice(1) })).at(-2), "<p><b>u1</b> loses 0.10; stands 100 %</p>");
});

function dialog(ask) {
  const root = page({}),
    said = [];
  const box = new WhatIf({ frame: { say: (text) => said.push(text) }, ask });
  return { box, said, root, body: () => html(box.body) };
}

test("while it plays the dialog says so; then it says what came, and the dialog is not opened twice", async () => {
  const answer = promised(),
    asked = [];
  const { box, said, root, body } = dialog((notation) => (asked.push(notation), answer.promise));
  assert.equal(root.querySelectorAll("dialog").length, 1);
  const first = box.ask("a M", "a marches");
  assert.equal(body(), "<div.whatif><h2>a marches</h2><p.soft>A hundred plays are being made …</p></div>");
  assert.equal(box.dialog.shown, 1);
  answer.resolve(told());
  await first;
  assert.match(body(), /^<div.whatif><h2>a marches<\/h2><p.soft>100 plays; /);
  assert.deepEqual([asked, said], [["a M"], ["100 plays made."]]);
  await box.ask(null, "again");
  assert.equal(box.dialog.shown, 1);
});

test("an answer that comes after the dialog was closed, or after another question, is not shown", async () => {
  const answers = [promised(), promised()];
  const { box, said, body } = dialog((notation) => answers[notation].promise);
  void box.ask(0, "first");
  void box.ask(1, "second");
  answers[0].resolve(told({ plays: 7 }));
  await settled();
  assert.match(body(), /second.*being made/);
  click(buttonOf(box.dialog, "Close"));
  assert.equal(box.dialog.open, false);
  answers[1].resolve(told());
  await settled();
  assert.match(body(), /being made/);
  assert.deepEqual(said, []);
});

test("a refusal stands where the answer would, with its rule; the section asks of the next turn", async () => {
  const asked = [];
  const { box, body } = dialog(async (notation) => {
    asked.push(notation);
    throw new Fault(409, { rule: "Z 3", why: "nobody may", remedy: "wait" });
  });
  const section = box.section("day");
  click(buttonOf(section, "What if: the next day"));
  await settled();
  assert.deepEqual(asked, [null]);
  assert.equal(body(), "<div.whatif><h2>The next day</h2><p.refusal><span.rule>Z 3</span> nobody may; wait</p></div>");
  happens(box.dialog, "close");
});
