"""Parkin's Generic Rules."""
