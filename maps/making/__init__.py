"""A map in the making: from an area and its sources to hexes."""
