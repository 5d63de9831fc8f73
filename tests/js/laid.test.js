import assert from "node:assert/strict";
import { test } from "node:test";

import { Laid, Stacks } from "../../webui/static/map/stacks.js";

const ground = { geometry: { u: [1, 4, 7], v: [1, 1, 1] } };
const pen = { font: "", measureText: () => ({ width: 20 }) };

/** @param {string} id
 * @param {number} hex
 * @returns {any}
 */
function stand(id, hex) {
  return { id, hex, side: "us", short: id, kind: "infantry", strength: 2 };
}

/** @param {any[]} stands
 * @returns {any}
 */
function view(...stands) {
  return { ground, stacks: new Stacks(stands), state: { selected: null, view: { divisions: {} } } };
}

/** Give a layout whose faces have come. */
async function settled() {
  const laid = new Laid(Promise.resolve());
  await null;
  return laid;
}

test("counters and their names are laid out once, however often a panned map asks", async () => {
  const laid = await settled(),
    seen = view(stand("a", 0), stand("b", 2)),
    first = laid.at(/** @type {any} */ (pen), 20, seen);
  assert.equal(first.counters.length, 2);
  assert.deepEqual(first.labels.map(({ text }) => text).sort(), ["a", "b"]);
  assert.equal(laid.at(/** @type {any} */ (pen), 20, seen), first);
});

test("another zoom, other units, another selection or faces that have come are laid out anew", async () => {
  /** @type {(given: unknown) => void} */
  let come = () => {};
  const faces = new Promise((done) => (come = done)),
    laid = new Laid(faces),
    seen = view(stand("a", 0)),
    first = laid.at(/** @type {any} */ (pen), 20, seen);
  const zoomed = laid.at(/** @type {any} */ (pen), 24, seen);
  assert.notEqual(zoomed, first);
  const moved = laid.at(/** @type {any} */ (pen), 24, { ...seen, stacks: new Stacks([stand("a", 1)]) });
  assert.notDeepEqual(moved.counters, zoomed.counters);
  const chosen = { ...seen, state: { ...seen.state, selected: "a" } };
  const selected = laid.at(/** @type {any} */ (pen), 24, chosen);
  come(null);
  await faces;
  await null;
  assert.notEqual(laid.at(/** @type {any} */ (pen), 24, chosen), selected);
});
