// Printing the map: what the dialog says of the sheets, what is asked of the server, and what is told when it fails.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { promised } from "./made.js";
import { click, happens, made, page, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Geometry } = await import("../../webui/static/map/geometry.js");
const { hexesInWindow, setPrinting, sheetsFor } = await import("../../webui/static/page/printing.js");

const geometry = new Geometry({ cols: 4, rows: 3, flat_top: true, digits: 2 });
const bounds = (w, s, e, n) => ({ getSouthWest: () => ({ lng: w, lat: s }), getNorthEast: () => ({ lng: e, lat: n }) });

const saved = [];
globalThis.URL.createObjectURL = (blob) => `blob:${blob}`;
globalThis.Element.prototype.click = function () {
  saved.push([this.download, this.href]);
};
mock.timers.enable({ apis: ["setTimeout"] });

/** The dialog, in which this is chosen. */
function printing(chosen = {}, answer = async () => ({ blob: "sheets", name: "map.pdf" })) {
  const fields = { part: "all", paper: "A4", mm: "30", style: "plain", ...chosen };
  const paper = made("select", { name: "paper" });
  paper.selectedOptions = [{ dataset: { long: "297", short: "210" } }];
  const form = made("form", {}, paper, made("output")),
    dialog = made("dialog", { id: "printing" }, form),
    menu = made("details", {}, made("a", { id: "print" }));
  const root = page({ printing: dialog, menu });
  menu.open = true;
  globalThis.FormData = class {
    *[Symbol.iterator]() {
      yield* Object.entries(fields);
    }
  };
  const asked = [];
  const server = { file: (name, query) => (asked.push([name, query]), answer()) };
  const link = root.getElementById("print");
  setPrinting(link, { geometry, bounds: () => bounds(-0.1, -2, 1.6, 0.1), server });
  const told = () => {
    const output = form.querySelector("output");
    return [output.textContent, output.classList.contains("bad")];
  };
  return { link, dialog, form, menu, asked, told, fields };
}
const submit = (form, value) => happens(form, "submit", { submitter: Object.assign(made("button"), { value }) });

test("the link asks before it prints: it shuts its menu, opens the dialog, and says how many sheets it will be", () => {
  const { link, dialog, menu, told } = printing();
  assert.equal(click(link).stopped, 1);
  assert.deepEqual([menu.open, dialog.shown], [false, 1]);
  // Four columns of 30 mm: 17.32 x 6.5 by 30 x 3.5, on one sheet.
  assert.deepEqual(told(), ["About 1 sheet of A4, and a page that says which lies where.", false]);
});

test("what is chosen is said anew; more than sixty sheets are a warning", () => {
  const { form, fields, told } = printing();
  const sheets = (mm) => {
    fields.mm = String(mm);
    happens(form, "input");
    return told();
  };
  // 300 mm wide lie the long way: 1126 by 1050, in 5 sheets of 267 and 6 of 180, or in 7 and 4.
  assert.deepEqual(sheets(300), ["About 28 sheets of A4, and a page that says which lies where.", false]);
  const [words, bad] = sheets(900);
  assert.deepEqual([Number(/\d+/.exec(words)) > 60, bad], [true, true]);
  assert.equal(sheets(30)[1], false);
});

test("the whole map is asked for with its size, paper and style, a part with its corners too", async () => {
  const whole = printing();
  submit(whole.form, "print");
  await settled();
  assert.deepEqual(whole.asked, [["export/map.pdf", { mm: "30", paper: "A4", style: "plain" }]]);
  assert.equal(whole.dialog.open, false);
  assert.deepEqual(saved.splice(0), [["map.pdf", "blob:sheets"]]);
  const part = printing({ part: "window" });
  submit(part.form, "print");
  await settled();
  saved.splice(0);
  assert.deepEqual(part.asked[0][1], { mm: "30", paper: "A4", style: "plain", from: "0101", to: "0202" });
});

test("another button than that for printing sends nothing", async () => {
  const { form, asked } = printing();
  assert.equal(submit(form, "cancel").stopped, 0);
  assert.equal(happens(form, "submit", { submitter: null }).stopped, 0);
  assert.deepEqual(asked, []);
});

test("while sheets are made that is said, and the button is dead; a refusal is told where one asked", async () => {
  const answer = promised(),
    { form, dialog, told } = printing({}, () => answer.promise);
  dialog.open = true;
  const event = submit(form, "print");
  assert.equal(event.stopped, 1);
  assert.equal(event.submitter.disabled, true);
  assert.match(told()[0], /^The sheets are being made/);
  answer.reject(new Fault(409, { why: "too many sheets", remedy: "take smaller hexes" }));
  await settled();
  assert.deepEqual(told(), ["too many sheets; take smaller hexes", true]);
  assert.deepEqual([event.submitter.disabled, dialog.open, saved], [false, true, []]);
});

test("hexes whose middle lies on the edge of the window are printed with it", () => {
  const at = (hex) => [geometry.u[hex], -geometry.v[hex]];
  const [[w, n], [e, s]] = [at(0), at(6)];
  assert.deepEqual(hexesInWindow(bounds(w, s, e, n), geometry), [0, 0, 2, 1]);
  assert.deepEqual(hexesInWindow(bounds(w + 0.1, s, e, n), geometry), [1, 0, 2, 1]);
  assert.deepEqual(hexesInWindow(bounds(w, s, e - 0.1, n), geometry), [0, 0, 1, 1]);
  assert.deepEqual(hexesInWindow(bounds(w, s + 0.1, e, n), geometry), [0, 0, 2, 0]);
  assert.deepEqual(hexesInWindow(bounds(w, s, e, n - 0.1), geometry), [0, 0, 2, 1]);
});

test("sheets overlap by a centimetre and have margins of one; whichever way they lie, the fewest are counted", () => {
  // A row of hexes with their points up: 180 from flat to flat, half a hex more for the row that is shifted.
  const up = (cols, rows, mm, paper) => sheetsFor({ flatTop: false }, [0, 0, cols - 1, rows - 1], mm, paper);
  // 150 x (0 + 1.5) = 225 wide, 86.6 x 2 = 173 high: a sheet bears 267 and 180 beside the overlap of 10.
  assert.equal(up(1, 1, 150, [297, 210]), 1);
  // Two: 375 wide, so 365 by 267 a sheet, that is two; lying across 365 by 180 is three, 163 by 267 one.
  assert.equal(up(2, 1, 150, [297, 210]), 2);
  // Of four rows the height is 86.6 x 6.5 = 563: 3 sheets of 180 and 553 / 267 = 3 rows, or 2 of 267 and 4 of 180.
  assert.equal(up(2, 4, 150, [297, 210]), 8);
  assert.equal(sheetsFor({ flatTop: true }, [0, 0, 3, 1], 150, [297, 210]), up(2, 4, 150, [297, 210]));
});
