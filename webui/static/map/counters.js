// Draw counters: colour and pattern of the side, symbol, echelon, name, strength, state.
//
// A counter is drawn once for each look and size, and copied from then on. The strokes of the symbols
// and the places of the parts come with the ground (scenarios/symbols.py).

import { penOf } from "./pens.js";
import { breastwork, drawStroke, drop, glowAround, polygon, rounded, struckStar, wash, wheel, words } from "./signs.js";

/** @import { Side } from "../common/data.d.ts" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Look, Pen, Shown } from "./types.d.ts" */

const FULL_FROM_PX = 42;
const MIDDLE_FROM_PX = 25;
/** Strokes of a symbol that are thicker are those of a small counter, in hundredths of it. */
const BOLD = 3;
const SPENT = new Set(["moved", "moved_transport", "fired", "fought", "attacked", "retired"]);

export class CounterPress {
  /** @param {Ground} ground */
  constructor(ground) {
    this.flatTop = ground.geometry.flatTop;
    this.symbols = ground.symbols;
    this.palette = ground.palette;
    this.prints = new Map();
  }

  // Print all counters anew, as when their face has come.
  forget() {
    this.prints.clear();
  }

  /** Draw a stand's counter with its left top corner at (x, y), `size` pixels wide.
   * @param {Pen} pen
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {number} ratio
   * @param {Shown} stand
   * @param {Side} side
   * @param {{glow?: string | null, band?: Look["band"]}} [more]
   */
  draw(pen, x, y, size, ratio, stand, side, { glow = null, band = null } = {}) {
    const look = this.lookOf(stand, side, band),
      key = `${size}|${ratio}|${look.key}`;
    if (!this.prints.has(key)) {
      if (this.prints.size > 1500) this.prints.clear();
      this.prints.set(key, this.#print(size, ratio, look));
    }
    const margin = Math.ceil(size * 0.08) + 2;
    if (glow) glowAround(pen, x, y, size, glow, this.palette.ink.cursor);
    pen.drawImage(this.prints.get(key), x - margin, y - margin, size + 2 * margin, size + 2 * margin);
  }

  /** All that decides how a counter looks.
   * @param {Shown} stand
   * @param {Side} side
   * @param {Look["band"]} [band]
   */
  lookOf(stand, side, band = null) {
    const { fill, line, ink, pattern } = side;
    const look = {
      kind: stand.masked && !stand.kind ? "unknown" : this.#symbolOf(stand),
      size: this.symbols.echelons[stand.size] ?? "",
      name: stand.short ?? "",
      ...pointsOf(stand),
      ...{ fill, line, ink, pattern },
      masked: !!stand.masked,
      ...marksOf(stand.marks ?? []),
      cutOff: stand.isolated || (stand.cut ? "" : null),
      facing: stand.facing ?? null,
      band: coloursOf(band),
    };
    return { ...look, key: JSON.stringify(look) };
  }

  /** The same choice as scenarios.symbols.symbol: traits first, then the way of moving, then the arm.
   * @param {Shown} stand
   */
  #symbolOf({ kind, mover, traits, symbol }) {
    if (symbol && symbol in this.symbols.kinds) return symbol;
    const { kinds, by_trait: byTrait, by_mover: byMover } = this.symbols;
    const trait = [...(traits ?? [])].sort().find((word) => `${kind} ${word}` in byTrait);
    const name = trait ? byTrait[`${kind} ${trait}`] : (byMover[`${kind} ${mover}`] ?? kind);
    return name in kinds ? name : "unknown";
  }

  /** Draw a symbol by itself, in its box.
   * @param {Pen} pen
   * @param {string} kind
   * @param {number} left
   * @param {number} top
   * @param {number} wide
   * @param {number} high
   */
  sign(pen, kind, left, top, wide, high) {
    this.#symbol(pen, { kind, band: null }, left, top, wide, high, 1.4);
  }

  /** @param {number} size
   * @param {number} ratio
   * @param {Look} look
   */
  #print(size, ratio, look) {
    const canvas = document.createElement("canvas"),
      margin = Math.ceil(size * 0.08) + 2;
    canvas.width = canvas.height = Math.ceil((size + 2 * margin) * ratio);
    const pen = penOf(canvas);
    pen.scale(ratio, ratio);
    pen.translate(margin, margin);
    pen.scale(size / 100, size / 100);
    this.#body(pen, look, size);
    if (size >= FULL_FROM_PX) this.#full(pen, look);
    else if (size >= MIDDLE_FROM_PX) this.#middle(pen, look);
    else this.#small(pen, look);
    this.#signs(pen, look, size);
    return canvas;
  }

  /** @param {Pen} pen
   * @param {Look} look
   * @param {number} size
   */
  #body(pen, look, size) {
    pen.save();
    pen.shadowColor = `${this.palette.ink.drop_shadow}73`;
    pen.shadowBlur = size * 0.05;
    pen.shadowOffsetX = pen.shadowOffsetY = size * 0.035;
    pen.fillStyle = look.fill;
    rounded(pen, 1, 1, 98, 98, 9);
    pen.fill();
    pen.restore();
    rounded(pen, 1, 1, 98, 98, 9);
    pen.save();
    pen.clip();
    this.#bevel(pen);
    if (size >= MIDDLE_FROM_PX) this.#edge(pen, look);
    pen.restore();
    rounded(pen, 1, 1, 98, 98, 9);
    pen.strokeStyle = look.line;
    pen.lineWidth = Math.max(2, 75 / size) * (look.masked ? 1.6 : 1);
    // What is only seen has a broken edge: an enemy is known as such without colours.
    if (look.masked) pen.setLineDash([17, 11]);
    pen.stroke();
    if (look.masked) pen.setLineDash([]);
  }

  /** @param {Pen} pen */
  #bevel(pen) {
    pen.fillStyle = `${this.palette.ink.select}47`;
    pen.fillRect(0, 0, 100, 4);
    pen.fillStyle = `${this.palette.ink.bevel}1f`;
    pen.fillRect(0, 95.5, 100, 5);
  }

  /** The strip at the left: how a side is known without its colour.
   * @param {Pen} pen
   * @param {Look} look
   */
  #edge(pen, look) {
    const [wide] = this.symbols.face.edge;
    pen.fillStyle = look.line;
    for (let y = 8; y < 94; y += 9) {
      pen.beginPath();
      if (look.pattern === "bars") pen.rect(3, y, wide, 4.5);
      else if (look.pattern === "dots") pen.arc(3 + wide / 2, y + 3, 2.8, 0, 7);
      else if (look.pattern === "teeth")
        polygon(pen, [
          [3, y],
          [3 + wide, y + 4],
          [3, y + 8],
        ]);
      pen.fill();
    }
  }

  /** @param {Pen} pen
   * @param {Look} look
   */
  #full(pen, look) {
    const { face } = this.symbols;
    const [left, top, wide, high] = face.box;
    this.#symbol(pen, look, left, top, wide, high, 2.3);
    const [nx, ny, nh, widest] = face.name,
      [ex, ey, eh] = face.echelon,
      [sx, sy, sh] = face.strength;
    if (look.band) this.#band(pen, look.band, face.echelon[1] - face.echelon[2] * 0.72);
    pen.fillStyle = look.band?.ink ?? look.ink;
    words(pen, look.name, nx, ny, nh, "center", widest);
    pen.fillStyle = look.ink;
    words(pen, look.size, ex, ey, eh, "center");
    words(pen, strengthText(look), sx, sy, sh, "left");
    this.#pips(pen, look);
  }

  /** The band of the division, behind the unit's name.
   * @param {Pen} pen
   * @param {NonNullable<Look["band"]>} band
   * @param {number} foot
   */
  #band(pen, { colour, stripe }, foot) {
    pen.save();
    rounded(pen, 2, 2, 96, 96, 8);
    pen.clip();
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 100, foot);
    if (stripe !== colour) {
      pen.fillStyle = stripe;
      pen.fillRect(0, foot - 3, 100, 3);
    }
    pen.restore();
  }

  /** @param {Pen} pen
   * @param {Look} look
   */
  #middle(pen, look) {
    this.#symbol(pen, look, 17, 22, 72, 42, 4);
    pen.fillStyle = look.ink;
    words(pen, look.size, 53, 18, 19, "center");
    words(pen, strengthText(look), 53, 95, 31, "center");
  }

  /** @param {Pen} pen
   * @param {Look} look
   */
  #small(pen, look) {
    this.#symbol(pen, look, 12, 24, 76, 52, 7);
  }

  /** @param {Pen} pen
   * @param {Pick<Look, "kind" | "band">} look
   * @param {number} left
   * @param {number} top
   * @param {number} wide
   * @param {number} high
   * @param {number} thick
   */
  #symbol(pen, look, left, top, wide, high, thick) {
    const { wide: boxWide, high: boxHigh, kinds } = this.symbols,
      scale = wide / boxWide;
    const { box, counter } = this.palette.ink,
      // Small counters have no room for a band: their symbol stands on its colour.
      band = thick > BOLD ? look.band : null,
      ink = band?.ink ?? counter;
    pen.save();
    pen.translate(left, top);
    pen.scale(scale, high / boxHigh);
    pen.fillStyle = band?.colour ?? box;
    pen.strokeStyle = ink;
    pen.lineWidth = thick / scale;
    pen.lineJoin = "round";
    pen.fillRect(0, 0, boxWide, boxHigh);
    if (band && band.stripe !== band.colour) {
      pen.fillStyle = band.stripe;
      pen.fillRect(0, boxHigh * 0.76, boxWide, boxHigh * 0.24);
    }
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, boxWide, boxHigh);
    pen.clip();
    for (const stroke of kinds[look.kind]) drawStroke(pen, stroke, ink);
    pen.restore();
    pen.strokeStyle = counter;
    pen.strokeRect(0, 0, boxWide, boxHigh);
    pen.restore();
  }

  /** @param {Pen} pen
   * @param {Look} look
   */
  #pips(pen, look) {
    if (look.strength === null || look.full === null) return;
    const [left, top, step, row] = this.symbols.face.pips,
      [, foot, high] = this.symbols.face.strength;
    pen.strokeStyle = pen.fillStyle = look.ink;
    if (look.full > row * 2 || look.strength > 9) {
      words(pen, `of ${look.full}`, 93, foot, high * 0.6, "right");
      return;
    }
    pen.lineWidth = 1.4;
    for (let n = 0; n < look.full; n++) {
      const x = left + step * (n % row),
        y = top + step * Math.floor(n / row);
      if (n < look.strength) pen.fillRect(x, y, 7, 7);
      else pen.strokeRect(x + 0.7, y + 0.7, 5.6, 5.6);
    }
  }

  /** What has befallen the unit: seen at every size, without pointing at it.
   * @param {Pen} pen
   * @param {Look} look
   * @param {number} size
   */
  #signs(pen, look, size) {
    const { face } = this.symbols,
      more = size < MIDDLE_FROM_PX ? 1.7 : 1;
    if (look.spent) wash(pen, this.palette.paper);
    if (look.cutOff !== null) this.#corner(pen, look, face.corner[0] * more);
    if (look.transport) wheel(pen, look, face.wheel, more);
    if (look.emplaced) breastwork(pen, look.line, face.bar);
    if (look.facing !== null) this.#facing(pen, look, more);
    const r = size >= FULL_FROM_PX ? 6 : 9,
      { cut } = this.palette.ink;
    if (look.noCommand) struckStar(pen, 12, 62, r, cut);
    if (look.noFuel) drop(pen, 91, 62, r, cut);
  }

  /** A notch on the edge towards the hexside that it looks over.
   * @param {Pen} pen
   * @param {Look} look
   * @param {number} more
   */
  #facing(pen, look, more) {
    const turn = ((this.flatTop ? -90 : -60) + 60 * (look.facing ?? 0)) * (Math.PI / 180),
      wide = 11 * Math.min(more, 1.4);
    const far = 47 / Math.max(Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn)));
    pen.save();
    pen.translate(50, 50);
    pen.rotate(turn);
    polygon(
      pen,
      [
        [far + 4, 0],
        [far - wide, -wide],
        [far - wide, wide],
      ],
      true,
    );
    pen.restore();
    pen.fillStyle = this.palette.ink.box;
    pen.fill();
    pen.strokeStyle = look.line;
    pen.lineWidth = 3;
    pen.stroke();
  }

  /** @param {Pen} pen
   * @param {Look} look
   * @param {number} side
   */
  #corner(pen, look, side) {
    polygon(
      pen,
      [
        [99 - side, 1],
        [99, 1],
        [99, 1 + side],
      ],
      true,
    );
    pen.fillStyle = this.palette.ink.box;
    pen.fill();
    pen.strokeStyle = this.palette.ink.cut;
    pen.lineWidth = 4;
    pen.stroke();
    if (look.cutOff) {
      pen.fillStyle = this.palette.ink.counter;
      words(pen, String(look.cutOff), 99 - side * 0.3, 1 + side * 0.52, side * 0.5, "center");
    }
  }
}

/** The colours of a band, and nothing that two divisions of one colour differ in.
 * @param {Look["band"]} band
 * @returns {Look["band"]}
 */
function coloursOf(band) {
  return band && { colour: band.colour, stripe: band.stripe, ink: band.ink };
}

/** Strength as far as it is known.
 * @param {{strength?: number | null, full?: number | null}} stand
 */
function pointsOf({ strength = null, full = null }) {
  return { strength, full };
}

/** What the marks of a unit show of it.
 * @param {string[]} marks
 */
function marksOf(marks) {
  const has = new Set(marks);
  return {
    transport: has.has("transport"),
    emplaced: has.has("emplaced"),
    spent: marks.some((mark) => SPENT.has(mark)),
    noCommand: has.has("out_of_command"),
    noFuel: has.has("no_fuel"),
  };
}

/** @param {Look} look */
function strengthText(look) {
  return look.strength === null ? (look.masked ? "?" : "") : String(look.strength);
}
