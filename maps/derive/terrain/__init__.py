"""The terrain of a hex: cover, relief and people, by the legend."""
