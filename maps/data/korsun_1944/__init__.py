"""Korsun in January 1944: sources of a ground, and what its README says of it."""
