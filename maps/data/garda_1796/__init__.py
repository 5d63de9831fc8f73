"""Lake Garda and the Mincio in 1796: sources of a ground, and what its README says of it."""
