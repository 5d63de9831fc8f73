// The settings of the map editor's tools: what each asks for, and what is taken of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { optionsOf } from "../../webui/static/editor/tooloptions.js";
import { settings } from "../../webui/static/editor/toolset.js";
import { buttonOf, click, happens, made, texts } from "./page.js";

const KINDS = {
  hexside: ["none", "river"],
  slope: ["none", "steep_slope"],
  border: ["none", "wall"],
  road: ["main"],
  rail: ["single"],
  crossing: ["none", "bridge"],
};
let set, drawn;
function options(tool, more = {}, kinds = KINDS) {
  set = { ...settings(["open"]), ...more };
  drawn = 0;
  const vocabulary = { terrain: ["open", "dense_woods"], tints: { open: "#eee" }, kinds };
  const form = made("div");
  form.append(...[optionsOf(tool, set, vocabulary, () => (drawn += 1))].flat(2).filter(Boolean)); // prettier-ignore
  return form;
}
const pick = (select, value) => {
  select.value = value;
  happens(select, "change");
};
const pressed = (form) =>
  form.querySelectorAll(".mode").map((one) => `${one.textContent} ${one.attributes["aria-pressed"]}`);

test("terrain has its brush and its tints; a tool without settings has none", () => {
  const form = options("terrain", { brush: 1 });
  assert.deepEqual(pressed(form), ["1 hex false", "7 hexes true", "19 hexes false"]);
  assert.deepEqual(texts(form, ".swatch-row"), ["open", "dense woods"]);
  const [open, woods] = form.querySelectorAll("input");
  assert.deepEqual([open.checked, !!woods.checked], [true, false]);
  assert.deepEqual(form.querySelectorAll(".patch").map(({ style }) => style.background), ["#eee", "#ffffff"]); // prettier-ignore
  happens(woods, "change");
  assert.deepEqual([set.terrain, drawn], ["dense_woods", 0]);
  click(buttonOf(form, "19 hexes"));
  assert.deepEqual([set.brush, drawn], [2, 1]);
  assert.equal(options("inspect").children.length, 0);
});

test("a height is written in metres", () => {
  const form = options("height", { height: "12" }),
    field = form.querySelector("input");
  assert.deepEqual([field.value, pressed(form).length], ["12", 3]);
  field.value = "99";
  happens(field, "input");
  assert.equal(set.height, "99");
});

test("waters and crossings have a name, unless they are taken away; slopes have none", () => {
  for (const [tool, name] of [
    ["hexside", "side_name"],
    ["crossing", "crossing_name"],
  ]) {
    // prettier-ignore
    assert.equal(options(tool, { [tool]: "none" }).querySelectorAll("input").length, 0);
    const form = options(tool, { [tool]: KINDS[tool][1], [name]: "Meuse" });
    assert.equal(form.querySelector("input").value, "Meuse");
    form.querySelector("input").value = "Chiers";
    happens(form.querySelector("input"), "input");
    assert.equal(set[name], "Chiers");
    pick(form.querySelector("select"), "none");
    assert.deepEqual([set[tool], drawn], ["none", 1]);
  }
  assert.deepEqual(texts(options("slope"), "option"), ["none: take away", "steep slope"]);
});

test("hexsides of a map's own are there if its legend has any", () => {
  assert.deepEqual(texts(options("border"), "option"), ["none: take away", "wall"]);
  const form = options("border", {}, { ...KINDS, border: ["none"] });
  assert.match(form.textContent, /^This map has no walls/);
});

test("roads and railways have kinds of their own", () => {
  const road = options("road", { link: "road" });
  assert.deepEqual([pressed(road), texts(road, "option")], [["Road true", "Railway false"], ["main"]]);
  click(buttonOf(road, "Railway"));
  assert.deepEqual([set.link, drawn], ["rail", 1]);
  const rail = options("road", { link: "rail" });
  assert.deepEqual([pressed(rail), texts(rail, "option")], [["Road false", "Railway true"], ["single"]]);
  click(buttonOf(rail, "Road"));
  assert.equal(set.link, "road");
});

test("a place is named where it is put in or renamed, and has a size where it is put in", () => {
  const asks = (act) => {
    const form = options("place", { act });
    return [form.querySelectorAll("label").map((one) => one.nodes[0].trim()).join(), form.querySelector("select").value]; // prettier-ignore
  };
  assert.deepEqual(asks("add"), ["Do what,Name,Size", "add"]);
  assert.deepEqual(asks("rename"), ["Do what,New name", "rename"]);
  assert.deepEqual([asks("move")[0], asks("remove")[0]], ["Do what", "Do what"]);
  const form = options("place", { act: "add", rank: 3 }),
    [act, rank] = form.querySelectorAll("select");
  assert.equal(rank.value, "3");
  pick(rank, "2");
  assert.deepEqual([set.rank, drawn], [2, 0]);
  pick(act, "move");
  assert.deepEqual([set.act, drawn], ["move", 1]);
});
