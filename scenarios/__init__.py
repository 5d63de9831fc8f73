"""Preparation and hand-off: orders of battle, scenarios, print, export."""
