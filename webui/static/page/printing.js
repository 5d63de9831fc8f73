// Ask how the map is to be printed, and say how many sheets that will be.

import { byId, fill } from "../common/dom.js";

const PAPERS_MM = { A4: [297, 210], A3: [420, 297], Letter: [279.4, 215.9], Tabloid: [431.8, 279.4] };
const MARGIN_MM = 10,
  OVERLAP_MM = 10,
  MANY = 60;

export function setPrinting(page, link) {
  const dialog = byId("printing"),
    form = dialog.querySelector("form"),
    { geometry } = page.map.ground;
  const asked = () => {
    const { part, paper, mm, style } = Object.fromEntries(new FormData(form));
    return {
      paper,
      style,
      mm: Number(mm),
      box: part === "window" ? hexesInWindow(page.map) : [0, 0, geometry.cols - 1, geometry.rows - 1],
      whole: part !== "window",
    };
  };
  const show = () => {
    const { box, mm, paper } = asked(),
      sheets = sheetsFor(geometry, box, mm, paper),
      count = form.querySelector("output");
    fill(count, `About ${sheets} sheet${sheets === 1 ? "" : "s"} of ${paper}, and a page that says which lies where.`);
    count.classList.toggle("bad", sheets > MANY);
  };
  link.addEventListener("click", (event) => {
    event.preventDefault();
    link.closest("details").open = false;
    show();
    dialog.showModal();
  });
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value !== "print") return;
    const {
        box: [c0, r0, c1, r1],
        mm,
        paper,
        style,
        whole,
      } = asked(),
      number = (col, row) => geometry.number(row * geometry.cols + col);
    const wanted = new URLSearchParams({
      mm,
      paper,
      style,
      ...(whole ? {} : { from: number(c0, r0), to: number(c1, r1) }),
    });
    location.assign(`${page.server.base}export/map.pdf?${wanted}`);
  });
}

// The columns and rows of the hexes whose middle the window shows: first, first, last, last.
export function hexesInWindow({ map, ground: { geometry } }) {
  const { _northEast: ne, _southWest: sw } = map.getBounds(),
    cols = [],
    rows = [];
  for (let hex = 0; hex < geometry.count; hex++) {
    const u = geometry.u[hex],
      v = -geometry.v[hex];
    if (u < sw.lng || u > ne.lng || v < sw.lat || v > ne.lat) continue;
    cols.push(hex % geometry.cols);
    rows.push(Math.floor(hex / geometry.cols));
  }
  const range = (list) =>
    list.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, 0]);
  const [c0, c1] = range(cols),
    [r0, r1] = range(rows);
  return cols.length ? [c0, r0, c1, r1] : [0, 0, geometry.cols - 1, geometry.rows - 1];
}

// Sheets for a part, laid the way that takes fewer; `mm` from flat to flat.
export function sheetsFor({ flatTop }, [c0, r0, c1, r1], mm, paper) {
  const [along, over] = flatTop ? [c1 - c0, r1 - r0] : [r1 - r0, c1 - c0],
    R = mm / Math.sqrt(3);
  const rows = [R * (1.5 * along + 2), mm * (over + 1.5)],
    [wide, high] = flatTop ? rows : [rows[1], rows[0]];
  const count = (length, paperLength) =>
    Math.max(1, Math.ceil((length - OVERLAP_MM) / (paperLength - 2 * MARGIN_MM - OVERLAP_MM)));
  const [long, short] = PAPERS_MM[paper];
  return Math.min(count(wide, long) * count(high, short), count(wide, short) * count(high, long));
}
