"""Clervaux, 17 December 1944: the field of a battle, on a piece of the ground of ardennes_1944."""
