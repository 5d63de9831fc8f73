"""Kasserine in February 1943: sources of a ground, and what ground.md says of it."""
