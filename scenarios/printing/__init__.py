"""Sheets and packs as PDF at exact scale."""
