// What was made of a ground: its picture as of its date or as today, other widths, what files cover, what was ruled and changed.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, html, made, page, texts } from "./page.js";

const { comparedSheet, firstOf, showJob } = await import("../../webui/static/editor/ground/groundview.js");

const width = (km, more = {}) => ({
  width_km: km,
  hexes: 1200,
  columns: 40,
  rows: 30,
  picture: `${km}.webp`,
  wide: 400,
  high: 300,
  ...more,
});

function shown(job) {
  const box = made("div"),
    done = [];
  page({ box });
  const doors = { choose: (km) => done.push(["choose", km]), rule: (said) => done.push(["rule", said]) };
  showJob(box, { widths: [width(2)], ...job }, "/g/", doors);
  return { box, done };
}

test("before there is a width nothing is shown", () => {
  assert.equal(html(shown({ widths: [] }).box), "<div></div>");
  assert.equal(html(shown({ widths: undefined }).box), "<div></div>");
});

test("the picture says how many hexes, and what is on them; where there is none, why", () => {
  const { box } = shown({ widths: [width(2, { terrain: [["wood_dense", 1000]] })], roads: 1, rails: 2 });
  assert.match(
    html(box),
    /^<div><div><figure.picture><img><\/img><figcaption><b>1,200 hexes of 2 km, 40 columns by 30 rows<\/b>/,
  );
  assert.deepEqual(texts(box, ".counts li"), [
    "wood dense 1,000",
    "1 road link",
    "2 railway links",
    "0 water hexsides",
    "0 places",
  ]);
  const image = box.querySelector("img");
  assert.deepEqual([image.getAttribute("src"), image.getAttribute("alt")], ["/g/preview/2.webp", "Hexes of 2 km"]);
  const bad = shown({ widths: [width(2, { picture: "", fault: "too large" })] });
  assert.match(html(bad.box), /<p.fault>1,200 hexes of 2 km, 40 columns by 30 rows: too large<\/p>/);
  assert.match(html(shown({ widths: [width(2, { picture: "" })] }).box), /: no picture<\/p>/);
});

test("a picture of main things says what is not there yet, and one of everything when it came", () => {
  const { box } = shown({ widths: [width(2, { not_yet: ["12 tracks", "3 streams"] })] });
  assert.deepEqual(texts(box, "#not-yet"), ["Main things only: 12 tracks and 3 streams are not laid yet."]);
  const more = shown({ widths: [width(2, { not_yet: ["12 tracks", "7 streets", "3 streams"] })] });
  assert.match(texts(more.box, "#not-yet").join(), /12 tracks, 7 streets and 3 streams are not/);
  const whole = shown({ widths: [width(2, { first: ["12 tracks"], first_s: 1.5, whole_s: 4 })] });
  assert.equal(whole.box.querySelector("#not-yet"), null);
  assert.deepEqual(texts(whole.box, "figcaption p"), ["Main things after 1.5 s, everything with 12 tracks after 4 s."]);
});

test("a picture that leaves places out says so", () => {
  const { box } = shown({ widths: [width(2, { shows: "Of 9,000 places it shows the greatest." })] });
  assert.deepEqual(texts(box, "figcaption p"), ["Of 9,000 places it shows the greatest."]);
  assert.equal(shown({ widths: [width(2, {})] }).box.querySelector("#shows"), null);
});

test("a ground of a date may be seen as today, which stays so for the next preview", () => {
  const job = { date: "1944-12-16", today: width(2, { picture: "today.webp", roads: 9 }), roads: 5, audit: [] };
  const { box } = shown(job);
  const state = (one) => [
    one.querySelectorAll(".then-today button").map((button) => button.getAttribute("aria-pressed")),
    one.querySelector("img").getAttribute("src"),
    one.querySelector("img").getAttribute("alt"),
    texts(one, ".counts li")[0],
  ];
  assert.deepEqual(state(box), [["true", "false"], "/g/preview/2.webp", "Hexes of 2 km", "5 road links"]);
  click(buttonOf(box, "As today"));
  assert.deepEqual(state(box), [["false", "true"], "/g/preview/today.webp", "Hexes of 2 km, as today", "9 road links"]);
  const next = shown(job).box;
  assert.deepEqual(state(next)[0], ["false", "true"]);
  assert.equal(
    shown({ ...job, today: null })
      .box.querySelector("img")
      .getAttribute("src"),
    "/g/preview/2.webp",
  );
  assert.deepEqual(texts(shown({ ...job, date: "" }).box, ".then-today"), []);
  click(buttonOf(next, "As of 1944-12-16"));
  assert.equal(state(next)[1], "/g/preview/2.webp");
});

test("other widths stand beside it, to be taken; one that cannot be made says why", () => {
  const { box, done } = shown({ widths: [width(2), width(1), width(4, { picture: "", fault: "too few" })] });
  assert.deepEqual(texts(box, ".beside figcaption span"), ["1 km: 1,200 hexes", "4 km: 1,200 hexes"]);
  assert.deepEqual(texts(box, ".beside p"), ["too few"]);
  click(box.querySelectorAll(".beside button")[1]);
  assert.deepEqual(done, [["choose", 4]]);
  assert.equal(shown({}).box.querySelectorAll(".beside").length, 0);
});

test("what the files do not know is told, with warnings as far as they are listed, and what comes by the network", () => {
  const cover = (more) => ({ missing: [], warnings: [], warned: 0, online: [], ...more });
  const sheet = (more) => shown({ cover: cover(more) }).box.querySelector("section");
  assert.match(
    html(sheet({})),
    /<h2>What the files know of it<\/h2><p>Heights, land cover, .* are known everywhere.<\/p><\/section>/,
  );
  const one = sheet({
    missing: ["heights", "roads"],
    warnings: ["a"],
    warned: 3,
    online: [{ name: "OSM", gives: "roads", cached: "Kept." }],
  });
  assert.deepEqual(texts(one, ".warn"), ["Missing: heights; roads."]);
  assert.deepEqual(texts(one, "li"), ["a", "OSM: roads. Kept."]);
  assert.deepEqual(texts(one, ".first-of"), ["The first 1 of 3."]);
  assert.equal(shown({}).box.querySelectorAll("section").length, 0);
});

const row = (n) => ({ words: `road ${n}`, verdict: "removed", why: "built 1960", number: "0203", feature: `f${n}` });

test("what a date took away is listed with its reason, to be ruled on; of many the first two hundred", () => {
  const { box, done } = shown({
    date: "1944-12-16",
    audit: [row(1), { ...row(2), verdict: "odd" }],
    verdicts: { removed: 2000, kept: 1 },
    totals: { audit: 2 },
  });
  const audit = box.querySelectorAll("section").find(({ id }) => id === "audit");
  assert.deepEqual(texts(audit, "h2"), ["As of 1944-12-16"]);
  assert.deepEqual(texts(audit, "p")[0], "2,000 taken away, 1 kept.");
  assert.deepEqual(texts(audit, "th"), ["What", "Then", "Why", "Hex", "Ruling"]);
  assert.deepEqual(
    texts(audit, "tbody tr").map((text) => text.slice(0, 33)),
    ["road 1taken awaybuilt 19600203Kee", "road 2oddbuilt 19600203Keep it Ta"],
  );
  assert.deepEqual(texts(audit, ".first-of"), []);
  click(buttonOf(audit.querySelectorAll("tbody tr")[0], "Keep it"));
  assert.equal(done.length, 0, "a ruling wants its reason first");
  const none = shown({ date: "1944-12-16" }).box.querySelector("section");
  assert.equal(
    html(none),
    "<section.sheetlike><h2>As of 1944-12-16</h2><p>Nothing in the files was otherwise then, as far as they tell.</p></section>",
  );
  const many = shown({ date: "x", audit: Array.from({ length: 201 }, (_, n) => row(n)), totals: { audit: 5000 } }).box;
  assert.deepEqual(
    [many.querySelectorAll("tbody tr").length, texts(many, ".first-of")],
    [200, ["The first 200 of 5,000."]],
  );
});

test("what is to be looked at is listed, what was assumed folded away", () => {
  const { box } = shown({ doubts: ["d"], notes: ["n", "m"], totals: { doubts: 4, notes: 1 } });
  assert.match(
    html(box),
    /<section.sheetlike><h2>To look at<\/h2><p.soft.first-of>The first 1 of 4.<\/p><ul.warn><li>d<\/li><\/ul><\/section>/,
  );
  assert.match(
    html(box),
    /<details.sheetlike><summary>What was assumed \(2\)<\/summary><ul><li>n<\/li><li>m<\/li><\/ul><\/details>/,
  );
  assert.equal(firstOf(3, 3), "");
});

const compared = (more = {}) => ({
  hexes: 1,
  sides: 2,
  count: 3,
  terrain: [],
  rows: [],
  total: 0,
  same_grid: true,
  ...more,
});

test("what is otherwise than on the former map is counted and listed", () => {
  assert.equal(comparedSheet(null), "");
  assert.deepEqual(texts(comparedSheet(compared()), "p"), [
    "1 hex is otherwise than on the map before, and 2 hexsides.",
  ]);
  assert.deepEqual(texts(comparedSheet(compared({ count: 0 })), "p"), ["Nothing is otherwise than on the map before."]);
  assert.match(
    texts(comparedSheet(compared({ same_grid: false })), "p")[0],
    /^The hexes lie otherwise now; compared by position: 1 hex/,
  );
  const full = comparedSheet(
    compared({ terrain: [["open", "wood_dense", 4]], rows: [["0203", "terrain", "open", "wood_dense"]], total: 9 }),
  );
  assert.deepEqual(texts(full, "li"), ["open → wood dense 4"]);
  assert.deepEqual(
    [texts(full, "td"), texts(full, ".first-of")],
    [["0203", "terrain", "open", "wood dense"], ["The first 1 of 9."]],
  );
  assert.equal(comparedSheet(compared()).querySelectorAll("table").length, 0);
});
