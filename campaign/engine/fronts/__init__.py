"""Fronts that stand still: who freezes and thaws them, and what cannot be done there meanwhile."""
