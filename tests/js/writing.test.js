// The line that an order is written in: what is typed while another is under way is neither lost nor silently let lie.

import assert from "node:assert/strict";
import { test } from "node:test";

import { promised } from "./made.js";
import { page } from "./page.js";

const { Fault } = await import("../../webui/static/common/faults.js");
const { Writing } = await import("../../webui/static/page/orders/writing.js");

test("a second order typed while the first is under way stays, and is told of", async () => {
  const root = page({ notation: "input", "notation-form": "form", "notation-note": "p" });
  const [field, form, note] = ["notation", "notation-form", "notation-note"].map((id) => root.querySelector(`#${id}`));
  const given = [],
    first = promised();
  const busy = new Fault(409, {
    why: "the last order is still under way",
    remedy: "give this one when it is answered",
  });
  const give = async (notation) => (given.push(notation), given.length === 1 ? first.promise : busy);
  new Writing({ preview: assert.fail, showPath: assert.fail, give });
  const press = () => form.heard.submit.forEach((hears) => hears({ preventDefault() {} }));
  field.value = "a M 0101-0102";
  press();
  field.value = "b M 0201-0202";
  press();
  await new Promise((resolve) => setTimeout(resolve));
  assert.match(note.textContent, /still under way; give this one when it is answered/);
  first.resolve(null);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(given, ["a M 0101-0102", "b M 0201-0202"]);
  assert.equal(field.value, "b M 0201-0202", "the first is done, and the second is not wiped out with it");
});
