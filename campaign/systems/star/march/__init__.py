"""Moves in the Star General rules."""
