// What comes from the server by itself, and files that go to it.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { made, happens, page, settled } from "./page.js";

class Stream {
  static CLOSED = 2;
  static all = [];
  constructor(url) {
    Object.assign(this, { url, readyState: 1, heard: {}, closed: 0 });
    Stream.all.push(this);
  }
  addEventListener(kind, listener) {
    this.heard[kind] = listener;
  }
  close() {
    this.closed += 1;
  }
  tells(version) {
    this.heard.view({ data: JSON.stringify({ version }) });
  }
  fails(readyState) {
    this.readyState = readyState;
    this.onerror();
  }
}

const away = {};
globalThis.EventSource = Stream;
globalThis.window = { addEventListener: (kind, listener) => (away[kind] = listener) };
const { Fault } = await import("../../webui/static/common/faults.js");
const { Live } = await import("../../webui/static/common/live.js");
const { sendFile } = await import("../../webui/static/common/sending.js");

function listening() {
  const heard = [],
    server = { base: "/c/toy/umpire/", asked: 0, answer: async () => ({ version: 7 }) };
  server.get = (name) => ((server.asked += 1), assert.equal(name, "version.json"), server.answer());
  const live = new Live(
    server,
    (version) => heard.push(version),
    () => heard.push("back"),
    (gone) => heard.push(gone ? "away" : "there"),
  );
  return { live, server, heard, stream: Stream.all.at(-1) };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Stream.all.length = 0;
});

test("what the stream tells is given on, and as long as it holds nothing is asked", () => {
  const { heard, server, stream } = listening();
  assert.equal(stream.url, "/c/toy/umpire/events");
  stream.tells(3);
  stream.tells(4);
  mock.timers.tick(60000);
  assert.deepEqual([heard, server.asked], [[3, 4], 0]);
});

test("while the stream is lost the version is asked for every five seconds, by one clock only", async () => {
  const { heard, server, stream } = listening();
  stream.fails(0);
  stream.fails(0);
  mock.timers.tick(4999);
  assert.equal(server.asked, 0);
  mock.timers.tick(1);
  await settled();
  mock.timers.tick(5000);
  await settled();
  assert.deepEqual([server.asked, heard], [2, [7, 7]]);
  assert.equal(Stream.all.length, 1, "the browser listens again itself");
});

test("a page whose stream went to another page of the same person asks, and listens again after a minute", async () => {
  const { heard, server, stream } = listening();
  stream.heard.enough({ data: "{}" });
  assert.equal(stream.closed, 1);
  mock.timers.tick(5000);
  await settled();
  assert.deepEqual([server.asked, heard, Stream.all.length], [1, [7], 1]);
  mock.timers.tick(55000);
  assert.equal(Stream.all.length, 2);
});

test("a server that does not answer is asked again", async () => {
  const { heard, server, stream } = listening();
  server.answer = () => Promise.reject(new Error("no"));
  stream.fails(0);
  mock.timers.tick(5000);
  await settled();
  server.answer = async () => ({ version: 8 });
  mock.timers.tick(5000);
  await settled();
  assert.deepEqual(heard, [8]);
});

test("a server that is away is told of once, and again when it answers", async () => {
  const { heard, server, stream } = listening();
  server.answer = () => Promise.reject(new Fault(0, { why: "the server does not answer" }));
  stream.fails(0);
  mock.timers.tick(5000);
  await settled();
  mock.timers.tick(5000);
  await settled();
  assert.deepEqual(heard, ["away"]);
  server.answer = async () => ({ version: 8 });
  mock.timers.tick(5000);
  await settled();
  assert.deepEqual(heard, ["away", "there", 8]);
  server.answer = () => Promise.reject(new Fault(0, { why: "the server does not answer" }));
  mock.timers.tick(5000);
  await settled();
  stream.tells(9);
  assert.deepEqual(heard.slice(3), ["away", "back", "there", 9], "a stream that is heard again says so too");
});

test("a stream that is heard again is told of once, and then nothing is asked any more", async () => {
  const { heard, server, stream } = listening();
  stream.fails(0);
  stream.tells(5);
  stream.tells(6);
  mock.timers.tick(20000);
  await settled();
  assert.deepEqual([heard, server.asked], [["back", 5, 6], 0]);
  stream.fails(0);
  mock.timers.tick(5000);
  await settled();
  assert.equal(server.asked, 1, "when it is lost anew it is asked for anew");
});

test("a stream that the browser gave up is asked for again after a minute", () => {
  const { live, stream } = listening();
  stream.fails(Stream.CLOSED);
  assert.equal(stream.closed, 1);
  mock.timers.tick(59999);
  assert.equal(Stream.all.length, 1);
  mock.timers.tick(1);
  assert.equal(Stream.all.length, 2);
  assert.equal(live.source, Stream.all[1]);
});

test("who leaves the page closes the stream that is heard then", () => {
  const { stream } = listening();
  stream.fails(Stream.CLOSED);
  mock.timers.tick(60000);
  away.pagehide();
  assert.deepEqual([stream.closed, Stream.all[1].closed], [1, 1]);
});

test("a file is sent as it is; a refusal comes back as one, and so does a lost connection", async () => {
  const sent = [];
  globalThis.fetch = async (url, how) => (
    sent.push([url, how]),
    { ok: true, json: async () => ({ address: "/m/a/" }) }
  );
  assert.deepEqual(await sendFile("/m/upload", "the file", "secret"), { address: "/m/a/" });
  assert.deepEqual([sent[0][0], sent[0][1].method, sent[0][1].body], ["/m/upload", "POST", "the file"]);
  assert.equal(sent[0][1].headers["X-Sandtable-Token"], "secret");
  const error = { rule: "upload", why: "no map", remedy: "send a GeoPackage" };
  globalThis.fetch = async () => ({ ok: false, status: 422, json: async () => ({ error }) });
  await assert.rejects(sendFile("/m/upload", "", ""), { status: 422, words: "no map; send a GeoPackage" });
  globalThis.fetch = async () => ({ ok: false, status: 502, json: () => Promise.reject(new SyntaxError("<html>")) });
  await assert.rejects(sendFile("/m/upload", "", ""), { status: 502, words: "the server answered 502" });
  globalThis.fetch = () => Promise.reject(new TypeError("lost"));
  await assert.rejects(sendFile("/m/upload", "", ""), { status: 0, rule: "connection" });
});

test("a map of one's own is sent under its name, and the page goes to it; what is refused is told", async () => {
  const name = made("input", { name: "map" }),
    file = made("input", { name: "file" }),
    form = made("form", { id: "upload", "data-token": "secret" }, name, file);
  const root = page({ form, "upload-note": "p" }),
    note = root.getElementById("upload-note"),
    gone = [],
    sent = [];
  await import("../../webui/static/editor/maps.js");
  globalThis.location = { assign: (address) => gone.push(address) };
  globalThis.fetch = async (url, { headers }) => {
    sent.push([url, headers["X-Sandtable-Token"], note.textContent]);
    return { ok: true, json: async () => ({ address: "/m/our+map/" }) };
  };
  name.value = "our map";
  const empty = happens(form, "submit");
  await empty.done;
  assert.deepEqual([empty.stopped, sent], [1, []], "without a file nothing is sent, and the page stays");
  file.files = ["the file"];
  await happens(form, "submit").done;
  assert.deepEqual(sent, [["/m/upload?map=our+map", "secret", "Reading the map …"]]);
  assert.deepEqual(gone, ["/m/our+map/"]);
  assert.equal(note.className, "soft");
  globalThis.fetch = async () => ({ ok: false, status: 422, json: async () => ({ error: { why: "no map" } }) });
  await happens(form, "submit").done;
  assert.deepEqual([note.className, note.textContent, gone.length], ["fault", "no map", 1]);
});
