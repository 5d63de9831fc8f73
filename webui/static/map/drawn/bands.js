// Cut what is to be painted of packets into parts that a frame has time for.

/** @import { Packet } from "./packet.js" */
/** @import { Box } from "../types.d.ts" */

/** What two boxes have in common.
 * @param {Box} one
 * @param {Box} other
 * @returns {Box}
 */
function shared(one, other) {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

/** Cut what a packet has in a box into its bands, one under the other.
 * @param {Packet} packet
 * @param {Box} within
 * @returns {Packet[]}
 */
export function bandsOf(packet, within) {
  const [left, top, right, foot] = packet.box,
    high = (foot - top) / packet.bands;
  return Array.from({ length: packet.bands }, (_, band) => {
    const box = shared([left, top + band * high, right, top + (band + 1) * high], within);
    return { ...packet, box, band };
  }).filter(({ box }) => box[1] < box[3]);
}

/** Put bands together until they are so high in hex radii.
 * @param {Packet[]} bands
 * @param {number} least
 * @returns {Packet[][]}
 */
export function grouped(bands, least) {
  /** @type {Packet[][]} */
  const found = [];
  let high = Infinity;
  for (const band of bands) {
    if (high >= least) {
      found.push([]);
      high = 0;
    }
    found[found.length - 1].push(band);
    high += band.box[3] - band.box[1];
  }
  return found;
}
