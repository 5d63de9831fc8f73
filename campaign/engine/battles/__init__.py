"""Battles on a table: what opens them, and what their result does."""
