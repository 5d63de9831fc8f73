// The order of battle as a tree that is built: what a row says, what a click does, and the keys of trees.

import assert from "node:assert/strict";
import test from "node:test";

import { happens, html, made, page, texts } from "./page.js";

const { Tree } = await import("../../webui/static/editor/scenario/tree.js");

const THINGS = {
  red: { what: "side", name: "Red" },
  div: { what: "formation", name: "Div", kind: "infantry", size: "division", parent: "red" },
  a: { what: "unit", name: "Alpha", kind: "foot_guns", size: "company", strength: 3, at: "0203", parent: "div" },
  b: { what: "unit", name: "Alba", kind: "foot", size: "company", strength: 2, parent: "div" },
  c: { what: "unit", name: "Cobra", kind: "foot", size: "company", strength: 1, parent: "div", arrive_day: 2 },
};

/** A tree in which what is shut hides what is below it. */
function forest() {
  const root = page({ tree: "div", "tree-search": "input", other: "button" }),
    box = root.getElementById("tree"),
    done = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const hidden = (key, shut) => {
    for (let at = THINGS[key].parent; at; at = THINGS[at].parent) if (shut.has(at)) return true;
    return false;
  };
  const model = {
    things: THINGS,
    rows: (shut, text) =>
      Object.entries(THINGS)
        .filter(([key, { name }]) => !hidden(key, shut) && name.toLowerCase().includes(text))
        .map(([key, thing], n) => ({
          ...{ key, thing, level: { side: 1, formation: 2, unit: 3 }[thing.what], units: 3 },
          ...{ open: thing.what === "unit" ? null : !shut.has(key), nowhere: key === "b" || n === 1 ? 1 : 0 },
        })),
  };
  const names = ["choose", "look", "move", "drop", "rename", "put", "grab"];
  const one = new Tree(model, {
    face: (key) => made("i", { class: key }),
    ...Object.fromEntries(names.map((name) => [name, log(name)])),
  });
  one.draw();
  const rows = () => box.children.map(({ dataset }) => dataset.key);
  const row = (key) => box.children.find(({ dataset }) => dataset.key === key);
  const press = (key, more = {}) => {
    const event = { key, stopped: 0, preventDefault: () => (event.stopped += 1), stopPropagation: () => {}, ...more };
    for (const act of box.heard.keydown) act(event);
    return event.stopped;
  };
  const click = (target) => {
    for (const act of box.heard.click) act({ target });
  };
  return { one, root, box, rows, row, press, click, take: () => done.splice(0) };
}

test("a row says what it is, what lies below it, and what is not on the map yet or comes later", () => {
  const { box, row } = forest();
  assert.deepEqual(texts(box, ".under"), [
    "",
    "division, infantry",
    "foot guns, company, 3, 0203",
    "foot, company, 2",
    "foot, company, 1",
  ]);
  assert.deepEqual(texts(box, ".sign"), ["1 of 3 to place", "to place", "day 2"]);
  assert.deepEqual(texts(box, ".tally"), ["3"]);
  assert.deepEqual(texts(box, ".twist"), ["▾", "▾", "", "", ""]);
  const label = (key) => row(key).getAttribute("aria-label");
  assert.deepEqual(["red", "div", "a", "b"].map(label), [
    "Red, side, 3 units",
    "Div, formation, 3 units, 1 not on the map",
    "Alpha, foot guns, company, 3, 0203",
    "Alba, foot, company, 2, not on the map",
  ]);
  assert.match(html(row("a")), /^<div.row.unit><span.twist.l3><\/span><i.a><\/i>/);
  assert.deepEqual(
    ["red", "a"].map((key) => row(key).getAttribute("aria-expanded")),
    ["true", null],
  );
});

test("one row can be reached by the tab key: the chosen one, at first the first", () => {
  const { one, row } = forest();
  assert.equal(one.chosen, "red");
  const reached = () => Object.keys(THINGS).filter((key) => row(key)?.getAttribute("tabindex") === 0);
  assert.deepEqual(reached(), ["red"]);
  one.show("a");
  assert.deepEqual([reached(), row("a").getAttribute("aria-selected"), row("a").sought], [["a"], "true", 1]);
  one.show("nobody");
  assert.equal(one.chosen, "a");
});

test("what is shown is opened to; what is searched for is listed alone", () => {
  const { one, rows, root, box } = forest();
  one.shut.add("red").add("div");
  one.draw();
  assert.deepEqual(rows(), ["red"]);
  one.show("b");
  assert.deepEqual(rows(), Object.keys(THINGS));
  const search = root.getElementById("tree-search");
  search.value = "al";
  happens(search, "input");
  assert.deepEqual([rows(), one.chosen], [["a", "b"], "b"]);
  search.value = "cobra";
  happens(search, "input");
  assert.equal(one.chosen, "c", "what is chosen is always a row");
  search.value = "nothing";
  happens(search, "input");
  assert.equal(html(box), "<div><p.soft.pad>Nothing is called so.</p></div>");
});

test("a click chooses, on the twist it folds; a double click changes the name, a press takes hold", () => {
  const { one, row, rows, click, box, root, take } = forest();
  click(row("a").querySelector(".name"));
  assert.deepEqual([take(), root.activeElement], [[["choose", "a"]], row("a")]);
  click(row("div").querySelector(".twist"));
  assert.deepEqual([take(), rows(), one.chosen], [[], ["red", "div"], "div"]);
  click(row("div").querySelector(".twist"));
  assert.deepEqual(rows().length, 5);
  click(row("a").querySelector(".twist"));
  assert.deepEqual(take(), [["choose", "a"]], "a unit has nothing to fold");
  click(box);
  assert.deepEqual(take(), []);
  happens(box, "dblclick", { target: row("b") });
  const press = happens(box, "pointerdown", { target: row("b").querySelector(".name") });
  assert.deepEqual(take(), [
    ["rename", "b"],
    ["grab", "b", press],
  ]);
});

test("the arrows go from row to row, fold and unfold, and lead out to what is above and in to what is below", () => {
  const { one, press, take, rows, row, root } = forest();
  const go = (...keys) => {
    for (const key of keys) assert.equal(press(key), 1, key);
    return one.chosen;
  };
  assert.equal(go("ArrowDown"), "div");
  assert.deepEqual([take(), root.activeElement, row("div").sought], [[["look", "div"]], row("div"), 1]);
  assert.equal(go("ArrowUp", "ArrowUp"), "red", "not beyond the first");
  assert.equal(go("End"), "c");
  assert.equal(go("ArrowDown"), "c", "nor beyond the last");
  assert.equal(go("ArrowRight"), "c");
  assert.equal(go("ArrowLeft"), "div");
  assert.equal(go("ArrowLeft"), "div");
  assert.deepEqual(rows(), ["red", "div"]);
  assert.equal(go("ArrowLeft"), "red");
  assert.equal(go("ArrowRight"), "div");
  assert.equal(go("ArrowRight"), "div");
  assert.equal(rows().length, 5);
  assert.equal(go("ArrowRight"), "a");
  assert.equal(go("Home"), "red");
  assert.equal(go("ArrowLeft", "ArrowLeft"), "red", "what is above all has nothing above it");
});

test("other keys act on the chosen row; with Alt the arrows move it", () => {
  const { one, press, take } = forest();
  one.show("a");
  for (const key of ["Enter", " ", "Delete", "F2", "Insert"]) assert.equal(press(key), 1);
  assert.deepEqual(take(), [
    ["choose", "a"],
    ["choose", "a"],
    ["drop", "a"],
    ["rename", "a"],
    ["put", "a"],
  ]);
  const altKey = true;
  for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) assert.equal(press(key, { altKey }), 1);
  assert.deepEqual(
    take().map(([, , way]) => way),
    ["up", "down", "out", "in"],
  );
  for (const [key, more] of [
    ["Enter", { altKey }],
    ["x", { altKey }],
    ["Shift", {}],
    ["ArrowDown", { ctrlKey: true }],
    ["a", { metaKey: true }],
  ])
    assert.equal(press(key, more), 0, key);
  assert.deepEqual([take(), one.chosen], [[], "a"]);
});

test("letters lead to the next row that begins with them, round again; those typed quickly count together", () => {
  const clock = performance.now;
  let now = 10_000;
  performance.now = () => now;
  const { one, press } = forest();
  const type = (text, pause = 0) => {
    for (const letter of text) press(letter);
    now += pause;
    return one.chosen;
  };
  assert.equal(type("a", 700), "a");
  assert.equal(type("A", 700), "b", "after a pause a letter leads on");
  assert.equal(type("a", 700), "a");
  assert.equal(type("al", 100), "b");
  assert.equal(type("p", 700), "a");
  assert.equal(type("d", 700), "div");
  assert.equal(type("z", 700), "div");
  performance.now = clock;
});

test("the focus stays in the tree when it is drawn anew, and elsewhere if it was there", () => {
  const { one, root, row } = forest();
  row("red").focus();
  one.draw();
  assert.equal(root.activeElement, row("red"));
  root.getElementById("other").focus();
  one.draw();
  assert.equal(root.activeElement.id, "other");
  one.focus();
  assert.equal(root.activeElement, row("red"));
});

test("where something dragged would go is marked, on one row at a time; a place in its upper third is before it", () => {
  const { one, box, row, root } = forest();
  const marked = () =>
    box.children.filter(({ dataset }) => dataset.drop).map(({ dataset }) => `${dataset.key} ${dataset.drop}`);
  one.mark("a", "into");
  one.mark("b", "before");
  assert.deepEqual(marked(), ["b before"]);
  one.mark("b", "");
  assert.deepEqual(marked(), []);
  let under = row("a").querySelector(".name");
  root.elementFromPoint = () => under;
  row("a").getBoundingClientRect = () => ({ top: 30, height: 30 });
  assert.deepEqual(
    [39, 40].map((y) => one.rowAt(5, y)),
    [
      { key: "a", upper: true },
      { key: "a", upper: false },
    ],
  );
  under = made("p", { "data-key": "a" });
  assert.equal(one.rowAt(5, 39), null, "a row of another list is none");
  under = null;
  assert.equal(one.rowAt(5, 39), null);
});
