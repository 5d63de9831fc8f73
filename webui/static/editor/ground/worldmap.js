// The map of the world on a canvas: a box is dragged on it, or an outline clicked; files and grounds show where they lie.

import { unrolled } from "./degrees.js";

/** @import { Box, Spot, World } from "./grounds.d.ts" */

/** @typedef {{draw: (box: Box) => void, outline: (ring: Spot[]) => void, aim: (text: string) => void}} Doors */

const SEA = "#d5e3e8",
  LAND = "#f6f0de",
  COAST = "#8a9aa0",
  BORDER = "#b39f86",
  INK = "#2b241b",
  ACCENT = "#1d4f91",
  FILES = "#2c6633",
  SHIPPED = "#8a7a58";
const NEAREST = 4000,
  FARTHEST = 0.8;
const CLOSE_PX = 12,
  LEAST_PX = 4,
  MOST_TOWNS = 26;
// Towns of so many thousand people are named where a degree has a pixel, and smaller ones the nearer one looks.
const NAMED_AT = 60_000;
const FONT = "12px 'Gill Sans', 'Noto Sans', 'DejaVu Sans', sans-serif";

export class WorldMap {
  /** @param {HTMLCanvasElement} canvas
   * @param {World} world
   * @param {Doors} doors
   */
  constructor(canvas, world, doors) {
    this.canvas = canvas;
    this.doors = doors;
    const arcs = world.arcs.map((arc) => unrolled(arc, world.unit));
    this.land = world.land.map((ring) =>
      ring.flatMap((k) => (k >= 0 ? (arcs[k] ?? []) : [...(arcs[~k] ?? [])].reverse())),
    );
    this.borders = world.borders.map((k) => arcs[k] ?? []);
    this.lakes = world.lakes.map((lake) => unrolled(lake, world.unit));
    this.towns = world.towns.map(([name, lon, lat, people]) => ({
      name,
      people,
      lon: lon * world.unit,
      lat: lat * world.unit,
    }));
    this.centre = { lon: 12, lat: 46 };
    this.scale = 9;
    /** @type {"box" | "outline" | "move"} */
    this.mode = "box";
    /** @type {Box | null} */
    this.box = null;
    /** @type {Spot[]} */
    this.ring = [];
    /** @type {Spot[]} */ // that is being drawn
    this.drawn = [];
    /** @type {Box[]} */
    this.files = [];
    /** @type {{name: string, box: Box}[]} */
    this.shipped = [];
    /** @type {{at: Spot, x: number, y: number} | null} */
    this.press = null;
    this.#listen();
    new ResizeObserver(() => this.paint()).observe(canvas);
  }

  /** Go where a box is.
   * @param {Box} box
   */
  show(box) {
    const [west, south, east, north] = box,
      wide = east - west + (east < west ? 360 : 0);
    this.centre = { lon: west + wide / 2, lat: (south + north) / 2 };
    const { width, height } = this.#size(),
      flat = this.#flat();
    this.scale = Math.min(
      NEAREST,
      (0.6 * width) / Math.max(wide * flat, 1e-6),
      (0.6 * height) / Math.max(north - south, 1e-6),
    );
    this.paint();
  }

  /** @param {number} times */
  zoom(times) {
    this.scale = Math.min(NEAREST, Math.max(FARTHEST, this.scale * times));
    this.paint();
  }

  /** @param {"box" | "outline" | "move"} mode */
  take(mode) {
    this.mode = mode;
    this.drawn = [];
    this.canvas.style.cursor = mode === "move" ? "grab" : "crosshair";
    this.doors.aim(
      {
        box: "Drag a box on the map.",
        outline: "Click corner after corner; the first one again closes it.",
        move: "Drag the map.",
      }[mode],
    );
    this.paint();
  }

  #size() {
    return { width: this.canvas.clientWidth || 1, height: this.canvas.clientHeight || 1 };
  }

  #flat() {
    return Math.max(Math.cos((this.centre.lat * Math.PI) / 180), 0.1);
  }

  /** @param {Spot} spot
   * @returns {[number, number]}
   */
  #xy([lon, lat]) {
    const { width, height } = this.#size();
    let east = lon - this.centre.lon;
    if (east > 200) east -= 360;
    else if (east < -200) east += 360;
    return [width / 2 + east * this.scale * this.#flat(), height / 2 - (lat - this.centre.lat) * this.scale];
  }

  /** @param {PointerEvent | WheelEvent} event
   * @returns {Spot}
   */
  #spot(event) {
    const { width, height } = this.#size();
    const lon = this.centre.lon + (event.offsetX - width / 2) / (this.scale * this.#flat()),
      lat = this.centre.lat - (event.offsetY - height / 2) / this.scale;
    return [((((lon + 180) % 360) + 360) % 360) - 180, Math.max(-90, Math.min(90, lat))];
  }

  #listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const [lon, lat] = this.#spot(event),
          times = event.deltaY < 0 ? 1.25 : 0.8;
        this.centre = { lon: lon + (this.centre.lon - lon) / times, lat: lat + (this.centre.lat - lat) / times };
        this.zoom(times);
      },
      { passive: false },
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.press = { at: this.#spot(event), x: event.offsetX, y: event.offsetY };
    if (this.mode === "outline") this.#corner(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press } = this;
    if (!press) return;
    if (this.mode === "move") {
      this.centre.lon -= event.movementX / (this.scale * this.#flat());
      this.centre.lat = Math.max(-85, Math.min(85, this.centre.lat + event.movementY / this.scale));
      this.paint();
    } else if (this.mode === "box") {
      this.box = this.#dragged(press, event);
      this.paint();
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    this.press = null;
    if (!press || this.mode !== "box" || !this.box) return;
    const far = Math.min(Math.abs(event.offsetX - press.x), Math.abs(event.offsetY - press.y));
    if (far >= LEAST_PX) this.doors.draw(this.box);
  }

  /** The box between two places, as the pointer went: whether it leads over the date line the degrees alone do not say.
   * @param {{at: Spot, x: number}} press
   * @param {PointerEvent} event
   * @returns {Box}
   */
  #dragged({ at: from, x }, event) {
    const to = this.#spot(event),
      [[west], [east]] = event.offsetX < x ? [to, from] : [from, to];
    return [west, Math.min(from[1], to[1]), east, Math.max(from[1], to[1])];
  }

  /** @param {PointerEvent} event */
  #corner(event) {
    const first = this.drawn[0];
    if (first && this.drawn.length > 2) {
      const [x, y] = this.#xy(first);
      if (Math.hypot(event.offsetX - x, event.offsetY - y) < CLOSE_PX) {
        const ring = this.drawn;
        this.drawn = [];
        this.doors.outline(ring);
        return;
      }
    }
    this.drawn.push(this.#spot(event));
    this.paint();
  }

  paint() {
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    const { width, height } = this.#size(),
      fine = globalThis.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * fine);
    this.canvas.height = Math.round(height * fine);
    pen.setTransform(fine, 0, 0, fine, 0, 0);
    pen.fillStyle = SEA;
    pen.fillRect(0, 0, width, height);
    this.#lines(pen, this.land, { fill: LAND, stroke: COAST });
    this.#lines(pen, this.lakes, { fill: SEA, stroke: COAST });
    this.#lines(pen, this.borders, { stroke: BORDER });
    this.#names(pen);
    for (const one of this.shipped) this.#frame(pen, one.box, SHIPPED, one.name);
    for (const box of this.files) this.#frame(pen, box, FILES, "");
    if (this.box) this.#chosen(pen, this.box);
    this.#ring(pen, this.ring, true);
    this.#ring(pen, this.drawn, false);
  }

  /** @param {CanvasRenderingContext2D} pen
   * @param {Spot[][]} lines
   * @param {{fill?: string, stroke: string}} how
   */
  #lines(pen, lines, { fill, stroke }) {
    const { width, height } = this.#size(),
      flat = this.#flat(),
      [left, top] = [this.centre.lon - width / 2 / (this.scale * flat), this.centre.lat + height / 2 / this.scale];
    pen.beginPath();
    for (const line of lines) {
      line.forEach(([lon, lat], k) => {
        const x = (lon - left) * this.scale * flat,
          y = (top - lat) * this.scale;
        if (k) pen.lineTo(x, y);
        else pen.moveTo(x, y);
      });
      if (fill) pen.closePath();
    }
    if (fill) {
      pen.fillStyle = fill;
      pen.fill("evenodd");
    }
    pen.strokeStyle = stroke;
    pen.lineWidth = 0.7;
    pen.stroke();
  }

  /** @param {CanvasRenderingContext2D} pen */
  #names(pen) {
    const { width, height } = this.#size(),
      least = NAMED_AT / this.scale;
    pen.font = FONT;
    pen.textBaseline = "middle";
    let left = MOST_TOWNS;
    /** @type {[number, number][]} */
    const taken = [];
    for (const town of this.towns) {
      if (town.people < least || !left) break;
      const [x, y] = this.#xy([town.lon, town.lat]);
      if (
        x < 0 ||
        y < 0 ||
        x > width ||
        y > height ||
        taken.some(([u, v]) => Math.abs(u - x) < 80 && Math.abs(v - y) < 14)
      )
        continue;
      taken.push([x, y]);
      left--;
      pen.fillStyle = INK;
      pen.fillRect(x - 1.5, y - 1.5, 3, 3);
      pen.strokeStyle = LAND;
      pen.lineWidth = 3;
      pen.strokeText(town.name, x + 5, y);
      pen.fillText(town.name, x + 5, y);
    }
  }

  /** @param {Box} box
   * @returns {[number, number, number, number]}
   */
  #corners([west, south, east, north]) {
    const [x, y] = this.#xy([west, north]),
      wide = (east - west + (east < west ? 360 : 0)) * this.scale * this.#flat();
    return [x, y, wide, (north - south) * this.scale];
  }

  /** @param {CanvasRenderingContext2D} pen
   * @param {Box} box
   * @param {string} colour
   * @param {string} name
   */
  #frame(pen, box, colour, name) {
    const [x, y, wide, high] = this.#corners(box);
    pen.strokeStyle = colour;
    pen.lineWidth = 1.2;
    pen.setLineDash([4, 3]);
    pen.strokeRect(x, y, wide, high);
    pen.setLineDash([]);
    if (!name || wide < 60) return;
    pen.fillStyle = colour;
    pen.font = FONT;
    pen.fillText(name.split(",")[0] ?? "", x + 4, y + 9, wide - 6);
  }

  /** @param {CanvasRenderingContext2D} pen
   * @param {Box} box
   */
  #chosen(pen, box) {
    const [x, y, wide, high] = this.#corners(box);
    pen.fillStyle = "rgb(29 79 145 / 14%)";
    pen.fillRect(x, y, wide, high);
    pen.strokeStyle = ACCENT;
    pen.lineWidth = 2;
    pen.strokeRect(x, y, wide, high);
  }

  /** @param {CanvasRenderingContext2D} pen
   * @param {Spot[]} ring
   * @param {boolean} closed
   */
  #ring(pen, ring, closed) {
    if (!ring.length) return;
    pen.beginPath();
    for (const spot of ring) pen.lineTo(...this.#xy(spot));
    if (closed) pen.closePath();
    pen.fillStyle = "rgb(29 79 145 / 14%)";
    if (closed) pen.fill();
    pen.strokeStyle = ACCENT;
    pen.lineWidth = 2;
    pen.stroke();
    for (const spot of closed ? [] : ring) {
      const [x, y] = this.#xy(spot);
      pen.strokeRect(x - 3, y - 3, 6, 6);
    }
  }
}
