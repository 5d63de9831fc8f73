/* Draw a player's share in the dice where he has written none. */

const BYTES = 16;

/**
 * Give random bytes as hexadecimal digits.
 * @param {(room: Uint8Array) => Uint8Array} draw fills a room with random bytes
 * @returns {string}
 */
export function drawn(draw) {
  return [...draw(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

if (typeof document !== "undefined") {
  const field = document.querySelector("input[data-share]");
  if (field instanceof HTMLInputElement && !field.value) field.value = drawn((room) => crypto.getRandomValues(room));
}
