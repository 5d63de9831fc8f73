// Lay the coordinate system of hex maps: one unit is a hex radius, three zoom steps double it.
// A plain script, not a module: Folium's map names L.CRS.Hex before any module runs.
L.CRS.Hex = L.extend({}, L.CRS.Simple, {
  scale: (zoom) => 2 ** (zoom / 3),
  zoom: (scale) => 3 * Math.log2(scale),
});
