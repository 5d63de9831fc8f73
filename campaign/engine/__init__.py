"""How one order becomes events."""
