"""Draw a map with few points, for pictures in pages and letters."""
