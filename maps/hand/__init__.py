"""Corrections by hand, as files and as edits made elsewhere."""
