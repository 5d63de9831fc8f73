"""Marches, zones and room in the Zen rules."""
