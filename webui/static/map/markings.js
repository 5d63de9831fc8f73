// Draw what lies over the counters: orders, the path in hand, supply and command, selection, the cursor, fans.

import { costText } from "../common/words.js";
import { plate, smallHeads, smoothLine, stopsOf, strokeArrow, strokeLine } from "./arrows.js";
import { FACE } from "./faces.js";
import { NO_HEX } from "./geometry.js";
import { hatching } from "./terrain/hatching.js";
import { traceHex } from "./overlays.js";

/** @import { Declared, Supply } from "../common/data.d.ts" */
/** @import { CounterPress } from "./counters.js" */
/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Drawn, Fan, MapState, Pen, Stage } from "./types.d.ts" */

/** Paint it, and say whether there was anything.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState} state
 */
export function paintOver(pen, stage, state) {
  const { view, shown, command, supply, path, cursor, taught } = state;
  const drawn = /** @type {Drawn} */ (state);
  const wanted = [
    { has: view?.contacts?.length, paint: paintContactPairs },
    { has: view?.declared?.length && shown.orders, paint: paintOrders },
    { has: command && shown.command, paint: paintCommand },
    { has: supply && shown.supply, paint: paintSupply },
    { has: path && path.length > 1, paint: paintPath },
    { has: taught.length, paint: paintTaught },
    { has: cursor !== null, paint: paintCursor },
  ].filter(({ has }) => has);
  for (const { paint } of wanted) paint(pen, stage, drawn);
  return wanted.length > 0;
}

/** Two heads against each other where enemies stand in contact.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintContactPairs(pen, { R }, { ground, view }) {
  const size = Math.max(3.5, Math.min(11, R * 0.17));
  for (const [a, b] of view.contacts ?? []) {
    if (a === null || b === null) continue;
    const [[ax, ay], [bx, by]] = stopsOf(ground, [a, b], R),
      x = (ax + bx) / 2,
      y = (ay + by) / 2;
    smallHeads(pen, x, y, Math.atan2(by - ay, bx - ax), size, ground.palette.ink);
  }
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintOrders(pen, stage, state) {
  for (const order of state.view.declared ?? []) paintOrder(pen, stage, state, order);
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 * @param {Declared} order
 */
function paintOrder(pen, { R }, { ground, view }, order) {
  if (!order.path || order.path.length < 2) return;
  const stand = view.stands.find(({ id }) => id === order.stand),
    side = view.sides.find(({ key }) => key === stand?.side);
  strokeArrow(pen, smoothLine(ground, order.path, R), ground.drawing, {
    colour: order.attack ? ground.palette.ink.attack : (side?.line ?? ground.palette.ink.counter),
    casing: ground.palette.ink.plate,
    width: Math.max(1.7, Math.min(5.5, R * 0.085)),
    alpha: 0.9,
    dash: order.transport ? [R * 0.2 + 4, R * 0.14 + 3] : [],
    head: order.attack ? 4.6 : 3.6,
  });
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintPath(pen, stage, { ground, path, ends }) {
  const { R } = stage;
  strokeArrow(pen, smoothLine(ground, path, R), ground.drawing, {
    colour: ground.palette.ink.path,
    casing: ground.palette.ink.way,
    width: Math.max(3, Math.min(8, R * 0.12)),
    head: 3.6,
  });
  if (ends.length > 1) paintTurns(pen, stage, ground, ends);
}

/** Number the turns of a way where they end.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn["ground"]} ground
 * @param {number[]} ends
 */
function paintTurns(pen, { R }, ground, ends) {
  const size = Math.max(8, Math.min(15, R * 0.28));
  pen.save();
  pen.font = `700 ${size * 1.3}px ${FACE}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const [n, [x, y]] of stopsOf(ground, ends, R).entries()) {
    pen.beginPath();
    pen.arc(x, y, size, 0, 2 * Math.PI);
    pen.fillStyle = ground.palette.ink.way;
    pen.fill();
    pen.lineWidth = 1.5;
    pen.strokeStyle = ground.palette.ink.path;
    pen.stroke();
    pen.fillStyle = ground.palette.ink.name;
    pen.fillText(String(n + 1), x, y + 0.5);
  }
  pen.restore();
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintCommand(pen, { R, sight }, { ground, command }) {
  if (command.from === null || command.to === null) return;
  const points = stopsOf(ground, [command.from, command.to], R),
    { command: ink, cut } = ground.palette.ink;
  const colour = command.ok === false ? cut : ink;
  strokeLine(pen, points, {
    colour,
    width: Math.max(2, R * 0.05),
    casing: ground.palette.ink.plate,
    dash: [2, Math.max(6, R * 0.12)],
  });
  const [x, y] = points[1];
  pen.beginPath();
  pen.arc(x, y, Math.max(8, R * 0.72), 0, 7);
  pen.strokeStyle = ground.palette.ink.plate;
  pen.lineWidth = 5;
  pen.stroke();
  pen.strokeStyle = colour;
  pen.lineWidth = 2.4;
  pen.stroke();
  // Beyond the headquarters, so that the plate does not lie on what the unit can reach.
  const away = (Math.max(8, R * 0.72) + 14) * (y < points[0][1] ? -1 : 1);
  if (command.label)
    plate(pen, command.label, x, y + away, {
      ink: colour,
      paper: ground.palette.ink.plate,
      edge: colour,
      sight,
    });
}

/** Part a line of supply into what is open and what is shut: `at` is where it is cut, -1 if nowhere. It may also fail
 * without being cut, if it is too long.
 * @param {{path: number[], cut_at: number | null, hours: number | null}} supply
 */
export function partedSupply({ path, cut_at: cutAt, hours }) {
  const at = path.indexOf(cutAt ?? -1),
    fails = at < 0 && (hours ?? null) === null;
  if (at >= 0) return { at, fails, open: path.slice(0, at + 1), shut: path.slice(at) };
  return { at, fails, open: fails ? [] : path, shut: fails ? path : [] };
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintSupply(pen, stage, { ground, supply }) {
  const { R } = stage;
  const { supply: ink, cut } = ground.palette.ink,
    width = Math.max(2.6, Math.min(7, R * 0.1));
  const { at, fails, open, shut } = partedSupply(supply);
  const dash = [width * 2.6, width * 1.9];
  if (shut.length > 1)
    strokeLine(pen, smoothLine(ground, shut, R), {
      colour: ground.palette.ink.rim,
      width: width * 0.7,
      casing: ground.palette.ink.plate,
      dash: [2, width * 2],
      alpha: 0.85,
    });
  strokeLine(pen, smoothLine(ground, open, R), {
    colour: ink,
    width,
    casing: ground.palette.ink.plate,
    dash,
  });
  if (at >= 0) paintCut(pen, ground, supply, stage, cut);
  else if (fails) paintFailure(pen, ground, supply, stage, cut);
  else if (supply.path.length) paintSource(pen, ground, supply, stage, ink);
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {Supply} supply
 * @param {Stage} stage
 * @param {string} ink
 */
function paintSource(pen, ground, supply, { R, sight }, ink) {
  const [[x, y]] = stopsOf(ground, [supply.path[supply.path.length - 1]], R),
    r = Math.max(6, R * 0.3);
  pen.beginPath();
  pen.roundRect(x - r, y - r * 0.75, 2 * r, 1.5 * r, r * 0.3);
  pen.fillStyle = ink;
  pen.fill();
  pen.strokeStyle = ground.palette.ink.plate;
  pen.lineWidth = 2;
  pen.stroke();
  const hours = !supply.hours ? "" : `\u00a0· ${costText(supply.hours)}`.replaceAll(" ", "\u00a0");
  plate(pen, `${supply.to}${hours}`, x, y + r + 12, {
    ink,
    paper: ground.palette.ink.plate,
    edge: ink,
    sight,
  });
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {Supply} supply
 * @param {Stage} stage
 * @param {string} cut
 */
function paintFailure(pen, ground, supply, { R, sight }, cut) {
  if (!supply.path.length) return;
  const [[x, y]] = stopsOf(ground, [supply.path[Math.floor(supply.path.length / 2)]], R);
  plate(pen, supply.why || "no line", x, y, {
    ink: ground.palette.ink.refused,
    paper: ground.palette.ink.refused_plate,
    edge: cut,
    sight,
  });
}

/** @param {Pen} pen
 * @param {Ground} ground
 * @param {Supply} supply
 * @param {Stage} stage
 * @param {string} cut
 */
function paintCut(pen, ground, supply, { R, ratio, sight }, cut) {
  const path = new Path2D(),
    hex = supply.cut_at ?? supply.path[0],
    [[x, y]] = stopsOf(ground, [hex], R);
  traceHex(path, ground, hex, R, 0.94);
  pen.globalAlpha = 0.32;
  pen.fillStyle = cut;
  pen.fill(path);
  pen.globalAlpha = 0.9;
  pen.fillStyle = hatching(pen, "teeth", cut, ratio, { step: 8, weight: 1.5 });
  pen.fill(path);
  pen.globalAlpha = 1;
  pen.strokeStyle = cut;
  pen.lineWidth = Math.max(2.5, R * 0.08);
  pen.stroke(path);
  const why = supply.why || (supply.cut_by ? `cut by ${supply.cut_by}` : "cut");
  plate(pen, why, x, y + R + 12, {
    ink: ground.palette.ink.refused,
    paper: ground.palette.ink.refused_plate,
    edge: cut,
    sight,
  });
}

/** A plain ring round each hex that a lesson points at: the cursor's is dashed.
 * @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintTaught(pen, { R }, { ground, taught }) {
  const hexes = taught.map((number) => ground.geometry.indexOf(number)).filter((hex) => hex !== NO_HEX);
  paintRing(pen, R, ground, hexes, {
    colour: ground.palette.ink.taught,
    share: 0.93,
    width: Math.max(3, R * 0.08),
    air: 2,
  });
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {Drawn} state
 */
function paintCursor(pen, { R }, { ground, cursor }) {
  const dash = [Math.max(4, R * 0.2), Math.max(3, R * 0.1)];
  paintRing(pen, R, ground, [cursor], {
    colour: ground.palette.ink.cursor,
    share: 0.985,
    width: Math.max(1.8, R * 0.045),
    air: 2.2,
    dash,
  });
}

/** A ring round each hex, on a paler one that is wider.
 * @param {Pen} pen
 * @param {number} R
 * @param {Ground} ground
 * @param {number[]} hexes
 * @param {{ colour: string, share: number, width: number, air: number, dash?: number[] }} look
 */
function paintRing(pen, R, ground, hexes, { colour, share, width, air, dash = [] }) {
  const path = new Path2D();
  for (const hex of hexes) traceHex(path, ground, hex, R, share);
  pen.lineJoin = "round";
  pen.strokeStyle = ground.palette.ink.plate;
  pen.lineWidth = air * width;
  pen.stroke(path);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.stroke(path);
  pen.setLineDash([]);
}

/** @param {Pen} pen
 * @param {Stage} stage
 * @param {MapState & {fan: Fan}} state
 * @param {CounterPress} press
 */
export function paintFan(pen, { ratio }, state, press) {
  const { fan, ground, sides } = state,
    [x, y, wide, high] = fan.frame;
  pen.save();
  pen.shadowColor = `${ground.palette.ink.counter}80`;
  pen.shadowBlur = 14 * ratio;
  pen.shadowOffsetY = 3 * ratio;
  pen.beginPath();
  pen.roundRect(x, y, wide, high, 8);
  pen.fillStyle = ground.palette.paper;
  pen.fill();
  pen.restore();
  pen.strokeStyle = ground.palette.ink.reach_veil;
  pen.lineWidth = 1.2;
  pen.stroke();
  for (const { stand, x: left, y: top, size } of fan.counters) {
    const glow = state.selected === stand.id ? ground.palette.ink.glow : null,
      side = sides.get(stand.side);
    if (side) press.draw(pen, left, top, size, ratio, stand, side, { glow });
  }
}
