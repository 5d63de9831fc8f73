"""Sedan and the Meuse in May 1940: sources of a ground, and what ground.md says of it."""
