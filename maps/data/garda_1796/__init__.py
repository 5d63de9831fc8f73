"""Lake Garda and the Mincio in 1796: sources of a ground, and what ground.md says of it."""
