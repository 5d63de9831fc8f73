"""The side that plays itself: Parkin's table of 1997, carried to every rule system."""
