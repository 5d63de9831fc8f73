// The line that an order is written in: what is said of it while it is written, and what is given.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { promised } from "./made.js";
import { happens, page, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Writing } = await import("../../webui/static/page/orders/writing.js");

function writing({ preview = async () => ({ path: [], refusal: null, dice: "" }), fault = null } = {}) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const root = page({ notation: "input", "notation-form": "form", "notation-note": "p" }),
    done = [];
  const one = new Writing({
    preview: (text) => (done.push(["looks", text]), preview(text)),
    give: async (text) => (done.push(["gives", text]), fault),
    showPath: (path) => done.push(["path", path]),
  });
  const field = root.getElementById("notation"),
    note = root.getElementById("notation-note");
  const write = (text) => {
    field.value = text;
    happens(field, "input");
  };
  const look = async (text) => {
    write(text);
    mock.timers.tick(350);
    await settled();
    return [note.textContent, note.className];
  };
  const send = async () => {
    const { stopped } = happens(root.getElementById("notation-form"), "submit");
    await settled();
    return stopped;
  };
  return { one, field, note, write, look, send, take: () => done.splice(0) };
}
test.afterEach(() => mock.timers.reset());

test("what is written is looked at 0.35 seconds after the last letter: whether it is allowed, and what it rolls", async () => {
  const { write, look, take } = writing();
  write("a");
  mock.timers.tick(349);
  assert.deepEqual(await look(" a M "), ["Allowed.", "note good"]);
  assert.deepEqual(take(), [["looks", "a M"]]);
  assert.deepEqual(await look("  "), ["", "note "]);
  assert.deepEqual(take(), []);
  const dice = writing({ preview: async () => ({ path: [1, 2], refusal: null, dice: "2d6" }) });
  assert.deepEqual(await dice.look("a x b"), ["Allowed; it rolls 2d6.", "note good"]);
  assert.deepEqual(dice.take()[1], ["path", [1, 2]]);
  const still = writing({ preview: async () => ({ path: [1], refusal: { rule: "Z 3", why: "no" }, dice: "" }) });
  assert.deepEqual(await still.look("a"), ["Z 3 no", "note bad"]);
  assert.deepEqual(still.take().length, 1);
  const broken = writing({ preview: async () => Promise.reject(new Fault(0, { why: "silent" })) });
  assert.deepEqual(await broken.look("a"), [" silent", "note soft"]);
});

test("an answer to what was written before is not shown", async () => {
  const slow = promised(),
    { write, look, note } = writing({ preview: () => slow.promise });
  await look("a");
  write("ab");
  slow.resolve({ path: [], refusal: null, dice: "" });
  await settled();
  assert.equal(note.textContent, "");
});

test("what is written is given and goes; what is refused, or written meanwhile, stays", async () => {
  const { field, send, take } = writing();
  field.value = " ";
  assert.equal(await send(), 1);
  assert.deepEqual(take(), []);
  field.value = "a M";
  await send();
  assert.deepEqual([take(), field.value], [[["gives", "a M"]], ""]);
  const refused = writing({ fault: new Fault(409, { why: "no" }) });
  refused.field.value = "a M";
  await refused.send();
  assert.deepEqual([refused.field.value, refused.note.textContent, refused.note.className], ["a M", " no", "note bad"]);
  const quick = writing();
  quick.one.give = async () => void (quick.field.value = "b M");
  quick.field.value = "a M";
  await quick.send();
  assert.equal(quick.field.value, "b M");
});

test("an order made by clicks is echoed, and none is not; a page without the line hears nothing", () => {
  const { one, field } = writing();
  one.echo("a M");
  one.echo("");
  assert.equal(field.value, "a M");
  one.enable(false);
  assert.equal(field.disabled, true);
  one.enable(true);
  assert.equal(field.disabled, false);
  page({});
  const bare = new Writing({});
  bare.echo("x");
  bare.clear();
  bare.enable(true);
  bare.remark("x");
});
