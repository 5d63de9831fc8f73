"""Remagen bridge, 7 March 1945: the field of a battle, on a piece of the ground of remagen_1945."""
