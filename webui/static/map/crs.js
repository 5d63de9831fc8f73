// Lay the coordinate system of hex maps: one unit is a hex radius, three zoom steps double it.
// A plain script, not a module: Folium's map names L.CRS.Hex before any module runs.
Object.assign(L.CRS, {
  Hex: L.extend({}, L.CRS.Simple, {
    scale: (/** @type {number} */ zoom) => 2 ** (zoom / 3),
    zoom: (/** @type {number} */ scale) => 3 * Math.log2(scale),
  }),
});
