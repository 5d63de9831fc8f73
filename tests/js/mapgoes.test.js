// The map of a page: where it goes, what is opened on it, how it is made.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { begin, ground, HOLE, on, reducedMotion, repainted, whenReady } from "./toyview.js";
import { answered } from "./made.js";

beforeEach(begin);

test("the cursor goes to a hex, the window after it if it is out of sight, and it is said", () => {
  on.calls.length = 0;
  on.view.onCursor = (...given) => on.calls.push(["cursor", ...given]);
  assert.equal(on.view.focusHex("0201"), true);
  assert.deepEqual(
    [on.view.state.cursor, on.calls.splice(0)],
    [
      1,
      [
        ["contains", -0.08, on.view.placeOf(1)],
        ["over.repaint"],
        ["cursor", 1, "0201"],
        ["furniture.say", "hex 1 in words"],
      ],
    ],
  );
  on.bounds.sight = false;
  on.view.focusHex(0);
  assert.deepEqual([on.view.state.cursor, on.calls[1]], [0, ["map.panTo", [-0, 0], { animate: true }]]);
  [on.bounds.sight, on.still] = [true, true];
  on.calls.length = 0;
  on.view.focusHex(1, { centre: true });
  assert.deepEqual(on.calls[0], ["map.panTo", on.view.placeOf(1), { animate: false }]);
  on.calls.length = 0;
  assert.deepEqual([on.view.focusHex("9999"), on.view.focusHex(HOLE), on.view.focusHex(-1)], [false, false, false]);
  assert.deepEqual([on.view.state.cursor, on.calls], [1, []]);
  on.view.clearCursor();
  assert.deepEqual([on.view.state.cursor, repainted(), reducedMotion()], [null, ["over"], true]);
});

test("a hex is gone to near enough to read what is on it", () => {
  on.calls.length = 0;
  assert.deepEqual([on.view.goTo("9999"), on.view.goTo(HOLE), on.calls], [false, false, []]);
  // Eight pixels to a hex: 34 are 3 * log2(4.25) = 6.26 steps nearer.
  assert.equal(on.view.goTo("0101"), true);
  assert.deepEqual(on.calls[0], ["map.setView", [-0, 0], 15, { animate: false }]);
  assert.equal(on.calls[1][0], "map.panTo");
  on.zoom = 3 * Math.log2(34 * 0.7) + 1e-9;
  on.calls.length = 0;
  on.view.goTo(1);
  assert.ok(!on.calls.some(([name]) => name === "map.setView"));
});

test("a hex is named by its place and its number", () => {
  assert.deepEqual([on.view.hexName(3), on.view.hexName(0)], ["Sedan (0401)", "0101"]);
});

test("a fan is opened within the window, once, and closed", () => {
  on.calls.length = 0;
  const asked = [];
  on.view.stacks.fan = (...given) => (asked.push(given), { hex: given[1] });
  on.view.closeFan();
  assert.deepEqual(on.calls, []);
  on.view.openFan(3);
  on.view.openFan(3);
  assert.deepEqual(asked, [[ground, 3, 8, [-8, -8, 40, 48]]]);
  assert.deepEqual(repainted(), ["over"]);
  on.view.openFan(4);
  assert.equal(on.view.state.fan.hex, 4);
  on.view.closeFan();
  assert.deepEqual([on.view.state.fan, repainted()], [null, ["over", "over"]]);
});

test("sheets are painted with what is so; a fan lies over all", () => {
  const paint = (name) => on.sheets[name].paint("pen", "stage");
  assert.deepEqual([paint("night"), paint("under"), paint("names")], ["night", on.view.state, "names"]);
  assert.equal(paint("counters"), undefined);
  assert.deepEqual(on.view.drawn, ["drawn"]);
  on.calls.length = 0;
  assert.deepEqual([paint("over"), on.calls], [false, []]);
  on.view.state.fan = { hex: 1 };
  assert.deepEqual([paint("over"), on.calls.splice(0)], [true, [["paintFan", { hex: 1 }]]]);
  on.view.state.fan = null;
  globalThis.standIns.paintOver = () => true;
  assert.equal(paint("over"), true);
});

test("a change of the ground is drawn where it is, or everywhere", () => {
  on.calls.length = 0;
  ground.change = ({ hexes }) => hexes;
  on.view.changeGround({ hexes: [0, 8], drawn: "new" });
  const [, box, url, R] = on.calls.find(([name]) => name === "painter.refresh");
  assert.deepEqual([box.map((n) => Number(n.toFixed(2))), url, R], [[0, 0, 0, 1.73], "new", 8]);
  on.calls.length = 0;
  on.view.changeGround({ hexes: [], drawn: "newer" });
  assert.deepEqual(on.calls, [["painter.refresh", null, "newer", 8]]);
});

test("maps of the page are made when they are named, with their relief, and told of when they fail", async () => {
  const pictures = [];
  globalThis.Image = class {
    async decode() {
      pictures.push(this.src);
    }
  };
  globalThis.fetch = async (url) => ({ ...answered(url === "/gone" ? 404 : 200, {}), json: async () => ({ url }) });
  const [kind, make] = on.heard;
  assert.equal(kind, "maptomake");
  make();
  const early = whenReady("one");
  globalThis.mapsToMake = [
    [on.map, { element: "one", groundUrl: "/ground", shadeUrl: "/shade" }],
    [on.map, { element: "two", groundUrl: "/ground" }],
  ];
  make();
  const one = await early;
  assert.deepEqual([one.ground.data, one.painter.given[1].src, pictures], [{ url: "/ground" }, "/shade", ["/shade"]]);
  assert.equal((await whenReady("two")).painter.given[1], null);
  assert.equal(await whenReady("one"), one);
  assert.equal(globalThis.mapsToMake.length, 0, "each is made once");
  globalThis.mapsToMake = [[on.map, { element: "three", groundUrl: "/gone" }]];
  make();
  await assert.rejects(whenReady("three"), /^Error: \/gone answers 404$/);
  assert.equal(on.map.getContainer().textContent, "The map could not be loaded: /gone answers 404");
});
