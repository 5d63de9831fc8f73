// What the map editor paints over the map: strokes in hand, differences, conflicts, points; and the panel of a scanned map.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, html, page, settled, texts } from "./page.js";
import { CLEAN, hexAt, Scribe } from "./scribe.js";

class Layer {
  constructor(draw) {
    Object.assign(this, { draw, repainted: 0 });
  }
  addTo() {
    return this;
  }
  repaint() {
    this.repainted += 1;
  }
}
const kind = { extend: () => Layer, prototype: {} };
globalThis.L = { Renderer: kind, GridLayer: kind, Layer: kind };
const { Marks } = await import("../../webui/static/editor/marks.js");
const { Geometry } = await import("../../webui/static/map/geometry.js");
const parts = await import("../../webui/static/editor/underparts.js");

const geometry = new Geometry({ cols: 3, rows: 1, flat_top: true, digits: 2 });
const INK = { sketch: "#1d4f91", differs: "#7a2a8c", conflict: "#9c1c1c", point: "#b3261e", paper: "#fffdf6" };
/** What is painted where nothing is to be shown: the lines of no differences. */
const NOTHING = [`stroke ${INK.paper} 4.8 at 0.85: `, `stroke ${INK.differs} 2.4 at 0.85: `];

function painted(shown, R = 10, box = [0, 0, 3, 1]) {
  const one = new Marks({ ground: { geometry }, map: { createPane: () => ({ style: {} }) } });
  one.show(shown);
  assert.equal(one.sheet.repainted, 1);
  const pen = new Scribe();
  one.sheet.draw(pen, { R, box });
  assert.equal(pen.left, CLEAN);
  return pen.told;
}

test("with nothing in hand nothing is to be seen", () => {
  assert.deepEqual(painted({}), NOTHING);
});

test("a stroke in hand fills its hexes, lines its hexsides and its way, with a dot in each hex of that", () => {
  const told = painted({ sketch: { hexes: [0], sides: [2], way: [0, 2] } }).slice(2);
  const way = "M10,0 L5,8.66 M0,0 L30,0";
  assert.deepEqual(told, [
    `fill ${INK.sketch} at 0.22: ${hexAt(0, 0, 10)}`,
    `stroke ${INK.sketch} 1.6: ${hexAt(0, 0, 10)}`,
    `stroke ${INK.paper} 5.4: ${way}`,
    `stroke ${INK.sketch} 3: ${way}`,
    `fill ${INK.sketch}: O0,0 3`,
    `fill ${INK.sketch}: O30,0 3`,
  ]);
  assert.match(painted({ sketch: { way: [0, 2] } }, 100)[5], / 14: M0,0 L300,0$/);
});

test("what the pointer is over is faint, what was sent denser, what is in hand lies on top", () => {
  const one = { hexes: [0] };
  const alphas = painted({ sketch: one, sent: one, hover: one }).filter((mark) => / 1\.6/.test(mark));
  assert.deepEqual(
    alphas.map((mark) => mark.split(":")[0]),
    [`stroke ${INK.sketch} 1.6 at 0.55`, `stroke ${INK.sketch} 1.6 at 0.8`, `stroke ${INK.sketch} 1.6`],
  );
});

test("hexes that differ are hatched and edged, hexsides lined; those off the sheet are not", () => {
  const told = painted({ differs: [0], differing: [2, 14] });
  // From two radii before the middle to two after it, a stroke every four pixels.
  const slants = Array.from({ length: 11 }, (_, n) => -20 + 4 * n).map((d) => `M${d - 10},10 L${d + 10},-10`);
  const side = "M10,0 L5,8.66 M40,0 L35,8.66";
  assert.deepEqual(told, [
    `stroke ${INK.paper} 4.8 at 0.85: ${side}`,
    `stroke ${INK.differs} 2.4 at 0.85: ${side}`,
    `clip: ${hexAt(0, 0, 10)}`,
    `stroke ${INK.differs} 1.3 at 0.6: ${slants.join(" ")}`,
    `stroke ${INK.differs} 1.2: ${hexAt(0, 0, 10)}`,
  ]);
  assert.deepEqual(painted({ differs: [0], differing: [2] }, 10, [9, 9, 10, 10]), NOTHING);
  const large = painted({ differs: [0] }, 100);
  assert.match(large[1], / 12 at 0.85/);
  assert.match(large.at(-1), new RegExp(`^stroke ${INK.differs} 6:`));
  assert.equal(
    painted({ differs: [0] }, 99)[3].match(/M/g).length,
    13,
    "a third of a radius apart, both ends included",
  );
});

test("hexes of conflict have a broken ring, a picked place a whole one, points a cross and their number", () => {
  assert.deepEqual(painted({ conflicts: [2] }).slice(2), [`stroke ${INK.conflict} 1.4 [4,3]: O30,0 6.2`]);
  assert.match(painted({ conflicts: [0] }, 100)[2], / 5 \[4,3\]/);
  assert.deepEqual(painted({ picked: { u: 2, v: 1 } }).slice(2), [`stroke ${INK.sketch} 3: O20,10 9`]);
  assert.match(painted({ picked: { u: 0, v: 0 } }, 100)[2], / 40$/);
  const cross = "M11,10 L29,10 M20,1 L20,19";
  assert.deepEqual(
    painted({
      points: [
        [2, 1],
        [0, 0],
      ],
    }).slice(2, 6),
    [
      `stroke ${INK.paper} 4.2: ${cross}`,
      `stroke ${INK.point} 1.8: ${cross}`,
      `fill ${INK.point}: O32,-2 8`,
      "write #ffffff “1” 32,-1.5 center 11px",
    ],
  );
  assert.match(
    painted({
      points: [
        [2, 1],
        [0, 0],
      ],
    }).at(-1),
    /“2” 12,/,
  );
});

const facts = (more = {}) => ({
  name: "scan.png",
  wide: 1000,
  high: 500,
  way: "",
  frame: null,
  residuals_m: [],
  ...more,
});

test("a picture is chosen once at a time; what is known of it is said", () => {
  const sent = [],
    part = parts.filePart(null, (file) => sent.push(file)),
    input = part.querySelector("input");
  assert.match(part.textContent, /^Scanned map: PNG, JPEG or GeoTIFF A GeoTIFF lies where it says/);
  input.files = [];
  happens(input, "change");
  assert.deepEqual([sent, input.disabled], [[], undefined]);
  input.files = ["file"];
  happens(input, "change");
  assert.deepEqual([sent, input.disabled], [["file"], true]);
  const said = (more) =>
    texts(
      parts.filePart(facts(more), () => {}),
      ".soft",
    )[0];
  assert.equal(said({}), "1000 × 500 pixels, not laid yet");
  assert.equal(said({ frame: [1] }), "1000 × 500 pixels");
  assert.equal(said({ way: "position" }), "1000 × 500 pixels, laid by its own position");
});

test("its strength is set and said", () => {
  const shown = [],
    part = parts.strengthPart(0.5, (strength) => shown.push(strength)),
    slide = part.querySelector("input");
  assert.equal(part.querySelector("output").textContent, "50 %");
  slide.valueAsNumber = 0.35;
  happens(slide, "input");
  assert.deepEqual([shown, part.querySelector("output").textContent], [[0.35], "35 %"]);
});

function points(more, count, way = "affine", least = 3) {
  const done = [];
  const log =
    (name) =>
    (...given) =>
      void done.push([name, ...given.filter((one) => !one?.target)]);
  const acts = { begin: log("begin"), drop: log("drop"), fit: log("fit") };
  return { part: parts.pointPart(facts(more), Array(count).fill([]), way, least, acts), done };
}

test("points are listed, each with how far it is off if they were fitted so; just enough of them always fit", () => {
  const fitted = { way: "affine", residuals_m: [4, 12, 12_400] };
  const { part, done } = points(fitted, 3);
  assert.deepEqual(texts(part, "li"), ["Point 1off by 4.0 m×", "Point 2off by 12 m×", "Point 3off by 12 km×"]);
  assert.equal(part.querySelectorAll("p").length, 1, "that they fit exactly is no proof");
  click(part.querySelectorAll("li button")[1]);
  const [way] = part.querySelectorAll("select");
  way.value = "projective";
  happens(way, "change");
  click(buttonOf(part, "Set more points"));
  assert.deepEqual(done, [["drop", 1], ["fit", "projective"], ["begin"]]);
  assert.deepEqual(texts(points(fitted, 4).part, ".n"), ["", "", "", ""], "a point that came later is not fitted");
  assert.deepEqual(texts(points(fitted, 3, "projective").part, ".n"), ["", "", ""]);
  assert.equal(points({}, 3).part.querySelectorAll("p").length, 0);
  assert.equal(points(fitted, 3, "affine", 4).part.querySelectorAll("p").length, 0);
});

test("to set the first points is what comes next, unless the picture lies already", () => {
  const button = (more, count) => html(points(more, count).part.querySelectorAll("button").at(-1));
  assert.equal(button({}, 0), "<button.primary>Set points</button>");
  assert.equal(button({ frame: [1] }, 0), "<button>Set points</button>");
  assert.equal(button({}, 1), "<button>Set more points</button>");
});

test("a world file is taken with its coordinate system, and no more of it than one has", async () => {
  page({});
  const laid = [],
    part = parts.worldPart((...given) => laid.push(given)),
    [file, crs] = part.querySelectorAll("input");
  file.files = [];
  click(buttonOf(part, "Lay it"));
  await settled();
  assert.deepEqual(laid, []);
  file.files = [{ text: async () => "1".repeat(700) }];
  crs.value = " EPSG:32631 ";
  click(buttonOf(part, "Lay it"));
  await settled();
  assert.deepEqual([laid[0][0].length, laid[0][1]], [600, "EPSG:32631"]);
  const gone = [];
  click(parts.removeButton(() => gone.push(1)));
  assert.equal(gone.length, 1);
});

test("how far off is said to a tenth below ten metres, in kilometres from ten thousand", () => {
  assert.deepEqual([9.96, 10, 9999.4, 10_000].map(parts.inMetres), ["10.0 m", "10 m", "9999 m", "10 km"]);
});
