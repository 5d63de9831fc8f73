// The map of a page: what it takes, and what is painted anew then.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ALL, begin, done, on, payload, repainted } from "./toyview.js";
import { settled } from "./page.js";

beforeEach(begin);

test("a map is begun with all of it in the window, its sheets one over the other, and painted once its faces are there", async () => {
  assert.ok(on.map.getContainer().classList.contains("sandtable-map"));
  const [, corners, how] = on.calls.find(([name]) => name === "map.fitBounds");
  assert.deepEqual(how, { animate: false, padding: [6, 6] });
  const [[south, west], [north, east]] = corners;
  assert.deepEqual([west, north, east].map((n) => Number(n.toFixed(2))), [-1, 0.87, 11.5]); // prettier-ignore
  assert.equal(Number(south.toFixed(2)), -13.86);
  const heights = Object.entries(on.map.panes).map(([name, { style }]) => `${name} ${style.zIndex}`);
  assert.deepEqual(heights, ["map-night 405", "map-under 410", "map-counters 450", "map-names 455", "map-over 470"]);
  assert.equal(on.map.panes["map-night"].style.mixBlendMode, "multiply");
  assert.deepEqual([...on.layers], ["under", "counters", "names", "over"].map((name) => on.sheets[name])); // prettier-ignore
  on.calls.length = 0;
  await settled();
  assert.deepEqual(on.calls, []);
  on.faces.resolve();
  await settled();
  assert.deepEqual(done(), ['"press.forget"', '"night.remove"', ...ALL.map((name) => `"${name}.repaint"`)]);
  assert.equal(on.view.radius, 8);
});

test("what comes of the ground is painted; names wait for the end of a move", () => {
  on.calls.length = 0;
  on.painter.onCome([1, 2, 3, 4]);
  assert.deepEqual(done(), ['"ground.repaint" [1,2,3,4]', '"names.repaint"']);
  on.view.groundLayer._moves = true;
  on.painter.onCome([1, 2, 3, 4]);
  assert.deepEqual(repainted(), ["ground"]);
  on.painter.onCome(null);
  assert.deepEqual(repainted(), ["ground", "names"]);
});

test("a view is taken whole: sides with their looks, cut stands, control, fronts", () => {
  on.calls.length = 0;
  on.view.state.fan = {};
  const sides = [
    { key: "red", name: "Red", fill: "#f00", pattern: "hatch" },
    { key: "blue", colour: "#00f" },
    { key: "x", name: "Y" },
  ];
  on.view.setView(
    payload({
      sides,
      stands: [
        { id: "a", hex: 3 },
        { id: "b", hex: null },
      ],
      supply_state: { a: "cut" },
      front: [1, 2],
      control: "AAEC",
    }),
  );
  const { state } = on.view;
  assert.deepEqual(
    [...state.sides.values()].map(({ fill, line, ink, pattern, letter }) =>
      [fill, line, ink, pattern, letter].join(" "),
    ),
    ["#f00 #111 #222 hatch R", "#00f #111 #222 plain ?", "#777 #111 #222 plain Y"],
  );
  assert.deepEqual(
    state.view.stands.map(({ cut }) => cut),
    [true, false],
  );
  assert.deepEqual(
    [state.front, state.held, on.view.stacks.at(3).length, state.fan],
    [...[["front 1", "front 2"], ["held", 3], 1, null]],
  );
  assert.deepEqual([on.calls[0], on.calls[1][0], on.calls.at(-1)], [["over.repaint"], "furniture.update", ["shown"]]);
  on.view.setView(payload());
  assert.deepEqual([state.control, state.held, state.front], [null, [], []]);
  assert.deepEqual(repainted().slice(-5), ALL);
});

test("the sheet of the night lies over the map at night, if it is shown", () => {
  on.calls.length = 0;
  const has = () => on.layers.has(on.sheets.night);
  on.view.setView(payload({ night: true }));
  assert.ok(has());
  on.view.repaint();
  assert.equal(on.calls.filter(([name]) => name === "night.addTo").length, 1);
  on.view.toggle("night", false);
  assert.ok(!has());
  on.view.toggle("night", true);
  assert.ok(has());
  on.view.setView(payload({ night: false }));
  assert.ok(!has());
});

test("each thing that is shown paints the sheets it is on", () => {
  on.calls.length = 0;
  const { state } = on.view;
  on.view.setZones({ red: [1] });
  assert.deepEqual([state.view, repainted()], [null, ["under"]]);
  on.view.setView(payload());
  on.calls.length = 0;
  on.view.setZones({ red: [1] });
  assert.deepEqual([state.view.zones, done()], [{ red: [1] }, ['"under.repaint"']]);
  on.view.setNetwork("n");
  assert.deepEqual([state.network, done()], ["n", ['"under.repaint"', '"shown"']]);
  on.view.select("a");
  assert.deepEqual([state.selected, repainted()], ["a", ["counters", "names", "over"]]);
  const both = ['"shown"', '"under.repaint"', '"over.repaint"'];
  on.view.showReach("r");
  assert.deepEqual([state.reach, done()], ["r", both]);
  on.view.showSupply("s");
  on.view.showCommand("c");
  on.view.showPath([1, 2]);
  assert.deepEqual([state.supply, state.command, state.path, state.ends], ["s", "c", [1, 2], []]);
  on.view.showPath([1], [1]);
  assert.deepEqual(state.ends, [1]);
  on.calls.length = 0;
  on.view.showWays("w");
  assert.deepEqual([state.ways, done()], ["w", [...both, '"names.repaint"']]);
  on.view.showContacts(["k"], "k");
  assert.deepEqual([state.contacts, state.chosen, repainted()], [["k"], "k", ["counters"]]);
  on.view.clear();
  assert.deepEqual([state.reach, state.supply, state.command, state.path, state.ways], [null, null, null, null, "w"]);
  assert.deepEqual(repainted(), ALL);
});

test("layers of the ground and of play are shown or hidden; there are no others", () => {
  on.calls.length = 0;
  on.view.toggle("relief", false);
  assert.deepEqual(
    [on.painter.shown.relief, on.view.isShown("relief"), done()],
    [...[false, false, ['"ground.repaint"', '"names.repaint"', '"shown"']]],
  );
  on.view.toggle("zones", true);
  assert.deepEqual([on.view.isShown("zones"), repainted(), on.view.isShown("network")], [true, ALL, false]);
  assert.throws(
    () => on.view.toggle("clouds", true),
    /^Error: there is no layer clouds; there are relief, names, control/,
  );
  on.view.setScheme("plain");
  assert.deepEqual([on.painter.scheme, done()], ["plain", ['"shown"', '"ground.repaint"', '"names.repaint"']]);
});
