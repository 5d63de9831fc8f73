// Make the map of a page: ground, overlays, counters, pointer and keyboard.

import { GroundLayer, GroundPainter } from "./ground.js";
import { Ground } from "./terrain_model.js";

const made = new Map();

// The view that belongs to an element, once its ground has come.
export function whenReady(element) {
  if (!made.has(element)) {
    const waiting = {};
    waiting.promise = new Promise((resolve) => (waiting.resolve = resolve));
    made.set(element, waiting);
  }
  return made.get(element).promise;
}

export async function createMap(map, options) {
  const [data, picture] = await Promise.all([fetchJson(options.groundUrl), options.shadeUrl ? loadPicture(options.shadeUrl) : null]);
  const ground = new Ground(data);
  const view = new MapView(map, ground, new GroundPainter(ground, picture), options);
  whenReady(options.element);
  made.get(options.element).resolve(view);
  return view;
}

async function fetchJson(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function loadPicture(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

export class MapView {
  constructor(map, ground, painter, options) {
    Object.assign(this, { map, ground, painter, options });
    map.getContainer().classList.add("sandtable-map");
    this.showAll();
    this.groundLayer = new GroundLayer(painter).addTo(map);
  }

  // Fit the whole map into the window.
  showAll() {
    const [u0, v0, u1, v1] = this.ground.geometry.box;
    this.map.fitBounds([[-v1, u0], [-v0, u1]], { animate: false });
  }
}
