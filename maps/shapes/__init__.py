"""Lay the shapes that a map is drawn with: ground that flows, woods by their share, ways and waters."""
