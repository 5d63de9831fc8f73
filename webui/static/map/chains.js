// Join single links of a network to long smooth lines.

/** @import { Chain, Edge, Point } from "./types.d.ts" */

/** Join edges {a, b} (keys of their nodes) to chains. `score(node, one, other)` says how well two
 * edges run on through a node: the greater the better, null if they must not.
 * Gives a list of chains, each a list of {edge, back}; `back` means walked from b to a.
 * @param {Edge[]} edges
 * @param {(node: number, one: any, other: any, count: number) => number | null} score
 */
export function joinChains(edges, score) {
  const next = pairUp(edges, score);
  const used = new Set();
  /** @type {Chain[]} */
  const chains = [];
  const walk = (/** @type {Edge} */ start, /** @type {number} */ node) => {
    const chain = [];
    /** @type {Edge | undefined} */
    let edge = start;
    let at = node;
    while (edge && !used.has(edge)) {
      used.add(edge);
      chain.push({ edge, back: edge.b === at });
      at = edge.b === at ? edge.a : edge.b;
      edge = next.get(edge)?.get(at);
    }
    chains.push(chain);
  };
  for (const edge of edges) {
    for (const node of [edge.a, edge.b]) if (!used.has(edge) && !next.get(edge)?.has(node)) walk(edge, node);
  }
  for (const edge of edges) if (!used.has(edge)) walk(edge, edge.a);
  return chains;
}

/** The nodes of a chain in the order of walking.
 * @param {Chain} chain
 */
export function chainNodes(chain) {
  const nodes = chain.map(({ edge, back }) => (back ? edge.b : edge.a));
  const { edge, back } = chain[chain.length - 1];
  return [...nodes, back ? edge.a : edge.b];
}

/** @param {Edge[]} edges */
export function degrees(edges) {
  const ends = new Map();
  for (const edge of edges) for (const node of [edge.a, edge.b]) ends.set(node, (ends.get(node) ?? 0) + 1);
  return ends;
}

/** @param {Edge[]} edges
 * @param {(node: number, one: any, other: any, count: number) => number | null} score
 */
function pairUp(edges, score) {
  const meeting = new Map();
  for (const edge of edges) {
    for (const node of [edge.a, edge.b]) {
      if (!meeting.has(node)) meeting.set(node, []);
      meeting.get(node).push(edge);
    }
  }
  /** @type {Map<Edge, Map<number, Edge>>} */
  const next = new Map(edges.map((edge) => [edge, new Map()]));
  for (const [node, edgesHere] of meeting) {
    for (const { one, other } of rankedPairs(node, edgesHere, score)) {
      const [here, there] = [next.get(one), next.get(other)];
      if (!here || !there || here.has(node) || there.has(node)) continue;
      here.set(node, other);
      there.set(node, one);
    }
  }
  return next;
}

/** @param {number} node
 * @param {Edge[]} here
 * @param {(node: number, one: any, other: any, count: number) => number | null} score
 */
function rankedPairs(node, here, score) {
  const pairs = [];
  for (let i = 0; i < here.length; i++) {
    for (let j = i + 1; j < here.length; j++) {
      const worth = score(node, here[i], here[j], here.length);
      if (worth !== null) pairs.push({ one: here[i], other: here[j], worth });
    }
  }
  return pairs.sort((x, y) => y.worth - x.worth);
}

/** Round a line of control points: a quadratic B-spline, sampled four times to a point.
 * Gives the samples, and for each control the number of the sample nearest to it.
 * @param {Point[]} controls
 */
export function rounded(controls) {
  const points = [controls[0]],
    near = [0];
  for (let i = 1; i < controls.length - 1; i++) {
    const from = middle(controls[i - 1], controls[i]),
      to = middle(controls[i], controls[i + 1]);
    for (const t of [0, 0.25, 0.5, 0.75]) {
      const s = 1 - t,
        p = controls[i];
      points.push([
        s * s * from[0] + 2 * s * t * p[0] + t * t * to[0],
        s * s * from[1] + 2 * s * t * p[1] + t * t * to[1],
      ]);
    }
    near.push(points.length - 2);
  }
  if (controls.length > 2) points.push(middle(controls[controls.length - 2], controls[controls.length - 1]));
  points.push(controls[controls.length - 1]);
  near.push(points.length - 1);
  return { points, near };
}

/** @param {Point} p
 * @param {Point} q
 * @returns {Point}
 */
function middle(p, q) {
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
}

/** Lay a smooth line through all points (Catmull-Rom), `per` samples to a stretch.
 * @param {Point[]} stops
 * @param {number} [per]
 */
export function through(stops, per = 6) {
  /** @param {number} i
   * @returns {Point}
   */
  const at = (i) => {
    if (i < 0) return [2 * stops[0][0] - stops[1][0], 2 * stops[0][1] - stops[1][1]];
    if (i >= stops.length) {
      const [p, q] = [stops[stops.length - 1], stops[stops.length - 2]];
      return [2 * p[0] - q[0], 2 * p[1] - q[1]];
    }
    return stops[i];
  };
  const points = [stops[0]];
  for (let i = 0; i < stops.length - 1; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 1; k <= per; k++) points.push(catmullRom(p, q, r, s, k / per));
  }
  return points;
}

/** @param {Point} p
 * @param {Point} q
 * @param {Point} r
 * @param {Point} s
 * @param {number} t
 * @returns {Point}
 */
function catmullRom(p, q, r, s, t) {
  const blend = (/** @type {0 | 1} */ k) =>
    0.5 *
    (2 * q[k] +
      (r[k] - p[k]) * t +
      (2 * p[k] - 5 * q[k] + 4 * r[k] - s[k]) * t * t +
      (3 * q[k] - p[k] - 3 * r[k] + s[k]) * t * t * t);
  return [blend(0), blend(1)];
}
