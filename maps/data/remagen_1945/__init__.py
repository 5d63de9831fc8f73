"""Remagen in March 1945: sources of a ground, and what its README says of it."""
