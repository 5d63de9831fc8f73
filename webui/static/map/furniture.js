// Set the small things round the map: scale bar, zoom buttons, sources, the moon, how drawing goes on, the spoken line.

import { radiusAt } from "./ground.js";
import { Waiting } from "./drawn/waiting.js";

/** @import { View } from "../common/data.d.ts" */
/** @import { MapView } from "./mapview.js" */

const LENGTHS_KM = [0.5, 1, 2, 5, 10, 20, 50, 100, 200];

export class Furniture {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    const { map } = view,
      { ink } = view.ground.palette;
    // On the page as a whole: a lesson's ring on the map and round a button beside it are of one colour.
    for (const name of ["around", "moon", "dusk", "taught"])
      document.documentElement.style.setProperty(`--map-${name}`, ink[name]);
    L.control.zoom({ position: "bottomright" }).addTo(map);
    this.status = element("p", "map-status", map.getContainer());
    this.status.setAttribute("role", "status");
    this.moon = element("div", "map-moon", map.getContainer());
    this.moon.hidden = true;
    this.moon.title = "Night";
    const drawing = element("p", "map-drawing", map.getContainer()),
      waiting = new Waiting((words) => (drawing.textContent = words));
    drawing.setAttribute("role", "status");
    view.painter.onWork = (work) => waiting.take(work);
    this.scale = element("div", "map-scale", map.getContainer());
    this.scaleBar = element("span", "map-scale-bar", this.scale);
    this.scaleText = element("span", "map-scale-text", this.scale);
    this.credits = element("p", "map-credits", map.getContainer());
    this.credits.textContent = view.ground.sources.map(credit).join(" · ");
    this.credits.title = view.ground.sources.join("\n");
    map.on("zoomend", () => this.#setScale());
    this.#setScale();
  }

  /** @param {View} payload */
  update(payload) {
    this.moon.hidden = !payload.night;
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  #setScale() {
    const { map, ground } = this.view,
      perKm = (radiusAt(map.getZoom()) * Math.sqrt(3) * 1000) / ground.widthM;
    const km = LENGTHS_KM.findLast((length) => length * perKm <= 130) ?? LENGTHS_KM[0];
    this.scaleBar.style.width = `${Math.round(km * perKm)}px`;
    this.scaleText.textContent = `${km} km`;
  }
}

/** A source in few words: what it is, and the licence. All of it is in the title and on a hex's card.
 * @param {string} source
 */
function credit(source) {
  const [name, licence = ""] = source.split(";");
  return [name.split(/[(,]/)[0].trim(), licence.trim()].filter(Boolean).join(", ");
}

/** @param {string} name
 * @param {string} className
 * @param {HTMLElement} parent
 */
function element(name, className, parent) {
  const made = document.createElement(name);
  made.className = className;
  parent.append(made);
  return made;
}
