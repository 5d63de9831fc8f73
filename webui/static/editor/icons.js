// Small line pictures for the tools.

import { icon } from "../common/svg.js";

/** @type {Record<string, string[]>} */
const PATHS = {
  inspect: ["M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12z", "M14.5 14.5L20 20"],
  terrain: ["M8 15l-4-.1L8 8l4 6.9L8 15v4", "M16 13l-3.2-.1L16 6l4 6.9L16 13v6", "M3 20h18"],
  height: ["M2.5 19l6-11 3.5 6 2.5-4 7 9z", "M7 11l1.5 1.4L10 11"],
  hexside: ["M3 8c3-3 5 3 9 0s6 3 9 0", "M3 13c3-3 5 3 9 0s6 3 9 0", "M3 18c3-3 5 3 9 0s6 3 9 0"],
  slope: ["M3 7h18", "M6 7v8M9 7v4M12 7v8M15 7v4M18 7v8"],
  border: ["M3 7h18v10H3z", "M3 12h18", "M9 7v5M15 7v5M6 12v5M12 12v5M18 12v5"],
  road: ["M8 20L10.5 4M16 20L13.5 4", "M12 5v2M12 10v3M12 16v3"],
  crossing: ["M3 9c4 4 14 4 18 0M3 15c4-4 14-4 18 0", "M8 11.4v1.4M12 12v.6M16 11.4v1.4"],
  place: ["M4 20v-8l5-4 5 4v8z", "M14 20v-6h6v6M4 20h16M8 20v-4h2v4"],
};

/** @param {string} key */
export function toolIcon(key) {
  return icon(PATHS[key], "tool-icon");
}
