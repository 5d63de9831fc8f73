// The fields of the form of a kind of one's own: each its element, its value, and where its fault stands.

import { button, el } from "../../common/dom.js";
import { capital, words } from "../../common/words.js";

/** @import { Choices, Kind } from "./grounds.d.ts" */

const COVERS_HINT = "None ticked: it is put down by hand alone, in the map editor.";
const TAKEN = "What the rules take it for.";
const FROM_HINT =
  "A line for each way to know them: barrier = hedge, wall. Of a file of your own: layer = bounds.shp; klasse = Hecke. " +
  "Empty: by hand alone.";

/** A field of the form: its element, its value, and where its fault stands.
 * @typedef {{name: string, box: HTMLElement, value: () => string | number | string[] | null,
 *   tell: (fault: string) => void, focus: () => void}} Field
 */

/** @param {string} name
 * @param {string} label
 * @param {HTMLElement} input
 * @param {() => string | number | string[] | null} value
 * @param {string} [hint]
 * @returns {Field}
 */
function field(name, label, input, value, hint = "") {
  const fault = el("span", {
      class: "fault",
      hidden: true,
      id: `fault-${name}`,
    }),
    group = input.tagName === "FIELDSET";
  const box = el(
    group ? "div" : "label",
    { class: "kind-field", data: { field: name } },
    group ? "" : el("span", {}, label),
    input,
    hint && el("span", { class: "soft small-print" }, hint),
    fault,
  );
  return {
    name,
    box,
    value,
    tell: (text) => {
      fault.textContent = text;
      fault.hidden = !text;
      input.setAttribute("aria-invalid", String(Boolean(text)));
      if (text) input.setAttribute("aria-describedby", fault.id);
      else input.removeAttribute("aria-describedby");
    },
    focus: () => (input instanceof HTMLFieldSetElement ? input.querySelector("input")?.focus() : input.focus()),
  };
}

/** @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {string[]} options
 * @param {{told?: (word: string) => string, hint?: string}} [how]
 */
function choice(name, label, value, options, { told = words, hint = "" } = {}) {
  const input = el(
    "select",
    {},
    options.map((one) => el("option", { value: one, selected: one === value }, capital(told(one)))),
  );
  return field(name, label, input, () => input.value, hint);
}

/** @param {string} name
 * @param {string} label
 * @param {unknown} value
 * @param {string} [hint]
 */
function figure(name, label, value, hint = "") {
  const input = el("input", {
    inputmode: "decimal",
    autocomplete: "off",
    value: typeof value === "number" ? String(value) : "",
  });
  const read = () => (input.value.trim() ? numberOr(input.value) : null);
  return field(name, label, input, read, hint);
}

/** What is no number goes as it was written, and comes back as a fault.
 * @param {string} text
 */
function numberOr(text) {
  const number = Number(text.trim().replace(",", "."));
  return Number.isNaN(number) ? text.trim() : number;
}

/** A share, written in percent.
 * @param {string} name
 * @param {string} label
 * @param {unknown} value
 * @param {string} [hint]
 */
function percent(name, label, value, hint = "") {
  const shown = typeof value === "number" ? Math.round(value * 1000) / 10 : null,
    made = figure(name, `${label}, %`, shown, hint);
  return {
    ...made,
    value: () => {
      const number = made.value();
      return typeof number === "number" ? Math.round(number * 10) / 1000 : number;
    },
  };
}

/** A colour; until one is chosen it is that of what the kind resembles.
 * @param {string} name
 * @param {string} label
 * @param {unknown} value
 * @param {() => string} usual
 */
function colour(name, label, value, usual) {
  let own = typeof value === "string" && value !== "";
  const input = el("input", {
      type: "color",
      value: own ? String(value) : usual(),
    }),
    back = button("As it comes", () => set(false), {
      class: "link",
      hidden: !own,
    });
  const set = (/** @type {boolean} */ now) => {
    own = now;
    back.hidden = !now;
    if (!now) input.value = usual();
  };
  input.addEventListener("input", () => set(true));
  const made = field(name, label, input, () => (own ? input.value : null));
  made.box.append(back);
  return { ...made, fresh: () => !own && set(false) };
}

/** @param {Kind | null} kind */
function nameField(kind) {
  const input = el("input", {
    maxlength: "31",
    required: true,
    autocomplete: "off",
    value: kind ? words(kind.key) : "",
    placeholder: "hop gardens",
  });
  return field("name", "Name", input, () => input.value);
}

/** The fields of a kind of terrain.
 * @param {Kind | null} kind
 * @param {Choices} choices
 */
export function terrainFields(kind, { terrain, covers, marks, looks }) {
  const said = kind?.said ?? {},
    like = choice("resembles", "Played as", String(said.resembles ?? "orchard"), terrain, { hint: TAKEN });
  const look = () => looks[String(like.value())] ?? { tint: "#ffffff", mark: "#ffffff" };
  const tint = colour("tint", "Colour", said.tint, () => look().tint),
    mark = colour("mark", "Colour of its marks", said.mark, () => look().mark),
    floor = colour("floor", "Ground beneath its trees", said.floor, () => look().tint);
  like.box.addEventListener("change", () => [tint, mark, floor].forEach((one) => one.fresh()));
  const usual = (/** @type {string} */ one) => (one ? words(one) : "as it comes");
  return [
    nameField(kind),
    like,
    tint,
    choice("mark_kind", "Marks on it", String(said.mark_kind ?? ""), ["", ...marks], { told: usual }),
    mark,
    floor,
    coverTicks(covers, said.share_of),
    percent("share_at_least", "Together at least this share of the hex", said.share_at_least),
    figure("relief_at_least_m", "Relief of at least, m", said.relief_at_least_m, "Empty: any."),
    figure("height_at_least_m", "Height of at least, m", said.height_at_least_m, "Empty: any."),
    figure("slope_at_least_deg", "Slope of at least, °", said.slope_at_least_deg, "Empty: any."),
  ];
}

/** @param {string[]} covers
 * @param {unknown} old
 */
function coverTicks(covers, old) {
  const boxes = covers.map((cover) =>
    el("input", { type: "checkbox", value: cover, checked: Array.isArray(old) && old.includes(cover) }),
  );
  const ticks = el(
    "fieldset",
    { class: "covers" },
    el("legend", {}, "Cover that makes it"),
    boxes.map((box) => el("label", { class: "check" }, box, ` ${capital(box.value)}`)),
  );
  return field(
    "share_of",
    "",
    ticks,
    () => boxes.filter(({ checked }) => checked).map(({ value }) => value),
    COVERS_HINT,
  );
}

/** The fields of a kind of hexside.
 * @param {Kind | null} kind
 * @param {Choices} choices
 */
export function sideFields(kind, { resembled, lines, symbols }) {
  const said = kind?.said ?? {},
    from = el("textarea", { rows: "3", spellcheck: "false", placeholder: "barrier = hedge" }, String(said.from ?? "")),
    told = (/** @type {string} */ one) => (one === "none" ? "nothing" : words(one));
  return [
    nameField(kind),
    choice("resembles", "Played as", String(said.resembles ?? "none"), resembled, { told, hint: TAKEN }),
    colour("colour", "Colour", said.colour, () => "#5b4a3a"),
    figure("width", "Width of its line", said.width, "0 to 0.3 of the hex's radius; empty: 0.06."),
    choice("pattern", "Line", String(said.pattern ?? "line"), lines),
    choice("symbol", "Along it", String(said.symbol ?? "none"), symbols, { told }),
    field("from", "Lines of the files that make it", from, () => from.value, FROM_HINT),
    percent("share_at_least", "Lines must cover this share of a hexside", said.share_at_least, "Empty: 50 %."),
    figure("metres_at_least", "Or so many metres of it", said.metres_at_least, "One of the two."),
  ];
}
