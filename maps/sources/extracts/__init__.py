"""Extracts of OpenStreetMap read at once, as far as memory holds them."""
