// What is done to the order of battle from its tree: what a new thing goes under, what is sent, what is shown after it.

import assert from "node:assert/strict";
import test from "node:test";

import { click, happens, made, page, settled, texts } from "./page.js";

const { Acts, showIn } = await import("../../webui/static/editor/scenario/acts.js");
const { HEAD } = await import("../../webui/static/editor/scenario/model.js");

const THINGS = {
  red: { what: "side", name: "Red", parent: null },
  blue: { what: "side", name: "Blue", parent: null },
  div: { what: "formation", name: "Div", parent: "red" },
  a: { what: "unit", name: "A", parent: "div" },
  plan: { what: "plan", name: "P", parent: "red" },
  goal: { what: "goal", name: "G", parent: "blue" },
  head: { what: HEAD, name: "S", parent: null },
};

function desk({ things = THINGS, chosen = "", told = null, moved = null, dropped = null } = {}) {
  const select = made("select", { id: "pattern" });
  const root = page({ "add-formation": "button", "add-unit": "button", pattern: select, tree: "div", saved: "p" });
  const done = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given]);
  const tree = { chosen, shut: new Set(["div", "red"]), show: log("show"), focus: log("focus"), mark: log("mark") };
  const model = {
    things,
    of: (what) => Object.entries(things).filter(([, one]) => one.what === what),
    moved: () => moved,
    dropped: () => dropped,
  };
  const answered = async (step, ...more) => (done.push(["step", step, ...more]), told);
  const acts = new Acts({
    ...{
      model,
      tree,
      step: answered,
      details: { rename: log("rename") },
      frame: { showPanel: log("panel"), say: log("say") },
    },
    ...{ next: log("next"), choose: log("choose"), toast: log("toast") },
    paste: async (step, refused) => {
      done.push(["paste", step]);
      if (told instanceof Error) return (void refused(told), null);
      return told;
    },
  });
  return { acts, done, tree, root, select, take: () => done.splice(0) };
}
const added = (key) => ({ changed: { [key]: {} } });

test("a new unit goes under the chosen formation, or the one above what is chosen, else the first there is", async () => {
  for (const [chosen, parent] of [
    ["div", "div"],
    ["a", "div"],
    ["blue", "div"],
    ["", "div"],
  ]) {
    const { root, take } = desk({ chosen });
    click(root.getElementById("add-unit"));
    await settled();
    assert.deepEqual(take()[0], ["step", { do: "add", what: "unit", parent }, {}], chosen);
  }
});

test("a new formation goes under what is chosen, be it a side or a formation, else under the first side", async () => {
  for (const [chosen, parent] of [
    ["a", "div"],
    ["div", "div"],
    ["blue", "blue"],
    ["goal", "blue"],
    ["", "red"],
  ]) {
    const { root, take } = desk({ chosen });
    click(root.getElementById("add-formation"));
    await settled();
    assert.deepEqual(take()[0], ["step", { do: "add", what: "formation", parent }, {}], chosen);
  }
});

test("without any formation no unit can be added, and that is said", async () => {
  const { root, take } = desk({ things: { red: THINGS.red } });
  click(root.getElementById("add-unit"));
  await settled();
  assert.deepEqual(take(), [["toast", "Add a formation first: a unit is always in one."]]);
});

test("what was added is opened to, chosen, shown, and its name can be written at once", async () => {
  const { root, take, tree } = desk({ told: added("a") });
  click(root.getElementById("add-unit"));
  await settled();
  assert.deepEqual(take().slice(1), [["next", "a"], ["panel", "right", { gently: false }], ["rename"]]);
  assert.deepEqual([...tree.shut], ["red"]);
  const formation = desk({ told: added("div") });
  click(formation.root.getElementById("add-formation"));
  await settled();
  assert.deepEqual(formation.take()[2], ["panel", "right", { gently: true }]);
  assert.deepEqual([...formation.tree.shut], ["div"]);
  const refused = desk({ told: null });
  await refused.acts.added({ do: "add" }, { more: 1 });
  assert.deepEqual(refused.take(), [["step", { do: "add" }, { more: 1 }]]);
  const nothing = desk({ told: { changed: {} } });
  await nothing.acts.added({ do: "add" });
  assert.equal(nothing.take().length, 1);
});

test("patterns are offered with their size; one that is chosen is raised where a formation may go", async () => {
  const { acts, select, take } = desk({ chosen: "a" });
  select.append(made("option", { value: "" }, "Add a pattern"));
  acts.offer({ patterns: [{ key: "bn", name: "Battalion", units: 4 }] });
  assert.deepEqual(texts(select, "option"), ["Add a pattern", "Battalion (4 units)"]);
  select.value = "bn";
  happens(select, "change");
  await settled();
  assert.deepEqual(take(), [["step", { do: "raise", pattern: "bn", parent: "div" }, {}]]);
  assert.equal(select.value, "", "the list is as before");
  happens(select, "change");
  await settled();
  assert.deepEqual(take(), []);
  const empty = desk({ things: {} });
  empty.acts.offer({ patterns: [{ key: "bn", name: "Battalion", units: 4 }] });
  empty.select.value = "bn";
  happens(empty.select, "change");
  await settled();
  assert.deepEqual(
    empty.take().map(([name]) => name),
    ["toast"],
    "nothing is raised under nothing",
  );
});

test("rows of a spreadsheet go under the formation or the side that is chosen, which is named; else under the first side", async () => {
  const under = (chosen, things = THINGS) => desk({ chosen, things }).acts.under();
  assert.deepEqual(
    ["a", "div", "goal", "blue", ""].map((one) => under(one)),
    ["Div", "Div", "Blue", "Blue", "Red"],
  );
  assert.equal(under("", {}), "");
  const { acts, take } = desk({ chosen: "a", told: { changed: { x: {}, y: {} } } });
  await acts.paste("rows");
  assert.deepEqual(take(), [
    ["paste", { do: "paste", parent: "div", text: "rows" }],
    ["next", "x"],
  ]);
  const none = desk({ told: { changed: {} } });
  await none.acts.paste("");
  assert.equal(none.take().length, 1);
});

test("rows that cannot be added are refused with their reason, and it is said that nothing was", async () => {
  const { acts, root } = desk({ told: new Error("line 3") });
  await assert.rejects(acts.paste("rows"), /line 3/);
  assert.equal(root.getElementById("saved").textContent, "Nothing added");
});

test("a thing is moved where the model says, and stays in hand; where it cannot be that is said", async () => {
  const { acts, take } = desk({ moved: { parent: "red", before: "b" } });
  await acts.shift("a", "up");
  assert.deepEqual(take(), [["step", { do: "move", key: "a", parent: "red", before: "b" }], ["show", "a"], ["focus"]]);
  const not = desk();
  await not.acts.shift("a", "up");
  assert.deepEqual(not.take(), [["say", "It cannot be moved there."]]);
});

test("sides and the head stay; anything else is taken away, and the tree keeps the focus if it had it", async () => {
  for (const key of ["red", "head"]) {
    const { acts, take } = desk();
    await acts.drop(key);
    assert.deepEqual(take(), [["toast", "A scenario keeps its sides; change their names."]]);
  }
  const { acts, take, root } = desk();
  root.getElementById("tree").focus();
  await acts.drop("a");
  assert.deepEqual(take(), [["step", { do: "drop", keys: ["a"] }], ["focus"]]);
  root.getElementById("saved").focus();
  await acts.drop("a");
  assert.equal(take().length, 1);
});

test("to change a name the thing is chosen, its panel opened, the field in hand", () => {
  const { acts, take } = desk();
  acts.rename("a");
  assert.deepEqual(take(), [["choose", "a"], ["panel", "right"], ["rename"]]);
});

test("while a row is dragged over another that is marked; when it is dropped there it is moved, once, and shown", async () => {
  const row = { key: "div", upper: true };
  const mark = (dropped, over = row, done = false) => {
    const one = desk({ dropped });
    one.acts.onRow("a", over, done);
    return settled().then(one.take);
  };
  assert.deepEqual(await mark({ parent: "red", before: "div" }), [["mark", "div", "before"]]);
  assert.deepEqual(await mark({ parent: "div" }), [["mark", "div", "into"]]);
  assert.deepEqual(await mark(null), [["mark", "", ""]]);
  assert.deepEqual(await mark({ parent: "red" }, null), [["mark", "", "into"]]);
  assert.deepEqual(await mark({ parent: "div" }, row, true), [
    ["mark", "", "into"],
    ["step", { do: "move", key: "a", parent: "div" }],
    ["show", "a"],
  ]);
  assert.deepEqual(await mark(null, row, true), [["mark", "", ""]]);
});

test("a thing is shown in the list that it is in", () => {
  const shown = (key) => {
    const tabs = ["forces", "plans", "places"].map((name) => {
      const tab = made("button", { role: "tab", id: `tab-${name}`, "aria-controls": name });
      return tab;
    });
    page(
      Object.fromEntries([
        ["list", made("div", { role: "tablist" }, ...tabs)],
        ...["forces", "plans", "places"].map((id) => [id, "section"]),
      ]),
    );
    const seen = [];
    showIn(key, { things: THINGS }, { show: (one) => seen.push(one) });
    return [
      tabs
        .filter((tab) => tab.getAttribute("aria-selected") === "true")
        .map(({ id }) => id)
        .join(),
      seen.join(),
    ];
  };
  assert.deepEqual(shown("a"), ["tab-forces", "a"]);
  assert.deepEqual(shown("red"), ["tab-forces", "red"]);
  assert.deepEqual(shown("plan"), ["tab-plans", ""]);
  assert.deepEqual(shown("goal"), ["tab-places", ""]);
  assert.deepEqual(shown("head"), ["", ""]);
});
