// Show the scanned map beside the hexes, to click control points on it.

import { byId, button, el, find, findAll } from "../common/dom.js";

/** @import { MapView } from "../map/mapview.js" */
/** @import { Pair, Spot } from "./types.d.ts" */

const ZOOM = 1.5;

export class ScanPane {
  /** @param {MapView} view
   * @param {() => void} onClose
   */
  constructor(view, onClose) {
    this.view = view;
    this.scale = 1;
    /** @type {Pair[]} */
    this.points = [];
    /** @type {(spot: Spot) => void} */
    this.onSpot = () => {};
    this.picture = el("img", { alt: "The scanned map. Click a spot that can be found on the hex map, too." });
    this.sheet = el("div", { class: "scan-sheet" }, this.picture);
    this.box = el("div", { class: "scan-box", tabindex: "0", "aria-label": "Scanned map" }, this.sheet);
    this.told = el("p", { class: "scan-told", role: "status" });
    const bar = el(
      "div",
      { class: "scan-bar" },
      this.told,
      button("+", () => this.#zoom(ZOOM), { "aria-label": "Picture larger" }),
      button("−", () => this.#zoom(1 / ZOOM), { "aria-label": "Picture smaller" }),
      button("Done", onClose, { class: "small primary" }),
    );
    this.frame = el("div", { class: "scan-pane", hidden: true }, bar, this.box);
    find(".stage").append(this.frame);
    this.picture.addEventListener("click", (event) => this.#click(event));
  }

  get isOpen() {
    return !this.frame.hidden;
  }

  /** @param {string} url
   * @param {Pair[]} points
   * @param {(spot: Spot) => void} onSpot
   */
  async open(url, points, onSpot) {
    this.onSpot = onSpot;
    this.#show(true);
    this.picture.src = url;
    await this.picture.decode();
    const { naturalWidth: wide, naturalHeight: high } = this.picture;
    this.scale = Math.max(this.box.clientWidth / wide, this.box.clientHeight / high);
    this.#fit();
    this.mark(points);
    this.tell(points.length, 3);
  }

  close() {
    this.#show(false);
  }

  /** Open or close the pane; a window that showed the whole map still does so when it is narrower or wider.
   * @param {boolean} open
   */
  #show(open) {
    const { map, ground } = this.view,
      [u0, v0, u1, v1] = ground.geometry.box,
      whole = map.getBounds().contains([
        [-v1, u0],
        [-v0, u1],
      ]);
    this.frame.hidden = !open;
    byId("page").classList.toggle("pairing", open);
    map.invalidateSize({ animate: false });
    if (whole) this.view.showAll();
  }

  /** @param {number} count
   * @param {number} least
   */
  tell(count, least) {
    const left = least - count;
    this.told.textContent =
      left > 0
        ? `Click a spot on the picture, then the same on the map: ${left} more.`
        : "Laid. Set more points, or be done.";
  }

  /** Mark the points that are set, and one that waits for its place on the map.
   * @param {Pair[]} points
   * @param {Spot | null} [open]
   */
  mark(points, open = null) {
    for (const old of findAll(".scan-mark", this.sheet)) old.remove();
    points.forEach(([column, line], n) => this.#put([column, line], n + 1, "scan-mark"));
    if (open) this.#put(open, points.length + 1, "scan-mark open");
    this.points = points;
  }

  /** @param {Spot} spot
   * @param {number} number
   * @param {string} look
   */
  #put([column, line], number, look) {
    const mark = el("span", { class: look, "aria-hidden": "true" }, String(number));
    mark.style.left = `${(column / this.picture.naturalWidth) * 100}%`;
    mark.style.top = `${(line / this.picture.naturalHeight) * 100}%`;
    this.sheet.append(mark);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const box = this.picture.getBoundingClientRect(),
      { naturalWidth: wide, naturalHeight: high } = this.picture;
    /** @type {Spot} */
    const spot = [((event.clientX - box.left) / box.width) * wide, ((event.clientY - box.top) / box.height) * high];
    this.mark(this.points, spot);
    this.told.textContent = "Now click the same spot on the map.";
    this.onSpot(spot);
  }

  /** @param {number} by */
  #zoom(by) {
    const { box } = this,
      across = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      down = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
    this.scale = Math.min(4, Math.max(0.02, this.scale * by));
    this.#fit();
    box.scrollTo(across * box.scrollWidth - box.clientWidth / 2, down * box.scrollHeight - box.clientHeight / 2);
  }

  #fit() {
    this.sheet.style.width = `${Math.round(this.picture.naturalWidth * this.scale)}px`;
  }
}
