"""Kasserine in February 1943: sources of a ground, and what its README says of it."""
