// The worker that keeps a desk's pages on a device: what it keeps and lets go, and what it shows without the server.

import assert from "node:assert/strict";
import test from "node:test";

const HOME = "https://desk";
globalThis.location = { origin: HOME };
const heard = {};
globalThis.addEventListener = (kind, listener) => (heard[kind] = listener);
const done = [];
globalThis.skipWaiting = () => void done.push("no waiting");
globalThis.clients = { claim: async () => void done.push("claimed") };

const pathOf = (asked) => new URL(typeof asked === "string" ? asked : asked.url, HOME).pathname;
/** What a browser keeps: stores by name, each of answers by path. */
const kept = new Map();
class Store extends Map {
  async put(asked, answer) {
    this.set(pathOf(asked), answer);
  }
  async match(asked) {
    return this.get(pathOf(asked))?.clone();
  }
  async keys() {
    return [...super.keys()].map((path) => ({ url: HOME + path }));
  }
  async add(path) {
    const answer = await globalThis.fetch(path);
    if (!answer.ok) throw new Error("not there");
    await this.put(path, answer);
  }
  async delete(asked) {
    return super.delete(pathOf(asked));
  }
}
globalThis.caches = {
  keys: async () => [...kept.keys()],
  open: async (name) => {
    if (!kept.has(name)) kept.set(name, new Store());
    return kept.get(name);
  },
  delete: async (name) => kept.delete(name),
  match: async (asked) => {
    for (const store of kept.values()) if (await store.match(asked)) return store.match(asked);
    return undefined;
  },
};

/** What the server has, by path; null: it is away. */
let site = {};
const asked = [];
globalThis.fetch = async (request, how) => {
  const path = pathOf(request);
  asked.push(how ? [path, how.redirect] : path);
  if (!site) throw new TypeError("no connection");
  const answer = site[path];
  return answer ?? new Response("", { status: 404, headers: { "Content-Type": "text/html" } });
};
await import("../../webui/static/sheets/keeper.js");

const ME = "0123456789abcdef",
  YOU = "fedcba9876543210";
const HTML = { "Content-Type": "text/html; charset=utf-8" };
const content = (title, { session = ME, keep = " data-keep", parts = "" } = {}) =>
  `<html lang="en" data-session="${session}"><title>${title}</title>${parts}` +
  `<main id="contents"${keep}><p id="old" class="x" hidden></p></main></html>`;
const answer = (text, more = {}) => new Response(text, { headers: { ...HTML, ...more } });

/** Have the browser open something; gives what it is answered, once all is kept. */
async function open(path, { mode = "navigate", method = "GET", origin = HOME } = {}) {
  const waits = [];
  let given;
  const event = {
    request: { url: origin + path, method, mode },
    respondWith: (answered) => (given = answered),
    waitUntil: (work) => waits.push(work),
  };
  heard.fetch(event);
  const found = await given;
  await Promise.all(waits);
  return found;
}
const tell = async (data) => {
  let work;
  heard.message({ data, waitUntil: (one) => (work = one) });
  await work;
};
const paths = () =>
  Object.fromEntries([...kept].map(([name, store]) => [name, [...Map.prototype.keys.call(store)].sort()]));

test.beforeEach(() => {
  kept.clear();
  asked.length = 0;
  site = { "/c/one/us/day": answer(content("Day")) };
});

test("it begins at once, for pages that are open already too", async () => {
  heard.install();
  let work;
  heard.activate({ waitUntil: (one) => (work = one) });
  await work;
  assert.deepEqual(done, ["no waiting", "claimed"]);
});

test("a page of a desk is kept as it is answered, for its session, with its policy", async () => {
  site["/c/one/us/day"] = answer(content("Day"), { "Content-Security-Policy": "default-src 'none'" });
  const shown = await open("/c/one/us/day");
  assert.match(await shown.text(), /<title>Day/);
  assert.deepEqual(paths(), { [`desk-${ME}`]: ["/c/one/us/day"] });
  const one = await globalThis.caches.match("/c/one/us/day");
  assert.equal(one.headers.get("Content-Security-Policy"), "default-src 'none'");
  site = { "/c/one/us/units": answer(content("Units")) };
  await open("/c/one/us/units");
  assert.equal(
    (await globalThis.caches.match("/c/one/us/units")).headers.get("Content-Security-Policy"),
    "default-src 'self'",
  );
});

test("without the server a kept page is shown with a line that says when it was so", async () => {
  await open("/c/one/us/day");
  site = null;
  const text = await (await open("/c/one/us/day")).text();
  assert.match(
    text,
    /<p id="old" class="x">The server does not answer. You see this page as it was at \d{4}-\d\d-\d\d \d\d:\d\d UTC. <\/p>/,
  );
});

test("other pages, pages with a question and other sites are not kept; what is sent is left alone", async () => {
  site["/c/one/us/orders"] = answer(content("Orders"));
  await open("/c/one/us/orders");
  await open("/c/one/us/day?at=3");
  assert.deepEqual(paths(), {});
  assert.equal(await open("/c/one/us/day", { method: "POST" }), undefined);
  assert.equal(await open("/c/one/us/day", { origin: "https://other" }), undefined);
  assert.equal(await open("/picture.png", { mode: "no-cors" }), undefined);
});

test("a page that is no longer to be kept, or that is refused, is let go, and the others stay", async () => {
  site["/c/one/us/units"] = answer(content("Units"));
  const again = async (changed) => {
    for (const page of ["day", "units"]) {
      site[`/c/one/us/${page}`] = answer(content(page));
      await open(`/c/one/us/${page}`);
    }
    site["/c/one/us/day"] = changed;
    await open("/c/one/us/day");
    return paths()[`desk-${ME}`];
  };
  assert.deepEqual(await again(answer(content("Day", { keep: "" }))), ["/c/one/us/units"]);
  assert.deepEqual(await again(new Response(content("Day"), { status: 403, headers: HTML })), ["/c/one/us/units"]);
  assert.deepEqual(await again(answer("<html><title>no session</title></html>")), ["/c/one/us/units"]);
  assert.deepEqual(await again(new Response("{}", { headers: { "Content-Type": "application/json" } })), [
    "/c/one/us/day",
    "/c/one/us/units",
  ]);
});

test("another session ends what was kept of the one before, and so does the page of the sign-in; other stores stay", async () => {
  kept.set("other", new Store());
  await open("/c/one/us/day");
  site["/c/two/us/day"] = answer(content("Day", { session: YOU }));
  await open("/c/two/us/day");
  assert.deepEqual(Object.keys(paths()), ["other", `desk-${YOU}`]);
  site["/sign-in"] = answer("<html><title>Sign in</title></html>");
  await open("/sign-in");
  assert.deepEqual(Object.keys(paths()), ["other"]);
});

test("the files of kept pages are kept, each once, and those that no page has any more are let go", async () => {
  const part = (name) => `<link href="/made/${name}">`;
  for (const name of ["a.css", "b.js"]) site[`/made/${name}`] = new Response(name);
  site["/c/one/us/day"] = answer(content("Day", { parts: part("a.css") + part("gone.js") }));
  await open("/c/one/us/day");
  assert.deepEqual(paths()[`desk-${ME}`], ["/c/one/us/day", "/made/a.css"], "one that cannot be had is no matter");
  asked.length = 0;
  site["/c/one/us/units"] = answer(content("Units", { parts: `<script src="/made/b.js">` }));
  await open("/c/one/us/units");
  assert.deepEqual(paths()[`desk-${ME}`], ["/c/one/us/day", "/c/one/us/units", "/made/a.css", "/made/b.js"]);
  assert.ok(!asked.includes("/made/a.css"));
  site["/c/one/us/day"] = answer(content("Day"));
  await open("/c/one/us/day");
  assert.deepEqual(paths()[`desk-${ME}`], ["/c/one/us/day", "/c/one/us/units", "/made/b.js"]);
  const file = await open("/made/b.js", { mode: "no-cors" });
  assert.equal(await file.text(), "b.js");
  site["/made/c.js"] = new Response("c.js");
  assert.equal(await (await open("/made/c.js", { mode: "no-cors" })).text(), "c.js", "what is not kept is asked for");
});

test("pages that were not opened are fetched when a page asks for it: those of desks, and not again", async () => {
  site["/c/one/us/units"] = answer(content("Units"));
  await open("/c/one/us/day");
  asked.length = 0;
  await tell({
    keep: [`${HOME}/c/one/us/day`, `${HOME}/c/one/us/orders`, `${HOME}/c/one/us/units`, `${HOME}/c/one/us/board`],
  });
  assert.deepEqual(asked, [
    ["/c/one/us/units", "error"],
    ["/c/one/us/board", "error"],
  ]);
  assert.deepEqual(paths()[`desk-${ME}`], ["/c/one/us/day", "/c/one/us/units"]);
  site = null;
  await tell({ keep: [`${HOME}/c/one/us/board`] });
  await tell({});
});

test("where a page is not kept that is said, with what is, under its own title and style", async () => {
  site["/made/a.css"] = new Response("a");
  site["/c/one/us/day"] = answer(content("Day &amp; night", { parts: `<link href="/made/a.css">` }));
  await open("/c/one/us/day");
  kept.set("other", new Store([["/c/one/us/units", answer("<title>Units</title>")]]));
  site = null;
  const none = await open("/c/one/us/board"),
    text = await none.text();
  assert.equal(none.status, 503);
  assert.match(text, /<link rel="stylesheet" href="\/made\/a.css">/);
  assert.match(
    text,
    /<h2>Kept on this device<\/h2><ul><li><a href="\/c\/one\/us\/day">Day &amp; night<\/a><\/li><\/ul>/,
  );
  assert.match(
    await (await open("/c/one/us/day?at=3")).text(),
    /The server does not answer<\/h1>/,
    "a question is not answered",
  );
  kept.clear();
  assert.doesNotMatch(await (await open("/c/one/us/board")).text(), /Kept on this device/);
});

test("what leads elsewhere is no page", async () => {
  const led = answer("");
  Object.defineProperty(led, "type", { value: "opaqueredirect" });
  led.clone = () => led;
  await open("/c/one/us/day");
  site["/sign-in"] = led;
  await open("/sign-in");
  assert.deepEqual(Object.keys(paths()), [`desk-${ME}`]);
});
