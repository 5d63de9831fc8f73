"""
The map's view, asked of the page itself: ``(map) => view``, for a script that a test runs there.

A page is served with its scripts in one. To ask ``/static/map/mapview.js`` for the view gives the same one, but has
that page fetch forty scripts more and read them: as much work again as the page.
"""

VIEW_OF = """(async (map) => {
  while (!globalThis.mapsMade?.has(map)) await new Promise((next) => setTimeout(next, 10));
  return globalThis.mapsMade.get(map).promise;
})"""
