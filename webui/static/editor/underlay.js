// Lay a scanned map under the hexes: choose it, say where it lies, set how strong it shows.

import { byId, fill } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { LATE, Latest } from "../common/latest.js";
import { sendFile } from "../common/sending.js";
import { ScanPane } from "./scanpane.js";
import { filePart, pointPart, removeButton, strengthPart, worldPart } from "./underparts.js";

/** @import { Frame } from "../common/frame.js" */
/** @import { Server } from "../common/server.js" */
/** @import { MapView } from "../map/mapview.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Facts, Pair, Spot } from "./types.d.ts" */

/** @typedef {"affine" | "projective"} Way */

/** How many points a way of fitting needs. */
const LEAST = { affine: 3, projective: 4 };
// From this strength on only the lines of the hexes are drawn over the picture.
const BARE_FROM = 0.7;

/** What the underlay needs of the rest of the page.
 * @typedef {object} Needs
 * @property {MapView} view
 * @property {Server} server
 * @property {Marks} marks
 * @property {(taken: ((spot: Spot) => void) | null) => void} aimFor
 * @property {Frame} frame
 * @property {(text: string) => void} toast
 * @property {(id: string) => void} showTab
 */

export class Underlay {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.server = needs.server;
    /** @type {Facts | null} */
    this.facts = null;
    /** @type {HTMLImageElement | null} */
    this.picture = null;
    this.strength = 0.5;
    /** @type {Pair[]} */
    this.points = [];
    /** @type {Way} */
    this.way = "affine";
    this.pictures = new Latest();
    this.pane = new ScanPane(needs.view, () => this.stop());
    this.draw();
  }

  /** Take what the server knows of the picture.
   * @param {Facts | null | undefined} told
   */
  async take(told) {
    const facts = told ?? null,
      before = this.facts;
    this.#know(facts);
    if (facts?.frame && facts.count !== before?.count) await this.#load(facts.count);
    else this.#lay(facts?.frame ? this.picture : null);
    this.draw();
  }

  /** @param {Facts | null} facts */
  #know(facts) {
    this.facts = facts;
    this.points = facts?.points ?? [];
    if (facts && facts.way in LEAST) this.way = /** @type {Way} */ (facts.way);
  }

  /** @param {number} count */
  async #load(count) {
    const picture = await this.pictures.ask(() => loaded(`${this.server.base}underlay/laid.webp?n=${count}`));
    if (picture !== LATE) this.#lay(picture);
  }

  draw() {
    const { facts, points, way, strength } = this;
    fill(
      byId("under-body"),
      filePart(facts, (file) => this.#send(file)),
      facts?.frame ? strengthPart(strength, (value) => this.#show(value)) : null,
      facts
        ? [
            pointPart(facts, points, way, LEAST[way], {
              begin: () => this.begin(),
              drop: (n) => this.#drop(n),
              fit: (chosen) => {
                this.way = chosen;
                this.#fit();
              },
            }),
            worldPart((world, crs) => this.#place({ way: "world", world, crs })),
            removeButton(() => this.#remove()),
          ]
        : null,
    );
    this.#showPoints();
  }

  /** @param {File} file */
  async #send(file) {
    const { base, token } = this.server,
      address = `${base}underlay?${new URLSearchParams({ name: file.name })}`;
    try {
      const { underlay } = await sendFile(address, file, token);
      await this.take(underlay);
      if (!underlay.frame) this.begin();
    } catch (error) {
      this.needs.toast(inWords(error));
      this.draw();
    }
  }

  /** Set control points: one on the picture, then the same one on the map. */
  begin() {
    const { frame, aimFor } = this.needs,
      url = `${this.server.base}underlay/scan.webp?n=${this.facts?.count}`;
    frame.showPanel("map");
    this.pane.open(url, this.points, (spot) => {
      frame.say("Now click the same spot on the map.");
      aimFor((place) => this.#pair(spot, place));
    });
  }

  stop() {
    this.pane.close();
    this.needs.aimFor(null);
    this.needs.showTab("tab-under");
  }

  /** @param {Spot} spot
   * @param {Spot} place
   */
  #pair(spot, place) {
    this.needs.aimFor(null);
    this.points = [...this.points, [...spot, ...place]];
    this.pane.mark(this.points);
    this.#fit();
  }

  /** @param {number} n */
  #drop(n) {
    this.points = this.points.filter((_, k) => k !== n);
    this.pane.mark(this.points);
    this.#fit();
  }

  async #fit() {
    const { points, way } = this;
    this.draw();
    this.pane.tell(points.length, LEAST[way]);
    if (points.length >= LEAST[way]) await this.#place({ way, points });
  }

  /** Have the server lay the picture; where it cannot, the points stay as they are.
   * @param {object} placing
   */
  async #place(placing) {
    const { points } = this;
    try {
      await this.take((await this.server.post("underlay/place", placing)).underlay);
    } catch (error) {
      this.needs.toast(inWords(error));
      this.points = points;
      this.draw();
    }
  }

  async #remove() {
    try {
      await this.take((await this.server.post("underlay/remove", {})).underlay);
    } catch (error) {
      this.needs.toast(inWords(error));
    }
  }

  #showPoints() {
    const setting = this.pane.isOpen || !byId("under").hidden;
    this.needs.marks.show({ points: setting ? this.points.map(([, , u, v]) => [u, v]) : [] });
  }

  /** @param {number} strength */
  #show(strength) {
    this.strength = strength;
    this.#lay(this.picture);
  }

  /** @param {HTMLImageElement | null} picture */
  #lay(picture) {
    const { painter, groundLayer } = this.needs.view,
      { strength } = this,
      frame = this.facts?.frame;
    this.picture = picture;
    painter.bare = !!picture && strength >= BARE_FROM;
    painter.backdrop = picture && frame && strength ? backdrop(picture, frame, strength) : null;
    groundLayer.repaint();
  }
}

/** @param {HTMLImageElement} picture
 * @param {NonNullable<Facts["frame"]>} frame
 * @param {number} strength
 */
function backdrop(picture, { u, v, wide, high }, strength) {
  return (/** @type {CanvasRenderingContext2D} */ pen) => {
    pen.globalAlpha = strength;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, u, v, wide, high);
    pen.globalAlpha = 1;
  };
}

/** @param {string} url */
async function loaded(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}
