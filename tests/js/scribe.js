// A pen for tests that keeps its state as a canvas does, and tells each thing painted on one line: where it lies on the
// canvas, in what colour, how wide, how dense. `left` says what it does not leave as it was.

import "./page.js";

const round = (n) => Math.round(n * 100) / 100 + 0;
const spot = ([x, y]) => `${round(x)},${round(y)}`;
const LOOK = {
  fillStyle: "black",
  strokeStyle: "black",
  lineWidth: 1,
  globalAlpha: 1,
  globalCompositeOperation: "source-over",
  font: "",
  textAlign: "start",
  dash: "",
  matrix: [1, 0, 0, 1, 0, 0],
};
const placed = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];
const scaleOf = ([a, b]) => Math.hypot(a, b);

/** A way of strokes; it is told as it lies under a matrix. */
export class Trace {
  constructor() {
    this.parts = [];
  }
  moveTo(...at) {
    this.parts.push(["M", at]);
  }
  lineTo(...at) {
    this.parts.push(["L", at]);
  }
  closePath() {
    this.parts.push(["Z"]);
  }
  arc(x, y, r, from = 0, to = 7) {
    // Seven and two pi are both all the way round.
    this.parts.push(["O", [x, y], [r], to - from > 6.28 ? "" : ` ${round(from)}..${round(to)}`]);
  }
  rect(x, y, wide, high, ...more) {
    this.parts.push(["R", [x, y], [wide, high], more.map((n) => ` r${round(n)}`).join("")]);
  }
  roundRect(...given) {
    this.rect(...given);
  }
  under(matrix) {
    const told = ([kind, at, sizes = [], more = ""]) =>
      kind +
      (at ? spot(placed(matrix, at)) : "") +
      sizes.map((size) => ` ${round(size * scaleOf(matrix))}`).join("") +
      more;
    return this.parts.map(told).join(" ");
  }
}
globalThis.Path2D = Trace;
globalThis.DOMMatrix = class {
  scale(by) {
    return { by };
  }
};

export class Scribe {
  constructor(marks = []) {
    this.marks = marks;
    this.kept = [];
    this.trace = new Trace();
    Object.assign(this, LOOK);
  }
  /** What was told since it was asked last. */
  get told() {
    return this.marks.splice(0);
  }
  get left() {
    const { globalAlpha, dash, globalCompositeOperation: how, matrix, kept } = this;
    return [globalAlpha, dash, how, matrix.map(round).join(), kept.length].join(" ");
  }
  save() {
    this.kept.push(Object.fromEntries(Object.keys(LOOK).map((key) => [key, this[key]])));
  }
  restore() {
    Object.assign(this, this.kept.pop());
  }
  setLineDash(dash) {
    this.dash = dash.map(round).join();
  }
  translate(x, y) {
    const [a, b, c, d] = this.matrix;
    this.matrix = [a, b, c, d, ...placed(this.matrix, [x, y])];
  }
  rotate(turn) {
    const [a, b, c, d, e, f] = this.matrix,
      [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    this.matrix = [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin, e, f];
  }
  scale(x, y) {
    const [a, b, c, d, e, f] = this.matrix;
    this.matrix = [a * x, b * x, c * y, d * y, e, f];
  }
  setTransform(...matrix) {
    this.matrix = matrix;
  }
  beginPath() {
    this.trace = new Trace();
  }
  /** Like `moveTo`, each part of a path of one's own lies where the canvas stood when it was made. */
  #adds(kind, given) {
    const own = new Trace();
    own[kind](...given);
    const [[name, at, sizes, more]] = own.parts;
    this.trace.parts.push([
      name,
      at && placed(this.matrix, at),
      sizes?.map((size) => size * scaleOf(this.matrix)),
      more,
    ]);
  }
  moveTo(...given) {
    this.#adds("moveTo", given);
  }
  lineTo(...given) {
    this.#adds("lineTo", given);
  }
  arc(...given) {
    this.#adds("arc", given);
  }
  rect(...given) {
    this.#adds("rect", given);
  }
  roundRect(...given) {
    this.#adds("rect", given);
  }
  closePath() {
    this.trace.closePath();
  }
  #tell(what, path) {
    const { globalAlpha, globalCompositeOperation: how } = this;
    const dense = globalAlpha === 1 ? "" : ` at ${round(globalAlpha)}`,
      where = path instanceof Trace ? path.under(this.matrix) : this.trace.under(LOOK.matrix);
    this.marks.push(`${what}${dense}${how === LOOK.globalCompositeOperation ? "" : ` ${how}`}: ${where}`);
  }
  stroke(path) {
    const { strokeStyle, lineWidth, matrix, dash } = this;
    this.#tell(`stroke ${strokeStyle} ${round(lineWidth * scaleOf(matrix))}${dash && ` [${dash}]`}`, path);
  }
  fill(path, rule = "") {
    const how = path === "evenodd" ? path : rule;
    this.#tell(`fill ${this.fillStyle}${how && ` ${how}`}`, path);
  }
  clip(path) {
    this.#tell("clip", path);
  }
  fillRect(x, y, wide, high) {
    const path = new Trace();
    path.rect(x, y, wide, high);
    this.fill(path);
  }
  strokeRect(x, y, wide, high) {
    const path = new Trace();
    path.rect(x, y, wide, high);
    this.stroke(path);
  }
  #write(colour, text, x, y) {
    const size = /(\d+(?:\.\d+)?)px/.exec(this.font)?.[1] ?? "";
    this.marks.push(
      `${colour} “${text}” ${spot(placed(this.matrix, [x, y]))} ${this.textAlign} ${round(Number(size))}px`,
    );
  }
  fillText(text, x, y) {
    this.#write(`write ${this.fillStyle}`, text, x, y);
  }
  strokeText(text, x, y) {
    this.#write(`rim ${this.strokeStyle}`, text, x, y);
  }
  /** Every letter is five pixels wide. */
  measureText(text) {
    return { width: 5 * text.length };
  }
  drawImage(image, x, y, wide, high) {
    this.marks.push(
      `image ${image.width}x${image.height}: ${spot(placed(this.matrix, [x, y]))} ${round(wide)} ${round(high)}`,
    );
  }
  createImageData(wide, high) {
    return { data: new Uint8ClampedArray(4 * wide * high) };
  }
  putImageData(picture) {
    this.picture = picture;
  }
  /** A hatching is told by how its tile is painted. */
  createPattern({ pen, width }) {
    const name = [
      pen.marks.length > 1 ? "cross" : /O/.test(pen.marks[0]) ? "dots" : slant(pen.marks[0]),
      pen.strokeStyle,
    ];
    return { setTransform: () => {}, toString: () => `${name.join("(")} ${width} ${round(pen.lineWidth)})` };
  }
}

/** Whether the first stroke of a tile goes up to the right or down. */
function slant(mark) {
  const [, from, to] = / M-?[\d.]+,(-?[\d.]+) L-?[\d.]+,(-?[\d.]+)/.exec(mark).map(Number);
  return from > to ? "up" : "down";
}

/** Have every canvas of the page drawn on by a scribe. */
globalThis.Element.prototype.getContext = function () {
  return (this.pen ??= new Scribe());
};

/** What a pen says that has been left as it was found. */
export const CLEAN = new Scribe().left;

/** An ink that is called as what it is for. */
export const ink = new Proxy({}, { get: (_, name) => String(name) });

/** What arrows of a drawing are like, with round numbers: a head four widths long, its wings three back and a half aside. */
export const drawing = {
  per_mm: 4,
  arrow: {
    ...{ pieces: 1, head: 5, notch: 0.6, into: 0.4, slant: Math.atan2(0.6, -0.8), rim: 1, head_rim: 0.5 },
    ...{ least_rim_mm: 0.5, plan_wide: [0.1, 0.5, 2, 0], plan_alpha: 0.6 },
  },
};

export const RED = { key: "red", name: "Red", fill: "pink", line: "red", pattern: "bars" };
export const BLUE = { key: "blue", name: "Blue", fill: "sky", line: "blue", pattern: "slant" };

/** The six corners of a hex with its flat side up, as they are traced. */
export function hexAt(x, y, r) {
  const corners = [
    [-0.5, -0.8660254],
    [0.5, -0.8660254],
    [1, 0],
    [0.5, 0.8660254],
    [-0.5, 0.8660254],
    [-1, 0],
  ];
  return `${corners.map(([u, v], n) => `${n ? "L" : "M"}${spot([x + u * r, y + v * r])}`).join(" ")} Z`;
}
