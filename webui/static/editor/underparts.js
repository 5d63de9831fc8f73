// The parts of the panel in which a scanned map is laid.

import { button, el } from "../common/dom.js";
import { choice } from "./tooloptions.js";

/** @import { Facts } from "./types.d.ts" */

const ACCEPTED = ".png,.jpg,.jpeg,.tif,.tiff";
const WORLD_FILES = ".pgw,.jgw,.wld,.tfw,.pngw,.jpgw";
const MOST_WORLD = 600;
const HOW =
  "A GeoTIFF lies where it says. For a plain picture give its world file, or set three points or more on it and on the map.";
const EXACT = "With no more points than this the picture fits them exactly; one more shows how well it lies.";
const WAYS = [
  ["affine", "affine: the sheet lies flat (3 points or more)"],
  ["projective", "projective: taken at a slant (4 or more)"],
];

/** Choose a picture, and say what is known of it.
 * @param {Facts | null} facts
 * @param {(file: File) => void} send
 */
export function filePart(facts, send) {
  const input = el("input", { type: "file", id: "scan", accept: ACCEPTED });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (!file) return;
    input.disabled = true;
    send(file);
  });
  const label = facts ? "Another scanned map " : "Scanned map: PNG, JPEG or GeoTIFF ";
  return el(
    "div",
    {},
    el("label", {}, label, input),
    facts
      ? el("p", {}, el("b", {}, facts.name), " ", el("span", { class: "soft" }, sizeWords(facts)))
      : el("p", { class: "soft" }, HOW),
  );
}

/** @param {Facts} facts */
function sizeWords({ wide, high, way, frame }) {
  const laid = way === "position" ? ", laid by its own position" : frame ? "" : ", not laid yet";
  return `${wide} × ${high} pixels${laid}`;
}

/** Set how strong the picture shows.
 * @param {number} strength
 * @param {(strength: number) => void} show
 */
export function strengthPart(strength, show) {
  const told = el("output", {}, percent(strength)),
    slide = el("input", { type: "range", id: "strength", min: 0, max: 1, step: 0.05, value: strength });
  slide.addEventListener("input", () => {
    told.textContent = percent(slide.valueAsNumber);
    show(slide.valueAsNumber);
  });
  return el("label", {}, "Strength ", el("span", { class: "slide" }, slide, told));
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** List the control points, with how far each is off.
 * @param {Facts} facts
 * @param {unknown[]} points
 * @param {"affine" | "projective"} way
 * @param {number} least how many points that way needs
 * @param {object} acts
 * @param {() => void} acts.begin
 * @param {(n: number) => void} acts.drop
 * @param {(way: "affine" | "projective") => void} acts.fit
 */
export function pointPart(facts, points, way, least, { begin, drop, fit }) {
  const fits = facts.way === way ? facts.residuals_m : [],
    fitted = fits.length === points.length;
  const rows = points.map((_, n) =>
    el(
      "li",
      {},
      `Point ${n + 1}`,
      el("span", { class: "n" }, fitted ? `off by ${inMetres(fits[n])}` : ""),
      button("×", () => drop(n), { "aria-label": `Take point ${n + 1} away` }),
    ),
  );
  const first = !points.length && !facts.frame;
  const list = choice(WAYS, way, (chosen) => fit(/** @type {"affine" | "projective"} */ (chosen)), { id: "way" });
  return el(
    "fieldset",
    {},
    el("legend", {}, "Control points"),
    rows.length ? el("ul", { class: "points" }, rows) : null,
    points.length === least && fits.length ? el("p", { class: "soft" }, EXACT) : null,
    button(points.length ? "Set more points" : "Set points", begin, {
      class: first ? "primary" : "",
      id: "set-points",
    }),
    el("label", {}, "Fit ", list),
  );
}

/** Take a world file, with the coordinate system that it leaves unsaid.
 * @param {(world: string, crs: string) => void} lay
 */
export function worldPart(lay) {
  const crs = el("input", {
    placeholder: "EPSG:32631",
    maxlength: 20,
    autocomplete: "off",
    "aria-label": "Coordinate system of the world file",
  });
  const input = el("input", { type: "file", accept: WORLD_FILES, "aria-label": "World file" });
  const read = async () => {
    const file = input.files?.[0];
    if (file) lay((await file.text()).slice(0, MOST_WORLD), crs.value.trim());
  };
  return el(
    "details",
    {},
    el("summary", {}, "Or by a world file"),
    el(
      "div",
      { class: "options" },
      el("label", {}, "World file ", input),
      el("label", {}, "Coordinate system ", crs),
      button("Lay it", read, { class: null }),
    ),
  );
}

/** @param {() => void} remove */
export function removeButton(remove) {
  return button("Take the picture away", remove, { class: null });
}

/** Say how far something is off.
 * @param {number} metres
 */
export function inMetres(metres) {
  if (metres < 10) return `${metres.toFixed(1)} m`;
  return metres < 10_000 ? `${Math.round(metres)} m` : `${Math.round(metres / 1000)} km`;
}
