// What lies over the counters, stroke by stroke: contacts, orders, command, supply, the path in hand, rings, fans.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CLEAN, drawing, hexAt, ink, RED, Scribe } from "./scribe.js";

const { Geometry } = await import("../../webui/static/map/geometry.js");
const { paintFan, paintOver } = await import("../../webui/static/map/markings.js");

const { cornerOffsets } = new Geometry({ cols: 1, rows: 1, flat_top: true, digits: 2 });
const geometry = { u: [0, 4, 4], v: [0, 0, 3], cornerOffsets, indexOf: (number) => ["a", "b", "c"].indexOf(number) };
const ground = { geometry, drawing, palette: { ink, paper: "paper" } };
const SIGHT = [-1000, -1000, 1000, 1000];
const ALL = { orders: true, command: true, supply: true };
const NOTHING = { view: null, shown: ALL, command: null, supply: null, path: null, ends: [], cursor: null, taught: [] };

/** What is painted of a state that has this alone. */
function over(more, R = 40, found = true) {
  const pen = new Scribe();
  assert.equal(paintOver(pen, { R, ratio: 1, sight: SIGHT }, { ...NOTHING, ground, ...more }), found);
  assert.equal(pen.left, CLEAN);
  return pen.told;
}

test("where there is nothing nothing is painted, and that is said", () => {
  assert.deepEqual(over({}, 40, false), []);
  const off = { orders: false, command: false, supply: false };
  const all = {
    ...{ view: { contacts: [], declared: [{ path: [0, 1] }], stands: [], sides: [] }, path: [1] },
    ...{ command: { from: 0, to: 1, ok: true, label: "" }, supply: { path: [0, 1], cut_at: 1, hours: null } },
  };
  assert.deepEqual(over({ ...all, shown: off }, 40, false), []);
  assert.deepEqual(over({ view: { declared: [] } }, 40, false), []);
});

test("enemies in contact have two heads between them; those of which one is not on the map have none", () => {
  const view = {
    contacts: [
      [0, null],
      [null, 1],
      [0, 1],
      [1, 2],
    ],
  };
  const heads = (R) => over({ view }, R).filter((mark) => mark.startsWith("fill contact"));
  const [across, down] = heads(10);
  assert.equal(heads(10).length, 2);
  assert.equal(across, "fill contact: M19.58,0 L16.5,-2.62 L16.5,2.63 Z M20.42,0 L23.5,-2.62 L23.5,2.63 Z");
  assert.match(down, /^fill contact: M40,14.58 /);
  assert.match(heads(40)[0], /^fill contact: M79.18,0 L73.2,-5.1 /);
  assert.match(heads(100)[0], /^fill contact: M198.68,0 L189,-8.25 /);
});

const order = (more) => ({ stand: "a", path: [0, 1], attack: false, transport: false, ...more });
const orders = (declared, R = 40) =>
  over({ view: { declared, stands: [{ id: "b" }, { id: "a", side: "red" }], sides: [RED] } }, R);

test("an order is an arrow in the line of its side; an attack has its own colour and a larger head, vehicles a broken line", () => {
  // 0.085 of 40 wide; 0.4 of a head of 3.6 widths is off the shaft, or of one of 4.6.
  assert.equal(orders([order()])[2], "stroke red 3.4 at 0.9: M0,0 L155.1,0");
  assert.equal(orders([order()])[0], "stroke plate 6.8 at 0.9: M0,0 L155.1,0");
  assert.equal(orders([order({ attack: true })])[2], "stroke attack 3.4 at 0.9: M0,0 L153.74,0");
  assert.equal(orders([order({ transport: true })])[2], "stroke red 3.4 [12,8.6] at 0.9: M0,0 L155.1,0");
  assert.match(orders([order({ stand: "b" })])[2], /^stroke counter /);
  assert.match(orders([order()], 10)[2], /^stroke red 1.7 /);
  assert.match(orders([order()], 100)[2], /^stroke red 5.5 /);
  assert.equal(orders([order({ path: null }), order({ path: [0] }), order()]).length, 4, "who does not move has none");
});

test("the way in hand is broad; where it takes several turns, their ends are numbered", () => {
  const way = over({ path: [0, 1], ends: [1] });
  assert.equal(way.length, 4);
  assert.equal(way[0], "stroke way 9.6: M0,0 L153.09,0");
  assert.equal(way[2], "stroke path 4.8: M0,0 L153.09,0");
  assert.deepEqual(over({ path: [0, 1], ends: [0, 2] }).slice(4), [
    "fill way: O0,0 11.2",
    "stroke path 1.5: O0,0 11.2",
    "write name “1” 0,0.5 center 14.56px",
    "fill way: O160,120 11.2",
    "stroke path 1.5: O160,120 11.2",
    "write name “2” 160,120.5 center 14.56px",
  ]);
  const small = over({ path: [0, 1], ends: [0, 1] }, 10),
    large = over({ path: [0, 1], ends: [0, 1] }, 100);
  assert.deepEqual([small[2].slice(0, 14), small[4]], ["stroke path 3:", "fill way: O0,0 8"]);
  assert.deepEqual([large[2].slice(0, 14), large[4]], ["stroke path 8:", "fill way: O0,0 15"]);
  assert.deepEqual(over({ path: [0] }, 40, false), []);
});

const command = (more, R) => over({ command: { from: 0, to: 1, ok: true, label: "", ...more } }, R);

test("the line of command ends in a ring round the headquarters; one that does not reach is in the colour of what is cut", () => {
  assert.deepEqual(command(), [
    "stroke plate 4.4: M0,0 L160,0",
    "stroke command 2 [2,6]: M0,0 L160,0",
    "stroke plate 5: O160,0 28.8",
    "stroke command 2.4: O160,0 28.8",
  ]);
  assert.deepEqual(
    [1, 3].map((n) => command({ ok: false })[n].split(":")[0]),
    ["stroke cut 2 [2,6]", "stroke cut 2.4"],
  );
  assert.deepEqual(command({}, 100).slice(1, 3), ["stroke command 5 [2,12]: M0,0 L400,0", "stroke plate 5: O400,0 72"]);
  assert.match(command({}, 10)[2], / 8$/);
  assert.deepEqual(command({ from: null }), []);
  assert.deepEqual(command({ to: null }), []);
});

test("what is said of it stands beyond the headquarters, seen from the unit", () => {
  const place = (more) => /(-?[\d.]+,-?[\d.]+) center/.exec(command({ label: "12 h", ...more }).at(-1))[1];
  assert.equal(place({}), "160,43.3");
  assert.equal(place({ from: 1, to: 2 }), "160,163.3");
  assert.equal(place({ from: 2, to: 1 }), "160,-42.3");
  assert.match(command({ label: "12 h", ok: false }).at(-1), /^write cut “12 h”/);
});

const supply = (more, R) => over({ supply: { path: [0, 1, 2], cut_at: null, hours: 4, to: "Railhead", ...more } }, R);

test("a line of supply that is open leads to its source, which is named with the hours to it", () => {
  assert.deepEqual(supply(), [
    "stroke plate 6.8: M0,0 L160,0 L160,120",
    "stroke supply 4 [10.4,7.6]: M0,0 L160,0 L160,120",
    "fill supply: R148,111 24 18 r3.6",
    "stroke plate 2: R148,111 24 18 r3.6",
    "fill plate at 0.95: R118.4,133.32 83.2 21.36 r4",
    "stroke supply 1.5: R118.4,133.32 83.2 21.36 r4",
    "write supply “Railhead\u00a0·\u00a04\u00a0h” 160,144.5 center 12px",
  ]);
  assert.match(supply({ hours: 0 }).at(-1), /“Railhead”/);
  assert.match(supply({}, 10)[2], /R34,25.5 12 9 r1.8$/);
  assert.deepEqual(
    [10, 100].map((R) => supply({}, R)[1].split(" [")[0]),
    ["stroke supply 2.6", "stroke supply 7"],
  );
  assert.deepEqual(supply({ path: [] }), []);
});

test("where it is cut the hex is hatched and says why; what lies behind is dotted and faint", () => {
  assert.deepEqual(supply({ cut_at: 1, hours: null, why: "a zone" }), [
    "stroke plate 5.2 at 0.85: M160,0 L160,120",
    "stroke rim 2.8 [2,8] at 0.85: M160,0 L160,120",
    "stroke plate 6.8: M0,0 L160,0",
    "stroke supply 4 [10.4,7.6]: M0,0 L160,0",
    `fill cut at 0.32: ${hexAt(160, 0, 37.6)}`,
    `fill cross(cut 8 1.5) at 0.9: ${hexAt(160, 0, 37.6)}`,
    `stroke cut 3.2: ${hexAt(160, 0, 37.6)}`,
    "fill refused_plate at 0.95: R138.4,41.32 43.2 21.36 r4",
    "stroke cut 1.5: R138.4,41.32 43.2 21.36 r4",
    "write refused “a zone” 160,52.5 center 12px",
  ]);
  const words = (more) => supply({ cut_at: 1, hours: null, ...more }).at(-1);
  assert.match(words({ cut_by: "2 Pz" }), /“cut by 2 Pz”/);
  assert.match(words({}), /“cut”/);
  // Where the unit itself stands: nothing is open, all is shut; at the very end nothing is shut.
  assert.deepEqual(
    supply({ cut_at: 0 })
      .map((mark) => mark.split(/[ :]/, 2).join(" "))
      .slice(0, 3),
    ["stroke plate", "stroke rim", "fill cut"],
  );
  assert.match(supply({ cut_at: 2 })[0], /^stroke plate 6.8:/);
  assert.match(supply({ cut_at: 1 }, 10)[6], /^stroke cut 2.5:/);
});

test("a line that is too long is shut from end to end, and says so in its middle", () => {
  const told = supply({ hours: null });
  assert.deepEqual(told.slice(0, 2), [
    "stroke plate 5.2 at 0.85: M0,0 L160,0 L160,120",
    "stroke rim 2.8 [2,8] at 0.85: M0,0 L160,0 L160,120",
  ]);
  assert.deepEqual(
    told.slice(2).map((mark) => mark.split(/[:”]/)[0]),
    ["fill refused_plate at 0.95", "stroke cut 1.5", "write refused “no line"],
  );
  assert.equal(told.at(-1), "write refused “no line” 160,0.5 center 12px");
  assert.match(supply({ hours: null, why: "too far" }).at(-1), /“too far”/);
  assert.deepEqual(supply({ hours: null, path: [] }), []);
});

test("a lesson's hexes have a plain ring, the cursor's is dashed and lies on top; a number that is none has no ring", () => {
  assert.deepEqual(over({ taught: ["b", "?", "a"], cursor: 0 }), [
    `stroke plate 6.4: ${hexAt(160, 0, 37.2)} ${hexAt(0, 0, 37.2)}`,
    `stroke taught 3.2: ${hexAt(160, 0, 37.2)} ${hexAt(0, 0, 37.2)}`,
    `stroke plate 3.96: ${hexAt(0, 0, 39.4)}`,
    `stroke cursor 1.8 [8,4]: ${hexAt(0, 0, 39.4)}`,
  ]);
  assert.deepEqual(
    over({ taught: ["a"], cursor: 0 }, 10).map((mark) => mark.split(":")[0]),
    ["stroke plate 6", "stroke taught 3", "stroke plate 3.96", "stroke cursor 1.8 [4,3]"],
  );
  assert.match(over({ cursor: 2 }, 100)[1], /^stroke cursor 4.5 \[20,10\]:/);
});

test("parts lie over each other in one order: contacts, orders, command, supply, path, rings", () => {
  const view = { contacts: [[0, 1]], declared: [order()], stands: [], sides: [] };
  const told = over({
    ...{
      view,
      command: { from: 0, to: 1, ok: true, label: "" },
      supply: { path: [0, 1], cut_at: null, hours: 0, to: "" },
    },
    ...{ path: [0, 1], taught: ["a"], cursor: 1 },
  });
  const first = [
    "fill contact",
    "stroke counter",
    "stroke command",
    "stroke supply",
    "stroke path",
    "stroke taught",
    "stroke cursor",
  ];
  const places = first.map((name) => told.findIndex((mark) => mark.startsWith(name)));
  assert.ok(
    places.every((place, n) => place > (places[n - 1] ?? -1)),
    places.join(),
  );
});

test("a fan of counters lies on a sheet with a rim; the selected one glows, and one of no side is left out", () => {
  const pen = new Scribe(),
    drawn = [];
  const press = { draw: (_, ...given) => drawn.push([...given.slice(0, 4), given[4].id, given[5].key, given[6].glow]) };
  const stand = (id, side = "red") => ({ stand: { id, side }, x: id === "a" ? 12 : 40, y: 14, size: 25 });
  const fan = { frame: [10, 10, 60, 30], counters: [stand("a"), stand("x", "?"), stand("b")] };
  paintFan(pen, { ratio: 2 }, { fan, ground, sides: new Map([["red", RED]]), selected: "b" }, press);
  assert.deepEqual(pen.told, ["fill paper: R10,10 60 30 r8", "stroke reach_veil 1.2: R10,10 60 30 r8"]);
  assert.equal(pen.left, CLEAN);
  assert.deepEqual(drawn, [
    [12, 14, 25, 2, "a", "red", null],
    [40, 14, 25, 2, "b", "red", "glow"],
  ]);
});
