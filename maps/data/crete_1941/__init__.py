"""Crete in May 1941: sources of a ground, and what its README says of it."""
