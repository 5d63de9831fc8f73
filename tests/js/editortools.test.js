// The tools of the map editor: which is chosen, what can be set for it, and what is set.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, html, page, texts } from "./page.js";

const { Tools } = await import("../../webui/static/editor/tools.js");

const KINDS = {
  ...{ hexside: ["river", "stream", "none"], slope: ["steep", "none"], border: ["none", "wall"] },
  ...{ road: ["main", "track"], rail: ["single"], crossing: ["bridge", "none"] },
};

function tools(kinds = KINDS) {
  const root = page({ "tool-list": "div", "tool-options": "div" }),
    chosen = [];
  const vocabulary = { terrain: ["open", "woods_dense"], tints: { open: "#eeffee" }, kinds };
  const all = new Tools(vocabulary, (key) => chosen.push(key)),
    [list, options] = ["tool-list", "tool-options"].map((id) => root.getElementById(id));
  const buttons = list.querySelectorAll("button");
  const on = () => buttons.filter((one) => one.getAttribute("aria-checked") === "true");
  list.querySelector = () => on()[0];
  return { all, chosen, list, options, buttons, on };
}

/** Choose a tool; gives what can be set for it. */
function set(tool, kinds) {
  const one = tools(kinds);
  one.all.choose(tool);
  const pressed = () =>
    one.options
      .querySelectorAll("button")
      .filter((mode) => mode.getAttribute("aria-pressed") === "true")
      .map(({ textContent }) => textContent);
  const choose = (select, value) => {
    select.value = value;
    happens(select, "change");
  };
  const selects = () => one.options.querySelectorAll("select");
  const marked = (select) =>
    texts(select, "option").filter((_, n) => select.querySelectorAll("option")[n].getAttribute("selected") !== null);
  return { ...one, pressed, choose, selects, marked, labels: () => texts(one.options, "label") };
}

test("one tool is chosen; the arrows go round the ring of them, and take the focus along", () => {
  const { all, chosen, list, buttons, on } = tools();
  assert.deepEqual([on(), chosen, all.now.key], [[buttons[0]], ["inspect"], "inspect"]);
  assert.deepEqual([buttons[0].tabIndex, buttons[1].tabIndex], [0, -1]);
  const press = (key) => happens(list, "keydown", { key }).stopped;
  assert.equal(press("x"), 0);
  assert.equal(chosen.length, 1);
  assert.equal(press("ArrowLeft"), 1);
  assert.deepEqual([on(), globalThis.document.activeElement], [[buttons.at(-1)], buttons.at(-1)]);
  press("ArrowRight");
  assert.deepEqual(on(), [buttons[0]]);
  click(buttons[1]);
  assert.deepEqual([on(), buttons[1].tabIndex, buttons[0].tabIndex], [[buttons[1]], 0, -1]);
  assert.deepEqual([all.stroke(), all.lacks()], [{ what: "terrain", value: "woods_dense" }, ""]);
  all.choose("no such");
  assert.equal(all.now.key, "inspect");
});

test("terrain is chosen among the map's, each with its tint; the brush has three sizes", () => {
  const { all, options, pressed, labels } = set("terrain");
  assert.deepEqual(labels(), ["open", "woods dense"]);
  assert.deepEqual(
    options.querySelectorAll(".patch").map(({ style }) => style.background),
    ["#eeffee", "#ffffff"],
  );
  const boxes = options.querySelectorAll("input");
  assert.deepEqual(
    boxes.map(({ checked }) => checked === true),
    [false, true],
  );
  happens(boxes[0], "change");
  assert.equal(all.set.terrain, "open");
  assert.deepEqual(pressed(), ["1 hex"]);
  click(buttonOf(options, "19 hexes"));
  assert.deepEqual([all.set.brush, pressed()], [2, ["19 hexes"]]);
});

test("a height is written", () => {
  const { all, options } = set("height");
  const [field] = options.querySelectorAll("input");
  field.value = "320";
  happens(field, "input");
  assert.deepEqual(all.stroke(), { what: "height", value: "320" });
  assert.equal(options.querySelectorAll("button").length, 3);
});

test("water and crossings have a kind and a name; what is taken away has no name", () => {
  for (const [tool, label, named] of [
    ["hexside", "Kind of water", "side_name"],
    ["crossing", "Kind of crossing", "crossing_name"],
  ]) {
    const { all, options, labels, selects, choose } = set(tool);
    assert.match(labels()[0], new RegExp(`^${label} `));
    assert.equal(labels()[1], "Its name, if it has one ");
    const [field] = options.querySelectorAll("input");
    field.value = "Our";
    happens(field, "input");
    assert.equal(all.set[named], "Our");
    choose(selects()[0], "none");
    assert.equal(all.set[tool], "none");
    assert.equal(labels().length, 1);
  }
});

test("the kind that is set is chosen, and none takes away", () => {
  const { selects, marked } = set("slope");
  assert.deepEqual(texts(selects()[0], "option"), ["steep", "none: take away"]);
  assert.deepEqual(marked(selects()[0]), ["steep"]);
});

test("hexsides of the map's own are chosen where it has any; where it has none that is said", () => {
  const own = set("border");
  assert.deepEqual([own.labels().length, own.marked(own.selects()[0])], [1, ["wall"]]);
  const none = set("border", { ...KINDS, border: ["none"] });
  assert.equal(none.selects().length, 0);
  assert.match(html(none.options), /<p>This map has no walls, hedges or other hexsides of its own\./);
});

test("a way is a road or a railway, each with its kinds", () => {
  const { all, options, pressed, labels } = set("road");
  assert.deepEqual([pressed(), labels()], [["Road"], ["Kind of road maintrack"]]);
  click(buttonOf(options, "Railway"));
  assert.deepEqual([all.set.link, pressed(), labels()], ["rail", ["Railway"], ["Tracks single"]]);
  click(buttonOf(options, "Road"));
  assert.deepEqual([all.set.link, pressed()], ["road", ["Road"]]);
});

test("a place has a name if it is put in or renamed, and a size if it is put in", () => {
  const { all, labels, selects, choose, options, marked } = set("place");
  const asked = (act) => {
    choose(selects()[0], act);
    return labels()
      .slice(1)
      .map((label) => label.split(" ")[0]);
  };
  assert.deepEqual(marked(selects()[1]), ["village"]);
  choose(selects()[1], "2");
  assert.equal(all.set.rank, 2);
  assert.deepEqual(asked("add"), ["Name", "Size"]);
  assert.deepEqual(asked("move"), []);
  assert.deepEqual(asked("remove"), []);
  assert.deepEqual(asked("rename"), ["New"]);
  const [field] = options.querySelectorAll("input");
  field.value = "Wiltz";
  happens(field, "input");
  assert.equal(all.set.name, "Wiltz");
});

test("under what can be set stands what to do, and a tool without settings has that alone", () => {
  const { options } = set("inspect");
  assert.equal(html(options), "<div><p.soft.hint>Click a hex to see what it is, and why.</p></div>");
});
