// The strip that shows the order in hand: its words, its buttons, who may join, and why it is refused.

import assert from "node:assert/strict";
import test from "node:test";

import { offer } from "./made.js";
import { buttonOf, click, html, page } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { ProposalBox } = await import("../../webui/static/page/orders/proposalbox.js");

const proposal = (more = {}) => ({ words: "a marches", cost: "", why: null, likes: [], order: {}, ...more });

function strip(more = {}) {
  const root = page({ proposal: "div" }),
    done = [];
  const act = (name) => (given) => done.push(given?.target ? name : [name, given]);
  const box = new ProposalBox({
    confirm: act("confirm"),
    drop: act("drop"),
    propose: act("propose"),
    unitName: (id) => `unit ${id}`,
    ...more,
  });
  return { box, done, shown: root.getElementById("proposal") };
}

test("the strip says what is ordered, with its cost and its reason where there are any", () => {
  const { box, shown } = strip();
  shown.hidden = true;
  box.show(proposal());
  assert.equal(shown.hidden, false);
  const acts =
    "<div.proposal-acts><button.primary>Confirm<kbd>Enter</kbd></button><button>No<kbd>Esc</kbd></button></div>";
  assert.equal(html(shown), `<div><div.proposal-words><b>a marches</b><p.refusal></p></div>${acts}</div>`);
  box.show(proposal({ cost: "2 h", why: "he is near" }));
  assert.match(html(shown), /<b>a marches<\/b><span.soft> 2 h<\/span><p.soft.proposal-why>he is near<\/p><p.refusal>/);
  box.hide();
  assert.equal(shown.hidden, true);
});

test("its buttons confirm and drop; another and what may come of it are asked only where they can be", () => {
  const asked = [],
    { box, done, shown } = strip({ whatIf: (of) => asked.push(of) });
  const order = proposal({ another: () => done.push("another") });
  box.show(order);
  const texts = shown.querySelectorAll("button").map((one) => one.textContent);
  assert.deepEqual(texts, ["Do itEnter", "Another", "What if?", "NoEsc"]);
  for (const text of texts) click(buttonOf(shown, text));
  assert.deepEqual(done, ["confirm", "another", "drop"]);
  assert.deepEqual(asked, [order]);
});

test("a refusal stands under the words, with its rule, until another order is shown", () => {
  const { box, shown } = strip(),
    line = () => shown.querySelector(".refusal");
  box.show(proposal());
  assert.equal(line().hidden, true);
  box.refuse(new Fault(409, { rule: "Z 3", why: "too far", remedy: "halt before" }));
  assert.equal(line().hidden, false);
  assert.equal(html(line()), "<p.refusal><span.rule>Z 3</span> too far; halt before</p>");
  box.show(proposal());
  assert.deepEqual([line().hidden, line().textContent], [true, ""]);
});

test("each unit that may join has a button: pressed if it does, dead where the rules list no such order", () => {
  const alone = offer("Fire", { stand: "a", target: "x", helpers: [] }),
    both = offer("Fire", { stand: "a", target: "x", helpers: ["b"] });
  const three = offer("Fire", { stand: "a", target: "x", helpers: ["b", "c"] });
  const { box, done, shown } = strip();
  const helpers = () =>
    shown
      .querySelectorAll(".helpers button")
      .map((one) => [one.textContent, one.getAttribute("aria-pressed"), one.disabled === true]);
  box.show(proposal({ order: both.order, likes: [alone, both, three] }));
  assert.deepEqual(helpers(), [
    ["unit b", "true", false],
    ["unit c", "false", false],
  ]);
  assert.match(html(shown), /<div.helpers><span.soft>joined by<\/span>/);
  click(buttonOf(shown, "unit c"));
  assert.deepEqual(done, [["propose", three]]);
  box.show(proposal({ order: alone.order, likes: [alone, three] }));
  assert.deepEqual(helpers(), [
    ["unit b", "false", true],
    ["unit c", "false", true],
  ]);
  click(buttonOf(shown, "unit b"));
  assert.equal(done.length, 1);
});
