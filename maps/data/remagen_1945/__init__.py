"""Remagen in March 1945: sources of a ground, and what ground.md says of it."""
