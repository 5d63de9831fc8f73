"""Lorraine in September 1944: sources of a ground, and what ground.md says of it."""
