// Dice of a real table: they are asked for until they fit, sent with what wanted them, and read from what is written.

import assert from "node:assert/strict";
import test from "node:test";

import { buttonOf, click, happens, made, page, settled } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Calling, facesIn } = await import("../../webui/static/page/orders/calling.js");

const dice = (why) => new Fault(409, { rule: "dice", why });

/** A page with the dialog, and a server that answers in turn. */
function table(...answers) {
  const field = made("input", {}),
    form = made("form", {}, made("p", { class: "wanted" }), field, made("div", { class: "fell" }), made("output")),
    dialog = made("dialog", { id: "calling" }, form);
  page({ calling: dialog });
  const sent = [];
  const server = {
    post: async (name, body) => {
      sent.push([name, body]);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    get: async (name) => (sent.push(name), { version: 9 }),
  };
  const say = (text) => form.querySelector(text).textContent;
  return { calling: new Calling(server), sent, dialog, field, form, say };
}

test("faces are read from whatever stands between them", () => {
  assert.deepEqual(facesIn("3, 5 and 61"), [3, 5, 6, 1]);
  assert.deepEqual(facesIn("none"), []);
});

test("what wants dice is sent again with those that fell, until they fit", async () => {
  const { calling, sent, dialog, field, say } = table(dice("two dice for a"), dice("one die for b"), "done");
  const posted = calling.post("orders", { order: 1 });
  await settled();
  assert.deepEqual([dialog.shown, say(".wanted"), say("output")], [1, "two dice for a", "0 dice"]);
  assert.equal(globalThis.document.activeElement, field);
  field.value = "3 5";
  dialog.close("fell");
  await settled();
  assert.deepEqual(
    [dialog.shown, say(".wanted"), say("output")],
    [2, "one die for b", "2 dice"],
    "what fell stays to be mended",
  );
  field.value = "6";
  dialog.close("fell");
  assert.equal(await posted, "done");
  assert.deepEqual(sent, [
    ["orders", { order: 1 }],
    ["orders", { order: 1, dice: [3, 5] }],
    ["orders", { order: 1, dice: [6] }],
  ]);
});

test("of what many do at once that which was done stands: the rest is sent on the version that is now", async () => {
  const { calling, sent, dialog, field } = table(dice("one"), "done");
  const posted = calling.post("play", { seq: 4 });
  await settled();
  field.value = "2";
  dialog.close("fell");
  await posted;
  assert.deepEqual(sent, [["play", { seq: 4 }], "version.json", ["play", { seq: 9, dice: [2] }]]);
});

test("who closes the dialog gives up: the refusal goes on, and nothing is kept for the next time", async () => {
  const { calling, dialog, field, sent } = table(dice("one"), dice("one"));
  const posted = calling.post("orders", {});
  await settled();
  field.value = "4";
  dialog.close("");
  await assert.rejects(posted, { rule: "dice" });
  assert.equal(field.value, "");
  assert.equal(sent.length, 1);
  // An answer that fell before does not hold for the next question.
  dialog.returnValue = "fell";
  const again = calling.post("orders", {});
  await settled();
  assert.equal(dialog.returnValue, "");
  dialog.close();
  await assert.rejects(again, { rule: "dice" });
});

test("what was called for one order is not called for the next", async () => {
  const { calling, field } = table("done");
  field.value = "3";
  await calling.post("orders", {});
  assert.equal(field.value, "");
});

test("other refusals go on at once, and where the page has no dialog those of dice do", async () => {
  const { calling, dialog } = table(new Fault(409, { rule: "Z 3", why: "no" }));
  await assert.rejects(calling.post("orders", {}), { rule: "Z 3" });
  assert.equal(dialog.shown, 0);
  page({});
  const bare = new Calling({ post: async () => Promise.reject(dice("one")) });
  await assert.rejects(bare.post("orders", {}), { rule: "dice" });
  const wrong = new Calling({ post: async () => Promise.reject(new TypeError("a mistake")) });
  await assert.rejects(wrong.post("orders", {}), TypeError);
});

test("faces are added by their buttons, taken away from the end, and counted as they stand", () => {
  const { field, form, say } = table();
  const counted = () => [field.value, say("output")];
  click(buttonOf(form, "5"));
  assert.deepEqual(counted(), ["5", "1 die"]);
  click(buttonOf(form, "6"));
  assert.deepEqual(counted(), ["5 6", "2 dice"]);
  click(buttonOf(form, "←"));
  assert.deepEqual(counted(), ["5", "1 die"]);
  field.value = " 12 3 ";
  happens(field, "input");
  assert.deepEqual(counted(), [" 12 3 ", "3 dice"]);
  click(buttonOf(form, "←"));
  assert.deepEqual(counted(), ["12", "2 dice"]);
  assert.equal(form.querySelectorAll("button.die").length, 7);
  assert.equal(buttonOf(form, "1").getAttribute("aria-label"), "a 1 fell");
});
