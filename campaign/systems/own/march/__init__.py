"""Price ground, keep zones of control, move stands and find room for them."""
