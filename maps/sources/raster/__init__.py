"""Rasters: heights, land cover, scanned maps."""
