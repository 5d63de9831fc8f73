// Keeps the pages of a player's desk on this device, so that they open without a line to the server. It is a service
// worker, beside all pages. What is kept is one session's: another session, or the page of the sign-in, ends it.

const worker = /** @type {any} */ (globalThis);
const KEPT = /^\/c\/[^/]+\/[^/]+\/(?:situation|day|units|letters|board|digest)$/;
const MADE = /^\/made\//;
const SIGNED_OUT = "/sign-in";
const SESSION = /<html[^>]* data-session="([0-9a-f]{16})"/;
const KEEP = /<main[^>]* data-keep[ >]/;
const PARTS = /(?:href|src)="(\/made\/[^"]+)"/g;
const NAME = "desk-";
const WHEN = "X-Kept-At";

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepPages(event.data.keep ?? [])));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (MADE.test(url.pathname)) event.respondWith(made(request));
});

/** Give a page as the server sends it; without the server as it was kept.
 * @param {any} event
 * @param {URL} url
 */
async function page(event, url) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return (await keptPage(url)) ?? (await nothingKept());
  }
  event.waitUntil(take(url, answer.clone()));
  return answer;
}

/** Give a file of a page: its name changes with what it holds.
 * @param {Request} request
 */
async function made(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Keep a page, or let go what its answer says is no longer his who looks.
 * @param {URL} url
 * @param {Response} answer
 */
async function take(url, answer) {
  if (!isPage(answer)) return;
  if (url.pathname === SIGNED_OUT) await forget("");
  const text = await answer.text(),
    mark = SESSION.exec(text)?.[1];
  if (mark) await forget(NAME + mark);
  if (!KEPT.test(url.pathname) || url.search) return;
  if (mark && answer.ok && KEEP.test(text)) await put(NAME + mark, url, text, answer);
  else await letGo(url);
}

/** @param {Response} answer */
function isPage({ type, headers }) {
  return type !== "opaqueredirect" && (headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** Put a page where those of its session are.
 * @param {string} name
 * @param {URL} url
 * @param {string} text
 * @param {Response} answer
 */
async function put(name, url, text, answer) {
  const policy = "Content-Security-Policy",
    headers = new Headers({ "Content-Type": "text/html; charset=utf-8", [WHEN]: new Date().toISOString() });
  headers.set(policy, answer.headers.get(policy) ?? "default-src 'self'");
  const cache = await caches.open(name);
  await cache.put(url.pathname, new Response(text, { headers }));
  await keepParts(cache);
}

/** Keep the files that the kept pages are made of, and those alone.
 * @param {Cache} cache
 */
async function keepParts(cache) {
  const wanted = new Set(),
    there = await cache.keys();
  for (const one of there.filter(({ url }) => !MADE.test(new URL(url).pathname)))
    for (const [, part] of (await (await cache.match(one))?.text())?.matchAll(PARTS) ?? []) wanted.add(part);
  for (const one of there) {
    const name = new URL(one.url).pathname;
    if (MADE.test(name) && !wanted.delete(name)) await cache.delete(one);
  }
  await Promise.all([...wanted].map((part) => cache.add(part).catch(() => {})));
}

/** Keep pages that were not opened yet.
 * @param {string[]} addresses
 */
async function keepPages(addresses) {
  for (const address of addresses) {
    const url = new URL(address, location.origin);
    if (!KEPT.test(url.pathname) || (await caches.match(url.pathname))) continue;
    const headers = { Accept: "text/html" };
    const answer = await fetch(url.pathname, { headers, redirect: "error" }).catch(() => null);
    if (answer) await take(new URL(url.pathname, url), answer);
  }
}

/** Forget all that is kept, but for one session's.
 * @param {string} but
 */
async function forget(but) {
  for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== but) await caches.delete(name);
}

/** @param {URL} url */
async function letGo(url) {
  for (const name of await caches.keys())
    if (name.startsWith(NAME)) await (await caches.open(name)).delete(url.pathname);
}

/** Give a page as it was kept, with a line that says so.
 * @param {URL} url
 */
async function keptPage(url) {
  const found = url.search ? undefined : await caches.match(url.pathname);
  if (!found) return null;
  const at = (found.headers.get(WHEN) ?? "").slice(0, 16).replace("T", " "),
    text = await found.text(),
    line = `The server does not answer. You see this page as it was at ${at} UTC.`;
  const told = text.replace(/(<p id="old"[^>]*) hidden>/, (_, tag) => `${tag}>${line} `);
  return new Response(told, { headers: found.headers });
}

/** Say that a page is not kept, and which are. */
async function nothingKept() {
  const links = [];
  let style = "";
  for (const name of (await caches.keys()).filter((one) => one.startsWith(NAME)))
    for (const one of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(one.url);
      if (pathname.endsWith(".css")) style = `<link rel="stylesheet" href="${pathname}">`;
      if (KEPT.test(pathname)) links.push(`<li><a href="${pathname}">${await titleOf(one)}</a></li>`);
    }
  const kept = links.length ? `<h2>Kept on this device</h2><ul>${links.join("")}</ul>` : "";
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No server · Sandtable</title>${style}<body class="reading"><main><h1>The server does not answer</h1>
<p>Load the page again when it is back. Nothing that was acknowledged is lost.</p>${kept}</main></body></html>`;
  return new Response(body, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** Give the title of a kept page, as it is written in it: letters that HTML reads as marks are written out there.
 * @param {Request} one
 */
async function titleOf(one) {
  return /<title>([^<]*)/.exec((await (await caches.match(one))?.text()) ?? "")?.[1] ?? new URL(one.url).pathname;
}
