"""Shipped areas: one folder each, with its sources."""
