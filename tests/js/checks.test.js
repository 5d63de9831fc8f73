// What is wrong with a scenario as it is built: asked for a moment after each change, listed, and whether it can be begun.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { promised } from "./made.js";
import { click, html, made, page, settled, texts } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Checks, inShort } = await import("../../webui/static/editor/scenario/checks.js");

const found = (rows_, more = {}) => ({ version: 1, units: 3, nowhere: 0, rows: rows_, ...more });
const fault = (grade, more = {}) => ({
  grade,
  place: "1/110",
  thing: "a",
  what: "stands nowhere",
  remedy: "put it down",
  ...more,
});

function checks(get) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const begin = made("a", { id: "begin", href: "/begin" });
  const root = page({ begin, "check-body": "div", status: "p" }),
    box = made("main"),
    gone = [];
  const one = new Checks({ get }, { box }, (key) => gone.push(key));
  const at = (id) => root.getElementById(id);
  const check = async (version = 1) => {
    one.soon(version);
    mock.timers.tick(500);
    await settled();
  };
  return { one, at, begin, box, gone, check, done: () => mock.timers.reset() };
}

test("faults are asked for half a second after the last change", async () => {
  let asked = 0;
  const { one, done } = checks(async () => (asked++, found([])));
  one.soon(1);
  mock.timers.tick(499);
  one.soon(2);
  mock.timers.tick(499);
  assert.equal(asked, 0);
  mock.timers.tick(1);
  assert.equal(asked, 1);
  done();
});

test("what is in the way is listed by its grade, each with its remedy and where it is; it cannot be begun then", async () => {
  const rows_ = [
    fault("note", { thing: "", place: "Head", remedy: "" }),
    fault("fault"),
    fault("fault", { thing: "b" }),
  ];
  const { at, begin, box, gone, check, done } = checks(async () => found(rows_));
  await check();
  const row = "<button.link>1/110</button> stands nowhere.<span.soft> Put it down.</span>";
  assert.equal(
    html(at("check-body")),
    "<div><p.fault>2 things are in the way of playing it.</p>" +
      `<section.checked><h2>In the way (2)</h2><ul><li.fault>${row}</li><li.fault>${row}</li></ul></section>` +
      "<section.checked><h2>To be known (1)</h2><ul><li.note><b>Head</b> stands nowhere.</li></ul></section></div>",
  );
  assert.deepEqual(
    [at("status").textContent, at("status").dataset.state, box.dataset.checked],
    ["2 faults", "bad", "1"],
  );
  assert.deepEqual([begin.getAttribute("aria-disabled"), begin.getAttribute("href")], ["true", null]);
  click(at("check-body").querySelectorAll("button")[1]);
  assert.deepEqual(gone, ["b"]);
  done();
});

test("what is sound can be begun, again too after it could not", async () => {
  const answers = [found([fault("fault")]), found([fault("doubt")])];
  const { at, begin, check, done } = checks(async () => answers.shift());
  await check();
  await check();
  assert.match(
    html(at("check-body")),
    /<p.sound>Sound: 3 units, and it can be begun.<\/p><section.checked><h2>Doubtful \(1\)/,
  );
  assert.deepEqual([at("status").textContent, at("status").dataset.state], ["Sound", "good"]);
  assert.deepEqual([begin.getAttribute("aria-disabled"), begin.getAttribute("href")], ["false", "/begin"]);
  done();
});

test("two hundred are listed, and it is said that there are more", async () => {
  const listed = async (many) => {
    const { at, check, done } = checks(async () => found(Array(many).fill(fault("fault"))));
    await check();
    done();
    return [at("check-body").querySelectorAll("li").length, texts(at("check-body"), ".checked p")];
  };
  assert.deepEqual(await listed(200), [200, []]);
  assert.deepEqual(await listed(201), [200, ["The first 200 of 201."]]);
});

test("an answer of another version, or one that was overtaken, is not shown; a fault of the question is", async () => {
  const slow = promised(),
    answers = [slow.promise, Promise.resolve(found([], { version: 2 }))];
  const { at, check, done } = checks(() => answers.shift());
  await check(2);
  await check(2);
  assert.match(html(at("check-body")), /Sound/);
  slow.resolve(found([fault("fault")], { version: 2 }));
  await settled();
  assert.match(html(at("check-body")), /Sound/);
  answers.push(Promise.resolve(found([fault("fault")], { version: 3 })));
  await check(2);
  assert.match(html(at("check-body")), /Sound/);
  answers.push(Promise.reject(new Fault(500, { why: "broken" })));
  await check(2);
  assert.equal(html(at("check-body")), "<div><p.fault>broken</p></div>");
  done();
});

test("in short: how many are still to be placed goes before faults", () => {
  assert.equal(inShort(found([], { units: 0 })), "No units yet");
  assert.equal(inShort(found([fault("fault")], { nowhere: 2 })), "2 of 3 to place");
  assert.equal(inShort(found([fault("fault"), fault("note")])), "1 fault");
  assert.equal(inShort(found([fault("note")])), "Sound");
});
