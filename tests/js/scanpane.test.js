// The scanned map beside the hexes: where it is clicked, which points it bears, how large it is.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, made, page, texts } from "./page.js";

globalThis.Element.prototype.remove = function () {
  this.parentElement.nodes = this.parentElement.nodes.filter((node) => node !== this);
};
const { ScanPane } = await import("../../webui/static/editor/scanpane.js");

function pane({ whole = true } = {}) {
  const root = page({ page: made("main", { id: "page" }, made("div", { class: "stage" })) }),
    done = [];
  const map = {
    getBounds: () => ({ contains: (corners) => (done.push(corners), whole) }),
    invalidateSize: () => done.push("sized"),
  };
  const view = { map, ground: { geometry: { box: [0, 1, 20, 30] } }, showAll: () => done.push("all") };
  const one = new ScanPane(view, () => done.push("closed"));
  Object.assign(one.picture, {
    naturalWidth: 1000,
    naturalHeight: 500,
    decode: async () => {},
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 500, height: 250 }),
  });
  Object.assign(one.box, {
    clientWidth: 400,
    clientHeight: 300,
    scrollLeft: 100,
    scrollTop: 0,
    scrollWidth: 600,
    scrollHeight: 300,
    scrollTo: (...at) => done.push(["scrolled", ...at]),
  });
  const marks = () =>
    one.sheet
      .querySelectorAll(".scan-mark")
      .map((mark) => [mark.textContent, mark.style.left, mark.style.top, mark.classList.contains("open")]);
  return { one, root, marks, take: () => done.splice(0) };
}

test("opened it covers its box, bears the points that are set, and says how many are wanted", async () => {
  const { one, root, marks, take } = pane();
  assert.equal(one.isOpen, false);
  await one.open("/scan.png", [[100, 50, 1, 2]], () => {});
  // As high as the box: 300 of 500; that is wider than it: 600 of 400.
  assert.deepEqual([one.isOpen, one.picture.src, one.sheet.style.width], [true, "/scan.png", "600px"]);
  assert.deepEqual(marks(), [["1", "10%", "10%", false]]);
  assert.equal(one.told.textContent, "Click a spot on the picture, then the same on the map: 2 more.");
  assert.equal(root.getElementById("page").classList.contains("pairing"), true);
  assert.deepEqual(take(), [
    [
      [-30, 0],
      [-1, 20],
    ],
    "sized",
    "all",
  ]);
  one.close();
  assert.deepEqual([one.isOpen, root.getElementById("page").classList.contains("pairing")], [false, false]);
  const part = pane({ whole: false });
  await part.one.open("/scan.png", [], () => {});
  assert.ok(!part.take().includes("all"), "a window that showed a part shows it still");
});

test("three points are enough", async () => {
  const { one } = pane();
  one.tell(2, 3);
  assert.match(one.told.textContent, /: 1 more\.$/);
  one.tell(3, 3);
  assert.equal(one.told.textContent, "Laid. Set more points, or be done.");
});

test("a click on the picture is a spot of it, marked until the map is clicked; one that waits is replaced", async () => {
  const { one, marks } = pane(),
    spots = [];
  await one.open("/scan.png", [[100, 50, 1, 2]], (spot) => spots.push(spot));
  happens(one.picture, "click", { clientX: 260, clientY: 145 });
  assert.deepEqual(spots, [[500, 250]]);
  assert.deepEqual(marks(), [
    ["1", "10%", "10%", false],
    ["2", "50%", "50%", true],
  ]);
  assert.equal(one.told.textContent, "Now click the same spot on the map.");
  happens(one.picture, "click", { clientX: 10, clientY: 20 });
  assert.deepEqual(marks()[1], ["2", "0%", "0%", true]);
  one.mark([]);
  assert.deepEqual(marks(), []);
});

test("it is zoomed about the middle of what is seen, within limits; its button closes it", async () => {
  const { one, take } = pane();
  await one.open("/scan.png", [], () => {});
  take();
  click(buttonOf(one.frame, "+"));
  assert.equal(one.sheet.style.width, "900px");
  // The middle: 300 of 600 across, 150 of 300 down.
  assert.deepEqual(take(), [["scrolled", 100, 0]]);
  click(buttonOf(one.frame, "−"));
  assert.equal(one.sheet.style.width, "600px");
  for (let n = 0; n < 9; n++) click(buttonOf(one.frame, "+"));
  assert.equal(one.sheet.style.width, "4000px");
  for (let n = 0; n < 20; n++) click(buttonOf(one.frame, "−"));
  assert.equal(one.sheet.style.width, "20px");
  take();
  click(buttonOf(one.frame, "Done"));
  assert.deepEqual(take(), ["closed"]);
  assert.equal(texts(one.frame, "button").length, 3);
});
