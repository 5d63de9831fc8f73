"""Crete in May 1941: sources of a ground, and what ground.md says of it."""
