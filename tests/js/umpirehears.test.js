// The umpire's day hears of what others do, and looks again at once, but not while he writes or something is sent.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { happens, made, page, settled } from "./page.js";
import { streams } from "./stream.js";

const { listen } = await import("../../webui/static/umpire/listening.js");

function day({ data = { version: 3 }, busy = false, closing = false } = {}) {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  page({});
  streams.length = 0;
  const done = [];
  const one = {
    ...{ data, busy, closing },
    server: { base: "/c/one/umpire/", get: async (name) => (done.push(`get ${name}`), { version: 1 }) },
    load: async () => void done.push("loads"),
    take: (matters) => done.push(["takes", matters]),
    toast: (words) => done.push(["toast", words]),
  };
  listen(one);
  const take = async () => {
    await settled();
    return done.splice(0);
  };
  return { one, stream: streams[0], take, done };
}
test.afterEach(() => mock.timers.reset());

test("another version of the log is loaded, the same one is not, nor before there is anything", async () => {
  const { one, stream, take } = day();
  stream.send("view", { version: 3 });
  assert.deepEqual(await take(), []);
  stream.send("view", { version: 4 });
  assert.deepEqual(await take(), ["loads"]);
  one.data = null;
  stream.send("view", { version: 5 });
  assert.deepEqual(await take(), []);
});

test("when sheets have changed the matters are taken anew; the first sign only says how they are", async () => {
  const { stream, take } = day();
  stream.send("sheets", { sheets: "a" });
  stream.send("sheets", { sheets: "a" });
  assert.deepEqual(await take(), []);
  stream.send("sheets", { sheets: "b" });
  assert.deepEqual(await take(), ["get matters.json", ["takes", { version: 1 }]]);
});

test("while a dialog is open it waits until that is shut, and half a second more", async () => {
  const { stream, take } = day();
  const dialog = made("dialog", { open: "" });
  globalThis.document.append(dialog);
  stream.send("view", { version: 4 });
  mock.timers.tick(5000);
  assert.deepEqual(await take(), []);
  globalThis.document.replaceChildren();
  happens(dialog, "close");
  mock.timers.tick(499);
  assert.deepEqual(await take(), []);
  mock.timers.tick(1);
  assert.deepEqual(await take(), ["loads"]);
});

test("while something is sent, or the turn is closed, it is tried again each half second", async () => {
  for (const state of ["busy", "closing"]) {
    const { one, stream, take } = day({ [state]: true });
    stream.send("view", { version: 4 });
    for (let n = 0; n < 2; n++) mock.timers.tick(500);
    assert.deepEqual(await take(), [], state);
    one[state] = false;
    mock.timers.tick(500);
    assert.deepEqual(await take(), ["loads"], state);
    mock.timers.reset();
  }
});

test("a look that fails is left to the next sign; that the server is away is told, and that it is back", async () => {
  const { one, stream, take } = day();
  one.load = async () => Promise.reject(new Error("broken"));
  stream.send("view", { version: 4 });
  assert.deepEqual(await take(), []);
  const { Fault } = await import("../../webui/static/common/faults.js");
  one.server.get = async () => Promise.reject(new Fault(409, { why: "refused" }));
  stream.onerror();
  mock.timers.tick(5000);
  assert.deepEqual(await take(), [], "who refuses is there");
  one.server.get = async () => Promise.reject(new Fault(0, { why: "silent" }));
  mock.timers.tick(5000);
  assert.deepEqual(await take(), [["toast", "The server does not answer; what you see may be old."]]);
  stream.send("view", { version: 3 });
  assert.deepEqual(await take(), [
    ["toast", ""],
    ["toast", ""],
  ]);
});
