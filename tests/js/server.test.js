// What is asked of the server, and what is made of its answers.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import test, { beforeEach } from "node:test";

import { Fault } from "../../webui/static/common/faults.js";
import { Server } from "../../webui/static/common/server.js";
import { answered } from "./made.js";

// Node 18 has it under another name.
globalThis.crypto ??= webcrypto;

let asked, answers;

beforeEach(() => {
  asked = [];
  answers = [];
  globalThis.fetch = async (url, options) => {
    asked.push({ url, options, body: options.body && JSON.parse(options.body) });
    const answer = answers.shift();
    if (!answer) throw new TypeError("no connection");
    return answer;
  };
});

test("what is not known is left out of the address, and nothing is kept", async () => {
  answers = [answered(200, { version: 3 })];
  const told = await new Server("/c/x/umpire/", "t").get("log.json", {
    since: 0,
    at: null,
    unit: undefined,
    side: "a b",
  });
  assert.deepEqual(told, { version: 3 });
  assert.equal(asked[0].url, "/c/x/umpire/log.json?since=0&side=a+b");
  assert.equal(asked[0].options.cache, "no-store");
  assert.equal(asked[0].options.headers.Accept, "application/json");
});

test("a file comes back whole under the name that the server gives it", async () => {
  const headers = { "Content-Disposition": 'attachment; filename="ardennes.pdf"' };
  answers = [new Response("%PDF", { status: 200, headers })];
  const { blob, name } = await new Server("/c/x/umpire/", "t").file("export/map.pdf", { mm: "20" });
  assert.deepEqual([await blob.text(), name], ["%PDF", "ardennes.pdf"]);
  assert.equal(asked[0].url, "/c/x/umpire/export/map.pdf?mm=20");
});

test("a file that cannot be made comes back as the refusal, and one that breaks off as a silent server", async () => {
  answers = [answered(400, { error: { why: "2310 sheets are more than 400", remedy: "take larger paper" } })];
  await assert.rejects(new Server("/", "t").file("export/map.pdf"), /2310 sheets are more/);
  const cut = new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError("cut")) }), {
    status: 200,
  });
  answers = [cut];
  const fault = await new Server("/", "t").file("export/map.pdf").catch((error) => error);
  assert.deepEqual([fault.status, fault.rule], [0, "connection"]);
});

test("a refusal comes back with its paragraph, reason and way out", async () => {
  answers = [answered(409, { error: { rule: "ZN 4.13", why: "too far", remedy: "go nearer" } })];
  const fault = await new Server("/", "t").post("orders", {}).catch((error) => error);
  assert.ok(fault instanceof Fault);
  assert.deepEqual([fault.status, fault.rule, fault.words], [409, "ZN 4.13", "too far; go nearer"]);
  assert.equal(asked.length, 1, "it is not tried again");
});

test("a refusal without words says what the server answered", async () => {
  answers = [answered(500, "<h1>Oops</h1>")];
  await assert.rejects(new Server("/", "t").get("view.json"), /the server answered 500/);
});

test("an answer that cannot be read is a fault, not an empty one", async () => {
  answers = [answered(200, "<html>")];
  await assert.rejects(new Server("/", "t").get("view.json"), /cannot be read/);
});

test("an order carries the token and one id for all its tries", async (t) => {
  const clock = stopped(t),
    sent = new Server("/c/", "secret").post("orders", { order: 1 });
  answers = [];
  await soon();
  answers = [answered(200, { done: true })];
  clock.ring();
  assert.deepEqual(await sent, { done: true });
  assert.equal(asked.length, 2);
  assert.equal(asked[0].options.headers["X-Sandtable-Token"], "secret");
  assert.match(asked[0].body.command_id, /^[0-9a-f-]{32,36}$/);
  assert.equal(asked[0].body.command_id, asked[1].body.command_id);
  assert.equal(asked[1].body.order, 1);
});

test("two orders have two ids", async () => {
  answers = [answered(200, {}), answered(200, {})];
  const server = new Server("/", "t");
  await server.post("orders", {});
  await server.post("orders", {});
  assert.notEqual(asked[0].body.command_id, asked[1].body.command_id);
});

test("a connection that does not come back is given up after three tries", async (t) => {
  const clock = stopped(t),
    sent = new Server("/", "t").post("orders", {}).catch((error) => error);
  for (let n = 0; n < 3; n++) {
    await soon();
    clock.ring();
  }
  const fault = await sent;
  assert.deepEqual([fault.status, fault.rule, asked.length], [0, "connection", 3]);
});

test("a server that was started anew gives another token, and the order is sent again with it", async () => {
  answers = [answered(403, { error: { rule: "token" } }), answered(200, { token: "new" }), answered(200, { done: 1 })];
  assert.deepEqual(await new Server("/c/", "old").post("orders", {}), { done: 1 });
  assert.deepEqual(
    asked.map(({ url, options }) => [url, options.headers["X-Sandtable-Token"]]),
    [
      ["/c/orders", "old"],
      ["/c/token.json", undefined],
      ["/c/orders", "new"],
    ],
  );
});

/** Stop the clock; `ring` lets all that waits go on. */
function stopped(t) {
  const { setTimeout: real } = globalThis,
    waiting = [];
  globalThis.setTimeout = (act) => waiting.push(act);
  t.after(() => (globalThis.setTimeout = real));
  return { ring: () => waiting.splice(0).forEach((act) => act()) };
}

async function soon() {
  for (let n = 0; n < 10; n++) await Promise.resolve();
}
