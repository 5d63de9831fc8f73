"""Corrections by hand, put onto a finished map."""
