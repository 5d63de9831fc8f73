// Lay the coordinate system of hex maps: one unit is a hex radius, two zoom steps double it.
// A plain script, not a module: Folium's map names L.CRS.Hex before any module runs.
L.CRS.Hex = L.extend({}, L.CRS.Simple, {
  scale: (zoom) => 2 ** (zoom / 2),
  zoom: (scale) => 2 * Math.log2(scale),
});
