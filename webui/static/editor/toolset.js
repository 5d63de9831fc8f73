// What the tools are, what is set for them, and what a change by one of them says.

/** @typedef {"paint" | "sides" | "way" | "side" | "spot" | null} Gesture
 * How a tool draws. paint: hexes under a brush; sides: hexsides; way: from hex to hex; side: one hexside; spot: a place.
 */

/** @typedef {{key: string, label: string, letter: string, gesture: Gesture, hint: string}} Tool */

/** @type {Tool[]} */
export const TOOLS = [
  { key: "inspect", label: "Inspect", letter: "I", gesture: null, hint: "Click a hex to see what it is, and why." },
  { key: "terrain", label: "Terrain", letter: "T", gesture: "paint", hint: "Click or drag over hexes." },
  { key: "height", label: "Height", letter: "H", gesture: "paint", hint: "Click or drag over hexes." },
  { key: "hexside", label: "Water", letter: "W", gesture: "sides", hint: "Click hexsides, or drag along them." },
  { key: "slope", label: "Slope", letter: "S", gesture: "sides", hint: "Click hexsides, or drag along them." },
  { key: "border", label: "Own side", letter: "O", gesture: "sides", hint: "Click hexsides, or drag along them." },
  {
    key: "road",
    label: "Road, rail",
    letter: "R",
    gesture: "way",
    hint: "Drag from hex to hex; or click hex after hex, and the last one twice.",
  },
  { key: "crossing", label: "Crossing", letter: "B", gesture: "side", hint: "Click the hexside that is crossed." },
  { key: "place", label: "Place", letter: "P", gesture: "spot", hint: "" },
];

/** @type {Record<string, string>} */
const PLACE_HINTS = {
  add: "Write the name, then click where it lies.",
  rename: "Write the new name, then click the place.",
  move: "Click the place, then where it belongs.",
  remove: "Click the place.",
};

/** What is set for the tools.
 * @typedef {ReturnType<typeof settings>} Settings
 */

/** Begin with what is corrected most.
 * @param {string[]} terrain the kinds that the map has
 * @param {string[]} borders its own kinds of hexside, behind "none"
 */
export function settings(terrain, borders = ["none"]) {
  return {
    terrain: terrain.includes("woods_dense") ? "woods_dense" : terrain[0],
    height: "",
    brush: 0,
    hexside: "river",
    slope: "steep",
    border: borders[1] ?? "none",
    link: "road",
    road: "main",
    rail: "single",
    crossing: "bridge",
    side_name: "",
    crossing_name: "",
    act: "add",
    name: "",
    rank: 4,
  };
}

/** Say what a change by a tool says, without where.
 * @param {string} tool
 * @param {Settings} set
 * @returns {Record<string, unknown>}
 */
export function strokeOf(tool, set) {
  const { link, hexside, crossing } = set;
  if (tool === "road") return { what: link, value: link === "rail" ? set.rail : set.road };
  if (tool === "height") return { what: tool, value: set.height.trim() };
  if (tool === "hexside") return named(tool, hexside, set.side_name);
  if (tool === "crossing") return named(tool, crossing, set.crossing_name);
  return { what: tool, value: /** @type {Record<string, unknown>} */ (set)[tool] };
}

/** Say what is still missing for a tool, in words; "" if nothing is.
 * @param {string} tool
 * @param {Settings} set
 */
export function lacking(tool, { height, act, name }) {
  if (tool === "height" && !Number.isFinite(parseFloat(height))) return "Write the height in metres first.";
  const unnamed = ["add", "rename"].includes(act) && !name.trim();
  return tool === "place" && unnamed ? "Write the name of the place first." : "";
}

/** Say how a tool is used.
 * @param {Tool} tool
 * @param {Settings} set
 */
export function hintFor({ key, hint }, { act }) {
  return key === "place" ? PLACE_HINTS[act] : hint;
}

/** @param {string} what
 * @param {string} value
 * @param {string} name
 */
function named(what, value, name) {
  return { what, value, name: value === "none" ? "" : name.trim() };
}
