"""Combat, artillery and air strikes in the Zen rules."""
