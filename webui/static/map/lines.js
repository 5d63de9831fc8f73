// Lay rivers along the hexsides and roads through the hexes, as short smooth pieces in buckets.

import { chainNodes, degrees, joinChains, rounded, through } from "./chains.js";
import { NO_HEX, lot } from "./geometry.js";

/** @import { Ground } from "./terrain/terrain_model.js" */
/** @import { Chain, Edge, Pair, Place, Point } from "./types.d.ts" */

/** @type {Record<string, number>} */
const RIVER_CLASS = { stream: 1, river: 2, major_river: 3 };
/** @type {Record<string, number>} */
const ROAD_CLASS = { track: 1, secondary: 2, main: 3 };
/** @type {Point} */
const RAIL_ASIDE = [0.17, 0.13];

/** A chain of river with its nodes, and what its line is rounded from.
 * @typedef {{chain: Chain, nodes: number[], controls: Point[]}} Laid
 */

/** Pieces of line: {kind, points [[u, v]...], from, to} with widths as shares of the full width; `far` for
 * the map seen from far off.
 * @param {Ground} ground
 */
export function riverPieces(ground) {
  const sides = ground.hexsides.filter((side) => side.kind in RIVER_CLASS);
  const edges = sides.map((side) => ({
    ...side,
    a: ground.geometry.cornerKey(side.index, side.side),
    b: ground.geometry.cornerKey(side.index, (side.side + 1) % 6),
    rank: RIVER_CLASS[side.kind],
  }));
  const chains = joinChains(
    edges,
    (_, one, other) => Math.min(one.rank, other.rank) * 4 - Math.abs(one.rank - other.rank),
  );
  const laid = chains.map((chain) => ({ chain, nodes: chainNodes(chain), controls: riverControls(ground, chain) }));
  const ends = degrees(edges),
    joints = jointPlaces(laid);
  return {
    near: laid.flatMap((line) => cutRiver(ground, line, ends, joints)),
    far: laid.flatMap((line) => softRiver(ground, line)),
    chains,
  };
}

/** For far out: a line through the middles of the hexsides, without the zigzag of the corners.
 * @param {Ground} ground
 * @param {Laid} laid
 */
function softRiver(ground, { chain, controls }) {
  const middles = chain.map(({ edge }) => ground.sidePoint(edge.index, edge.side));
  const { points, near } = rounded([controls[0], ...middles, controls[controls.length - 1]]);
  return chain.map(({ edge }, i) => ({
    kind: edge.kind,
    at: edge.at,
    index: edge.index,
    from: 1,
    to: 1,
    points: points.slice(i ? near[i + 1] - 2 : 0, i === chain.length - 1 ? undefined : near[i + 1] + 3),
  }));
}

/** @param {Ground} ground
 * @param {Chain} chain
 * @returns {Point[]}
 */
function riverControls(ground, chain) {
  const controls = [];
  for (const { edge, back } of chain) {
    const points = ground.wanderedSide(edge.index, edge.side);
    if (back) points.reverse();
    controls.push(...points.slice(controls.length ? 1 : 0));
  }
  return controls;
}

/** Where a rounded line passes a node that it runs through; others that end there end on it.
 * @param {Laid[]} laid
 * @returns {Map<number, Point>}
 */
function jointPlaces(laid) {
  /** @type {Map<number, Point>} */
  const joints = new Map();
  for (const { nodes, controls } of laid) {
    for (let n = 1; n < nodes.length - 1; n++) {
      const [p, q, r] = [controls[3 * n - 1], controls[3 * n], controls[3 * n + 1]];
      joints.set(nodes[n], [0.125 * p[0] + 0.75 * q[0] + 0.125 * r[0], 0.125 * p[1] + 0.75 * q[1] + 0.125 * r[1]]);
    }
  }
  return joints;
}

/** @param {Ground} ground
 * @param {Laid} laid
 * @param {Map<number, number>} ends
 * @param {Map<number, Point>} joints
 */
function cutRiver(ground, { chain, nodes, controls }, ends, joints) {
  const last = nodes.length - 1;
  controls[0] = joints.get(nodes[0]) ?? controls[0];
  controls[controls.length - 1] = joints.get(nodes[last]) ?? controls[controls.length - 1];
  const { points, near } = rounded(controls);
  const widths = chain.map(({ edge }) => edge.rank);
  return chain.map(({ edge, back }, i) => {
    const source = (/** @type {number} */ n) =>
      ends.get(nodes[n]) === 1 && !flowsOut(ground, edge, back === (n === i) ? 1 : 0);
    const share = (/** @type {number} */ n, /** @type {number} */ other) =>
      n === 0 || n === last ? (source(n) ? 0.25 : 1) : between(widths[i], widths[other]);
    return {
      kind: edge.kind,
      at: edge.at,
      index: edge.index,
      points: points.slice(near[3 * i], near[3 * i + 3] + 1),
      from: share(i, i - 1),
      to: share(i + 1, i + 1),
    };
  });
}

/** At a change of class the two pieces meet at the middle of their widths.
 * @param {number} here
 * @param {number} there
 */
function between(here, there) {
  /** @type {Record<number, number>} */
  const width = { 1: 0.055, 2: 0.105, 3: 0.2 };
  return here === there ? 1 : (width[here] + width[there]) / 2 / width[here];
}

/** Whether the river leaves the map or enters a lake at that corner of its hexside.
 * @param {Ground} ground
 * @param {Edge} edge
 * @param {number} end
 */
function flowsOut(ground, edge, end) {
  const k = (edge.side + end) % 6;
  const beyond = [
    edge.index,
    ground.geometry.neighbour(edge.index, k),
    ground.geometry.neighbour(edge.index, (k + 5) % 6),
  ];
  return beyond.some((index) => !ground.inside(index) || ground.isWater[ground.terrain[index]]);
}

/** @param {Ground} ground */
export function roadPieces(ground) {
  return linkPieces(ground, ground.roads, (index) => roadNode(ground, index), [0, 0]);
}

/** @param {Ground} ground */
export function railPieces(ground) {
  /** @param {number} index
   * @returns {Point}
   */
  const node = (index) => {
    const [u, v] = roadNode(ground, index);
    return [u + RAIL_ASIDE[0], v + RAIL_ASIDE[1]];
  };
  return linkPieces(ground, ground.rails, node, RAIL_ASIDE);
}

/** Roads meet in the largest place of a hex, elsewhere a little off its middle.
 * @param {Ground} ground
 * @param {number} index
 * @returns {Point}
 */
export function roadNode(ground, index) {
  const nodes = (ground.roadNodes ??= new Map(
    [...ground.places]
      .reverse()
      .filter((place) => place.rank < 9)
      .map((place) => [place.index, pulledIn(ground, place)]),
  ));
  const geometry = ground.geometry;
  return (
    nodes.get(index) ?? [
      geometry.u[index] + (lot(index, 5) - 0.5) * 0.34,
      geometry.v[index] + (lot(index, 6) - 0.5) * 0.34,
    ]
  );
}

/** Keep a place off the very edge of its hex, where blocks and counters of two hexes would mingle.
 * @param {Ground} ground
 * @param {Place} place
 * @returns {Point}
 */
export function pulledIn(ground, place) {
  const cu = ground.geometry.u[place.index],
    cv = ground.geometry.v[place.index];
  const du = place.u - cu,
    dv = place.v - cv,
    off = Math.hypot(du, dv);
  const share = off > 0.5 ? 0.5 / off : 1;
  return [cu + du * share, cv + dv * share];
}

/** @param {Ground} ground
 * @param {Pair[]} links
 * @param {(index: number) => Point} node where links meet in a hex
 * @param {Point} aside
 */
function linkPieces(ground, links, node, aside) {
  const edges = links
    .map((link) => ({
      ...link,
      a: link.index,
      b: ground.geometry.neighbour(link.index, link.side),
      rank: ROAD_CLASS[link.kind] ?? 1,
    }))
    .filter((edge) => edge.b !== NO_HEX);
  const chains = joinChains(edges, (here, one, other, meeting) => straightness(ground, here, one, other, meeting));
  return chains.flatMap((chain) => {
    const nodes = chainNodes(chain),
      /** @type {Point[]} */ stops = [node(nodes[0])];
    chain.forEach(({ edge }, i) => {
      const [u, v] = ground.sidePoint(edge.index, edge.side);
      stops.push([u + aside[0] * 0.5, v + aside[1] * 0.5], node(nodes[i + 1]));
    });
    const points = through(stops);
    return chain.map(({ edge }, i) => ({
      kind: edge.kind,
      at: edge.at,
      index: edge.index,
      points: points.slice(12 * i, 12 * i + 13),
      from: 1,
      to: 1,
    }));
  });
}

/** Run on through a junction into the straightest road of the best class.
 * @param {Ground} ground
 * @param {number} here
 * @param {Edge} one
 * @param {Edge} other
 * @param {number} meeting
 */
function straightness(ground, here, one, other, meeting) {
  const sideOf = (/** @type {Edge} */ edge) => ground.geometry.sideTowards(here, edge.a === here ? edge.b : edge.a);
  const gap = Math.abs(sideOf(one) - sideOf(other)),
    turn = Math.min(gap, 6 - gap);
  if (meeting > 2 && turn < 2) return null;
  return turn * 3 + Math.min(one.rank, other.rank) * 4 - Math.abs(one.rank - other.rank);
}
