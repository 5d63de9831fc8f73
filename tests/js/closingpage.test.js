// The umpire's page of the closing: who has sealed, when it is looked at again, and what is said without the server.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { html, made, page, settled } from "./page.js";
import { open, server, streams } from "./stream.js";

const given = (key, more = {}) => ({ key, sealed: false, version: 0, at: "1944-12-16T05:30:59", code: "3f", ...more });

/** The umpire's page of the closing, of two commands. */
function closing() {
  const row = (key) => made("tr", { "data-command": key }, made("td", { class: "given" }, "?"));
  const rows = [row("a"), row("b")];
  const moved = made("p", { id: "moved", "data-base": "/c/one/umpire/", "data-turn": "1.2" });
  const root = page({ moved, sealed: "p", away: "p", table: made("table", {}, ...rows) });
  moved.hidden = true;
  return {
    moved,
    shown: () => rows.map((one) => html(one.querySelector(".given"))),
    sealed: root.getElementById("sealed"),
  };
}

test("a command has given nothing, a draft, or a sealed sheet with its version, time and code", async () => {
  page({});
  const { givenWords } = await open("sheets/closing.js");
  assert.deepEqual(givenWords(given("a")), ["nothing yet"]);
  assert.deepEqual(givenWords(given("a", { version: 1 })), ["a draft"]);
  const words = givenWords(given("a", { sealed: true, version: 2 }));
  assert.deepEqual(
    words.map((one) => (typeof one === "string" ? one : html(one))),
    ["<b>sealed</b>", ", version 2, 1944-12-16 05:30 ", "<span.code>3f</span>"],
  );
});

test("who has sealed is shown and counted; a command that is not told of stays as it is", async () => {
  page({});
  const { show } = await open("sheets/closing.js");
  const { shown, sealed, moved } = closing();
  show({ turn: "1.2", commands: [given("b", { sealed: true, version: 1 }), given("c")] }, "1.2");
  assert.equal(shown()[0], "<td.given>?</td>");
  assert.match(shown()[1], /<b>sealed<\/b>, version 1/);
  assert.equal(sealed.textContent, "1 of 2 commands have sealed.");
  assert.equal(moved.hidden, true);
});

test("when the turn has been closed that is said, and the page stays as it was", async () => {
  page({});
  const { show } = await open("sheets/closing.js");
  const { shown, sealed, moved } = closing();
  show({ turn: "1.3", commands: [given("a", { version: 1 })] }, "1.2");
  assert.deepEqual([moved.hidden, sealed.textContent, shown()[0]], [false, "", "<td.given>?</td>"]);
});

test("the page of the closing looks again at each new version, at sheets that changed, and when the server is back", async () => {
  streams.length = 0;
  closing();
  const asked = server({ turn: "1.2", commands: [] });
  await open("sheets/closing.js");
  const [stream] = streams;
  assert.equal(stream.address, "/c/one/umpire/events");
  const looks = async (act) => {
    asked.length = 0;
    act();
    await settled();
    return asked.map((address) => String(address).split("?")[0]);
  };
  const ONCE = ["/c/one/umpire/closing.json"];
  assert.deepEqual(
    await looks(() => stream.send("view", { version: 4 })),
    ONCE,
    "the turn may have been closed before",
  );
  assert.deepEqual(await looks(() => stream.send("view", { version: 4 })), []);
  assert.deepEqual(await looks(() => stream.send("view", { version: 5 })), ONCE);
  assert.deepEqual(
    await looks(() => stream.send("sheets", { sheets: "x" })),
    [],
    "how they are when it begins to listen",
  );
  assert.deepEqual(await looks(() => stream.send("sheets", { sheets: "x" })), []);
  assert.deepEqual(await looks(() => stream.send("sheets", { sheets: "y" })), ONCE);
});

test("a server that is away leaves the page of the closing as it is, says so, and is looked at again when it is back", async () => {
  streams.length = 0;
  closing();
  server(new TypeError("no connection"));
  mock.timers.enable({ apis: ["setInterval"] });
  await open("sheets/closing.js");
  const [stream] = streams,
    away = globalThis.document.getElementById("away");
  stream.send("view", { version: 1 });
  await settled();
  stream.onerror();
  mock.timers.tick(5000);
  await settled();
  assert.equal(away.hidden, false);
  const asked = server({ turn: "1.2", commands: [given("a", { sealed: true })] });
  stream.send("view", { version: 1 });
  await settled();
  assert.equal(asked.length, 1);
  assert.equal(away.hidden, true);
  assert.equal(globalThis.document.getElementById("sealed").textContent, "1 of 1 commands have sealed.");
  mock.timers.reset();
});

test("a stream that is lost and heard again while the server answers says nothing of its being away", async () => {
  streams.length = 0;
  closing();
  server({ turn: "1.2", commands: [] });
  await open("sheets/closing.js");
  const away = globalThis.document.getElementById("away");
  away.hidden = true;
  streams[0].onerror();
  streams[0].send("view", { version: 1 });
  await settled();
  assert.deepEqual([away.hidden, away.textContent], [true, ""]);
});
