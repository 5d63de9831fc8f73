// A file that was made is kept where the browser keeps files.

import assert from "node:assert/strict";
import test from "node:test";

import { save } from "../../webui/static/common/saving.js";

test("a file is saved under its name, and its address is given back later", (context) => {
  const done = [],
    link = { click: () => done.push(["click", link.href, link.download]) };
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(URL, "createObjectURL", (blob) => `blob:${blob}`);
  context.mock.method(URL, "revokeObjectURL", (address) => done.push(["freed", address]));
  globalThis.document = { createElement: (tag) => (tag === "a" ? link : null) };
  save({ blob: "sheets", name: "Ardennes.pdf" });
  assert.deepEqual(done, [["click", "blob:sheets", "Ardennes.pdf"]]);
  context.mock.timers.tick(59_999);
  assert.equal(done.length, 1);
  context.mock.timers.tick(1);
  assert.deepEqual(done[1], ["freed", "blob:sheets"]);
});
