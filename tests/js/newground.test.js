// The page where a ground is made: what stands on it, and what is said with its fields.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { DRAFT, FILES, LAST, LIMITS, begin, forget, get, last, on, said, state } from "./groundpage.js";
import { click, happens, settled, texts } from "./page.js";

beforeEach(forget);

test("what is said of the ground stands in the fields", async () => {
  await begin();
  const values = ["name", "date", "countries", "width", "layout", "classes"].map((id) => get(id).value);
  assert.deepEqual(values, ["", "1870", "fr, de", "2", "flat", "esa"]);
  const edges = get("edges").children.map(({ value }) => value);
  assert.deepEqual(edges, ["1.5", "2", "3", "4.25"]);
  const hidden = ["classes-row", "no-outline", "as-shipped"].map((id) => get(id).hidden);
  assert.deepEqual(hidden, [false, true, false]);
  assert.equal(get("round-files").disabled, false);
  assert.deepEqual(
    on.root.querySelectorAll("[data-service]").map(({ checked }) => checked),
    [true, false],
  );
  // 1.5 degrees at latitude 3.125: 166.7 km; 2.25 degrees: 250.2 km; a hex of 2 km has 3.464 square kilometres.
  assert.equal(get("size").textContent, "167 by 250 km, about 12,043 hexes of 2 km");
  assert.deepEqual(
    [on.world.box, on.world.ring, on.world.files, on.world.shipped],
    [
      ...[DRAFT.box, [], [[0, 0, 2, 2], [1, 1, 5, 3]], ["s"]], // prettier-ignore
    ],
  );
  assert.deepEqual([said("map.paint").length, said("map.show"), get("saved-acts").children], [1, [[DRAFT.box]], []]);
  assert.deepEqual([on.world.canvas, on.world.told, said("maker.preview").length], [get("world"), "the world", 1]);
  assert.deepEqual([get("ground").dataset.ready, get("fault").hidden], ["yes", false]);
  assert.deepEqual(
    get("places").children.map(({ value }) => value),
    ["Own", "Sedan"],
  );
  const [list, told] = on.shownFiles;
  assert.deepEqual(
    [list, told],
    [
      get("file-list"),
      {
        files: FILES,
        missing: ["roads.gpkg"],
        covered: [],
        kinds: { elevation: "heights" },
        meanings: { areas: ["wood"] },
      },
    ],
  );
  assert.deepEqual(on.shownLimits.slice(0, 2), [get("limits"), LIMITS]);
});

test("an outline is shown in the place of its box; nothing said is nothing shown", async () => {
  await begin(state({ outline: [[1, 2]] }));
  assert.deepEqual([on.world.box, on.world.ring, get("no-outline").hidden], [null, [[1, 2]], false]);
  await begin(state({ box: null, limits: {}, online: [] }, { files: [], saved: true }));
  assert.deepEqual(
    get("edges").children.map(({ value }) => value),
    ["", "", "", ""],
  );
  assert.deepEqual([get("size").textContent, get("round-files").disabled, get("as-shipped").hidden], ["", true, true]);
  assert.deepEqual([get("classes-row").hidden, said("map.show").length], [true, 1], "only the first one showed a box");
  assert.deepEqual(texts(get("saved-acts"), "a"), ["Map (gpkg)", "Begin a scenario on it"]);
  assert.equal(get("saved-acts").children[1].attributes.href, "/scenarios?ground=grounds/toy#blank");
  on.calls = [];
  await begin(state({ box: null }));
  assert.deepEqual(said("map.show"), [[[0, 0, 5, 3]]], "where its files lie");
});

test("a preview that is there is shown, and not made again", async () => {
  const job = { do: "preview", state: "done" };
  await begin(state({}, { job }));
  assert.deepEqual([said("maker.draw"), said("maker.preview")], [[[job]], []]);
  for (const other of [
    { ...job, do: "save" },
    { ...job, state: "running" },
  ]) {
    on.calls = [];
    await begin(state({}, { job: other }));
    assert.deepEqual([said("maker.draw").length, said("maker.preview").length], [0, 1]);
  }
});

test("each field is sent as it is changed", async () => {
  await begin();
  const changes = [
    ["name", " Sedan ", { name: "Sedan" }],
    ["name", "  ", { name: "Ground" }],
    ["date", " 1914 ", { date: "1914" }],
    ["countries", "FR, be;;LU ", { countries: ["fr", "be", "lu"] }],
    ["width", "5", { width_km: 5 }],
    ["layout", "flat", { layout: "flat" }],
    ["layout", "pointy", { layout: "pointy" }],
    ["classes", "corine", { classes: "corine" }],
  ];
  for (const [id, value, said_] of changes) {
    get(id).value = value;
    happens(get(id), "change");
    await settled();
    assert.deepEqual(last(), LAST({ said: said_ }));
  }
  const [osm, dem] = on.root.querySelectorAll("[data-service]");
  dem.checked = true;
  happens(osm, "change");
  await settled();
  assert.deepEqual(last(), LAST({ said: { online: ["osm", "dem"] } }));
  for (const [id, what] of [
    ["as-shipped", { limits: {} }],
    ["no-outline", { outline: [] }],
  ]) {
    // prettier-ignore
    click(get(id));
    await settled();
    assert.deepEqual(last(), LAST({ said: what }));
  }
  assert.equal(said("maker.preview").length, 1 + changes.length + 3);
  assert.equal(get("fault").hidden, true);
});

test("buttons of the map: nearer, farther, what the pointer does", async () => {
  await begin();
  click(get("nearer"));
  click(get("farther"));
  assert.deepEqual(said("map.zoom"), [[1.6], [0.625]]);
  const modes = on.root.querySelectorAll("[data-mode]");
  for (const mode of modes) click(mode);
  assert.deepEqual(said("map.take"), [["box"], ["outline"], ["move"], ["box"]]);
  assert.deepEqual(
    modes.map((mode) => mode.attributes["aria-pressed"]),
    ["false", "false", "false", "true"],
  );
  on.doors.aim("Drag a box.");
  assert.equal(get("aim").textContent, "Drag a box.");
  on.doors.draw([1.00004, 2, 3, 4.00006]);
  await settled();
  assert.deepEqual(last(), LAST({ said: { box: [1, 2, 3, 4.0001], outline: [] } }));
  on.doors.outline([
    [1.00004, 2],
    [3, 4],
    [0, 3],
  ]);
  await settled();
  const outline = [[1, 2], [3, 4], [0, 3]]; // prettier-ignore
  assert.deepEqual(last(), LAST({ said: { outline, box: [0, 2, 3, 4] } }));
  click(get("round-files"));
  await settled();
  assert.deepEqual(last(), LAST({ said: { box: [0, 0, 5, 3], outline: [] } }));
  assert.deepEqual(said("map.show").at(-1), [[0, 0, 5, 3]]);
});

test("edges are taken when all four are figures, zero too", async () => {
  await begin();
  const write = async (...values) => {
    get("edges").children.forEach((one, k) => (one.value = values[k]));
    const event = happens(get("edges"), "submit");
    await settled();
    return event.stopped;
  };
  assert.equal(await write("0", "-3,25", "5.4", "1"), 1);
  assert.deepEqual(last(), LAST({ said: { box: [0, -3.25, 5.4, 1], outline: [] } }));
  const before = on.posted.length;
  for (const wrong of [
    ["", "1", "2", "3"],
    ["0", "1", "2", "x"],
  ]) {
    // prettier-ignore
    await write(...wrong);
    assert.equal(get("fault").textContent, "Write all four edges in degrees, as 5.4 or -3.25.");
    assert.equal(get("fault").hidden, false);
  }
  assert.equal(on.posted.length, before);
});

test("a box is laid about a place that is known, so many kilometres across", async () => {
  await begin();
  const ask = async (place, km) => {
    [get("round").children[0].value, get("round").children[1].value] = [place, km];
    const event = happens(get("round"), "submit");
    await settled();
    assert.equal(event.stopped, 1);
    return get("fault").textContent;
  };
  const before = on.posted.length;
  assert.equal(await ask("Nowhere", "60"), "No place Nowhere is known here: drop a table of places, or draw a box.");
  for (const km of ["0", "-1", "far"]) assert.equal(await ask("Own", km), "Write how many kilometres across, as 60.");
  assert.equal(on.posted.length, before);
  assert.equal(await ask(" own ", "222,4"), "");
  const { box } = last()[1].said;
  assert.deepEqual([box[1], box[3]], [49, 51]);
  assert.ok(Math.abs((box[0] + box[2]) / 2 - 9) < 1e-9);
  await ask("SEDAN", "60");
  assert.ok(Math.abs((last()[1].said.box[0] + last()[1].said.box[2]) / 2 - 5) < 1e-3);
});

test("a page that cannot be begun says why", async () => {
  on.answers["state.json"] = [404, { error: { why: "there is no such ground" } }];
  await begin(null);
  assert.deepEqual([get("fault").textContent, get("fault").hidden], ["there is no such ground", false]);
});
