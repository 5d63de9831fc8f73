// Show the scanned map beside the hexes, to click control points on it.

import { byId, el } from "../common/dom.js";

const ZOOM = 1.5;

export class ScanPane {
  constructor(editor, onClose) {
    this.editor = editor;
    this.picture = el("img", { alt: "The scanned map. Click a spot that can be found on the hex map, too." });
    this.sheet = el("div", { class: "scan-sheet" }, this.picture);
    this.box = el("div", { class: "scan-box", tabindex: "0", "aria-label": "Scanned map" }, this.sheet);
    this.told = el("p", { class: "scan-told", role: "status" });
    this.frame = el(
      "div",
      { class: "scan-pane", hidden: true },
      el(
        "div",
        { class: "scan-bar" },
        this.told,
        el(
          "button",
          { type: "button", class: "small", "aria-label": "Picture larger", onclick: () => this.#zoom(ZOOM) },
          "+",
        ),
        el(
          "button",
          { type: "button", class: "small", "aria-label": "Picture smaller", onclick: () => this.#zoom(1 / ZOOM) },
          "−",
        ),
        el("button", { type: "button", class: "small primary", onclick: onClose }, "Done"),
      ),
      this.box,
    );
    document.querySelector(".stage").append(this.frame);
    this.picture.addEventListener("click", (event) => this.#click(event));
  }

  get isOpen() {
    return !this.frame.hidden;
  }

  async open(url, points, onSpot) {
    this.onSpot = onSpot;
    const whole = this.#showsAll();
    this.frame.hidden = false;
    byId("page").classList.add("pairing");
    this.#fitMap(whole);
    this.picture.src = url;
    await this.picture.decode();
    this.scale = Math.max(
      this.box.clientWidth / this.picture.naturalWidth,
      this.box.clientHeight / this.picture.naturalHeight,
    );
    this.#fit();
    this.mark(points);
    this.tell(points.length, 3);
  }

  close() {
    const whole = this.#showsAll();
    this.frame.hidden = true;
    byId("page").classList.remove("pairing");
    this.#fitMap(whole);
  }

  // Whether the window shows the whole map; then it still shall when it is made narrower.
  #showsAll() {
    const { map, ground } = this.editor.view,
      [u0, v0, u1, v1] = ground.geometry.box;
    return map.getBounds().contains([
      [-v1, u0],
      [-v0, u1],
    ]);
  }

  #fitMap(whole) {
    this.editor.view.map.invalidateSize({ animate: false });
    if (whole) this.editor.view.showAll();
  }

  tell(count, least) {
    const left = least - count;
    this.told.textContent =
      left > 0
        ? `Click a spot on the picture, then the same on the map: ${left} more.`
        : "Laid. Set more points, or be done.";
  }

  mark(points, open = null) {
    for (const old of this.sheet.querySelectorAll(".scan-mark")) old.remove();
    [...points, ...(open ? [open] : [])].forEach(([column, line], n) => {
      const mark = el(
        "span",
        { class: n < points.length ? "scan-mark" : "scan-mark open", "aria-hidden": "true" },
        String(n + 1),
      );
      mark.style.left = `${(column / this.picture.naturalWidth) * 100}%`;
      mark.style.top = `${(line / this.picture.naturalHeight) * 100}%`;
      this.sheet.append(mark);
    });
    this.points = points;
  }

  #click(event) {
    const box = this.picture.getBoundingClientRect();
    const spot = [
      ((event.clientX - box.left) / box.width) * this.picture.naturalWidth,
      ((event.clientY - box.top) / box.height) * this.picture.naturalHeight,
    ];
    this.mark(this.points, spot);
    this.told.textContent = "Now click the same spot on the map.";
    this.onSpot(spot);
  }

  #zoom(by) {
    const { box } = this,
      share = [
        (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      ];
    this.scale = Math.min(4, Math.max(0.02, this.scale * by));
    this.#fit();
    box.scrollTo(share[0] * box.scrollWidth - box.clientWidth / 2, share[1] * box.scrollHeight - box.clientHeight / 2);
  }

  #fit() {
    this.sheet.style.width = `${Math.round(this.picture.naturalWidth * this.scale)}px`;
  }
}
