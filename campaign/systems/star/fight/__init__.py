"""Combat in the Star General rules."""
