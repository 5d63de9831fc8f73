"""Area files: which piece of the world, in what hexes, from what sources."""
