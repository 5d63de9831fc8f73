"""Lines of communication, stores and isolation in the Zen rules."""
