// Small scripts of a desk's pages: what they do when the page opens, and on each sign of the server.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { happens, html, made, page, settled } from "./page.js";
import { open, server, streams } from "./stream.js";

const { drawn } = await open("sheets/share.js");
const draw = (room) => room.fill(10);

test("a share is sixteen bytes in hexadecimal digits, two to a byte", () => {
  assert.equal(drawn(draw), "0a".repeat(16));
});

test("a page draws a share where none is written, and leaves one that is", async () => {
  const field = (value) => {
    const one = made("input", { "data-share": "" });
    one.value = value;
    page({ field: one });
    return one;
  };
  const empty = field("");
  await open("sheets/share.js");
  assert.match(empty.value, /^[0-9a-f]{32}$/);
  const written = field("mine");
  await open("sheets/share.js");
  assert.equal(written.value, "mine");
  page({});
  await open("sheets/share.js");
});

test("the line that the server is away has its words while it is, and is not there else", async () => {
  const line = made("p", { id: "away", "data-words": "No server." });
  page({ away: line });
  const { showAway } = await open("sheets/away.js");
  showAway(true);
  assert.deepEqual([line.hidden, line.textContent], [false, "No server."]);
  showAway(false);
  assert.deepEqual([line.hidden, line.textContent], [true, ""]);
  delete line.dataset.words;
  showAway(true);
  assert.equal(line.textContent, "");
});

test("an umpire's page of forms hears whether the server is there, if it has a line for it", async () => {
  streams.length = 0;
  page({});
  await open("sheets/listening.js");
  assert.equal(streams.length, 0);
  const line = made("p", { id: "away", "data-base": "/c/one/umpire/", "data-words": "No server." });
  line.hidden = true;
  page({ away: line });
  server(new TypeError("no connection"));
  mock.timers.enable({ apis: ["setInterval"] });
  await open("sheets/listening.js");
  assert.equal(streams[0].address, "/c/one/umpire/events");
  streams[0].onerror();
  mock.timers.tick(5000);
  await settled();
  assert.equal(line.hidden, false);
  streams[0].send("view", { version: 1 });
  assert.equal(line.hidden, true);
  streams[0].onerror();
  streams[0].send("view", { version: 1 });
  assert.equal(line.hidden, true, "a stream that was lost for a moment is no server that is away");
  mock.timers.reset();
});

/** A page of a desk; a `keep` of null: it is not to be kept. */
function desk({ keep = null, old = null } = {}) {
  streams.length = 0;
  const contents = made("main", {
    id: "contents",
    "data-base": "/c/one/us/",
    ...(keep === null ? {} : { "data-keep": keep }),
  });
  const moved = made("p", { id: "moved" });
  moved.hidden = true;
  page({ contents, moved, away: "p", ...(old ? { old } : {}) });
  return moved;
}

test("a desk's page says once that the turn was closed, whatever the first version was", async () => {
  for (const first of [0, 7]) {
    const moved = desk();
    await open("sheets/hearing.js");
    const [stream] = streams;
    assert.equal(stream.address, "/c/one/us/events");
    stream.send("view", { version: first });
    assert.equal(moved.hidden, true);
    stream.send("view", { version: first });
    assert.equal(moved.hidden, true);
    stream.send("view", { version: 8 });
    assert.equal(moved.hidden, first === 7 ? false : true);
    stream.send("view", { version: 9 });
    assert.equal(moved.hidden, false);
  }
});

test("a stream that is lost and heard again while the server answers says nothing of its being away", async () => {
  desk();
  const away = globalThis.document.getElementById("away");
  away.hidden = true;
  await open("sheets/hearing.js");
  streams[0].onerror();
  streams[0].send("view", { version: 1 });
  assert.deepEqual([away.hidden, away.textContent], [true, ""]);
});

test("a page that was kept leads to the one the server has, once it answers, and no more than once", async () => {
  const old = (hidden) => {
    const line = made("p", { id: "old" }, "as it was");
    line.hidden = hidden;
    desk({ old: line });
    return line;
  };
  const shown = old(false);
  await open("sheets/hearing.js");
  streams[0].send("view", { version: 1 });
  assert.equal(html(shown), "<p>The server answers again: <a>see this page as it is now</a></p>");
  assert.equal(shown.querySelector("a").getAttribute("href"), "/c/one/us/day");
  const [link] = shown.children;
  streams[0].send("view", { version: 1 });
  assert.equal(shown.children[0], link);
  const fresh = old(true);
  await open("sheets/hearing.js");
  streams[0].send("view", { version: 1 });
  assert.equal(fresh.textContent, "as it was");
  desk();
  await open("sheets/hearing.js");
  streams[0].send("view", { version: 1 });
});

test("where the browser lets it, a desk's pages are kept, this one and those of its tabs", async () => {
  const posted = [],
    registered = [];
  const worker = {
    register: async (...given_) => void registered.push(given_),
    ready: Promise.resolve({ active: { postMessage: (words) => posted.push(words) } }),
  };
  const set = (value) => Object.defineProperty(globalThis, "navigator", { configurable: true, value });
  globalThis.location.href = "https://x/c/one/us/day";
  globalThis.HTMLAnchorElement = globalThis.HTMLElement;
  set({ serviceWorker: worker });
  desk();
  await open("sheets/hearing.js");
  await settled();
  assert.deepEqual(registered, [], "a page that is not to be kept is not");
  desk({ keep: "" });
  const tab = made("a", {});
  tab.href = "https://x/c/one/us/units";
  globalThis.document.append(made("nav", { class: "desk-tabs" }, tab));
  await open("sheets/hearing.js");
  await settled();
  assert.deepEqual(registered, [["/keeper.js", { scope: "/" }]]);
  assert.deepEqual(posted, [{ keep: ["https://x/c/one/us/day", "https://x/c/one/us/units"] }]);
  set({});
  desk({ keep: "" });
  await open("sheets/hearing.js");
  set({ serviceWorker: { register: async () => Promise.reject(new Error("refused")) } });
  desk({ keep: "" });
  await open("sheets/hearing.js");
  await settled();
  assert.equal(registered.length, 1);
});

test("a link's secret is taken out of the address before it is sent; without one nothing is", async () => {
  const done = [];
  globalThis.history = { replaceState: (...more) => done.push(more) };
  const form = made("form", { id: "join" });
  form.submit = () => done.push("sent");
  page({ join: form, secret: "input" });
  globalThis.location.pathname = "/join";
  globalThis.location.hash = "";
  await open("door/join.js");
  assert.deepEqual(done, []);
  globalThis.location.hash = "#abc";
  await open("door/join.js");
  assert.deepEqual(done, [[null, "", "/join"], "sent"]);
  assert.equal(globalThis.document.getElementById("secret").value, "abc");
});

test("a map in work begins with a file: while it is read that is said, then one is led there; a fault is told", async () => {
  const name = made("input", { name: "map" }),
    file = made("input", { name: "file" }),
    form = made("form", { id: "upload", "data-token": "t" }, name, file);
  page({ upload: form, "upload-note": "p" });
  const note = globalThis.document.getElementById("upload-note");
  name.value = "My map";
  file.files = [];
  const asked = server({ address: "/m/my-map" });
  await open("editor/maps.js");
  assert.equal(happens(form, "submit").stopped, 1);
  await settled();
  assert.deepEqual([asked, note.textContent], [[], ""]);
  file.files = ["the file"];
  happens(form, "submit");
  assert.deepEqual([note.className, note.textContent], ["soft", "Reading the map …"]);
  await settled();
  assert.deepEqual([asked, globalThis.location.to], [["/m/upload?map=My+map"], "/m/my-map"]);
  server(new TypeError("no connection"));
  happens(form, "submit");
  await settled();
  assert.equal(note.className, "fault");
  assert.notEqual(note.textContent, "Reading the map …");
});

test("seconds in which the umpire does something are counted while he sees the page, and sent each minute", async () => {
  const { Minutes } = await open("umpire/minutes.js");
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  page({});
  const { document } = globalThis;
  document.visibilityState = "visible";
  const sent = [];
  const minutes = new Minutes(async (seconds) => void sent.push(seconds));
  mock.timers.tick(59_000);
  assert.deepEqual([minutes.seconds, sent], [59, []]);
  mock.timers.tick(1000);
  assert.deepEqual([minutes.seconds, sent], [0, [60]], "a minute after the last move counts still");
  mock.timers.tick(1000);
  assert.equal(minutes.seconds, 0, "and no second more");
  happens(document, "keydown");
  mock.timers.tick(2000);
  document.visibilityState = "hidden";
  mock.timers.tick(2000);
  assert.equal(minutes.seconds, 2);
  document.visibilityState = "visible";
  minutes.send = async () => Promise.reject(new Error("away"));
  minutes.seconds = 59;
  happens(document, "pointermove");
  mock.timers.tick(1000);
  await settled();
  assert.equal(minutes.seconds, 59, "what could not be sent counts again, as far as a minute goes");
  mock.timers.reset();
});
