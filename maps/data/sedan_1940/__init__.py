"""Sedan and the Meuse in May 1940: sources of a ground, and what its README says of it."""
