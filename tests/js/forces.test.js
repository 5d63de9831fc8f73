// The order of battle as it is listed: branches, sums, signs; searching, choosing, opening, the arrows.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { click, happens, html, made, page, texts } from "./page.js";

const { Forces } = await import("../../webui/static/page/forces.js");

const stand = (id, more = {}) => ({
  ...{
    id,
    side: "red",
    formation: "div",
    short: id,
    name: `${id} in full`,
    kind: "infantry",
    place: "0101",
    hex: 1,
    strength: 3,
    full: 4,
  },
  ...{ marks: [], isolated: 0, gone: null, arrives: null, ordered: false },
  ...more,
});
const formation = (id, more = {}) => ({
  ...{ id, name: `${id} in full`, short: id, parent: null, size: "division", hq_lost: false, stores: {}, limits: {} },
  ...more,
});
const OOB = {
  sides: [
    { key: "red", name: "Red", formations: [formation("div"), formation("bde", { parent: "div", size: "brigade" })] },
    { key: "blue", name: "Blue", formations: [] },
  ],
  stands: [stand("a"), stand("b", { formation: "bde", strength: 2, isolated: 2 }), stand("c", { formation: "bde" })],
};

function forces(oob = OOB, { supply = {}, seen = [], selected = null } = {}) {
  const filter = made("input", { id: "force-filter" }),
    only = made("select", { id: "force-state" }, ...["", "worn", "gone"].map((value) => made("option", { value })));
  const root = page({ "unit-list": "div", "force-filter": filter, "force-state": only });
  const box = root.getElementById("unit-list"),
    chosen = [],
    now = { selected };
  box.scrollTop = 33;
  const list = new Forces({
    picture: (one) => made("i", { class: one.cut ? "cut" : "whole" }),
    swatch: (side) => made("s", { class: side }),
    choose: (id) => chosen.push(id),
    selected: () => now.selected,
  });
  list.show(oob, { supply, seen, turnWord: "turn" });
  const shown = () => box.querySelectorAll("button").map((one) => one.dataset.stand);
  const branch = (text) =>
    box.querySelectorAll("details").find((one) => one.querySelector("summary").textContent.includes(text));
  return { list, box, filter, only, chosen, now, shown, branch };
}
const toggled = (node, open) => {
  node.open = open;
  happens(node, "toggle");
};

test("sides are open at first, what is in them is not; a side without units is not listed", () => {
  const { box, shown, branch } = forces();
  assert.deepEqual(texts(box, "summary b"), ["Red"]);
  assert.deepEqual(shown(), []);
  assert.equal(branch("Red").open, true);
  assert.equal(Boolean(branch("div").open), false);
});

test("a branch says its strength of full, how many are cut or isolated, and how many are out of command", () => {
  const { branch } = forces(OOB, { supply: { a: "cut" } });
  const div = html(branch("div").querySelector("summary"));
  // Three, two and three of four each; an isolated unit is told of rather than one that is cut.
  assert.equal(
    div,
    "<summary><span.label><span.first><span.name>div</span><span.signs><span.sign.bad>isol. 1</span></span></span>" +
      "<span.under><span.full>div in full</span></span></span><span.strength>8<span.soft>/12</span></span></summary>",
  );
  const cut = { ...OOB, stands: [stand("a"), stand("b", { marks: ["out_of_command"] })] };
  const signs = forces(cut, { supply: { a: "cut" } })
    .branch("div")
    .querySelectorAll(".sign");
  assert.deepEqual(
    signs.map((one) => [one.textContent, one.title]),
    [
      ["cut 1", "1 with supply cut"],
      ["⌁1", "1 out of command"],
    ],
  );
});

test("a formation says its stores, those that are empty marked, and that its headquarters is lost", () => {
  const more = { stores: { fuel: 3, shells: 0 }, limits: { fuel: 5 }, hq_lost: true };
  const oob = {
    ...OOB,
    sides: [{ ...OOB.sides[0], formations: [formation("div", { ...more, name: "div" })] }],
    stands: [stand("a")],
  };
  const head = forces(oob).branch("div").querySelector("summary");
  assert.match(
    html(head),
    /<span.sign.bad>HQ lost<\/span>.*<span.under><span.store>fuel 3<\/span><span.store.none>shells 0<\/span><span.full><\/span><\/span>/,
  );
  assert.deepEqual(
    head.querySelectorAll(".store").map((one) => one.title),
    ["fuel: 3 of 5", "shells: 0 of –"],
  );
  const plain = { ...oob, sides: [{ ...OOB.sides[0], formations: [formation("div", { name: "div" })] }] };
  assert.doesNotMatch(html(forces(plain).box), /under/);
});

test("a branch is filled when it is opened, once, and stays open until it is shut", () => {
  const { list, shown, branch } = forces();
  toggled(branch("div"), true);
  assert.deepEqual(shown(), ["a"]);
  toggled(branch("bde"), true);
  assert.deepEqual(shown(), ["a", "b", "c"]);
  toggled(branch("bde"), true);
  assert.deepEqual(shown(), ["a", "b", "c"]);
  const again = () => list.show(OOB, { supply: {}, seen: [], turnWord: "turn" });
  again();
  assert.deepEqual(shown(), ["a", "b", "c"]);
  toggled(branch("bde"), false);
  toggled(branch("Red"), false);
  again();
  assert.equal(Boolean(branch("Red").open), false, "a side that was shut is not opened by what is fetched anew");
  toggled(branch("Red"), true);
  assert.deepEqual(shown(), ["a"]);
});

test("a unit's row says where it is, its strength and its state; a click chooses it", () => {
  const oob = {
    ...OOB,
    stands: [
      stand("a", { isolated: 3 }),
      stand("b", { marks: ["out_of_command"] }),
      stand("c", { hex: null, arrives: { day: 3, turn: "Dawn", hexes: [] }, strength: 0 }),
    ],
  };
  const { branch, box, chosen } = forces(oob, { supply: { a: "cut", b: "cut" } });
  toggled(branch("div"), true);
  const rows = box.querySelectorAll("button.stand");
  assert.deepEqual(
    rows.map((row) => row.className),
    ["stand", "stand", "stand coming"],
  );
  assert.match(
    html(rows[0]),
    new RegExp(
      "^<button.stand><i.cut></i><span.label><span.name>a</span><span.soft.where>.*</span></span>" +
        "<span.signs><span.sign.bad>isolated 3</span></span><span.strength>3<span.soft>/4</span></span></button>$",
    ),
  );
  assert.match(html(rows[1]), /<span.signs><span.sign.bad>cut<\/span><span.sign.warn>⌁<\/span><\/span>/);
  assert.match(html(rows[2]), /<i.whole><\/i>.*<span.signs><\/span><span.strength>0<span.soft>\/4/);
  assert.equal(rows[0].title, "a in full");
  click(rows[1]);
  assert.deepEqual(chosen, ["b"]);
});

test("the chosen unit is marked, and no other; it is shown where it lies, with its branches opened", () => {
  const { list, shown, now, box } = forces();
  const marks = () => box.querySelectorAll(".chosen").map((one) => one.dataset.stand);
  now.selected = "c";
  list.reveal("c");
  assert.deepEqual(shown(), ["a", "b", "c"]);
  assert.deepEqual(marks(), ["c"]);
  assert.equal(list.rows.get("c").sought, 1);
  list.mark("a");
  assert.deepEqual(marks(), ["a"]);
  list.mark(null);
  assert.deepEqual(marks(), []);
  list.reveal("nobody");
  assert.deepEqual(marks(), []);
});

test("the list stays where it was scrolled to, and whose row had the focus keeps it", () => {
  const { list, box } = forces();
  list.reveal("a");
  list.rows.get("a").focus();
  const before = globalThis.document.activeElement;
  box.replaceChildren = function (...nodes) {
    this.scrollTop = 0;
    Object.getPrototypeOf(this).replaceChildren.call(this, ...nodes);
  };
  list.show(OOB, { supply: {}, seen: [], turnWord: "turn" });
  assert.equal(box.scrollTop, 33);
  assert.notEqual(globalThis.document.activeElement, before);
  assert.equal(globalThis.document.activeElement, list.rows.get("a"));
});

test("what is searched for is listed with its branches open, a moment after it was written; what is shut stays so", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { filter, shown, branch, box } = forces();
  filter.value = "b";
  happens(filter, "input");
  mock.timers.tick(100);
  happens(filter, "input");
  mock.timers.tick(119);
  assert.deepEqual(shown(), []);
  mock.timers.tick(1);
  assert.deepEqual(shown(), ["b", "c"]);
  assert.doesNotMatch(html(box), /No unit is so/);
  toggled(branch("bde"), false);
  filter.value = "nobody";
  happens(filter, "input");
  mock.timers.tick(120);
  assert.equal(html(box), "<div><p.soft.pad>No unit is so.</p></div>");
  filter.value = "";
  happens(filter, "input");
  mock.timers.tick(120);
  assert.deepEqual(shown(), []);
  mock.timers.reset();
});

test("units in some state are listed alone; where none is in it that is said", () => {
  const { only, shown, box } = forces();
  only.value = "worn";
  happens(only, "change");
  assert.deepEqual(shown(), ["a", "b", "c"]);
  only.value = "gone";
  happens(only, "change");
  assert.match(html(box), /No unit is so/);
});

test("enter chooses the unit that is called as was written, else the first that was found; other keys do nothing", () => {
  const { filter, chosen } = forces();
  const enter = (text, key = "Enter") => {
    filter.value = text;
    return happens(filter, "keydown", { key }).stopped;
  };
  assert.equal(enter("c", "x"), 0);
  assert.deepEqual(chosen, []);
  assert.equal(enter("c"), 1);
  assert.equal(enter("full"), 1);
  enter("nobody");
  assert.deepEqual(chosen, ["c", "a"]);
});

test("enter lists at once what is searched for, and not once more a moment later", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { filter, list } = forces();
  filter.value = "b";
  happens(filter, "input");
  happens(filter, "keydown", { key: "Enter" });
  const row = list.rows.get("b");
  mock.timers.tick(1000);
  assert.equal(list.rows.get("b"), row);
  mock.timers.reset();
});

test("enemies in sight are listed under their own heading, not while something is searched for", () => {
  const seen = [
    { id: "x", name: "Panzer", short: "P", strength: null },
    { id: "y", name: "Grenadiers", short: "G", strength: 2 },
  ];
  const { branch, box, filter, only } = forces(OOB, { seen });
  const node = branch("Enemy units in sight");
  assert.match(html(node), /<span.strength>2<span.soft>\/2<\/span><\/span>/);
  toggled(node, true);
  assert.deepEqual(texts(box, "button.stand .strength"), ["?", "2"]);
  assert.deepEqual(texts(box, "button.stand .label"), ["Panzer", "Grenadiers"]);
  filter.value = "a";
  happens(only, "change");
  assert.equal(branch("Enemy units in sight"), undefined);
});

test("the arrows go from row to row that can be seen, not beyond the ends, and no other key does", () => {
  const { list, box } = forces();
  list.reveal("c");
  const rows = box.querySelectorAll("*").filter((one) => one.tag === "summary" || one.matches("button.stand"));
  box.querySelectorAll = () => rows;
  rows.forEach((row) => (row.offsetParent = box));
  rows[1].offsetParent = null;
  const press = (key) => [happens(box, "keydown", { key }).stopped, rows.indexOf(globalThis.document.activeElement)];
  rows[0].focus();
  assert.deepEqual(press("ArrowDown"), [1, 2]);
  assert.deepEqual(press("ArrowUp"), [1, 0]);
  assert.deepEqual(press("ArrowUp"), [1, 0]);
  assert.deepEqual(press("x"), [0, 0]);
  rows.at(-1).focus();
  assert.deepEqual(press("ArrowDown"), [1, rows.length - 1]);
});
