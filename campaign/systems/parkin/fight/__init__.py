"""Sight and fire in the Generic Rules."""
