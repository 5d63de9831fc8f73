"""The ground: grids, sources, terrain; no units, no turns, no rules of play."""
