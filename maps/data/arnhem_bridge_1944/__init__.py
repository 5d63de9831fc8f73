"""Arnhem bridge, 18 September 1944: the field of a battle, on a piece of the ground of market_garden_1944."""
