// Lists of the page and the editor: orders that wait, corrections, layers, keys, tabs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { buttonOf, click, factsOf, happens, html, made, page, texts } from "./page.js";

const { icon } = await import("../../webui/static/common/svg.js");
const { isActive, isWriting, listKeys } = await import("../../webui/static/common/keys.js");
const { setTabs } = await import("../../webui/static/common/tabs.js");
const { Lists } = await import("../../webui/static/editor/lists.js");
const { setLayers, tickLayer } = await import("../../webui/static/page/layers.js");
const { OrderList } = await import("../../webui/static/page/orders/orderlist.js");

test("orders that wait are counted and listed; those of a stand can be withdrawn by who may order", () => {
  const root = page({ "order-count": "span", "order-list": "div" }),
    did = [];
  const list = new OrderList({
    ...{ unitName: (id) => id.toUpperCase(), choose: (id) => did.push(["choose", id]) },
    withdraw: (id) => did.push(["withdraw", id]),
  });
  const waiting = [
    { stand: "a", notation: "a M 0203", words: "march" },
    { stand: null, notation: "red AIR", words: "fly" },
  ];
  list.show(waiting, true);
  const box = root.getElementById("order-list"),
    count = root.getElementById("order-count");
  assert.deepEqual([count.textContent, count.hidden], ["2", false]);
  assert.deepEqual(texts(box, "li"), ["Aa M 0203Withdraw", "flyred AIR"]);
  click(buttonOf(box, "A"));
  click(buttonOf(box, "fly"));
  click(buttonOf(box, "Withdraw"));
  assert.deepEqual(did, [
    ["choose", "a"],
    ["withdraw", "a"],
  ]);
  list.show(waiting, false);
  assert.deepEqual(texts(box, "li"), ["Aa M 0203", "flyred AIR"]);
  list.show([], false);
  assert.deepEqual([count.textContent, count.hidden, box.textContent], ["0", true, "No orders wait."]);
  list.show([], true);
  assert.match(box.textContent, /Click a unit/);
});

const correction = {
  id: "c1",
  hex: 5,
  number: "0203",
  words: "woods in 0203",
  why: "seen",
  source: "GSGS",
  by: "",
  came: false,
};
const conflict = {
  kind: "gone",
  correction: "c1",
  hex: 5,
  number: "0203",
  words: "bridge",
  what: "no river",
  remedy: "draw it",
};

const undated = async () => ({ date: "", count: 0, rows: [] });

test("what the sources could not tell is counted and listed first; what was done for the date is asked for once", async () => {
  const root = page({ "conflict-count": "span", list: "div", "list-body": "div" }),
    row = {
      words: "motorway A 60",
      verdict: "removed",
      why: "built later",
      feature: "osm:way/1",
      hex: 5,
      number: "0203",
    };
  let asked = 0;
  const went = [],
    audit = async () => ({ date: "1944-12-16", count: 3, rows: (asked++, [row]) }),
    lists = new Lists({ goTo: (hex) => went.push(hex), takeOut() {}, audit }),
    doubts = [{ place: "roads.shp", what: "15,747 lines, none is a road", remedy: "say which column tells" }];
  lists.draw({ conflicts: [], corrections: [], doubts }, { shown: true });
  await undated();
  const box = root.getElementById("list-body"),
    count = root.getElementById("conflict-count");
  assert.deepEqual([count.textContent, count.hidden], ["1", false]);
  assert.deepEqual(texts(box, "h3"), ["Doubtful (1)"]);
  assert.deepEqual(texts(box, "li"), [
    "roads.shp15,747 lines, none is a roadsay which column tells",
    "removed: motorway A 60built later · osm:way/10203",
  ]);
  assert.deepEqual(texts(box, "summary"), ["Done for 1944-12-16 (3, the first 1)"]);
  click(buttonOf(box, "0203"));
  lists.draw({ conflicts: [], corrections: [], doubts }, { shown: true });
  assert.deepEqual([went, asked, texts(box, "summary").length], [[5], 1, 1]);
});

test("corrections stand the last first, with their reasons; one that came with the map cannot be taken out", () => {
  const root = page({ "conflict-count": "span", list: "div", "list-body": "div" }),
    did = [],
    lists = new Lists({ goTo: (hex) => did.push(hex), takeOut: (id) => did.push(id), audit: undated });
  const corrections = [correction, { ...correction, id: "c2", words: "road", why: "", by: "me", came: true }];
  lists.draw({ conflicts: [], corrections }, { shown: true });
  const box = root.getElementById("list-body"),
    count = root.getElementById("conflict-count");
  assert.deepEqual(texts(box, "h3"), ["Corrections (2)"]);
  assert.deepEqual(texts(box, "li"), [
    "roadno reason given · GSGS · mecame with the map0203",
    "woods in 0203seen · GSGS0203Take out",
  ]);
  click(buttonOf(box, "Take out"));
  click(box.querySelectorAll("button")[0]);
  assert.deepEqual(did, ["c1", 5]);
  assert.deepEqual([count.textContent, count.hidden], ["0", true]);
  lists.draw({ conflicts: [], corrections: [] }, { shown: true });
  assert.match(box.textContent, /^Nothing was corrected yet/);
});

test("what somebody should look at is counted and listed first, what is overruled last", () => {
  const root = page({ "conflict-count": "span", list: "div", "list-body": "div" }),
    lists = new Lists({ goTo() {}, takeOut() {}, audit: undated });
  const conflicts = [
    { ...conflict, kind: "idle", correction: "other", number: "", words: "height" },
    conflict,
    { ...conflict, kind: "overrules", words: "ford" },
  ];
  lists.draw({ conflicts, corrections: [correction] }, { shown: true });
  const box = root.getElementById("list-body");
  assert.deepEqual(texts(box, "h3"), ["To look at (1)", "Corrections (1)", "Overruled or idle (2)"]);
  assert.deepEqual(texts(box, "li.conflict"), [
    ...["bridgeno riverdraw it0203Take out", "heightno riverdraw it", "fordno riverdraw it0203Take out"],
  ]);
  const count = root.getElementById("conflict-count");
  assert.deepEqual([count.textContent, count.hidden], ["1", false]);
  root.getElementById("list").hidden = true;
  lists.draw({ conflicts: [], corrections: [] });
  assert.equal(count.hidden, true, "it is counted though the list is not in sight");
  assert.equal(texts(box, "h3").length, 3, "a list that is not in sight is left as it is");
});

test("layers that a map has are listed with a box each; one that is switched elsewhere is ticked", () => {
  const root = page({ "layer-list": "div" }),
    did = [];
  const has = { roads: true, zones: false };
  const kept = new Map([["sandtable-colours", "black"]]);
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const schemes = { full: { words: "full colour" }, black: { words: "black and white" } },
    map = { isShown: (layer) => has[layer], painter: { drawing: { schemes } }, setScheme: (key) => did.push(key) };
  setLayers(map, (layer, on) => did.push([layer, on]));
  assert.deepEqual(texts(root, "option"), ["full colour", "black and white"]);
  assert.deepEqual(did.splice(0), ["black"], "the map is drawn in the colours that were chosen last");
  const [choice] = root.querySelectorAll("select");
  choice.value = "full";
  happens(choice, "change");
  assert.deepEqual([did.splice(0), kept.get("sandtable-colours")], [["full"], "full"]);
  assert.deepEqual(texts(root, "label").slice(1), ["Roads", "Zones of control"]);
  const [roads, zones] = root.querySelectorAll("input");
  assert.deepEqual([roads.checked, zones.checked ?? false], [true, false]);
  zones.checked = true;
  happens(zones, "change");
  assert.deepEqual(did, [["zones", true]]);
  tickLayer("roads", false);
  assert.equal(roads.checked, false);
  tickLayer("relief", true);
});

test("keys are listed with what they do, and shown from the menu", () => {
  const list = made("dl"),
    keys = made("dialog", { id: "keys" }, list),
    root = page({ keys, "keys-help": "button" });
  listKeys([
    ["n", "Next phase"],
    ["?", "Keys"],
  ]);
  assert.deepEqual(factsOf(keys), ["n: Next phase", "?: Keys"]);
  assert.equal(html(list.children[0]), "<dt><kbd>n</kbd></dt>");
  click(root.getElementById("keys-help"));
  assert.equal(keys.shown, 1);
});

test("Enter belongs to a button or a link; letters belong to a dialog that is open", () => {
  const inner = made("b"),
    link = made("a", {}, inner),
    plain = made("p");
  page({ link, plain });
  assert.deepEqual([isActive(inner), isActive(link), isActive(plain), isActive(null)], [true, true, false, false]);
  assert.equal(isWriting(plain), false);
  page({ plain, dialog: made("dialog", { open: "" }) });
  assert.equal(isWriting(plain), true);
});

test("a tab shows its panel and hides the others, by a click and by an arrow; other keys are let through", () => {
  const tab = (id) => made("button", { id, role: "tab", "aria-controls": `${id}-panel` }),
    tabs = [tab("one"), tab("two")],
    list = made("div", { role: "tablist" }, ...tabs);
  const root = page({ list, "one-panel": "div", "two-panel": "div" });
  setTabs();
  const seen = () => ["one", "two"].map((id) => !root.getElementById(`${id}-panel`).hidden);
  click(tabs[0]);
  assert.deepEqual(seen(), [true, false]);
  tabs[0].focus();
  assert.equal(happens(list, "keydown", { key: "ArrowRight" }).stopped, 1);
  assert.deepEqual(seen(), [false, true]);
  assert.equal(root.activeElement, tabs[1]);
  assert.deepEqual(
    tabs.map((one) => [one.attributes["aria-selected"], one.tabIndex]),
    [
      ["false", -1],
      ["true", 0],
    ],
  );
  for (const key of ["Enter", "ArrowUp", "ArrowDown"]) assert.equal(happens(list, "keydown", { key }).stopped, 0);
  assert.deepEqual(seen(), [false, true]);
});

test("a small picture has a stroke for each path", () => {
  const picture = icon(["M1 1", "M2 2"]);
  assert.equal(html(picture), "<svg><path></path><path></path></svg>");
  assert.deepEqual(
    picture.children.map(({ attributes }) => attributes.d),
    ["M1 1", "M2 2"],
  );
  assert.deepEqual(picture.attributes, { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
});
