// Small pictures on the page: counters in the tree, and the picture of the scenario.

import { el } from "../../common/dom.js";
import { sendFile } from "../../common/sending.js";
import { penOf } from "../../map/pens.js";
import { HEAD } from "./model.js";
import { standOf } from "./view.js";

/** @import { Server } from "../../common/server.js" */
/** @import { MapView } from "../../map/mapview.js" */
/** @import { Model } from "./model.js" */

/** @typedef {{step: (fields: {picture: string}) => Promise<unknown>, refused: (error: unknown) => void}} PictureDoors */

const FACE_PX = 30;

/** The counter of a unit, as the map has it; of a side its colour.
 * @param {string} key
 * @param {Model} model
 * @param {MapView} view
 */
export function faceOf(key, model, view) {
  const thing = model.things[key],
    side = view.state.sides.get(model.sideOf(key));
  if (!thing || thing.what === "formation" || !side) return null;
  if (thing.what === "side") {
    const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = thing.colour;
    return swatch;
  }
  const canvas = el("canvas", { class: "counter", "aria-hidden": "true" }),
    ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = canvas.height = Math.round((FACE_PX + 4) * ratio);
  canvas.style.width = canvas.style.height = `${FACE_PX + 4}px`;
  const pen = penOf(canvas);
  pen.scale(ratio, ratio);
  view.press.draw(pen, 2, 2, FACE_PX, ratio, standOf(model, key), side);
  return canvas;
}

/** The picture of the scenario, with what changes it.
 * @param {Model} model
 * @param {Server} server
 * @param {PictureDoors} doors
 */
export function pictureField(model, server, { step, refused }) {
  const { picture } = model.things[HEAD];
  const send = async () => {
    const file = choose.files?.[0];
    if (!file) return;
    try {
      const kept = await sendFile("picture", file, server.token);
      await step({ picture: kept.picture });
    } catch (error) {
      refused(error);
    }
  };
  const choose = el("input", {
    type: "file",
    accept: "image/png,image/jpeg,image/webp",
    id: "picture-file",
    onchange: () => void send(),
  });
  return [
    el(
      "div",
      { class: "field" },
      el("label", { for: "picture-file" }, "Picture"),
      picture ? el("img", { src: `picture/${picture}`, alt: "Picture of the scenario", class: "kept-picture" }) : "",
      choose,
      picture &&
        el("button", { type: "button", class: "small", onclick: () => void step({ picture: "" }) }, "Take it away"),
    ),
  ];
}
