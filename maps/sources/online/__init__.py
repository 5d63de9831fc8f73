"""Fetch what public services know of an area: politely, once, and kept."""
