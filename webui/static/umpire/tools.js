// The umpire's tools: what each asks for, and the ruling that it writes.

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [list] what to choose from: "units", "formations", "stores"
 * @property {string[]} [choices]
 * @property {string} [placeholder]
 * @property {boolean} [free] whether it may stay empty
 * @property {boolean} [long] whether much may be written
 */

/** @type {Field} */
const UNIT = { name: "stand", label: "Unit", list: "units" };
const HEX = { name: "hex", label: "Hex", placeholder: "0715" };

/**
 * @typedef {object} Tool
 * @property {string} title
 * @property {string} note
 * @property {string} [verb] the order that it writes; a ruling if none is named
 * @property {Field[]} fields
 * @property {(given: Record<string, string>) => string[]} write
 */

/** @type {Record<string, Tool>} */
export const TOOLS = {
  move: {
    title: "Move",
    note: "Also brings on who has not come, and back who is gone.",
    fields: [UNIT, HEX],
    write: ({ stand, hex }) => [part("stand", stand), part("hex", hex)],
  },
  strength: {
    title: "Strength",
    note: "Points lost; below 0 they come back.",
    fields: [UNIT, { name: "losses", label: "Losses", placeholder: "2 or -1" }],
    write: ({ stand, losses }) => [part("stand", stand), part("losses", losses)],
  },
  stores: {
    title: "Stores",
    note: "Added to what a formation has, LOG or POL; below 0 it is taken away.",
    fields: [
      { name: "formation", label: "Formation", list: "formations" },
      { name: "store", label: "Store", list: "stores" },
      { name: "count", label: "How much", placeholder: "4 or -2" },
    ],
    write: ({ formation, store, count }) => [part("formation", formation), `stores=${quoted(store)}=${count}`],
  },
  veil: {
    title: "Reveal, hide",
    note: "Its own side is not told of it.",
    fields: [UNIT, { name: "veil", label: "Who sees it", choices: ["revealed", "hidden", "rules"] }],
    write: ({ stand, veil }) => [part("stand", stand), part("veil", veil)],
  },
  spawn: {
    title: "New unit",
    note: "A unit of the order of battle that has not come is brought on by Move.",
    fields: [
      { name: "new", label: "Id", placeholder: "KG-Rink" },
      { name: "like", label: "Like", list: "units" },
      { name: "name", label: "Called", free: true },
      { name: "formation", label: "Formation", list: "formations", free: true },
      HEX,
    ],
    write: (given) => ["new", "like", "name", "formation", "hex"].map((name) => part(name, given[name])),
  },
  weather: {
    title: "Weather",
    note: "Told to all.",
    fields: [{ name: "weather", label: "Weather", placeholder: "overcast" }],
    write: ({ weather }) => [part("weather", weather)],
  },
  bridge: {
    title: "Bridge",
    note: "A hexside is two hexes with a slash. Those who see the place are told, or all.",
    fields: [
      { name: "ground", label: "Between", placeholder: "4334/4233" },
      { name: "what", label: "There is", choices: ["bridge", "blown", "prepared", "nothing"] },
      { name: "told", label: "Told to", choices: ["those who see it", "all sides"] },
    ],
    write: ({ ground, what, told }) => [
      `ground=${ground}=${what === "nothing" ? "" : what}`,
      told === "all sides" ? "told" : "",
    ],
  },
  front: {
    title: "Front stands still",
    note: "Hexes one after the other, or the corners of an area; the rest of the map goes on. H on a matter: all around it.",
    verb: "freeze",
    fields: [
      { name: "hexes", label: "Hexes", placeholder: "4132 4133 4232", long: true },
      { name: "shape", label: "They are", choices: ["all of it", "the corners of an area"] },
      { name: "turns", label: "Turns, this one counted", placeholder: "2" },
    ],
    write: ({ hexes, shape, turns }) => [
      shape === "all of it" ? "hexes" : "area",
      hexes.split(/[\s,;-]+/).join(" "),
      turns && `turns ${turns}`,
    ],
  },
  thaw: {
    title: "Front goes on",
    note: "Any hex of it.",
    verb: "thaw",
    fields: [HEX],
    write: ({ hex }) => [hex],
  },
  remove: {
    title: "Out of play",
    note: "Move brings it back.",
    fields: [UNIT],
    write: ({ stand }) => [part("stand", stand), "remove"],
  },
};

/** Write the order of a tool; what is missing is named.
 * @param {string} tool
 * @param {Record<string, string>} given
 * @returns {{notation: string, missing: string[]}}
 */
export function rulingOf(tool, given) {
  const { fields, write, verb = "rule" } = TOOLS[tool],
    trimmed = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, text.trim()]));
  const missing = fields.filter(({ name, free }) => !free && !trimmed[name]).map(({ label }) => label);
  if (!trimmed.why) missing.push("Reason");
  const parts = write(trimmed).filter(Boolean);
  return { notation: `${verb} ${parts.join(" ")} because ${quoted(trimmed.why ?? "", true)}`, missing };
}

/** @param {string} name
 * @param {string} text
 */
function part(name, text) {
  return text ? `${name}=${quoted(text)}` : "";
}

/** Put quotation marks around what has blanks or signs in it.
 * @param {string} text
 * @param {boolean} [always]
 */
function quoted(text, always = false) {
  return !always && /^[^\s"=\\]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
