// Lay a scanned map under the hexes: choose it, say where it lies, set how strong it shows.

import { byId, el, fill } from "../common/dom.js";
import { ScanPane } from "./scanpane.js";
import { sendFile } from "../common/sending.js";

const LEAST = { affine: 3, projective: 4 };
// From this strength on only the lines of the hexes are drawn over the picture.
const BARE_FROM = 0.7;
const ACCEPTED = ".png,.jpg,.jpeg,.tif,.tiff";

export class Underlay {
  constructor(editor) {
    Object.assign(this, { editor, facts: null, picture: null, strength: 0.5, points: [], way: "affine" });
    this.pane = new ScanPane(editor, () => this.stop());
    this.draw();
  }

  // Take what the server knows of the picture.
  async take(facts) {
    const laid = facts?.frame && facts.count !== this.facts?.count;
    this.facts = facts;
    this.points = facts?.points ?? [];
    if (facts && facts.way in LEAST) this.way = facts.way;
    if (!facts?.frame) this.picture = null;
    if (laid) this.picture = await loaded(`${this.editor.server.base}underlay/laid.webp?n=${facts.count}`);
    this.#lay();
    this.draw();
  }

  draw() {
    const { facts } = this;
    fill(
      byId("under-body"),
      this.#file(),
      facts?.frame ? this.#slider() : null,
      facts ? this.#pointPart() : null,
      facts ? this.#worldPart() : null,
      facts ? el("button", { type: "button", onclick: () => this.#remove() }, "Take the picture away") : null,
    );
    this.#showPoints();
  }

  #file() {
    const { facts } = this;
    return el(
      "div",
      {},
      el(
        "label",
        {},
        facts ? "Another scanned map " : "Scanned map: PNG, JPEG or GeoTIFF ",
        el("input", { type: "file", id: "scan", accept: ACCEPTED, onchange: (event) => this.#send(event.target) }),
      ),
      facts
        ? el(
            "p",
            {},
            el("b", {}, facts.name),
            " ",
            el(
              "span",
              { class: "soft" },
              `${facts.wide} × ${facts.high} pixels${facts.way === "position" ? ", laid by its own position" : facts.frame ? "" : ", not laid yet"}`,
            ),
          )
        : el(
            "p",
            { class: "soft" },
            "A GeoTIFF lies where it says. For a plain picture give its world file, or set three points or more on it and on the map.",
          ),
    );
  }

  #slider() {
    const told = el("output", {}, `${Math.round(this.strength * 100)} %`);
    return el(
      "label",
      {},
      "Strength ",
      el(
        "span",
        { class: "slide" },
        el("input", {
          type: "range",
          id: "strength",
          min: 0,
          max: 1,
          step: 0.05,
          value: this.strength,
          oninput: (event) => {
            this.strength = Number(event.target.value);
            told.textContent = `${Math.round(this.strength * 100)} %`;
            this.#lay();
          },
        }),
        told,
      ),
    );
  }

  #pointPart() {
    const { points, way, facts } = this,
      fits = facts.way === way ? facts.residuals_m : [];
    const rows = points.map((_, n) =>
      el(
        "li",
        {},
        `Point ${n + 1}`,
        el("span", { class: "n" }, fits.length === points.length ? `off by ${inMetres(fits[n])}` : ""),
        el(
          "button",
          { type: "button", class: "small", "aria-label": `Take point ${n + 1} away`, onclick: () => this.#drop(n) },
          "×",
        ),
      ),
    );
    const exact = points.length === LEAST[way] && fits.length;
    return el(
      "fieldset",
      {},
      el("legend", {}, "Control points"),
      rows.length ? el("ul", { class: "points" }, rows) : null,
      exact
        ? el(
            "p",
            { class: "soft" },
            "With no more points than this the picture fits them exactly; one more shows how well it lies.",
          )
        : null,
      el(
        "button",
        {
          type: "button",
          class: points.length || facts.frame ? "" : "primary",
          id: "set-points",
          onclick: () => this.begin(),
        },
        points.length ? "Set more points" : "Set points",
      ),
      el(
        "label",
        {},
        "Fit ",
        el(
          "select",
          {
            id: "way",
            onchange: (event) => {
              this.way = event.target.value;
              this.#fit();
            },
          },
          [
            ["affine", "affine: the sheet lies flat (3 points or more)"],
            ["projective", "projective: taken at a slant (4 or more)"],
          ].map(([key, label]) => el("option", { value: key, selected: way === key }, label)),
        ),
      ),
    );
  }

  #worldPart() {
    const crs = el("input", {
      placeholder: "EPSG:32631",
      maxlength: 20,
      autocomplete: "off",
      "aria-label": "Coordinate system of the world file",
    });
    const file = el("input", { type: "file", accept: ".pgw,.jgw,.wld,.tfw,.pngw,.jpgw", "aria-label": "World file" });
    return el(
      "details",
      {},
      el("summary", {}, "Or by a world file"),
      el(
        "div",
        { class: "options" },
        el("label", {}, "World file ", file),
        el("label", {}, "Coordinate system ", crs),
        el(
          "button",
          {
            type: "button",
            onclick: async () =>
              file.files[0] &&
              this.#place({ way: "world", world: (await file.files[0].text()).slice(0, 600), crs: crs.value.trim() }),
          },
          "Lay it",
        ),
      ),
    );
  }

  async #send(input) {
    const [file] = input.files,
      { server } = this.editor;
    if (!file) return;
    input.disabled = true;
    try {
      const { underlay } = await sendFile(
        `${server.base}underlay?${new URLSearchParams({ name: file.name })}`,
        file,
        server.token,
      );
      await this.take(underlay);
      if (!underlay.frame) this.begin();
    } catch (fault) {
      this.editor.toast(fault.words ?? fault.message);
      this.draw();
    }
  }

  // Set control points: one on the picture, then the same one on the map.
  begin() {
    this.editor.showPanel("map");
    this.pane.open(`${this.editor.server.base}underlay/scan.webp?n=${this.facts.count}`, this.points, (spot) => {
      this.editor.say("Now click the same spot on the map.");
      this.editor.drawing.aimFor((place) => this.#pair(spot, place));
    });
  }

  stop() {
    this.pane.close();
    this.editor.drawing.aimFor(null);
    this.editor.showTab("tab-under");
  }

  #pair(spot, place) {
    this.editor.drawing.aimFor(null);
    this.points = [...this.points, [...spot, ...place]];
    this.pane.mark(this.points);
    this.#fit();
  }

  #drop(n) {
    this.points = this.points.filter((_, k) => k !== n);
    this.pane.mark(this.points);
    this.#fit();
  }

  async #fit() {
    this.draw();
    this.pane.tell(this.points.length, LEAST[this.way]);
    if (this.points.length >= LEAST[this.way]) await this.#place({ way: this.way, points: this.points });
  }

  async #place(placing) {
    const { points } = this;
    try {
      await this.take((await this.editor.server.post("underlay/place", placing)).underlay);
    } catch (fault) {
      this.editor.toast(fault.words ?? fault.message);
      this.points = points;
      this.draw();
    }
  }

  async #remove() {
    try {
      await this.take((await this.editor.server.post("underlay/remove", {})).underlay);
    } catch (fault) {
      this.editor.toast(fault.words ?? fault.message);
    }
  }

  #showPoints() {
    const setting = this.pane.isOpen || !byId("under").hidden;
    this.editor.marks.show({ points: setting ? this.points.map(([, , u, v]) => [u, v]) : [] });
  }

  #lay() {
    const { painter, groundLayer } = this.editor.view,
      { picture, facts, strength } = this;
    painter.bare = !!picture && strength >= BARE_FROM;
    painter.backdrop =
      picture && strength
        ? (pen) => {
            const { u, v, wide, high } = facts.frame;
            pen.globalAlpha = strength;
            pen.imageSmoothingQuality = "high";
            pen.drawImage(picture, u, v, wide, high);
            pen.globalAlpha = 1;
          }
        : null;
    groundLayer.repaint();
  }
}

function inMetres(metres) {
  return metres < 10
    ? `${metres.toFixed(1)} m`
    : metres < 10_000
      ? `${Math.round(metres)} m`
      : `${Math.round(metres / 1000)} km`;
}

async function loaded(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}
