// Small line pictures for the clock bar.

import { icon, shape } from "../common/svg.js";

const CLOUD = "M7 17h9a3.5 3.5 0 0 0 .6-6.95A5 5 0 0 0 7 9.2 4 4 0 0 0 7 17z";
/** @type {Record<string, string[]>} */
const PATHS = {
  fine: [
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  ],
  cloudy: [
    "M6.5 9.5a4 4 0 0 1 6-4.6M8 1.5v2M2 8h2M3.6 3.4L5 4.8",
    "M9 20h8a3 3 0 0 0 .5-5.95A4.4 4.4 0 0 0 9 13.2 3.4 3.4 0 0 0 9 20z",
  ],
  overcast: [CLOUD, "M6 20.5h12"],
  sun: ["M12 9a4 4 0 0 1 4 4H8a4 4 0 0 1 4-4z", "M2.5 17h19M12 3v3M5 7.5l1.8 1.8M19 7.5l-1.8 1.8"],
  other: [CLOUD],
};

/** @param {string} weather */
export function weatherIcon(weather) {
  return icon(PATHS[weather] ?? PATHS.other);
}

export function sunIcon() {
  return icon(PATHS.sun);
}

/** Draw the moon as it is lit: waxing from the right, waning from the left.
 * @param {string} phase
 * @param {number} lit
 */
export function moonIcon(phase, lit) {
  const svg = icon([]),
    r = 8,
    waning = phase.startsWith("waning") || phase === "last quarter";
  const disc = shape("circle", { cx: 12, cy: 12, r, class: "moon-dark" });
  const bulge = r * (1 - 2 * lit),
    sweep = bulge > 0 ? 0 : 1;
  const light = shape("path", {
    d: `M12 ${12 - r}A${r} ${r} 0 0 1 12 ${12 + r}A${Math.abs(bulge)} ${r} 0 0 ${sweep} 12 ${12 - r}z`,
    class: "moon-lit",
  });
  if (waning) light.setAttribute("transform", "translate(24 0) scale(-1 1)");
  svg.append(disc, light);
  return svg;
}
