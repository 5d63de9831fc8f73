"""Movement in the Generic Rules."""
