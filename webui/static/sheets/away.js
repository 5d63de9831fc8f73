// The line of a desk's page that says that the server is away.

import { byId } from "../common/dom.js";

/** @param {boolean} away */
export function showAway(away) {
  const line = byId("away");
  line.hidden = !away;
  line.textContent = away ? (line.dataset.words ?? "") : "";
}
