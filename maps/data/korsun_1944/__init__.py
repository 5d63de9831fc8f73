"""Korsun in January 1944: sources of a ground, and what ground.md says of it."""
