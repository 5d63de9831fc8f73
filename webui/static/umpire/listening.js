// Show the umpire what others do as it happens: sheets that are sealed, and what is written to the log.

import { findAll } from "../common/dom.js";
import { Live } from "../common/live.js";

/** @import { Day } from "./desk.js" */

const LATER_MS = 500;

/** Keep a day as things are now.
 * @param {Day} day
 */
export function listen(day) {
  let sheets = "";
  const heard = (/** @type {number} */ version) => {
    if (day.data && version !== day.data.version) again(day, () => day.load());
  };
  const sealed = (/** @type {string} */ now) => {
    if (sheets && now !== sheets) again(day, async () => day.take(await day.server.get("matters.json")));
    sheets = now;
  };
  const away = (/** @type {boolean} */ is) =>
    day.toast(is ? "The server does not answer; what you see may be old." : "");
  return new Live(day.server, heard, () => day.toast(""), away, sealed);
}

/** Look again, but not while the umpire writes or something is sent: then once he is done.
 * @param {Day} day
 * @param {() => Promise<void>} look
 */
function again(day, look) {
  const [open] = findAll("dialog[open]"),
    later = () => setTimeout(() => again(day, look), LATER_MS);
  if (open) open.addEventListener("close", later, { once: true });
  else if (day.busy || day.closing) later();
  else look().catch(() => {}); // the next sign looks again
}
