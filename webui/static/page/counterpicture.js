// Draw a counter in a list, as the map draws it.

import { el } from "../common/dom.js";

export function counterPicture(map, stand, size) {
  const ratio = Math.min(3, window.devicePixelRatio || 1),
    margin = 3,
    whole = size + 2 * margin;
  const canvas = el("canvas", { class: "counter", width: whole * ratio, height: whole * ratio, "aria-hidden": "true" });
  canvas.style.width = canvas.style.height = `${whole}px`;
  const side = map.state.sides.get(stand.side);
  if (!side) return canvas;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  map.press.draw(pen, margin, margin, size, ratio, stand, side);
  return canvas;
}
