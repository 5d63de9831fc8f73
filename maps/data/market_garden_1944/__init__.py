"""Market Garden in September 1944: sources of a ground, and what its README says of it."""
