// Make the map of a page: ground, overlays, counters, pointer and keyboard.
//
// The script that Folium writes says which map is to be made; the page's own script waits for the view:
//
//   import { whenReady } from "../map/mapview.js";
//   const view = await whenReady("map_map");
//   view.setView(payload);
//   view.onStandClick = (standId, hexIndex) => ...;

import { inWords } from "../common/faults.js";
import { hexInWords } from "./contacts.js";
import { paintCounters } from "./countersheet.js";
import { CounterPress } from "./counters.js";
import { GroundLayer } from "./drawn/tiles.js";
import { paintAllNames } from "./drawn/words.js";
import { frontOf } from "./front.js";
import { Furniture } from "./furniture.js";
import { NO_HEX, column } from "./geometry.js";
import { GroundPainter, LAYERS, radiusAt } from "./ground.js";
import { OVERLAYS, freshState } from "./mapstate.js";
import { paintFan, paintOver } from "./markings.js";
import { heldPaths, paintNight, paintUnder } from "./overlays.js";
import { Pointing } from "./pointing.js";
import { Sheet } from "./sheet.js";
import { Laid, Stacks } from "./stacks.js";
import { Ground } from "./terrain/terrain_model.js";

/** @import { Contact, Network, Reach, Side, Supply, View } from "../common/data.d.ts" */
/** @import { Change, CommandLine, Counter, MapState, Pen, PlanWays, Stage } from "./types.d.ts" */

// Hexes of this radius in pixels show what is written on their counters.
const READABLE_PX = 34;
const PANES = { night: 405, under: 410, counters: 450, names: 455, over: 470 };

/** The maps of the page, and those that are still to be made: one list, however often this module is loaded.
 * @type {{mapsMade?: Map<string, any>, mapsToMake?: [any, MapOptions][]}}
 */
const shared = /** @type {any} */ (globalThis);
const made = (shared.mapsMade ??= new Map());

/** @typedef {{element: string, groundUrl: string, shadeUrl?: string}} MapOptions */

/** The view that belongs to an element's id, once its ground has come.
 * @param {string} element
 * @returns {Promise<MapView>}
 */
export function whenReady(element) {
  if (!made.has(element)) {
    /** @type {any} */
    const waiting = {};
    waiting.promise = new Promise((resolve, reject) => Object.assign(waiting, { resolve, reject }));
    made.set(element, waiting);
  }
  return made.get(element).promise;
}

function makeMaps() {
  for (const [map, options] of shared.mapsToMake?.splice(0) ?? []) createMap(map, options);
}

/** @param {any} map
 * @param {MapOptions} options
 */
async function createMap(map, options) {
  whenReady(options.element);
  try {
    const [data, picture] = await Promise.all([
      fetchJson(options.groundUrl),
      options.shadeUrl ? loadPicture(options.shadeUrl) : null,
    ]);
    const ground = new Ground(data);
    made.get(options.element).resolve(new MapView(map, ground, new GroundPainter(ground, picture)));
  } catch (error) {
    map.getContainer().textContent = `The map could not be loaded: ${inWords(error)}`;
    made.get(options.element).reject(error);
  }
}

/** @param {string} url */
async function fetchJson(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.json();
}

/** @param {string} url */
async function loadPicture(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

export class MapView {
  /** @param {any} map
   * @param {Ground} ground
   * @param {GroundPainter} painter
   */
  constructor(map, ground, painter) {
    this.map = map;
    this.ground = ground;
    this.painter = painter;
    this.press = new CounterPress(ground);
    this.stacks = new Stacks([]);
    this.laid = new Laid(painter.lettering.faces);
    /** @type {Counter[]} */ // those that were drawn last, lowest first
    this.drawn = [];
    /** What the page may set: called when a hex is clicked that is no counter's.
     * @type {((hex: number, number: string) => void) | null}
     */
    this.onHexClick = null;
    /** Called when a counter is clicked.
     * @type {((id: string, hex: number) => void) | null}
     */
    this.onStandClick = null;
    /** Called when what the map shows has changed.
     * @type {() => void}
     */
    this.onShown = () => {};
    /** Called when the cursor moves.
     * @type {((hex: number, number: string) => void) | null}
     */
    this.onCursor = null;
    this.state = freshState(ground);
    map.getContainer().classList.add("sandtable-map");
    this.showAll();
    this.groundLayer = new GroundLayer(painter).addTo(map);
    for (const [name, z] of Object.entries(PANES)) map.createPane(`map-${name}`).style.zIndex = z;
    map.getPane("map-night").style.mixBlendMode = "multiply";
    this.night = sheet("night", (pen, stage) => paintNight(pen, stage, this.state));
    this.under = sheet("under", (pen, stage) => paintUnder(pen, stage, this.state));
    this.counters = sheet("counters", (pen, stage) => void (this.drawn = paintCounters(pen, stage, this)));
    this.names = sheet("names", (pen, stage) => paintAllNames(pen, stage, painter, this));
    this.over = sheet("over", (pen, stage) => this.#paintOver(pen, stage));
    for (const layer of [this.under, this.counters, this.names, this.over]) layer.addTo(map);
    // While the map moves names wait for its end: those of a whole window take as long as a frame.
    painter.onCome = (box) => {
      this.groundLayer.repaint(box);
      if (!box || !this.groundLayer._moves) this.names.repaint();
    };
    painter.lettering.faces.then(() => this.press.forget()).then(() => this.repaint());
    this.furniture = new Furniture(this);
    this.pointing = new Pointing(this);
  }

  /** Take a change of the ground as a map maker makes it; see Ground.change.
   * @param {Change} changed
   */
  changeGround(changed) {
    const hexes = this.ground.change(changed);
    this.painter.refresh(hexes.length ? this.ground.geometry.boxOf(hexes) : null, changed.drawn, this.radius);
  }

  get radius() {
    return radiusAt(this.map.getZoom());
  }

  /** Take what a viewer may see now; the payload comes from the server and is the whole truth.
   * @param {View} payload
   */
  setView(payload) {
    const { state } = this;
    state.view = payload;
    payload.sides = payload.sides.map((side) => completed(side, this.ground.palette.ink));
    state.sides = new Map(payload.sides.map((side) => [side.key, side]));
    for (const stand of payload.stands) stand.cut = payload.supply_state?.[stand.id] === "cut";
    state.control = payload.control ? column(payload.control, Uint8Array) : null;
    state.held = state.control ? heldPaths(this.ground, state.control, payload.sides) : [];
    state.front = (payload.front ?? []).map(frontOf);
    this.stacks = new Stacks(payload.stands);
    this.closeFan();
    this.furniture.update(payload);
    this.repaint();
    this.onShown();
  }

  /** Take the zones of control alone, {side: [hex, ...]}, where they are asked for later than the view.
   * @param {Record<string, number[]>} zones
   */
  setZones(zones) {
    if (this.state.view) this.state.view.zones = zones;
    this.under.repaint();
  }

  /** Take the lines of supply of all units, where they are asked for; null: they are not known.
   * @param {Network | null} network
   */
  setNetwork(network) {
    this.state.network = network;
    this.under.repaint();
    this.onShown();
  }

  /** @param {string | null} standId */
  select(standId) {
    this.state.selected = standId;
    for (const layer of [this.counters, this.names, this.over]) layer.repaint();
  }

  /** @param {Partial<Reach> | null} reach */
  showReach(reach) {
    this.#show({ reach });
  }

  /** @param {Supply | null} trace */
  showSupply(trace) {
    this.#show({ supply: trace });
  }

  /** {from, to, ok, label}: hexes of the stand and of its headquarters, and what to write on the line.
   * @param {CommandLine | null} command
   */
  showCommand(command) {
    this.#show({ command });
  }

  /** @param {number[] | null} path
   * @param {number[]} [ends] where the turns of it end, if it takes several
   */
  showPath(path, ends = []) {
    this.#show({ path, ends });
  }

  /** Show what is known of the enemy besides those in sight.
   * @param {Contact[]} contacts
   * @param {string | null} chosen
   */
  showContacts(contacts, chosen) {
    Object.assign(this.state, { contacts, chosen });
    this.counters.repaint();
  }

  /** Show the ways of a plan; null takes them away.
   * @param {PlanWays | null} ways
   */
  showWays(ways) {
    this.#show({ ways });
    this.names.repaint();
  }

  // Take away reach, supply, command and path.
  clear() {
    Object.assign(this.state, { reach: null, supply: null, command: null, path: null });
    this.repaint();
  }

  /** Show or hide a layer: those of the ground (LAYERS) or of play (OVERLAYS).
   * @param {string} layer
   * @param {boolean} on
   */
  toggle(layer, on) {
    if (LAYERS.includes(layer)) {
      this.painter.shown[layer] = on;
      for (const layered of [this.groundLayer, this.names]) layered.repaint();
    } else if (OVERLAYS.includes(layer)) {
      this.state.shown[layer] = on;
      this.repaint();
    } else throw new Error(`there is no layer ${layer}; there are ${[...LAYERS, ...OVERLAYS].join(", ")}`);
    this.onShown();
  }

  /** Draw the map in another scheme of colours.
   * @param {string} scheme
   */
  setScheme(scheme) {
    this.painter.scheme = scheme;
    this.onShown();
    this.groundLayer.repaint();
    this.names.repaint();
  }

  /** @param {string} layer */
  isShown(layer) {
    return this.painter.shown[layer] ?? this.state.shown[layer];
  }

  /** Move the cursor to a hex, by printed number or by index, and the window there if it is not in sight.
   * @param {number | string} which
   * @param {{centre?: boolean}} [how]
   */
  focusHex(which, { centre = false } = {}) {
    const hex = typeof which === "number" ? which : this.ground.geometry.indexOf(which);
    if (hex === NO_HEX || !this.ground.inside(hex)) return false;
    this.state.cursor = hex;
    const place = this.placeOf(hex),
      sight = this.map.getBounds().pad(-0.08);
    if (centre || !sight.contains(place)) this.map.panTo(place, { animate: !reducedMotion() });
    this.over.repaint();
    this.onCursor?.(hex, this.ground.geometry.number(hex));
    this.furniture.say(this.describe(hex));
    return true;
  }

  /** Bring a hex to the middle, near enough to read the counters. An unknown number changes nothing, and gives false.
   * @param {number | string} which
   */
  goTo(which) {
    const hex = typeof which === "number" ? which : this.ground.geometry.indexOf(which);
    if (hex === NO_HEX || !this.ground.inside(hex)) return false;
    const nearer = this.map.getZoom() + 3 * Math.log2(READABLE_PX / this.radius);
    if (this.radius < READABLE_PX * 0.7) this.map.setView(this.placeOf(hex), Math.round(nearer), { animate: false });
    return this.focusHex(hex, { centre: true });
  }

  clearCursor() {
    this.state.cursor = null;
    this.over.repaint();
  }

  // Fit the whole map into the window.
  showAll() {
    const [u0, v0, u1, v1] = this.ground.geometry.box;
    this.map.fitBounds(
      [
        [-v1, u0],
        [-v0, u1],
      ],
      { animate: false, padding: [6, 6] },
    );
  }

  /** @param {number} hex */
  placeOf(hex) {
    return [-this.ground.geometry.v[hex], this.ground.geometry.u[hex]];
  }

  /** Name a hex by its place, if it has one, and its number.
   * @param {number} hex
   */
  hexName(hex) {
    const place = this.ground.placeIn(hex),
      number = this.ground.geometry.number(hex);
    return place ? `${place.name} (${number})` : number;
  }

  /** Say a hex in words, for those who do not see it.
   * @param {number} hex
   */
  describe(hex) {
    return hexInWords(hex, this);
  }

  /** @param {number} hex */
  openFan(hex) {
    if (this.state.fan?.hex === hex) return;
    const { _northEast: ne, _southWest: sw } = this.map.getBounds(),
      R = this.radius;
    this.state.fan = this.stacks.fan(this.ground, hex, R, [sw.lng * R, -ne.lat * R, ne.lng * R, -sw.lat * R]);
    this.over.repaint();
  }

  closeFan() {
    if (!this.state.fan) return;
    this.state.fan = null;
    this.over.repaint();
  }

  repaint() {
    const { view, shown } = this.state,
      dark = !!view?.night && shown.night;
    if (dark && !this.map.hasLayer(this.night)) this.night.addTo(this.map);
    if (!dark) this.night.remove();
    for (const layer of [this.night, this.under, this.counters, this.names, this.over]) layer.repaint();
  }

  /** @param {Partial<MapState>} what */
  #show(what) {
    Object.assign(this.state, what);
    this.onShown();
    this.under.repaint();
    this.over.repaint();
  }

  /** @param {Pen} pen
   * @param {Stage} stage
   */
  #paintOver(pen, stage) {
    const painted = paintOver(pen, stage, this.state);
    if (this.state.fan) paintFan(pen, stage, { ...this.state, fan: this.state.fan }, this.press);
    return painted || !!this.state.fan;
  }
}

/** Make a sheet over the map; `draw` paints it.
 * @param {keyof typeof PANES} name
 * @param {(pen: Pen, stage: Stage) => boolean | void} draw
 */
function sheet(name, draw) {
  return new Sheet(draw, radiusAt, { pane: `map-${name}` });
}

/** Fill in the style of a side that names only its colour.
 * @param {Side} side
 * @param {Record<string, string>} ink
 */
function completed(side, ink) {
  const fill = side.fill ?? side.colour ?? ink.nobody;
  return { ...{ line: ink.name, ink: ink.counter, pattern: "plain", letter: side.name?.[0] ?? "?" }, ...side, fill };
}

export function reducedMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

globalThis.addEventListener?.("maptomake", makeMaps);
makeMaps();
