// What every page of a desk hears: that the server is away, or back, and that something has changed. Where the browser
// lets it, the desk's pages are kept on this device as well, so that they open while the server is away.

import { byId, el, fill, findAll, ifThere } from "../common/dom.js";
import { Live } from "../common/live.js";
import { Server } from "../common/server.js";
import { showAway } from "./away.js";

const KEEPER = "/keeper.js";
const AGAIN = "The server answers again: ";

/** Say that the turn was closed, once; the page stays as it is until its reader goes on.
 * @param {string} base
 */
function hear(base) {
  let first = 0;
  const note = byId("moved");
  const heard = (/** @type {number} */ version) => {
    answers();
    if (first && version !== first) note.hidden = false;
    first ||= version;
  };
  new Live(new Server(base, ""), heard, () => showAway(false), showAway);
}

/** Lead from a page that was kept to the one that the server has, once it answers. */
function answers() {
  const old = ifThere("old");
  if (!old || old.hidden || old.querySelector("a")) return;
  fill(old, AGAIN, el("a", { href: location.pathname }, "see this page as it is now"));
}

/** Have this page kept on this device, and those that its tabs lead to. */
async function keepDesk() {
  if (!("serviceWorker" in navigator)) return; // a page that is not sent by https has none
  try {
    await navigator.serviceWorker.register(KEEPER, { scope: "/" });
    const { active } = await navigator.serviceWorker.ready;
    const tabs = findAll(".desk-tabs a", document, HTMLAnchorElement).map(({ href }) => href);
    active?.postMessage({ keep: [location.href, ...tabs] });
  } catch {
    // A browser that keeps nothing opens these pages with a line alone.
  }
}

const contents = byId("contents");
hear(contents.dataset.base ?? "");
if (contents.dataset.keep !== undefined) keepDesk();
